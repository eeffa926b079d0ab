"""Finds the messages of a conversation that are not the person's own words, and whose words they are: somebody else at
the keyboard, a role in a game, or a text that the next message says to be somebody else's.

The patterns are in `config/language/voices.yaml`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from kg_assets.core.data import data_path
from kg_assets.core.patterns import check_pattern
from kg_assets.core.yamlfile import read_model
from kg_assets.language.screening import Screen

VOICES_FILE = "config/language/voices.yaml"
ANOTHER, ROLE, COPIED = VOICES = ("another", "role", "copied")
# Words that show who writes are looked for only at the beginning of a message and at its very end.
_HEAD, _TAIL = 600, 160
# A role is announced in the first characters. If it comes later in a message, the words before it are the person's own.
_AT_ONCE = 40
# A silence that ends a game, and the turn of somebody who did not say who they are.
_SILENCE = timedelta(hours=6)
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "‐": "-", "‑": "-", "—": "–", "\u00a0": " ", "\t": " "})
_WRITTEN_OUT = {
    "im": "i'm", "ive": "i've", "its": "it's", "thats": "that's", "lets": "let's", "youre": "you're", "isnt": "isn't",
    "shes": "she's", "hes": "he's", "ill": "i'll", "heres": "here's",
}  # fmt: skip
_SHORT = re.compile(rf"\b(?:{'|'.join(_WRITTEN_OUT)})\b")
_SIGNS = "[ ,.!(–-]"
_BLANKS = re.compile(r" {2,}")
_LABELLED = re.compile(r"[^\n:]{2,60}:\s+\S|dear\b|to whom|[\"“']\S")
# The text comes only behind these words.
_AHEAD, _AHEAD_OF_THIS = re.compile(r'[^.!?,\n]{0,30}[:"“]'), re.compile(r'[^.!?,\n]{0,30}[:"“\n]')
# "Anna here on her account" speaks of her own.
_ON_THEIRS = re.compile(r"\b(?:his|her|their) [^,.]+$")
_MANY_CHARS, _MANY_LINES = 300, 2
# With more words behind it "this is from a blog" speaks of them, and "that's from a blog" of nothing certain.
_WORDS_BEHIND_THIS, _WORDS_BEHIND_THAT = 3, 12
_WORD = re.compile(r"\w[\w']*")
# A text stands behind these signs.
_PUT_BEHIND = re.compile(r"[.][ \n]+(?=\w)")


class Turn(NamedTuple):
    """A message of a conversation. `text` is the person's prose; None for what others say and for what is no prose.
    `at` is when it was written, if that is known."""

    message_id: str
    parent_id: str | None
    text: str | None
    at: str | None = None


class Voice(NamedTuple):
    """Whose words a message is, and the message that shows it."""

    message_id: str
    voice: str
    shown_by: str


class _State(NamedTuple):
    """Whose words the next messages are. `name` is the name of somebody else who writes, if they say it. `at` is when
    the last such message was written. With `is_passing`, the state ends after a long silence; without it, it stays
    until the person is back."""

    voice: str
    shown_by: str
    name: str = ""
    is_passing: bool = True
    at: str | None = None


class _Step(NamedTuple):
    """Whose words a message is (`own`), and whose the messages after it are (`next`). None means the person's."""

    own: _State | None
    next: _State | None


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    greetings: list[str]
    openings: list[str]
    little_words: list[str]
    accounts: list[str]
    account_ends: list[str]
    kin: list[str]
    parents: list[str]
    no_names: list[str]
    other_accounts: list[str]
    no_owners: list[str]
    another: list[str]
    handing_over: list[str]
    back: list[str]
    back_after: list[str]
    role: list[str]
    role_parts: list[str]
    pairs: list[str]
    real_parts: list[str]
    real_part: list[str]
    music: list[str]
    plain: list[str]
    praise: list[str]
    role_ends: list[str]
    requests: list[str]
    request: list[str]
    copied: list[str]
    copied_text: list[str]
    copied_here: list[str]
    others_texts: list[str]
    sources: list[str]
    behind_sources: list[str]


