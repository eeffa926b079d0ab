-- The claims that a newer state closes (seed 000 §5.10.4): all of the earlier run (timepoints of one value in a row) that are
-- open when the next run begins (design §9), if the decision is SUPERSEDES. `still_open`, `decisions` and `pairs` are given.
SELECT o.n, d.pair, d.run, d.changes_at AS moment, d.cur_assertion_id AS superseded_by, p.rule_id
FROM still_open AS o
JOIN decisions AS d ON d.pair = o.pair AND d.run = o.run
JOIN pairs AS p ON p.pair = o.pair
WHERE d.outcome = 'SUPERSEDES'
