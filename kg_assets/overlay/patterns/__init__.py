"""Patterns over conversations: groups of nodes that are named together repeatedly, and sequences in which nodes are
named one after the other."""
