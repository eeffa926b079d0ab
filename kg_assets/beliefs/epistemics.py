"""Reads epistemic frames by cue words (seed 002 §4.7). The frame of a belief says when it holds (its temporal scope),
how sure the person is (modality) and how strongly it is meant (degree). Denials are read in the same pass."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import msgspec

from kg_assets.beliefs.frame import Frame, Modality, Polarity, TemporalScope
from kg_assets.core.mistyped import Place
from kg_assets.core.patterns import check_patterns
from kg_assets.core.yamlfile import read_model
from kg_assets.language.screening import Screen

CUES_FILE = "config/beliefs/cues.yaml"
_LOOK = re.compile(r"\(\?<?[=!][^()]*\)")
_GROUP = re.compile(r"\((?!\?<?[=!])[^()]*\)[?*+]?")
_PLAIN = re.compile(r"[a-z' ~]+")  # words, and "~" in the place of each group
_LISTS = ("negation", "no_negation", "over_with_negation", "filler", "kept", "condition")  # of patterns


class _Degree(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: list[str]
    degree: float


class _Confidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    base: float
    without_time: float
    several_times: float
    several_negations: float
    ask_below: float


class CueWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `config/beliefs/cues.yaml`."""

    negation: list[str]
    no_negation: list[str]
    over_with_negation: list[str]
    modality: dict[Modality, list[str]]
    temporal: dict[TemporalScope, list[str]]
    past_dates: list[str]
    temporal_specificity: dict[TemporalScope, int]
    degree: list[_Degree]
    plain_degree: float
    low_degree_below: float
    high_degree_from: float
    filler: list[str]
    kept: list[str]
    condition: list[str]
    confidence: _Confidence


class Hit(NamedTuple):
    """A cue that was found: what the cue stands for (such as `habitual`), the index of its first word, and the index of
    the word after its last."""

    says: str
    start: int
    end: int


class Reading(NamedTuple):
    """What was read from a clause: its frame, the polarity, how sure the frame is, the cues that were found
    (`signals`), and the words that went into the frame (`spent`), which the atom's text leaves out."""

    frame: Frame
    polarity: Polarity
    confidence: float
    signals: tuple[Hit, ...]
    spent: frozenset[int]


class _Matcher:
    """Finds patterns in a list of words. If several patterns match at one word, the longest pattern wins."""

    def __init__(self, patterns: Sequence[str]) -> None:
        ordered = sorted(patterns, key=lambda pattern: (-len(pattern), pattern))
        self.pattern = re.compile(rf"(?<!\S)(?:{'|'.join(f'(?:{one})' for one in ordered)})(?!\S)")
        self._patterns = patterns

    @cached_property
    def _needed(self) -> frozenset[str] | None:
        """Words of which every match has at least one. None if the patterns do not show such words."""
        needed = [_needed_word(pattern) for pattern in self._patterns]
        return None if None in needed else frozenset(word for word in needed if word is not None)

    def may_find(self, words: Sequence[str]) -> bool:
        """Whether a pattern may match in these words, or in them with some left out. False is certain."""
        return self._needed is None or not self._needed.isdisjoint(" ".join(words).split(" "))

    def find(self, words: Sequence[str], text: str | None = None) -> Iterator[tuple[int, int]]:
        """Two values for each match: the index of its first word; and the index of the word after its last. `text` is
        the same words joined by spaces, if the caller has them."""
        text = " ".join(words) if text is None else text
        places: dict[int, int] = {}
        for found in self.pattern.finditer(text):
            if found.end() > found.start():
                places = places or dict(zip(_starts(words), range(len(words)), strict=False))
                start = places.get(found.start())
                if start is not None:  # else it begins within words put in place of a pronoun
                    yield start, start + len(found[0].split(" "))


def _needed_word(pattern: str) -> str | None:
    """The longest word that stands in every match of a pattern: "every" for "every (?:day|week)". None if none can be
    named."""
    before = ""
    while pattern != before:
        before, pattern = pattern, _GROUP.sub("~", _LOOK.sub("", pattern))
    words = [word for word in pattern.split(" ") if "~" not in word] if _PLAIN.fullmatch(pattern) else []
    return max(filter(None, words), key=len, default=None)


def _starts(words: Sequence[str]) -> Iterator[int]:
    """The position in the joined text at which each word begins."""
    return accumulate((len(word) + 1 for word in words), initial=0)


