"""Reads claims and retractions from files of messages by rules, and writes them as candidates with exact places in
the text.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from kg_assets.claims.bare_names import told_by_bare_names
from kg_assets.claims.contracts import RULE_CANDIDATES, RULE_RETRACTIONS
from kg_assets.claims.eligibility import COLUMNS, hidden_ranges, is_eligible
from kg_assets.claims.masking import Hidden, Masked, masked, unmasked
from kg_assets.claims.parsed.circle import circle_of
from kg_assets.claims.parsed.low_names import names_written_low
from kg_assets.claims.parsed.reader import read_sentences
from kg_assets.claims.parsed.union import joined
from kg_assets.claims.reading.model import RawClaim, ReaderSettings
from kg_assets.claims.reading.reader import ClaimReader
from kg_assets.claims.retracting.candidates import retraction_rows
from kg_assets.claims.retracting.patterns import load_settings
from kg_assets.claims.retracting.reader import RetractionReader
from kg_assets.claims.settings import ClaimSettings, reader_settings
from kg_assets.core.canonical import canonical_text
from kg_assets.core.faults import survive
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import Shard, StageRun
from kg_assets.language.sentence import SENTENCE_COLUMNS, Sentence
from kg_assets.language.worth import BEYOND, REPEATED
from kg_assets.sources.tables import Rows, read_rows, without_collector
from kg_assets.store.message_files import files_by_group, grouped
from kg_assets.store.rows import read_table

_MESSAGES, _TIMES, _NAMES = "kg.messages", "kg.time_mentions", "kg.entity_mentions"
_SENTENCES, _VOICES = "kg.sentences", "kg.message_voices"
_PLACE = ("message_id", "char_start", "char_end")
# How many messages are held as objects at once with all that was found in them. It bounds memory, not what is found.
_TOGETHER = 4096
Time = tuple[int, int, str]
Pair = tuple[int, int]


class _Message(NamedTuple):
    """An eligible message: its text, its excluded ranges, and whether the word rules can find a claim in it."""

    message_id: str
    role: str
    text: str
    hidden: Sequence[Hidden]
    may_claim: bool


class _Claimed(NamedTuple):
    """A claim as a row of candidates. If its words were not found in the original text, `misplaced_by` is the id of its
    rule, else None."""

    row: Sequence[Any]
    predicate: str
    misplaced_by: str | None


class _Said(NamedTuple):
    """The time mentions, entity mentions and parsed sentences of some messages, and the ranges that no rule
    reads, by message."""

    times: Mapping[str, list[Time]]
    names: Mapping[str, list[Pair]]
    sentences: Mapping[str, list[Sentence]]
    left_out: Mapping[str, Sequence[Hidden]]


def plan(run: StageRun) -> list[Shard]:
    """One shard per `files_per_shard` files of messages, with the files that hold the times, mentions, sentences and
    voices (whose words they are) of these messages."""
    groups = grouped(run.paths("kg.messages"), run.settings("claims").files_per_shard)
    owners = {name: files_by_group(groups, run.paths(name)) for name in (_TIMES, _NAMES, _SENTENCES, _VOICES)}
    return [
        Shard(
            f"{index:03d}",
            inputs={"kg.messages": [str(p) for p in group]} | {name: owners[name][index] for name in owners},
        )
        for index, group in enumerate(groups)
    ]


def run_shard(run: StageRun) -> None:
    """Read some files of messages and write their candidates."""
    with without_collector():
        reading, found = _Reading(run), _Found(run)
        waiting = reading.worth_reading()
        while messages := list(islice(waiting, _TOGETHER)):
            said = found.said([message.message_id for message in messages])
            for message in messages:
                reading.add(message, said)
            reading.settle()
        reading.write()


# A process works through many shards; compiling the patterns costs more than a small shard.
@cache
def readers_of(settings: ReaderSettings) -> tuple[ClaimReader, RetractionReader]:
    """The readers of claims and of retractions, made once per process."""
    claims = ClaimReader(settings)
    return claims, RetractionReader(load_settings(), claims.read)


class _Reading:
    """Reads the messages of one shard and collects the rows of their candidates."""

    def __init__(self, run: StageRun) -> None:
        self._run = run
        self._settings: ClaimSettings = run.settings("claims")
        self._with_quotes: bool = run.settings("mentions").ignore_markdown_blockquotes
        self._ids = IdSpace(run.settings("sources").id_namespace)
        self._claims, self._retractions = readers_of(reader_settings(self._settings))
        self._candidates = Rows(RULE_CANDIDATES)
        self._retracted = Rows(RULE_RETRACTIONS)
        self._taken_back: list[dict[str, Any]] = []

    def worth_reading(self) -> Iterator[_Message]:
        """The eligible messages that are the person's own words, and those of an assistant in which the word rules can
        find a claim."""
        not_own = {message_id for (message_id,) in read_rows(self._run.paths(_VOICES), ("message_id",))}
        columns = ("message_id", *COLUMNS)
        for row in read_rows(self._run.paths(_MESSAGES), columns):
            message = dict(zip(columns, row, strict=True))
            if message["message_id"] in not_own:
                continue
            heard = survive(self._run, "hearing", message["message_id"], partial(self._heard, message), _nothing)
            if heard is not None:
                self._run.count("messages_read", message_id=heard.message_id)
                if heard.may_claim or heard.role == "user":
                    yield heard

    def _heard(self, message: Mapping[str, Any]) -> _Message | None:
        """The message, if it is eligible, with `may_claim` saying whether the word rules can find a claim in it. None
        for other messages."""
        hidden = hidden_ranges(message, self._with_quotes)
        text, role = message["text_raw"], message["role"]
        if not is_eligible(message, hidden, self._settings.min_extractable_chars):
            return None
        heard = masked(text, hidden, self._settings.masking_strategy).text if hidden else text
        return _Message(message["message_id"], role, text, hidden, self._claims.may_claim(heard, role))

    def add(self, message: _Message, said: _Said) -> None:
        """Read the claims of a message and, if the person wrote it, its retractions."""
        times = said.times.get(message.message_id, [])
        names = said.names.get(message.message_id, [])
        sentences = said.sentences.get(message.message_id, [])
        # No rule reads what the stage of sentences left out because a message is too long or repeats itself.
        left_out = said.left_out.get(message.message_id, ())
        message = message._replace(hidden=[*message.hidden, *left_out])
        if message.may_claim or sentences:
            read = partial(self._claims_of, message, times, names, sentences)
            for claim in survive(self._run, "claims", message.message_id, read, list[_Claimed]):
                self._add_claim(message.message_id, claim)
        if message.role == "user":
            retract = partial(self._retractions_of, message, times)
            self._taken_back += survive(self._run, "retractions", message.message_id, retract, list[dict[str, Any]])

    def _retractions_of(self, message: _Message, times: Sequence[Time]) -> list[dict[str, Any]]:
        # A retraction is kept only with its place, so the original text is read and not the masked one.
        hidden = [(start, end) for start, end, _ in message.hidden]
        found = self._retractions.read(message.text, hidden, times)
        return retraction_rows(self._ids, message.message_id, message.text, found)

    def _claims_of(
        self, message: _Message, times: Sequence[Time], names: Sequence[Pair], sentences: Sequence[Sentence]
    ) -> list[_Claimed]:
        read = masked(message.text, message.hidden, self._settings.masking_strategy)
        circle = circle_of(sentences) if message.role == "user" else frozenset()
        called = [*names, *names_written_low(sentences)] if message.role == "user" else names
        found: list[RawClaim] = []
        if message.may_claim:
            places = read.to_masked([(start, end) for start, end, _ in times])
            placed = [(*place, words) for place, (_, _, words) in zip(places, times, strict=True)]
            excluded = list(read.hidden) if len(read.text) == len(message.text) else []
            found = self._claims.read(read.text, excluded, message.role, placed, read.to_masked(called), circle)
        of_words = [self._claimed(message.message_id, message.text, read, claim) for claim in found]
        if not sentences:
            return of_words
        hidden = [(start, end) for start, end, _ in message.hidden]
        of_clauses = read_sentences(sentences, times, message.text, hidden, circle)
        # Clauses are read from the original text. To compare, the other claims get their places in it, too.
        whole = unmasked(message.text)
        placed_back = [_back(read, claim) for claim in found]
        kept = joined(placed_back, of_clauses, sentences, times)
        ours = {id(claim): claimed for claim, claimed in zip(placed_back, of_words, strict=True)}
        claimed = [
            ours.get(id(claim)) or self._claimed(message.message_id, message.text, whole, claim) for claim in kept
        ]
        if message.role == "user":
            told = told_by_bare_names(self._claims, sentences, times, called, message.text, hidden, circle, kept)
            claimed += [self._claimed(message.message_id, message.text, whole, claim, claim.subject) for claim in told]
        return claimed

    def _claimed(
        self, message_id: str, text: str, read: Masked, claim: RawClaim, bare_name: str | None = None
    ) -> _Claimed:
        own = read.to_original(claim.char_start, claim.char_end)
        start, end = own or (None, None)
        subject, what, when = (_placed(read, s) for s in (claim.subject_span, claim.object_span, claim.qualifier_span))
        row = (
            self._ids.make(
                "claim_candidate", message_id, "rule_based", claim.rule_id, claim.subject, claim.predicate,
                claim.object, claim.modality, claim.polarity, start, end, *what,
            ),
            message_id, "rule_based", claim.rule_id, claim.priority, claim.subject, *subject, bare_name,
            claim.predicate, claim.object_kind, claim.object, *what, claim.modality, claim.polarity,
            claim.qualifier_type, None if when[0] is None else text[when[0] : when[1]], *when, None, start, end,
            None if start is None else text[start:end], claim.confidence, canonical_text(claim.notes),
        )  # fmt: skip
        return _Claimed(row, claim.predicate, None if own is not None else claim.rule_id)

    def _add_claim(self, message_id: str, claim: _Claimed) -> None:
        if claim.misplaced_by is not None:
            self._run.event("WARN", "OFFSET_UNRELIABLE", message_id, rule=claim.misplaced_by)
        self._run.count(f"candidates:{claim.predicate}", message_id=message_id)
        self._candidates.add(tuple(claim.row))

    def settle(self) -> None:
        """Turn the rows collected so far into columns, which take less memory."""
        self._candidates.settle()
        for row in self._taken_back:
            self._retracted.add(tuple(row[column.name] for column in RULE_RETRACTIONS.columns))
        self._taken_back.clear()
        self._retracted.settle()

    def write(self) -> None:
        self._run.write(RULE_CANDIDATES.name, self._candidates.table())
        self._run.write(RULE_RETRACTIONS.name, self._retracted.table())


def _nothing() -> None:
    return None


def _back(read: Masked, claim: RawClaim) -> RawClaim:
    """A copy of the claim whose places are those in the original text. A start or end that is not found there stays as
    it is; an object's place that is not found becomes None."""
    start, end = _placed(read, (claim.char_start, claim.char_end))
    what = _placed(read, claim.object_span)
    return replace(
        claim,
        char_start=claim.char_start if start is None else start,
        char_end=claim.char_end if end is None else end,
        object_span=None if what[0] is None or what[1] is None else (what[0], what[1]),
    )


