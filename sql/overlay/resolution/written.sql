-- One row per text that may be a mention: the words of entity mentions and of mention spans. shared/normal.sql brings these
-- texts into the form in which names are compared.
SELECT surface_text AS words FROM kg.entity_mentions WHERE surface_text IS NOT NULL
UNION
SELECT surface_text FROM overlay.mention_spans
