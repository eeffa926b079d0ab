"""The pattern registry of `config/claims/frames.yaml`, and matching one clause against it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, field_validator

from kg_assets.claims.reading import (
    objects_acts,
    objects_body,
    objects_choices,
    objects_medicines,
    objects_named,
    objects_people,
    objects_places,
    objects_plans,
    objects_school,
    objects_self,
    objects_states,
    objects_sums,
    objects_tastes,
    objects_things,
    objects_turned,
    objects_world,
)
from kg_assets.claims.reading.model import Object, Subject, VerbGroup
from kg_assets.claims.reading.phrases import listed
from kg_assets.claims.reading.sentence import Sentence
from kg_assets.claims.reading.subjects import name_run
from kg_assets.core.data import data_path
from kg_assets.core.mistyped import nearest
from kg_assets.core.yamlfile import read_model

KINDS = (
    objects_world.KINDS
    | objects_places.KINDS
    | objects_things.KINDS
    | objects_self.KINDS
    | objects_states.KINDS
    | objects_sums.KINDS
    | objects_plans.KINDS
    | objects_tastes.KINDS
    | objects_acts.KINDS
    | objects_body.KINDS
    | objects_medicines.KINDS
    | objects_named.KINDS
    | objects_school.KINDS
    | objects_people.KINDS
    | objects_choices.KINDS
    | objects_turned.KINDS
)
# Ways to read an object that need no words behind the verb.
_LOOKS_BACK = frozenset({"bare_verb", "couple"})
# Ways to read an object that is a clause, so that it may contain other subjects.
_CLAUSES = frozenset({"opinion", "opinion_loose", "clause", "clause_own"})
_Tense = Literal[
    "present", "past", "perfect", "progressive", "past_progressive", "perfect_progressive", "used_to", "any",
    "past_dated", "past_got", "present_habit", "future", "modal", "modal_can", "modal_would", "negated_can",
    "progressive_not",
]  # fmt: skip
Modality = Literal["state", "fact", "preference", "intention"]
_USUAL: frozenset[_Tense] = frozenset(
    {"present", "past", "perfect", "progressive", "past_progressive", "perfect_progressive", "used_to"}
)
_NAMED_FRAMES = frozenset(
    {
        "live.in",
        "work.at",
        "work.as",
        "study.at",
        "move.to",
        "come.from",
        "be.job",
        "be.based",
        "graduate.from",
        "join.org",
        "leave.org",
        "stop.at",
    }
)


# Filled on demand: few combinations of verb, tense and sort of subject occur.
_FITTING: "dict[tuple[str, str, str, bool], _Fitting]" = {}


@dataclass(frozen=True, slots=True)
class Frame:
    """One pattern of the registry; `config/claims/frames.yaml` explains the fields."""

    id: str
    verbs: tuple[str, ...]
    # The phrases that may follow the verb, by their first word; the empty phrase has the key "".
    after: dict[str, tuple[tuple[str, ...], ...]]
    object: str
    predicate: str
    modality: str
    priority: int
    confidence: float
    split: bool
    anywhere: bool
    flips: bool
    subjects: str
    tenses: frozenset[_Tense]
    is_undated: bool = False
    is_since: bool = False

    def fits_tense(self, verb: VerbGroup, is_dated: bool) -> bool:
        tense = verb.tense
        if "any" in self.tenses or tense in self.tenses:
            return True
        return "past_dated" in self.tenses and tense == "past" and is_dated

    def fits_subject(self, subject: Subject) -> bool:
        if self.subjects == "self":
            return subject.sort == "self"
        if subject.sort == "thing":
            return self.subjects == "thing"
        if subject.sort == "named":
            return self.subjects in ("thing", "thing_only") or self.id in _NAMED_FRAMES
        return self.subjects == "person"


class Match(NamedTuple):
    frame: Frame
    objects: list[Object]
    first: int


def _by_first(phrases: tuple[tuple[str, ...], ...]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """The phrases by their first word, the longest first."""
    table: dict[str, list[tuple[str, ...]]] = {}
    for phrase in sorted(phrases, key=lambda p: (-len(p), p)):
        table.setdefault(phrase[0] if phrase else "", []).append(phrase)
    return {first: tuple(found) for first, found in table.items()}


class _Row(BaseModel):
    """A frame as it is written in `config/claims/frames.yaml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    verb: tuple[str, ...] = Field(min_length=1)
    after: str = ""
    object: str
    predicate: str
    modality: Modality | None = None
    priority: int | None = None
    confidence: float | None = Field(None, ge=0, le=1)
    split: bool = False
    anywhere: bool = False
    flips: bool = False
    undated: bool = False
    subjects: Literal["person", "self", "thing", "thing_only"] = "person"
    tenses: frozenset[_Tense] = _USUAL

    @field_validator("object")
    @classmethod
    def _is_a_kind(cls, value: str) -> str:
        if value not in KINDS:
            raise ValueError(f"is no way to read an object{nearest(value, sorted(KINDS))}")
        return value


class _Defaults(BaseModel):
    """Default values for the fields that a frame of the file leaves out."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    priority: int
    confidence: float = Field(ge=0, le=1)
    modality: Modality


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    defaults: _Defaults
    factors: dict[str, float]
    frames: tuple[_Row, ...]


def _frame(row: _Row, defaults: _Defaults) -> Frame:
    after = tuple(tuple(phrase.replace("'s", " 's").split()) for phrase in row.after.split("|"))
    return Frame(
        row.id, row.verb, _by_first(after), row.object, row.predicate, row.modality or defaults.modality,
        defaults.priority if row.priority is None else row.priority,
        defaults.confidence if row.confidence is None else row.confidence,
        row.split, row.anywhere, row.flips, row.subjects, row.tenses, row.undated,
    )  # fmt: skip


@cache
def _document() -> _File:
    return read_model(data_path("config/claims/frames.yaml"), _File)


@cache
def factors() -> dict[str, float]:
    """The numbers of the registry that belong to no single pattern."""
    return _document().factors


@cache
def registry() -> dict[str, tuple[Frame, ...]]:
    """Frames by the base form of their verb, in order of priority."""
    document = _document()
    by_verb: dict[str, list[Frame]] = {}
    for row in document.frames:
        frame = _frame(row, document.defaults)
        for verb in frame.verbs:
            by_verb.setdefault(verb, []).append(frame)
    return {verb: tuple(sorted(frames, key=lambda f: (f.priority, f.id))) for verb, frames in sorted(by_verb.items())}


def read_objects(s: Sentence, frame: Frame, index: int, end: int) -> list[Object]:
    """The objects that begin at `index`, read in the way that the frame names (`frame.object`)."""
    if index >= end and frame.object not in _LOOKS_BACK:
        return []
    kind = KINDS[frame.object]
    if not frame.split:
        found = kind(s, index, end) or []
    else:
        found = listed(s, index, end, lambda at: _first(kind(s, at, end)))
    return [_by_name(s, item, end) for item in found] if found else []


def _by_name(s: Sentence, item: Object, end: int) -> Object:
    """The object, or only its name if "called" or "named" follows its noun: "Plotwise" for "an app called Plotwise"."""
    at = item.last
    if item.predicate or item.value or at + 1 >= end or s.low[at] not in ("called", "named"):
        return item
    first = at + 1 + (s.low[at + 1] == "the")
    stop = name_run(s, first)
    return item._replace(first=first, last=stop, kind="entity") if stop > first else item


def _first(found: list[Object] | None) -> Object | None:
    return found[0] if found else None


def _starts(s: Sentence, index: int, end: int) -> Sequence[int]:
    """The tokens at which the words of a pattern may begin behind a verb: `index` and, if adverbs begin there, the
    token behind each of them, up to the third."""
    if index >= end or s.low[index] not in s.words["adverbs"]:
        return (index,)
    places = [index]
    while index < end and s.low[index] in s.words["adverbs"] and len(places) < 4:
        index += 1
        places.append(index)
    return places


def match_at(s: Sentence, frame: Frame, index: int, end: int) -> Match | None:
    """A frame with its objects, if the frame's words begin at `index` or behind adverbs that begin there; else None."""
    end = len(s) if frame.object in _CLAUSES else end
    bare = frame.after.get("", ())
    for start in _starts(s, index, end):
        led = frame.after.get(s.low[start], ()) if start < end else ()
        for phrase in (*led, *bare) if led else bare:
            if phrase and not s.starts_with(start, phrase):
                continue
            objects = read_objects(s, frame, start + len(phrase), end)
            if objects:
                return Match(frame, objects, start)
    return None


class _Fitting:
    """The frames of a verb that fit one sort of subject and one tense, in their order."""

    def __init__(self, frames: Sequence[Frame]) -> None:
        self.all = tuple(frames)
        self.anywhere = tuple(frame for frame in frames if frame.anywhere)
        self._bare = tuple(frame for frame in frames if "" in frame.after)
        words = sorted({word for frame in frames for word in frame.after})
        self._led = {word: tuple(f for f in frames if "" in f.after or word in f.after) for word in words}

    def opened_by(self, low: str) -> Sequence[Frame]:
        """The frames that can begin with this word. The word must not be an adverb."""
        return self._led.get(low, self._bare)


def _fitting(verb: VerbGroup, subject: Subject, is_dated: bool) -> _Fitting:
    key = verb.lemma, verb.tense, subject.sort, is_dated
    if key not in _FITTING:
        frames = registry()[verb.lemma]
        _FITTING[key] = _Fitting([f for f in frames if f.fits_tense(verb, is_dated) and f.fits_subject(subject)])
    return _FITTING[key]


def match_clause(s: Sentence, subject: Subject, verb: VerbGroup, start: int, end: int, is_dated: bool) -> list[Match]:
    """The frames that fit a clause, with their objects: at most one at the words right after the verb, and `anywhere`
    frames of other predicates, whose words may begin later in the clause."""
    if verb.lemma not in registry():
        return []
    fitting = _fitting(verb, subject, is_dated)
    is_led = start < end and s.low[start] not in s.words["adverbs"]
    found: list[Match] = []
    for frame in fitting.opened_by(s.low[start]) if is_led else fitting.all:
        matched = match_at(s, frame, start, end)
        if matched is not None:
            found.append(matched)
            break
    taken = found[0].objects[-1].last if found else start + 1
    for frame in fitting.anywhere:
        if not any(match.frame.predicate == frame.predicate for match in found):
            later = _later(s, frame, taken, end)
            if later is not None:
                found.append(later)
    return found


def _later(s: Sentence, frame: Frame, start: int, end: int) -> Match | None:
    if frame.id == "move.to" and start - 1 < end and s.low[start - 1] in s.words["determiners"]:
        return None
    for at in range(start, end):
        if s.has_pause(at) or s.low[at] in ("because", "but", "which", "who", "so", "when", "where"):
            return None
        if s.low[at] in frame.after:
            matched = match_at(s, frame, at, end)
            if matched is not None:
                return matched
    return None
