"""The command line: parsers, commands and what they print. What they print comes from `queries` and the rooms below."""
