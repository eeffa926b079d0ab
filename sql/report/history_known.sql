-- Keeps what `history_at()` says of all that the build knows in the table `history_known`, and makes a `history_at` that reads
-- it, so that the macros that the report asks work it out only once. For any other moment that `history_at` has no rows: the only
-- one the report asks about is the beginning of time, when nothing was known.
CREATE TEMP TABLE history_known AS SELECT build_as_of() AS known_at_utc, * FROM history_at();

CREATE TEMP MACRO history_at(known_at := NULL) AS TABLE
SELECT * EXCLUDE (known_at_utc)
FROM history_known
WHERE known_at_utc = instant_of(coalesce(known_at::VARCHAR, build_as_of()::VARCHAR));