_SCREENED = (
    "another", "handing_over", "back", "back_after", "role", "role_parts", "role_ends", "copied", "copied_text",
    "copied_here",
)  # fmt: skip
# Only looked for where another kind is found.
_LOOKED_FOR = ("pairs", "real_parts", "requests")


class Voices:
    """Finds the voices of conversations by the patterns and words of a file."""

    def __init__(self, words: _Words, path: Path) -> None:
        self._other_accounts = frozenset(words.other_accounts)
        name = _name(words)
        self._called = re.compile(
            rf"(?:it's|this is|i'm|i am|name is|name's) ({name})|({name}) (?:here|again|speaking|typing|writing)\b"
        )
        self._any_kin = re.compile(rf"\b{_any(words.kin)}\b")
        self._kin = re.compile(rf"\b{_any(words.kin)}\b(?!'?s\b)")
        self._patterns: dict[str, list[re.Pattern[str]]] = {}
        for kind in (*_SCREENED, *_LOOKED_FOR):
            written = getattr(words, kind)
            made = [_filled(pattern, words) for pattern in written]
            for at, (pattern, source) in enumerate(zip(made, written, strict=True)):
                check_pattern(path, (kind, at), pattern, source)
            self._patterns[kind] = [re.compile(pattern) for pattern in made]
        self._kinds = [kind for kind in _SCREENED for _ in self._patterns[kind]]
        self._screen = Screen(*(pattern for kind in _SCREENED for pattern in self._patterns[kind]))

    def signs(self, text: str) -> frozenset[str]:
        """The kinds of patterns that may match in a text of the person, by one linear scan."""
        return frozenset(self._kinds[number] for number in self._screen.matching(_seen(text)))

    def of_conversation(self, turns: Sequence[Turn], signs: Mapping[str, frozenset[str]]) -> list[Voice]:
        """The messages of a conversation that are not the person's own words. In `turns` each message comes after its
        parent; each branch of the conversation is followed by itself. `signs` has the kinds of patterns that may match,
        by message; a message without any may be missing."""
        by_id = {turn.message_id: turn for turn in turns}
        after: dict[str | None, _State | None] = {}
        found: dict[str, _State] = {}
        for turn in turns:
            before = after.get(turn.parent_id)
            if before is not None and before.is_passing and _is_long_after(before.at, turn.at):
                before = None
            step = _Step(before, before)
            if turn.text is not None:
                step = self._step(turn, _seen(turn.text), signs.get(turn.message_id, frozenset()), before)
                found |= dict.fromkeys(self._copied(turn, by_id, signs), _State(COPIED, turn.message_id))
            after[turn.message_id] = step.next and step.next._replace(at=turn.at or step.next.at)
            if step.own is not None:
                found.setdefault(turn.message_id, step.own)
        return [Voice(t.message_id, *found[t.message_id][:2]) for t in turns if t.message_id in found]

    def _step(self, turn: Turn, text: str, signs: frozenset[str], before: _State | None) -> _Step:
        announced = self._announced(turn, text) if "another" in signs else None
        if announced is not None:
            return _Step(announced, announced)
        if before is not None and not self._is_over(before, text, signs):
            is_last = before.voice == ANOTHER and "back_after" in signs and self._found("back_after", text)
            return _Step(before, None if is_last else before)
        if "handing_over" in signs and self._found("handing_over", text):
            return _Step(None, _State(ANOTHER, turn.message_id))
        if before is not None and before.voice == ROLE:
            return _Step(None, None)
        return self._game(turn, text, signs)

    def _game(self, turn: Turn, text: str, signs: frozenset[str]) -> _Step:
        """A game of roles that begins in a message. The message itself counts as a role's words if it gives out the
        parts at its beginning. Otherwise it counts as the person's, who may say something of their own beside the
        request for a game."""
        asked = self._found("role", text) if "role" in signs else None
        parts = self._found("role_parts", text) if "role_parts" in signs else None
        if (asked is None and parts is None) or self._found("real_parts", text) is not None:
            return _Step(None, None)
        role = _State(ROLE, turn.message_id)
        parts = parts or self._found("pairs", text)
        at = min(place.start() for place in (asked, parts) if place is not None)
        return _Step(role if parts is not None and at < _AT_ONCE else None, role)

    def _announced(self, turn: Turn, text: str) -> _State | None:
        """Somebody else who says at the beginning of a message that they write now ("hi, this is Anna")."""
        found = self._found("another", text)
        if found is None or not self._other_accounts.isdisjoint(re.findall(r"\w+", text[: found.end() + 100])):
            return None
        called = self._called.search(found[0])
        name = (called[1] or called[2]) if called else ""
        if name and self._any_kin.search(found[0]) is None and _ON_THEIRS.search(found[0]):
            return None
        return _State(ANOTHER, turn.message_id, name, not name and self._kin.search(found[0]) is None)

    def _is_over(self, before: _State, text: str, signs: frozenset[str]) -> bool:
        """Whether the person writes again. If it is known by name who wrote in between, words that contain this name do
        not show that the person is back."""
        if before.voice == ROLE and self._found("requests", text) is not None:
            return True
        kind = "back" if before.voice == ANOTHER else "role_ends"
        found = self._found(kind, text) if kind in signs else None
        return found is not None and not (before.name and re.search(rf"\b{before.name}\b", found[0]))

    def _copied(self, turn: Turn, by_id: Mapping[str, Turn], signs: Mapping[str, frozenset[str]]) -> Iterator[str]:
        """The messages that a message (`turn`) says to be somebody else's words. These are `turn` itself, or the
        person's message before it together with the answers to that earlier message."""
        here, text = signs.get(turn.message_id, frozenset()), _seen(turn.text or "")
        if "copied_here" in here and self._found("copied_here", text):
            yield turn.message_id
        is_copied = "copied" in here and self._points_back("copied", text)
        if not is_copied and "copied" in here and self._points_ahead(text):
            yield turn.message_id
        if not is_copied and not ("copied_text" in here and self._points_back("copied_text", text)):
            return
        answers: list[str] = []
        before = by_id.get(turn.parent_id or "")
        while before is not None and before.text is None and len(answers) < len(by_id):
            answers.append(before.message_id)
            before = by_id.get(before.parent_id or "")
        if before is not None and before.text is not None and (is_copied or _is_a_text(before.text)):
            yield from (*answers, before.message_id)

    def _points_back(self, kind: str, text: str) -> bool:
        """Whether a pattern matches words that speak of the text before them. "My niece wrote this: …" speaks of the
        text behind it and does not count."""
        found = self._found(kind, text)
        if found is None:
            return False
        is_this, behind = "this" in found[0].split(), text[found.end() :]
        ahead, most = (_AHEAD_OF_THIS, _WORDS_BEHIND_THIS) if is_this else (_AHEAD, _WORDS_BEHIND_THAT)
        if ahead.match(behind) is not None or (is_this and _PUT_BEHIND.match(behind) is not None):
            return False
        return len(_WORD.findall(behind)) <= most

    def _points_ahead(self, text: str) -> bool:
        """Whether a pasted text follows words such as "this is from a blog.". A message with a question mark is the
        person's own."""
        found = self._found("copied", text)
        is_this = found is not None and "this" in found[0].split()
        return found is not None and is_this and bool(_PUT_BEHIND.match(text, found.end())) and "?" not in text

    def _found(self, kind: str, text: str) -> re.Match[str] | None:
        return next((found for pattern in self._patterns[kind] if (found := pattern.search(text))), None)


