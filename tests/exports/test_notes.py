"""The folder of notes: every link leads to a note, every quote is somebody's words, every note's head is YAML."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import yaml

from kg_assets.exports.markdown import front_matter, plain
from kg_assets.exports.notes import _entity_note, _write_months
from tests.exports.conftest import Exported

_LINK = re.compile(r"(?<!\\)\[\[([^\]\\]+)\]\]")
_ESCAPE = re.compile(r"\\([\\`*_\[\]<>#|~$=%{}^&])")


@pytest.fixture(scope="module")
def notes(exported: Exported) -> dict[str, str]:
    pages = sorted((exported("notes") / "pages").iterdir())
    assert all(page.suffix == ".md" for page in pages)
    return {page.stem: page.read_text(encoding="utf-8") for page in pages}


def test_every_link_leads_to_a_note(notes: dict[str, str]) -> None:
    links = {link for text in notes.values() for link in _LINK.findall(text)}
    assert len(links) > 20
    assert links <= set(notes)


def test_there_is_a_note_for_everything_that_claims_speak_of_and_for_every_month(
    notes: dict[str, str], published: Any
) -> None:
    wanted = published.execute(
        "SELECT entity_id FROM entities WHERE status = 'active' AND entity_id IN (SELECT subject_entity_id FROM"
        " assertions UNION SELECT object_entity_id FROM assertions)"
    ).fetchall()
    heads = [yaml.safe_load(text.split("---\n")[1]) for text in notes.values()]
    assert {row[0] for row in wanted} <= {head.get("annals_id") for head in heads}
    months = published.execute(
        "SELECT DISTINCT strftime(created_at_utc, '%Y-%m') FROM messages WHERE created_at_utc IS NOT NULL"
    ).fetchall()
    assert {row[0] for row in months} <= set(notes)


def test_every_claim_of_the_person_is_in_their_note_with_its_words(notes: dict[str, str], published: Any) -> None:
    quotes = published.execute(
        "SELECT DISTINCT surface_text FROM assertions JOIN entities ON entity_id = subject_entity_id"
        " WHERE entity_key = '__SELF__' AND surface_text IS NOT NULL AND modality <> 'question'"
    ).fetchall()
    shown = [_ESCAPE.sub(r"\1", line.removeprefix("  > ")) for line in notes["Me"].splitlines()]
    missing = [quote for (quote,) in quotes if " ".join(quote.split()) not in shown]
    assert [quote for quote in missing if quote.isprintable() and "\n" not in quote] == []


def test_a_persons_signs_are_no_markup(notes: dict[str, str]) -> None:
    """[[C]] in a message is no link, #fast no tag, <b> no element."""
    assert "C" not in notes
    bodies = [line for text in notes.values() for line in text.split("---\n", 2)[2].splitlines()]
    body = "\n".join(line for line in bodies if not line.startswith("#"))
    assert "\\<b\\>more" in body
    assert not re.search(r"(?<!\\)<[a-z]", body)
    assert not re.search(r"(?<![\\#\w])#[a-z]", body)


def test_plain_text_is_shown_as_it_is() -> None:
    assert plain("a [[b]] #c\n*d* <e>\x07") == "a \\[\\[b\\]\\] \\#c \\*d\\* \\<e\\>\N{REPLACEMENT CHARACTER}"


def test_front_matter_is_yaml_whatever_it_holds() -> None:
    given = {"aliases": ["yes", "a: b", "#c", '"q"', "– ü 🎌", "1.0"], "mentions": 3, "unknown": None, "none": []}
    head = "\n".join(front_matter(given))
    assert yaml.safe_load(head.split("---\n")[1]) == {"aliases": given["aliases"], "mentions": 3}


def test_months_lead_to_their_neighbours(notes: dict[str, str]) -> None:
    months = sorted(name for name in notes if re.fullmatch(r"\d{4}-\d{2}", name))
    last = notes[months[1]].rstrip().splitlines()[-1]
    assert last == f"[[{months[0]}]] · [[{months[2]}]]"


def test_the_folder_says_what_the_export_wrote(exported: Exported) -> None:
    folder: Path = exported("notes")
    marker = yaml.safe_load((folder / ".annals-export.json").read_text(encoding="utf-8"))
    files = sorted(f.relative_to(folder).as_posix() for f in folder.rglob("*.md"))
    assert marker == {"written": files}


def test_a_life_without_a_date_has_no_notes_of_months() -> None:
    written: list[str] = []

    class Empty:
        def rows(self, name: str) -> Iterator[dict[str, Any]]:
            return iter(())

        def write(self, name: str, lines: Iterator[str]) -> None:
            written.append(name)

    _write_months(cast(Any, Empty()), [])
    assert written == []


@pytest.mark.parametrize(("given", "title"), [([], "# Me"), (["Ida Voss", "Ida"], "# Me, Ida Voss, Ida")])
def test_the_names_that_a_person_merged_into_self_stand_beside_it(given: list[str], title: str) -> None:
    """The note of SELF once said "Me" only and left out all names that the person had confirmed as their own."""
    entity = {
        "entity_id": "e", "canonical_name": "SELF", "entity_type": "PERSON", "is_self": True,
        "aliases_json": given, "mention_count": 7, "conversation_count": 2,
        "first_seen_at_utc": None, "last_seen_at_utc": None, "claims": 0,
    }  # fmt: skip
    book: Any = SimpleNamespace(links={"e": "Me"})
    lines = "\n".join(_entity_note(book, entity, [], [])).splitlines()
    assert title in lines
    assert all(any(name in line and not line.startswith("#") for line in lines) for name in given)
    assert not any("SELF" in line for line in lines)
