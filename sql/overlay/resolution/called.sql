-- One row per name that only one node has, with that node. A mention of such a name means that node, even if no entity was
-- found there. `is_short` says that the name is short for a longer name of the node ("Tussock" for "Tussock Lighting"). Reads
-- the rows of lexicon.sql.
SELECT normalized_alias, min(node_id) AS node_id, bool_or(alias_type = 'shorthand') AS is_short
FROM lexicon
GROUP BY normalized_alias
HAVING count(DISTINCT node_id) = 1
