-- All words that may be a mention.
SELECT surface_text AS words FROM kg.entity_mentions WHERE surface_text IS NOT NULL
UNION
SELECT surface_text FROM overlay.mention_spans
