"""Patterns over conversations: groups of nodes that are named together again and again, and orders in which
they are named."""
