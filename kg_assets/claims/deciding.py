"""Applies a person's verdicts (confirmed, rejected, corrected) to the grounded claims (design §9 "Claims").

A verdict names a message, a quote and a fact, so that it finds its claim in every later build. What a verdict is and
which verdicts still count belongs to `verdicts`.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kg_assets.claims.candidate import Candidate, texts_of, with_texts
from kg_assets.claims.claim import Claim, Given, Qualifier
from kg_assets.claims.contracts import PERSON
from kg_assets.claims.grounding import Findings, Grounder
from kg_assets.claims.verdicts import Verdict, standing_verdicts
from kg_assets.core.canonical import canonical_text
from kg_assets.core.stage import StageRun
from kg_assets.store.decisions import ClaimReplacement

KINDS = ("claim_confirmed", "claim_rejected", "claim_corrected", "decision_undone")
_EVERYWHERE = ""  # in the place of a message
Addressed = Mapping[tuple[str, str, str], Sequence[Verdict]]


class Decided(NamedTuple):
    """The claims after all verdicts: those that are kept, with the corrections in the order of
    `validation.Checked.order` (§4.9), and those that the person rejected."""

    kept: list[Claim]
    rejected: list[Claim]


def decided(stage: StageRun, grounder: Grounder, claims: Sequence[Claim], findings: Findings) -> Decided:
    """Give each claim its verdict, set the rejected claims apart, and add the corrections. A verdict that fits no claim
    is reported as VERDICT_WITHOUT_CLAIM."""
    verdicts = standing_verdicts(*(stage.ledger_entries(kind) for kind in KINDS))
    if not verdicts:
        return Decided(list(claims), [])
    addressed = _addressed(verdicts, grounder.survivors)
    texts = dict(texts_of(stage, {verdict.message_id for verdict in verdicts}))
    has_everywhere = any(verdict.is_everywhere for verdict in verdicts)
    for claim in claims:
        claim.corrected_by = None  # what an earlier round put there
        is_met = has_everywhere or claim.message_id in texts
        claim.verdict = _verdict_on(claim, addressed, texts) if is_met else None
    _follow_moved_objects(claims, verdicts, grounder.survivors, texts)
    kept: list[Claim] = []
    rejected: list[Claim] = []
    for claim in claims:
        is_rejected = claim.verdict is not None and claim.verdict.kind == "rejected"
        (rejected if is_rejected else kept).append(claim)
    met = {claim.verdict.position for claim in claims if claim.verdict is not None}
    for verdict in verdicts:
        if verdict.position not in met:
            detail = {"position": verdict.position, "kind": verdict.kind}
            findings.events.append(("WARN", "VERDICT_WITHOUT_CLAIM", verdict.message_id, detail))
    return Decided(_with_corrections(stage, grounder, kept, findings), rejected)


def _addressed(verdicts: Sequence[Verdict], survivors: Mapping[str, str]) -> Addressed:
    """The verdicts by message, fact key and polarity. In the fact key a merged entity is replaced by its
    survivor. A verdict that holds everywhere has `_EVERYWHERE` in place of the message."""
    found: dict[tuple[str, str, str], list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        message = _EVERYWHERE if verdict.is_everywhere else verdict.message_id
        found[message, fact_of(verdict.fact_key, survivors), verdict.polarity].append(verdict)
    return found


def fact_of(fact_key: str, survivors: Mapping[str, str]) -> str:
    """A fact key in which each merged entity is replaced by its survivor."""
    subject, predicate, signature = json.loads(fact_key)
    kind, _, named = signature.partition(":")
    if kind == "E":
        signature = f"E:{survivors.get(named, named)}"
    return canonical_text([survivors.get(subject, subject), predicate, signature])


def _verdict_on(claim: Claim, addressed: Addressed, texts: Mapping[str, str | None]) -> Verdict | None:
    """The latest verdict on a claim's fact and polarity: either one on its message whose quote overlaps the claim's
    words, or one that holds everywhere. None if there is no such verdict."""
    verdicts = addressed.get((claim.message_id, claim.fact_key, claim.row.polarity), ())
    meant = [verdict for verdict in verdicts if _speaks_of(verdict, claim, texts.get(claim.message_id) or "")]
    meant += addressed.get((_EVERYWHERE, claim.fact_key, claim.row.polarity), ())
    return max(meant, key=lambda verdict: verdict.position, default=None)


def _follow_moved_objects(
    claims: Sequence[Claim],
    verdicts: Sequence[Verdict],
    survivors: Mapping[str, str],
    texts: Mapping[str, str | None],
) -> None:
    """Apply a verdict that fits no claim to the claim with the same words whose object is now another entity.

    A name that is said more often can come to mean another entity, and then the fact key changes. The verdict is moved
    only if exactly one claim of the message has its subject, predicate, polarity and words.
    """
    met = {claim.verdict.position for claim in claims if claim.verdict is not None}
    of_message: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        if claim.verdict is None and claim.signature.startswith("E:"):
            of_message[claim.message_id].append(claim)
    for verdict in sorted(verdicts, key=lambda verdict: verdict.position, reverse=True):
        subject, predicate, signature = json.loads(fact_of(verdict.fact_key, survivors))
        if verdict.position in met or not signature.startswith("E:"):
            continue
        text = texts.get(verdict.message_id) or ""
        meant = [
            claim
            for claim in of_message.get(verdict.message_id, ())
            if claim.verdict is None
            and (claim.subject.entity_id, claim.predicate_id, claim.row.polarity)
            == (subject, predicate, verdict.polarity)
            and _speaks_of(verdict, claim, text)
        ]
        if len(meant) == 1:
            meant[0].verdict = verdict


def _speaks_of(verdict: Verdict, claim: Claim, text: str) -> bool:
    start, end = claim.checked.char_start, claim.checked.char_end
    if start is None or end is None or not verdict.quote:
        return True  # nothing to compare: message and fact are the same
    first = max(0, start - len(verdict.quote) + 1)
    return text.find(verdict.quote, first, end + len(verdict.quote) - 1) >= 0


def _with_corrections(
    stage: StageRun, grounder: Grounder, claims: Sequence[Claim], findings: Findings
) -> list[Claim]:  # fmt: skip
    """The claims, and for each corrected one a claim as the person wants it: over the same words, grounded
    like any other."""
    wrong = {claim.row.candidate_id: claim for claim in claims if claim.verdict and claim.verdict.kind == "corrected"}
    if not wrong:
        return list(claims)
    made = grounder.ground(with_texts(stage, [_corrected(claim) for claim in wrong.values()]), findings)
    for correction in made:
        claim = wrong[correction.row.candidate_id]
        correction.corrects, claim.corrected_by = claim, correction
        correction.verdict = claim.verdict
        correction.given, correction.qualifier = _time_of(claim)
    for claim in wrong.values():
        if claim.corrected_by is None:
            findings.tell(
                "WARN", "CORRECTION_WITHOUT_GROUND", claim.row, position=claim.verdict and claim.verdict.position
            )
    return sorted([*claims, *made], key=lambda claim: claim.checked.order)


def _time_of(claim: Claim) -> tuple[Given | None, Qualifier | None]:
    """Two values: the times that the person gave in a correction of this claim; and the qualifier that the correction
    gets. The person may give only one of since and until; the other stays as the claim's own words say."""
    assert claim.verdict is not None
    change = ClaimReplacement.model_validate(claim.verdict.replacement or {})
    own, since, until, when = claim.qualifier, change.since, change.until, change.when
    if when is not None:
        kind = "at" if when.to_utc is None else "during"
        given = Given(when.from_utc, when.precision, when.to_utc, when.precision if when.to_utc else None)
        return given, Qualifier(kind, None, "person", when.from_utc)
    if since is None and until is None:
        return None, own
    given = Given(
        since.from_utc if since else None, since.precision if since else None,
        until.is_over_utc if until else None, until.precision if until else None,
    )  # fmt: skip
    if since is None:
        is_dated = own is not None and own.kind not in (None, "until")
        return given, own if is_dated else Qualifier("until", None, "person", None)
    has_own_end = until is None and own is not None and own.kind == "until"
    if has_own_end:
        return given, own
    time_mention_id = own.time_mention_id if own is not None and until is None else None
    return given, Qualifier("since", time_mention_id, "person", since.from_utc)


def _corrected(claim: Claim) -> Candidate:
    """The corrected claim as a candidate: the values that the person changed, and the old ones for the rest."""
    assert claim.verdict is not None
    change: Mapping[str, Any] = claim.verdict.replacement or {}
    checked, kind, thing = claim.checked, claim.row.object_kind, claim.row.object
    if change.get("object") is not None:
        kind, thing = change.get("object_kind") or kind or "string", change["object"]
    elif claim.object is not None:
        thing = claim.object.entity_id
    return claim.row._replace(
        subject=change.get("subject") or claim.subject.entity_id,
        subject_start=None,
        subject_end=None,
        bare_name=None,
        predicate_label=change.get("predicate") or checked.label.label,
        object=thing,
        object_kind=kind,
        object_start=None,
        object_end=None,
        polarity=change.get("polarity") or claim.row.polarity,
        char_start=checked.char_start,
        char_end=checked.char_end,
        surface_text=checked.surface if checked.quote is None else checked.quote,
        extraction_method=PERSON,
        confidence=1.0,
        qualifier_type=None,
    )
