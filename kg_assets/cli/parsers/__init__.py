"""The arguments and options of every command, one module for each group; `arguments.py` has what several
share.

Each module has `PLACE`, which orders the list of commands, and `add`, which registers its commands. A new
module needs no change elsewhere. `WITH_WORDS_TO_LEAVE_OUT` names commands that take words with a minus. A
parser only names a function of `kg_assets.cli.commands` and lists choices, so that a help text imports
nothing heavy.
"""
