"""Stage 6: projects the claims into nodes and edges, and makes the profiles that say what mattered when.

No fact, time or state is decided here: these come from earlier stages. How a graph is drawn or
exported does not belong here.
"""
