-- One row about all work of the program that recognises names. It says how many messages of prose and how many characters the
-- program was given, how many of its calls found a name, and how many names they found. `calls_sha256` is one hash over these
-- calls. Calls that found nothing are not kept and not counted.
SELECT
    (SELECT count(*) FROM kg.messages WHERE is_prose AND text_raw IS NOT NULL) AS messages,
    (SELECT coalesce(sum(length(text_raw)), 0)::BIGINT FROM kg.messages WHERE is_prose AND text_raw IS NOT NULL)
        AS characters,
    count(*) AS calls_with_an_answer,
    coalesce(sum(json_array_length(output_json)), 0)::BIGINT AS spans,
    sha256(coalesce(string_agg(call_id || ' ' || input_sha256 || ' ' || sha256(output_json), ',' ORDER BY call_id), ''))
        AS calls_sha256
FROM kg.ner_model_calls
