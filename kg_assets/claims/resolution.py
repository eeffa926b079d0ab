"""Finds the entity that an argument's words mean: steps 1, 2 and 4 to 7 of seed 000 §4.6.1, which look at
words alone.

Step 3, the mention at the argument's own place, is a join (`sql/claims/argument_mentions.sql`); step 8, a new
entity, is in `newcomers`. Steps 4 to 7 are taken once for the same words, however often they are said.
"""

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from kg_assets.claims.names import NameIndex
from kg_assets.claims.settings import ClaimSettings
from kg_assets.claims.validation import FIRST_PERSON, SECOND_PERSON
from kg_assets.core.ids import IdSpace
from kg_assets.lexicon.keys import RELATIVE, SELF_KEY, SELF_TYPE, entity_id
from kg_assets.mentions.detect.engine import DetectEngine
from kg_assets.mentions.ner.candidates import normal_name

LOWEST_TIER = 4
SELF_TIER = 1
# Types whose entities have names, which may be similar. What a detector finds (an address, a hash) is equal or not.
NAMED_TYPES = ("PERSON", "ORG", "LOCATION", "CUSTOM_TERM", "OTHER")
_SELF_WORDS = frozenset({"SELF", "self", "Self"})
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", re.ASCII)
_DIGITS = re.compile(r"[0-9]+", re.ASCII)
_PRONOUNS = (
    "he", "she", "it", "they", "him", "her", "them", "his", "hers", "its", "their", "theirs", "this", "that", "these",
    "those", "who", "someone", "somebody", "everyone", "everybody", "anyone", "anybody", "nobody", "one",
)  # fmt: skip
PRONOUNS = frozenset({*_PRONOUNS, *(word.capitalize() for word in _PRONOUNS), *SECOND_PERSON})


class Known(NamedTuple):
    """An entity, with the fields that resolution needs (§4.3.3)."""

    entity_id: str
    entity_type: str
    entity_key: str
    canonical_name: str
    aliases: tuple[str, ...]
    salience: float | None
    tier: int
    first_seen_at_utc: str | None


class Resolution(NamedTuple):
    """The entity that an argument means. Also how sure this is, which step of the resolution found it, and how many
    entities fitted."""

    entity_id: str
    tier: int
    confidence: float
    step: str
    among: int = 1
    similarity: float | None = None


class Words(NamedTuple):
    """The words to resolve, and the type of entity that the predicate asks for."""

    words: str
    wanted: str | None


