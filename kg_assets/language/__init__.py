"""One reading of every sentence: where sentences begin and end, which are worth a parse, and what a parser says.

What follows from a parse (clauses, claims, names, noun phrases) belongs to those who read `kg.sentences`, not here."""
