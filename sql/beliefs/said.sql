-- One row per valid atom (`beliefs.canonical_atoms`), in the order in which the atoms were said. A row has the atom's frame:
-- when it holds, and how surely and how strongly it is said (`beliefs.epistemic_frames`). It also has the weight of the
-- situation in which the atom was said (`beliefs.source_contexts`). An atom without a time counts as said at $horizon. Atoms
-- said after $as_of are left out.
SELECT
    a.canonical_atom_id, a.experience_id, a.message_id, a.canonical_text, a.canonical_hash, a.concept_text, a.belief_type,
    a.polarity, a.confidence, a.spans_json, a.extractor_version, r.read_by, r.atom_text, f.temporal_scope, f.modality, f.degree,
    f.conditional, f.epistemic_confidence, c.source_weight, c.context_id, coalesce(e.said_at_utc, $horizon) AS said_at_utc
FROM beliefs.canonical_atoms AS a
JOIN beliefs.raw_atoms AS r USING (atom_id)
JOIN beliefs.epistemic_frames AS f USING (canonical_atom_id)
JOIN beliefs.experiences AS e ON e.experience_id = a.experience_id
JOIN beliefs.source_contexts AS c ON c.experience_id = a.experience_id
WHERE coalesce(e.said_at_utc, $horizon) <= $as_of
ORDER BY said_at_utc, e.message_id, e.char_start, a.canonical_atom_id
