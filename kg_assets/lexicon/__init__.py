"""Stage 2B: the personal lexicon (terms that this person uses), and the entities to which all mentions
belong.

Induction, selection, matching, entity keys, consolidation and salience belong here. What a detector's mention
is belongs to `mentions`, which name an entity gets belongs to `naming`.
"""
