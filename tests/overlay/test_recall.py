"""Conversations recalled by words and times (D72-111)."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from kg_assets.core.config import load_config
from kg_assets.house import HOUSE
from kg_assets.queries.threads import card, recalled
from kg_assets.store.opened import OpenWarehouse
from tests.overlay.test_asking import warehouse

_CONFIG = load_config(HOUSE.sections)
# A Monday: last Tuesday is 24 February.
_NOW = "2026-03-02T09:00:00.000Z"
_ABOUT = ("Henderson v. Poole, 8 turns; Henderson; decided: file on Friday; open: ask the expert", "Bread, 3 turns",
          "Henderson again, 4 turns; Henderson")  # fmt: skip


def _threads() -> list[dict[str, Any]]:
    days = ("2026-02-24", "2026-02-24", "2026-02-27")
    return [
        {"thread_id": f"t{n}", "title_hint": said.split(",")[0], "occurred_at": f"{day}T15:00:00.000Z", "turn_count": 8,
         "key_decisions": ["file on Friday"] * (n == 0), "unresolved_items": ["ask the expert"] * (n == 0),
         "checkpoint_summary": said, "visibility_class": "local_only" if n == 2 else "cloud_allowed"}
        for n, (said, day) in enumerate(zip(_ABOUT, days, strict=True))
    ]  # fmt: skip


def _build() -> Any:
    built = warehouse(
        conversation_threads=_threads(),
        nodes=[{"node_id": "entity:h", "source_kind": "entity", "is_active": True}],
        aliases=[{"node_id": "entity:h", "normalized_alias": "henderson"}],
        thread_entity_links=[{"thread_id": f"t{n}", "node_id": "entity:h", "mention_count": 1 + n} for n in (0, 2)],
    )
    # Whoever asks years later asks of the days before the build's moment.
    manifest = SimpleNamespace(as_of=_NOW, tables=built.manifest.tables)
    return OpenWarehouse(built.connection, cast(Any, manifest), None)


def _asked(question: str, is_local: bool = True) -> list[str]:
    rows, _ = recalled(_build(), question, _CONFIG, 5, is_local)
    return [row["thread_id"] for row in rows]


def test_d72_111_what_was_discussed_last_tuesday() -> None:
    rows, said = recalled(_build(), "What did we discuss about Henderson last Tuesday", _CONFIG, 5)
    assert said == "1 conversation of 2026-02-24 to before 2026-02-25"
    (row,) = rows
    assert (row["thread_id"], row["key_decisions"], row["unresolved_items"]) == (
        "t0", ["file on Friday"], ["ask the expert"],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("question", "is_local", "found"),
    [
        ("Henderson", True, ["t2", "t0"]),
        ("Henderson", False, ["t0"]),
        ("the expert", True, ["t0"]),
        ("last Tuesday", True, ["t0", "t1"]),
        ("bread", True, ["t1"]),
        ("zebras", True, []),
    ],
)
def test_d72_111_words_names_and_times_find_conversations(question: str, is_local: bool, found: list[str]) -> None:
    assert _asked(question, is_local) == found


def test_d72_111_the_latest_is_a_card_to_go_on_from() -> None:
    assert card(_threads()[0]).splitlines() == [
        "[Prior Context — reference]", "Henderson v. Poole, 2026-02-24", "decided: file on Friday",
        "open: ask the expert", _ABOUT[0],
    ]  # fmt: skip
