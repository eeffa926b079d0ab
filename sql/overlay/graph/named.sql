-- One row per thing and name of this thing. A thing is what may become a node (things.sql). A row comes twice if a
-- thing has the name from two of these sources:
-- - its canonical name;
-- - the aliases of its entity (not for SELF);
-- - the names that the person linked to it;
-- - if it is the newest version of a document, the name that all its versions share.
-- Reads the rows of things.sql and versions.sql. The caller gives `name_decisions` (what the person decided about new names).
SELECT node_id, canonical_name AS alias, canonical_name, TRUE AS is_canonical
FROM things
UNION ALL
SELECT t.node_id, unnest(from_json(e.aliases_json, '["VARCHAR"]')), t.canonical_name, FALSE
FROM things AS t
JOIN kg.entities AS e ON e.entity_id = t.source_id AND t.source_kind = 'entity'
WHERE e.entity_key <> '__SELF__'
UNION ALL
SELECT t.node_id, v.stem, t.canonical_name, FALSE
FROM things AS t
JOIN versions AS v USING (node_id)
WHERE v.is_latest
UNION ALL
SELECT t.node_id, d.normalized_mention, t.canonical_name, FALSE
FROM things AS t
JOIN name_decisions AS d ON d.existing_node_id = t.node_id AND d.action = 'link_existing'
