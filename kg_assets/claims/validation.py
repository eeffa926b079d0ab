"""Checks whether a candidate can be grounded (seed 000 §4.5): its fields, its object, its words in the text.

Readers are not trusted: offsets are checked against the message's own text.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kg_assets.claims.candidate import Candidate, candidate_json
from kg_assets.claims.contracts import MODALITIES, POLARITIES
from kg_assets.claims.parsed.events import EVENT_RULE
from kg_assets.claims.vocabulary import Label, Vocabulary
from kg_assets.core.ids import sha256_hex

# Exact words, with their capital forms: "us" is the person, "US" is a country.
_SELF_WORDS = ("i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "ourselves")
FIRST_PERSON = frozenset({*_SELF_WORDS, *(word.capitalize() for word in _SELF_WORDS)})
_YOU_WORDS = ("you", "your", "yours", "yourself")
SECOND_PERSON = frozenset({*_YOU_WORDS, *(word.capitalize() for word in _YOU_WORDS)})
_PLACES = ("subject", "object", "qualifier")
_SPACE = re.compile(r"\s+")
_BLOCK = 64


class Rejection(NamedTuple):
    """A candidate that does not become a claim."""

    candidate_id: str
    message_id: str
    reason: str
    detail: dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """A candidate that passed the checks, with its words as they stand in the text."""

    row: Candidate
    label: Label
    char_start: int | None
    char_end: int | None
    surface: str | None
    quote: str | None  # words that have no one place in the text
    span_issue: str | None
    misplaced: tuple[str, ...]  # arguments whose places lie outside of the text

    def place_of(self, argument: str) -> tuple[int, int] | None:
        """The span of an argument's words; None if the reader gave none or it lies outside of the text."""
        if argument in self.misplaced:
            return None
        start, end = _given_place(self.row, argument)
        return None if start is None or end is None else (start, end)

    @property
    def order(self) -> tuple[Any, ...]:
        """The sort key of §4.9: messages in order, then place, predicate and confidence. A person's
        corrections come last in their message; the hash of the candidate decides ties."""
        message = self.row.message
        return (
            message.conversation_id, message.order_index, message.message_id,
            self.row.extraction_method == "person",  # what a person says of a claim comes after it
            self.char_start is None, self.char_start or 0, -(self.char_end or 0), self.label.norm,
            -self.row.confidence, self,
        )  # fmt: skip

    def __lt__(self, other: "Checked") -> bool:
        return sha256_hex(candidate_json(self.row)) < sha256_hex(candidate_json(other.row))


def check(row: Candidate, text: str, vocabulary: Vocabulary) -> Checked | Rejection:
    """The candidate with its place in the text determined, or the rejection if it cannot be grounded."""
    problem = problem_of(row)
    if problem is not None:
        return Rejection(row.candidate_id, row.message_id, problem, {"extraction_method": row.extraction_method})
    start, end, quote, issue = _settled(row.char_start, row.char_end, row.surface_text, text)
    if issue == "QUOTE_NOT_FOUND" and row.extraction_method != "person":
        return Rejection(row.candidate_id, row.message_id, issue, {"extraction_method": row.extraction_method})
    surface = None if start is None else text[start:end]
    return Checked(
        row, vocabulary.label_of(row.predicate_label, by_phrase=row.reader != EVENT_RULE), start, end,
        row.surface_text if surface == row.surface_text else surface,  # one object for both
        quote, issue, tuple(name for name in _PLACES if _is_misplaced(*_given_place(row, name), len(text))),
    )  # fmt: skip


def _given_place(row: Candidate, argument: str) -> tuple[int | None, int | None]:
    if argument == "subject":
        return row.subject_start, row.subject_end
    if argument == "object":
        return row.object_start, row.object_end
    return row.qualifier_start, row.qualifier_end


def _is_misplaced(start: int | None, end: int | None, length: int) -> bool:
    return (start is not None or end is not None) and not _is_inside(start, end, length)


def problem_of(row: Candidate) -> str | None:
    """The reason for the first field that is not valid (§4.5.1, §4.5.2); None if all are."""
    subject = (row.subject or "").strip()
    if row.message.role not in ("user", "assistant"):
        return "NOT_SAID"
    if not subject:
        return "EMPTY_SUBJECT"
    if not (row.predicate_label or "").strip():
        return "EMPTY_PREDICATE"
    if row.modality not in MODALITIES:
        return "BAD_MODALITY"
    if row.polarity not in POLARITIES:
        return "BAD_POLARITY"
    if not 0 <= row.confidence <= 1:  # nor is NaN
        return "BAD_CONFIDENCE"
    if (row.object_kind is None) != (row.object is None):
        return "BAD_OBJECT"
    if row.object is not None and not row.object.strip():
        return "BAD_OBJECT"
    # Design §9: an assistant's "I" is not the person.
    if row.message.role == "assistant" and (subject in FIRST_PERSON or row.object in FIRST_PERSON):
        return "FIRST_PERSON_OF_ASSISTANT"
    return None


