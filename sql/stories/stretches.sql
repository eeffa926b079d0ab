-- One row per stretch of a matter, with what its marks say. `first` and `last_utc` are the first and the last moment at which
-- marks say that it began or held. `said_utc` and `said_last_utc` are when this was first and last said. `messages` counts the
-- messages in which a sure mark says so. `begun_place` and `over_place` are the numbers of the marks that begin and end the
-- stretch (`place` in placed.sql). Reads the rows of placed.sql and chosen.sql.
SELECT
    n.subject_entity_id,
    n.matter,
    n.object_key,
    n.stretch,
    min(n.object) AS object,
    min(n.object_entity_id) AS object_entity_id,
    bool_or(n.is_functional) AS is_functional,
    bool_or(n.status = 'conflicted') AS is_disputed,
    min({'at_utc': n.at_utc, 'precision': n.precision, 'is_dated': n.is_dated}) FILTER (n.is_up) AS first,
    max(n.at_utc) FILTER (n.is_up) AS last_utc,
    min(n.known_from_utc) FILTER (n.is_up) AS said_utc,
    max(n.known_from_utc) FILTER (n.is_up) AS said_last_utc,
    count(DISTINCT n.message_id) FILTER (n.is_up AND n.is_sure) AS messages,
    min(c.begun.place) AS begun_place,
    min(c.over.place) AS over_place
FROM placed AS n
JOIN chosen AS c USING (subject_entity_id, matter, object_key, stretch)
GROUP BY n.subject_entity_id, n.matter, n.object_key, n.stretch
