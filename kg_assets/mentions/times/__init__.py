"""Finds the times that a text speaks of: a grammar of time expressions kept as data, and the arithmetic that
resolves them.

Words and patterns of a language belong in `config/times/`, never here.
"""
