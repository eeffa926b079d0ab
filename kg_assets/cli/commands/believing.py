"""The commands `beliefs` and `belief`: who the person says they are (seed 002)."""

import argparse
from collections.abc import Iterator, Sequence
from typing import Any, get_args

from kg_assets.beliefs.scoring import STATUSES
from kg_assets.beliefs.settings import BeliefSettings, Stream
from kg_assets.claims.saying import claim_said
from kg_assets.cli.console import strong
from kg_assets.cli.zone import shown_zone
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless, harmless_json
from kg_assets.core.when import shown_moment, typed_moment
from kg_assets.queries.beliefs import Belief, Row, belief_meant, beliefs_at, claims_of_belief, links_of
from kg_assets.queries.configured import reading_config
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened

_ID = 8
_RESOLVED_BY = {"newer": "said last", "weight": "weighs more", "person": "as you said"}
_FRAMES = ("temporal_scope", "modality", "conditional")


def beliefs(options: argparse.Namespace) -> int:
    """List the beliefs under the heading of their stream (identity, state, meta or relational), the firmest first."""
    zone = shown_zone()
    _require("stream", options.stream, get_args(Stream))
    _require("status", options.status, STATUSES)
    with opened(Home.from_environment()) as warehouse:
        moment = typed_moment(options.as_of, zone) if options.as_of else warehouse.manifest.as_of
        every = beliefs_at(warehouse, _settings(), moment)
    found = [b for b in every if options.stream in (None, b.stream) and options.status in (None, b.status)]
    if options.json:
        print(harmless_json([_as_json(belief) for belief in found]))
        return 0
    print(strong(f"Who you say you are, as of {shown_moment(moment, zone)}"))
    for stream in get_args(Stream):
        for line in _stream_lines(stream, [belief for belief in found if belief.stream == stream], options.limit):
            print(line)
    if not found:
        print("  nothing of this kind was said by then" if every else "  nothing was said of yourself by then")
    return 0


def belief(options: argparse.Namespace) -> int:
    """Say in which words a belief was said, what is linked to it, what contradicts it, and how its score was
    computed.
    """
    zone = shown_zone()
    with opened(Home.from_environment()) as warehouse:
        moment = warehouse.manifest.as_of
        found = belief_meant(beliefs_at(warehouse, _settings(), moment), options.belief)
        links, claims = links_of(warehouse, found.belief_id), claims_of_belief(warehouse, found.belief_id)
    if options.json:
        print(
            harmless_json(_as_json(found) | {"occurrences": list(found.occurrences), "links": links, "claims": claims})
        )
        return 0
    print(strong(f"{found.words} ({found.belief_type.lower()}, {found.stream}, {found.status})"))
    for line in (
        *_score_lines(found),
        *_said_lines(found, zone),
        *_against_lines(found),
        *_link_lines(links),
        *_claim_lines(claims),
    ):
        print(line)
    return 0


def _settings() -> BeliefSettings:
    settings: BeliefSettings = reading_config().section("beliefs")
    return settings


def _require(name: str, typed: str | None, known: Sequence[str]) -> None:
    if typed is not None and typed not in known:
        raise QueryError(f"there is no {name} {typed!r}; the choices are {', '.join(known)}")


def _stream_lines(stream: str, found: Sequence[Belief], limit: int | None) -> Iterator[str]:
    if not found:
        return
    yield f"\n{strong(stream)}"
    for one in found[:limit]:
        times = f"×{len(one.occurrences)}"
        against = " (contradicted)" if one.conflicts else ""
        text = harmless(one.words) + against
        yield f"  {one.status:<10}  {one.core.score:.2f}  {times:>4}  {text}  {one.belief_id[:_ID]}"
    if limit is not None and len(found) > limit:
        yield f"  and {len(found) - limit} more"


def _score_lines(found: Belief) -> Iterator[str]:
    """Lines that say how the score of a belief was computed (§4.16, §4.17)."""
    core = found.core
    yield (
        f"  core {core.score:.3f} = support {core.support:.3f} × spread {core.spread:.3f}"
        f" × diversity {core.diversity:.3f} - conflicts {core.penalty:.3f}"
    )
    yield f"  activation {found.activation:.3f}, half of it gone in {found.half_life_days:g} days"


def _said_lines(found: Belief, zone: Any) -> Iterator[str]:
    yield f"\n{strong('said')}"
    for row in found.occurrences:
        frame = row["epistemic_frame"]
        meant = ", ".join(str(frame[name]) for name in _FRAMES if frame[name] not in (None, "unknown", "certain"))
        words = " ".join(harmless(row["surface_text"]).split())
        weight = row["source_weight"] * row["atom_confidence"]
        said_at = shown_moment(row["created_at_utc"], zone)
        yield f"  {said_at}  weight {weight:.2f}{f'  ({meant})' if meant else ''}  “{words}”"


def _against_lines(found: Belief) -> Iterator[str]:
    if found.contradicted:
        yield f"\n{strong('against it')}"
    for row in found.contradicted:
        other = row["b_text"] if row["node_a_id"] == found.belief_id else row["a_text"]
        yield f"  {row['conflict_type']}: {harmless(other)}{_end_of(found, row)}"


def _end_of(found: Belief, row: Row) -> str:
    """Words that say how a conflict was resolved; empty if it is open."""
    if row["is_open"]:
        return ""
    kept = row["kept_belief_id"]
    counts = "both stand" if kept is None else "this one counts" if kept == found.belief_id else "the other counts"
    return f" (resolved: {counts}, {_RESOLVED_BY[row['resolution_reason']]})"


def _link_lines(links: Sequence[Row]) -> Iterator[str]:
    if links:
        yield f"\n{strong('perhaps the same')}"
    for row in links:
        yield f"  {row['confidence']:.2f} {row['status']}: {harmless(row['other'])}"


def _claim_lines(claims: Sequence[Row]) -> Iterator[str]:
    if claims:
        yield f"\n{strong('claims of the same words')}"
    same: dict[str, list[str]] = {}
    for row in claims:
        words = claim_said("SELF", row["predicate"], row["object"], row["claim_polarity"])
        same.setdefault(" ".join(harmless(words).split()), []).append(row["assertion_id"][:_ID])
    for said, ids in same.items():
        yield f"  {said}{f' (×{len(ids)})' if len(ids) > 1 else ''}  {ids[0]}"


def _as_json(found: Belief) -> dict[str, Any]:
    return {
        "belief_id": found.belief_id, "text": found.text, "belief_type": found.belief_type, "stream": found.stream,
        "is_past": found.is_past, "status": found.status, "core_score": found.core.score, "support": found.core.support,
        "spread": found.core.spread, "diversity": found.core.diversity, "conflict_penalty": found.core.penalty,
        "activation": found.activation, "occurrence_count": len(found.occurrences),
        "conflict_count": len(found.conflicts),
    }  # fmt: skip
