"""Joins the rules' candidates with the model's (seed 000 §4.4.5): where both read the same claim, the row of the rule
is kept, with the model's row in its notes."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson
import pyarrow as pa
import pyarrow.compute as pc

from kg_assets.claims.extraction.agreement import plain
from kg_assets.core.canonical import canonical_text

Row = Mapping[str, Any]
HYBRID = "hybrid"
_MESSAGES_AT_ONCE = 8192  # whose rows are held as objects at a time
# The rules give objects without leading determiners and possessives; a model may leave one on.
_DETERMINER = re.compile(r"(?:an?|the|my|your|our|his|her|its|their|this|that|these|those) +", re.ASCII)
_UNMERGED = ("candidate_id", "reader", "confidence", "notes_json", "char_start", "char_end", "object", "qualifier_text")


def merged_tables(rules: pa.Table, model: pa.Table) -> pa.Table:
    """`merged_candidates` over tables. Rules' rows of messages without a row of the model pass through
    unchanged."""
    names = pc.unique(model["message_id"]).sort()
    is_shared = pc.is_in(rules["message_id"], names)
    parts = [rules.filter(pc.invert(is_shared))]
    shared = rules.filter(is_shared)
    for first in range(0, len(names), _MESSAGES_AT_ONCE):
        some = names.slice(first, _MESSAGES_AT_ONCE)
        both = [table.filter(pc.is_in(table["message_id"], some)).to_pylist() for table in (shared, model)]
        parts.append(pa.Table.from_pylist(merged_candidates(*both), rules.schema))
    return pa.concat_tables(parts)


def merged_candidates(rule_rows: Iterable[Row], model_rows: Iterable[Row]) -> list[dict[str, Any]]:
    """All candidates: the rules' rows and then the model's, each in the order given. Where both read the same
    claim, only the rule's row is kept, with the method `hybrid`.

    Rows have the form of `kg.claim_candidates`; rejected rows of the model are not among them. A candidate of the model
    that repeats several of the rules' rows is noted in the first of them, and gets no row of its own.
    """
    merged: list[dict[str, Any]] = [dict(row) for row in rule_rows]
    places: dict[tuple[str, str], list[int]] = {}
    for place, row in enumerate(merged):
        places.setdefault(_group(row), []).append(place)
    alone: list[dict[str, Any]] = []
    repeated: dict[int, list[Row]] = {}
    for read in model_rows:
        same = [place for place in places.get(_group(read), ()) if is_same_claim(merged[place], read)]
        if same:
            repeated.setdefault(same[0], []).append(read)
        else:
            alone.append(dict(read))
    for place, rows in repeated.items():
        merged[place] = _hybrid(merged[place], rows)
    return merged + alone


def is_same_claim(rule: Row, model: Row) -> bool:
    """Whether both rows have the same message, subject, predicate and intended object, and spans that overlap
    if both have one."""
    return (
        _group(rule) == _group(model)
        and not _names(rule, "subject").isdisjoint(_names(model, "subject"))
        and _is_same_object(rule, model)
        and _may_overlap(rule, model)
    )


def _group(row: Row) -> tuple[str, str]:
    return row["message_id"], plain(row["predicate_label"])


def _names(row: Row, argument: str) -> frozenset[str]:
    """The names of a row's argument: its words or entity id, and the name under which the model was shown that id. They
    are in the form of `plain`, without a leading "the" or the like."""
    notes = orjson.loads(row["notes_json"])
    names = [row[argument], notes.get(f"{argument}_name")]
    return frozenset(_bare(name) for name in names if name is not None)


def _bare(words: str) -> str:
    return _DETERMINER.sub("", plain(words), count=1) if _DETERMINER.match(plain(words)) else plain(words)


def _is_same_object(rule: Row, model: Row) -> bool:
    """Whether two rows have the same object: neither has one, they share a name, or their objects stand at exactly the
    same place. At the same place one reader may take "Acme" for an entity and the other for a string."""
    if rule["object"] is None or model["object"] is None:
        return rule["object"] is None and model["object"] is None
    if not _names(rule, "object").isdisjoint(_names(model, "object")):
        return True
    return rule["object_start"] is not None and (rule["object_start"], rule["object_end"]) == (
        model["object_start"],
        model["object_end"],
    )


def _may_overlap(a: Row, b: Row) -> bool:
    """Whether the spans of two rows share a character. A row without a span may overlap any other."""
    if a["char_start"] is None or b["char_start"] is None:
        return True
    return bool(a["char_start"] < b["char_end"] and b["char_start"] < a["char_end"])


def _hybrid(rule: Row, models: Sequence[Row]) -> dict[str, Any]:
    kept = [{name: row[name] for name in _UNMERGED if name != "notes_json"} for row in models]
    for entry, row in zip(kept, models, strict=True):
        entry["notes"] = orjson.loads(row["notes_json"])
    notes = orjson.loads(rule["notes_json"]) | {"model_candidates": kept}
    return {**rule, "extraction_method": HYBRID, "notes_json": canonical_text(notes)}
