-- `overlay.alias_lexicon` (§42A.2.6A): the names by which mentions are looked up: aliases, within `min_alias_length` and
-- `max_alias_tokens`, of active nodes that are entities or accepted names and not blocked. The confidence of a node plays no
-- part.
SELECT
    a.node_id,
    a.normalized_alias,
    n.canonical_name,
    CASE WHEN a.confidence = 1.0 THEN 'canonical_name' ELSE a.alias_type END AS alias_type,
    n.node_kind,
    CASE WHEN a.confidence = 1.0 THEN $canonical_alias_score ELSE $other_alias_score END AS raw_alias_score,
    n.visibility_class
FROM overlay.aliases AS a
JOIN overlay.nodes AS n USING (node_id)
WHERE
    n.is_active AND n.source_kind IN ('entity', 'name') AND n.visibility_class <> 'blocked'
    AND length(a.normalized_alias) >= $min_alias_length
    AND length(a.normalized_alias) - length(replace(a.normalized_alias, ' ', '')) < $max_alias_tokens
