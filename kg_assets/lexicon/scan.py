"""Finds occurrences in some files of messages: every place of every word or phrase that was seen often enough to become
a term (stages 2B.4.2, 2B.6.2).

One pass over the texts serves two purposes: it gives the statistics by which terms are selected, and the places of
the terms that are.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import polars as pl
import pyarrow as pa

from kg_assets.core.hashing import sha256_hex
from kg_assets.core.spans import Span
from kg_assets.core.stage import Shard, StageRun
from kg_assets.lexicon.contracts import LEXICON_OCCURRENCES
from kg_assets.lexicon.matcher import Matcher
from kg_assets.lexicon.settings import LexiconSettings, TrustSettings
from kg_assets.lexicon.shapes import denylist, plain_spaces, shape_rules, term_key
from kg_assets.lexicon.texts import ranges, read_messages
from kg_assets.sources.tables import Rows
from kg_assets.store.message_files import grouped

# A neighbour longer than this is cut: it is a link or a line of code, not a word.
_LONGEST_NEIGHBOUR = 40
_MESSAGES, _SOUGHT = "kg.messages", "sought"
_DIGITS = 24  # digits of a surface's hash: enough that among millions no two are the same
_LETTERS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What is known from the sightings of all files: the words that begin sentences (`openers`), all sightings by key
    (`seen`), and the keys that never become terms (`denied`)."""

    openers: pa.Table
    seen: pa.Table
    denied: pa.Table


# Two stages of a build need the same vocabulary: the one made for the first is kept here until the second takes it.
_waiting: dict[tuple[object, ...], Vocabulary] = {}


def vocabulary(run: StageRun) -> Vocabulary:
    """The vocabulary made from all sightings. Two stages ask for it; the second gets what was made for the first, if
    files and settings are the same."""
    settings: LexiconSettings = run.settings("lexicon")
    files = (tuple(run.paths(name)) for name in ("kg.lexicon_sightings", "kg.lexicon_common_words"))
    asked = (*files, settings, settings.own_denylist, run.settings("trust"))
    known = _waiting.pop(asked, None)
    if known is None:
        _waiting.clear()
        known = _waiting[asked] = _vocabulary(run)
    return known


def _vocabulary(run: StageRun) -> Vocabulary:
    settings: LexiconSettings = run.settings("lexicon")
    opening = run.query("sql/lexicon/openers.sql", settings.numbers())
    # The sightings by key, without words that only begin a sentence.
    seen = run.query("sql/lexicon/terms_seen.sql", tables={"openers": opening})
    return Vocabulary(opening, seen, _denied(run, seen))


def _denied(run: StageRun, seen: pa.Table) -> pa.Table:
    """The keys that never become terms, each with the reason: words of the shipped denylist, words of the
    person's own list, and words of common speech."""
    settings: LexiconSettings = run.settings("lexicon")
    common = run.query("sql/lexicon/common_words.sql", query_parameters(run), {"seen": seen})
    reasons = dict.fromkeys(common.column("term_key").to_pylist(), "COMMON_SPEECH")
    reasons |= dict.fromkeys(map(term_key, settings.own_denylist), "OWN_DENYLIST")
    reasons |= dict.fromkeys(denylist(), "DENYLIST")
    keys = sorted(reasons)
    return pa.table({"term_key": pa.array(keys, pa.string()), "reason": [reasons[key] for key in keys]})


def query_parameters(run: StageRun) -> dict[str, object]:
    """The values of the parameters (`$name`) in the lexicon's SQL."""
    settings: LexiconSettings = run.settings("lexicon")
    trust: TrustSettings = run.settings("trust")
    return settings.numbers() | {
        "weight_user": trust.trust_weight_user,
        "weight_assistant": trust.trust_weight_assistant_uncorroborated,
    }


def plan(run: StageRun) -> list[Shard]:
    """One shard for each group of files of messages (`files_per_shard`). Every shard looks for all surfaces."""
    known = vocabulary(run)
    tables = {"seen": known.seen, "denied": known.denied}
    surfaces = run.query("sql/lexicon/prospects.sql", query_parameters(run), tables).column("surface_text").to_pylist()
    run.count("surfaces_looked_for", len(surfaces))
    identity = sha256_hex("\n".join(surfaces))
    return [
        Shard(
            f"{index:03d}",
            payload={"surfaces": surfaces},
            inputs={_MESSAGES: [str(path) for path in group]},
            identity=identity,
        )
        for index, group in enumerate(grouped(run.paths(_MESSAGES), run.settings("lexicon").files_per_shard))
    ]


def run_shard(run: StageRun) -> None:
    """Write where in some files of messages the words and phrases stand that were seen often enough to become terms
    (occurrences)."""
    surfaces: list[str] = run.payload["surfaces"]
    messages = read_messages(run.paths(_MESSAGES))
    standing = run.earlier(_MESSAGES).get(LEXICON_OCCURRENCES.name)
    if standing is not None:
        before, digests = set(run.recall(_MESSAGES)[_SOUGHT]), _digests(tuple(surfaces))
        added = [surface for surface, digest in zip(surfaces, digests, strict=True) if digest not in before]
        places = _renewed(messages, pl.read_parquet(standing, glob=False), surfaces, added)
    else:
        rows = Rows(LEXICON_OCCURRENCES)
        if surfaces:
            _scan(messages, *_looking_for(tuple(surfaces)), rows)
        places = rows.table()
    run.write(LEXICON_OCCURRENCES.name, places)
    run.remember(_MESSAGES, {_SOUGHT: _digests(tuple(surfaces))})


