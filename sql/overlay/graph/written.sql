-- All that is compared as a name: what nodes are called, and what looks like a mention. `named` is given.
SELECT alias AS words FROM named
UNION
SELECT surface_text FROM overlay.mention_spans
