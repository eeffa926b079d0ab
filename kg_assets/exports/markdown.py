"""Writes claims, quotes and front matter as Markdown. In a person's text, characters with a meaning in Markdown are
escaped."""

import re
from collections.abc import Iterator, Mapping
from datetime import tzinfo
from typing import Any

import yaml

from kg_assets.core.harmless import harmless
from kg_assets.core.when import span_text

# Characters with a meaning in CommonMark, Obsidian (#tag, ==mark==, %%comment%%, $math$, [[link]]) or HTML.
_MEANT = re.compile(r"([\\`*_\[\]<>#|~$=%{}^&])")
_OUTCOMES = {
    "superseded": "no longer so", "negated": "over", "retracted": "taken back", "conflicted": "disputed",
}  # fmt: skip


def plain(text: str) -> str:
    """A text in one line, with signs such as `*`, `#` and `[[` escaped, so that Markdown and HTML show them
    as they are."""
    return _MEANT.sub(r"\\\1", " ".join(harmless(text).split()))


def front_matter(values: Mapping[str, Any]) -> Iterator[str]:
    """The properties at the head of a note, as YAML; empty values are left out."""
    known = {name: value for name, value in values.items() if value not in (None, [], "")}
    text = yaml.safe_dump(known, allow_unicode=True, sort_keys=False, width=float("inf"))
    yield f"---\n{text}---\n"


def month_link(month: str) -> str:
    return f"[[{month}]]"


def claim_lines(claim: Mapping[str, Any], links: Mapping[str, str], zone: tzinfo) -> Iterator[str]:
    """A claim in one line, with its time and what became of it ("no longer so"). If it has a quote, below it the quote
    with its conversation and day."""
    time = span_text(claim, not claim["is_end_included"], zone)
    plan = "plan: " if claim["modality"] == "intention" else ""
    no = "not " if claim["polarity"] == "negative" else ""
    subject = _linked(claim["subject"], claim["subject_entity_id"], links)
    thing = _linked(claim["object"] or "", claim["object_entity_id"], links)
    relation = plain(claim["predicate"].replace("_", " "))
    outcome = f" *({_OUTCOMES[claim['status']]})*" if claim["status"] in _OUTCOMES else ""
    yield f"- {plain(time)}: {plan}{subject} {no}{relation} {thing}".rstrip() + outcome
    if claim["quote"]:
        yield f"  > {plain(claim['quote'])}"
        yield f"  > — {_source(claim)}"


def quote_lines(word: Mapping[str, Any]) -> Iterator[str]:
    """A mention with the words around it as a quote, and below it the conversation and day of these words."""
    before, after = "…" if word["has_before"] else "", "…" if word["has_after"] else ""
    yield f"> {before}{plain(word['quote'])}{after}"
    yield f"> — {_source(word)}\n"


def _linked(name: str, entity_id: str | None, links: Mapping[str, str]) -> str:
    link = links.get(entity_id or "")
    return f"[[{link}]]" if link else plain(name)


def _source(row: Mapping[str, Any]) -> str:
    """Where some words come from, as text: the conversation's title, the day, and a link to the note of that month."""
    title = plain(row["title"] or "untitled")
    said_at = row["said_at_utc"]
    role = "the assistant, " if row.get("asserted_role") == "assistant" else ""
    return f"{role}{title}, {said_at[:10]} ({month_link(said_at[:7])})" if said_at else f"{role}{title}"
