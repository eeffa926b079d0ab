-- Speeds up the report, whose macros ask the macro `history_at()` many times. The table `history_known` keeps the rows that
-- this macro gives for the as_of of the build, which is all that the build knows. A new macro `history_at` reads this table.
-- Asked about any other moment, the new macro gives no rows. That is right here: the only such moment that the report asks
-- about is the beginning of time, when nothing was known.
CREATE TEMP TABLE history_known AS SELECT build_as_of() AS known_at_utc, * FROM history_at();

CREATE TEMP MACRO history_at(known_at := NULL) AS TABLE
SELECT * EXCLUDE (known_at_utc)
FROM history_known
WHERE known_at_utc = instant_of(coalesce(known_at::VARCHAR, build_as_of()::VARCHAR));
