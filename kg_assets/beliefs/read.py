"""Phases 1 to 6 of seed 002 over some files of messages: from sentences to canonical atoms with their frames."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import pyarrow.compute as pc

from kg_assets.beliefs import contracts
from kg_assets.beliefs.atomizer import Atom, Atomizer
from kg_assets.beliefs.canonicalizer import CanonicalAtom, Canonicalizer, RawAtom
from kg_assets.beliefs.epistemics import CUES_FILE, Cues, read_cues
from kg_assets.beliefs.lexicon import WORDS_FILE, read_lexicon
from kg_assets.beliefs.segmenter import Segment
from kg_assets.beliefs.settings import BeliefSettings
from kg_assets.beliefs.source_context import CONTEXT_FILE, ContextClassifier, Given, SourceContext, read_context
from kg_assets.beliefs.version import extractor_version
from kg_assets.core.canonical import canonical_text
from kg_assets.core.faults import survive
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import Shard, StageRun
from kg_assets.language.sentence import SENTENCE_COLUMNS, Sentence
from kg_assets.mentions.parts import files_by_group
from kg_assets.sources.experiences import CHANNEL
from kg_assets.sources.tables import Rows, read_rows, without_collector
from kg_assets.store.rows import read_table

_MESSAGES, _SENTENCES = "kg.messages", "kg.sentences"
_COLUMNS = (
    "message_id", "conversation_id", "source_kind", "role", "is_prose", "order_index", "created_at_utc", "channel",
    "text_raw",
)  # fmt: skip
_RULES = "rules"
_EXPERIENCE_TYPE = contracts.EXPERIENCE_TYPES[0]


class _Message(NamedTuple):
    """A message of the person with the sentences that were parsed."""

    message_id: str
    conversation_id: str
    source_kind: str
    said_at: str | None
    text: str
    in_role: bool
    given: Given


class _Found(NamedTuple):
    """What a sentence says of oneself."""

    sentence: Sentence
    segments: Sequence[Segment]
    atoms: Sequence[Atom]


class _Readers(NamedTuple):
    """What reads, made once in a process."""

    atomizer: Atomizer
    canonicalizer: Canonicalizer
    contexts: ContextClassifier
    cues: Cues


def plan(run: StageRun) -> list[Shard]:
    """One shard for each file of messages, with the sentences of these."""
    groups = [[path] for path in run.paths(_MESSAGES)]
    sentences = files_by_group(groups, run.paths(_SENTENCES))
    return [
        Shard(f"{index:03d}", inputs={_MESSAGES: [str(path) for path in group], _SENTENCES: sentences[index]})
        for index, group in enumerate(groups)
    ]


def run_shard(run: StageRun) -> None:
    """Write what the person says of themselves in these messages."""
    with without_collector():
        reading = _Reading(run)
        sentences = _sentences(run.paths(_SENTENCES))
        for message in _messages(run, reading.readers.contexts):
            reading.add(message, sentences.get(message.message_id, ()))
        reading.write()


@cache
def readers_of(words: Path, cues: Path, context: Path) -> _Readers:
    """A process works through many shards: the files are read once."""
    lexicon, found = read_lexicon(words), read_cues(cues)
    return _Readers(Atomizer(lexicon, found), Canonicalizer(lexicon), read_context(context), found)


def _sentences(paths: Sequence[Path]) -> Mapping[str, list[Sentence]]:
    """The parsed sentences of each message, in order."""
    found: dict[str, list[Sentence]] = {}
    for path in paths:
        table = read_table(path, columns=list(SENTENCE_COLUMNS))
        for row in table.filter(pc.is_valid(table["token_head"])).to_pylist():
            found.setdefault(row["message_id"], []).append(Sentence.from_row(row))
    return found


def _messages(run: StageRun, contexts: ContextClassifier) -> Iterator[_Message]:
    """The person's prose in the order of its conversations; a message that opens a game of roles is left out."""
    rows = [dict(zip(_COLUMNS, row, strict=True)) for row in read_rows(run.paths(_MESSAGES), _COLUMNS)]
    in_role: set[str] = set()
    given = _given(run, {row["message_id"] for row in rows if row["channel"] == CHANNEL})
    for row in sorted(rows, key=lambda row: (row["conversation_id"], row["order_index"], row["message_id"])):
        if row["role"] != "user" or not row["is_prose"] or not row["text_raw"]:
            continue
        if contexts.is_roleplay(row["text_raw"]):
            in_role.add(row["conversation_id"])
            run.count("messages_of_roles")
            continue
        yield _Message(
            row["message_id"], row["conversation_id"], row["source_kind"], row["created_at_utc"], row["text_raw"],
            row["conversation_id"] in in_role, given.get(row["message_id"], Given()),
        )  # fmt: skip