_Found = defaultdict[_Matcher, tuple[tuple[int, int], ...]]  # the places that each matcher found in some words


class Cues:
    """The cue words of `config/beliefs/cues.yaml`, compiled into patterns."""

    def __init__(self, words: CueWords) -> None:
        self.words = words
        self._negation = _Matcher(words.negation)
        self._no_negation = _Matcher(words.no_negation)
        self._over = _Matcher(words.over_with_negation)
        self._over_words = frozenset(words.over_with_negation)
        self._modality = {modality: _Matcher(patterns) for modality, patterns in words.modality.items()}
        self._temporal = {scope: _Matcher(patterns) for scope, patterns in words.temporal.items()}
        self._past_dates = _Matcher(words.past_dates)
        self._degree = [(_Matcher(step.words), step.degree) for step in words.degree]
        self._filler = _Matcher(words.filler)
        self._kept = _Matcher(words.kept)
        degrees = (matcher for matcher, _ in self._degree)
        self._matchers = (
            self._negation, self._no_negation, self._over, *self._modality.values(), *self._temporal.values(),
            self._past_dates, *degrees, self._filler, self._kept,
        )  # fmt: skip

    @cached_property
    def _screen(self) -> Screen:
        """Finds in one pass which of the matchers may match a text at all. Most sentences hold only a few cues."""
        return Screen(*(matcher.pattern for matcher in self._matchers))

    @cached_property
    def _plain(self) -> Reading:
        """The reading of a clause that has no cue and whose verb is in the present."""
        return self._read_of(defaultdict(tuple), None, False)

    @cached_property
    def _plain_past(self) -> Reading:
        return self._read_of(defaultdict(tuple), None, True)

    def _found(self, words: Sequence[str]) -> _Found:
        text = " ".join(words)
        found: _Found = defaultdict(tuple)
        for number in self._screen.matching(text):
            matcher = self._matchers[number]
            if places := tuple(matcher.find(words, text)):
                found[matcher] = places
        return found

    @cached_property
    def condition(self) -> _Matcher:
        return _Matcher(self.words.condition)

    def that_need_negation(self, words: Sequence[str], tokens: Sequence[int]) -> list[int]:
        """The tokens among `tokens` that, together with a denial, say that something is over: "anymore" in "I don't
        smoke anymore"."""
        if self._over_words.isdisjoint(words):
            return []
        return [token for token in tokens if words[token] in self._over_words]

    def may_have_habit(self, words: Sequence[str]) -> bool:
        """Whether `has_habit` may be true for these words, or for them with some left out. False is certain."""
        return self._temporal["habitual"].may_find(words)

    def has_habit(self, words: Sequence[str]) -> bool:
        """Whether the words hold a cue that something is usually so (`habitual`)."""
        return next(self._temporal["habitual"].find(words), None) is not None

    def is_time(self, word: str) -> bool:
        """Whether a word by itself says when something is so ("lately")."""
        found = self._found([word])
        return any(found[matcher] for matcher in self._temporal.values())

    def is_for_a_model(self, confidence: float) -> bool:
        """§4.7: whether the confidence of a frame is below `ask_below`, so that a model is asked for the frame, if one
        is used."""
        return confidence < self.words.confidence.ask_below

    def degree_band(self, degree: float) -> str:
        """The degree as a word: "low", "plain" or "high"."""
        if degree < self.words.low_degree_below:
            return "low"
        return "high" if degree >= self.words.high_degree_from else "plain"

    def read(self, words: Sequence[str], condition: str | None = None, is_past: bool = False) -> Reading:
        """The frame and polarity of the words of one clause and of the verbs on which it depends ("I think").

        `is_past` says that the verb is in the past: the scope is then `past`, unless a word says `ongoing` or
        `transitional`. `condition` becomes the frame's condition. A word of habit in the condition ("whenever") makes
        the scope `habitual`, as it would in `words`.
        """
        found = self._found(words)
        if not found and condition is None:
            return self._plain_past if is_past else self._plain
        return self._read_of(found, condition, is_past)

    def _read_of(self, found: _Found, condition: str | None, is_past: bool) -> Reading:
        times = list(self._times(found, condition))
        unsure = _covered(found[self._modality["unsure"]])
        denials = [hit for hit in self._denials(found) if hit.start not in unsure]
        over = [Hit("over", *place) for place in found[self._over]]
        modality, hedges = self._modal(found)
        degree, strength = self._strength(found)
        scope = self._scope(times, bool(denials and over), is_past)
        is_denied = bool(denials) and not over
        signals = (*denials, *hedges, *(hit for hit in times if hit.start >= 0), *strength)
        return Reading(
            Frame(scope, modality, degree, condition),
            "deny" if is_denied else "affirm",
            self._confidence(times, denials),
            tuple(sorted(signals, key=lambda hit: (hit.start, hit.end, hit.says))),
            self._spent(found, [*signals, *over], scope),
        )

    def _denials(self, found: _Found) -> list[Hit]:
        exempt = _covered(found[self._no_negation])  # what looks like a denial and is none ("not only")
        return [Hit("deny", *place) for place in found[self._negation] if place[0] not in exempt]

    def _times(self, found: _Found, condition: str | None) -> Iterator[Hit]:
        for scope, matcher in self._temporal.items():
            for place in found[matcher]:
                yield Hit(scope, *place)
        if condition is not None and self.has_habit(condition.split(" ")):
            yield Hit("habitual", -1, -1)

    def _scope(self, times: Sequence[Hit], is_over: bool, is_past: bool) -> TemporalScope:
        """§4.7: the temporal scope. Of all scopes that were found it is the one with the highest rank in
        `temporal_specificity`; `unknown` if none was found.

        If something is over, `past` counts as found. A verb in the past counts as `past`, too, unless `ongoing` or
        `transitional` was found.
        """
        rank = self.words.temporal_specificity
        found: list[TemporalScope] = [scope for scope in rank if any(hit.says == scope for hit in times)]
        if is_over or (is_past and not {"ongoing", "transitional"} & set(found)):
            found.append("past")
        return max(found, key=lambda scope: rank[scope], default="unknown")

    def _modal(self, found: _Found) -> tuple[Modality, list[Hit]]:
        """Two values: the least certain modality among the cues found, or `certain` if there is none; and all cues of
        modality."""
        hits = [Hit(modality, *place) for modality, matcher in self._modality.items() for place in found[matcher]]
        order: tuple[Modality, ...] = ("unsure", "possible", "likely")
        return next((one for one in order if any(hit.says == one for hit in hits)), "certain"), hits

    def _strength(self, found: _Found) -> tuple[float, list[Hit]]:
        hits = [
            (start, -end, step, Hit("degree", start, end))
            for matcher, step in self._degree
            for start, end in found[matcher]
        ]
        degree = min(hits, key=lambda hit: hit[:3])[2] if hits else self.words.plain_degree
        return degree, [hit[3] for hit in hits]

    def _confidence(self, times: Sequence[Hit], denials: Sequence[Hit]) -> float:
        cost = self.words.confidence
        scopes = {hit.says for hit in times}
        less = cost.without_time if not scopes else cost.several_times if len(scopes) > 1 else 0.0
        return round(cost.base - less - (cost.several_negations if len(denials) > 1 else 0.0), 12)

    def _spent(self, found: _Found, signals: Sequence[Hit], scope: TemporalScope) -> frozenset[int]:
        """The indices of the words that the atom's text leaves out: all cues, fillers, words like "not only" and, if
        the scope is `past`, the words that say when it was. The words in `kept` stay."""
        spent = {at for hit in signals for at in range(hit.start, hit.end)}
        spent |= _covered(found[self._no_negation]) | _covered(found[self._filler])
        if scope == "past":
            spent |= _covered(found[self._past_dates])
        return frozenset(spent - _covered(found[self._kept]))


def _covered(places: Iterable[tuple[int, int]]) -> set[int]:
    """The indices of all words in `places`. Each place is the index of its first word and the index of the word after
    its last."""
    return {at for start, end in places for at in range(start, end)}


def read_cues(path: Path) -> Cues:
    """The cues in a file. If a pattern does not compile, the error names the file."""
    found = read_model(path, CueWords)
    lists: dict[Place, list[str]] = {(name,): getattr(found, name) for name in _LISTS}
    lists |= {("modality", modality): patterns for modality, patterns in found.modality.items()}
    lists |= {("temporal", scope): patterns for scope, patterns in found.temporal.items()}
    lists |= {("degree", at, "words"): step.words for at, step in enumerate(found.degree)}
    check_patterns(path, lists)
    return Cues(found)
