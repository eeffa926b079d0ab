"""What a person's verdicts teach about relations (§42A.2.20): events, counters, and the policy made of them.

A policy is a set of rules, computed from the ledger alone. It takes effect with the ledger entry that activates it, and
is made of the verdicts before that entry. If the entry is taken back, the policy before it takes effect again. A policy
only changes how much evidence an edge needs; what a person approved or rejected stays so.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa

from kg_assets.core.canonical import canonical_text
from kg_assets.core.hashing import sha256_hex
from kg_assets.overlay.settings import OverlaySettings

Entry = Mapping[str, Any]
Row = dict[str, Any]
ACTIVATED = "policy_activated"
_REVIEWED, _SILENCED = "relation_reviewed", "mention_suppressed"
_KINDS = {"approve": "edge_user_confirmed", "reject": "edge_user_rejected", "update_relation": "relation_corrected"}
_BEGIN = 1.0  # alpha and beta before any verdict is known
POLICY = pa.schema([("relation_type", pa.string()), ("bonus", pa.float64())])


def feedback(entries: Iterable[Entry], settings: OverlaySettings) -> list[Row]:
    """What each verdict says as rows (events): one for each relation or span that the verdict speaks for or against.
    None of them if `learning_gather` is off."""
    if not settings.learning_gather:
        return []
    return [event for entry in entries for event in _events(entry)]


def _events(entry: Entry) -> Iterable[Row]:
    if entry["kind"] == _SILENCED:
        context = entry["work_context_id"] or "global"
        yield _event(entry, "span_suppressed", "span_suppression", entry["normalized_mention"], context, False)
    if entry["kind"] != _REVIEWED:
        return
    kind, context = _KINDS[entry["action"]], entry["target_node_id"]
    is_for = entry["action"] == "approve"
    yield _event(entry, kind, "relation_inference", entry["relation_type"], context, is_for)
    if entry["new_relation"]:
        yield _event(entry, kind, "relation_inference", entry["new_relation"], context, True)


def _event(entry: Entry, kind: str, ledger: str, subject: str, context: str, is_for: bool) -> Row:
    return {
        "position": entry["position"], "kind": kind, "ledger": ledger, "subject": subject, "context": context,
        "is_for": is_for,
    }  # fmt: skip


def posterior(alpha: float, beta: float) -> float:
    """The estimated share of verdicts that are in favour: alpha / (alpha + beta), so 0.75 for 3 and 1."""
    return alpha / (alpha + beta)


def smoothed(prior: float, count: int, observed: float, k: float) -> float:
    """The observed value, moved towards the prior: (k * prior + count * observed) / (k + count). With few verdicts
    the result stays near the prior."""
    return (k * prior + count * observed) / (k + count)


def context_class_key(domain: str, task: str, artifact: str, support: int, least: int) -> str:
    """The key of a class of verdicts: domain, what was judged (`task`) and kind of thing (`artifact`), in lower case
    and joined by colons: `general:relation_inference:thread`. If the class has fewer than `least` verdicts (`support`),
    "unknown" stands in place of `artifact`."""
    return f"{domain}:{task}:{artifact if support >= least else 'unknown'}".lower()


def counters(events: Sequence[Row], settings: OverlaySettings) -> list[Row]:
    """A row for each relation and each span: how many verdicts are for it and against it, and whether they are enough
    to make a rule of (`is_global`)."""
    found: dict[tuple[str, str], list[Row]] = {}
    for event in events:
        found.setdefault((event["ledger"], event["subject"]), []).append(event)
    return [_counted(*key, rows, settings) for key, rows in sorted(found.items())]


def _counted(ledger: str, subject: str, events: Sequence[Row], settings: OverlaySettings) -> Row:
    support = len(events)
    alpha = _BEGIN + sum(event["is_for"] for event in events)
    beta = _BEGIN + sum(not event["is_for"] for event in events)
    top = max(Counter(event["context"] for event in events).values())
    utility = posterior(alpha, beta)
    if settings.learning_smoothing:
        utility = smoothed(0.5, support, utility, settings.learning_smoothing_k)
    domain = "-".join(settings.profiles) or "general"
    artifact = events[0]["context"].split(":", maxsplit=1)[0]
    is_wide = not settings.learning_cross_context or top / support <= settings.learning_max_context_share
    return {
        "ledger": ledger,
        "subject": subject,
        "context_class_key": context_class_key(domain, ledger, artifact, support, settings.learning_artifact_support),
        "alpha": alpha,
        "beta": beta,
        "support_count": support,
        "utility": round(utility, 12),
        "top_context_share": round(top / support, 12),
        "is_global": is_wide and support >= settings.learning_min_support,
    }


def compiled(counted: Sequence[Row], settings: OverlaySettings) -> list[Row]:
    """The rules that follow from the counters. A relation with enough verdicts (`is_global`) that is mostly right gets
    the rule that its edges need less evidence; one that is mostly wrong, the rule that it never becomes an edge by
    itself."""
    rules = []
    for row in counted:
        if row["ledger"] != "relation_inference" or not row["is_global"]:
            continue
        if row["utility"] >= settings.learning_promote_from:
            rules.append({"rule": "relation_promotion", "subject": row["subject"], "bonus": settings.learning_bonus})
        elif row["utility"] <= settings.learning_demote_to:
            rules.append({"rule": "relation_demotion", "subject": row["subject"], "bonus": -1.0})
    return rules


def generation_of(rules: Sequence[Row]) -> str:
    """The id of a policy (a set of rules), which is a hash of its rules."""
    return sha256_hex(canonical_text(list(rules)).encode())[:16]


def bundle(
    entries: Sequence[Entry], activations: Sequence[Entry], settings: OverlaySettings
) -> tuple[list[Row], list[Row]]:
    """Two lists. The first has the rules of every policy (a set of rules), each with its status: `active`;
    `quarantined`, if the newest verdicts all contradict it; `rolled_back`, if a later policy took its place; `staged`,
    if it waits to be activated. The second has the relations whose rules are in effect, each with its bonus: what is
    added to the evidence score of an edge.

    `entries` are the verdicts that hold; `activations` are the entries that activate a policy and were not taken back.
    """
    told, effective = [], []
    for place, activation in enumerate(activations):
        given = [entry for entry in entries if entry["position"] < activation["position"]]
        later = [entry for entry in entries if entry["position"] > activation["position"]]
        rules = _rules(given, settings)
        is_last = place == len(activations) - 1
        for rule in rules:
            against = is_last and _is_refuted(rule, feedback(later, settings), settings.learning_quarantine_after)
            status = "rolled_back" if not is_last else "quarantined" if against else "active"
            told.append({"generation_id": generation_of(rules), "position": activation["position"], **rule,
                         "status": status})  # fmt: skip
            if status == "active" and settings.learning_apply:
                effective.append({"relation_type": rule["subject"], "bonus": rule["bonus"]})
    staged = _rules(entries, settings)
    newest = {row["generation_id"] for row in told if row["status"] in ("active", "quarantined")}
    if generation_of(staged) not in newest:
        told += [{"generation_id": generation_of(staged), "position": 0, **rule, "status": "staged"} for rule in staged]
    return told, effective


def _rules(entries: Sequence[Entry], settings: OverlaySettings) -> list[Row]:
    return compiled(counters(feedback(entries, settings), settings), settings)


def _is_refuted(rule: Row, events: Sequence[Row], windows: int) -> bool:
    """Whether the newest `windows` verdicts on the rule's relation all contradict the rule. `events` are the verdicts
    since it became active."""
    said = [event["is_for"] for event in events if event["subject"] == rule["subject"]]
    contrary = rule["bonus"] < 0
    return len(said) >= windows and all(is_for == contrary for is_for in said[-windows:])


def f1(predicted: Sequence[bool], true: Sequence[bool]) -> float:
    """The F1 score of predictions against the person's verdicts; 1 if no prediction and no verdict is true."""
    hits = sum(p and t for p, t in zip(predicted, true, strict=True))
    wrong = sum(predicted) + sum(true)
    return round(2 * hits / wrong, 12) if wrong else 1.0


def is_held(before: float, after: float, most_loss: float) -> bool:
    """Whether the score falls by more than `most_loss` with a new policy; that policy must then not be activated."""
    return before - after > most_loss
