"""Finds who and what is named in a message, and what the words beside a name say about it: `entities_mentioned`
(§2.1)."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kg_assets.claims.parsed.who import relative_at
from kg_assets.claims.parsed.words import shared
from kg_assets.core.spans import Ranges
from kg_assets.language.sentence import Sentence
from kg_assets.memory.words import name_words

_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.ASCII)
_BESIDE = re.compile(r"[ \t]*[<(\[]?(?:mailto:)?$", re.ASCII)
_LABELS = {"PERSON": "person", "ORG": "org", "GPE": "place", "LOC": "place", "FAC": "place", "PRODUCT": "object"}


class Mention(NamedTuple):
    """A mention of an entity, as a row of `kg.entity_mentions`."""

    mention_id: str
    entity_id: str
    start: int
    end: int
    type: str
    surface: str
    confidence: float


class Mentioned(NamedTuple):
    """A name at its place, with what the words beside it say: role, organization, address, relation."""

    start: int
    end: int
    surface: str
    canonical: str
    type: str
    mention_id: str | None
    entity_id: str | None
    role: str | None
    organization: str | None
    email: str | None
    relation: str | None
    aliases: tuple[str, ...]
    confidence: float


class _Clues(NamedTuple):
    role: str | None = None
    organization: str | None = None
    relation: str | None = None


def read_names(text: str, mentions: Sequence[Mention], sentences: Sequence[Sentence]) -> list[Mentioned]:
    """Every name in a message, in order, each place once."""
    places = _places(text, mentions, sentences)
    fullest = _fullest({surface for _, _, surface, kind, *_ in places if kind == "person"})
    shorter: dict[str, list[str]] = defaultdict(list)
    for name in sorted(fullest):
        shorter[fullest[name]].append(name)
    starts = [s.char_start for s in sentences]
    found = []
    for start, end, surface, kind, mention, confidence in places:
        at = bisect_right(starts, start) - 1
        s = sentences[at] if at >= 0 and sentences[at].is_parsed and end <= sentences[at].char_end else None
        clues = _clues(s, start, end) if s is not None and kind == "person" else _Clues()
        canonical = fullest[surface] if kind == "person" else surface
        aliases = [name for name in shorter[canonical] if name != surface] if kind == "person" else []
        found.append(
            Mentioned(
                start, end, surface, canonical, kind, mention.mention_id if mention else None,
                mention.entity_id if mention else None, clues.role, clues.organization,
                _address(text, start, end) if kind in ("person", "org") else None, clues.relation, tuple(aliases),
                confidence,
            )
        )  # fmt: skip
    return found


_Place = tuple[int, int, str, str, Mention | None, float]


def _places(text: str, mentions: Sequence[Mention], sentences: Sequence[Sentence]) -> list[_Place]:
    """Each name that counts, with its type. These are the mentions whose type is listed under `types` in
    `config/memory/names.yaml`, and names that the parser found where there is no such mention."""
    types = name_words().types
    found: list[_Place] = [
        (m.start, m.end, m.surface, types[m.type], m, round(m.confidence, 6)) for m in mentions if m.type in types
    ]
    taken = Ranges((start, end) for start, end, *_ in found)
    for s in sentences:
        for label, (start, end) in s.entities():
            kind = _LABELS.get(label)
            # Entities of sentences do not overlap each other.
            if kind is not None and not taken.intersects(start, end):
                found.append((start, end, text[start:end], kind, None, name_words().parsed_confidence))
    return sorted(found, key=lambda place: place[:2])


def _fullest(names: Iterable[str]) -> Mapping[str, str]:
    """For each name, the one longer name that has all its words; an initial may stand for a word ("A. Chen" and "Alice
    Chen"). The name itself if there is no such longer name or more than one."""
    split = {name: name.split() for name in names}
    # Names by their words and by the initials of these words. A name is compared only with names that may contain it.
    having: dict[str, set[str]] = defaultdict(set)
    for name, words in split.items():
        for word in words:
            having[word.lower()].add(name)
            having[f"{word.lower()[0]}."].add(name)
    made = {}
    for name, words in split.items():
        holding = min((having[low] | having[f"{low}."] for low in map(_low, words)), key=len, default=set())
        fitting = [one for one in holding if len(split[one]) > len(words) and _fits(words, split[one])]
        made[name] = fitting[0] if len(fitting) == 1 else name
    return made


def _low(word: str) -> str:
    return word.rstrip(".").lower()


def _fits(words: Sequence[str], name: Sequence[str]) -> bool:
    return all(any(_stands_for(word, other) for other in name) for word in words)


def _stands_for(word: str, other: str) -> bool:
    low, full = _low(word), other.lower()
    return low == full or (word.endswith(".") and len(low) == 1 and full.startswith(low))


def _address(text: str, start: int, end: int) -> str | None:
    """The mail address right behind a name ("Alice Chen <alice@acme.com>"), or None."""
    found = _ADDRESS.search(text, end, min(len(text), end + 80))
    if found is None or not _BESIDE.fullmatch(text, end, found.start()):
        return None
    return found.group().lower()


# --- what the sentence tells of a person ----------------------------------------------------------------------------


def _clues(s: Sentence, start: int, end: int) -> _Clues:
    tokens = [t for t in range(len(s)) if start <= s.start[t] and s.end[t] <= end]
    if not tokens:
        return _Clues()
    head = next((t for t in reversed(tokens) if s.head[t] not in tokens), tokens[-1])
    role, organization = _beside(s, tokens[-1] + 1)
    if role is None and organization is None:
        role, organization = _said_to_be(s, head)
    if role is None:
        role = _before(s, tokens[0])
    relative = relative_at(s, head)
    relation = relative.noun if relative is not None else _relation_before(s, tokens[0])
    return _Clues(role, organization, relation)


def _beside(s: Sentence, at: int) -> tuple[str | None, str | None]:
    """The position and organization behind a name: ", Engineering Manager at Acme,", "(Engineer at Acme)", "from Acme".
    Each is None if it is not there."""
    if at >= len(s):
        return None, None
    if s.low[at] in (",", "(", "-", "–", "—", ":"):
        stretch = _stretch(s, at + 1)
        position = _position(s, stretch)
        if position is None:
            names = [t for t in stretch if s.pos[t] == "PROPN"]
            is_org = (
                bool(names) and names == list(stretch) and s.low[at] == "(" and s.entity[names[0]] in ("ORG", "GPE")
            )
            return (None, s.words(names)) if is_org else (None, None)
        behind = position[-1] + 1
        return s.words(position), _organization(s, behind)
    if s.low[at] in ("from", "at", "of") and s.low[at] in name_words().at_organization:
        return None, _organization(s, at)
    return None, None


def _stretch(s: Sentence, at: int) -> range:
    end = at
    while end < len(s) and s.low[end] not in (",", ")", ";", ".", "(", "!", "?"):
        end += 1
    return range(at, end)


def _position(s: Sentence, stretch: Sequence[int]) -> tuple[int, ...] | None:
    """The words for a job in a row of tokens ("senior data engineer" in "our senior data engineer"); None if none of
    them is a noun for a job."""
    for token in stretch:
        if s.pos[token] in ("VERB", "AUX", "PRON") and s.low[token] not in ("lead", "head"):
            return None
        if s.low[token] in name_words().positions:
            last = token
            while last + 1 in stretch and s.low[last + 1] in name_words().positions:
                last += 1
            first = next(
                (t for t in stretch if s.pos[t] not in ("DET", "PRON") and s.low[t] not in ("our", "my")), last
            )
            words = tuple(range(min(first, last), last + 1))
            is_plain = all(
                s.pos[t] in ("NOUN", "PROPN", "ADJ", "PART") or s.low[t] in name_words().grades for t in words
            )
            return words if is_plain else (last,)
    return None


def _organization(s: Sentence, at: int) -> str | None:
    """The organization named behind "at", "from", "of" or a similar word, else None. Behind "from", a name that the
    parser takes for a place ("from Rome") does not count."""
    if at >= len(s) or s.low[at] not in name_words().at_organization:
        return None
    first = at + 1
    while first < len(s) and s.pos[first] == "DET":
        first += 1
    last = first
    while last < len(s) and (s.pos[last] == "PROPN" or (last > first and s.low[last] in ("&", "of"))):
        last += 1
    if last == first or not s.word(first)[:1].isupper():
        return None
    is_place = s.entity[first] in ("GPE", "LOC", "DATE", "TIME") and s.low[at] in ("from", "of", "with")
    is_person = (
        s.entity[first] == "PERSON" and s.low[at] in ("of", "with", "for") and s.low[first] in shared("given_names")
    )
    return None if is_place or is_person else s.words(range(first, last))


def _said_to_be(s: Sentence, head: int) -> tuple[str | None, str | None]:
    """The position and organization that the sentence states: "Alice Chen is the engineering manager at Acme", "Tom
    works as a nurse at Mercy Hospital". Each is None if it is not stated."""
    if s.dep[head] not in ("nsubj", "nsubjpass"):
        return None, None
    verb = s.head[head]
    lemma = s.lemma[verb].lower()
    if lemma == "be":
        noun = s.child(verb, "attr")
        if noun is None or s.low[noun] not in name_words().positions:
            return None, None
        stretch = range(min(s.subtree(noun, ("prep", "relcl", "conj", "cc", "punct"))), noun + 1)
        position = _position(s, stretch)
        return (None, None) if position is None else (s.words(position), _organization(s, noun + 1))
    if lemma == "work":
        role = organization = None
        for prep in s.children(verb, "prep"):
            noun = s.child(prep, "pobj")
            if noun is not None and s.low[prep] == "as":
                position = _position(s, range(min(s.subtree(noun)), noun + 1))
                role = None if position is None else s.words(position)
                organization = organization or _organization(s, noun + 1)
            elif s.low[prep] in ("at", "for"):
                organization = _organization(s, prep)
        return role, organization
    return None, None


def _before(s: Sentence, at: int) -> str | None:
    """The position right before a name ("Engineering Manager Alice Chen", "our designer, Bob"), or None."""
    last = at - 1
    if last >= 0 and s.low[last] == ",":
        last -= 1
    if last < 0 or s.low[last] not in name_words().positions:
        return None
    first = last
    while first - 1 >= 0 and (
        s.pos[first - 1] in ("NOUN", "PROPN") or s.low[first - 1] in name_words().grades | name_words().positions
    ):
        first -= 1
    return s.words(range(first, last + 1))


def _relation_before(s: Sentence, at: int) -> str | None:
    """The noun for a relation before a name: "sister" in "my sister Anna", "boss" in "my boss, Anna". None if there is
    none."""
    last = at - 1
    if last >= 0 and s.low[last] == ",":
        last -= 1
    relative = relative_at(s, last) if last >= 0 else None
    return None if relative is None else relative.noun