def _filled(pattern: str, words: _Words) -> str:
    """The pattern with its placeholders, such as `<kin>`, filled in."""
    kin = _any(words.kin)
    name = _name(words)
    greeted = rf"{_any(words.greetings)}\b(?: (?:there|again|chat ?gpt|gpt|chat|claude|all)\b)?"
    parts = {
        "<starts>": r"(?:^<so>|[.!?;:\n–(] ?)",
        "<hello>": rf"(?:(?:{greeted}|{_any(words.openings)}\b){_SIGNS}*)*",
        "<so>": rf"(?:\^|{_any([*words.little_words, *words.greetings])}\b{_SIGNS}*)*[ ]?",
        "<whose>": rf"(?:(?:(?:my |our |the |his |her |their )?|{name}'?s ){kin}(?: and {kin})?'?s|his|her|their)",
        "<account>": rf"(?:(?:chat ?gpt|claude|ai|chat) )?{_either(words.accounts)}",
        "<end>": rf"(?=[ ]*(?:$|[.,;:!?()\n–-])| {_either(words.account_ends)}\b)",
        "<stop>": r"(?=[ ]*(?:[.,;!?)–-]|$))",
        "<enough>": r"(?=[ ]*(?:[.,;!?)–-]|$)| (?:btw|lol|haha|not|sorry|ignore)\b)",
        "<text>": rf"(?!(?:my|our)\b(?! (?:\w+ )?{_any(words.others_texts)}\b))"
        rf"(?:an? |the |some |this |my |their |that )?(?:\w+[ -]){{0,2}}?{_any(words.sources)}",
        "<behind>": r"(?! i(?:'ve|'m| am| have)? (?:just )?(?:wr[io]te|written|writing|made|posted|recorded|run|own)\b)"
        rf"(?=[ ]*(?:[.,;!?)–-]|$)| {_any(words.behind_sources)}\b)",
        "<greeting>": greeted, "<parent>": _any(words.parents),
        "<praise>": _any(words.praise), "<music>": _any(words.music), "<plain>": _any(words.plain),
        "<real_part>": _any(words.real_part), "<request>": _any(words.request), "<no_owner>": _any(words.no_owners),
        "<kin>": kin, "<name>": name,
    }  # fmt: skip
    for part, filling in parts.items():
        pattern = pattern.replace(part, filling)
    return pattern


