"""What lies above the graph: artifacts with their revisions and chunks, events, and people across all of them.

Queries, search and what a build says to anybody do not belong here.
"""
