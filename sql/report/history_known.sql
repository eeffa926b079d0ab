-- Keeps the rows of `history_at()`, all that the build knows, in the table `history_known`, and makes a `history_at` that reads
-- this table, so that the macros that the report asks work it out only once. For a moment other than the build's as_of the new
-- `history_at` has no rows: the only such moment that the report asks about is the beginning of time, when nothing was known.
CREATE TEMP TABLE history_known AS SELECT build_as_of() AS known_at_utc, * FROM history_at();

CREATE TEMP MACRO history_at(known_at := NULL) AS TABLE
SELECT * EXCLUDE (known_at_utc)
FROM history_known
WHERE known_at_utc = instant_of(coalesce(known_at::VARCHAR, build_as_of()::VARCHAR));
