-- The candidates about a bare name ("Sal") of which the person says nowhere whose it is: no other candidate from a message of
-- theirs has it, or a longer name with this word ("Big Sal"), as the object of a relation to a person or a pet ("my friend Sal").
WITH words AS (
    SELECT c.object, unnest(string_split(c.object, ' ')) AS word
    FROM candidates AS c
    JOIN kg.messages AS m USING (message_id)
    WHERE
        m.role = 'user'
        AND c.bare_name IS NULL
        AND c.object IS NOT NULL
        AND list_contains($relations, c.predicate_label)
),
named AS (
    -- Of several words those in lower case are no names: "two kids".
    SELECT DISTINCT lower(word) AS name
    FROM words
    WHERE word = object OR regexp_matches(word, '^\p{Lu}')
)
SELECT candidate_id, message_id
FROM candidates
WHERE bare_name IS NOT NULL AND lower(bare_name) NOT IN (SELECT name FROM named)
ORDER BY candidate_id
