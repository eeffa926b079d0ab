"""Writes a folder of Markdown notes for Obsidian or Logseq: one note for each entity that `notes/kept.sql` selects, one
for each month, and one to begin with."""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from kg_assets.core.counting import counted
from kg_assets.exports.markdown import claim_lines, front_matter, month_link, plain, quote_lines
from kg_assets.exports.notenames import NoteNames
from kg_assets.exports.source import ExportedBuild, Row
from kg_assets.history.macros import INSTANTS, TOLD, WORDS

# Obsidian reads every folder; Logseq reads the notes of this folder as pages.
_FOLDER = "pages"
_SELF, _INDEX = "Me", "Start here"


class _Book:
    """The folder that is written, and in `links` the name of each entity's note."""

    def __init__(self, build: ExportedBuild, target: Path) -> None:
        self.build = build
        self.folder = target / _FOLDER
        self.folder.mkdir()
        self.zone = ZoneInfo(build.config.section("time").anchor_timezone)
        self.links: dict[str, str] = {}

    def rows(self, file: str) -> Iterator[Row]:
        return self.build.rows_of(f"notes/{file}")

    def write(self, name: str, lines: Iterable[str]) -> None:
        text = "\n".join(lines) + "\n"
        (self.folder / f"{name}.md").write_text(text, encoding="utf-8", newline="\n")


def write_notes(build: ExportedBuild, target: Path) -> dict[str, int]:
    """Write a folder of Markdown notes; returns how many notes of entities and of months it holds."""
    book = _Book(build, target)
    for file in (INSTANTS, WORDS, TOLD):
        build.connection.execute(build.config.file(file).read_text(encoding="utf-8"))
    build.connection.execute(f"CREATE TABLE kept AS {build.sql('notes/kept.sql')}")
    build.connection.execute(f"CREATE TABLE said AS {build.sql('notes/said.sql')}")
    months = list(book.rows("months.sql"))
    names = NoteNames(build.settings.note_name_bytes)
    for name in (_INDEX, _SELF, *(month["month"] for month in months)):
        names.give(name, "note")
    entities = list(build.rows("SELECT * FROM kept ORDER BY place"))
    for entity in entities:
        kind = _kind(entity)
        book.links[entity["entity_id"]] = _SELF if entity["is_self"] else names.give(entity["canonical_name"], kind)
    _write_entities(book, {entity["entity_id"]: entity for entity in entities})
    _write_months(book, months)
    book.write(_INDEX, _index(book, entities, months))
    return {"entity note": len(entities), "month note": len(months)}


def _kind(entity: Mapping[str, Any]) -> str:
    return str(entity["entity_type"]).lower().replace("_", " ")


def _write_entities(book: _Book, entities: Mapping[str, Row]) -> None:
    """Write the notes of entities.

    The SELECTs order claims and words by entity id, so that the rows of only one entity are in memory at a
    time.
    """
    claims = itertools.groupby(book.rows("entity_claims.sql"), key=lambda row: row["entity_id"])
    words = itertools.groupby(book.rows("entity_words.sql"), key=lambda row: row["entity_id"])
    next_claims, next_words = next(claims, None), next(words, None)
    for entity_id in sorted(entities):
        said: list[Row] = []
        named: list[Row] = []
        if next_claims is not None and next_claims[0] == entity_id:
            said, next_claims = list(next_claims[1]), next(claims, None)
        if next_words is not None and next_words[0] == entity_id:
            named, next_words = list(next_words[1]), next(words, None)
        book.write(book.links[entity_id], _entity_note(book, entities[entity_id], said, named))


