"""Names that the parser found (`kg.sentences`), and how they are joined with those of the gazetteers.

A parser's recogniser finds names that no list has, but takes any capitalised word for a name. The lists are precise and
short. So a name from the parser must look like a name. Where it overlaps a name from a list, the list's name stays,
unless the parser's name contains it.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.compute as pc

from kg_assets.core.modelfiles import model_digest, model_folder
from kg_assets.language.sentence import SENTENCE_COLUMNS, Sentence
from kg_assets.mentions.ner.gazetteer import GazetteerBackend
from kg_assets.mentions.ner.rules import ner_rules, sentence_openers
from kg_assets.mentions.ner.span import NerSpan
from kg_assets.store.rows import read_table

_READ = "reading"


class NamesOfSentence(NamedTuple):
    """The names of one sentence, with offsets into its message."""

    sentence: Sentence
    names: Sequence[NerSpan]


class ReadBackend:
    """The recogniser whose names come from the gazetteers and from `kg.sentences`.

    `find` gives the names of the gazetteers; `joined` adds those of the sentences.
    """

    def __init__(self, model: str) -> None:
        self._gazetteer = GazetteerBackend()
        self._model = model

    @cached_property
    def _meta(self) -> Mapping[str, Any]:
        folder = model_folder(self._model)
        meta: Mapping[str, Any] = json.loads((folder / "meta.json").read_bytes()) if folder else {}
        return meta

    @property
    def name(self) -> str:
        return f"{self._gazetteer.name}+{self._meta['lang']}_{self._meta['name']}"

    @property
    def version(self) -> str:
        return f"{self._gazetteer.version}+{self._meta['version']}"

    @property
    def config(self) -> Mapping[str, object]:
        rules = ner_rules()
        return dict(self._gazetteer.config) | {
            "backend": "gazetteer and the reading of sentences",
            "model_sha256": model_digest(self._model),
            "labels": dict(sorted(rules.labels.items())),
            "confidence": rules.model_confidence,
            "rules_version": rules.version,
        }

    def find(self, texts: Sequence[str]) -> list[list[NerSpan]]:
        """The names that the gazetteers (the lists of known names) find in each text."""
        return self._gazetteer.find(texts)


def named_sentences(paths: Sequence[Path]) -> dict[str, list[NamesOfSentence]]:
    """The sentences in which the parser found names, in order and by message, from some files of `kg.sentences`."""
    found: dict[str, list[NamesOfSentence]] = defaultdict(list)
    for path in paths:
        table = read_table(path, columns=list(SENTENCE_COLUMNS))
        has_name = pc.greater(pc.binary_length(pc.binary_join(table.column("token_entity"), "")), 0)
        for row in table.filter(has_name).to_pylist():
            sentence = Sentence.from_row(row)
            names = list(names_of(sentence))
            if names:
                found[sentence.message_id].append(NamesOfSentence(sentence, names))
    return found


def names_of(sentence: Sentence) -> Iterator[NerSpan]:
    """The names in a sentence that the parser found and that look like names, with the labels of
    `config/detectors/ner.yaml`."""
    rules = ner_rules()
    for run in _runs(sentence):
        label = rules.labels.get(sentence.entity[run[0]])
        tokens = _bare(sentence, run)
        if label is None or not tokens or not _looks_like_one(sentence, tokens, label):
            continue
        start, end = sentence.span(tokens)
        details = {"model_label": sentence.entity[run[0]], "found_by": _READ}
        yield NerSpan(start, end, label, sentence.words(tokens), rules.model_confidence, details)


def _runs(sentence: Sentence) -> Iterator[list[int]]:
    """The tokens of each name: neighbouring tokens that the parser marked with the same label, such as PERSON."""
    run: list[int] = []
    for token, label in enumerate(sentence.entity):
        if run and label != sentence.entity[run[-1]]:
            yield run
            run = []
        if label:
            run.append(token)
    if run:
        yield run


def _bare(sentence: Sentence, run: Sequence[int]) -> Sequence[int]:
    """The tokens of a name without words before it that do not belong to it ("Yep Jon", "the Alps"), and without a
    possessive at its end."""
    reading = ner_rules().reading
    first, last = 0, len(run)
    while first < last and not _begins_name(sentence, run[first]):
        first += 1
    while first < last and sentence.tag[run[last - 1]] in reading.never_last:
        last -= 1
    return run[first:last]


def _begins_name(sentence: Sentence, token: int) -> bool:
    reading = ner_rules().reading
    word = sentence.word(token)
    if sentence.tag[token] in reading.never_first or word in sentence_openers():
        return False
    # A cry or a greeting before a name ("Yep Jon") depends on it in one of the ways in `leads_in`.
    return sentence.dep[token] not in reading.leads_in and word[0].isalnum()


def _looks_like_one(sentence: Sentence, tokens: Sequence[int], label: str) -> bool:
    reading = ner_rules().reading
    surface = sentence.words(tokens)
    if not any(map(str.isalpha, surface)) or len(surface) < reading.min_chars or "," in surface:
        return False
    dep = sentence.dep[tokens[-1]]
    if surface.islower():
        # People who type no capitals still name places behind a preposition; other small names are mostly words.
        return label == "LOCATION" and dep in reading.small_places
    # A word that opens a sentence has a capital anyway; it is a name only in certain roles of the clause (`opens_as`).
    opens = len(tokens) == 1 and tokens[0] == 0
    return not opens or (dep in reading.opens_as and label in reading.opening_labels)


def joined(known: Sequence[NerSpan], read: Sequence[NerSpan]) -> list[NerSpan]:
    """Join names from lists (`known`) and names from the parser (`read`). Where two overlap, the list's name stays,
    unless the parser's name is longer and contains it."""
    kept = list(known)
    for name in read:
        met = [other for other in kept if _start(other) < _end(name) and _start(name) < _end(other)]
        if all(_start(name) <= _start(o) and _end(o) <= _end(name) and len(name.surface) > len(o.surface) for o in met):
            kept = [other for other in kept if other not in met] + [name]
    return sorted(kept, key=lambda span: (_start(span), _end(span), span.label))


def _start(span: NerSpan) -> int:
    return span.start or 0


def _end(span: NerSpan) -> int:
    return span.end or 0
