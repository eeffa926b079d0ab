-- `overlay.usage_events` (§34.3): one row per result that a named tool gave, up to `as_of`. `weighs` (§34.4) says whether the
-- result counts for the tool ('bears'), against it ('opposes') or not at all (NULL). Every `successes_that_bear`-th success of
-- the tool counts for it. In an unbroken series of failures every `failures_that_oppose`-th counts against it. Reads the rows
-- of spoken.sql.
WITH results AS (
    SELECT
        p.part_id,
        p.message_id,
        p.part_index,
        trim(coalesce(json_extract_string(p.metadata_json, '$.name'), m.author_name)) AS tool_name,
        s.said_at,
        s.conversation_id,
        s.order_index,
        CASE
            WHEN m.export_content_type = 'system_error'
                OR json_extract_string(p.metadata_json, '$.is_error') = 'true'
                OR contains(p.text_content, 'Traceback (most recent call last)')
                THEN 'failure'
            ELSE 'success'
        END AS outcome
    FROM kg.message_parts AS p
    JOIN kg.messages AS m USING (message_id)
    JOIN spoken AS s USING (message_id)
    WHERE p.part_type = 'tool_result'
),

named AS (
    SELECT *, sha256('tool|' || lower(tool_name))[:32] AS tool_id
    FROM results
    WHERE tool_name <> ''
),

counted AS (
    SELECT
        *,
        row_number() OVER by_time AS place,
        count(*) FILTER (outcome = 'success') OVER by_time AS successes
    FROM named
    WINDOW by_time AS (PARTITION BY tool_id ORDER BY said_at, conversation_id, order_index, message_id, part_index)
),

rowed AS (
    SELECT
        *,
        count(*) FILTER (outcome = 'failure') OVER (PARTITION BY tool_id, successes ORDER BY place) AS failures_in_a_row
    FROM counted
)

SELECT
    sha256('used|' || part_id) AS event_id,
    'tool:' || tool_id AS node_id,
    said_at AS used_at,
    'executed' AS usage_type,
    outcome,
    message_id,
    conversation_id AS session_ref,
    place,
    CASE
        WHEN outcome = 'success' AND successes % $successes_that_bear = 0 THEN 'bears'
        WHEN outcome = 'failure' AND failures_in_a_row % $failures_that_oppose = 0 THEN 'opposes'
    END AS weighs,
    tool_id,
    tool_name
FROM rowed
