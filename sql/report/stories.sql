-- One row per stretch of a story. `begun_at` and `ended_at` are the places of the words that say since when and until when it
-- was so. `other_begins` and `other_ends` are other beginnings and ends that claims name. `places` are the places of the sure
-- claims that say that it began or held. Tables, views and macros are those of kg.duckdb, but with one entity for one person
-- (as_one.sql).
WITH said AS (
    SELECT
        subject_entity_id,
        matter,
        object_key,
        stretch,
        min({'message_id': message_id, 'char_start': char_start, 'char_end': char_end}) FILTER (says = 'since') AS begun_at,
        min({'message_id': message_id, 'char_start': char_start, 'char_end': char_end}) FILTER (says = 'until') AS ended_at,
        list(DISTINCT {'at_utc': at_utc, 'precision': precision} ORDER BY {'at_utc': at_utc, 'precision': precision})
            FILTER (says = 'other_since') AS other_begins,
        list(
            DISTINCT {'at_utc': at_utc, 'precision': precision, 'is_last_included': is_last_included}
            ORDER BY {'at_utc': at_utc, 'precision': precision, 'is_last_included': is_last_included}
        ) FILTER (says = 'other_until') AS other_ends,
        list(
            DISTINCT {'message_id': message_id, 'char_start': char_start, 'char_end': char_end}
            ORDER BY {'message_id': message_id, 'char_start': char_start, 'char_end': char_end}
        ) FILTER (mark <> 'end' AND is_sure) AS places
    FROM story_marks
    GROUP BY ALL
)
SELECT s.*, m.* EXCLUDE (subject_entity_id, matter, object_key, stretch), e.canonical_name AS subject, p.category
FROM stories AS s
JOIN said AS m USING (subject_entity_id, matter, object_key, stretch)
JOIN entities AS e ON e.entity_id = s.subject_entity_id
LEFT JOIN predicates AS p ON p.canonical_label = s.matter
ORDER BY s.subject_entity_id, s.matter, s.object_key, s.stretch
