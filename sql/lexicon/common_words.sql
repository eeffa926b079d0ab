-- Single words that are common speech: written in lower case (`kg.lexicon_common_words`) at least `$common_word_ratio` times as
-- often as with a capital inside of sentences (`seen`). `seen` is given.
SELECT s.term_key
FROM seen AS s
JOIN kg.lexicon_common_words AS c ON c.word = s.term_key
WHERE s.generator = 'SINGLE_TITLE' AND s.is_generated
GROUP BY s.term_key, c.times
HAVING c.times >= $common_word_ratio * sum(s.sightings)
ORDER BY s.term_key
