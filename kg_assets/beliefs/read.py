"""Phases 1 to 6 of seed 002 for some files of messages: from sentences to canonical atoms with their frames."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import pyarrow as pa
import pyarrow.compute as pc

from kg_assets.beliefs import contracts
from kg_assets.beliefs.atomizer import Atom, Atomizer
from kg_assets.beliefs.canonicalizer import CanonicalAtom, Canonicalizer, RawAtom
from kg_assets.beliefs.epistemics import CUES_FILE, Cues, Reading, read_cues
from kg_assets.beliefs.extraction.asking import ATOMS_PROMPT, FRAME_PROMPT
from kg_assets.beliefs.extraction.reader import ModelReader, Read
from kg_assets.beliefs.lexicon import WORDS_FILE, read_lexicon
from kg_assets.beliefs.segmenter import Segment
from kg_assets.beliefs.settings import BeliefSettings
from kg_assets.beliefs.source_context import CONTEXT_FILE, ContextClassifier, Given, SourceContext, read_context
from kg_assets.beliefs.version import extractor_version
from kg_assets.claims.parsed.statements import statements
from kg_assets.core.canonical import canonical_text
from kg_assets.core.faults import survive
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import Shard, StageRun
from kg_assets.language.sentence import SENTENCE_COLUMNS, Sentence
from kg_assets.language.stored import ParsedSentences
from kg_assets.llm.request import Request
from kg_assets.sources.experiences import CHANNEL
from kg_assets.sources.tables import Rows, read_rows, without_collector
from kg_assets.store.message_files import files_by_group
from kg_assets.store.rows import read_batches, read_table

_MESSAGES, _SENTENCES = "kg.messages", "kg.sentences"
_COLUMNS = (
    "message_id", "conversation_id", "source_kind", "role", "is_prose", "order_index", "created_at_utc", "channel",
    "text_raw",
)  # fmt: skip
_AT_ONCE = 8192  # messages that are looked at together
_RULES, _MODEL = contracts.READERS
_EXPERIENCE_TYPE = contracts.EXPERIENCE_TYPES[0]


class _Message(NamedTuple):
    """A message of the person. `in_role` says that the conversation had become a role-play before it."""

    message_id: str
    conversation_id: str
    source_kind: str
    said_at: str | None
    text: str
    in_role: bool
    given: Given


class _Judged(NamedTuple):
    """A canonical atom with its frame. `atom` is the index of the raw atom from which it was made; if several were
    merged, of the one with the highest confidence. `frame_by` says who read the frame, the rules or a model."""

    canonical: CanonicalAtom
    atom: int
    reading: Reading
    frame_by: str


class _Readers(NamedTuple):
    """Everything that reads sentences, made once per process."""

    atomizer: Atomizer
    canonicalizer: Canonicalizer
    contexts: ContextClassifier
    cues: Cues


def plan(run: StageRun) -> list[Shard]:
    """One shard for each file of messages, with the files that hold the sentences of these messages."""
    groups = [[path] for path in run.paths(_MESSAGES)]
    sentences = files_by_group(groups, run.paths(_SENTENCES))
    return [
        Shard(f"{index:03d}", inputs={_MESSAGES: [str(path) for path in group], _SENTENCES: sentences[index]})
        for index, group in enumerate(groups)
    ]


def run_shard(run: StageRun) -> None:
    """Write what is read from the messages of a shard: experiences (sentences about oneself) with their contexts and
    candidates (pieces of sentences), atoms and frames."""
    with without_collector():
        reading = _Reading(run, is_model_heard=run.settings("models").mode != "off")
        for message, sentences in _told(run, reading.readers.contexts, run.paths(_MESSAGES), run.paths(_SENTENCES)):
            reading.add(message, sentences)
        reading.write()


def atom_requests(run: StageRun) -> Iterator[Request]:
    """The requests that ask a model about the sentences in which the person speaks of themselves."""
    reading = _Reading(run, is_model_heard=True)
    for message, sentences in _all_told(run, reading.readers.contexts):
        yield from reading.requests(message, sentences)


def frame_requests(run: StageRun) -> Iterator[Request]:
    """The requests that ask a model about frames (when a belief holds, how surely, how strongly) of which the rules are
    not sure."""
    reading = _Reading(run, is_model_heard=True)
    for message, sentences in _all_told(run, reading.readers.contexts):
        yield from reading.frame_requests(message, sentences)


def most_asked(run: StageRun) -> int | None:
    """The most requests that may be made: 0 if the person wants no model for beliefs (`ask_model`), else None, which
    means no limit."""
    settings: BeliefSettings = run.settings("beliefs")
    return None if settings.ask_model else 0


def _all_told(run: StageRun, contexts: ContextClassifier) -> Iterator[tuple[_Message, Sequence[Sentence]]]:
    """Every message of the person with its sentences, shard by shard."""
    for shard in plan(run):
        files = [[Path(path) for path in shard.inputs[name]] for name in (_MESSAGES, _SENTENCES)]
        yield from _told(run, contexts, *files)


def _told(
    run: StageRun, contexts: ContextClassifier, messages: Sequence[Path], sentences: Sequence[Path]
) -> Iterator[tuple[_Message, Sequence[Sentence]]]:
    """The person's prose messages, each with its parsed sentences."""
    found = ParsedSentences([read_table(path, columns=list(SENTENCE_COLUMNS)) for path in sentences])
    for message in _messages(run, messages, contexts):
        yield message, found.of(message.message_id)