def _is_inside(start: int | None, end: int | None, length: int) -> bool:
    return start is not None and end is not None and 0 <= start < end <= length


def _settled(
    start: int | None, end: int | None, quote: str | None, text: str
) -> tuple[int | None, int | None, str | None, str | None]:
    """Four values: the start and the end of a claim's words; its quote, if that has no single place in the text; and
    the issue to report. Each is None if there is none (§4.5.3, §4.5.4)."""
    if start is not None and end is not None:
        if not _is_inside(start, end, len(text)):
            return None, None, quote, "SPAN_OUT_OF_TEXT"
        if quote is None or quote == text[start:end] or _plain(quote) == _plain(text[start:end]):
            return start, end, None, None
        return None, None, quote, "SPAN_QUOTE_MISMATCH"
    if not quote:
        return None, None, None, None
    first = text.find(quote)
    if first < 0:
        # Nobody can say where it is from, and no claim is without its words (design, first paragraph).
        return None, None, quote, "QUOTE_NOT_FOUND"
    if text.find(quote, first + 1) >= 0:
        return None, None, quote, "QUOTE_OFFSET_UNRESOLVED"
    return first, first + len(quote), None, None


def _plain(words: str) -> str:
    return unicodedata.normalize("NFC", _SPACE.sub(" ", words).strip())


def suppressed(claims: Sequence[Checked]) -> list[tuple[Checked, Checked]]:
    """Claims of one message that lose to a stronger reading of the same words, each with its winner (§4.4.3).

    Priority decides only between readings of one predicate with the same arguments (design §9): "I love hiking and
    bouldering" is two claims over the same words.
    """
    lost: list[tuple[Checked, Checked]] = []
    kept: dict[tuple[str, int], list[Checked]] = defaultdict(list)
    for claim in sorted(claims, key=lambda one: (one.row.priority, one.order)):
        blocks = [(claim.label.norm, block) for block in _blocks(claim)]
        rivals = (rival for block in blocks for rival in kept[block])
        winner = next((rival for rival in rivals if _suppresses(rival, claim)), None)
        if winner is None:
            for block in blocks:
                kept[block].append(claim)
        else:
            lost.append((claim, winner))
    return lost


def _blocks(claim: Checked) -> range:
    """The numbers of the blocks of `_BLOCK` characters that a claim's words touch. Only claims that share a block can
    overlap."""
    if claim.char_start is None or claim.char_end is None:
        return range(0)
    return range(claim.char_start // _BLOCK, (claim.char_end - 1) // _BLOCK + 1)


def _suppresses(rival: Checked, claim: Checked) -> bool:
    return (
        rival.row.priority < claim.row.priority
        and _overlap((rival.char_start, rival.char_end), (claim.char_start, claim.char_end))
        and _same_argument(rival, claim, "subject")
        and _same_argument(rival, claim, "object")
    )


def _same_argument(one: Checked, other: Checked, argument: str) -> bool:
    words, others = getattr(one.row, argument), getattr(other.row, argument)
    if words is None or others is None:
        return words is others
    if _plain(words).casefold() == _plain(others).casefold():
        return True
    here, there = one.place_of(argument), other.place_of(argument)
    return here is not None and there is not None and _overlap(here, there)


def _overlap(one: tuple[int | None, int | None], other: tuple[int | None, int | None]) -> bool:
    (start, end), (other_start, other_end) = one, other
    if start is None or end is None or other_start is None or other_end is None:
        return False
    return start < other_end and other_start < end


def without_suppressed(claims: Iterable[Checked]) -> tuple[list[Checked], list[Rejection]]:
    """The claims that no stronger reading suppresses, and a rejection LOWER_PRIORITY for each of the others."""
    of_message: dict[str, list[Checked]] = defaultdict(list)
    for claim in claims:
        of_message[claim.row.message_id].append(claim)
    kept, rejected = [], []
    for together in of_message.values():
        lost = {loser.row.candidate_id: winner for loser, winner in suppressed(together)}
        for claim in together:
            own = claim.row.candidate_id
            if own in lost:
                detail = {"stronger": lost[own].row.candidate_id}
                rejected.append(Rejection(own, claim.row.message_id, "LOWER_PRIORITY", detail))
            else:
                kept.append(claim)
    return kept, rejected
