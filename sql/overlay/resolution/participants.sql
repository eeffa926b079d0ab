-- One row per conversation and node that takes part in it (§42A.2.9). A node takes part if one of its names is like the name
-- of an author of messages: the two names share at least `participant_share` of all words that they have. Of an e-mail address
-- only the part before the @ counts. Words of one or two letters do not count. Reads the rows of lexicon.sql.
WITH authors AS (
    SELECT DISTINCT 'thread:' || conversation_id AS source_node_id, author_name
    FROM kg.messages
    WHERE author_name IS NOT NULL AND role <> 'tool'
),

author_words AS (
    SELECT
        source_node_id,
        author_name,
        list_filter(
            list_distinct(regexp_split_to_array(lower(
                CASE WHEN contains(author_name, '@') THEN split_part(author_name, '@', 1) ELSE author_name END
            ), '[\s._-]+')),
            lambda word: length(word) >= 3
        ) AS words
    FROM authors
),

name_words AS (
    SELECT
        node_id,
        list_filter(list_distinct(string_split(normalized_alias, ' ')), lambda word: length(word) >= 3) AS words
    FROM lexicon
)

SELECT DISTINCT a.source_node_id, n.node_id
FROM author_words AS a
JOIN name_words AS n ON list_has_any(a.words, n.words)
WHERE
    length(list_intersect(a.words, n.words))
    >= $participant_share * (length(a.words) + length(n.words) - length(list_intersect(a.words, n.words)))