@cache
def readers_of(words: Path, cues: Path, context: Path) -> _Readers:
    """The readers made from the files of word lists, cue words and words for situations. They are made once, because a
    process works through many shards."""
    lexicon, found = read_lexicon(words), read_cues(cues)
    return _Readers(Atomizer(lexicon, found), Canonicalizer(lexicon), read_context(context), found)


def _messages(run: StageRun, paths: Sequence[Path], contexts: ContextClassifier) -> Iterator[_Message]:
    """The person's prose, in the order of its conversations. A message that begins a role-play is left out; the later
    ones of that conversation are marked `in_role`."""
    rows = [row for path in paths for batch in read_batches(path, _AT_ONCE, _COLUMNS) for row in _own_prose(batch)]
    in_role: set[str] = set()
    given = _given(paths, {row["message_id"] for row in rows if row["channel"] == CHANNEL})
    for row in sorted(rows, key=lambda row: (row["conversation_id"], row["order_index"], row["message_id"])):
        if contexts.is_roleplay(row["text_raw"]):
            in_role.add(row["conversation_id"])
            run.count("messages_of_roles")
            continue
        yield _Message(
            row["message_id"], row["conversation_id"], row["source_kind"], row["created_at_utc"], row["text_raw"],
            row["conversation_id"] in in_role, given.get(row["message_id"], Given()),
        )  # fmt: skip


def _own_prose(messages: pa.Table) -> list[dict[str, Any]]:
    is_own = pc.and_(pc.equal(messages["role"], "user"), messages["is_prose"])
    has_text = pc.greater(pc.binary_length(messages["text_raw"]), 0)
    return list(messages.filter(pc.and_(is_own, has_text)).to_pylist())


def _given(paths: Sequence[Path], records: Collection[str]) -> Mapping[str, Given]:
    """The mode and arousal that imported records state for their messages, by message id."""
    if not records:
        return {}
    found = {}
    for message_id, raw in read_rows(paths, ("message_id", "raw_message_json")):
        if message_id in records:
            told = orjson.loads(raw)["message"]["metadata"]
            found[message_id] = Given(True, told.get("mode"), told.get("arousal"))
    return found


def _nothing() -> list[Read]:
    return []


def _stated(text: str, found: Sequence[Read]) -> list[Read]:
    """What was read, without the atoms that the person does not say of themselves: those in a text that is to be
    translated or corrected, or in a description of what a program shall do for "a user"."""
    if not found:
        return []
    stated = statements(text, ())
    kept = []
    for one in found:
        own = [place for place, atom in enumerate(one.atoms) if stated.hold_end(text, atom.span.end)]
        if own:
            atoms, faults = [one.atoms[place] for place in own], [one.faults[place] for place in own]
            kept.append(one._replace(atoms=atoms, faults=faults))
    return kept


