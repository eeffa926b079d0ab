-- Stage 5 on all that the build knows, walked once: the macros that the report asks read it from here afterwards. Nothing
-- was known at the beginning of time, the only other moment that the report asks about.
CREATE TEMP TABLE history_known AS SELECT build_as_of() AS known_at_utc, * FROM history_at();

CREATE TEMP MACRO history_at(known_at := NULL) AS TABLE
SELECT * EXCLUDE (known_at_utc)
FROM history_known
WHERE known_at_utc = instant_of(coalesce(known_at::VARCHAR, build_as_of()::VARCHAR));
