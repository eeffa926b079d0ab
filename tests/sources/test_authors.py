"""Whose words a file holds: what is said nearest counts, and what others wrote is never the person's."""

from typing import Any

import pytest

from kg_assets.core.config import load_config
from kg_assets.house import HOUSE
from kg_assets.sources.authors import Authors

_SETTINGS = load_config(HOUSE.sections).section("sources")
_TOLD = {
    "own_names": ("Mia Kern",), "own_addresses": ("mia@home.test",), "own_folders": ("mine",),
    "external_folders": ("mine/letters", "clippings"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "name", "author", "address", "said", "role"),
    [
        ("note", "a.md", None, None, None, "user"),
        ("note", "a.md", "Tom Berg", None, None, "other"),
        ("document", "a.pdf", None, None, None, "other"),
        ("document", "a.pdf", "MIA  Kern", None, None, "user"),
        ("document", "mine/a.pdf", "Tom Berg", None, None, "user"),
        ("document", "mine/letters/a.pdf", "Mia Kern", None, None, "other"),
        ("document", "minerals/a.pdf", None, None, None, "other"),
        ("note", "clippings/2024/a.md", None, None, None, "other"),
        ("note", "clippings/a.md", None, None, "own", "user"),
        ("mail", "a.eml", "Whoever", "Mia@Home.test", None, "user"),
        ("mail", "a.eml", "Mia Berg", "mia@work.test", None, "other"),
    ],
)
def test_what_is_said_nearest_counts(
    kind: str, name: str, author: str | None, address: str | None, said: str | None, role: str
) -> None:
    assert Authors(_SETTINGS.model_copy(update=_TOLD)).role(kind, name, author, address, said) == role


def test_the_head_of_a_mail_and_what_it_quotes_are_of_others_in_ones_own_mail_too() -> None:
    head: dict[str, Any] = {
        "name": "a.eml", "author": "Mia", "address": "mia@home.test",
        "chunks": [{"text": "From: …", "is_of_others": True}, {"text": "I moved."}],
    }  # fmt: skip
    Authors(_SETTINGS.model_copy(update=_TOLD)).assign_document(head, "mail")
    assert [(chunk["role"], chunk.get("author")) for chunk in head["chunks"]] == [("other", None), ("user", "Mia")]


def test_a_note_of_somebody_else_is_theirs() -> None:
    head: dict[str, Any] = {
        "name": "a.md", "front_matter": "---\nauthor: Tom Berg\nauthor_role: external\n---\n",
        "chunks": [{"text": "I moved."}],
    }  # fmt: skip
    Authors(_SETTINGS).assign_note(head)
    assert head["chunks"] == [{"text": "I moved.", "role": "other", "author": "Tom Berg"}]
