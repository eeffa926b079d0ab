"""Reads a verb group: its tense, its negation and its main verb."""

from functools import lru_cache

from kg_assets.claims.reading.lexicon import lexicon, word_list
from kg_assets.claims.reading.model import VerbGroup
from kg_assets.claims.reading.sentence import Sentence

_NOT_PROGRESSIVE = word_list("verbs", "not_progressive")
_NO_VERBS = word_list("verbs", "no_verbs")


class _Reader:
    """Reads the words of one verb group from left to right."""

    def __init__(self, sentence: Sentence, index: int) -> None:
        self.s = sentence
        self.words = sentence.words
        self.at = self.first = index
        self.adverbs: list[str] = []
        self.is_negative = self.is_ended = False

    def skip(self) -> str:
        """Move behind adverbs and negations, keep note of them, and return the word that follows."""
        while self.at < len(self.s):
            low = self.s.low[self.at]
            if low == "no" and self.s.word(self.at + 1) == "longer":
                self.is_negative = self.is_ended = True
                self.at += 2
            elif low in self.words["negators"]:
                self.is_negative = True
                self.at += 1
            elif (low in self.words["adverbs"] or _is_manner(low)) and not (
                low == "so" and self.s.word(self.at - 1) == ","
            ):
                self.adverbs.append(low)
                self.at += 1
            else:
                return low
        return ""

    def done(self, lemma: str, tense: str, length: int = 1) -> VerbGroup:
        last = self.at + length
        return VerbGroup(lemma, tense, self.is_negative, self.is_ended, self.first, last, tuple(self.adverbs))


_NO_MANNER = word_list("verbs", "no_manner")


def _is_manner(low: str) -> bool:
    """Whether a word has the form of an adverb of manner ("firmly")."""
    return low.endswith("ly") and len(low) > 5 and low not in _NO_MANNER


def verb_group(sentence: Sentence, index: int, is_self: bool) -> VerbGroup | None:
    """The verb group that begins at `index`, after its subject; None if there is none. With `is_self` the subject is
    "I" or "we", which go with the base form."""
    reader = _Reader(sentence, index)
    low = reader.skip()
    words = sentence.words
    if not low:
        return None
    if low == "'s":
        low = "is" if sentence.word(reader.at + 1) not in ("been", "got", "had") else "has"
    if low in words["be"]:
        return _be(reader, "past" if low in ("was", "were") else "present")
    if low in words["have"]:
        return _have(reader, low)
    if low in words["do"]:
        return _do(reader, low)
    if low in words["modals"]:
        return _modal(reader, low)
    if low in ("used", "use") and sentence.word(reader.at + 1) == "to" and sentence.word(reader.at + 2) in words.forms:
        reader.at += 2
        return _base(reader, "used_to")
    return _plain(reader, low, is_self)


def _be(reader: _Reader, tense: str) -> VerbGroup:
    reader.at += 1
    low = reader.skip()
    gerunds = reader.words.bases(low, "gerund")
    if (
        not gerunds
        and low.endswith("ing")
        and len(low) > 5
        and low not in _NOT_PROGRESSIVE
        and low not in reader.words["traits"]
    ):
        gerunds = [low[:-3]]
    if gerunds and low not in _NOT_PROGRESSIVE:
        return reader.done(gerunds[0], "progressive" if tense == "present" else "past_progressive")
    if tense == "present" and low == "used" and reader.s.word(reader.at + 1) == "to":
        return reader.done("accustom", "present")
    return reader.done("be", tense, 0)


def _have(reader: _Reader, auxiliary: str) -> VerbGroup:
    reader.at += 1
    here, adverbs = reader.at, len(reader.adverbs)
    low = reader.skip()
    perfect = "past" if auxiliary == "had" else "perfect"
    if low == "been":
        reader.at += 1
        low = reader.skip()
        gerunds = reader.words.bases(low, "gerund")
        if gerunds:
            return reader.done(gerunds[0], "perfect_progressive" if perfect == "perfect" else "past_progressive")
        return reader.done("be", perfect, 0)
    if low == "got" and perfect == "perfect":
        return reader.done("have", "present")
    participles = reader.words.bases(low, "participle") or reader.words.bases(low, "past")
    if participles and low != "had":
        return reader.done(participles[0], perfect)
    if low == "had":
        return reader.done("have", perfect)
    reader.at = here
    del reader.adverbs[adverbs:]
    return reader.done("have", "past" if auxiliary == "had" else "present", 0)


def _do(reader: _Reader, auxiliary: str) -> VerbGroup:
    here = reader.at
    reader.at += 1
    low = reader.skip()
    tense = "past" if auxiliary == "did" else "present"
    if reader.words.bases(low, "base") or (reader.is_negative and low.isalpha() and low not in _NO_VERBS):
        return reader.done(low, tense)
    reader.at = here
    return reader.done("do", tense)


def _modal(reader: _Reader, modal: str) -> VerbGroup:
    if modal == "would" and reader.s.word(reader.at + 1) == "been":
        return _have(reader, "had")
    reader.at += 1
    reader.skip()
    if modal == "would" and not {"rather", "sooner"}.isdisjoint(reader.adverbs):
        return reader.done("rather", "present", 0)
    if modal == "must":
        return reader.done("must", "present", 0)
    tense = {"will": "future", "shall": "future", "would": "modal_would", "can": "modal_can"}.get(modal, "modal")
    if modal in ("can", "could") and reader.is_negative:
        tense = "negated_can"
    if tense == "future" and tuple(reader.s.low[reader.at : reader.at + 2]) == ("have", "been"):
        return _have(reader, "have")._replace(tense=tense)  # "we shall have been married ten years in May"
    return _base(reader, tense)


def _base(reader: _Reader, tense: str) -> VerbGroup:
    low = reader.skip()
    if low == "be" and (gerunds := reader.words.bases(reader.s.word(reader.at + 1), "gerund")):
        reader.at += 1
        return reader.done(gerunds[0], tense)
    return reader.done(low or "be", tense)


def _plain(reader: _Reader, low: str, is_self: bool) -> VerbGroup | None:
    found = _lemma_and_tense(low, is_self)
    return reader.done(*found) if found else None


@lru_cache(maxsize=1 << 14)
def _lemma_and_tense(low: str, is_self: bool) -> tuple[str, str] | None:
    words = lexicon()
    if low in _NO_VERBS or not low.isalpha():
        return None
    base, past = words.bases(low, "base"), words.bases(low, "past")
    third = words.bases(low, "third")
    if is_self:
        if past and (not base or base[0] != low or low in ("quit", "cut", "set", "hit", "split")):
            return past[0], "past"
        if base:
            return base[0], "present"
        if third:
            return third[0], "present"
        if low.endswith("ed") and len(low) > 4:
            return low[:-2], "past"
        if low.endswith(("ing", "ly")) or low in words["prepositions"] or low in words["stops"]:
            return None
        return low, "present"
    if third:
        return third[0], "present"
    return (past[0], "past") if past else None
