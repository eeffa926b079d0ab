-- The claims of each run (timepoints of one value in a row) that still hold when the next run begins; only these can be closed
-- then (design §9). The row with `place` 1 is the newest and represents the run. Claims that can only close others
-- (`only_closes`) are left out. Claims that words call over by now, without saying since when, are not. `walk` and `changes` are
-- given.
SELECT
    w.n,
    w.pair,
    w.run,
    w.valid_from_utc,
    row_number() OVER (PARTITION BY w.pair, w.run ORDER BY w.valid_from_utc DESC, w.place) AS place
FROM walk AS w
JOIN changes AS c ON c.pair = w.pair AND c.run = w.run
WHERE NOT w.only_closes AND (w.valid_to_utc IS NULL OR w.valid_to_utc > c.changes_at)
