-- Moments as a person writes them (design §8); the other macros of time read theirs through it.

CREATE MACRO instant_of(moment) AS coalesce(
    strftime(
        make_timestamp(epoch_us(try_cast(
            CASE
                WHEN regexp_full_match(moment::VARCHAR, '\d{4}') THEN moment::VARCHAR || '-01-01 00:00:00+00'
                WHEN regexp_full_match(moment::VARCHAR, '\d{4}-\d{2}') THEN moment::VARCHAR || '-01 00:00:00+00'
                WHEN regexp_full_match(moment::VARCHAR, '\d{4}-\d{2}-\d{2}') THEN moment::VARCHAR || ' 00:00:00+00'
                WHEN regexp_full_match(moment::VARCHAR, '\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?')
                    THEN moment::VARCHAR || '+00'
                WHEN
                    regexp_full_match(
                        moment::VARCHAR, '\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)'
                    )
                    THEN moment::VARCHAR
            END AS TIMESTAMPTZ
        ))),
        '%Y-%m-%dT%H:%M:%S.%gZ'
    ),
    error(
        'no moment is called ' || coalesce('''' || moment::VARCHAR || '''', 'NULL')
        || '; a moment is 2022, 2022-06, 2022-06-01, or 2022-06-01T12:00:00Z'
    )
);

COMMENT ON MACRO instant_of IS
    'A moment as the tables hold it: 2022, 2022-06 and 2022-06-01 are their first instant, and what names no zone is UTC.';

CREATE MACRO grain_end(moment, grain) AS strftime(
    moment::TIMESTAMP + CASE grain
        WHEN 'minute' THEN INTERVAL 1 MINUTE
        WHEN 'hour' THEN INTERVAL 1 HOUR
        WHEN 'day' THEN INTERVAL 1 DAY
        WHEN 'week' THEN INTERVAL 7 DAY
        WHEN 'month' THEN INTERVAL 1 MONTH
        WHEN 'quarter' THEN INTERVAL 3 MONTH
        WHEN 'half' THEN INTERVAL 6 MONTH
        WHEN 'year' THEN INTERVAL 1 YEAR
        WHEN 'decade' THEN INTERVAL 10 YEAR
        WHEN 'century' THEN INTERVAL 100 YEAR
        ELSE INTERVAL 1 SECOND
    END,
    '%Y-%m-%dT%H:%M:%S.%gZ'
);

COMMENT ON MACRO grain_end IS 'The end of the minute, the day, the year ... that begins at a moment.';

-- When a claim of stage 5 ceased to hold: what names no beginning at its hint, what is no state after its grain.
CREATE MACRO claim_end(is_dated, valid_time_type, modality, valid_from, valid_to, until_hint, grain) AS
    CASE
        WHEN NOT is_dated THEN until_hint
        WHEN valid_time_type = 'instant' AND modality NOT IN ('state', 'preference') THEN grain_end(valid_from, grain)
        ELSE valid_to
    END;
COMMENT ON MACRO claim_end IS 'When a claim ceased to hold, NULL if it still does.';
