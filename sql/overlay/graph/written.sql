-- One row per text that is compared as a name: the aliases of nodes and the words of mention spans. shared/normal.sql reads it.
-- Reads the rows of named.sql.
SELECT alias AS words FROM named
UNION
SELECT surface_text FROM overlay.mention_spans
