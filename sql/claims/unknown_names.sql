-- The candidates about a bare name ("Sal") of which the person says nowhere whose it is: no other candidate from a message of
-- theirs has a name with this word in it as the object of a relation to a person or a pet ("my friend Big Sal").
WITH named AS (
    SELECT DISTINCT unnest(string_split(lower(c.object), ' ')) AS name
    FROM candidates AS c
    JOIN kg.messages AS m USING (message_id)
    WHERE
        m.role = 'user'
        AND c.bare_name IS NULL
        AND c.object IS NOT NULL
        AND list_contains($relations, c.predicate_label)
)
SELECT candidate_id, message_id
FROM candidates
WHERE bare_name IS NOT NULL AND lower(bare_name) NOT IN (SELECT name FROM named)
ORDER BY candidate_id
