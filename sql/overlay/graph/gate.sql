-- `overlay.write_gate_decisions` (§10.4, §20.6): one row per claim of the person about themselves that could become a node
-- because of its predicate, with the `decision`. Questions, corrected claims and passing claims ("I'm tired") are `rejected`.
-- Of the other claims, several can give the same node: the first is `accepted`, and the later ones are `merged` into its node.
-- The caller gives `claim_kinds` (which node a claim with a predicate becomes).
WITH candidates AS (
    SELECT
        a.assertion_id,
        a.message_id,
        'claim:' || sha256(a.fact_key)[:32] AS node_id,
        k.node_kind,
        k.subtype,
        k.asserts AS assertion_class,
        p.canonical_label AS predicate,
        a.confidence_final AS confidence,
        CASE
            WHEN a.modality = 'question' THEN 'hypothetical'
            WHEN s.doubt = 'passing' THEN 'transient'
            ELSE 'durable'
        END AS capture_scope,
        CASE WHEN m.source_kind IN ('chatgpt', 'claude') THEN 'user_stated_in_chat' ELSE 'imported' END AS source,
        s.is_corrected,
        s.from_utc,
        s.until_utc,
        coalesce(a.asserted_at_utc, $horizon) AS said_at
    FROM kg.assertions AS a
    JOIN kg.predicates AS p USING (predicate_id)
    JOIN claim_kinds AS k ON k.predicate = p.canonical_label
    JOIN kg.entities AS e ON e.entity_id = a.subject_entity_id AND e.entity_key = '__SELF__'
    JOIN kg.claim_spans AS s USING (assertion_id)
    JOIN kg.messages AS m USING (message_id)
    WHERE a.asserted_role = 'user'
),

judged AS (
    SELECT
        *,
        CASE
            WHEN capture_scope IN ('hypothetical', 'transient') THEN capture_scope
            WHEN is_corrected THEN 'corrected'
        END AS refusal
    FROM candidates
)

SELECT
    *,
    CASE
        WHEN refusal IS NOT NULL THEN 'rejected'
        WHEN row_number() OVER (
            PARTITION BY node_id, refusal IS NULL ORDER BY said_at, assertion_id
        ) > 1 THEN 'merged'
        ELSE 'accepted'
    END AS decision,
    CASE
        WHEN node_kind <> 'memory_directive' OR refusal IS NOT NULL THEN NULL
        WHEN source = 'user_stated_in_chat' AND confidence >= $durable_fact_confidence
            AND assertion_class = 'durable_fact' THEN 'active'
        ELSE 'observation'
    END AS maturity_state
FROM judged
