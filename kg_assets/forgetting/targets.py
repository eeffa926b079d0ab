"""The things that a person may name to be forgotten, and what is cut out of sources and ledger for each."""

import re
from collections.abc import Collection
from dataclasses import dataclass

import re2

from kg_assets.core.errors import QueryError
from kg_assets.sources.naming import composed, names_in, says
from kg_assets.sources.redact import Cut, conversation_mark, message_mark
from kg_assets.store.registry import Forgettable

# Words for the most common messages of RE2. For all others RE2's own message is shown.
_FAULTS = {
    "missing )": "a bracket is opened and not closed", "unexpected )": "a bracket is closed that was not opened",
    "missing ]": "a class of signs is opened and not closed", "trailing \\": "it ends in a backslash",
    "no argument for repetition operator": "there is nothing before a sign of repetition",
    "bad repetition operator": "two signs of repetition follow each other",
    "invalid repetition size": "such a number of repetitions is not possible",
    "invalid character class range": "there is no such class of signs",
    "invalid perl operator": "RE2 has no such group: it knows no looking ahead or behind and no references",
    "invalid escape sequence": "there is no such sequence behind a backslash",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Target:
    """One thing to forget. The sources in `sources` are removed as a whole; `cut` says what is cut out of all
    others."""

    kind: Forgettable
    cut: Cut
    sources: frozenset[str] = frozenset()


def source(export_sha256: str) -> Target:
    """The target that removes a source as a whole."""
    return Target("source", Cut(), frozenset([export_sha256]))


def conversation(conversation_id: str) -> Target:
    return Target("conversation", Cut(frozenset([conversation_mark(conversation_id)])))


def message(conversation_id: str, node_id: str) -> Target:
    return Target("message", Cut(frozenset([message_mark(conversation_id, node_id)])))


def several(kind: Forgettable, conversations: Collection[str], messages: Collection[tuple[str, str]]) -> Target:
    """The target that cuts whole conversations, and single messages of other conversations."""
    whole = {conversation_mark(name) for name in conversations}
    return Target(kind, Cut(frozenset(whole | {message_mark(*place) for place in messages})))


def entity(names: Collection[str]) -> Target:
    """The target that cuts every message that has one of these names as whole words, in this spelling."""
    named = names_in(names)
    if named is None:
        raise QueryError("this entity has no name that could be looked for; forget its messages one by one")
    return Target("entity", Cut(says=named))


def pattern(text: str, is_regex: bool) -> Target:
    """The target that cuts every message that contains this text, in upper or lower case; with `is_regex` every message
    that matches this RE2 expression."""
    if not text.strip():
        raise QueryError("an empty pattern fits everything; give the words that are to be forgotten")
    written = composed(text) if is_regex else f"(?i){re2.escape(composed(text))}"
    quiet = re2.Options()
    quiet.log_errors = False  # the library would print the words
    try:
        found = re2.compile(written, quiet)
    except re2.error as error:
        raise QueryError(
            f"the pattern {text!r} is no regular expression of RE2: {_fault(written, error)}; mend it, put a backslash "
            "before a sign that is meant as it stands, or leave out --regex to look for the text itself"
        ) from None
    if found.search(""):
        raise QueryError(f"{text!r} fits an empty text, and so every message; name what must stand there")
    return Target("pattern", Cut(says=says(found)))


def _fault(written: str, error: Exception) -> str:
    """What RE2 found wrong in an expression, and where. RE2's own message only ends with the piece at which it stopped,
    so the position of that piece is added."""
    said = error.args[0] if error.args else b""
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    what, _, piece = text.partition(": ")
    meaning = _FAULTS.get(what, what)
    at = written.rfind(piece) if piece else -1
    if what == "missing )":
        at = _unclosed(written)
    return f"{meaning}, from character {at + 1} on ({written[at:]!r})" if at >= 0 else meaning


def _unclosed(written: str) -> int:
    """The index of the last bracket that is opened and never closed; -1 if there is none. Escaped brackets and
    brackets in character classes do not count."""
    plain = re.sub(r"\\.|\[\^?\]?[^\]]*\]", lambda found: " " * len(found[0]), written)
    opened = []
    for place, sign in enumerate(plain):
        if sign == "(":
            opened.append(place)
        elif sign == ")" and opened:
            opened.pop()
    return opened[-1] if opened else -1
