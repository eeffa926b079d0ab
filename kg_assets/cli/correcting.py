"""Checks the parts of a claim that a person typed in a correction, before they are recorded.

`verdict_ledger` records a correction; `kg_assets.claims.deciding` applies it to the claim.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rapidfuzz import process

from kg_assets.claims.verdicts import Replacement, Verdict
from kg_assets.cli.claims import Claim
from kg_assets.core.errors import QueryError
from kg_assets.core.instants import from_millis
from kg_assets.mentions.times.model import TimeMention
from kg_assets.queries.configured import reading_config
from kg_assets.queries.times_asked import looking_back
from kg_assets.store.decisions import ClaimReplacement, GivenTime
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

_TIMES = ("since", "until", "when")


@dataclass(frozen=True, slots=True)
class Typed:
    """What a person typed for each part of a correction; None for a part that they left out."""

    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    polarity: str | None = None
    since: str | None = None
    until: str | None = None
    when: str | None = None


def replacement_of(
    warehouse: OpenWarehouse, claim: Claim, typed: Typed, standing: Verdict | None = None
) -> dict[str, Any]:  # fmt: skip
    """What the claim shall say after the typed correction: the changed parts with their new values, together with those
    of an earlier correction. An error if nothing new was typed."""
    changed = {**_words(warehouse, claim, typed), **_times(typed)}
    if not any(changed.values()):
        raise QueryError(
            "say what it should be, with --subject, --predicate, --object, --polarity, --from, --until or --when; "
            f"to say that it is wrong altogether: annals reject {claim.short_id}"
        )
    before = standing.replacement if standing is not None and standing.kind == "corrected" else None
    whole = _joined(before or {}, changed, is_of_corrected=claim.method == "person")
    replacement = ClaimReplacement.model_validate(whole)
    if replacement.since and replacement.until and replacement.until.is_over_utc <= replacement.since.from_utc:
        raise QueryError(
            f"it cannot end ({replacement.until.words}) before it begins ({replacement.since.words}); "
            "say another --from or --until"
        )
    return replacement.model_dump(mode="json")


def _joined(before: Replacement, changed: Mapping[str, Any], is_of_corrected: bool) -> dict[str, Any]:
    """The parts of an earlier correction (`before`), overlaid by those of a new one (`changed`). A new `when` removes
    `since` and `until`; a new `since` or `until` removes `when`.

    A part is None in `changed` if the person typed just what the claim says. If the claim shown is the original, the
    earlier correction of that part is taken back. If it is the corrected claim (`is_of_corrected`), that correction
    stays, since the claim says so because of it.
    """
    whole = dict(before)
    if changed.get("when") is not None:
        whole |= {"since": None, "until": None}
    elif changed.keys() & {"since", "until"}:
        whole["when"] = None
    # None: the claim says already what was typed. For a corrected claim that changes nothing; otherwise it takes an
    # earlier correction of this part back.
    return whole | {name: value for name, value in changed.items() if value is not None or not is_of_corrected}


def _words(warehouse: OpenWarehouse, claim: Claim, typed: Typed) -> dict[str, str | None]:
    """The typed parts other than times, by name; the value is None if the claim says it already."""
    predicate = None if typed.predicate is None else _known_predicate(warehouse, typed.predicate)
    if typed.object is not None:
        _fits(warehouse, predicate or claim.predicate, typed.object)
    if typed.subject is not None and (not typed.subject.strip() or "\n" in typed.subject):
        raise QueryError("--subject wants a name, or SELF for yourself")
    said = {"subject": typed.subject, "predicate": predicate, "object": typed.object, "polarity": typed.polarity}
    return {name: None if said[name] == getattr(claim, name) else said[name] for name in said if said[name] is not None}


def _fits(warehouse: OpenWarehouse, predicate: str, new_object: str) -> None:
    """Refuse an empty object, one of several lines, and one without a figure where the predicate wants a
    number or date.
    """
    if not new_object.strip() or "\n" in new_object:
        raise QueryError("--object wants one line of words")
    sql = "SELECT value_type_constraint FROM kg.predicates WHERE canonical_label = ?"
    row = select(warehouse.connection, sql, [predicate]).fetchone()
    if row is not None and row[0] in ("number", "date") and not any(c.isdigit() for c in new_object):
        raise QueryError(f"{predicate} wants a {row[0]}, and {new_object!r} holds no figure; name another --object")


def _known_predicate(warehouse: OpenWarehouse, typed: str) -> str:
    rows = select(warehouse.connection, "SELECT canonical_label FROM kg.predicates ORDER BY canonical_label").fetchall()
    labels = [str(row[0]) for row in rows]
    wanted = "_".join(typed.lower().split())
    if wanted in labels:
        return wanted
    near = ", ".join(label for label, _, _ in process.extract(wanted, labels, limit=3))
    raise QueryError(
        f"there is no relation {typed!r}; near are {near}; `annals query 'FROM predicates'` lists them all"
    )


def _times(typed: Typed) -> dict[str, Any]:
    """The typed times by option (`since`, `until`, `when`), each read as seen from now; empty if none was typed.
    QueryError if --when stands beside another time."""
    said = {name: getattr(typed, name) for name in _TIMES if getattr(typed, name) is not None}
    if "when" in said and len(said) > 1:
        raise QueryError("--when says in which time it was so; with --from and --until it would be said twice")
    if not said:
        return {}
    now = from_millis(time.time_ns() // 1_000_000)
    return {name: read_time(words, _OPTIONS[name], now).model_dump(mode="json") for name, words in said.items()}


_OPTIONS = {"since": "--from", "until": "--until", "when": "--when"}


def read_time(words: str, option: str, now_utc: str) -> GivenTime:
    """A typed time, read as times in messages are. An error if it is no time, more than a time, or names no
    days.
    """
    text = " ".join(words.split())
    found = looking_back(reading_config()).find(text, now_utc, True)
    if not found:
        raise QueryError(f"{option} {words!r} is no time that can be read; 2023, 2023-05, May 2023 or last year is")
    (one,) = found[:1]
    if len(found) > 1 or one.surface != text:
        raise QueryError(f"{option} {words!r} holds more than a time; write it alone, as in {option} {_shown(one)}")
    if one.valid_from_utc is None or one.granularity is None:
        raise QueryError(
            f"which days {option} {words!r} means cannot be said; name months or days, as in 2023-06 or 2023-06-21"
        )
    return GivenTime(words=text, from_utc=one.valid_from_utc, to_utc=one.valid_to_utc, precision=one.granularity)


def _shown(found: TimeMention) -> str:
    return f"{found.surface!r}" if " " in found.surface else found.surface
