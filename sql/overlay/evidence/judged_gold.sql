-- One row per relation that the person approved or rejected. These rows are the gold set of §42.8, by which a policy (a bonus
-- of evidence for each relation type) is measured. `is_earned_now` says whether the counts and the score of the relation would
-- make it an edge under the `policy` in force, `is_earned_staged` under the `staged` one. The score of a rejected relation is
-- already lower, because the rejection counts as evidence against it. Reads the rows of bundles.sql. The caller gives `policy`
-- (the bonus of each relation type, learned from verdicts) and `staged` (the policy that is not activated yet).
SELECT
    b.user_verdict = 'approved' AS is_true,
    b.support_count >= $min_support_count_for_promotion
    AND b.distinct_observation_count >= $min_distinct_observations_for_promotion
    AND b.evidence_score + coalesce(p.bonus, 0.0) >= $min_salience_for_promotion AS is_earned_now,
    b.support_count >= $min_support_count_for_promotion
    AND b.distinct_observation_count >= $min_distinct_observations_for_promotion
    AND b.evidence_score + coalesce(s.bonus, 0.0) >= $min_salience_for_promotion AS is_earned_staged
FROM bundles AS b
LEFT JOIN policy AS p USING (relation_type)
LEFT JOIN staged AS s USING (relation_type)
WHERE b.user_verdict IN ('approved', 'rejected')
ORDER BY b.evidence_bundle_id
