-- One row per claim, with its confidence (`confidence_final`) and every factor from which this is computed (§4.6.8). The
-- caller gives `claims` (each with what its confidence depends on).
WITH factors AS (
    SELECT
        n,
        confidence_extraction,
        subject_confidence AS subject_grounding,
        CASE WHEN has_object THEN object_confidence ELSE 1.0::DOUBLE END AS object_grounding,
        1.0::DOUBLE + (4 - subject_detection_tier) * $detector_grounding_bonus::DOUBLE AS subject_tier_factor,
        CASE
            WHEN object_detection_tier IS NOT NULL
                THEN 1.0::DOUBLE + (4 - object_detection_tier) * $detector_grounding_bonus::DOUBLE
            ELSE 1.0::DOUBLE
        END AS object_tier_factor,
        CASE
            WHEN role = 'user' THEN $trust_weight_user::DOUBLE
            WHEN has_user_corroboration THEN $trust_weight_assistant_corroborated::DOUBLE
            ELSE $trust_weight_assistant_uncorroborated::DOUBLE
        END AS trust_weight,
        -- A corpus in which nothing matters boosts nothing (design §9).
        CASE
            WHEN $enable_salience_confidence_boost AND $max_salience::DOUBLE > 0
                THEN 1.0::DOUBLE
                + (coalesce(subject_salience, 0.0) / $max_salience::DOUBLE) * $salience_confidence_bonus::DOUBLE
            ELSE 1.0::DOUBLE
        END AS salience_factor,
        1.0::DOUBLE - temporal_penalty AS temporal_factor
    FROM claims
),
grounded AS (
    SELECT
        *,
        greatest(0.0::DOUBLE, least(1.0::DOUBLE,
            (subject_grounding * subject_tier_factor + object_grounding * object_tier_factor) / 2
        )) AS confidence_grounding
    FROM factors
)
SELECT
    n,
    round(subject_tier_factor, 12) AS subject_tier_factor,
    round(object_tier_factor, 12) AS object_tier_factor,
    trust_weight,
    round(salience_factor, 12) AS salience_factor,
    round(temporal_factor, 12) AS temporal_factor,
    round(confidence_grounding, 12) AS confidence_grounding,
    round(greatest(0.0::DOUBLE, least(1.0::DOUBLE,
        confidence_extraction * confidence_grounding * trust_weight * salience_factor * temporal_factor
    )), 12) AS confidence_final
FROM grounded
ORDER BY n
