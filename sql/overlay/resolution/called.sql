-- Names that one node alone has, with the node: its mentions are known to mean it, also where no entity was found in the text.
-- `is_short` says that the node has a longer name (`lexicon`). `lexicon` is given.
SELECT normalized_alias, min(node_id) AS node_id, bool_or(alias_type = 'shorthand') AS is_short
FROM lexicon
GROUP BY normalized_alias
HAVING count(DISTINCT node_id) = 1
