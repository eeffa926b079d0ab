-- The candidates about a bare name ("Sal") of which the person says nowhere whose it is: no other candidate from a message of
-- theirs has it, or a longer name with this word ("Big Sal"), as the object of a relation to a person or a pet that somebody of
-- theirs stands in: they themselves, a relative ("my sister's husband Roald"), or one who is named so. Of whom they tell in
-- $conversations conversations is somebody of their life without that.
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
    -- Of several words those in lower case are no names: "two kids".
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
