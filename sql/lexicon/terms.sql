-- One row per term of the lexicon, with its key, id and type. The stage `mention` reads these rows and makes a mention of each
-- occurrence of a term.
SELECT build_id, term_key, term_id, entity_type_hint FROM kg.lexicon_terms ORDER BY term_key
