"""Rows of the published build for commands and servers, which put them into words of their own. Nothing here
prints.

Questions that the program words itself belong to the rooms that ask them.
"""
