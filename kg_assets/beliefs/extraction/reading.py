"""Reads a model's answers about beliefs item by item. A faulty item does not spoil the others, and is not corrected.

A faulty atom (belief) is kept with one of the reasons of seed 002 §4.4. `not_first_person` means that the person did
not say it: the quote is not in their words, the candidate (piece of a sentence) was never shown, or the atom shares no
word with it (it may be in another language). `template_junk` means that the atom does not have the form that was asked
for, or exceeds the number of atoms that a candidate may have.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeGuard, get_args

from kg_assets.beliefs.canonicalizer import Canonicalizer, InvalidReason
from kg_assets.beliefs.frame import BELIEF_TYPES, POLARITIES, BeliefType, Frame, Modality, Polarity, TemporalScope
from kg_assets.claims.extraction.agreement import plain
from kg_assets.claims.extraction.quotes import Quotes
from kg_assets.claims.masking import masked
from kg_assets.core.canonical import canonical_text
from kg_assets.core.spans import Span
from kg_assets.llm.votes import majority

# So many characters are kept of an item that is no atom at all; the whole answer is in the ledger.
_KEPT_CHARS = 400
_LONGEST_REASONING = 500
_WORD = re.compile(r"[^\W_]+")
# Two words count as the same if so many letters at their beginning agree: "speak" and "speaking".
_BEGINNING = 3


class ModelAtom(NamedTuple):
    """An atom as one run of the model read it. `span` is where its quote occurs in the candidate, the piece of a
    sentence that was shown; None if the quote occurs there more than once or not at all."""

    candidate: int
    text: str
    belief_type: BeliefType
    polarity: Polarity
    confidence: float
    span: Span | None
    fault: InvalidReason | None


class ModelFrame(NamedTuple):
    """The frame of a belief (when it holds, how surely, how strongly) as the model gives it."""

    frame: Frame
    confidence: float


class Verdict(NamedTuple):
    """Whether two beliefs are one, as the model says."""

    is_same: bool
    confidence: float
    reasoning: str


class AtomReader:
    """Reads the answers about the candidates (pieces of sentences) of one request."""

    def __init__(self, candidates: Sequence[str], canonicalizer: Canonicalizer, most_per_candidate: int) -> None:
        self._candidates = candidates
        self._canonicalizer = canonicalizer
        self._most = most_per_candidate
        self._quotes = [Quotes(masked(text, (), "length_preserving")) for text in candidates]

    def agreed(self, answers: Sequence[Mapping[str, Any]]) -> list[ModelAtom]:
        """The atoms on which more than half of the runs agree, with the mean of their confidences, in the order in
        which they first appear."""
        runs = [self._read(answer) for answer in answers]
        found = majority(
            runs,
            lambda atom: (atom.candidate, plain(atom.text), atom.belief_type, atom.polarity, atom.fault),
            lambda atom: atom.confidence,
        )
        return [one.candidate._replace(confidence=one.confidence) for one in found]

    def _read(self, answer: Mapping[str, Any]) -> list[ModelAtom]:
        """Every item of an answer as an atom. A candidate (piece of a sentence) may have `most_per_candidate` valid
        atoms; any further ones are `template_junk`."""
        atoms = [self._atom(item) for item in answer["atoms"]]
        standing: Counter[int] = Counter()
        for place, atom in enumerate(atoms):
            if atom.fault is None:
                standing[atom.candidate] += 1
                if standing[atom.candidate] > self._most:
                    atoms[place] = atom._replace(fault="template_junk")
        return atoms

    def _atom(self, item: Any) -> ModelAtom:
        if not isinstance(item, Mapping) or not isinstance(item.get("atom_text"), str):
            return _junk(canonical_text(item))
        text = item["atom_text"].strip()
        kind: Any = item.get("belief_type")
        polarity: Any = item.get("polarity")
        confidence = item.get("confidence")
        if kind not in BELIEF_TYPES or polarity not in POLARITIES or not _is_share(confidence) or not text:
            return _junk(text or canonical_text(item))
        idx, quote = item.get("source_idx"), item.get("quote")
        if not _is_whole(idx) or not 0 <= idx < len(self._candidates) or not isinstance(quote, str):
            return ModelAtom(0, text[:_KEPT_CHARS], kind, polarity, float(confidence), None, "not_first_person")
        located = self._quotes[idx].locate(quote)
        is_theirs = located.matches > 0 and self._shares_words(text, self._candidates[idx])
        fault = self._canonicalizer.invalid_reason(text) if is_theirs else "not_first_person"
        return ModelAtom(idx, text[:_KEPT_CHARS], kind, polarity, float(confidence), located.span, fault)

    def _shares_words(self, text: str, candidate: str) -> bool:
        """Whether some word of the atom begins like a word of the candidate. An atom that has only helper words passes
        this check and is left to others."""
        own = {word[:_BEGINNING] for word in _words(candidate)}
        told = [word for said in self._canonicalizer.telling(text) for word in _words(said)]
        return not told or any(word[:_BEGINNING] in own for word in told)


def read_frame(value: Mapping[str, Any], sentence: str) -> ModelFrame | None:
    """The frame in an answer. None unless its values are known, its numbers lie between 0 and 1, and the words of its
    condition occur in the sentence."""
    scope: Any = value.get("temporal_scope")
    modality: Any = value.get("modality")
    condition = value.get("conditional")
    degree, sure = value.get("degree"), value.get("confidence")
    if scope not in get_args(TemporalScope) or modality not in get_args(Modality):
        return None
    if not _is_share(degree) or not _is_share(sure):
        return None
    if condition is not None and (not isinstance(condition, str) or plain(condition) not in plain(sentence)):
        return None
    return ModelFrame(Frame(scope, modality, float(degree), plain(condition) if condition else None), float(sure))


def frames_agreed(frames: Sequence[ModelFrame | None]) -> ModelFrame | None:
    """The frame on whose time, modality and condition more than half of the runs agree; None if there is no such frame.
    The degree is not compared; the first of these runs gives it. A run without a usable frame counts as disagreeing."""
    runs = [[] if frame is None else [frame] for frame in frames]
    found = majority(
        runs, lambda one: (one.frame.temporal_scope, one.frame.modality, one.frame.conditional), lambda o: o.confidence
    )
    return found[0].candidate._replace(confidence=found[0].confidence) if found else None


def read_verdict(value: Mapping[str, Any]) -> Verdict | None:
    """The verdict in an answer. None if a part is missing, empty or of the wrong kind, or if the reasoning is longer
    than _LONGEST_REASONING."""
    same, sure, reasoning = value.get("is_same_belief"), value.get("confidence"), value.get("reasoning")
    if not isinstance(same, bool) or not _is_share(sure) or not isinstance(reasoning, str):
        return None
    told = " ".join(reasoning.split())
    return Verdict(same, float(sure), told) if told and len(told) <= _LONGEST_REASONING else None


def verdicts_agreed(verdicts: Sequence[Verdict | None]) -> Verdict | None:
    """The verdict that more than half of the runs give; None if no verdict has such a majority."""
    runs = [[] if verdict is None else [verdict] for verdict in verdicts]
    found = majority(runs, lambda verdict: verdict.is_same, lambda verdict: verdict.confidence)
    return found[0].candidate._replace(confidence=found[0].confidence) if found else None


def _junk(text: str) -> ModelAtom:
    return ModelAtom(0, text[:_KEPT_CHARS], "BELIEF_ABOUT_SELF", "affirm", 0.0, None, "template_junk")


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _is_whole(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_share(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
