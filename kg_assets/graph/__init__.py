"""Stage 6: projects the claims into nodes and edges, and makes the profiles that say what mattered when.

Nothing new is found out here: facts, times and states come from earlier stages. How a graph is drawn or
exported does not belong here.
"""
