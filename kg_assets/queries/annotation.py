"""Sentences in which people are to mark beliefs by hand; and separately the beliefs that the build read in these
sentences, so that both can be compared."""

from kg_assets.beliefs.agreement import Marked
from kg_assets.beliefs.frame import BeliefType
from kg_assets.queries.beliefs import Row, fetched
from kg_assets.store.opened import OpenWarehouse

# From half of these sentences beliefs were read; from the other half none was, though the person speaks of themselves
# in them. They are shuffled by their hashes, so that neither place nor order shows which is which.
_SAMPLE = """
WITH own AS (
    SELECT s.message_id, s.char_start, s.char_end, m.text_raw[s.char_start + 1 : s.char_end] AS text,
        e.experience_id IS NOT NULL AS is_experience, sha256(concat(s.message_id, ':', s.char_start, ':', ?)) AS draw
    FROM kg.sentences s JOIN kg.messages m USING (message_id)
    LEFT JOIN beliefs.experiences e ON e.message_id = s.message_id AND e.char_start = s.char_start
    WHERE m.role = 'user' AND m.is_prose
), eligible AS (
    SELECT * FROM own WHERE is_experience OR regexp_matches(text, '\\b(i|me|my|myself|i''m|im)\\b', 'i')
), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY is_experience ORDER BY draw) AS place FROM eligible
)
SELECT concat(message_id, ':', char_start, '-', char_end) AS sentence, text FROM ranked
WHERE place <= CASE WHEN is_experience THEN ? ELSE ? END ORDER BY draw
"""
_READ = """
SELECT concat(e.message_id, ':', e.char_start, '-', e.char_end) AS sentence, a.canonical_text, a.polarity, a.belief_type
FROM beliefs.canonical_atoms a JOIN beliefs.experiences e USING (experience_id)
ORDER BY sentence, a.canonical_text, a.polarity, a.confidence, a.belief_type
"""


def sample(warehouse: OpenWarehouse, many: int, draw: str) -> list[Row]:
    """At most `many` sentences of the person, with their ids. From half of them a belief was read. From the other half
    none was, though each has "I", "my" or the like. The same build and `draw` give the same sentences."""
    return fetched(warehouse, _SAMPLE, [draw, many - many // 2, many // 2])


def read_there(warehouse: OpenWarehouse, sentences: set[str]) -> dict[Marked, BeliefType]:
    """The beliefs that the build read in these sentences, each with its type."""
    rows = fetched(warehouse, _READ, [])
    return {
        Marked(row["sentence"], row["canonical_text"], row["polarity"]): row["belief_type"]
        for row in rows
        if row["sentence"] in sentences
    }
