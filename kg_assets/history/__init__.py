"""Stage 5: when each claim was true, what became of it, and which claims contradict each other.

The SQL of `sql/history` and `sql/stories` does the work. Here are the functions that run it, the rules for relations
that hold only one value at a time, the macros that ask about time, and the contracts. Reading claims belongs to
`claims`, answering a person's questions to `queries`.
"""
