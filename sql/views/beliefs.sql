-- The view `beliefs.with_claims` for analysts: one row per occurrence of a belief and claim about the person. Both were read
-- from the same words: their places in the message overlap. Tables are named as they are in kg.duckdb.

CREATE VIEW beliefs.with_claims AS
SELECT
    o.belief_id,
    n.canonical_text AS belief,
    o.occurrence_id,
    r.message_id,
    r.char_start AS belief_start,
    r.char_end AS belief_end,
    r.surface_text AS belief_quote,
    o.created_at_utc AS said_at_utc,
    o.epistemic_frame.temporal_scope = 'past' AS is_past,
    a.assertion_id,
    p.canonical_label AS predicate,
    object_words(e.canonical_name, a.object_value_type, a.object_value) AS object,
    a.polarity AS claim_polarity,
    a.char_start AS claim_start,
    a.char_end AS claim_end,
    a.surface_text AS claim_quote
FROM beliefs.belief_occurrences AS o
JOIN beliefs.belief_nodes AS n USING (belief_id)
JOIN beliefs.canonical_atoms AS c USING (canonical_atom_id)
JOIN beliefs.raw_atoms AS r ON r.atom_id = c.atom_id
JOIN assertions AS a ON a.message_id = r.message_id AND a.char_start < r.char_end AND a.char_end > r.char_start
JOIN entities AS s ON s.entity_id = a.subject_entity_id AND s.entity_type = 'PERSON' AND s.entity_key = '__SELF__'
JOIN predicates AS p USING (predicate_id)
LEFT JOIN entities AS e ON e.entity_id = a.object_entity_id;

COMMENT ON VIEW beliefs.with_claims IS
    'Beliefs of the person beside the claims that were read from the same words: their places in a message overlap.';

COMMENT ON COLUMN beliefs.with_claims.object IS 'The name of an entity, or the literal; NULL without one';
COMMENT ON COLUMN beliefs.with_claims.belief_id IS 'The belief';
COMMENT ON COLUMN beliefs.with_claims.belief IS 'What the belief says';
COMMENT ON COLUMN beliefs.with_claims.occurrence_id IS 'The occurrence that was read from the words';
COMMENT ON COLUMN beliefs.with_claims.message_id IS 'The message in which the words of both stand';
COMMENT ON COLUMN beliefs.with_claims.belief_start IS 'First codepoint of the words of the belief';
COMMENT ON COLUMN beliefs.with_claims.belief_end IS 'Codepoint after the words of the belief';
COMMENT ON COLUMN beliefs.with_claims.belief_quote IS 'The words of the belief';
COMMENT ON COLUMN beliefs.with_claims.said_at_utc IS 'When it was said';
COMMENT ON COLUMN beliefs.with_claims.is_past IS 'Whether the words of the belief say that it was so and is over';

COMMENT ON COLUMN beliefs.with_claims.assertion_id IS 'The claim';
COMMENT ON COLUMN beliefs.with_claims.predicate IS 'The relation of the claim';
COMMENT ON COLUMN beliefs.with_claims.claim_polarity IS 'Whether the claim says that it is so or not so';
COMMENT ON COLUMN beliefs.with_claims.claim_start IS 'First codepoint of the words of the claim';
COMMENT ON COLUMN beliefs.with_claims.claim_end IS 'Codepoint after the words of the claim';
COMMENT ON COLUMN beliefs.with_claims.claim_quote IS 'The words of the claim';
