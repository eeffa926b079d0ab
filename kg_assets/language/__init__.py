"""One reading of every sentence: where sentences begin and end, which are parsed, and what the parser says.

What is made from a parse (clauses' claims, names, noun phrases) belongs to the modules that read
`kg.sentences`, not here.
"""
