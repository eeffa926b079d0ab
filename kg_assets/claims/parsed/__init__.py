"""Reads claims from the clauses of parsed sentences: whom a clause is about, which frame (a pattern for one
predicate) it fills, and what becomes an event.

Splitting sentences into clauses belongs to `language`, reading words without a parse to `claims.reading`.
"""
