"""A person's verdicts on claims, read from the ledger: for each claim the last verdict that the person has not undone
(design §9 "Claims").

How a verdict is asked for and recorded belongs to the commands, what it does to a claim to `deciding`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from kg_assets.store.decisions import ClaimConfirmed, ClaimCorrected, ClaimJudged, ClaimRejected, undone_positions

Entry = Mapping[str, Any]  # the body of a ledger entry, and its position
Replacement = Mapping[str, Any]  # a `ClaimReplacement` as JSON
VerdictKind = Literal["confirmed", "rejected", "corrected"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """A person's verdict on one claim. `replacement` holds what a correction changes."""

    kind: VerdictKind
    message_id: str
    quote: str
    fact_key: str
    polarity: str
    replacement: Replacement | None
    position: int
    is_everywhere: bool = False  # of a rejection: whatever message says the fact


def standing_verdicts(
    confirmed: Iterable[Entry], rejected: Iterable[Entry], corrected: Iterable[Entry], undone: Iterable[Entry]
) -> list[Verdict]:
    """For each claim the last verdict that was not undone, by message, fact, polarity and quote."""
    gone = undone_positions(undone)
    given = [
        *(_verdict("confirmed", ClaimConfirmed, entry) for entry in confirmed),
        *(_verdict("rejected", ClaimRejected, entry) for entry in rejected),
        *(_verdict("corrected", ClaimCorrected, entry) for entry in corrected),
    ]
    standing: dict[tuple[str, str, str, str], Verdict] = {}
    for verdict in sorted(given, key=lambda verdict: verdict.position):
        if verdict.position not in gone:
            standing[claim_of(verdict)] = verdict
    return [standing[claim] for claim in sorted(standing)]


def claim_of(verdict: Verdict) -> tuple[str, str, str, str]:
    """The key of the claim that a verdict is about. It is the same in every build, although the claim's id
    may change."""
    return verdict.message_id, verdict.fact_key, verdict.polarity, verdict.quote


def _verdict(kind: VerdictKind, model: type[ClaimJudged], entry: Entry) -> Verdict:
    judged = model.model_validate({name: value for name, value in entry.items() if name != "position"})
    replacement = judged.replacement.model_dump(mode="json") if isinstance(judged, ClaimCorrected) else None
    is_everywhere = isinstance(judged, ClaimRejected) and judged.is_everywhere
    return Verdict(
        kind, judged.message_id, judged.quote, judged.fact_key, judged.polarity, replacement, entry["position"],
        is_everywhere,
    )  # fmt: skip
