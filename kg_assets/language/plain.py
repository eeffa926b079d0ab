"""Writes a sentence in plain spelling, as a parser trained on edited text expects it, and finds the original characters
again.

Marks of bold type and links, runs of white space, and typographic signs are replaced. Short spellings ("im", "dont")
are written out as `config/language/spelling.yaml` says, and an "I" is added where it was left out ("quit the bakery").
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

import msgspec

from kg_assets.core.data import data_path
from kg_assets.core.spans import Derived, Span, compositions, replace
from kg_assets.core.yamlfile import read_model
from kg_assets.language.capitals import name_lists
from kg_assets.language.restored import RestoredWords, Restorer, any_of

# Each character is replaced by one other character, so that no offset changes.
_SIGNS = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"', "‐": "-", "‑": "-", "\u00a0": " "})
_SPACE = r"\s{2,}|[^\S ]"
# Marks of bold, italic and code. Within a word (snake_case, 2*3) the same characters are no marks.
_MARKUP = r"(?<!\w)[*_~`]+(?=\S)|(?<=\S)[*_~`]+(?!\w)"
_UNSEEN = "[\u200b-\u200f\u2060\ufeff\ufe0f]+"
_AGE = r"[1-9]\d(?= ?(?:[,.;!)]|(?:and|but|so|like|now|this|next|today|tomorrow)\b|$))"
_MY = "(?:my|our|his|her)"
_CLAUSE_ENDS = r"(?=[.,;!)]|$| (?:and|but|so)\b)"
_CLAUSE_BEGINS = r"(?:^|(?<=[.,;!?(\n])|(?<=[.,;!?(\n] )|(?<=\b(?:and|but|cos) )|(?<=\bso )|(?<=\bbecause ))"
# What a short "s" is written out as, by the group of the pattern `_edited` that found it.
_WRITTEN_OUT = {
    "is": " is", "has": " has", "s": " is", "my_s": " is", "my_has": " has", "my_of": "'s", "of_several": " is",
    "named_s": " has",
}  # fmt: skip
_NAME_OF_A_MAN = "Bill"  # a name that a parser takes for nothing else
_LINK = r"\]\([^)\s]{1,500}\)|\[(?=[^\]\n]{1,200}\]\([^)\s]{1,500}\))"


class Plain(NamedTuple):
    """A stretch of a text in plain spelling. `start` is where the stretch begins in the original text. `made` maps
    places in `text` to places in the stretch; it is None if only single characters were replaced by single characters,
    so that all places stay the same. `added` is where `text` has an "I" that the writer left out, or None."""

    text: str
    start: int
    made: Derived | None
    added: Span | None = None

    def place(self, start: int, end: int) -> Span:
        """Where a part of the plain text stands in the original text."""
        if self.made is None:
            return Span(self.start + start, self.start + end)
        found = self.made.offsets.to_source(start, end)
        return Span(self.start + found.start, self.start + found.end)


class _ShortIs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where an "is" or a "has" is written short ("dads here"), so that a parser would take it for a possessive or a
    plural."""

    pronouns: list[str]
    behind: list[str]
    doing: list[str]
    behind_doing: list[str]
    done: list[str]
    single: list[str]
    behind_s: list[str]
    last: list[str]
    of_two: list[str]
    several: list[str]


class _LeftOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a sentence begins without its "I": words that may stand before the verb, the verbs, and what must or must
    not follow them."""

    openers: list[str]
    adverbs: list[str]
    done: list[str]
    not_behind_done: list[str]
    done_to: list[str]
    behind_done_to: list[str]
    quit_of: list[str]
    not_quit: list[str]
    been: list[str]
    not_behind_been: list[str]
    was: list[str]


class _Spelling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `spelling.yaml`: words as people type them, and how they are written out."""

    words: dict[str, str]
    letters: dict[str, str]
    no_letters_behind: list[str]
    no_letters_before: list[str]
    names_with_letters: list[str]
    short_is: _ShortIs
    behind_will: list[str]
    before_a_will: list[str]
    left_out: _LeftOut
    restored: RestoredWords
    before_a_plural: list[str]


@cache
def _spelling() -> _Spelling:
    hint = "every word needs one spelling, both between quotation marks; short_is has ten lists of words"
    return read_model(data_path("config/language/spelling.yaml"), _Spelling, hint)


