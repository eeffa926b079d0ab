"""Reads corrections that only give another time: "I meant since 2018", "sorry, 2019 not 2017" (seed 000 §4.7.4, design
§9 "Claims").

The corrected claim is the one that the words describe, else the last one. Its replacement says the same with the new
time. If the object of the corrected claim is itself a date, the words correct the object. A year that was not read as a
time can only correct a number.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from kg_assets.claims.retracting.model import Grounded

_LAST = "|last"
_NOTHING = {"target_assertion_id": None, "target_fact_key": None, "replacement_assertion_id": None, "step": None,
            "hindrance": "TIME_NOT_READ"}  # fmt: skip
_EQUAL = 1  # the step that found an object of just these words
_COLUMNS = (
    "assertion_id", "message_id", "fact_key", "polarity", "char_start", "object_entity_id", "object_value_type",
    "object_value", "temporal_qualifier_type", "confidence_extraction",
)  # fmt: skip
# Objects whose stored value can be read again as words.
_READABLE = ("string", "number", "boolean")
_TIMES = ("date",)
_NUMBERS = ("date", "number", "json")


def is_retiming(row: Mapping[str, Any]) -> bool:
    """Whether a correction only gives another time."""
    return row["replacement"] is not None and row["replacement"].get("retimed") is not None


def puts_time(row: Mapping[str, Any], link: Mapping[str, Any]) -> bool:
    """Whether a correction gives the claim that it corrects another time. It does not if the object of that claim is
    itself a date: then the words give another object."""
    if not is_retiming(row) or link["target_assertion_id"] is None:
        return False
    return link["target_object_kind"] not in (_TIMES if _is_read(row) else _NUMBERS)


def _is_read(row: Mapping[str, Any]) -> bool:
    return bool(row["replacement"]["retimed"]["is_read"])


def said_last(taken: Mapping[str, Any], reach: int) -> dict[str, Any]:
    """A row of the table `taken` (see `linking`) for the same correction that asks for the last claim before it. The
    claim that this row finds is used unless the words of the correction are just those of the object of a claim."""
    return {
        **taken, "retraction_id": taken["retraction_id"] + _LAST, "kind": "last", "reach": reach, "subject_id": None,
        "predicate_id": None, "words": None,
    }  # fmt: skip


def with_times(
    rows: Sequence[Mapping[str, Any]], found: Mapping[str, dict[str, Any]], grounded: Grounded
) -> dict[str, dict[str, Any]]:  # fmt: skip
    """For each retraction, the link that was found. If it is a correction of a time, the link also names the claim in
    its message that states the new time, if there is one."""
    chosen = {row["id"]: _chosen(row, found) for row in rows}
    timed = [row for row in rows if puts_time(row, chosen[row["id"]])]
    for row in timed:
        if not _is_read(row):
            chosen[row["id"]] |= _NOTHING
    said = _claims_in(grounded, {row["message_id"] for row in timed})
    for row in filter(_is_read, timed):
        link = chosen[row["id"]]
        first, last = row["replacement"]["span"]
        link["replacement_assertion_id"] = min(
            (
                (claim["char_start"], claim["assertion_id"])
                for claim in said
                if claim["message_id"] == row["message_id"]
                and claim["fact_key"] == link["target_fact_key"]
                and claim["polarity"] == "positive"
                and first <= claim["char_start"] < last
            ),
            default=(None, None),
        )[1]
    return chosen


def _chosen(row: Mapping[str, Any], found: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    by_words, last = found[row["id"]], found.get(row["id"] + _LAST)
    is_described = by_words["step"] == _EQUAL or last is None
    return dict(by_words if is_described else last or by_words)


def retimed_targets(
    rows: Sequence[Mapping[str, Any]], found: Mapping[str, Mapping[str, Any]], grounded: Grounded
) -> dict[str, dict[str, Any]]:  # fmt: skip
    """The claims that get another time, by their ids."""
    wanted = {found[row["id"]]["target_assertion_id"] for row in rows if puts_time(row, found[row["id"]])}
    table = grounded.assertions.select(list(_COLUMNS))
    kept = table.filter(pc.is_in(table["assertion_id"], _strings(wanted)))
    return {row["assertion_id"]: row for row in kept.to_pylist()}


def retimed(
    candidate: Mapping[str, Any], time: Mapping[str, Any], target: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:  # fmt: skip
    """The candidate of a correction, with the object and confidence of its target and the new time. Nothing if the
    object cannot be given as words, or if the time was not read."""
    kind = "entity" if target["object_entity_id"] else target["object_value_type"]
    if kind not in (None, "entity", *_READABLE) or time["span"] is None:
        return
    value = None if target["object_value"] is None else json.loads(target["object_value"])
    words = value if isinstance(value, str) else target["object_value"]
    start, end = time["span"]
    yield {
        **candidate, "object_kind": kind, "object": target["object_entity_id"] or words, "object_start": None,
        "object_end": None, "qualifier_type": time["qualifier_type"] or target["temporal_qualifier_type"] or "at",
        "qualifier_text": candidate["surface_text"], "qualifier_start": start, "qualifier_end": end,
        # The fact is as sure as in the corrected claim; the correction only gives another time.
        "confidence": target["confidence_extraction"] or candidate["confidence"],
    }  # fmt: skip


def _claims_in(grounded: Grounded, messages: set[str]) -> list[dict[str, Any]]:
    table = grounded.assertions.select(list(_COLUMNS))
    kept = table.filter(pc.is_in(table["message_id"], _strings(messages)))
    return [row for row in kept.to_pylist() if row["char_start"] is not None]


def _strings(values: set[str]) -> pa.Array:
    return pa.array(sorted(values), pa.string())
