"""Which parts of the mentions are made anew: those in whose messages places of terms have changed."""

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from kg_assets.core.stage import Shard
from kg_assets.lexicon.contracts import LEXICON_OCCURRENCES
from kg_assets.lexicon.mention import plan

_TERMS = {"wolkenbank": ("t1", "ORG"), "atlas": ("t2", "PROJECT")}


def _place(message_id: str, start: int, surface: str) -> dict[str, Any]:
    return {
        "message_id": message_id, "char_start": start, "char_end": start + len(surface), "surface_text": surface,
        "term_key": surface.lower(), "zone": "prose", "is_nested": False, "capital_before": None, "previous_token": "",
        "next_token": "",
    }  # fmt: skip


def _plan(folder: Path, places: Sequence[Sequence[dict[str, Any]]], terms: Sequence[str]) -> list[Shard]:
    """The plan over as many files of messages as there are files of places."""
    folder.mkdir()
    paths: dict[str, list[Path]] = {"kg.messages": [], "kg.lexicon_occurrences": []}
    for number, rows in enumerate(places):
        own = {"kg.messages": pa.table({"message_id": [f"m{number}"]})}
        own["kg.lexicon_occurrences"] = pa.Table.from_pylist(list(rows), schema=LEXICON_OCCURRENCES.arrow_schema())
        for name, table in own.items():
            paths[name].append(folder / f"{name}-{number}.parquet")
            pq.write_table(table, paths[name][-1])
    known = [
        {"build_id": "b", "term_key": key, "term_id": _TERMS[key][0], "entity_type_hint": _TERMS[key][1]}
        for key in terms
    ]
    run: Any = SimpleNamespace(
        query=lambda file: pa.Table.from_pylist(known),
        settings=lambda section: SimpleNamespace(files_per_shard=1),
        paths=lambda name: paths.get(name, []),
    )
    return plan(run)


def _identities(shards: Sequence[Shard]) -> list[tuple[Any, Any]]:
    return [(shard.identity, shard.parts["kg.lexicon_occurrences"]) for shard in shards]


def test_only_places_of_terms_and_the_terms_among_them_make_a_part_new(tmp_path: Path) -> None:
    first, second = [_place("m0", 3, "Wolkenbank")], [_place("m1", 7, "Atlas")]
    before = _identities(_plan(tmp_path / "before", [first, second], ["wolkenbank"]))

    no_term = _identities(_plan(tmp_path / "none", [[*first, _place("m0", 40, "Elinden")], second], ["wolkenbank"]))
    assert no_term == before

    another = _identities(_plan(tmp_path / "term", [first, second], ["atlas", "wolkenbank"]))
    assert another[0] == before[0]
    assert another[1] != before[1]

    more = _identities(_plan(tmp_path / "more", [[*first, _place("m0", 60, "Wolkenbank")], second], ["wolkenbank"]))
    assert more[0] != before[0]
    assert more[1] == before[1]
