-- The terms of the lexicon, each with its key, id and type, for the stage that makes mentions of their places (`mention`).
SELECT build_id, term_key, term_id, entity_type_hint FROM kg.lexicon_terms ORDER BY term_key
