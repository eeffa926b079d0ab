-- One row per single word that is an ordinary word and no name. Such a word is written in lower case
-- (`kg.lexicon_common_words`) at least `$common_word_ratio` times as often as with a capital inside of sentences. The caller
-- gives `seen` (the rows of terms_seen.sql), from which the second number comes.
SELECT s.term_key
FROM seen AS s
JOIN kg.lexicon_common_words AS c ON c.word = s.term_key
WHERE s.generator = 'SINGLE_TITLE' AND s.is_generated
GROUP BY s.term_key, c.times
HAVING c.times >= $common_word_ratio * sum(s.sightings)
ORDER BY s.term_key
