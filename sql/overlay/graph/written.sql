-- Every text that is compared as a name: the aliases of nodes and the words of mention spans. `named` is given.
SELECT alias AS words FROM named
UNION
SELECT surface_text FROM overlay.mention_spans
