"""What a person may name to be forgotten, and what that means for sources and for what only the ledger holds."""

import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

import re2

from kg_assets.core.errors import QueryError
from kg_assets.sources.redact import Cut, Says, conversation_mark, message_mark

Kind = Literal["source", "conversation", "message", "entity", "pattern"]
_NO_WORD = r"[^\p{L}\p{M}\p{N}_]"


@dataclass(frozen=True, slots=True)
class Target:
    """One thing to forget. `sources` go whole; `cut` says what goes out of all others."""

    kind: Kind
    cut: Cut
    sources: frozenset[str] = frozenset()


def source(export_sha256: str) -> Target:
    """Everything that only this source holds."""
    return Target("source", Cut(), frozenset([export_sha256]))


def conversation(conversation_id: str) -> Target:
    return Target("conversation", Cut(frozenset([conversation_mark(conversation_id)])))


def message(conversation_id: str, node_id: str) -> Target:
    return Target("message", Cut(frozenset([message_mark(conversation_id, node_id)])))


def entity(names: Collection[str]) -> Target:
    """Every message in which one of these names stands as words of their own, written just so."""
    wanted = sorted({_composed(name) for name in names if name.strip()}, key=lambda name: (-len(name), name))
    if not wanted:
        raise QueryError("this entity has no name that could be looked for; forget its messages one by one")
    one_of = "|".join(re2.escape(name) for name in wanted)
    found = re2.compile(f"(?:^|{_NO_WORD})(?:{one_of})(?:$|{_NO_WORD})")
    return Target("entity", Cut(says=_says(found)))


def pattern(text: str, is_regex: bool) -> Target:
    """Every message that holds this text in any case, or that this expression of RE2 fits."""
    if not text.strip():
        raise QueryError("an empty pattern fits everything; give the words that are to be forgotten")
    written = _composed(text) if is_regex else re2.escape(_composed(text))
    try:
        found = re2.compile(written if is_regex else f"(?i){written}")
    except re2.error as error:
        raise QueryError(
            f"{text!r} is no regular expression of RE2: {error}; leave out --regex to look for the text itself"
        ) from None
    if found.search(""):
        raise QueryError(f"{text!r} fits an empty text, and so every message; name what must stand there")
    return Target("pattern", Cut(says=_says(found)))


def names_in(names: Collection[str]) -> Says | None:
    """Whether a text holds one of these names; None where there are none."""
    return entity(names).cut.says if any(name.strip() for name in names) else None


def _says(found: "re2._Regexp") -> Says:
    def says(text: str) -> bool:
        # RE2 reads UTF-8, which has no lone surrogates.
        return found.search(_composed(text).encode("utf-8", "replace").decode()) is not None

    return says


def _composed(text: str) -> str:
    """One way of writing accents, so that a decomposed name is found too."""
    return unicodedata.normalize("NFC", text)
