"""The one place where sentences are found and parsed for all readers: where each begins and ends, which are parsed, and
what the parser says.

What is made from a parse (claims, names, noun phrases) belongs to the modules that read `kg.sentences`, not here.
"""
