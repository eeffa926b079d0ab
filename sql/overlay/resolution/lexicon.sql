-- `overlay.alias_lexicon` (§42A.2.6A): one row per name and node, for looking up mentions. The names are aliases of active
-- nodes that are entities or accepted names and are not blocked. A name has at least `min_alias_length` characters and at most
-- `max_alias_tokens` words. The confidence of the node does not matter.
--
-- A name can also be short for the name of an organization: "Tussock" becomes a name of the node "Tussock Lighting". For this,
-- all of the following must hold:
-- - no other longer name begins with Tussock;
-- - nobody has said what Tussock is (subtype 'thing');
-- - Tussock is no part of a person's name;
-- - both nodes have the same visibility.
WITH named AS (
    SELECT a.*, n.canonical_name, n.node_kind, n.subtype, n.visibility_class
    FROM overlay.aliases AS a
    JOIN overlay.nodes AS n USING (node_id)
    WHERE
        n.is_active AND n.source_kind IN ('entity', 'name') AND n.visibility_class <> 'blocked'
        AND length(a.normalized_alias) >= $min_alias_length
        AND length(a.normalized_alias) - length(replace(a.normalized_alias, ' ', '')) < $max_alias_tokens
),

beginnings AS (
    SELECT
        node_id,
        subtype,
        visibility_class,
        array_to_string(words[1:unnest(range(1, length(words)))], ' ') AS beginning
    FROM (SELECT node_id, subtype, visibility_class, string_split(normalized_alias, ' ') AS words FROM named)
),

of_people AS (SELECT DISTINCT unnest(string_split(normalized_alias, ' ')) AS word FROM named WHERE subtype = 'person'),

short AS (
    SELECT s.node_id AS short_id, min(b.node_id) AS node_id
    FROM named AS s
    JOIN beginnings AS b ON b.beginning = s.normalized_alias AND b.node_id <> s.node_id
    ANTI JOIN of_people AS p ON p.word = s.normalized_alias
    WHERE s.subtype = 'thing'
    GROUP BY s.node_id
    HAVING
        count(DISTINCT b.node_id) = 1 AND min(b.subtype) = 'organization'
        AND min(b.visibility_class) = min(s.visibility_class)
)

SELECT
    coalesce(s.node_id, a.node_id) AS node_id,
    a.normalized_alias,
    coalesce(o.canonical_name, a.canonical_name) AS canonical_name,
    CASE WHEN s.node_id IS NOT NULL THEN 'shorthand' WHEN a.confidence = 1.0 THEN 'canonical_name' ELSE a.alias_type END
        AS alias_type,
    coalesce(o.node_kind, a.node_kind) AS node_kind,
    CASE WHEN a.confidence = 1.0 AND s.node_id IS NULL THEN $canonical_alias_score ELSE $other_alias_score END
        AS raw_alias_score,
    a.visibility_class
FROM named AS a
LEFT JOIN short AS s ON s.short_id = a.node_id
LEFT JOIN overlay.nodes AS o ON o.node_id = s.node_id
