"""What is made from messages and claims: artifacts with their revisions and chunks, events, and people across all
sources.

Queries, search and the texts that a build prints do not belong here.
"""
