"""Stage 2A over one file of messages: writes candidates, winning mentions, times and the calls of the name recogniser
as rows.

The modules `detect`, `winners`, `ner` and `times` decide what is detected, which candidates win and how times resolve.
Rows come in the order of the messages.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any, NamedTuple

from kg_assets.core.canonical import canonical_text
from kg_assets.core.faults import survive, survive_batch
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import Shard, StageRun
from kg_assets.mentions.contracts import ENTITY_MENTION_CANDIDATES, ENTITY_MENTIONS, NER_MODEL_CALLS, TIME_MENTIONS
from kg_assets.mentions.detect.candidate import Candidate, DetectSettings, detector_family
from kg_assets.mentions.detect.engine import DetectEngine
from kg_assets.mentions.messages import MESSAGE_COLUMNS, Message, read_batch
from kg_assets.mentions.ner.candidates import candidates_of, ner_backend
from kg_assets.mentions.ner.chunks import ChunkCall, find_with_calls
from kg_assets.mentions.ner.reading import NamesOfSentence, ReadBackend, joined, named_sentences
from kg_assets.mentions.ner.span import NerBackend, NerSpan
from kg_assets.mentions.settings import MentionSettings, TimeReadingSettings
from kg_assets.mentions.times.engine import TimeEngine
from kg_assets.mentions.times.model import TimeMention, TimeSettings
from kg_assets.mentions.winners import NAME_LIKE, Verdict, decide, surface_hash, verify_offsets, winners
from kg_assets.sources.tables import Rows, without_collector
from kg_assets.store.message_files import files_by_group, grouped
from kg_assets.store.rows import read_batches

# The number of messages that are searched together. It bounds the memory of a step and does not change what is found.
_TOGETHER = 2048
_MESSAGES, _SENTENCES = "kg.messages", "kg.sentences"


def plan(run: StageRun) -> list[Shard]:
    """One shard for each file of messages. If names are taken from `kg.sentences`, a shard also has the files with the
    sentences of its messages."""
    groups = grouped(run.paths(_MESSAGES), 1)
    if not isinstance(_backend_of(run), ReadBackend):
        return [Shard(f"{n:03d}", inputs={_MESSAGES: [str(path)], _SENTENCES: []}) for n, (path,) in enumerate(groups)]
    sentences = files_by_group(groups, run.paths(_SENTENCES))
    return [
        Shard(f"{n:03d}", inputs={_MESSAGES: [str(path)], _SENTENCES: sentences[n]})
        for n, (path,) in enumerate(groups)
    ]  # fmt: skip


def run_shard(run: StageRun) -> None:
    """Write the shard's candidates, mentions, times and recogniser calls."""
    with without_collector():
        detection = _Detection(run)
        for path in run.paths(_MESSAGES):
            for batch in read_batches(path, _TOGETHER, MESSAGE_COLUMNS):
                detection.add(read_batch(batch.to_pydict(), detection.settings.ignore_markdown_blockquotes))
        detection.write()


# A process works through many shards; compiling rules and reading name lists costs more than a small shard.
_detect_engine = cache(DetectEngine)
_time_engine = cache(TimeEngine)
_backend = cache(ner_backend)


class Engines(NamedTuple):
    """The detectors, the time engine and the name recogniser (None if it is switched off), with the rules and lists
    that they have read."""

    detectors: DetectEngine
    times: TimeEngine
    names: NerBackend | None


def engines_of(settings: MentionSettings, times: TimeReadingSettings, reader: str | None) -> Engines:
    """The detectors, the time engine and the name recogniser of this configuration. `reader` is the spaCy pipeline that
    reads sentences, if any."""
    detecting = DetectSettings(
        phone_region=settings.phone_region,
        url_sort_query_params=settings.url_sort_query_params,
        url_keep_query=settings.url_keep_query,
        domain_tld_allowlist_enabled=settings.domain_tld_allowlist_enabled,
    )
    reading = TimeSettings(times.anchor_timezone, times.date_order, times.languages, times.default_direction)
    names = _backend(settings.ner_model, reader) if settings.enable_ner else None
    return Engines(_detect_engine(detecting), _time_engine(reading), names)


