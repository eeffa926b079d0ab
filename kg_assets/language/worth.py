"""Decides which sentences are parsed, and why the others are not, by the lists of `config/language/worth.yaml`.

Parsing is the most expensive step of a build. It would find nothing about the person in three kinds of text: pasted
text, text that is no English prose, and questions and requests without a word of the person's world ("I", "my",
"sister" and the like).
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

import msgspec

from kg_assets.core.data import data_path
from kg_assets.core.patterns import check_patterns
from kg_assets.core.spans import Span
from kg_assets.core.yamlfile import read_model
from kg_assets.language.screening import Screen
from kg_assets.language.settings import LanguageSettings

TABLE, NO_WORDS, SHORT, LANGUAGE = "table", "no_words", "short", "language"
QUESTION, REQUEST, PASTED, IMPERSONAL = "question", "request", "pasted", "impersonal"
QUOTED, OFF, BEYOND, REPEATED = "quoted", "off", "beyond", "repeated"
NOT_OWN = "not_own"
UNREAD_REASONS = (
    OFF,
    NOT_OWN,
    QUOTED,
    BEYOND,
    REPEATED,
    TABLE,
    NO_WORDS,
    SHORT,
    LANGUAGE,
    QUESTION,
    REQUEST,
    PASTED,
    IMPERSONAL,
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_FULL_NAME = re.compile(r"[^\W\d_a-z][^\W\d_]+ [^\W\d_a-z][^\W\d_]+ ")
_LONGEST_WORD = 30
_ENGLISH = "en"
_LAST_LATIN = "\u024f"


class _Lists(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    own_words: frozenset[str]
    kin_words: frozenset[str]
    questions: frozenset[str]
    courtesy: frozenset[str]
    requests: frozenset[str]
    persons: frozenset[str]
    of_others: frozenset[str]
    clause_starts: tuple[str, ...]
    said_of_people: tuple[str, ...]
    said_shortly: tuple[str, ...]
    said_of_several: tuple[str, ...]
    names_before_verbs: frozenset[str]
    no_names: frozenset[str]
    bare_starts: frozenset[str]
    bare_endings: tuple[str, ...]
    languages: dict[str, frozenset[str]]
    assistant_cues: tuple[str, ...]


class _Rules(NamedTuple):
    """The lists in a form for quick look-up: the words of the person's world, the languages that have each function
    word, a pattern for clauses that may begin with a name, and words that are no names."""

    lists: _Lists
    near: frozenset[str]
    languages: dict[str, tuple[str, ...]]
    by_name: re.Pattern[str]
    no_names: frozenset[str]


@cache
def _rules() -> _Rules:
    lists = read_model(data_path("config/language/worth.yaml"), _Lists)
    languages: dict[str, tuple[str, ...]] = {}
    for name, words in lists.languages.items():
        for word in words:
            languages[word] = (*languages.get(word, ()), name)
    begins = rf"(?:^|[,.;!?:(] |\b(?:{'|'.join(lists.clause_starts)}) )"
    said, shortly, several = (
        "|".join(map(re.escape, words)) for words in (lists.said_of_people, lists.said_shortly, lists.said_of_several)
    )
    by_name = re.compile(
        rf"{begins}([^\W\d_]+?)(?:'?s (?:{shortly})| (?:{said})| and [^\W\d_]+ (?:{several})|'?s [a-z]+ (?:is|are))\b",
        re.I,
    )
    no_names = lists.languages[_ENGLISH] | lists.questions | lists.requests | lists.courtesy | lists.no_names
    no_names -= lists.persons | lists.names_before_verbs
    return _Rules(lists, lists.own_words | lists.kin_words, languages, by_name, no_names)


@cache
def assistant_cue() -> re.Pattern[str]:
    """The pattern for words with which an assistant begins to recall something of the person. It expects text
    in lower case."""
    cues = _rules().lists.assistant_cues
    check_patterns(data_path("config/language/worth.yaml"), {("assistant_cues",): cues})
    return re.compile(rf"(?<!\w)(?:{'|'.join(cues)})", re.A)


@cache
def _screen() -> Screen:
    cue = assistant_cue()
    return Screen(re.compile(cue.pattern, cue.flags | re.I))


def cue_lines(text: str) -> Iterator[Span]:
    """The lines of an assistant's text in which it recalls something of the person, each once."""
    behind = -1
    low: str | None = None
    for start, stop, line_end in _screen().stretches(text.replace("’", "'")):
        if line_end == behind:
            continue
        low = _lowered(text) if low is None else low
        if assistant_cue().search(low, start, line_end) is not None:
            behind = line_end
            yield Span(text.rfind("\n", 0, stop) + 1, line_end)


def has_cue(sentence: str) -> bool:
    """Whether an assistant's sentence recalls something of the person."""
    return assistant_cue().search(_lowered(sentence)) is not None


