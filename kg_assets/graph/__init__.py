"""Stage 6: the claims projected into nodes and edges, and the profiles that say what mattered when.

Nothing is found out here that earlier stages do not know: facts, times and states are theirs. How a graph is drawn or
exported does not belong here.
"""
