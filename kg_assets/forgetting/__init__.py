"""Forgetting: removing what a person names from all of the home, for good (design §6).

`sources.redact` cuts words out of a source's bytes. The command asks the person; `carry_out` runs the build that
follows.
"""