def _backend_of(run: StageRun) -> NerBackend | None:
    settings: MentionSettings = run.settings("mentions")
    return _backend(settings.ner_model, run.settings("language").model) if settings.enable_ner else None


class _Named(NamedTuple):
    """The candidates that the name recogniser found in a message, and the calls that this took."""

    candidates: list[Candidate]
    calls: list[ChunkCall]


class _Decided(NamedTuple):
    """The outcome for the candidates of one message: the rows of both tables, counts for the statistics, and the names
    of detectors whose offsets were wrong."""

    candidates: list[tuple[Any, ...]]
    mentions: list[tuple[Any, ...]]
    counts: Counter[str]
    misplaced: list[str]


_NOTHING_NAMED = _Named([], [])
_NOTHING_DECIDED = _Decided([], [], Counter(), [])


class _Detection:
    """Holds the detectors and readers of one shard, and collects the rows that they make."""

    def __init__(self, run: StageRun) -> None:
        self.settings: MentionSettings = run.settings("mentions")
        self._run = run
        self._ids = IdSpace(run.settings("sources").id_namespace)
        engines = engines_of(self.settings, run.settings("time"), run.settings("language").model)
        self._detectors, self._times, self._backend = engines
        is_read = isinstance(self._backend, ReadBackend)
        self._sentences = named_sentences(run.paths(_SENTENCES)) if is_read else {}
        self._run_id = ner_run_id(self._ids, self._backend, self.settings) if self._backend else ""
        self._candidates = Rows(ENTITY_MENTION_CANDIDATES)
        self._mentions = Rows(ENTITY_MENTIONS)
        self._time_mentions = Rows(TIME_MENTIONS)
        self._calls = Rows(NER_MODEL_CALLS)

    def add(self, messages: Sequence[Message]) -> None:
        """Detect candidates and times in some messages and add the rows, in the order of the messages."""
        ids = [message.message_id for message in messages]
        structured = survive_batch(self._run, "detectors", ids, partial(self._structured, messages), list[Candidate])
        named = self._names(messages)
        times = survive_batch(self._run, "times", ids, partial(self._spoken, messages), list[TimeMention])
        for message, found, names, spoken in zip(messages, structured, named, times, strict=True):
            if found or names:
                decide_it = partial(self._decided, message, _distinct([*found, *names]), spoken)
                decided = survive(self._run, "choice", message.message_id, decide_it, lambda: _NOTHING_DECIDED)
                self._add_decided(message.message_id, decided)
            self._add_times(message, spoken)

    def _structured(self, messages: Sequence[Message], places: Sequence[int]) -> list[list[Candidate]]:
        return self._detectors.find_batch([messages[n].text for n in places])

    def _spoken(self, messages: Sequence[Message], places: Sequence[int]) -> list[list[TimeMention]]:
        chosen = [messages[n] for n in places]
        return self._times.find_batch(
            [message.text for message in chosen],
            [message.created_at_utc for message in chosen],
            [message.is_original for message in chosen],
            [message.silence() for message in chosen],
        )

    def _names(self, messages: Sequence[Message]) -> list[list[Candidate]]:
        """The names that the recogniser found in each message. Only prose is read: elsewhere every candidate would be
        excluded."""
        results: list[list[Candidate]] = [[] for _ in messages]
        if self._backend is None:
            return results
        asked = [index for index, message in enumerate(messages) if message.is_prose]
        ids, texts = [messages[n].message_id for n in asked], [messages[n].text for n in asked]
        read = partial(self._recognised, self._backend, ids, texts)
        answers = survive_batch(self._run, "names", ids, read, lambda: _NOTHING_NAMED)
        for index, answer in zip(asked, answers, strict=True):
            results[index] = answer.candidates
            self._add_calls(messages[index], answer.calls)
        return results

    def _recognised(
        self, backend: NerBackend, ids: Sequence[str], texts: Sequence[str], places: Sequence[int]
    ) -> list[_Named]:
        settings = self.settings
        chosen = [texts[n] for n in places]
        known, calls = find_with_calls(backend, chosen, settings.ner_max_chars, settings.ner_stride)
        read = [self._sentences.get(ids[n], ()) for n in places]
        answers = []
        for spans, sentences in zip(known, read, strict=True):
            found = joined(spans, [name for one in sentences for name in one.names]) if sentences else spans
            answers.append(
                _Named(candidates_of(backend, found, settings.ner_label_allowlist, settings.emit_spanless_ner), [])
            )
        for call in calls:
            answers[call.text_index].calls.append(call)
        for answer, sentences in zip(answers, read, strict=True):
            answer.calls.extend(_as_calls(len(answer.calls), sentences))
        return answers

    def _add_calls(self, message: Message, calls: Sequence[ChunkCall]) -> None:
        for call in calls:
            start, end = call.chunk
            self._run.count("ner_calls", 1, message.message_id)
            self._run.count("ner_characters", end - start, message.message_id)
            if call.answer:
                # A call without an answer is only counted; its input is in kg.messages.
                self._calls.add((
                    self._ids.make("ner_call", self._run_id, message.message_id, call.chunk_index),
                    self._run_id, message.message_id, call.chunk_index, start, end,
                    sha256_hex(message.text[start:end]), canonical_text([_plain(span) for span in call.answer]),
                ))  # fmt: skip

    def _decided(self, message: Message, candidates: list[Candidate], spoken: Sequence[TimeMention]) -> _Decided:
        is_name_like = any(
            found.suppression_reason is None and detector_family(found.detector) in NAME_LIKE for found in candidates
        )
        exclusions = message.exclusions(is_name_like, [(time.char_start, time.char_end) for time in spoken])
        verdicts = decide(candidates, message.text, exclusions, self.settings.emit_spanless_ner)
        verified = [verify_offsets(candidate, message.text) for candidate in candidates]
        decided = _Decided([], [], Counter(), [])
        for before, candidate in zip(candidates, verified, strict=True):
            if candidate.char_start is None and before.char_start is not None:
                decided.misplaced.append(candidate.detector)
        self._add_rows(decided, message.message_id, verified, verdicts, winners(candidates, verdicts))
        return decided

    def _add_rows(
        self, decided: _Decided, message_id: str, found: Sequence[Candidate], verdicts: Sequence[Verdict],
        won: Sequence[int],
    ) -> None:  # fmt: skip
        """Add to `decided` the rows of a message's candidates and of the winners (`won`). The ids are made as design §9
        "Mentions" says."""
        families = [detector_family(one.detector) for one in found]
        hashes = [surface_hash(one.surface) for one in found]
        said = [
            (
                one.detector, one.detector_version, one.entity_type, one.char_start, one.char_end, one.surface, hashed,
                one.normalized, one.confidence,
            )
            for one, hashed in zip(found, hashes, strict=True)
        ]  # fmt: skip
        details = [_json(one.details) for one in found]
        ids = self._ids.make_each(
            ("candidate", message_id, family, one.entity_type, one.char_start, one.char_end, hashed)
            for one, family, hashed in zip(found, families, hashes, strict=True)
        )
        for index, verdict in enumerate(verdicts):
            decided.counts[f"candidates:{families[index]}"] += 1
            if verdict.reason is not None:
                decided.counts[f"suppressed:{verdict.reason}"] += 1
            holder = None if verdict.suppressed_by is None else ids[verdict.suppressed_by]
            row = (*said[index], verdict.is_eligible, holder, verdict.reason, details[index])
            decided.candidates.append((ids[index], message_id, *row))
        mention_ids = self._ids.make_each(("mention", message_id, ids[index]) for index in won)
        for index, mention_id in zip(won, mention_ids, strict=True):
            decided.counts[f"mentions:{families[index]}"] += 1
            decided.mentions.append((mention_id, message_id, ids[index], *said[index], details[index]))

    def _add_decided(self, message_id: str, decided: _Decided) -> None:
        for detector in decided.misplaced:
            self._run.event("WARN", "OFFSET_UNRELIABLE", message_id, detector=detector)
        self._candidates.rows.extend(decided.candidates)
        self._mentions.rows.extend(decided.mentions)
        for key, count in decided.counts.items():
            self._run.count(key, count, message_id)

    def _add_times(self, message: Message, spoken: Sequence[TimeMention]) -> None:
        for found in spoken:
            if message.text[found.char_start : found.char_end] != found.surface:
                self._run.event("WARN", "OFFSET_UNRELIABLE", message.message_id, detector="TIME")
                continue
            time = self._half_open(message, found)
            hashed = surface_hash(time.surface)
            self._run.count(f"times:{time.resolved_type}", 1, message.message_id)
            self._time_mentions.add((
                self._ids.make("time", message.message_id, time.char_start, hashed), message.message_id,
                time.char_start, time.char_end, time.surface, hashed, time.pattern_id, time.pattern_precedence,
                message.created_at_utc, time.resolved_type, time.valid_from_utc, time.valid_to_utc, time.granularity,
                time.timezone_assumed, time.confidence, time.parse_json,
            ))  # fmt: skip

    def _half_open(self, message: Message, time: TimeMention) -> TimeMention:
        """The time unchanged, if its end lies after its beginning. Otherwise the same time as unresolved, and a
        warning: one odd expression must not stop the build."""
        start, end = time.valid_from_utc, time.valid_to_utc
        if start is None or end is None or start < end:
            return time
        self._run.event("WARN", "TIME_NOT_HALF_OPEN", message.message_id, pattern_id=time.pattern_id)
        parse = time.parse | {"reason": "not_half_open"}
        return time._replace(
            resolved_type="unresolved", valid_from_utc=None, valid_to_utc=None, granularity=None, parse=parse,
            parse_json=canonical_text(parse),
        )  # fmt: skip

    def write(self) -> None:
        for rows in (self._candidates, self._mentions, self._time_mentions, self._calls):
            self._run.write(rows.contract.name, rows.table())