def _entity_note(book: _Book, entity: Row, claims: Sequence[Row], words: Sequence[Row]) -> Iterator[str]:
    name = book.links[entity["entity_id"]]
    given = entity["aliases_json"]
    # SELF is a name of this program and is left out. Entities that a person merged into it have the person's own names.
    known = given if entity["is_self"] else [entity["canonical_name"], *given]
    aliases = [alias for alias in dict.fromkeys(known) if alias != name]
    title = ", ".join([_SELF, *aliases]) if entity["is_self"] else entity["canonical_name"]
    yield from front_matter(
        {
            "aliases": aliases,
            "tags": [f"annals/{_kind(entity).replace(' ', '-')}"],
            "mentions": entity["mention_count"],
            "conversations": entity["conversation_count"],
            "first_seen": (entity["first_seen_at_utc"] or "")[:10] or None,
            "last_seen": (entity["last_seen_at_utc"] or "")[:10] or None,
            "annals_id": entity["entity_id"],
        }
    )
    yield f"# {plain(title)}"
    if claims:
        yield "\n## What was said\n"
        if entity["claims"] > len(claims):
            yield f"The newest {len(claims)} of {counted(entity['claims'], 'claim')}.\n"
        for claim in claims:
            yield from claim_lines(claim, book.links, book.zone)
    if words:
        yield "\n## In your words\n"
        for word in words:
            yield from quote_lines(word)


def _write_months(book: _Book, months: Sequence[Row]) -> None:
    members = _by_month(book.rows("month_members.sql"))
    claims = _by_month(book.rows("month_claims.sql"))
    names = [month["month"] for month in months]
    befores, afters = [None, *names][: len(names)], [*names[1:], None][: len(names)]
    for before, month, after in zip(befores, months, afters, strict=True):
        name = month["month"]
        lines = _month_note(book, month, members.get(name, []), claims.get(name, []))
        around = " · ".join(month_link(other) for other in (before, after) if other is not None)
        book.write(name, itertools.chain(lines, [f"\n{around}"] if around else []))


def _by_month(rows: Iterator[Row]) -> dict[str, list[Row]]:
    return {month: list(found) for month, found in itertools.groupby(rows, key=lambda row: row["month"])}


def _month_note(book: _Book, month: Row, members: Sequence[Row], claims: Sequence[Row]) -> Iterator[str]:
    yield from front_matter(
        {
            "tags": ["annals/month"],
            "conversations": month["conversations"],
            "messages": month["messages"],
            "written_by_you": month["by_person"],
        }
    )
    yield f"# {month['month']}"
    if members:
        yield "\n## What it was about\n"
        for member in members:
            yield _member_line(book, member)
    if claims:
        yield "\n## What was said\n"
        for claim in claims:
            yield from claim_lines(claim, book.links, book.zone)
    if month["titles"]:
        yield "\n## Conversations\n"
        for one in month["titles"]:
            yield f"- {one['day']} {plain(one['title'] or 'untitled')}"


def _member_line(book: _Book, member: Row) -> str:
    link = book.links.get(member["entity_id"] or "")
    shown = f"[[{link}]]" if link else plain(member["label"])
    category = "" if member["category_key"] == "unclassified" else f" ({member['category_key']})"
    spoken = f": {_counted(member['spoken_messages'], 'message')}" if member["spoken_messages"] else ""
    begins = ", begins here" if member["basis"] != "spoken" else ""
    return f"- {shown}{category}{spoken}{begins}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def _index(book: _Book, entities: Sequence[Row], months: Sequence[Row]) -> Iterator[str]:
    """The note to begin with: links to the months, then to the entities, grouped by entity type."""
    yield from front_matter({"tags": ["annals"], "build": str(book.build.manifest.ref)})
    yield f"# {_INDEX}\n"
    yield f"- [[{_SELF}]]"
    yield "\n## Months\n"
    for month in reversed(months):
        yield f"- {month_link(month['month'])}: {_counted(month['messages'], 'message')}"
    ordered = sorted((entity for entity in entities if not entity["is_self"]), key=_kind)
    for kind, group in itertools.groupby(ordered, key=_kind):
        yield f"\n## {kind.capitalize()}\n"
        for entity in group:
            yield f"- [[{book.links[entity['entity_id']]}]]"
