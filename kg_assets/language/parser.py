"""What the pipeline says of sentences: a stretch that the signs hold for one sentence may prove to be several.

Each stretch is given to the pipeline by itself, in plain spelling, so that what stands beside it changes nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from kg_assets.core.spans import Span
from kg_assets.language.bounds import sentence_bounds
from kg_assets.language.pipeline import load_pipeline
from kg_assets.language.plain import Plain, plain
from kg_assets.language.sentence import Sentence

# Stretches that are analysed at once: it bounds the memory of a step, not what is found.
_TOGETHER = 64


class Parser:
    """A pipeline that reads sentences; one instance serves any number of texts."""

    def __init__(self, model: str) -> None:
        self._pipeline: Any = load_pipeline(model)

    def parse(self, message_id: str, text: str, stretches: Sequence[Span]) -> list[list[Sentence]]:
        """The sentences of each stretch of a message; their index counts from 0 in each."""
        given = [plain(text, start, end) for start, end in stretches]
        docs = self._pipeline.pipe([one.text for one in given], batch_size=_TOGETHER)
        return [
            list(_sentences(message_id, text, stretch, one, doc))
            for stretch, one, doc in zip(stretches, given, docs, strict=True)
        ]


@cache
def parser_of(model: str) -> Parser:
    """The parser of a pipeline, loaded once in a process."""
    return Parser(model)


def read(text: str, model: str, message_id: str = "") -> list[Sentence]:
    """Every sentence of a text, parsed."""
    found = parser_of(model).parse(message_id, text, sentence_bounds(text))
    return numbered(sentence for sentences in found for sentence in sentences)


def numbered(sentences: Iterator[Sentence]) -> list[Sentence]:
    """The sentences of a message with their places in it."""
    return [replace(sentence, sentence_index=index) for index, sentence in enumerate(sentences)]


def _sentences(message_id: str, text: str, stretch: Span, given: Plain, doc: Any) -> Iterator[Sentence]:
    """The sentences of an analysed stretch. White space between words is no token, whatever hangs on it."""
    for sent in doc.sents:
        tokens = [token for token in sent if not token.is_space]
        if not tokens:
            continue
        number = {token.i: index for index, token in enumerate(tokens)}
        places = [given.place(token.idx, token.idx + len(token)) for token in tokens]
        heads = _one_root([_head(token, number) for token in tokens])
        first, last = places[0].start, max(place.end for place in places)
        yield Sentence(
            message_id, 0, first, last, text[first:last],
            tuple(place.start for place in places), tuple(place.end for place in places),
            tuple(token.lemma_ for token in tokens), tuple(token.tag_ for token in tokens),
            tuple(token.pos_ for token in tokens), tuple(token.dep_ for token in tokens),
            heads, tuple(token.ent_type_ for token in tokens),
        )  # fmt: skip


def _one_root(heads: list[int]) -> tuple[int, ...]:
    """The heads with one root: what hung on white space alone hangs on the first root."""
    roots = [token for token, head in enumerate(heads) if head == token]
    return tuple(roots[0] if token in roots[1:] else head for token, head in enumerate(heads))


def _head(token: Any, number: dict[int, int]) -> int:
    """The index of what a token hangs on; over white space to what that hangs on."""
    head = token.head
    while head.i not in number and head.head.i != head.i:
        head = head.head
    return number.get(head.i, number[token.i])
