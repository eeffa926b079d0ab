"""The words and options of every command, a module for a group of them; `arguments.py` has what several need.

A module has `PLACE`, by which the list of commands is ordered, and `add`, which registers its commands: whoever adds a
module changes no other. `WITH_WORDS_TO_LEAVE_OUT` names those that take words with a minus. Nothing here does more than
name a function of `kg_assets.cli.commands`, so that a help text imports nothing heavy.
"""
