"""Takes apart a typed search: words, "phrases", begin*, and -word for what is not wanted.

In a question, a hit need not have a phrase between quotation marks: the phrase names something, and the answer may be
in the message beside the one with the name. No typed character is an operator, so there are no syntax errors.
"""

import re
from dataclasses import dataclass

from kg_assets.core.counting import counted
from kg_assets.core.errors import QueryError
from kg_assets.search.asking import is_question
from kg_assets.search.words import Words

# A quotation mark that is never closed counts as punctuation.
_PIECE = re.compile(r'(-?)"([^"]*)"|(\S+)')


@dataclass(frozen=True, slots=True)
class Typed:
    """A search as it was understood. Terms are in the order in which they were typed, each once."""

    text: str
    terms: tuple[str, ...] = ()
    beginnings: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()  # what every hit must contain
    named: tuple[str, ...] = ()  # what a question has between quotation marks
    without_terms: tuple[str, ...] = ()
    without_beginnings: tuple[str, ...] = ()
    without_phrases: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()  # words that the index does not hold

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to look for."""
        return not (self.terms or self.beginnings or self.phrases)

    def told(self) -> str:
        """What was looked for, in a sentence."""
        parts = [f'"{phrase}" as it stands' for phrase in (*self.phrases, *self.named)]
        parts += [f"words that begin with {beginning}" for beginning in self.beginnings]
        parts += [f"any of {', '.join(self.terms)} (as stems)"] if self.terms else []
        beginnings = [f"{beginning}*" for beginning in self.without_beginnings]
        unwanted = [*self.without_terms, *beginnings, *(f'"{phrase}"' for phrase in self.without_phrases)]
        parts += [f"without {', '.join(unwanted)}"] if unwanted else []
        return "; ".join(parts)


def understood(text: str, words: Words, most_words: int, longest: int) -> Typed:
    """Take a typed search apart into words, phrases, beginnings and what is not wanted."""
    if len(text) > longest:
        raise QueryError(
            f"the search has {counted(len(text), 'character')}, one takes at most {longest:,} (finding.longest_query); "
            "give a question or a few words"
        )
    pieces = _PIECE.findall(text)
    if len(pieces) > most_words:
        raise QueryError(
            f"{counted(len(pieces), 'word')} were given, a search takes at most {most_words} (finding.most_words); "
            "give a question or a few words"
        )
    found: dict[str, dict[str, None]] = {name: {} for name in Typed.__slots__ if name != "text"}
    wanted = "named" if is_question(text) else "phrases"
    for minus, phrase, word in pieces:
        if phrase:
            _add_phrase(found, phrase, "without_phrases" if minus else wanted, words)
        elif word.startswith("-") and word.endswith("*") and (last := words.pieces(word)):
            found["without_beginnings"][words.beginning(last[-1])] = None
        elif word.startswith("-") and len(word) > 1:
            found["without_terms"].update(dict.fromkeys(words.terms(word)))
        elif word.endswith("*"):
            _add_beginning(found, word, words)
        else:
            _add_words(found, word, words)
    return Typed(text, **{name: tuple(values) for name, values in found.items()})


def as_it_stands(text: str) -> str:
    """A text in the form in which phrases are compared: case ignored, runs of blanks as one."""
    return " ".join(text.casefold().split())


def _add_phrase(found: dict[str, dict[str, None]], phrase: str, kind: str, words: Words) -> None:
    said = " ".join(phrase.split())
    terms = words.terms(said)
    if any(sign.isalnum() for sign in said):
        # A phrase of passed-over words only has no terms: only the texts themselves can show where it occurs.
        found["phrases" if kind == "named" and not terms else kind][said] = None
        if kind != "without_phrases":
            found["terms"].update(dict.fromkeys(terms))


def _add_beginning(found: dict[str, dict[str, None]], word: str, words: Words) -> None:
    *whole, last = words.pieces(word) or [""]
    for piece in whole:
        _add_words(found, piece, words)
    if last:
        found["beginnings"][words.beginning(last)] = None


def _add_words(found: dict[str, dict[str, None]], word: str, words: Words) -> None:
    for piece in words.pieces(word):
        term = words.term(piece)
        found["terms" if term else "passed_over"][term or piece] = None
