"""What `annals why` says of a claim's history: when it was true, what became of it, and by which decisions.

It puts the decision log of `kg.assertion_temporalized` into words. `kg_assets.history` makes the decisions.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import tzinfo
from typing import Any

from kg_assets.cli.claims import claims_of, listed
from kg_assets.cli.zone import shown_zone
from kg_assets.core.when import moment_text
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

TABLE, _SPANS = "kg.assertion_temporalized", "kg.claim_spans"
_DAY = 10
_MOMENTS = ("second", "minute", "hour")  # precisions that name a moment, not an interval
_UNDATED = "its words name no time"
_SOURCES = {
    "PERSON": "as you said of it", "QUALIFIER_ID": "as its own words say",
    "PROXIMITY": "by the time that stands nearest to its words",
    "ASSERTED_AT_FALLBACK": f"when it was said; {_UNDATED}",
    "NONE": _UNDATED,
}  # fmt: skip
_REASONS = {
    "MODALITY_EXCLUDED": "it is a plan or a question", "NEGATIVE_POLARITY": "it denies something",
    "CONFIDENCE_BELOW_THRESHOLD": "it is not sure enough", "NOT_USER_GROUNDED": "only the assistant says it",
    "PASSING": "it tells of a moment",
    "VALID_FROM_NULL": "its beginning is unknown", "NONEXPLICIT_TIME_SOURCE": "its words name no time",
}  # fmt: skip
_WON = {
    "CONFIDENCE_MARGIN": "it is surer", "DETECTOR_TIER_TIEBREAK": "what it speaks of is better known",
    "SALIENCE_TIEBREAK": "what it speaks of matters more",
    "NEWER_AT_EQUAL_RANK": "it is newer, and nothing else differs",
    "LOWER_CONFIDENCE": "the newer is less sure", "WORSE_TIER": "what the newer speaks of is less well known",
    "LESS_SALIENT": "what the newer speaks of matters less", "EQUAL_RANK": "nothing tells them apart",
    "CUR_LIES_WITHIN": "the later one lies within the earlier, which is said to have gone on after it",
    "PREV_CONFLICTED": "the earlier is itself in doubt", "CUR_CONFLICTED": "the later ones contradict each other",
}  # fmt: skip
# What each decision means, and the key that names the claims it is about. {at} and {why} are filled in.
_DECISIONS = {
    "CORRECTION_SUPERSESSION_FROM_STAGE4": ("was corrected: what it should say", "by"),
    "RETRACTED": ("was taken back", None),
    "ENDED_BY_RETRACTION": ("was said to have ended by {at}", None),
    "ENDED_BY_RESTATEMENT": ("was later said to have lasted until before {at}", "by"),
    "NEGATED": ("was denied from {at} on", "by"),
    "NEGATION_CLOSES": ("as a denial, ends from {at} on", "closed"),
    "NEGATION_WITHOUT_TARGET": ("as a denial, meets nothing that was true at {at}", None),
    "NEGATION_SAID_AS_END": ("its words also say that something ended, and that closed it", None),
    "NEGATION_AMBIGUOUS": ("as a denial of a longer time, meets several states and ends none", None),
    "OBJECT_DISAGREEMENT": ("contradicts others of the same moment", None),
    "SAME_TIME_DUPLICATE": ("is said several times of the same moment", None),
    "SUPERSEDES": ("takes the place of what was true until {at}, since {why}", "prev"),
    "SUPERSEDED": ("gave way at {at} to a newer one, since {why}", "cur"),
    "OBJ_CONFIDENCE_TOO_CLOSE": ("contradicts the other at {at}, and neither wins: {why}", "other"),
    "OBJ_TRANSITION_CONFLICT": ("overlaps the other at {at}, and nothing is closed: {why}", "other"),
}  # fmt: skip


def history_lines(warehouse: OpenWarehouse, assertion_id: str) -> Iterator[str]:
    """When the claim was true, its status, every decision of its log, and its conflicts; nothing for a build
    without stage 5.
    """
    if not {TABLE, _SPANS} <= warehouse.manifest.tables.keys():
        return
    row = select(
        warehouse.connection,
        "SELECT t.status, t.valid_from_utc, t.valid_to_utc, t.valid_until_hint_utc, t.valid_time_precision, "
        "t.time_source, t.raw_temporalize_json, s.is_told_as_over AND s.from_utc IS NULL AND s.until_utc IS NULL "
        f"FROM {TABLE} t JOIN {_SPANS} s USING (assertion_id) WHERE t.assertion_id = ?",
        [assertion_id],
    ).fetchone()
    if row is None:
        return
    status, since, to, hint, exact, source, raw, is_over = row
    log = json.loads(raw)
    yield ""
    zone = shown_zone()
    is_undated = since is None and source == "ASSERTED_AT_FALLBACK"  # its end came from elsewhere
    if is_over and since is not None and source == "ASSERTED_AT_FALLBACK":
        yield f"was true before {moment_text(since, exact or 'day', zone)}: it was told as over then; {_UNDATED}"
    else:
        yield f"true {span_in_words(since, to, hint, exact, zone)}: {_UNDATED if is_undated else _SOURCES[source]}"
    yield f"its status is {status}"
    if log["eligibility_reasons"]:
        yield f"  it closes nothing and no newer one closes it: {eligibility_in_words(log['eligibility_reasons'])}"
    for decision in log["decisions"]:
        yield f"  {decision_in_words(decision)}"
        _, key = _DECISIONS[decision["code"]]
        yield from _named(warehouse, _partners(decision, key, assertion_id))
    yield from _conflicts(warehouse, assertion_id)


def decision_in_words(decision: Mapping[str, Any]) -> str:
    """The meaning of one decision of a log, without the claims that it names."""
    text, _ = _DECISIONS[decision["code"]]
    moment = decision.get("at") or decision.get("moment") or ""
    reason = str(decision.get("supersession_reason") or decision.get("reason"))
    return text.format(at=moment[:_DAY], why=_WON.get(reason, reason))


def eligibility_in_words(reasons: Sequence[str]) -> str:
    """The reasons, in words, why a claim neither ends other claims nor is ended by them."""
    return ", ".join(_REASONS[reason] for reason in reasons)


def span_in_words(since: str | None, to: str | None, hint: str | None, exact: str | None, zone: tzinfo) -> str:
    """When a claim was true. The beginning is given as exactly as its words say: a month stays a month."""
    if since is None:
        return f"{_end_in_words(hint, exact or 'day', zone)}, since when nobody said" if hint else "at an unknown time"
    begins = f"from {moment_text(since, exact or 'day', zone)}"
    return f"{begins} to before {moment_text(to, 'day', zone)}" if to else f"{begins} on"


def _end_in_words(end: str, exact: str, zone: tzinfo) -> str:
    """The words for an end whose beginning is not known: "until …" for a time of day, "to before …" for a day. The
    stored end of a day is the first day after it, so "to before 2024-05-02" means that 1 May is the last day."""
    if exact in _MOMENTS:
        return f"until {moment_text(end, exact, zone)}"
    return f"to before {moment_text(end, 'day', zone)}"


def _partners(decision: Mapping[str, Any], key: str | None, own: str) -> Sequence[str]:
    if key is None:
        return ()
    if key == "other":
        return [decision[name] for name in ("prev", "cur") if decision.get(name) not in (None, own)]
    named = decision[key]
    return named if isinstance(named, list) else [named]


def _named(warehouse: OpenWarehouse, ids: Sequence[str]) -> Iterator[str]:
    if ids:
        condition = "WHERE a.assertion_id IN (SELECT unnest(?)) ORDER BY a.asserted_at_utc, a.assertion_id"
        yield listed(claims_of(warehouse, condition, [list(ids)]))


def _conflicts(warehouse: OpenWarehouse, assertion_id: str) -> Iterator[str]:
    groups = select(
        warehouse.connection,
        "SELECT g.conflict_type, list(o.assertion_id ORDER BY o.assertion_id) FROM kg.conflict_members m "
        "JOIN kg.conflict_groups g USING (conflict_group_id) "
        "JOIN kg.conflict_members o ON o.conflict_group_id = g.conflict_group_id AND o.assertion_id <> m.assertion_id "
        "WHERE m.assertion_id = ? GROUP BY g.conflict_group_id, g.conflict_type ORDER BY g.conflict_group_id",
        [assertion_id],
    ).fetchall()
    for kind, others in groups:
        yield f"  {kind.replace('_', ' ').lower()}, with"
        yield from _named(warehouse, others)
