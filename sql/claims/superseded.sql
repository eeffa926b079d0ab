-- What takes the place of assertions (seed 000 §4.7.4.3), from `links`, one row per retraction that has a target. Of several
-- on one claim the strongest kind stands, then the first.
SELECT
    target_assertion_id AS assertion_id,
    superseded_by,
    CASE retraction_type
        WHEN 'full' THEN 'retraction' WHEN 'correction' THEN 'correction' ELSE 'temporal_end'
    END AS supersession
FROM links
-- A correction without a claim that could take its place changes nothing.
WHERE retraction_type <> 'correction' OR superseded_by IS NOT NULL
QUALIFY
    row_number() OVER (
        PARTITION BY target_assertion_id
        ORDER BY
            CASE retraction_type WHEN 'full' THEN 1 WHEN 'correction' THEN 2 ELSE 3 END, said_at NULLS LAST,
            retraction_id
    ) = 1
ORDER BY assertion_id
