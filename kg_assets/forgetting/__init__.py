"""Forgetting: taking what a person names out of every place of the home, for good (design §6).

What is cut out of a source's bytes is the business of `sources.redact`; asking the person, and running the build that
follows, that of the command.
"""
