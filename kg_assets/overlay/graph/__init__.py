"""Nodes, their names, their evidence and how firmly they stand."""