def _as_calls(before: int, sentences: Sequence[NamesOfSentence]) -> Iterator[ChunkCall]:
    """The rows about calls for names that the parser found: one call of the recogniser for each sentence of
    `kg.sentences`, with its names. The calls are numbered after the `before` calls that this stage made. Offsets count
    from the start of the sentence."""
    for sentence, names in sentences:
        low = sentence.char_start
        answer = [replace(name, start=(name.start or 0) - low, end=(name.end or 0) - low) for name in names]
        yield ChunkCall(0, before + sentence.sentence_index, (low, sentence.char_end), answer)


def ner_run_id(ids: IdSpace, backend: NerBackend, settings: MentionSettings) -> str:
    """The id under which `kg.ner_model_runs` has this name recogniser. It is made of model, version and configuration,
    so a build with the same recogniser has the same id; no time is part of it, because a build has no clock."""
    return ids.make("ner_run", backend.name, backend.version, sha256_hex(ner_config_json(backend, settings)))


def ner_config_json(backend: NerBackend, settings: MentionSettings) -> str:
    """Everything that changes what the name recogniser finds, as canonical JSON."""
    own = settings.model_dump(mode="json", include={name for name in MentionSettings.model_fields if "ner" in name})
    return canonical_text({"backend": dict(backend.config), "settings": own})


def _distinct(candidates: Sequence[Candidate]) -> list[Candidate]:
    """One candidate for each detector family, type, span and surface: the one with the highest confidence. Two rules of
    a detector may find the same span."""
    best: dict[tuple[object, ...], Candidate] = {}
    for candidate in candidates:
        key = (
            detector_family(candidate.detector), candidate.entity_type, candidate.char_start, candidate.char_end,
            candidate.surface,
        )  # fmt: skip
        known = best.get(key)
        if known is None or candidate.confidence > known.confidence:
            best[key] = candidate
    return list(best.values())


def _json(details: dict[str, object]) -> str | None:
    return canonical_text(details) if details else None


def _plain(span: NerSpan) -> dict[str, object]:
    return {
        "start": span.start, "end": span.end, "label": span.label, "surface": span.surface,
        "confidence": span.confidence, "details": dict(span.details),
    }  # fmt: skip
