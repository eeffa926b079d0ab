-- `overlay.aliases`: one row per node and normalized name (the form in which names are compared), with the type of the name and
-- its confidence. Reads the rows of named.sql, shared/normal.sql and nodes.sql.
SELECT
    w.node_id,
    n.normalized AS normalized_alias,
    min_by(w.alias, {'other': NOT w.is_canonical, 'alias': w.alias}) AS alias,
    CASE
        WHEN bool_or(w.is_canonical) THEN 'name'
        WHEN bool_and(w.alias = upper(w.alias)) AND min(length(w.alias)) <= 5 THEN 'abbreviation'
        WHEN max(length(w.alias)) < min(length(w.canonical_name)) THEN 'shorthand'
        ELSE 'name'
    END AS alias_type,
    CASE WHEN bool_or(w.is_canonical) THEN 1.0 ELSE $alias_confidence END AS confidence
FROM named AS w
JOIN normal AS n ON n.words = w.alias
SEMI JOIN nodes AS o ON o.node_id = w.node_id
WHERE n.normalized <> ''
GROUP BY w.node_id, n.normalized