def spellings() -> dict[str, str]:
    """For each word that people type short, the words that it stands for ("im": "I'm")."""
    return _spelling().words


@cache
def _names_around_letters() -> frozenset[tuple[str, str]]:
    return frozenset((one, other) for one, _, other in (name.split() for name in _spelling().names_with_letters))


def is_and(before: str, after: str) -> bool:
    """Whether a single "n" between two words in lower case stands for "and": in "me n kim", not in "rock n roll"."""
    spelling = _spelling()
    is_count = before.isdecimal() and len(before) < 3  # "is 4 n goes to nursery"
    are_words = (
        after.isalpha() and ((before.isalpha() and len(before) > 1) or is_count) and (len(after) > 1 or after == "i")
    )
    is_letter = before in spelling.no_letters_behind or after in spelling.no_letters_before
    return are_words and not is_letter and (before, after) not in _names_around_letters()


_ORDINAL = r"[0-9]{1,2}(?:st|nd|rd|th)\b"  # "my husbands 40th"


@cache
def _edited() -> re.Pattern[str]:
    short = _spelling().short_is
    begins, word = r"(?<![\w'@#./-])", rf"(?!(?:{any_of(short.pronouns)})')[^\W\d_]+"
    is_behind = rf"(?:{any_of(short.behind)})\b|(?:{any_of(short.doing)}) (?:{any_of(short.behind_doing)})\b"
    typed = rf"(?P<typed>{begins}(?:{any_of(spellings())})(?![\w'@/-]))"
    is_ = rf"{begins}{word}(?P<is>'s)(?= (?:{is_behind}))"
    has = rf"{begins}{word}(?P<has>'s)(?= (?:{any_of(short.done)})\b)"
    is_of_all = rf"(?:{any_of(short.behind_s)})\b|{_AGE}"
    s = rf"{begins}(?:{any_of(short.single)})(?P<s>s)(?= (?:{is_of_all}))"
    is_last = rf"(?:{any_of(short.last)}){_CLAUSE_ENDS}"
    my_s = rf"(?P<my_s>s)(?= (?:{is_behind}|{is_of_all}|{is_last}))"
    my_has = rf"(?P<my_has>s)(?= (?:{any_of(short.done)})\b)"
    my_of = rf"(?P<my_of>s)(?= (?:{_ORDINAL}|(?!(?:{any_of(short.of_two)})\b)[^\W\d_]))"
    mine = rf"{begins}{_MY} (?:{any_of(short.single)})(?:{my_s}|{my_has}|{my_of})"
    of_several = rf"{_CLAUSE_BEGINS}{_MY} (?:{any_of(short.several)})(?P<of_several>s)(?= (?:{is_of_all}|{is_last}))"
    my = rf"(?={_MY} )(?:{mine}|{of_several})"
    no_noun = "".join(rf"(?<!\b{word} )" for word in _spelling().before_a_will)
    named = rf"{begins}{no_noun}will(?= ?(?:{any_of(_spelling().behind_will)})\b)"
    will = rf"(?P<will>(?-i:(?<=[a-z] ){no_noun}Will\b)|{named})"
    spelling = _spelling()
    no_plural = "".join(rf"(?<!\b{word} )" for word in sorted(spelling.before_a_plural))
    named_s = rf"{begins}{no_plural}(?P<name>[^\W\d_]{{3,}})(?P<named_s>s)(?= (?:{any_of(short.done)})\b)"
    behind_none = "".join(rf"(?<!\b{word} )" for word in sorted(spelling.no_letters_behind))
    counted = r"(?<= is \d )|(?<= is \d\d )"  # "is 4 n goes to nursery"
    behind = (
        rf"(?:(?:(?<=[a-z][a-z] )|(?<=% )|{counted}){behind_none}|(?<=\bmoved in )|(?<=\bmove in )|(?<=\bmoving in ))"
    )
    before = rf"(?= (?!(?:{any_of(spelling.no_letters_before)})\b)(?:[A-Za-z][A-Za-z']|[aiu]\b))"
    letter = rf"(?P<letter>(?-i:{behind}(?:{any_of(spelling.letters)}){before}))"
    kept = rf"(?P<kept>\b(?:{any_of(spelling.names_with_letters)})\b)"
    return re.compile(
        rf"{will}|{kept}|{typed}|{letter}|{is_}|{has}|{my}|{s}|{named_s}|{_SPACE}|{_MARKUP}|{_UNSEEN}|{_LINK}", re.I
    )


