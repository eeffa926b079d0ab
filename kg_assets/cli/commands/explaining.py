"""`annals why`: where a claim comes from, how its confidence was computed, and what became of it."""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from kg_assets.claims.contracts import PERSON
from kg_assets.claims.verdicts import Verdict
from kg_assets.cli.claims import (
    SUPERSESSIONS,
    Claim,
    Former,
    ambiguous,
    claims_beginning,
    claims_of,
    former,
    listed,
    looks_like_id,
    nearest_claims,
    require_long_enough,
    said,
    stored,
    words_in_sentence,
)
from kg_assets.cli.console import marked, strong
from kg_assets.cli.history import history_lines
from kg_assets.cli.left_out import why_left_out
from kg_assets.cli.verdict_ledger import (
    changed_parts,
    listed_verdicts,
    verdict_of,
    verdict_on,
    verdicts_meant,
)
from kg_assets.core.counting import counted
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless, harmless_json, shell_command
from kg_assets.queries.beliefs import beliefs_of_claim, worded
from kg_assets.queries.decided import verdicts_standing
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import opened, select
from kg_assets.store.registry import open_ledger

_SHOWN_ID = 8
_STEPS = {
    "self": "as the person", "entity_id": "by its id", "relative": "as a relative of the person",
    "span": "by the mention at this place", "entity_key": "by its key", "canonical_name": "by its name",
    "alias": "by another name of it", "fuzzy": "by a similar name",
    "created": "as an entity that no text names otherwise",
}  # fmt: skip
_READERS = {
    "rule_based": "a rule", "llm": "a model", "hybrid": "a rule, and a model alike",
    "person": "the person, who corrected it",
}  # fmt: skip


def why(options: argparse.Namespace) -> int:
    """Explain one claim; or list the claims that sound most like the words."""
    words = " ".join(options.claim)
    home = Home.from_environment()
    with opened(home) as warehouse:
        found = _claims_with_id(warehouse, words)
        ledger = open_ledger(home)
        verdicts = verdicts_standing(ledger)
        rejected = [v for v in verdicts_meant(warehouse, verdicts, words) if v.kind == "rejected"]
        near = found or _near(warehouse, words, len(options.claim) == 1 and bool(rejected))
        gone = None if near or rejected else former(warehouse, words)
        if gone is not None:
            return _tell_former(gone, verdicts, options.json)
        if not near and not rejected:
            raise QueryError(f"no claim has the id {words!r} or sounds like it; `annals search` finds messages")
        if len(found) == 1:
            verdict = verdict_on(verdicts, found[0])
            if options.json:
                print(harmless_json(explained(warehouse, found[0], verdict)))
            else:
                print("\n".join(explanation(warehouse, found[0], verdict)))
            return 0
        if options.json:
            print(harmless_json(_choice(near, rejected)))
            return 0
        if near:
            print(listed(near))
            print("  annals why ID  explains one of them")
        if rejected:
            print("rejected by you, so no claim of a build any more; annals undo POSITION takes that back:")
            print(listed_verdicts(ledger, rejected))
    return 0


def _tell_former(gone: Former, verdicts: Sequence[Verdict], as_json: bool) -> int:
    """Explain a claim whose id is gone: the verdict on it, and what its words say now."""
    verdict = verdict_of(verdicts, gone.judged)
    if as_json:
        now = [{"assertion_id": c.assertion_id, "claim": stored(c), "asserted_at_utc": c.said_at} for c in gone.now]
        told = None if verdict is None else asdict(verdict)
        print(harmless_json({"former": gone.assertion_id, "build": gone.build, "verdict": told, "claims": now}))
        return 0
    print(f"a claim of this id was in build {gone.build}; what it was made of has changed since")
    print(f"  it was read from “{harmless(' '.join(gone.judged.quote.split()))}”")
    if verdict is not None:
        print("\n".join(_verdict_lines(verdict)))
    print("what these words say now:" if gone.now else "these words say nothing of the kind any more")
    if gone.now:
        print(listed(gone.now))
        print("  annals why ID  explains one of them")
    return 0


def _verdict_lines(verdict: Verdict) -> Iterator[str]:
    yield f"you have {verdict.kind} it: annals undo {verdict.position} takes that back"
    for part, what in changed_parts(verdict.replacement):
        yield f"  {part}: {what}"


def _claims_with_id(warehouse: OpenWarehouse, words: str) -> list[Claim]:
    """The claim whose id is the typed words or begins with them; an empty list if the words are no id. A beginning that
    is too short, or that several ids have, is an error."""
    if looks_like_id(words):
        require_long_enough(warehouse, words)
    found = claims_beginning(warehouse, words)
    if len(found) > 1:
        raise ambiguous(words, found)
    return found


