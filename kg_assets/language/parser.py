"""Parses sentences.

A stretch is what looks like one sentence by its punctuation; the parser may divide it into several. Each stretch is
parsed by itself, in plain spelling, so that the result depends neither on its neighbours nor on what is parsed together
with it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from kg_assets.core.products import one_thread
from kg_assets.core.spans import Span
from kg_assets.language.bounds import sentence_bounds
from kg_assets.language.capitals import with_capitals
from kg_assets.language.pipeline import load_pipeline
from kg_assets.language.plain import Plain, plain
from kg_assets.language.products import quick_products, use_products
from kg_assets.language.ruler import RememberedLemmas, RememberedRuler
from kg_assets.language.sentence import Sentence
from kg_assets.language.vocabulary import Vocabulary

# Stretches that are analysed at a time: fewer take more time, more take more memory.
_TOGETHER = 256
_ENTITIES = "ner"
_LAST = ("attribute_ruler", "lemmatizer")
_PROPER_NOUNS = ("NNP", "NNPS")
_BEHIND_PREPOSITION = "pobj"
# Texts that are analysed alone and together, to test that the result is the same.
_PROOF = ("I sold my old boat in June.", "no", "My sister Ana works for the city, which is why we moved there.", "Hm!")


class Stretch(NamedTuple):
    """A part of a message to be parsed: the whole text, and where the part begins and ends in it."""

    message_id: str
    text: str
    place: Span


class Parser:
    """Parses sentences with a spaCy pipeline. One instance serves any number of texts."""

    def __init__(self, model: str, with_entities: bool = True) -> None:
        self._pipeline: Any = load_pipeline(model)
        has_entities = with_entities and self._pipeline.has_pipe(_ENTITIES)
        self._entities: Any = self._pipeline.get_pipe(_ENTITIES) if has_entities else None
        self._last = self._last_steps()
        self._vocabulary = Vocabulary(self._pipeline)
        self._together = self._steady_together()

    def _last_steps(self) -> list[Any]:
        """The pipeline's attribute ruler and lemmatizer, replaced by faster versions that remember their answers
        (`language.ruler`). The parser runs them itself after the pipeline. Empty if the pipeline ends in other
        steps."""
        names = [name for name in self._pipeline.pipe_names if name != _ENTITIES]
        if tuple(names[-2:]) != _LAST:
            return []
        ruler, lemmatizer = map(self._pipeline.get_pipe, _LAST)
        return [RememberedRuler(ruler, ruler.patterns), RememberedLemmas(lemmatizer)]

    def _steady_together(self) -> int:
        """The number of stretches that may be analysed together without changing the result.

        The faster matrix products (`language.products`) are used if with them the result of a stretch is the same alone
        and among others, else the pipeline's own products. If neither passes this test, every stretch is analysed
        alone, at several times the cost.
        """
        quick = quick_products()
        if quick is not None:
            before = use_products(self._pipeline, quick)
            if self._is_steady():
                return _TOGETHER
            for node, own in before:
                node.ops = own
        return _TOGETHER if self._is_steady() else 1

    def _is_steady(self) -> bool:
        """Whether a text gets the same numbers when it is analysed alone and among others. They can differ, because the
        product of larger matrices may add its numbers in another order."""
        alone = [self._analysed([text], 1)[0].tensor for text in _PROOF]
        among = [doc.tensor for doc in self._analysed(_PROOF * 24, _TOGETHER)]
        return all(np.array_equal(alone[n % len(_PROOF)], tensor) for n, tensor in enumerate(among))

    @one_thread()
    def _analysed(self, texts: Sequence[str], together: int) -> list[Any]:
        disabled = [name for name in (_ENTITIES, *(_LAST if self._last else ())) if self._pipeline.has_pipe(name)]
        docs = list(self._pipeline.pipe(texts, batch_size=together, disable=disabled))
        for doc in docs:
            for step in self._last:
                step(doc)
        if self._entities is None:
            return docs
        # Entities are looked for only in sentences in which the tagger sees a possible name, because it costs as much
        # as all else.
        named = [doc for doc in docs if any(map(_may_name, doc))]
        for _ in self._entities.pipe(named, batch_size=together):
            pass
        return docs

    def parse(self, stretches: Sequence[Stretch]) -> list[list[Sentence]]:
        """The sentences of each stretch; `sentence_index` counts from 0 in each. A text that occurs twice is
        analysed once."""
        given = [self._written(plain(stretch.text, *stretch.place)) for stretch in stretches]
        texts = list(dict.fromkeys(one.text for one in given))
        docs = dict(zip(texts, self._analysed(texts, self._together), strict=True))
        return [
            [_sentence(stretch, one, tokens) for tokens in _groups(one, docs[one.text])]
            for stretch, one in zip(stretches, given, strict=True)
        ]

    def _written(self, given: Plain) -> Plain:
        """The stretch in the spelling that the parser gets: names in lower case have capitals."""
        return given._replace(text=with_capitals(given.text, self._vocabulary.has))


@cache
def parser_of(model: str, with_entities: bool = True) -> Parser:
    """The parser of a pipeline, loaded once in a process."""
    return Parser(model, with_entities)


def read(text: str, model: str, message_id: str = "") -> list[Sentence]:
    """Every sentence of a text, parsed."""
    found = parser_of(model).parse([Stretch(message_id, text, place) for place in sentence_bounds(text)])
    return numbered(sentence for sentences in found for sentence in sentences)


def numbered(sentences: Iterable[Sentence]) -> list[Sentence]:
    """The sentences of a message with their numbers in the message."""
    return [replace(sentence, sentence_index=index) for index, sentence in enumerate(sentences)]


def _may_name(token: Any) -> bool:
    """Whether a token may be a name: a proper noun that has a capital or follows a preposition ("in graz")."""
    return token.tag_ in _PROPER_NOUNS and (token.is_title or token.is_upper or token.dep_ == _BEHIND_PREPOSITION)


def _groups(given: Plain, doc: Any) -> Iterator[list[Any]]:
    """The tokens of each sentence in a parsed stretch, without white space.

    The parser may end a sentence within a written form ("im", read as "I 'm"). The two sentences are then joined.
    """
    group: list[Any] = []
    for sent in doc.sents:
        tokens = [token for token in sent if not token.is_space and not _is_added(given, token)]
        if not tokens:
            continue
        if group and _place(given, tokens[0]).start >= max(_place(given, token).end for token in group):
            yield group
            group = []
        group += tokens
    if group:
        yield group


def _is_added(given: Plain, token: Any) -> bool:
    """Whether a token belongs to an "I" that the writer left out: it only helps the parser."""
    return given.added is not None and given.added.start <= token.idx < given.added.end


def _place(given: Plain, token: Any) -> Span:
    return given.place(token.idx, token.idx + len(token))


def _sentence(stretch: Stretch, given: Plain, tokens: Sequence[Any]) -> Sentence:
    number = {token.i: index for index, token in enumerate(tokens)}
    places = [_place(given, token) for token in tokens]
    first, last = places[0].start, max(place.end for place in places)
    return Sentence(
        stretch.message_id, 0, first, last, stretch.text[first:last],
        tuple(place.start for place in places), tuple(place.end for place in places),
        tuple(token.lemma_ for token in tokens), tuple(_tag(given, token) for token in tokens),
        tuple(token.pos_ for token in tokens), tuple(token.dep_ for token in tokens),
        _one_root([_head(token, number) for token in tokens]), tuple(token.ent_type_ for token in tokens),
    )  # fmt: skip


def _tag(given: Plain, token: Any) -> str:
    """A token's tag. A verb that got its "I" here is past: "quit the bakery" would be an order without it."""
    is_told = token.tag_ == "VBP" and given.added is not None and token.i > 0 and _is_added(given, token.nbor(-1))
    return "VBD" if is_told else str(token.tag_)


def _one_root(heads: list[int]) -> tuple[int, ...]:
    """The heads (for each token the token that it depends on; a root has its own number), changed so that there is one
    root. Tokens that depended only on white space are roots, too; they now depend on the first root."""
    roots = [token for token, head in enumerate(heads) if head == token]
    return tuple(roots[0] if token in roots[1:] else head for token, head in enumerate(heads))


def _head(token: Any, number: dict[int, int]) -> int:
    """The index of a token's head. If the head is white space or an added "I", which are no tokens here, the head of
    that is taken."""
    head = token.head
    while head.i not in number and head.head.i != head.i:
        head = head.head
    return number.get(head.i, number[token.i])