@cache
def _without_i() -> re.Pattern[str]:
    """The beginning of a sentence in which the "I" is left out; its group `verb` begins where the "I" belongs."""
    left = _spelling().left_out
    openers = rf"(?:(?:{any_of(left.openers)})[,:!.]* +)*"
    adverbs = rf"(?:(?:{any_of(left.adverbs)}) +)*"
    done = rf"(?:{any_of(left.done)})\b(?! +(?:{any_of(left.not_behind_done)})\b)"
    done_to = rf"(?:{any_of(left.done_to)}) +(?:{any_of(left.behind_done_to)})\b"
    been = rf"(?P<been>(?:{any_of(left.been)}) +(?!(?:{any_of(left.not_behind_been)}|\w+ing)\b|\d))"
    quit_ = rf"quit +(?:{any_of(left.quit_of)})\b(?!.*\b(?:{any_of(left.not_quit)})\b)"
    was = rf"was +(?:{any_of(left.was)})\b"
    return re.compile(rf"{openers}(?P<verb>{adverbs}(?:{done_to}|{been}|{was}|{quit_}|{done}))(?!.*(?:: |:$|->))", re.I)


def _left_out(text: str) -> tuple[int, str] | None:
    """Where an "I" belongs that the writer left out, and how it is written there; None if none is left out."""
    found = _without_i().match(text)
    if found is None:
        return None
    return found.start("verb"), "I've " if found["been"] else "I "


def plain(text: str, start: int, end: int) -> Plain:
    """The part of a text from `start` to `end` in plain spelling."""
    piece = text[start:end]
    straight = piece if piece.isascii() else piece.translate(_SIGNS)
    edits = _all_edits(straight)
    left_out = _left_out(straight)
    if left_out is None:
        return Plain(straight, start, None) if not edits else _made(straight, start, edits, None)
    at, words = left_out
    before = [edit for edit in edits if edit[1] <= at]
    behind = [edit for edit in edits if edit[0] >= at and edit not in before]
    added = at + sum(len(written) - (last - first) for first, last, written in before)
    return _made(straight, start, [*before, (at, at, words), *behind], Span(added, added + len(words)))


def _made(text: str, start: int, edits: Iterable[tuple[int, int, str]], added: Span | None) -> Plain:
    made = replace(text, edits)
    return Plain(made.text, start, made, added)


@cache
def _restorer() -> Restorer:
    return Restorer(_spelling().restored, name_lists()["given_names"], spellings())


def _all_edits(text: str) -> list[tuple[int, int, str]]:
    """The replacements that make the text plain, and those that put in what was left out; of two at one place the
    latter."""
    put_in = list(_restorer().edits(text))
    if not put_in:
        return list(_edits(text))
    kept = (edit for edit in _edits(text) if all(edit[1] <= first or edit[0] >= last for first, last, _ in put_in))
    return sorted([*put_in, *kept])


def _edits(text: str) -> Iterator[tuple[int, int, str]]:
    """The replacements that make the text plain, in order and without overlap."""
    composed = compositions(text)
    behind = 0
    for found in _edited().finditer(text):
        first, last = found.span()
        while composed and composed[0][0] < first:
            edit = composed.pop(0)
            if edit[0] >= behind and edit[1] <= first:
                yield edit
        behind = last
        short = next((kind for kind in _WRITTEN_OUT if found[kind]), None)
        if found["kept"] or (found["name"] and found["name"].lower() not in name_lists()["given_names"]):
            continue
        if found["will"]:
            yield first, last, _NAME_OF_A_MAN
        elif found["letter"]:
            yield first, last, _spelling().letters[found[0]]
        elif short is not None:
            yield found.start(short), last, _WRITTEN_OUT[short]
        else:
            yield first, last, _spelled(found[0]) if found["typed"] else " " if found[0].isspace() else ""
    yield from (edit for edit in composed if edit[0] >= behind)


def _spelled(typed: str) -> str:
    """A typed word written out, with a capital if it was typed with one."""
    made = spellings().get(typed.lower(), typed)  # in lower case a look-alike letter may become two characters
    return made[0].upper() + made[1:] if typed[0].isupper() else made
