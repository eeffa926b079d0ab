"""The overlay: nodes of eleven kinds with their evidence, and edges that repeated mentions earn.

What a node is, how firmly it stands, which mention means it, and when a relation becomes an edge belongs here. All of
it is computed per build from entities, claims, conversations and the ledger.
"""
