"""Stage 2B: the personal lexicon (terms that this person uses), and the entities to which all mentions
belong.

Here terms are found, selected and looked for, mentions get their entities, and entities get keys, counts and salience.
Detectors belong to `mentions`; which name an entity gets is decided in `entities`.
"""
