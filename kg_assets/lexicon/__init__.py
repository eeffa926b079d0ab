"""Stage 2B: the words that only this person uses, and the entities that all mentions come together in.

Induction, selection, matching, entity keys, consolidation and salience belong here. What a mention of a detector is
belongs to `mentions`, which name an entity is called by to `naming`.
"""
