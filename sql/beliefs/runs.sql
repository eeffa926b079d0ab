-- One row per `extractor_version` and `read_by`. The first is the version of the program that reads beliefs; the second says
-- whether rules or a model read. A row counts three things: the atoms that were read, the invalid ones among them, and the
-- experiences from which they were read. An experience is a sentence in which the person says who they are.
SELECT
    r.extractor_version, r.read_by, count(DISTINCT r.experience_id) AS experience_count, count(*) AS atom_count,
    count(i.atom_id) AS invalid_count
FROM beliefs.raw_atoms AS r
LEFT JOIN beliefs.invalid_atoms AS i USING (atom_id)
GROUP BY r.extractor_version, r.read_by
ORDER BY r.extractor_version, r.read_by
