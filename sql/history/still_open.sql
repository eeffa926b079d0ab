-- One row per claim that the next value can close (design §9): the claims of a run (a series of claims of one subject and
-- predicate that follow each other in time and have the same value) that still hold when the next run begins. The row with
-- `place` 1 is the newest and represents the run. Claims that only close others (`only_closes`) are left out. A claim is kept if
-- words say only that it is over by now, without saying since when. Reads the rows of walk.sql and changes.sql.
SELECT
    w.n,
    w.pair,
    w.run,
    w.valid_from_utc,
    row_number() OVER (PARTITION BY w.pair, w.run ORDER BY w.valid_from_utc DESC, w.place) AS place
FROM walk AS w
JOIN changes AS c ON c.pair = w.pair AND c.run = w.run
WHERE NOT w.only_closes AND (w.valid_to_utc IS NULL OR w.valid_to_utc > c.changes_at)