def _placed(read: Masked, span: Pair | None) -> tuple[int | None, int | None]:
    found = None if span is None else read.to_original(*span)
    return (None, None) if found is None else (found.start, found.end)


class _Found:
    """The times, mentions and parsed sentences of a shard, kept as columns: as objects they take ten times
    the memory."""

    def __init__(self, run: StageRun) -> None:
        self._times = _columns(run.paths(_TIMES), (*_PLACE, "surface_text"))
        self._names = _columns(run.paths(_NAMES), _PLACE)
        sentences = _columns(run.paths(_SENTENCES), SENTENCE_COLUMNS)
        self._sentences = sentences.filter(pc.is_valid(sentences["token_head"]))
        self._left_out = _left_out(run.paths(_SENTENCES))

    def said(self, message_ids: Sequence[str]) -> _Said:
        """The times, mentions and sentences of these messages as objects; `left_out` covers the whole
        shard."""
        wanted = pa.array(message_ids, pa.string())
        times: dict[str, list[Time]] = defaultdict(list)
        names: dict[str, list[Pair]] = defaultdict(list)
        sentences: dict[str, list[Sentence]] = defaultdict(list)
        for message_id, start, end, words in _rows_of(self._times, wanted):
            times[message_id].append((start, end, words))
        for message_id, start, end in _rows_of(self._names, wanted):
            if start is not None:
                names[message_id].append((start, end))
        for batch in self._sentences.filter(pc.is_in(self._sentences["message_id"], wanted)).to_batches():
            for row in batch.to_pylist():
                sentences[row["message_id"]].append(Sentence.from_row(row))
        return _Said(times, names, sentences, self._left_out)


