"""Reads the pattern files of `config/times/` and compiles them: patterns of times, macros in them, joins (which combine
neighbouring times), guards (what shows that no time is meant), and the patterns that find clusters."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from kg_assets.core.data import data_path, shipped_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.mistyped import Place, nearest
from kg_assets.core.patterns import check_pattern, no_pattern
from kg_assets.core.yamlfile import read_model
from kg_assets.mentions.times.build import BUILDERS, Arguments, Builder
from kg_assets.mentions.times.cluster import cluster_patterns, tail_pattern
from kg_assets.mentions.times.expressions import NARROWERS, narrowed
from kg_assets.mentions.times.holidays import read_holidays
from kg_assets.mentions.times.join import JOINERS, Joiner
from kg_assets.mentions.times.model import Calendar, DayPart
from kg_assets.mentions.times.prefilter import pattern_set, without_looks
from kg_assets.mentions.times.words import Words

_MACRO = re.compile(r"%([a-z0-9_]+)%")
_BEFORE, _AFTER = r"(?<![a-z0-9])", r"(?![a-z0-9])"
_DEEPEST_MACRO = 8


@dataclass(frozen=True)
class Pattern:
    """One pattern of a pattern file. Where its regex matches, the builder of its family makes a node.

    The regex is compiled only when a text first needs it, because compiling all takes longer than reading a small
    export.
    """

    pattern_id: str
    precedence: int
    confidence: float
    builder: Builder
    arguments: Arguments
    source: str
    is_weak: bool
    guard: str | None
    kind: str | None
    # Weak, and of a kind that no join uses: it counts only as a whole message.
    is_only_alone: bool

    @cached_property
    def regex(self) -> re.Pattern[str]:
        return re.compile(self.source, re.ASCII)

    @cached_property
    def fields(self) -> tuple[tuple[str, int], ...]:
        """The named groups and their positions.

        If a second alternative repeats the name of a group, that name has an underscore at its end, which is removed
        here.
        """
        return tuple((name.rstrip("_"), index - 1) for name, index in self._groups)

    @cached_property
    def inner(self) -> tuple[int, ...]:
        """The positions of the groups named `x`. If one of them matched, the mention is only the text of that group;
        the rest of the match just had to stand beside it."""
        return tuple(index for name, index in self._groups if name.rstrip("_") == "x")

    @property
    def _groups(self) -> list[tuple[str, int]]:
        return sorted(self.regex.groupindex.items(), key=lambda item: item[1])


@dataclass(frozen=True)
class Join:
    """One join of a pattern file: two neighbouring nodes with a fitting text between them (the gap) make a larger
    node."""

    pattern_id: str
    precedence: int
    confidence: float
    left: frozenset[str]
    right: frozenset[str]
    gap: re.Pattern[str]
    # A number that joins with the same gap share.
    gap_number: int
    prefix: re.Pattern[str] | None
    is_prefix_required: bool
    keeps_prefix: bool
    joiner: Joiner
    arguments: Arguments
    is_weak: bool
    guard: str | None


@dataclass(frozen=True)
class Guard:
    """Text that shows, if it stands directly before or after a match of a pattern, that the match is no time."""

    before: re.Pattern[str] | None
    after: re.Pattern[str] | None


@dataclass(frozen=True, eq=False)
class Grammar:
    """The compiled patterns, joins, guards and words of one language."""

    language: str
    words: Words
    patterns: tuple[Pattern, ...]
    joins: dict[str, tuple[Join, ...]]
    guards: dict[str, Guard]
    cue: re.Pattern[str]
    # Words before "in 3 months" by which these months have passed ("I have not run").
    elapsed: re.Pattern[str] | None
    possible: Any
    article: re.Pattern[str]
    clusters: Any
    whole: Any
    tail: re.Pattern[bytes] | None


@lru_cache(maxsize=16)
def _read(path: Path) -> dict[str, Any]:
    return read_model(path, dict[str, Any])


def _pattern_file(folder: Path | None, name: str) -> Path:
    """The path of a pattern file: in the person's own folder if it is there, else the shipped one."""
    own = None if folder is None else folder / name
    return own if own is not None and own.exists() else data_path(f"config/times/{name}")


def _is_own(path: Path, name: str) -> bool:
    return path != shipped_path(f"config/times/{name}")


