"""Reads claims from fixed expressions with a word order of their own: "Malmö has been my home", "Jonas and I split up".

They are patterns over the words of a sentence, kept in `config/claims/turns.yaml`.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from kg_assets.claims.reading.assertion import Clause, is_asserted
from kg_assets.claims.reading.frames import KINDS, Frame, Match, Modality, read_objects
from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.making import Setting
from kg_assets.claims.reading.model import SELF, Object, Subject, VerbGroup
from kg_assets.claims.reading.phrases import skip_determiners
from kg_assets.claims.reading.sentence import Sentence
from kg_assets.claims.reading.subjects import relation_at
from kg_assets.core.data import data_path
from kg_assets.core.mistyped import nearest
from kg_assets.core.patterns import fast_pattern, no_pattern
from kg_assets.core.yamlfile import read_model

_FILE = "config/claims/turns.yaml"
_UNSAID = VerbGroup("be", "present", False, False, 0, 0)
_WORD = r"[^ ,;:.!?()\"…]+"
_PHRASE = rf"{_WORD}(?: {_WORD}){{0,7}}?"
_LEADS = (
    "and|but|so|because|since|yes|yeah|well|also|plus|honestly|though|oh|no|now|today|yesterday|lately|personally|"
    "currently|recently|still|sadly|luckily|finally|nowadays"
)
_OPENS = rf"(?:^|[,;:.!?…–—-] |(?:^| )(?:{_LEADS}) )(?:(?:{_LEADS}) )*"
_MACRO = re.compile(r"[A-Z]{2,}")
_SLOT = re.compile(r"(?<!\?P)<(o|x|rel)>")
_SLOTS = {"o": _PHRASE, "x": _PHRASE, "rel": rf"{_WORD}(?: {_WORD})?"}
# Words that make the phrase before a verb a clause of its own, or let it lean on something said before.
_FINITE = word_list("turns", "finite")
_OWN = word_list("turns", "own")
# Words for how an answer is written, which tell nothing of a person's life ("a formal tone is not my thing").
_MANNERS = word_list("turns", "manners")
_SPOKEN = word_list("turns", "spoken")


@dataclass(frozen=True, slots=True)
class Turn:
    """One pattern of `config/claims/turns.yaml`; the file explains the fields."""

    frame: Frame
    keys: frozenset[str]
    pattern: Any
    is_led: bool
    is_bounded: bool
    is_negative: bool
    is_about_thing: bool


def _spelt(say: str, macros: dict[str, str]) -> str:
    """A pattern of the file as a regular expression, with its macros and its named parts written out. Only the named
    parts capture."""
    while _MACRO.search(say):
        say = _MACRO.sub(lambda found: macros[found[0]], say)
    say = re.sub(r"(?<![A-Za-z])W(?![A-Za-z])", lambda _: _WORD, say)
    say = re.sub(r"\((?!\?)", "(?:", say)
    say = re.sub(r"<o>$", lambda _: "(?P<o>[^ ])", say)
    return _SLOT.sub(lambda found: f"(?P<{found[1]}>{_SLOTS[found[1]]})", say)


class _Row(BaseModel):
    """A pattern as it is written in `config/claims/turns.yaml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    say: str
    key: tuple[str, ...] = Field(min_length=1)
    predicate: str
    object: str | None = None
    modality: Modality | None = None
    confidence: float | None = Field(None, ge=0, le=1)
    negative: bool = False
    undated: bool = False
    since: bool = False
    about: Literal["self", "x"] | None = None

    @field_validator("object")
    @classmethod
    def _is_a_kind(cls, value: str | None) -> str | None:
        if value is not None and value not in KINDS:
            raise ValueError(f"is no way to read an object{nearest(value, sorted(KINDS))}")
        return value


class _Defaults(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    confidence: float = Field(ge=0, le=1)
    modality: Modality
    object: str
    about: Literal["self", "x"]


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    defaults: _Defaults
    macros: dict[str, str]
    turns: tuple[_Row, ...]


def _turn(at: int, row: _Row, defaults: _Defaults, macros: dict[str, str]) -> Turn:
    say = row.say
    is_led = not say.removeprefix("(me and )?").startswith("<o>")
    is_bounded = not say.endswith("<o>")
    opening = "(?:^| )" if is_led else _OPENS
    frame = Frame(
        row.id, (), {}, row.object or defaults.object, row.predicate, row.modality or defaults.modality, 30,
        defaults.confidence if row.confidence is None else row.confidence,
        False, False, False, "self", frozenset(), row.undated, row.since,
    )  # fmt: skip
    path, place = data_path(_FILE), ("turns", at, "say")
    try:
        body = f"{opening}(?P<at>{_spelt(say, macros)})" + ("(?: |$)" if is_bounded else "")
    except KeyError as error:
        (name,) = error.args
        raise no_pattern(path, place, say, f"there is no macro {name!r}{nearest(name, sorted(macros))}") from None
    is_thing = (row.about or defaults.about) == "x"
    pattern = fast_pattern(body, path, place, say)
    return Turn(frame, frozenset(row.key), pattern, is_led, is_bounded, row.negative, is_thing)


@cache
def turns() -> tuple[Turn, ...]:
    document = read_model(data_path(_FILE), _Document)
    return tuple(_turn(at, row, document.defaults, document.macros) for at, row in enumerate(document.turns))


@cache
def _by_key() -> dict[str, tuple[int, ...]]:
    table: dict[str, list[int]] = {}
    for number, turn in enumerate(turns()):
        for key in sorted(turn.keys):
            table.setdefault(key, []).append(number)
    return {key: tuple(numbers) for key, numbers in table.items()}


def turned(s: Sentence, first: int, last: int) -> Iterator[tuple[Setting, Match]]:
    """Two values for each pattern that fits the sentence: the setting, which is the clause around it; and the match,
    which is a frame with objects."""
    table = _by_key()
    keys = table.keys() & s.low[first:last]
    if not keys:
        return
    numbers = sorted({number for key in keys for number in table[key]})
    ends = list(accumulate(len(low) + 1 for low in s.low[first:last]))
    joined = " ".join(s.low[first:last])
    for number in numbers:
        turn = turns()[number]
        found = turn.pattern.search(joined)
        if found is None:
            continue
        places = {
            name: _tokens(ends, found.span(group), first)
            for name, group in turn.pattern.groupindex.items()
            if found[group] is not None
        }
        made = _made(s, turn, places, first, last)
        if made is not None:
            yield made


def _tokens(ends: list[int], span: tuple[int, int], first: int) -> tuple[int, int]:
    """Two values for a span of the joined words: its first token; and the token behind its last."""
    start, stop = span
    return first + bisect_right(ends, start), first + bisect_right(ends, max(start, stop - 1)) + 1


def _made(
    s: Sentence, turn: Turn, places: dict[str, tuple[int, int]], first: int, last: int
) -> tuple[Setting, Match] | None:
    at = places["at"][0]
    subject = Subject(SELF, "self", at, at, None)
    if not is_asserted(s, Clause(subject, _UNSAID, at, at, at), first, -1):
        return None
    start, stop = places["o"]
    if turn.is_bounded and not turn.is_led and not _is_topic(s, turn, start, stop):
        return None
    matters = s.words["pointing"] if turn.is_about_thing else s.words["pointing"] | s.words["task_words"] | _MANNERS
    if "x" in places and set(s.low[slice(*places["x"])]) & matters:
        return None
    stop = stop if turn.is_bounded else _end(s, start, last)
    objects = _objects(s, turn, places, start, stop)
    if not objects:
        return None
    if turn.is_about_thing:
        thing = skip_determiners(s, *places["x"])
        span = s.span(thing, places["x"][1])
        subject = Subject(s.surface(thing, places["x"][1]), "thing", thing, places["x"][1], span)
    verb = _UNSAID._replace(is_negative=turn.is_negative != ("not" in places))
    end = max(_end(s, places["at"][1] - 1, last), places["at"][1])
    return Setting(subject, verb, at, end, at), Match(turn.frame, objects, at)


def _end(s: Sentence, at: int, last: int) -> int:
    """The token at which the phrase ends that begins at `at`: the next sign that ends every phrase (such as a comma),
    else `last`."""
    while at < last and not s.has_pause(at):
        at += 1
    return at


def _is_topic(s: Sentence, turn: Turn, start: int, stop: int) -> bool:
    """Whether the phrase before the verb can be the object: it has no verb that makes it a clause, and refers to
    nothing said before."""
    words = s.low[start:stop]
    finite = _FINITE | s.words["be"] | s.words["modals"] | s.words["negators"]
    if not finite.isdisjoint(words) or words[0] in _SPOKEN | s.words["adverbs"] or s.timed[start] >= 0:
        return False
    if turn.frame.object in ("taste", "problem") and set(words) & (s.words["task_words"] | _MANNERS):
        return False
    is_thing = turn.frame.object in ("thing", "owner_whole", "name_of", "employer_named", "with_me", "feeling")
    return is_thing or (words[0] not in _OWN and not set(words) & s.words["pointing"])


def _objects(s: Sentence, turn: Turn, places: dict[str, tuple[int, int]], start: int, stop: int) -> list[Object]:
    """The objects in the part of a pattern that stands for the object. Empty if there are none, or if the pattern has
    further words and the objects do not reach up to them."""
    if turn.frame.predicate == "relation":
        relation = relation_at(s, places["rel"][0])
        found = read_objects(s, turn.frame, start, stop)
        is_known = relation is not None and relation[0] != "other"
        return [found[0]._replace(predicate=relation[0])] if relation and is_known and found else []
    found = read_objects(s, turn.frame, start, stop)
    return found if found and (not turn.is_bounded or found[-1].last == stop) else []
