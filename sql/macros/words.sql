-- The macro `object_words` gives the object of a claim as words: the name of the entity, else the literal.

CREATE MACRO object_words(name, value_type, value) AS coalesce(
    name,
    CASE
        WHEN value_type IN ('string', 'date') THEN value ->> '$'
        -- Sums and measures are {"unit": ..., "value": ...}.
        WHEN value_type = 'json' THEN coalesce((value ->> '$.value') || ' ' || (value ->> '$.unit'), value)
        ELSE value
    END
);

COMMENT ON MACRO object_words IS
    'The object of a claim as it is said: the name of an entity, or the literal without quotes and braces.';