def _left_out(paths: Sequence[Path]) -> Mapping[str, Sequence[Hidden]]:
    """The ranges that no rule reads, by message: one range for all sentences with the reason BEYOND (they lie past the
    part that is read of a long message), and one for REPEATED sentences that follow each other."""
    beyond: dict[str, Hidden] = {}
    again: dict[str, list[Hidden]] = defaultdict(list)
    for path in paths:
        table = read_table(path, columns=["message_id", "unread_reason", "sentence_index", "char_start", "char_end"])
        table = table.filter(pc.is_in(table["unread_reason"], pa.array([BEYOND, REPEATED])))
        before: tuple[str, int] | None = None
        for message_id, reason, index, start, end in zip(*(c.to_pylist() for c in table.columns), strict=True):
            if reason == BEYOND:
                beyond[message_id] = Hidden(beyond.get(message_id, Hidden(start, end)).start, end)
                continue
            # Repeated sentences that follow each other become one range; there may be thousands.
            first = again[message_id].pop().start if before == (message_id, index - 1) else start
            again[message_id].append(Hidden(first, end))
            before = message_id, index
    return {name: [*again.get(name, ()), *([beyond[name]] if name in beyond else [])] for name in {**again, **beyond}}


def _columns(paths: Sequence[Path], columns: Sequence[str]) -> pa.Table:
    """Some columns of all files of a table, as one table; empty if there is no file."""
    empty = pa.table({name: pa.array([], pa.string()) for name in columns})
    return pa.concat_tables([read_table(path, columns) for path in paths]) if paths else empty


def _rows_of(table: pa.Table, message_ids: pa.Array) -> Iterator[tuple[Any, ...]]:
    """The rows of a table that belong to these messages, as tuples."""
    wanted = table.filter(pc.is_in(table["message_id"], message_ids))
    yield from zip(*(column.to_pylist() for column in wanted.columns), strict=True)
