-- One row per text that may be a mention, for shared/normal.sql, which brings it into the form in which names are compared: the
-- words of entity mentions and of mention spans.
SELECT surface_text AS words FROM kg.entity_mentions WHERE surface_text IS NOT NULL
UNION
SELECT surface_text FROM overlay.mention_spans
