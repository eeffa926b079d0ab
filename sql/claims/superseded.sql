-- The assertions with what takes their place (seed 000 §4.7.4.3). Given: `assertions`, and `links`, one row per
-- retraction that has a target. Of several on one claim the strongest kind stands, then the first.
WITH ranked AS (
    SELECT
        target_assertion_id,
        superseded_by,
        CASE retraction_type
            WHEN 'full' THEN 'retraction' WHEN 'correction' THEN 'correction' ELSE 'temporal_end'
        END AS supersession,
        row_number() OVER (
            PARTITION BY target_assertion_id
            ORDER BY
                CASE retraction_type WHEN 'full' THEN 1 WHEN 'correction' THEN 2 ELSE 3 END, said_at NULLS LAST,
                retraction_id
        ) AS rank
    FROM links
    -- A correction without a claim that could take its place changes nothing.
    WHERE retraction_type <> 'correction' OR superseded_by IS NOT NULL
)
SELECT a.* REPLACE (
    -- What a person has decided stands before what their words suggest.
    CASE WHEN a.supersession_type IS NULL THEN r.superseded_by ELSE a.superseded_by_assertion_id END
        AS superseded_by_assertion_id,
    coalesce(a.supersession_type, r.supersession) AS supersession_type
)
FROM assertions a
LEFT JOIN ranked r ON r.target_assertion_id = a.assertion_id AND r.rank = 1
ORDER BY a.message_id, a.char_start NULLS LAST, a.assertion_id
