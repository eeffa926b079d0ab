"""Claims over clauses: who a clause speaks of, which frame takes it, and what becomes an event.

How a sentence falls into clauses belongs to `language`; what is read from words without a parse to `claims.reading`.
"""
