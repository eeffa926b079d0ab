-- One row per text that shared/normal.sql brings into the form in which names are compared. These are the names of everything
-- that may become a node, and the words of mention spans. Reads the rows of named.sql.
SELECT alias AS words FROM named
UNION
SELECT surface_text FROM overlay.mention_spans
