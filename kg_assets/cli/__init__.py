"""The command line: parsers, commands, and what they print. The data come from `queries` and the rooms below."""
