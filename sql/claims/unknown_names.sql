-- One row per candidate that is rejected because it names somebody only by a bare name ("Sal") and nothing says who that is. A
-- candidate is a claim as it was read, before its names are resolved.
--
-- The person says who Sal is if another candidate from their messages has Sal, or a longer name with this word ("Big Sal"), as
-- the object of a relation to a person or a pet: "my brother Sal". The subject of that relation must be the person, a relative
-- ("my sister's husband Roald"), or somebody whose own name the person gave in one of these two ways. A bare name also counts
-- as known if candidates tell of its bearer in at least $conversations conversations. The caller gives `candidates` (all
-- candidates of the stage, with the columns that name somebody).
WITH relations AS (
    SELECT c.subject, c.object
    FROM candidates AS c
    JOIN kg.messages AS m USING (message_id)
    WHERE
        m.role = 'user'
        AND c.bare_name IS NULL
        AND c.object IS NOT NULL
        AND c.polarity = 'positive'
        AND c.modality <> 'question'
        AND list_contains($relations, c.predicate_label)
),
words AS (
    SELECT subject, object, unnest(string_split(object, ' ')) AS word
    FROM relations
),
told AS (
    -- In an object of several words ("two kids"), words in lower case are no names.
    SELECT DISTINCT subject, lower(word) AS name
    FROM words
    WHERE word = object OR regexp_matches(word, '^\p{Lu}')
),
own AS (
    SELECT DISTINCT name FROM told WHERE subject = 'SELF' OR starts_with(subject, '__SELF__/')
),
named AS (
    SELECT name FROM own
    UNION
    SELECT t.name FROM told AS t JOIN own AS o ON o.name = lower(split_part(t.subject, ' ', 1))
    UNION
    SELECT lower(c.bare_name)
    FROM candidates AS c
    JOIN kg.messages AS m USING (message_id)
    WHERE c.bare_name IS NOT NULL AND list_contains($vocabulary, c.predicate_label)
    GROUP BY lower(c.bare_name)
    HAVING count(DISTINCT m.conversation_id) >= $conversations
)
SELECT candidate_id, message_id
FROM candidates
WHERE bare_name IS NOT NULL AND lower(bare_name) NOT IN (SELECT name FROM named)
ORDER BY candidate_id