def _near(warehouse: OpenWarehouse, words: str, is_rejected: bool) -> list[Claim]:
    """The claims that sound like the words. An empty list if the words mean a rejected claim, or can only be an id."""
    return [] if is_rejected or looks_like_id(words) else nearest_claims(warehouse, words)


def _choice(near: Sequence[Claim], rejected: Sequence[Verdict]) -> dict[str, Any]:
    """The claims and rejected claims that may be meant, as data for --json."""
    claims = [{"assertion_id": c.assertion_id, "claim": stored(c), "asserted_at_utc": c.said_at} for c in near]
    return {"claims": claims, "rejected": [asdict(verdict) for verdict in rejected]}


def explained(warehouse: OpenWarehouse, claim: Claim, verdict: Verdict | None) -> dict[str, Any]:
    """The explanation as data: the claim with all that its build kept about it, and what became of it."""
    own = {name: value for name, value in asdict(claim).items() if name not in ("raw", "text", "stored_object")}
    return {
        **own,
        "object": claim.object,
        "claim": stored(claim),
        "raw_assertion": json.loads(claim.raw),
        "verdict": None if verdict is None else asdict(verdict),
        "stands_for": [one.assertion_id for one in _in_whose_place(warehouse, claim)],
        "beliefs": beliefs_of_claim(warehouse, claim.assertion_id),
        "said_again": [one.assertion_id for one in _same_fact(warehouse, claim)],
        "retractions": [
            {"asserted_at_utc": at, "retraction_type": kind, "words": words, "message_id": message_id}
            for at, kind, words, message_id in _retractions(warehouse, claim)
        ],
    }


def explanation(warehouse: OpenWarehouse, claim: Claim, verdict: Verdict | None) -> Iterator[str]:
    """The explanation in lines: where the claim was said, who read it, its confidence, and what became of it."""
    yield strong(said(claim))
    yield f"  {stored(claim)}: {claim.modality}, {claim.polarity}; {claim.assertion_id}"
    yield ""
    yield f"said by the {'person' if claim.role == 'user' else claim.role} on {claim.said_at or 'an unknown date'}"
    yield f"  in {harmless(claim.title or 'untitled')}: {shell_command('annals', 'show', claim.message_id)}"
    yield f"  {words_in_sentence(claim, marked)}"
    raw = json.loads(claim.raw)
    yield ""
    yield from _reader_lines(claim, raw)
    yield ""
    yield from confidence_lines(claim, raw)
    yield from _corroboration_lines(warehouse, claim, raw)
    yield ""
    yield from _fate_lines(warehouse, claim, verdict)
    yield from history_lines(warehouse, claim.assertion_id)
    yield from _belief_lines(warehouse, claim)
    hidden = why_left_out(warehouse, claim.assertion_id)
    if hidden is not None:
        yield ""
        yield f"annals as-of does not say it of the build's moment: {hidden}"


def _belief_lines(warehouse: OpenWarehouse, claim: Claim) -> Iterator[str]:
    """The beliefs about the person that were read from the same words."""
    for row in beliefs_of_claim(warehouse, claim.assertion_id):
        words = harmless(worded(row["belief"], row["is_past"]))
        yield f"of yourself it says “{words}”: annals belief {row['belief_id'][:_SHOWN_ID]}"


def _reader_lines(claim: Claim, raw: Mapping[str, Any]) -> Iterator[str]:
    reader = (raw.get("candidate") or {}).get("reader")
    model = f" ({claim.model})" if claim.model else ""
    yield f"read by {_READERS[claim.method]}{model}{f': {reader}' if reader else ''}"
    for name in ("subject", "object"):
        found = raw.get(name) or {}
        if "step" in found:
            alike = f", likeness {found['similarity']:.2f}" if "similarity" in found else ""
            among = f", one of {found['among']}" if found.get("among", 1) > 1 else ""
            yield f"  its {name} was found {_STEPS.get(found['step'], found['step'])}{alike}{among}"


