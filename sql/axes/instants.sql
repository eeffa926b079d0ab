-- The macro `instant_of` turns a moment as a person writes it (2022, 2022-06, 2022-06-01 or 2022-06-01T12:00:00Z) into a
-- TIMESTAMP in UTC; 2022 becomes its first instant. If the text is no such moment, the macro raises an error (design §8). The
-- other macros of time call it for the moments that they are given.

CREATE MACRO instant_of(moment) AS coalesce(
    date_trunc(
        'millisecond',
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
        )))
    ),
    error(
        'no moment is called ' || coalesce('''' || moment::VARCHAR || '''', 'NULL')
        || '; a moment is 2022, 2022-06, 2022-06-01, or 2022-06-01T12:00:00Z'
    )
);

COMMENT ON MACRO instant_of IS
    'A moment as the tables hold it, a TIMESTAMP of UTC: 2022, 2022-06 and 2022-06-01 are their first instant, and what names no zone is UTC.';
