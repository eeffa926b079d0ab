-- Single words that are common speech: written in low case often enough beside their capitals inside of sentences.
SELECT s.term_key
FROM seen AS s
JOIN kg.lexicon_common_words AS c ON c.word = s.term_key
WHERE s.generator = 'SINGLE_TITLE' AND s.is_generated
GROUP BY s.term_key, c.times
HAVING c.times >= $common_word_ratio * sum(s.sightings)
ORDER BY s.term_key