def confidence_lines(claim: Claim, raw: Mapping[str, Any]) -> Iterator[str]:
    """The factors of the confidence in plain language, and their product (seed 000 §4.6.8)."""
    weights = raw.get("confidence") or {}
    if not weights:
        yield f"confidence {claim.confidence:.3f} (the build that made it kept no weights)"
        return
    subject, subject_tier = weights["subject_resolution_confidence"], weights["subject_tier_factor"]
    thing, object_tier = weights["object_resolution_confidence"], weights["object_tier_factor"]
    yield f"confidence {claim.confidence:.3f}"
    yield f"  {weights['confidence_extraction']:.3f}  how sure the reader was"
    yield (
        f"  {weights['confidence_grounding']:.3f}  how sure it is who and what is meant: "
        f"half of {subject:.2f} × {subject_tier:.2f} for the subject and {thing:.2f} × {object_tier:.2f} for the object"
    )
    yield f"  {weights['trust_weight']:.3f}  {_trust(claim)}"
    if weights["salience_factor"] != 1.0:
        yield f"  {weights['salience_factor']:.3f}  how much its subject matters"
    if weights["temporal_factor"] != 1.0:
        yield f"  {weights['temporal_factor']:.3f}  it speaks of a time before its subject or object was there"
    factors = [
        weights[name] for name in
        ("confidence_extraction", "confidence_grounding", "trust_weight", "salience_factor", "temporal_factor")
    ]  # fmt: skip
    yield f"  {' × '.join(f'{factor:.3f}' for factor in factors)} = {weights['confidence_final']:.3f}"
    if weights["confidence_final"] != claim.confidence:
        yield f"  and {claim.confidence:.3f} since the person has judged it"


def _trust(claim: Claim) -> str:
    if claim.role == "user":
        return "the person said it"
    if claim.is_corroborated:
        return "the assistant said it, and the person says the same near by"
    return "only the assistant said it"


def _corroboration_lines(warehouse: OpenWarehouse, claim: Claim, raw: Mapping[str, Any]) -> Iterator[str]:
    ids = (raw.get("corroboration") or {}).get("corroborating_assertion_ids") or []
    if ids:
        yield "said by the person as well:"
        yield listed(_by_ids(warehouse, ids))
    others = _same_fact(warehouse, claim)
    if others:
        yield f"the same is said {counted(len(others), 'more time')}:"
        yield listed(others)


def _same_fact(warehouse: OpenWarehouse, claim: Claim) -> list[Claim]:
    condition = (
        "WHERE a.fact_key = ? AND a.polarity = ? AND a.assertion_id <> ? ORDER BY a.asserted_at_utc, a.assertion_id"
    )
    return claims_of(warehouse, condition, [claim.fact_key, claim.polarity, claim.assertion_id])


def _in_whose_place(warehouse: OpenWarehouse, claim: Claim) -> list[Claim]:
    return claims_of(warehouse, "WHERE a.superseded_by_assertion_id = ? ORDER BY a.assertion_id", [claim.assertion_id])


def _by_ids(warehouse: OpenWarehouse, ids: Sequence[str]) -> list[Claim]:
    return claims_of(warehouse, "WHERE a.assertion_id IN (SELECT unnest(?)) ORDER BY a.assertion_id", [list(ids)])


def _fate_lines(warehouse: OpenWarehouse, claim: Claim, verdict: Verdict | None) -> Iterator[str]:
    """The verdict on a claim, the claim that replaced it, and the retractions of it."""
    if claim.method == PERSON:
        if verdict is not None:
            yield f"it is the person's correction: annals undo {verdict.position} takes that back"
            for part, what in changed_parts(verdict.replacement):
                yield f"  {part}: {what}"
        if replaced := _in_whose_place(warehouse, claim):
            yield "it stands in the place of:"
            yield listed(replaced)
    elif verdict is None:
        yield f"nobody has judged it: annals confirm {claim.short_id}, or reject, or correct"
    else:
        yield from _verdict_lines(verdict)
    if claim.supersession is not None:
        yield f"it is {SUPERSESSIONS[claim.supersession]}"
        if claim.superseded_by is not None:
            yield listed(_by_ids(warehouse, [claim.superseded_by]))
    for said_at, kind, words, message_id in _retractions(warehouse, claim):
        shown = shell_command("annals", "show", message_id)
        yield f"  {said_at or 'no date'}, {kind.replace('_', ' ')}: “{harmless(words or '')}”, {shown}"


def _retractions(warehouse: OpenWarehouse, claim: Claim) -> list[tuple[str | None, str, str | None, str]]:
    if "kg.retractions" not in warehouse.manifest.tables:
        return []
    rows: list[tuple[str | None, str, str | None, str]] = select(
        warehouse.connection,
        "SELECT m.created_at_utc, r.retraction_type, r.surface_text, r.retraction_message_id FROM kg.retractions r "
        "JOIN kg.messages m ON m.message_id = r.retraction_message_id WHERE r.target_assertion_id = ? "
        "ORDER BY m.created_at_utc NULLS LAST, r.retraction_id",
        [claim.assertion_id],
    ).fetchall()
    return rows
