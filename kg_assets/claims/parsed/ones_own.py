"""Reads where people live and work, and where and what they study, from the things that they call their own: "my
landlord in Ghent", "my boss at Siemens", "my nvq in plumbing".

Questions and requests are read as well: somebody who asks "reword this mail to my boss at Siemens" takes it for
granted that they have this boss.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from kg_assets.claims.parsed.sorts import SORTS
from kg_assets.claims.parsed.words import shared, words
from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import as_model, read_yaml
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence

_FILE = "config/claims/clause_frames.yaml"
_NOUNS = ("NOUN", "PROPN")
_IN_A_SUBJECT = ("NOUN", "PROPN", "ADJ", "ADP", "CCONJ", "PART", "DET", "VERB")
_OF_SOMEBODY = frozenset({"'s", "'", "’"})
Tokens = tuple[int, ...]


class Own(BaseModel):
    """One row of the list `own` in the file of frames; comments in that file explain the fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    noun: frozenset[str] = Field(min_length=1)
    prep: tuple[str, ...] = ()
    takes: str
    predicate: str
    named: bool = True
    is_work: bool = False
    unless: str | None = None
    led_by: tuple[str, ...] = ()


class Found(NamedTuple):
    """A row that fits a sentence, with the tokens of its object and of the whole phrase."""

    row: Own
    object: Tokens
    phrase: Tokens


@cache
def own_rows() -> Mapping[str, Sequence[Own]]:
    """The rows of the file in their order, by noun."""
    path = data_path(_FILE)
    found: dict[str, list[Own]] = {}
    for number, written in enumerate(read_yaml(path)["own"]):
        row = as_model(path, written, Own, at=("own", number))
        for noun in sorted(row.noun):
            found.setdefault(noun, []).append(row)
    return found


def ones_own(s: Sentence, clauses: Sequence[Clause]) -> Iterator[Found]:
    """What the nouns with "my" in a sentence tell of the person's life: for each, the row of the file that fits it,
    with its object."""
    by_verb = {clause.verb: clause for clause in clauses}
    for noun in range(1, len(s)):
        rows = own_rows().get(s.low[noun], ())
        owner = _owner(s, noun) if rows and s.pos[noun] in _NOUNS else None
        if owner is None:
            continue
        clause = _clause_of(s, noun, by_verb)
        if clause is not None and (clause.mood == "reported" or _is_over(s, clause, noun)):
            continue
        for row in rows:
            is_said = not row.led_by or s.low[noun - 1] in row.led_by
            found = _objects(s, row, owner, noun) if is_said else ()
            if found and not (row.is_work and _is_done(clause)) and not _is_beside(s, row):
                yield Found(row, found, tuple(range(owner, max(noun, found[-1]) + 1)))
                break


def _clause_of(s: Sentence, token: int, by_verb: Mapping[int, Clause]) -> Clause | None:
    """The clause of a token; None in a request or a sentence without a verb."""
    while token not in by_verb and s.head[token] != token:
        token = s.head[token]
    return by_verb.get(token)


def _owner(s: Sentence, noun: int) -> int | None:
    """The "my" or "our" before a noun. None if the noun is somebody else's, or if a word says that it is not so now
    ("my old flat")."""
    for at in range(noun - 1, max(-1, noun - 6), -1):
        if s.low[at] in ("my", "our"):
            return at
        if (
            s.pos[at] in ("PUNCT", "ADP", "AUX", "PRON")
            or s.low[at] in _OF_SOMEBODY
            or s.low[at] in words("not_ones_own_now")
        ):
            return None
    return None


def _is_over(s: Sentence, clause: Clause, noun: int) -> bool:
    """Whether a clause says how something was or that it ends: "my flat in Ghent was damp", "I left my job at
    Siemens"."""
    is_past = clause.tense in ("past", "past_progressive")
    is_described = clause.lemma in ("be", "have") and clause.subject == noun
    return (is_past and is_described) or (clause.lemma in words("leaving_it") and clause.subject != noun)


