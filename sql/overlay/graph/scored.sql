-- One row per node, with what its evidence up to `as_of` says of it (§5.1, §5.3, §5.4, §5.6, §16.7). That is: its confidence,
-- how much the evidence contradicts itself (`conflict_score`), the caution with which the node is to be told
-- (`delivery_hint`), whether the evidence is too old (`staleness_state`), and its tier. A thing of things.sql without evidence
-- up to `as_of` has no row. Reads the rows of events.sql, evidence.sql, claim_facts.sql and things.sql. The caller gives
-- `kinds` (tier, half-life, first alpha and beta of each kind of node) and `subtypes` (the tiers of subtypes that differ from
-- their kind).
WITH sums AS (
    SELECT
        node_id,
        sum(delta_alpha::DECIMAL(38, 12))::DOUBLE AS added_alpha,
        sum(delta_beta::DECIMAL(38, 12))::DOUBLE AS added_beta
    FROM events
    GROUP BY node_id
),

seen AS (
    SELECT
        node_id,
        min(said_at) AS created_at,
        max(said_at) AS updated_at,
        max(said_at) FILTER (direction = 'bears') AS verified_at,
        bool_or(direction = 'bears' AND entry_type <> 'agent_observation') AS is_persons
    FROM evidence
    GROUP BY node_id
),

-- The status and the `until_utc` of a node's newest positive claim.
outcomes AS (
    SELECT
        node_id,
        -- Status and end are those of one claim: the end of an older claim is not the end of a newer one that has none.
        max_by(
            {'status': status, 'until_utc': until_utc}, {'at': coalesce(asserted_at_utc, $horizon), 'id': assertion_id}
        ) AS newest
    FROM claim_facts
    WHERE polarity = 'positive'
    GROUP BY node_id
),

counted AS (
    SELECT
        t.*,
        k.half_life_days,
        coalesce(s.tier, k.tier) AS tier,
        k.lifecycle,
        k.substate,
        n.created_at,
        n.updated_at,
        coalesce(n.verified_at, n.created_at) AS last_verified_at,
        n.is_persons,
        o.newest.status AS status,
        o.newest.until_utc AS until_utc,
        k.alpha + coalesce(v.added_alpha, 0) AS raw_alpha,
        k.beta + coalesce(v.added_beta, 0) AS raw_beta,
        -- Alpha and beta are scaled down together when their sum grows beyond the cap, so that new evidence still counts.
        least(1.0, $max_alpha_beta / (raw_alpha + raw_beta)) AS scale,
        round(raw_alpha * scale, 12) AS alpha,
        round(raw_beta * scale, 12) AS beta,
        epoch_ms($as_of::TIMESTAMP) - epoch_ms(last_verified_at::TIMESTAMP) AS age_ms,
        greatest(0, age_ms) / 86400000.0 AS age_days
    FROM things AS t
    JOIN kinds AS k USING (node_kind)
    JOIN seen AS n USING (node_id)
    LEFT JOIN subtypes AS s USING (node_kind, subtype)
    LEFT JOIN sums AS v USING (node_id)
    LEFT JOIN outcomes AS o USING (node_id)
),

staled AS (
    SELECT
        *,
        CASE
            WHEN status = 'retracted' THEN 'invalidated'
            WHEN half_life_days IS NULL OR age_days <= half_life_days THEN 'fresh'
            WHEN age_days > half_life_days * $expired_after THEN 'expired'
            ELSE 'stale'
        END AS staleness_state
    FROM counted
)

SELECT
    *,
    alpha / (alpha + beta) * coalesce(exp(-ln(2) * age_days / half_life_days), 1.0) AS faded,
    -- Chats and notes are no authority: a `domain_concept` is never surer than `principle_most_confidence`.
    CASE WHEN node_kind = 'domain_concept' THEN least(faded, $principle_most_confidence) ELSE faded END AS capped,
    CASE staleness_state WHEN 'expired' THEN capped * $expired_factor WHEN 'invalidated' THEN 0.0 ELSE capped END AS kept,
    round(greatest(0.0, least(1.0, kept)), 12) AS confidence,
    round((1 - abs(alpha - beta) / (alpha + beta)) * least((alpha + beta) / $conflict_full_evidence, 1.0), 12) AS conflict_score,
    CASE
        WHEN conflict_score > $distinguished_above THEN '[distinguish]'
        WHEN conflict_score > $disputed_above THEN '[caution]'
    END AS delivery_hint
FROM staled
