-- One row per claim of told.sql, with two more columns. `is_named` says that the claim's own words bound a stretch ("in
-- 2020"). `has_only_an_end` says that they give an end but no beginning. The precision 'range' ("from 2016 to 2018") is
-- replaced by the precision of its two ends: year, month or day (as `kg_assets/core/when.py` reads it). Reads the rows of
-- told.sql.
WITH grains AS (
    SELECT
        assertion_id,
        CASE
            WHEN list_bool_and([strftime(one, '%d %H:%M:%S.%g') = '01 00:00:00.000' FOR one IN ends]) THEN
                CASE WHEN list_bool_and([month(one) = 1 FOR one IN ends]) THEN 'year' ELSE 'month' END
            ELSE 'day'
        END AS grain
    FROM (
        SELECT
            assertion_id,
            [
                one::TIMESTAMPTZ AT TIME ZONE $zone
                -- An end that another claim gave is no end of this claim's range, and is left out if the claim has a range of its
                -- own.
                FOR one IN [
                    CASE WHEN from_precision = 'range' THEN from_utc END,
                    CASE WHEN is_until_included OR from_precision IS DISTINCT FROM 'range' THEN until_utc END
                ]
                IF one IS NOT NULL
            ] AS ends
        FROM told
        WHERE from_precision = 'range' OR until_precision = 'range'
    )
)
SELECT
    t.* REPLACE (
        CASE WHEN t.from_precision = 'range' THEN g.grain ELSE t.from_precision END AS from_precision,
        CASE WHEN t.until_precision = 'range' THEN g.grain ELSE t.until_precision END AS until_precision
    ),
    t.from_utc IS NULL AND t.until_utc IS NOT NULL AS has_only_an_end,
    -- A stretch that the claim's own words bound: "in 2020", "from 2016 to 2018".
    coalesce(t.role = 'holds', FALSE)
    AND t.polarity = 'positive'
    AND t.has_beginning
    AND t.is_until_included
    AND t.until_utc IS NOT NULL AS is_named
FROM told AS t
LEFT JOIN grains AS g USING (assertion_id)
