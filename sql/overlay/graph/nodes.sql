-- `overlay.nodes` without payloads: one row per node, with its confidence, its lifecycle, its scope, who may see it
-- (`visibility_class`) and its version. Reads the rows of gate.sql, scored.sql and versions.sql. The caller gives `marks`
-- (which nodes and conversations the person marked as private, §42A.2.12A).
WITH mature AS (SELECT DISTINCT node_id FROM gate WHERE maturity_state = 'active'),

-- The person can mark the node of a conversation, or the conversation itself; of two marks the stricter counts.
marked AS (
    SELECT
        node_id,
        ['cloud_allowed', 'cloud_warn', 'local_only', 'blocked'][max(
            list_position(['cloud_allowed', 'cloud_warn', 'local_only', 'blocked'], visibility)
        )] AS visibility
    FROM (
        SELECT s.node_id, m.visibility
        FROM scored AS s
        JOIN marks AS m ON m.target = 'node' AND m.key = s.node_id
        UNION ALL
        SELECT s.node_id, m.visibility
        FROM scored AS s
        JOIN marks AS m ON m.target = 'conversation' AND m.key = s.source_id
        WHERE s.source_kind = 'thread'
    )
    GROUP BY node_id
),

placed AS (
    SELECT
        s.*,
        m.visibility,
        CASE
            WHEN source_kind = 'claim' AND status IN ('negated', 'superseded', 'retracted')
                OR source_kind = 'claim' AND until_utc <= $as_of THEN 'archived'
            -- An entity that the person names is `suggested`; one that only an assistant names stays `observed`.
            WHEN lifecycle = 'observed' AND source_kind = 'entity' AND is_persons THEN 'suggested'
            ELSE lifecycle
        END AS lifecycle_state,
        CASE lifecycle_state WHEN 'archived' THEN 'ended' ELSE substate END AS lifecycle_substate,
        CASE WHEN m.visibility IN ('local_only', 'blocked') THEN 'private' ELSE 'personal' END AS scope
    FROM scored AS s
    LEFT JOIN marked AS m USING (node_id)
)

SELECT
    node_id, node_kind, subtype, canonical_name, source_kind, source_id, alpha, beta, confidence, conflict_score,
    delivery_hint, staleness_state, lifecycle_state, lifecycle_substate, tier, created_at, updated_at, last_verified_at,
    'self' AS principal_id,
    scope,
    CASE WHEN visibility IS NULL THEN 'personal_surface' ELSE 'user_override' END AS scope_inference_basis,
    -- §42A.2.6A: a mark of the person decides. Else the scope 'private' gives `local_only`, 'matter_scoped' gives `cloud_warn`,
    -- and any other scope what the settings say.
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
