"""Finds the names in a question: names of the published build, and single words of a person's name.

Which entity a name means is decided by `people.person_meant`, as everywhere.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kg_assets.core.data import data_path
from kg_assets.core.errors import QueryError
from kg_assets.lexicon.keys import MY, SELF_NAME
from kg_assets.memory.people.words import read_words
from kg_assets.queries.people import NEEDS, Meant, person_meant
from kg_assets.search.asked import Question, may_stand_before_a_name
from kg_assets.search.words import Words, folded
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

_SHORTEST_WORD = 3  # the shortest word of a name by which alone the name is found
_MINE = frozenset(word.strip() for word in MY)
_WORD = r"[^\p{L}\p{M}\p{N}]+"
_KNOWN = "SELECT unnest(list_prepend(canonical_name, aliases_json)), entity_type = 'PERSON' FROM kg.entities"
_RESOLVED = """
UNION ALL SELECT a.alias, e.entity_type = 'person'
FROM memory.entity_alias AS a JOIN memory.entity AS e USING (entity_id)
"""
_NAMES = """
SELECT name, bool_or(is_person) FROM ({names}) AS known (name, is_person)
WHERE list_has_any(regexp_split_to_array(strip_accents(lower(name)), ?), ?)
GROUP BY name ORDER BY name
"""


@dataclass(frozen=True, slots=True)
class Name:
    """Words of a question that name somebody or something: the position of the first word, the position behind the
    last, and who is meant."""

    start: int
    end: int
    meant: Meant


def names_in(warehouse: OpenWarehouse, question: Question, words: Words) -> list[Name]:
    """The names in a question, in order. A name that fits several entities is left out, since nothing tells which one
    is meant."""
    known = _known_names(warehouse, question, words)
    whole = [*_whole(warehouse, question, known, words)]
    # In a question about Sal in general, Big Sal may be meant, too.
    is_wide = question.about is not None and not question.relations
    closed = [name for name in whole if name.end - name.start > 1 or not is_wide]
    taken = {at for name in closed for at in range(name.start, name.end)}
    taken |= {at for place in question.relations for at in place.at}
    parts = [*_by_one_word(warehouse, question, known, taken, words)]
    return sorted([*whole, *parts], key=lambda name: name.start)


def _known_names(warehouse: OpenWarehouse, question: Question, words: Words) -> dict[tuple[str, ...], tuple[str, bool]]:
    """The names of the build that share a word with the question. A key is a name as a tuple of words; its value is the
    name as it is stored, and whether a person has it."""
    asked = sorted({one for piece in question.pieces for one in (piece.word, piece.without_s) if one})
    names = _KNOWN + (_RESOLVED if NEEDS in warehouse.manifest.tables else "")
    rows = select(warehouse.connection, _NAMES.format(names=names), [_WORD, asked]).fetchall()
    found: dict[tuple[str, ...], tuple[str, bool]] = {}
    for name, is_person in rows:
        key = tuple(folded(piece) for piece in words.pieces(name))
        if key and name != SELF_NAME:
            found[key] = (name, is_person or found.get(key, ("", False))[1])
    return found


def _whole(
    warehouse: OpenWarehouse, question: Question, known: Mapping[tuple[str, ...], tuple[str, bool]], words: Words
) -> Iterator[Name]:
    """The whole names in a question, the longest first.

    Words of a relation are no name ("job"), unless a person has that name. "My uncle" can be a name: of the entity that
    the build calls "your uncle". But where "my sister" is a relation that the question names, the relation tells who
    she is.
    """
    asking = {at for place in question.relations for at in place.at}
    taken: set[int] = set()
    for key, (name, is_person) in sorted(known.items(), key=lambda one: (-len(one[0]), one[0])):
        for start in range(len(question.pieces) - len(key) + 1):
            at = {*range(start, start + len(key))}
            is_relation = key[0] in _MINE and at - {start} <= asking
            if (
                at & taken
                or is_relation
                or (at <= asking and not is_person)
                or not _stands(question, key, start, words)
            ):
                continue
            meant = one_meant(warehouse, name)
            if meant is not None:
                taken |= at
                yield Name(start, start + len(key), meant)


def _stands(question: Question, key: Sequence[str], start: int, words: Words) -> bool:
    """Whether a name begins at position `start`. Its last word may have an s ("Graces brother" for "Grace's"), if
    something possessed follows."""
    end = start + len(key)
    *first, last = question.pieces[start:end]
    if [*_as_mine(piece.word for piece in first)] != [*_as_mine(key[:-1])]:
        return False
    if last.word != key[-1]:
        return last.without_s == key[-1] and end < len(question.pieces)
    return len(key) > 1 or last.word not in words.passed_over or _is_told_as_a_name(question, start)


def _as_mine(words: Iterable[str]) -> Iterator[str]:
    """The words, with "our" and "your" replaced by "my"."""
    return (MY[0] if word in _MINE else word for word in words)


def _is_told_as_a_name(question: Question, at: int) -> bool:
    """Whether an everyday word such as "will" is meant as a name here: it has a capital, something belongs to it
    ("Will's"), or the word before it may stand before a name ("does will work")."""
    pieces = question.pieces
    is_possessing = at + 1 < len(pieces) and pieces[at + 1].is_possessive
    before = pieces[at - 1] if at else None
    return is_possessing or (before is not None and (pieces[at].has_capital or may_stand_before_a_name(before)))


def _by_one_word(
    warehouse: OpenWarehouse,
    question: Question,
    known: Mapping[tuple[str, ...], tuple[str, bool]],
    taken: set[int],
    words: Words,
) -> Iterator[Name]:
    """People whom the question names by one word of their name, if only one person has that word in the name."""
    having: dict[str, list[str]] = defaultdict(list)
    for key, (name, is_person) in known.items():
        if is_person and len(key) > 1:
            for word in key:
                having[word].append(name)
    everyday = read_words(data_path).file.everyday_words.split()
    for at, piece in enumerate(question.pieces):
        names = next((having[word] for word in (piece.word, piece.without_s) if word in having), [])
        is_common = piece.word in words.passed_over or (piece.word in everyday and not piece.has_capital)
        if at in taken or is_common or len(piece.word) < _SHORTEST_WORD or not names:
            continue
        found = {meant.entity_id: meant for name in names if (meant := one_meant(warehouse, name)) is not None}
        if len(found) == 1:
            yield Name(at, at + 1, *found.values())


def one_meant(warehouse: OpenWarehouse, name: str) -> Meant | None:
    """The one person or thing with this name or id. None if there is none or several."""
    try:
        return person_meant(warehouse, name)
    except QueryError:
        return None