class _Reading:
    """Reads the messages of one shard and collects the rows of its tables."""

    def __init__(self, run: StageRun, is_model_heard: bool) -> None:
        self._run = run
        self._ids = IdSpace(run.settings("sources").id_namespace)
        self._files = {name: run.file(name) for name in (WORDS_FILE, CUES_FILE, CONTEXT_FILE)}
        self.readers = readers_of(*self._files.values())
        settings: BeliefSettings = run.settings("beliefs")
        is_heard = is_model_heard and settings.ask_model
        self._model = ModelReader(run, self.readers.canonicalizer, self.readers.cues) if is_heard else None
        self._versions: dict[tuple[str, str], str] = {}
        self._rows = {table.name: Rows(table) for table in contracts.READ_TABLES}

    def add(self, message: _Message, sentences: Sequence[Sentence]) -> None:
        """Read a message and add its rows. An error in a message loses only that message."""
        found = survive(self._run, "beliefs", message.message_id, partial(self._read, message, sentences), _nothing)
        if not found:
            return
        context = self.readers.contexts.classify(
            message.text, message.source_kind, message.conversation_id, message.in_role, message.given
        )
        for one in found:
            self._add_experience(message, context, one)

    def requests(self, message: _Message, sentences: Sequence[Sentence]) -> list[Request]:
        """The requests that ask a model about the sentences of a message."""
        look = partial(self._requests, message, sentences)
        return survive(self._run, "beliefs", message.message_id, look, list[Request])

    def _requests(self, message: _Message, sentences: Sequence[Sentence]) -> list[Request]:
        assert self._model is not None
        return list(self._model.requests(message.message_id, message.text, self._by_rules(sentences)))

    def frame_requests(self, message: _Message, sentences: Sequence[Sentence]) -> list[Request]:
        """The requests about the frames of the beliefs that were read in a message."""
        assert self._model is not None
        self._model.asked.clear()
        for one in survive(self._run, "beliefs", message.message_id, partial(self._read, message, sentences), _nothing):
            self._judged(message, one)
        return list(self._model.asked)

    def _read(self, message: _Message, sentences: Sequence[Sentence]) -> list[Read]:
        """The sentences from which at least one atom was read."""
        found = self._by_rules(sentences)
        if self._model is not None:
            found = self._model.read(message.message_id, message.text, found)
        return _stated(message.text, [one for one in found if one.atoms])

    def _by_rules(self, sentences: Sequence[Sentence]) -> list[Read]:
        """The sentences from which the rules read an atom; all sentences if a model may be asked."""
        invalid = self.readers.canonicalizer.invalid_reason
        found = []
        for before, sentence in zip((None, *sentences), sentences, strict=False):
            told = self.readers.atomizer.read(sentence, before)
            if told.atoms or self._model is not None:
                faults = [invalid(atom.text) for atom in told.atoms]
                found.append(Read(sentence, told.segments, told.atoms, faults, _RULES))
        return found

    def _add_experience(self, message: _Message, context: SourceContext, found: Read) -> None:
        s = found.sentence
        experience_id = self._ids.make("experience", message.message_id, s.char_start, s.char_end)
        self._add(
            contracts.EXPERIENCES, experience_id, _EXPERIENCE_TYPE, message.message_id, message.conversation_id,
            s.char_start, s.char_end, s.text, message.said_at,
        )  # fmt: skip
        self._add(
            contracts.SOURCE_CONTEXTS, experience_id, context.mode, context.source_weight, context.context_id,
            *context.signs,
        )  # fmt: skip
        candidate_ids = self._add_candidates(message, experience_id, found.segments)
        judged = self._judged(message, found)
        frames_by = _MODEL if any(one.frame_by == _MODEL for one in judged) else _RULES
        version = self._version(found.read_by, frames_by)
        atom_ids = self._add_atoms(message, experience_id, candidate_ids, found, version)
        for one in judged:
            self._add_canonical(message, experience_id, one, atom_ids[one.atom], version)

    def _version(self, read_by: str, frames_by: str) -> str:
        """§6: the version of the extractor. It depends on who read the atoms and who read the frames: the rules or a
        model."""
        if (read_by, frames_by) not in self._versions:
            settings: BeliefSettings = self._run.settings("beliefs")
            choices: dict[str, object] = {
                "language_model": self._run.settings("language").model,
                "match_threshold": settings.match_threshold,
                "no_match_threshold": settings.no_match_threshold,
            }
            files = dict(self._files)
            if _MODEL in (read_by, frames_by):
                files |= {name: self._run.file(name) for name in (ATOMS_PROMPT, FRAME_PROMPT)}
                asked = self._run.settings("models").model_dump(mode="json")
                choices |= {"atoms": read_by, "frames": frames_by, "models": asked}
            self._versions[read_by, frames_by] = extractor_version(files, choices)
        return self._versions[read_by, frames_by]

    def _add_candidates(self, message: _Message, experience_id: str, segments: Sequence[Segment]) -> list[str]:
        made = []
        for index, segment in enumerate(segments):
            start, end = segment.span
            candidate_id = self._ids.make("belief_candidate", experience_id, start, end)
            self._add(
                contracts.CLAIM_CANDIDATES, candidate_id, experience_id, message.message_id, index, start, end,
                message.text[start:end],
            )  # fmt: skip
            made.append(candidate_id)
        return made

    def _add_atoms(
        self, message: _Message, experience_id: str, candidate_ids: Sequence[str], found: Read, version: str
    ) -> list[str]:
        atom_ids: list[str] = []
        for index, (atom, fault) in enumerate(zip(found.atoms, found.faults, strict=True)):
            start, end = atom.span
            candidate_id = candidate_ids[atom.segment]
            atom_ids.append(self._ids.make("belief_atom", candidate_id, index, atom.text, version))
            self._add(
                contracts.RAW_ATOMS, atom_ids[index], candidate_id, experience_id, message.message_id, index, atom.text,
                atom.belief_type, atom.reading.polarity, atom.confidence, start, end, message.text[start:end],
                found.read_by, version,
            )  # fmt: skip
            if fault is not None:
                self._run.count(f"invalid_atoms:{fault}")
                self._add(contracts.INVALID_ATOMS, atom_ids[index], message.message_id, fault)
        return atom_ids

    def _judged(self, message: _Message, found: Read) -> list[_Judged]:
        """The canonical atoms of one sentence, each with its frame."""
        atoms = found.atoms
        valid = [index for index, fault in enumerate(found.faults) if fault is None]
        given = [
            RawAtom(a.text, a.belief_type, a.reading.polarity, a.confidence, (a.span,))
            for a in (atoms[n] for n in valid)
        ]
        judged = []
        for canonical in self.readers.canonicalizer.deduped(given):
            members = [valid[place] for place in canonical.members]
            best = min(members, key=lambda n: (-atoms[n].confidence, n))
            judged.append(_Judged(canonical, best, *self._framed(message, found.sentence, atoms[best])))
        return judged

    def _framed(self, message: _Message, sentence: Sentence, atom: Atom) -> tuple[Reading, str]:
        """Two values: the frame of an atom; and who read it. That is the model if the rules are not sure and the model
        answered; else the rules."""
        if self._model is not None and self.readers.cues.is_for_a_model(atom.reading.confidence):
            told = self._model.frame(message.message_id, sentence.text, atom.text, atom.reading)
            if told is not None:
                return told, _MODEL
        return atom.reading, _RULES

    def _add_canonical(
        self, message: _Message, experience_id: str, judged: _Judged, atom_id: str, version: str
    ) -> None:
        canonical = judged.canonical
        canonical_atom_id = self._ids.make(
            "canonical_atom", experience_id, canonical.canonical_hash, canonical.polarity, canonical.belief_type
        )
        self._add(
            contracts.CANONICAL_ATOMS, canonical_atom_id, experience_id, message.message_id, atom_id,
            canonical.canonical_text, canonical.canonical_hash, canonical.concept, canonical.belief_type,
            canonical.polarity, canonical.confidence,
            canonical_text([{"start": start, "end": end} for start, end in canonical.spans]), version,
        )  # fmt: skip
        reading, is_asked = judged.reading, judged.frame_by == _MODEL
        frame = reading.frame
        self._add(
            contracts.EPISTEMIC_FRAMES, canonical_atom_id, message.message_id, frame.temporal_scope, frame.modality,
            frame.degree, frame.conditional, reading.confidence,
            is_asked or self.readers.cues.is_for_a_model(reading.confidence),
            canonical_text([[hit.says, hit.start, hit.end] for hit in reading.signals]), judged.frame_by,
        )  # fmt: skip

    def _add(self, table: Any, *values: Any) -> None:
        self._rows[table.name].add(values)

    def write(self) -> None:
        for name, rows in self._rows.items():
            self._run.write(name, rows.table())
