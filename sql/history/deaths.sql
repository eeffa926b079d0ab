-- One row per entity that died, with the moment of the death (`died_utc`), the last moment at which it can have been
-- (`latest_utc`), and the message that tells of it. The person themselves is left out.
--
-- A death is a sure claim of one of the events in `$death_events` ("Maureen died in February"). A claim with one of
-- `$death_idioms` is none ("died laughing"). `died_utc` is the beginning of the time that the words name. If they name none,
-- it is when the death was told. `latest_utc` is the end of the time that the words name, but never after the death was told.
-- If several claims tell of the death, the one with the earliest `died_utc` counts.
--
-- Nouns that mean one relative (a list in `$death_names`) mean one who died: after "mom died", "my mother" has a row, too.
--
-- A parent, partner or pet without a name may die ("my dad passed away"). If other claims give exactly one name for them ("my
-- dad Derek"), the entity with that name has a row, too. Reads the rows of claims.sql, corrections.sql, pairs.sql,
-- retracted.sql and valid_times.sql.
WITH told AS (
    SELECT
        p.subject_entity_id AS entity_id,
        c.message_id,
        CASE
            WHEN v.has_explicit_valid_time THEN coalesce(v.valid_from_utc, c.known_from_utc)
            ELSE c.known_from_utc
        END AS died_utc,
        greatest(
            died_utc,
            least(CASE WHEN v.has_explicit_valid_time THEN v.valid_to_utc END, c.known_from_utc)
        ) AS latest_utc
    FROM claims AS c
    JOIN pairs AS p USING (pair)
    JOIN kg.predicates AS k USING (predicate_id)
    JOIN kg.assertions AS a USING (assertion_id)
    JOIN kg.entities AS e ON e.entity_id = p.subject_entity_id AND e.entity_key IS DISTINCT FROM '__SELF__'
    JOIN valid_times AS v USING (n)
    ANTI JOIN retracted AS r USING (n)
    ANTI JOIN corrections AS x USING (n)
    WHERE
        k.canonical_label_norm IN (SELECT unnest($death_events))
        AND NOT regexp_matches(
            lower(coalesce(a.object_value, '')), '\b(?:' || array_to_string($death_idioms, '|') || ')\b'
        )
        AND c.polarity = 'positive'
        AND c.modality = 'fact'
        AND c.is_user_grounded
        AND c.confidence >= $threshold_close::DOUBLE
),
dead AS (
    SELECT * FROM told
    UNION ALL
    SELECT o.entity_id, t.message_id, t.died_utc, t.latest_utc
    FROM told AS t
    JOIN kg.entities AS u USING (entity_id)
    JOIN (SELECT unnest($death_names) AS nouns) AS g
        ON list_contains(g.nouns, replace(u.entity_key, '__SELF__/', '')) AND starts_with(u.entity_key, '__SELF__/')
    JOIN kg.entities AS o
        ON
            starts_with(o.entity_key, '__SELF__/')
            AND list_contains(g.nouns, replace(o.entity_key, '__SELF__/', ''))
            AND o.entity_id <> u.entity_id
),
called AS (
    SELECT u.entity_id, min(n.object_entity_id) AS named_id
    FROM (SELECT DISTINCT entity_id FROM dead) AS d
    JOIN kg.entities AS u USING (entity_id)
    JOIN (SELECT DISTINCT subject_entity_id, predicate_id, object_entity_id FROM kg.assertions) AS r
        ON r.object_entity_id = u.entity_id
    JOIN kg.predicates AS k ON k.predicate_id = r.predicate_id
    JOIN kg.assertions AS n ON n.subject_entity_id = r.subject_entity_id AND n.predicate_id = r.predicate_id
    JOIN kg.entities AS o ON o.entity_id = n.object_entity_id AND NOT starts_with(o.entity_key, '__SELF__')
    WHERE
        starts_with(u.entity_key, '__SELF__/')
        AND k.canonical_label_norm IN ('parent_is', 'partner_is', 'pet_is')
        AND contains(
            ' ' || lower(n.surface_text) || ' ', ' my ' || replace(u.entity_key, '__SELF__/', '') || ' '
        )
    GROUP BY u.entity_id
    HAVING count(DISTINCT n.object_entity_id) = 1
)
SELECT entity_id, told_first.died_utc, told_first.latest_utc, told_first.message_id
FROM (
    SELECT
        entity_id, min({'died_utc': died_utc, 'message_id': message_id, 'latest_utc': latest_utc}) AS told_first
    FROM (
        SELECT entity_id, died_utc, latest_utc, message_id FROM dead
        UNION ALL
        SELECT c.named_id, t.died_utc, t.latest_utc, t.message_id FROM dead AS t JOIN called AS c USING (entity_id)
    )
    GROUP BY entity_id
)
