"""Asks the published build for claims at a time, by its macros about time, and puts claims into one line of words. The
commands print them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kg_assets.claims.saying import claim_said
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless
from kg_assets.queries.entity_names import Known, known_entities, meant
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

_NEEDS = "kg.claim_spans"
_MADE = "SELECT 1 FROM duckdb_functions() WHERE function_name = 'history_at'"

# Why a claim is held back: the values of the column `doubt`, in words.
DOUBTS = {
    "unsure": "hard to read or said with doubt", "assistant": "only the assistant's word",
    "passing": "said of the moment",
}  # fmt: skip

Row = Mapping[str, Any]


def recalled(warehouse: OpenWarehouse, sql: str, parameters: Sequence[Any]) -> list[dict[str, Any]]:
    """The rows of a SELECT that uses the build's macros about time (such as `facts_as_of`). Raises an error if the
    build lacks them."""
    if _NEEDS not in warehouse.manifest.tables:
        raise QueryError("the published build does not say when claims were true; `annals build` makes one that does")
    if not can_recall(warehouse):
        raise QueryError(
            f"the build was published by an older version; `annals publish {warehouse.manifest.ref}` publishes it again"
        )
    return select(warehouse.connection, sql, list(parameters)).named()


def can_recall(warehouse: OpenWarehouse) -> bool:
    """Whether the published build says when claims were true, by macros of this version."""
    return _NEEDS in warehouse.manifest.tables and bool(select(warehouse.connection, _MADE).fetchall())


def entity_meant(warehouse: OpenWarehouse, typed: str) -> Known:
    """The one entity that a person names; for a merged one, the entity that it was merged into."""
    known = known_entities(warehouse)
    found = meant(known, typed, None, {one.entity_id: one.merged_into for one in known if one.merged_into})
    survivors = [one for one in known if one.entity_id == found.merged_into]
    return survivors[0] if survivors else found


def claim_text(row: Row, is_over: bool = False, to_others: bool = False) -> str:
    """A claim as a sentence, in the past tense if it is over. With `to_others` the person is called "the person"."""
    told = claim_said(
        row["subject"], row["predicate"], row["object"], row["polarity"], row["modality"], is_over, to_others
    )  # fmt: skip
    return harmless(" ".join(told.split()))


def held_back_text(doubts: Iterable[str | None]) -> str:
    """How many claims are held back, and why: "2 claims are held back: 1 hard to read or said with doubt, 1 ..."."""
    counts = Counter(doubt for doubt in doubts if doubt is not None)
    held = counts.total()
    why = ", ".join(f"{counts[doubt]} {words}" for doubt, words in DOUBTS.items() if counts[doubt])
    return f"{held} claim is held back: {why}" if held == 1 else f"{held} claims are held back: {why}"