def _name(words: _Words) -> str:
    return rf"(?!{_any([*words.no_names, *words.greetings, *words.openings])}\b)[^\W\d_][^\W\d_-]{{1,15}}"


def _any(words: Sequence[str]) -> str:
    """A pattern that matches any of these words, the longest first."""
    return rf"(?:{'|'.join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))})"


def _either(patterns: Sequence[str]) -> str:
    return rf"(?:{'|'.join(patterns)})"


def _seen(text: str) -> str:
    """The beginning and the end of a text in the form that the patterns expect: in lower case, with plain apostrophes,
    short forms written out."""
    part = text if len(text) <= _HEAD + _TAIL else f"{text[:_HEAD]}\n{text[-_TAIL:]}"
    plain = _BLANKS.sub(" ", part.translate(_APOSTROPHES).strip().lower())
    return _SHORT.sub(lambda found: _WRITTEN_OUT[found[0]], plain)


def _is_long_after(before: str | None, now: str | None) -> bool:
    if before is None or now is None:
        return False
    return datetime.fromisoformat(now) - datetime.fromisoformat(before) > _SILENCE


def _is_a_text(text: str) -> bool:
    """Whether a message looks like a pasted text and not like something said: it opens with a label or a salutation, is
    long, or has several lines."""
    body = text.strip()
    return bool(_LABELLED.match(body.lower())) or len(body) > _MANY_CHARS or body.count("\n") >= _MANY_LINES


@cache
def voices_of(path: Path) -> Voices:
    """The voice finder of a file of patterns and words. It is made once for a process, which works through many
    shards."""
    return Voices(read_model(path, _Words), path)


def shipped_voices() -> Voices:
    """The voice finder of the file in use."""
    return voices_of(data_path(VOICES_FILE))