@lru_cache(maxsize=8)
def load_calendar(folder: Path | None = None) -> Calendar:
    """The numbers in the section `calendar` of `common.yaml`, which all languages share."""
    numbers = _read(_pattern_file(folder, "common.yaml"))["calendar"]
    parts = {name: DayPart(*hours) for name, hours in numbers["parts"].items()}
    edges = {unit: (cuts[0], cuts[1]) for unit, cuts in numbers["edges"].items()}
    seasons = {name: (first, until) for name, (first, until) in numbers["seasons"].items()}
    return Calendar(
        parts,
        numbers["two_digit_pivot"],
        numbers["afternoon_until_hour"],
        edges,
        seasons,
        read_holidays(numbers["holidays"]),
    )


@lru_cache(maxsize=8)
def load_confidence(folder: Path | None = None) -> dict[str, float]:
    """For each assumption (such as am or pm), the factor by which it lowers the confidence of a mention."""
    factors = _read(_pattern_file(folder, "common.yaml"))["confidence"]
    return {str(name): float(value) for name, value in factors.items()}


@lru_cache(maxsize=8)
def load_grammar(language: str, folder: Path | None = None) -> Grammar:
    """The grammar of a language: its own pattern file, combined with `common.yaml`."""
    try:
        own = _read(_pattern_file(folder, f"{language}.yaml"))
    except FileNotFoundError:
        raise ConfigError(
            f"times.languages: no patterns for {language!r}; add config/times/{language}.yaml or take it off the list"
        ) from None
    common = _read(_pattern_file(folder, "common.yaml"))
    tables = {name: {**common["words"].get(name, {}), **_lowered(table)} for name, table in own["words"].items()}
    words = Words({**common["words"], **tables})
    _refuse_parts_without_hours(language, words, load_calendar(folder))
    macros = _macros(words, {**common["macros"], **own.get("macros", {})})
    for name, document in (("common.yaml", common), (f"{language}.yaml", own)):
        path = _pattern_file(folder, name)
        if _is_own(path, name):
            # A person's own patterns are proved now, not in the middle of their messages.
            _prove(path, document, macros)
    gaps = {gap: number for number, gap in enumerate(sorted({entry["gap"] for entry in own["joins"]}))}
    joins = [_join(entry, macros, gaps) for entry in own["joins"]]
    joined = frozenset(kind for join in joins for kind in join.left | join.right)
    entries = common["patterns"] + own["patterns"]
    patterns = tuple(_pattern(entry, macros, joined, load_calendar(folder).two_digit_pivot) for entry in entries)
    by_left = {kind: tuple(j for j in joins if kind in j.left) for kind in sorted({k for j in joins for k in j.left})}
    guards = {name: _guard(entry, macros) for name, entry in {**common["guards"], **own.get("guards", {})}.items()}
    fillers = [without_looks(_expand(entry.get("regex", ""), {})) for entry in own["patterns"]]
    fillers += [entry.get(field, "") for entry in own["joins"] for field in ("gap", "prefix")]
    fillers += [without_looks(str(macro)) for macro in own.get("macros", {}).values()]
    own_clusters = dict(own["clusters"])
    cluster_macros = {**macros, **own_clusters.get("macros", {})}
    for name in ("core_shapes", "filler_shapes"):
        own_clusters[name] = [_expand(shape, cluster_macros) for shape in own_clusters.get(name, ())]
    clusters, whole = cluster_patterns(words.categories, common["clusters"], own_clusters, fillers)
    return Grammar(
        language,
        words,
        patterns,
        by_left,
        guards,
        _cue(own["cues"], macros),
        _elapsed(own["cues"], macros),
        pattern_set([pattern.source for pattern in patterns]),
        re.compile(own["article"], re.ASCII),
        clusters,
        whole,
        tail_pattern(own["clusters"].get("light_words", ())),
    )


def _prove(path: Path, document: dict[str, Any], macros: dict[str, str]) -> None:
    """Check that each pattern in a file compiles. The error names the pattern, its line and the fault."""
    for place, written in _written(document):
        if not isinstance(written, str):
            raise no_pattern(path, place, written, "a text is expected")
        try:
            source = _expand(written, macros)
        except ConfigError as error:
            raise no_pattern(path, place, written, str(error)) from None
        check_pattern(path, place, f"(?:{source})", written)


def _written(document: dict[str, Any]) -> Iterator[tuple[Place, Any]]:
    """Every text in a pattern file that is a regular expression, with the keys that lead to it."""
    for listed, fields in (("patterns", ("regex",)), ("joins", ("gap", "prefix"))):
        for at, entry in enumerate(document.get(listed, ())):
            yield from (((listed, at, field), entry[field]) for field in fields if entry.get(field) is not None)
    for name, guard in document.get("guards", {}).items():
        yield from ((("guards", name, side), source) for side, source in guard.items())
    yield from ((("cues", name), source) for name, source in document.get("cues", {}).items())
    yield from ((("macros", name), source) for name, source in document.get("macros", {}).items())
    if "article" in document:
        yield ("article",), document["article"]


