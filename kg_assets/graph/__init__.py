"""Stage 6: turns the claims into nodes and edges, and makes the profiles, which say what mattered when.

No fact, time or state is decided here: these come from earlier stages. Drawing and exporting a graph do not belong
here.
"""