@lru_cache(maxsize=1)
def _digests(surfaces: tuple[str, ...]) -> list[str]:
    """Short hashes of the surfaces.

    They are stored in place of the surfaces: what is stored may outlast a conversation that the person has had
    forgotten.
    """
    return [sha256_hex(surface)[:_DIGITS] for surface in surfaces]


def _renewed(messages: pl.DataFrame, standing: pl.DataFrame, now: Sequence[str], added: Sequence[str]) -> pa.Table:
    """The occurrences of the surfaces `now`, made from those of an earlier run. Only messages that have an added
    surface, or had a dropped one, are read anew."""
    of_place, of_text = (_with_plain_spaces(pl.col(name)) for name in ("surface_text", "text_raw"))
    says_new = of_text.str.contains_any(list(added)) if added else pl.lit(False)
    dropped = standing.filter(~of_place.is_in(list(now)))
    touched = pl.concat([dropped["message_id"], messages.filter(says_new)["message_id"]]).unique()
    is_touched = pl.col("message_id").is_in(touched.implode())
    # A surface that was looked for before occurs in a message only if it was found there.
    found = standing.filter(is_touched).select(of_place.unique()).to_series().to_list()
    sought = sorted({*added, *found}.intersection(now))
    rows = Rows(LEXICON_OCCURRENCES)
    _scan(messages.filter(is_touched), Matcher(sought), [term_key(surface) for surface in sought], rows)
    schema = LEXICON_OCCURRENCES.arrow_schema()
    kept = standing.filter(~is_touched).to_arrow().select(schema.names).cast(schema)
    return pa.concat_tables([kept, rows.table()])


def _with_plain_spaces(text: pl.Expr) -> pl.Expr:
    return text.str.replace_all("\u00a0", " ", literal=True)


@lru_cache(maxsize=1)
def _looking_for(surfaces: tuple[str, ...]) -> tuple[Matcher, list[str]]:
    """Two values: the matcher that finds these surfaces, and the term key of each surface. Both are cached, since all
    shards of a build look for the same surfaces."""
    return Matcher(surfaces), [term_key(surface) for surface in surfaces]


def _scan(messages: pl.DataFrame, matcher: Matcher, keys: Sequence[str], rows: Rows) -> None:
    columns = ("message_id", "text_raw", "is_said", "code_fence_ranges_json", "blockquote_ranges_json")
    for message_id, text, is_said, fences, quotes in messages.select(columns).iter_rows():
        places = matcher.places(plain_spaces(text))
        if not places:
            continue
        zones = Zones(ranges(fences), ranges(quotes)) if is_said else None
        for surface, start, end, is_nested in places:
            words = text[start:end]
            zone = zones.at(start) if zones else "aside"
            before, after = neighbours(text, start, end) if zone == "prose" else ("", "")
            capital = None
            if words[0].isupper() and " " not in words:
                capital = before if text[start - 1 : start] == " " and _is_of_name(before) else None
                is_nested = is_nested or (text[end : end + 1] == " " and _is_of_name(after))
            rows.add((message_id, start, end, words, keys[surface], zone, is_nested, capital, before, after))


class Zones:
    """The zone of each codepoint of a message: code, quote or prose. A quoted line within a code block is code."""

    __slots__ = ("_kinds",)

    def __init__(self, fences: Sequence[Span], quotes: Sequence[Span]) -> None:
        self._kinds = [
            (zone, [r.start for r in spans], [r.end for r in spans])
            for zone, spans in (("code", fences), ("quote", quotes))
            if spans
        ]

    def at(self, position: int) -> str:
        for zone, starts, ends in self._kinds:
            index = bisect_right(starts, position) - 1
            if index >= 0 and position < ends[index]:
                return zone
        return "prose"


def _is_of_name(word: str) -> bool:
    """Whether a neighbouring word may belong to a name: `Berg` of `Anna Berg`, also as `Berg's` or
    `Berg,`."""
    if not word or not word[0].isupper():
        return False
    letters = _LETTERS.match(word)
    return letters is not None and len(letters[0]) > 1 and letters[0] not in shape_rules().openers


def neighbours(text: str, start: int, end: int) -> tuple[str, str]:
    """The word before and the word after a place, without punctuation in between; "" where no word is near."""
    before = text[max(0, start - _LONGEST_NEIGHBOUR) : start]
    after = text[end : end + _LONGEST_NEIGHBOUR]
    # Most neighbours begin with a letter; then the words beyond them need not be split.
    last, first = before.rsplit(None, 1)[-1:], after.split(None, 1)[:1]
    return (
        last[0] if last and last[0][0].isalnum() else _first_word(reversed(before.split())),
        first[0] if first and first[0][0].isalnum() else _first_word(after.split()),
    )


def _first_word(tokens: Iterable[str]) -> str:
    for token in tokens:
        if any(map(str.isalnum, token)):
            return token
    return ""
