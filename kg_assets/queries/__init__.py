"""Rows of the published build for commands and servers, which put them into words. Nothing here prints.

The sentences that the program itself asks people belong to the packages that ask them.
"""
