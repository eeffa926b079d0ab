"""Stage 2B: the personal lexicon (terms that this person uses), and the entities to which all mentions belong.

This room finds terms, selects them and looks for them in the texts, gives mentions their entities, and gives entities
their keys, counts and salience. Detectors belong to `mentions`; which name an entity gets is decided in `entities`.
"""
