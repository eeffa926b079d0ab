-- The lexicon as the matcher needs it.
SELECT build_id, term_key, term_id, entity_type_hint FROM kg.lexicon_terms ORDER BY term_key
