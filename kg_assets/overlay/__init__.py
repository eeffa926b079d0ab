"""The overlay: nodes of eleven kinds with their evidence, and edges that repeated mentions earn.

It decides what a node is, how firmly it stands, which node a mention means, and when a relation becomes an edge. All of
it is computed for each build from entities, claims, conversations and the ledger.
"""
