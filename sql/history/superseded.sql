-- One row per claim that a newer value closes, with the claim that closes it (`superseded_by`) and the moment (seed 000
-- §5.10.4). The closed claim belongs to a run of claims: a series of claims of one subject and predicate that follow each
-- other in time and have the same value. If the decision on the run is SUPERSEDES, all its claims that are still open when the
-- next run begins are closed (design §9). Reads the rows of still_open.sql, decisions.sql and pairs.sql.
SELECT o.n, d.pair, d.run, d.changes_at AS moment, d.cur_assertion_id AS superseded_by, p.rule_id
FROM still_open AS o
JOIN decisions AS d ON d.pair = o.pair AND d.run = o.run
JOIN pairs AS p ON p.pair = o.pair
WHERE d.outcome = 'SUPERSEDES'
