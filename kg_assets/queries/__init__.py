"""Rows of the published build for whoever asks in words of their own: a command, later a server. Nothing here prints.

Questions that the program words itself belong to the rooms that ask them.
"""
