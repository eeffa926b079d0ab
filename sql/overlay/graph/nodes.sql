-- `overlay.nodes` but for their payloads: state, scope and who may see each. `scored`, `gate`, `versions` and `marks` (a
-- person's own, §42A.2.12A) are given.
WITH mature AS (SELECT DISTINCT node_id FROM gate WHERE maturity_state = 'active'),

placed AS (
    SELECT
        *,
        CASE
            WHEN source_kind = 'claim' AND status IN ('negated', 'superseded', 'retracted')
                OR source_kind = 'claim' AND until_utc <= $as_of THEN 'archived'
            -- What the person names themselves is put forward; what only an assistant named is no more than seen.
            WHEN lifecycle = 'observed' AND source_kind = 'entity' AND is_persons THEN 'suggested'
            ELSE lifecycle
        END AS lifecycle_state,
        CASE lifecycle_state WHEN 'archived' THEN 'ended' ELSE substate END AS lifecycle_substate,
        CASE WHEN m.visibility IN ('local_only', 'blocked') THEN 'private' ELSE 'personal' END AS scope
    FROM scored AS s
    LEFT JOIN marks AS m
        ON m.key = s.node_id AND m.target = 'node'
        OR m.key = s.source_id AND m.target = 'conversation' AND s.source_kind = 'thread'
)

SELECT
    node_id, node_kind, subtype, canonical_name, source_kind, source_id, alpha, beta, confidence, conflict_score,
    delivery_hint, staleness_state, lifecycle_state, lifecycle_substate, tier, created_at, updated_at, last_verified_at,
    'self' AS principal_id,
    scope,
    CASE WHEN visibility IS NULL THEN 'personal_surface' ELSE 'user_override' END AS scope_inference_basis,
    -- §42A.2.6A: what is private stays here, what belongs to a matter is warned of, the rest is as the settings say.
    coalesce(
        visibility,
        CASE scope WHEN 'private' THEN 'local_only' WHEN 'matter_scoped' THEN 'cloud_warn' ELSE $personal_visibility END
    ) AS visibility_class,
    status,
    until_utc,
    staleness_state <> 'invalidated' AS is_active,
    CASE WHEN m.node_id IS NULL THEN 'observation' ELSE 'active' END AS maturity_state,
    v.version,
    v.prior_version_id
FROM placed
LEFT JOIN mature AS m USING (node_id)
LEFT JOIN versions AS v USING (node_id)