class Resolver:
    """The entities of a build, which can be found by id, name, alias, key and similarity."""

    def __init__(
        self,
        known: Iterable[Known],
        merged: Mapping[str, str],
        settings: ClaimSettings,
        ids: IdSpace,
        detectors: DetectEngine,
    ) -> None:
        self._settings = settings
        self._ids = ids
        self._detectors = detectors
        self._merged = merged
        self.known: dict[str, Known] = {}
        self._by_key: dict[tuple[str, str], str] = {}
        self._by_name: dict[str, list[str]] = defaultdict(list)
        self._by_alias: dict[str, list[str]] = defaultdict(list)
        self._names: NameIndex | None = None
        self._self_id = entity_id(ids, SELF_TYPE, SELF_KEY)
        for entity in known:
            self.add(entity)

    def add(self, entity: Known) -> None:
        self.known[entity.entity_id] = entity
        self._by_key[entity.entity_type, entity.entity_key] = entity.entity_id
        self._by_key.setdefault((entity.entity_type, name_key(entity.entity_key)), entity.entity_id)
        self._by_name[_folded(entity.canonical_name)].append(entity.entity_id)
        for alias in sorted({_folded(alias) for alias in entity.aliases}):
            self._by_alias[alias].append(entity.entity_id)
        self._names = None

    def add_key(self, entity_type: str, entity_key: str, survivor: str) -> None:
        """Make the key of a merged entity lead to the entity that a person merged it into."""
        self._by_key[entity_type, entity_key] = survivor

    def reserved(self, words: str, role: str, is_placed: bool) -> Resolution | None:
        """Steps 1 and 2: the person, one of their relatives, or an entity by its id. None for any other
        words."""
        words = words.strip()
        if words in _SELF_WORDS or words in (SECOND_PERSON if role == "assistant" else FIRST_PERSON):
            return Resolution(self._self_id, SELF_TIER, 1.0, "self")
        if words.startswith(RELATIVE):
            return self._relative(normal_name(words.removeprefix(RELATIVE)))
        if not is_placed and _UUID.fullmatch(words):
            own = self._merged.get(words.lower(), words.lower())
            found = self.known.get(own)
            if found is not None:
                return Resolution(found.entity_id, found.tier, 1.0, "entity_id")
        return None

    def is_invented(self, words: str, is_placed: bool) -> bool:
        """Whether words look like an entity id, stand nowhere in the text, and are not a UUID that messages mention.
        Whether an entity has this id is checked by `reserved`."""
        words = words.strip()
        return not is_placed and bool(_UUID.fullmatch(words)) and ("UUID", words.lower()) not in self._by_key

    def resolve(self, asked: Sequence[Words]) -> dict[Words, Resolution | None]:
        """The entities that distinct words mean, by steps 4 to 7; None where nothing fits."""
        found: dict[Words, Resolution | None] = {one: self._named(one) for one in asked}
        open_words = [one for one in asked if found[one] is None]
        keys = self._keys_of([one.words for one in open_words])
        for one, own_keys in zip(open_words, keys, strict=True):
            found[one] = self._keyed(one, own_keys)
        if self._settings.enable_fuzzy_entity_linking:
            for one in open_words:
                found[one] = found[one] or self._alike(one)
        return found

    def _relative(self, relation: str) -> Resolution:
        """The entity of a relative without a name. Its id is computed from its key, also when no such entity exists
        yet."""
        own = entity_id(self._ids, SELF_TYPE, f"{RELATIVE}{relation}")
        own = self._by_key.get((SELF_TYPE, f"{RELATIVE}{relation}"), self._merged.get(own, own))
        known = self.known.get(own)
        return Resolution(own, known.tier if known else LOWEST_TIER, self._settings.link_confidence_key, "relative")

    def _named(self, one: Words) -> Resolution | None:
        """The entity that has these words as its name (step 4), or else as an alias (step 5)."""
        weights = self._settings
        folded = _folded(one.words)
        steps = (
            ("canonical_name", self._by_name, weights.link_confidence_name, weights.link_confidence_name_ambiguous),
            ("alias", self._by_alias, weights.link_confidence_alias, weights.link_confidence_alias_ambiguous),
        )
        for step, index, alone, ambiguous in steps:
            owners = index.get(folded)
            if owners:
                chosen = self._first(owners, one.wanted)
                confidence = alone if len(owners) == 1 else ambiguous
                return Resolution(chosen.entity_id, chosen.tier, confidence, step, len(owners))
        return None

    def _keyed(self, one: Words, keys: Sequence[tuple[str, str]]) -> Resolution | None:
        """The entity whose key is one of the normal forms of the words (step 6); `keys` are these forms."""
        owners = sorted({self._by_key[key] for key in keys if key in self._by_key} & self.known.keys())
        if not owners:
            return None
        chosen = self._first(owners, one.wanted)
        return Resolution(
            chosen.entity_id, chosen.tier, self._settings.link_confidence_key, "entity_key", len(owners)
        )  # fmt: skip

    def _keys_of(self, words: Sequence[str]) -> list[list[tuple[str, str]]]:
        """The possible (type, key) pairs of each of the words: as a file path, as a name of each type, and by each
        detector that matches the whole words."""
        keys = [[("FILEPATH", one), *((kind, name_key(one)) for kind in NAMED_TYPES)] for one in words]
        for own, one, found in zip(keys, words, self._detectors.find_batch(words), strict=True):
            own += [
                (candidate.entity_type, candidate.normalized)
                for candidate in found
                if candidate.surface == one.strip() and candidate.normalized is not None
            ]
        return keys

    def _alike(self, one: Words) -> Resolution | None:
        """The entity with the most similar name or alias (step 7). Names that differ in a number are names of different
        things."""
        folded = _folded(one.words)
        digits = _DIGITS.findall(folded)
        similar = [near for near in self._name_index().similar(folded) if _DIGITS.findall(near.name) == digits]
        if not similar:
            return None
        best = max(near.similarity for near in similar)
        owners = sorted(
            {owner for near in similar if near.similarity == best for owner in self._named_owners(near.name)}
        )
        # §4.6.1 step 7 has its own order: here salience comes before the tier.
        chosen = min(
            (self.known[owner] for owner in owners),
            key=lambda e: (_is_other(e, one.wanted), -_salience(e), e.tier, e.entity_id),
        )
        confidence = round(best * self._settings.link_confidence_fuzzy, 12)
        return Resolution(chosen.entity_id, chosen.tier, confidence, "fuzzy", len(owners), round(best, 12))

    def _name_index(self) -> NameIndex:
        if self._names is None:
            names = [name for index in (self._by_name, self._by_alias) for name in index if self._named_owners(name)]
            self._names = NameIndex(names, self._settings.threshold_link_string_sim)
        return self._names

    def _named_owners(self, name: str) -> list[str]:
        owners = [*self._by_name.get(name, ()), *self._by_alias.get(name, ())]
        return [o for o in owners if self.known[o].entity_type in NAMED_TYPES and o != self._self_id]

    def _first(self, owners: Sequence[str], wanted: str | None) -> Known:
        """The first of several entities: of the type that the predicate asks for ("lives in Jordan" does not
        mean a person), then by tier, salience (the highest first) and id (§4.9)."""
        return min(
            (self.known[owner] for owner in owners),
            key=lambda e: (_is_other(e, wanted), e.tier, -_salience(e), e.entity_id),
        )


def known_of(rows: Iterable[Mapping[str, Any]]) -> list[Known]:
    """Rows of entities as `Known`."""
    return [
        Known(
            row["entity_id"], row["entity_type"], row["entity_key"], row["canonical_name"],
            tuple(json.loads(row["aliases_json"])), row["salience_score"], row["tier"], row["first_seen_at_utc"],
        )
        for row in rows
    ]  # fmt: skip


def name_key(words: str) -> str:
    """The key of a name: the normal form of stage 2, with accents written in one way."""
    return normal_name(unicodedata.normalize("NFC", words))


def _folded(words: str) -> str:
    """A name in the form in which names are compared: case folded, accents written in one way, spaces
    collapsed."""
    return " ".join(unicodedata.normalize("NFC", words).casefold().split())


def _is_other(entity: Known, wanted: str | None) -> bool:
    return wanted is not None and entity.entity_type != wanted


def _salience(entity: Known) -> float:
    """The salience of an entity; one without it comes after all others (NULLS LAST)."""
    return float("-inf") if entity.salience is None else entity.salience