def _is_done(clause: Clause | None) -> bool:
    """Whether a clause tells of the past, so that a piece of work in it may be long done: "my dissertation was
    on guilds"."""
    return clause is not None and clause.tense in ("past", "past_progressive") and clause.mood == "stated"


def _is_beside(s: Sentence, row: Own) -> bool:
    """Whether the sentence has one of the words in the row's `unless`, so that the row tells nothing."""
    return row.unless is not None and not words(row.unless).isdisjoint(s.low)


def _objects(s: Sentence, row: Own, owner: int, noun: int) -> Tokens:
    if not row.prep:
        return _beside(s, owner, noun)
    at = noun + 1
    while at < len(s) and (s.low[at] in words("nearer_said") or s.low[at].isdigit() or _is_of_a_name(s, at)):
        at += 1  # "my boss Kim at Solvane"
    if at + 1 >= len(s) or s.low[at] not in row.prep:
        return ()
    found = _name_at(s, at + 1) if row.named else _subject_at(s, at + 1)
    return found if found and SORTS[row.takes](s, found) and not _is_of_another_sort(s, row, found) else ()


def _is_of_another_sort(s: Sentence, row: Own, tokens: Tokens) -> bool:
    """Whether the row takes a place, but the name is that of something else: "Skyrim" in "my house in Skyrim"."""
    is_thing = any(s.entity[t] in words("labels_of_things") or s.low[t] in shared("tools") for t in tokens)
    return row.takes == "place" and is_thing


def _name_at(s: Sentence, at: int) -> Tokens:
    """The tokens of the name that begins at `at`, without its article."""
    first = at = at + (s.low[at] == "the")
    while at < len(s) and _is_of_a_name(s, at):
        at += 1
    return tuple(range(first, at))


def _is_of_a_name(s: Sentence, at: int) -> bool:
    is_joint = s.low[at] in ("'s", "of", "-", "&", "upon", "on", "de") and at + 1 < len(s)
    if is_joint:
        return s.low[at] == "'s" or (s.low[at] != "on" and s.pos[at + 1] == "PROPN")
    is_listed = s.low[at] in shared("months") | shared("weekdays")
    is_written = s.pos[at] == "PROPN" or (s.pos[at] == "NOUN" and s.word(at)[:1].isupper())
    return not is_listed and (is_written or s.low[at] in shared("known_places"))


def _subject_at(s: Sentence, at: int) -> Tokens:
    """The tokens of the subject of study that begins at `at`."""
    first = at
    while at < len(s) and s.pos[at] in _IN_A_SUBJECT and s.low[at] not in words("behind_a_subject"):
        is_clause = s.pos[at] == "VERB" and s.tag[at] != "VBG"
        is_new = s.pos[at] == "CCONJ" and (at + 1 >= len(s) or s.pos[at + 1] not in (*_NOUNS, "ADJ"))
        if is_clause or is_new or s.pos[first] == "DET":
            break
        at += 1
    return tuple(range(first, at)) if at > first and s.pos[at - 1] in _NOUNS else ()


def _beside(s: Sentence, owner: int, noun: int) -> Tokens:
    """The subject of study in front of a noun like "degree", or right behind it: "biology" in "my biology degree",
    "chemistry" in "my A level chemistry". Empty if there is none."""
    before = [t for t in range(owner + 1, noun) if s.low[t] not in words("not_a_subject") and s.pos[t] in _NOUNS]
    if before and before[-1] == noun - 1:
        return tuple(range(before[0], noun))
    at = noun + 1
    while at < len(s) and (s.low[at].isdigit() or s.low[at] in words("not_a_subject")):
        at += 1
    end = at
    while end < len(s) and s.pos[end] in _NOUNS and s.low[end] not in words("behind_a_subject"):
        end += 1
    while end > at and s.low[end - 1] in words("papers_of_study"):
        end -= 1
    return tuple(range(at, end))
