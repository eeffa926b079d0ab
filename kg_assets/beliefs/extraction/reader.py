"""Reads messages with a model: makes the requests, looks up their answers in the log, and reads atoms and frames from
the answers.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kg_assets.beliefs.atomizer import Atom
from kg_assets.beliefs.canonicalizer import Canonicalizer, InvalidReason
from kg_assets.beliefs.epistemics import Cues, Reading
from kg_assets.beliefs.extraction.asking import BeliefQuestions
from kg_assets.beliefs.extraction.reading import AtomReader, ModelAtom, frames_agreed, read_frame
from kg_assets.beliefs.segmenter import Segment
from kg_assets.beliefs.settings import BeliefSettings
from kg_assets.beliefs.wording import spelled
from kg_assets.core.spans import Span
from kg_assets.core.stage import StageRun
from kg_assets.language.sentence import Sentence
from kg_assets.llm.log import CallLog
from kg_assets.llm.replay import answer_from
from kg_assets.llm.request import Request
from kg_assets.llm.settings import ModelSettings

_OWN = frozenset({"i", "me", "my", "mine", "myself"})


class Read(NamedTuple):
    """The atoms read from a sentence. `faults` gives for each atom the reason why it is invalid, or None if it is
    valid."""

    sentence: Sentence
    segments: Sequence[Segment]
    atoms: Sequence[Atom]
    faults: Sequence[InvalidReason | None]
    read_by: str


class ModelReader:
    """Reads messages with the model's answers in the log of calls. `asked` collects the requests about frames that were
    looked up."""

    def __init__(self, stage: StageRun, canonicalizer: Canonicalizer, cues: Cues) -> None:
        self._stage = stage
        self._models: ModelSettings = stage.settings("models")
        self._settings: BeliefSettings = stage.settings("beliefs")
        self._canonicalizer = canonicalizer
        self._cues = cues
        self._questions = BeliefQuestions(stage.file, self._models)
        self._log = CallLog(stage.ledger_entries("model_call"), stage.ledger_payload)
        self.asked: list[Request] = []

    def requests(self, message_id: str, text: str, read: Sequence[Read]) -> Iterator[Request]:
        """The requests that ask a model about the sentences of a message."""
        for group in self._groups(read):
            yield self._questions.atoms([words for _, _, words in _pieces(group, text)], message_id)

    def read(self, message_id: str, text: str, read: Sequence[Read]) -> list[Read]:
        """The sentences in `read`. Where the model answered, its atoms replace those of the rules; the other sentences
        are unchanged."""
        found = {one.sentence.sentence_index: one for one in read}
        for group in self._groups(read):
            pieces = _pieces(group, text)
            request = self._questions.atoms([words for _, _, words in pieces], message_id)
            answers = [answer_from(self._log, run) for run in request.runs(self._models)]
            for answer in answers:
                self._stage.count(f"atom_answers:{answer.status}")
            usable = [answer.value if answer.status == "answered" else {"atoms": []} for answer in answers]
            if not any(answer.status == "answered" for answer in answers):
                continue
            reader = AtomReader(
                [words for _, _, words in pieces], self._canonicalizer, self._settings.atoms_per_candidate
            )
            for one in self._placed(group, pieces, reader.agreed(usable)):
                found[one.sentence.sentence_index] = one
        return list(found.values())

    def frame(self, message_id: str, sentence: str, belief: str, rules: Reading) -> Reading | None:
        """The reading of the rules (`rules`), but with the frame and confidence on which more than half of the model's
        runs agree. None if no frame has such a majority."""
        request = self._questions.frame(sentence, belief, message_id)
        self.asked.append(request)
        answers = [answer_from(self._log, run) for run in request.runs(self._models)]
        frames = [read_frame(answer.value, sentence) if answer.status == "answered" else None for answer in answers]
        for answer, frame in zip(answers, frames, strict=True):
            is_unusable = answer.status == "answered" and frame is None
            self._stage.count(f"frame_answers:{'unusable' if is_unusable else answer.status}")
        agreed = frames_agreed(frames)
        return None if agreed is None else rules._replace(frame=agreed.frame, confidence=agreed.confidence)

    def _groups(self, read: Sequence[Read]) -> Iterator[list[Read]]:
        """The sentences in which the person speaks of themselves, in groups of at most `candidates_per_request` pieces.
        No sentence is divided; one with more pieces is a group of its own."""
        group: list[Read] = []
        for one in read:
            if not self._is_asked(one):
                continue
            held = sum(len(other.segments) for other in group)
            if group and held + len(one.segments) > self._settings.candidates_per_request:
                yield group
                group = []
            group.append(one)
        if group:
            yield group

    def _is_asked(self, one: Read) -> bool:
        s = one.sentence
        if not one.segments or not s.is_parsed or s.ends_asking:
            return False
        return bool(one.atoms) or not _OWN.isdisjoint(spelled(s))

    def _placed(
        self, group: Sequence[Read], pieces: Sequence[tuple[int, Segment, str]], atoms: Sequence[ModelAtom]
    ) -> Iterator[Read]:
        """The sentences of a group, with the model's atoms in place of those of the rules."""
        for number, one in enumerate(group):
            first = next(place for place, (owner, _, _) in enumerate(pieces) if owner == number)
            own = [atom for atom in atoms if pieces[atom.candidate][0] == number]
            made = [self._atom(one, atom, atom.candidate - first) for atom in own]
            yield one._replace(
                atoms=made,
                faults=[atom.fault for atom in own],
                read_by="model",
            )

    def _atom(self, one: Read, atom: ModelAtom, segment: int) -> Atom:
        """The model's atom as an `Atom`, with a frame (when it holds, how surely, how strongly). If the rules read the
        same belief in this piece of the sentence, the atom gets the frame that the rules read. Otherwise the frame is
        read from the cue words of the piece."""
        start, end = one.segments[segment].span
        span = Span(start, end) if atom.span is None else Span(start + atom.span.start, start + atom.span.end)
        same = self._canonicalizer.canonical(atom.text)
        for rule in one.atoms:
            is_same = rule.segment == segment and self._canonicalizer.canonical(rule.text) == same
            if is_same and rule.reading.polarity == atom.polarity:
                return Atom(atom.text, atom.belief_type, atom.confidence, rule.reading, segment, span)
        words = spelled(one.sentence)[one.segments[segment].first : one.segments[segment].end]
        reading = self._cues.read(words)._replace(polarity=atom.polarity)
        return Atom(atom.text, atom.belief_type, atom.confidence, reading, segment, span)


def _pieces(group: Sequence[Read], text: str) -> list[tuple[int, Segment, str]]:
    """The pieces (candidates) of some sentences, each as (index of its sentence in the group, piece, its words)."""
    return [
        (number, segment, text[segment.span.start : segment.span.end])
        for number, one in enumerate(group)
        for segment in one.segments
    ]
