"""A verdict on people goes with the messages and the names that it is about."""

from typing import Any

import pytest

from kg_assets.forgetting.plan import _judges
from kg_assets.store.ledger import Entry

_ANNA = {"entity_id": "e1", "entity_type": "PERSON", "entity_key": "anna"}
_TOM = {"entity_id": "e2", "entity_type": "PERSON", "entity_key": "tom"}
_PLACE = {"message_id": "m7", "char_start": 4}


@pytest.mark.parametrize(
    ("body", "messages", "keys", "is_hit"),
    [
        ({"a": {"entity": _ANNA, "place": _PLACE}, "b": {"entity": _TOM}}, {"m7"}, set(), True),
        ({"a": {"entity": _ANNA}, "b": {"entity": _TOM}}, {"m7"}, {"tom"}, True),
        ({"a": {"entity": _ANNA}, "b": {"entity": _TOM}}, {"m7"}, {"nadia"}, False),
        ({"entity": _TOM, "parts": [[{"message_id": "m1", "char_start": 0}], [_PLACE]]}, {"m7"}, set(), True),
        ({"entity": _TOM, "parts": [[{"message_id": "m1", "char_start": 0}]]}, {"m7"}, set(), False),
    ],
)
def test_a_verdict_is_about_its_places_and_names(
    body: dict[str, Any], messages: set[str], keys: set[str], is_hit: bool
) -> None:
    entry = Entry(3, "people_same", 1, "2025-01-01T00:00:00.000Z", body, "0" * 64, None)
    assert _judges(entry, messages, frozenset(keys)) is is_hit
