-- One row per version of the extractor and `read_by` (whether rules or a model read the atoms): how many experiences (sentences
-- in which the person says who they are) and atoms were read, and how many of the atoms are invalid.
SELECT
    r.extractor_version, r.read_by, count(DISTINCT r.experience_id) AS experience_count, count(*) AS atom_count,
    count(i.atom_id) AS invalid_count
FROM beliefs.raw_atoms AS r
LEFT JOIN beliefs.invalid_atoms AS i USING (atom_id)
GROUP BY r.extractor_version, r.read_by
ORDER BY r.extractor_version, r.read_by
