-- One row per single word that is common speech and no name: it is written in lower case (`kg.lexicon_common_words`) at least
-- `$common_word_ratio` times as often as with a capital inside of sentences (`seen`). The caller gives `seen` (the rows of
-- terms_seen.sql).
SELECT s.term_key
FROM seen AS s
JOIN kg.lexicon_common_words AS c ON c.word = s.term_key
WHERE s.generator = 'SINGLE_TITLE' AND s.is_generated
GROUP BY s.term_key, c.times
HAVING c.times >= $common_word_ratio * sum(s.sightings)
ORDER BY s.term_key
