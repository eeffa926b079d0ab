-- One row per claim that the next value can close, because it still holds when that value begins (design §9). The claims of
-- each run of claims are looked at: a series of claims of one subject and predicate that follow each other in time and have
-- the same value. The row with `place` 1 is the newest open claim of its run and represents the run. Claims that only close
-- others (`only_closes`) are left out. A claim of which words say only that it is over by now is not left out. Reads the rows
-- of walk.sql and changes.sql.
SELECT
    w.n,
    w.pair,
    w.run,
    w.valid_from_utc,
    row_number() OVER (PARTITION BY w.pair, w.run ORDER BY w.valid_from_utc DESC, w.place) AS place
FROM walk AS w
JOIN changes AS c ON c.pair = w.pair AND c.run = w.run
WHERE NOT w.only_closes AND (w.valid_to_utc IS NULL OR w.valid_to_utc > c.changes_at)
