"""Patterns over conversations: groups of nodes that are named together repeatedly, and orders in which nodes
are named."""
