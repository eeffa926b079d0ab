"""What somebody is to the person, in the person's own word for it: "your sister", not "sibling_is"."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from kg_assets.claims.reading.lexicon import lexicon
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import rows_of

Row = dict[str, Any]
# What was said of one node, by the name that it was said under and by whom it turned out to be.
_SAID = """
SELECT f.predicate, f.valid_from_utc, f.said_at_utc, f.assertion_id,
    lower(substr(m.text_raw, f.char_start + 1, f.char_end - f.char_start)) AS words
FROM facts_as_of() AS f LEFT JOIN kg.messages AS m USING (message_id)
WHERE f.subject = 'SELF' AND f.polarity = 'positive' AND NOT starts_with(f.modality, 'plan')
    AND (f.object_entity_id = $entity {resolved})
ORDER BY f.said_at_utc NULLS LAST, f.assertion_id
"""
_RESOLVED = "OR f.assertion_id IN (SELECT assertion_id FROM memory.claim_entity WHERE object_id = $entity)"
_ENTITY = "entity:"


def ties_of(warehouse: OpenWarehouse, node: Row) -> list[str]:
    """What a node is to the person today, as in "your sister, said 2024-11-08"; each once."""
    tables = warehouse.manifest.tables
    if not node["node_id"].startswith(_ENTITY) or "kg.claim_holdings" not in tables:
        return []
    sql = _SAID.format(resolved=_RESOLVED if "memory.claim_entity" in tables else "")
    return list(_ties(rows_of(warehouse, sql, {"entity": node["node_id"].removeprefix(_ENTITY)})))


def _ties(rows: Iterable[Row]) -> Iterator[str]:
    predicates = set(lexicon().relations.values())
    told: set[str] = set()
    for row in rows:
        word = _word(row["predicate"], row["words"] or "")
        if row["predicate"] in predicates and word not in told:
            told.add(word)
            yield f"your {word}" + (f", said {row['said_at_utc'][:10]}" if row["said_at_utc"] else "")


def _word(predicate: str, words: str) -> str:
    """The longest noun of the relation that stands in the words, in the singular; else the relation's name."""
    nouns = [noun for noun, relation in lexicon().relations.items() if relation == predicate]
    said = [noun for noun in nouns if re.search(rf"(?<!\w){re.escape(noun)}(?!\w)", words)]
    if not said:
        return predicate.removesuffix("_is").replace("_", " ")
    longest = max(said, key=lambda noun: (len(noun), noun))
    return longest.removesuffix("s") if longest.removesuffix("s") in nouns else longest
