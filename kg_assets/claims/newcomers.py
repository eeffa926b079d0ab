"""Makes entities for words that no known entity fits: step 8 of resolution (seed 000 §4.6.1, design §9
"Claims").

Only claims name these entities. They have no mentions, so no first sighting and no history of names. A
relative without a name ("my sister") is one of them.
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from kg_assets.claims.resolution import LOWEST_TIER, Known, Words, name_key
from kg_assets.core.canonical import canonical_text
from kg_assets.core.ids import IdSpace
from kg_assets.lexicon.contracts import ENTITY_TYPES
from kg_assets.lexicon.keys import RELATIVE, SELF_TYPE, entity_id, relative_name
from kg_assets.lexicon.merges import Merge
from kg_assets.mentions.ner.candidates import normal_name

FALLBACK_TYPE = "OTHER"


def newcomers_of(ids: IdSpace, asked: Mapping[Words, int], merges: Mapping[str, Merge]) -> dict[Words, Known]:
    """A new entity for each of these words; `asked` counts how often each was said, `merges` is by entity id.

    Words for which no type is asked (mostly subjects) get the type that other claims most often ask for the same name,
    so that the Omar who is a brother and the Omar who works somewhere become one entity.
    """
    types: dict[str, Counter[str]] = defaultdict(Counter)
    for one, times in asked.items():
        if one.wanted is not None:
            types[name_key(one.words)][one.wanted] += times
    surfaces: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    identity: dict[Words, tuple[str, str]] = {}
    for one, times in asked.items():
        key = name_key(one.words)
        identity[one] = _surviving(ids, (one.wanted or _most_wanted(types.get(key)), key), merges)
        surfaces[identity[one]][unicodedata.normalize("NFC", " ".join(one.words.split()))] += times
    made = {own: _newcomer(ids, own, surfaces[own]) for own in surfaces}
    return {one: made[own] for one, own in identity.items()}


def relative_of(own: str, words: str) -> Known:
    """The entity with the id `own` for a relative who has no name and is called by the relation ("sister")."""
    relation = normal_name(words.strip().removeprefix(RELATIVE))
    return Known(own, SELF_TYPE, f"{RELATIVE}{relation}", relative_name(relation), (), 0.0, LOWEST_TIER, None)


def entity_rows(newcomers: Iterable[Known]) -> list[dict[str, Any]]:
    """Newcomers as rows of `kg.entities`: they have no mentions, so their counts and their salience are 0."""
    return [
        {
            "entity_id": one.entity_id,
            "entity_type": one.entity_type,
            "entity_key": one.entity_key,
            "canonical_name": one.canonical_name,
            "aliases_json": canonical_text(sorted(one.aliases)),
            "status": "active",
            "mention_count": 0,
            "conversation_count": 0,
            "salience_score": one.salience,
        }
        for one in newcomers
    ]


def _surviving(ids: IdSpace, own: tuple[str, str], merges: Mapping[str, Merge]) -> tuple[str, str]:
    """The type and key of an entity or, if a person merged it into another, the type and key of that other entity."""
    merge = merges.get(entity_id(ids, *own))
    return own if merge is None else (merge.into_type, merge.into_key)


def _most_wanted(types: "Counter[str] | None") -> str:
    if not types:
        return FALLBACK_TYPE
    return min(types, key=lambda kind: (-types[kind], ENTITY_TYPES.index(kind)))


def _newcomer(ids: IdSpace, own: tuple[str, str], surfaces: "Counter[str]") -> Known:
    name = min(surfaces, key=lambda surface: (-surfaces[surface], surface))
    return Known(entity_id(ids, *own), *own, name, tuple(sorted(surfaces)), 0.0, LOWEST_TIER, None)