def _given(run: StageRun, records: Collection[str]) -> Mapping[str, Given]:
    """What the records say of the situation in which they were said."""
    if not records:
        return {}
    found = {}
    for message_id, raw in read_rows(run.paths(_MESSAGES), ("message_id", "raw_message_json")):
        if message_id in records:
            told = orjson.loads(raw)["message"]["metadata"]
            found[message_id] = Given(True, told.get("mode"), told.get("arousal"))
    return found


def _nothing() -> list[_Found]:
    return []


class _Reading:
    """The rows of one shard while they are made."""

    def __init__(self, run: StageRun) -> None:
        self._run = run
        self._ids = IdSpace(run.settings("sources").id_namespace)
        files = {name: run.file(name) for name in (WORDS_FILE, CUES_FILE, CONTEXT_FILE)}
        self.readers = readers_of(files[WORDS_FILE], files[CUES_FILE], files[CONTEXT_FILE])
        settings: BeliefSettings = run.settings("beliefs")
        self._version = extractor_version(
            files,
            {
                "language_model": run.settings("language").model,
                "match_threshold": settings.match_threshold,
                "no_match_threshold": settings.no_match_threshold,
            },
        )
        self._rows = {table.name: Rows(table) for table in contracts.READ_TABLES}

    def add(self, message: _Message, sentences: Sequence[Sentence]) -> None:
        """Read a message; one that cannot be read costs itself alone."""
        found = survive(self._run, "beliefs", message.message_id, partial(self._found, sentences), _nothing)
        if not found:
            return
        context = self.readers.contexts.classify(
            message.text, message.source_kind, message.conversation_id, message.in_role, message.given
        )
        for one in found:
            self._add_experience(message, context, one)

    def _found(self, sentences: Sequence[Sentence]) -> list[_Found]:
        found = []
        for sentence in sentences:
            segments, atoms = self.readers.atomizer.read(sentence)
            if atoms:
                found.append(_Found(sentence, segments, atoms))
        return found

    def _add_experience(self, message: _Message, context: SourceContext, found: _Found) -> None:
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
        self._add_atoms(message, experience_id, candidate_ids, found.atoms)

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
        self, message: _Message, experience_id: str, candidate_ids: Sequence[str], atoms: Sequence[Atom]
    ) -> None:
        valid: list[int] = []
        atom_ids: list[str] = []
        for index, atom in enumerate(atoms):
            start, end = atom.span
            candidate_id = candidate_ids[atom.segment]
            atom_ids.append(self._ids.make("belief_atom", candidate_id, index, atom.text, self._version))
            self._add(
                contracts.RAW_ATOMS, atom_ids[index], candidate_id, experience_id, message.message_id, index, atom.text,
                atom.belief_type, atom.reading.polarity, atom.confidence, start, end, message.text[start:end], _RULES,
                self._version,
            )  # fmt: skip
            reason = self.readers.canonicalizer.invalid_reason(atom.text)
            if reason is None:
                valid.append(index)
            else:
                self._run.count(f"invalid_atoms:{reason}")
                self._add(contracts.INVALID_ATOMS, atom_ids[index], message.message_id, reason)
        given = [
            RawAtom(a.text, a.belief_type, a.reading.polarity, a.confidence, (a.span,))
            for a in (atoms[n] for n in valid)
        ]
        for canonical in self.readers.canonicalizer.deduped(given):
            members = [valid[place] for place in canonical.members]
            best = min(members, key=lambda n: (-atoms[n].confidence, n))
            self._add_canonical(message, experience_id, canonical, atom_ids[best], atoms[best])

    def _add_canonical(
        self, message: _Message, experience_id: str, canonical: CanonicalAtom, atom_id: str, atom: Atom
    ) -> None:
        canonical_atom_id = self._ids.make(
            "canonical_atom", experience_id, canonical.canonical_hash, canonical.polarity, canonical.belief_type
        )
        self._add(
            contracts.CANONICAL_ATOMS, canonical_atom_id, experience_id, message.message_id, atom_id,
            canonical.canonical_text, canonical.canonical_hash, canonical.concept, canonical.belief_type,
            canonical.polarity, canonical.confidence,
            canonical_text([{"start": start, "end": end} for start, end in canonical.spans]), self._version,
        )  # fmt: skip
        reading = atom.reading
        frame = reading.frame
        self._add(
            contracts.EPISTEMIC_FRAMES, canonical_atom_id, message.message_id, frame.temporal_scope, frame.modality,
            frame.degree, frame.conditional, reading.confidence, self.readers.cues.is_for_a_model(reading.confidence),
            canonical_text([[hit.says, hit.start, hit.end] for hit in reading.signals]), _RULES,
        )  # fmt: skip

    def _add(self, table: Any, *values: Any) -> None:
        self._rows[table.name].add(values)

    def write(self) -> None:
        for name, rows in self._rows.items():
            self._run.count(f"rows:{name.partition('.')[2]}", len(rows))
            self._run.write(name, rows.table())
