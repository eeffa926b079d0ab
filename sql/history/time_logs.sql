-- One row per claim that has times in time_candidates.sql (seed 000 §5.4.3). `weighed` is the number of these times.
-- `candidates` lists them with their scores, the best first. It goes into the log of `kg.assertion_temporalized`. It holds the
-- items of a JSON list without the brackets; temporalized.sql adds these. Reads the rows of time_candidates.sql.
WITH numbers AS (
    SELECT
        *,
        CASE WHEN alignment = trunc(alignment) THEN alignment::BIGINT::VARCHAR ELSE to_json(alignment)::VARCHAR END
        AS alignment_text,
        CASE
            WHEN confidence = trunc(confidence) THEN confidence::BIGINT::VARCHAR ELSE to_json(confidence)::VARCHAR
        END AS confidence_text,
        CASE WHEN score = trunc(score) THEN score::BIGINT::VARCHAR ELSE to_json(score)::VARCHAR END AS score_text
    FROM time_candidates
)
SELECT
    n,
    count(*) AS weighed,
    string_agg(
        concat(
            '{"alignment":', alignment_text, ',"confidence":', confidence_text, ',"gap":', coalesce(gap::VARCHAR, 'null'),
            ',"score":', score_text, ',"time_mention_id":"', time_mention_id, '"}'
        ),
        ',' ORDER BY rank
    ) AS candidates
FROM numbers
GROUP BY n