def _refuse_parts_without_hours(language: str, words: Words, calendar: Calendar) -> None:
    """Refuse words that mean a part of the day for which the calendar has no hours, whole or narrowed (early,
    mid, late)."""
    named = {str(part) for part in words.categories.get("part", {}).values()}
    missing = sorted(
        {name for part in named for name in (part, *(narrowed(n, part) for n in NARROWERS))} - {*calendar.parts}
    )
    if missing:
        raise ConfigError(
            f"config/times/common.yaml, calendar.parts: no hours for {', '.join(missing)}, which words under `part` "
            f"in config/times/{language}.yaml lead to; give each its two hours, as in `evening: [18, 24]`"
        )


def _lowered(table: dict[Any, Any]) -> dict[str, Any]:
    return {str(word).lower(): meaning for word, meaning in table.items()}


def _macros(words: Words, own: dict[str, str]) -> dict[str, str]:
    """All macros by name: for each category of words a pattern that matches any of its words, and the macros that the
    file itself defines. Those of the file may use other macros."""
    macros = {name: _alternation(table) for name, table in words.categories.items()}
    return {**macros, **own}


def _alternation(table: dict[str, Any]) -> str:
    ordered = sorted(table, key=lambda word: (-len(word), word))
    return "(?:" + "|".join(r"\s+".join(re.escape(part) for part in word.split()) for word in ordered) + ")"


def _expand(source: str, macros: dict[str, str]) -> str:
    """The source of a pattern with its macros written out. If `macros` is empty, each macro becomes a blank."""
    for _ in range(_DEEPEST_MACRO):
        found = _MACRO.search(source)
        if found is None:
            return source
        source = _MACRO.sub(lambda match: _one_macro(match.group(1), macros), source)
    raise ConfigError("a macro in it refers to itself")


def _one_macro(name: str, macros: dict[str, str]) -> str:
    if not macros:
        return " "
    if name not in macros:
        raise ConfigError(f"there is no macro %{name}%{nearest(name, sorted(macros))}")
    return macros[name]


def _pattern(entry: dict[str, Any], macros: dict[str, str], joined: frozenset[str], pivot: int) -> Pattern:
    is_weak, kind = bool(entry.get("weak", False)), entry.get("kind")
    return Pattern(
        entry["id"],
        int(entry["precedence"]),
        float(entry["confidence"]),
        BUILDERS[entry["family"]],
        dict(entry.get("with", {}), two_digit_pivot=pivot),
        _BEFORE + "(?:" + _expand(entry["regex"], macros) + ")" + _AFTER,
        is_weak,
        entry.get("guard"),
        kind,
        is_weak and kind is not None and kind not in joined,
    )


def _join(entry: dict[str, Any], macros: dict[str, str], gaps: dict[str, int]) -> Join:
    prefix = entry.get("prefix")
    return Join(
        entry["id"],
        int(entry["precedence"]),
        float(entry["confidence"]),
        frozenset(entry["left"]),
        frozenset(entry["right"]),
        re.compile(_expand(entry["gap"], macros), re.ASCII),
        gaps[entry["gap"]],
        None if prefix is None else re.compile(_BEFORE + "(?:" + _expand(prefix, macros) + ")$", re.ASCII),
        bool(entry.get("prefix_required", False)),
        bool(entry.get("keeps_prefix", True)),
        JOINERS[entry["family"]],
        dict(entry.get("with", {})),
        bool(entry.get("weak", False)),
        entry.get("guard"),
    )


def _guard(entry: dict[str, Any], macros: dict[str, str]) -> Guard:
    before, after = entry.get("before"), entry.get("after")
    return Guard(
        None if before is None else re.compile("(?:" + _expand(before, macros) + ")$", re.ASCII | re.IGNORECASE),
        None if after is None else re.compile(_expand(after, macros), re.ASCII | re.IGNORECASE),
    )


def _cue(cues: dict[str, str], macros: dict[str, str]) -> re.Pattern[str]:
    """A pattern for the cue words of both directions ("was", "will"). The group that matched, `past` or `future`, says
    which direction."""
    past, future = _expand(cues["past"], macros), _expand(cues["future"], macros)
    return re.compile(f"(?<![a-z])(?:(?P<past>{past})|(?P<future>{future}))", re.ASCII)


def _elapsed(cues: dict[str, str], macros: dict[str, str]) -> re.Pattern[str] | None:
    return re.compile(_expand(cues["elapsed"], macros), re.ASCII) if "elapsed" in cues else None
