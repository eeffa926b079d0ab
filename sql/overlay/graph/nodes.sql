-- `overlay.nodes` but for their payloads: state, scope and who may see each. `scored` is given.
WITH placed AS (
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
        'personal' AS scope
    FROM scored
)

SELECT
    node_id, node_kind, subtype, canonical_name, source_kind, source_id, alpha, beta, confidence, conflict_score,
    delivery_hint, staleness_state, lifecycle_state, lifecycle_substate, tier, created_at, updated_at, last_verified_at,
    'self' AS principal_id,
    scope,
    'personal_surface' AS scope_inference_basis,
    -- §42A.2.6A: what is private stays here, what belongs to a matter is warned of, the rest is as the settings say.
    CASE scope WHEN 'private' THEN 'local_only' WHEN 'matter_scoped' THEN 'cloud_warn' ELSE $personal_visibility END
        AS visibility_class,
    status,
    until_utc,
    staleness_state <> 'invalidated' AS is_active
FROM placed