def _lowered(text: str) -> str:
    """The text in lower case with plain apostrophes; its length does not change."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return low.replace("’", "'")


def why_unread(sentences: Sequence[str], settings: LanguageSettings, is_of_chat: bool = True) -> list[str | None]:
    """For each sentence of a message the reason why it is not parsed; None if it is parsed.

    With `is_of_chat` false only text that is no English prose is left out. That is for notes, for documents, and for
    the sentences in which an assistant recalls something of the person.
    """
    words = [_WORD.findall(sentence.lower().replace("’", "'")) for sentence in sentences]
    reasons = [_no_prose(sentence, said, settings) for sentence, said in zip(sentences, words, strict=True)]
    if not is_of_chat:
        return reasons
    near = [not _rules().near.isdisjoint(said) for said in words]
    is_pasted = sum(map(len, sentences)) > settings.pasted_chars
    of_own = any(near)
    return [
        reason if reason is not None or is_near else _far(sentence, said, is_pasted, of_own)
        for sentence, said, reason, is_near in zip(sentences, words, reasons, near, strict=True)
    ]


def beyond(lengths: Sequence[int], most: int) -> range:
    """The numbers of the sentences that are left out in the middle of a message, because all together have more than
    `most` characters.

    `lengths` are those of the sentences worth a parse. Half of what is read is at the beginning of the message, half
    at its end.
    """
    total = sum(lengths)
    if total <= most:
        return range(0)
    behind = list(accumulate(lengths))
    first = bisect_right(behind, most // 2)
    last = bisect_left(behind, total - most // 2)
    return range(first, last + 1)


def repeated(sentences: Sequence[str], most: int) -> list[bool]:
    """For each sentence, whether it has occurred at least `most` times before in the message. Pasted lines and
    held-down keys repeat so."""
    said: Counter[str] = Counter()
    found = []
    for sentence in sentences:
        found.append(said[sentence] >= most)
        said[sentence] += 1
    return found


def _far(sentence: str, words: Sequence[str], is_pasted: bool, of_own: bool) -> str | None:
    """The reason why a sentence without a word of the person's world is not parsed; None if it is parsed.

    A sentence that was not pasted is parsed if one of its clauses may begin with a first name. Any other is not parsed
    if it asks, requests or was pasted. What remains is parsed if another sentence of the message has a word of the
    person's world (`of_own`), because it may continue that sentence, or if it lacks a subject or may name a person.
    """
    lists = _rules().lists
    if not is_pasted and _may_tell_by_name(sentence):
        return None
    first = _opener(words)
    if first in lists.questions or sentence.rstrip("\"')* ").endswith("?"):
        return QUESTION
    if first in lists.requests:
        return REQUEST
    if is_pasted:
        return PASTED
    is_bare = first in lists.bare_starts or first.endswith(tuple(lists.bare_endings))
    is_of_somebody = is_bare or not lists.persons.isdisjoint(words) or _is_of_full_name(sentence, words)
    return None if of_own or is_of_somebody else IMPERSONAL


def _may_tell_by_name(sentence: str) -> bool:
    """Whether a clause of a sentence begins with a possible first name and goes on as people speak of people: "zeph
    cant have nuts"."""
    rules = _rules()
    return any(name.lower() not in rules.no_names for name in rules.by_name.findall(sentence.replace("’", "'")))


def _is_of_full_name(sentence: str, words: Sequence[str]) -> bool:
    """Whether a sentence begins with a first name and surname and goes on with a word that is used of people's
    lives."""
    return _FULL_NAME.match(sentence) is not None and not _rules().lists.of_others.isdisjoint(words[2:5])


def _no_prose(sentence: str, words: Sequence[str], settings: LanguageSettings) -> str | None:
    """The reason why a sentence is no English prose; None if it is."""
    if sentence.count("|") >= settings.table_bars or sentence.count("\t") >= settings.table_bars:
        return TABLE
    if _word_chars(sentence) < settings.word_share * sum(map(str.isascii, "".join(sentence.split()))):
        return NO_WORDS
    if len(words) < settings.min_words:
        return SHORT
    return None if _is_english(words, settings.language_margin) else LANGUAGE


def _word_chars(sentence: str) -> int:
    """The number of characters in runs between spaces that can be words: they have a letter and at most
    `_LONGEST_WORD` characters."""
    runs = (run for run in sentence.split() if len(run) <= _LONGEST_WORD)
    return sum(len(run) for run in runs if any(map(str.isalpha, run)))


def _is_english(words: Sequence[str], margin: int) -> bool:
    """Whether no other language has `margin` or more function words beyond those of English. If no language
    has any, most words must be written in Latin letters."""
    table = _rules().languages
    found = Counter(name for word in words for name in table.get(word, ()))
    if not found:
        beyond = sum(max(word) > _LAST_LATIN for word in words)
        return 2 * beyond < len(words)
    return found[_ENGLISH] + margin > max(found.values())


def _opener(words: Sequence[str]) -> str:
    """The first word that is not in the list `courtesy` ("hi", "thanks", also "so", "and"). If all words are in it, the
    last word."""
    courtesy = _rules().lists.courtesy
    return next((word for word in words if word not in courtesy), words[-1])
