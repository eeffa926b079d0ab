"""Word lists of `config/claims/clause_words.yaml`, and lists that both ways of reading share."""

import re
from collections.abc import Mapping
from functools import cache, partial

from kg_assets.claims.reading.lexicon import lexicon
from kg_assets.core.wordlists import word_list
from kg_assets.language.sentence import Sentence

CLAUSE_WORDS_FILE = "config/claims/clause_words.yaml"
# The files of these lists. A stage that uses a list declares these files as inputs.
LISTED_IN = (
    CLAUSE_WORDS_FILE, "config/claims/nouns.yaml", "config/claims/words.yaml", "config/language/names.yaml",
)  # fmt: skip
words = partial(word_list, CLAUSE_WORDS_FILE)


@cache
def relation_of(noun: str) -> str | None:
    """The predicate of a noun for a relative or the like ("sister"): "other" if the vocabulary has none for this
    relation, None if the word is no such noun."""
    for found in (lexicon().relations.get(noun), lexicon().relations.get(noun.removesuffix("s"))):
        if found is not None:
            return str(found)
    return None


def told_as(noun: str) -> str | None:
    """The predicate for a name beside a noun like "sister". If the relation has none of its own, it is made from the
    noun for those of the list `known_by_the_noun` ("granddaughter_is"), and is None for others."""
    predicate = relation_of(noun)
    if predicate != "other":
        return predicate
    one = noun if noun in words("known_by_the_noun") | words("grandchildren") else noun.removesuffix("s")
    is_known = one in words("known_by_the_noun") | words("grandchildren")
    return f"{one.replace(' ', '_').replace('-', '_')}_is" if is_known else None


def shared(name: str) -> frozenset[str]:
    """The list with this name in the lexicon, which both ways of reading share."""
    return lexicon()[name]


_DOUBLED = re.compile(r"([bdgmnpt])\1e$")
_FORMS = {"VBD": "past", "VBN": "participle", "VBG": "gerund", "VBZ": "third"}


def base_form(s: Sentence, verb: int) -> str:
    """The base form of a verb: by the list of verbs, or else the lemma, which the parser guesses."""
    known = lexicon().bases(s.low[verb], *filter(None, [_FORMS.get(s.tag[verb])]))
    if not known and not lexicon().bases(s.low[verb], "base"):
        known = lexicon().bases(s.low[verb], "past")
    return known[0] if len(known) == 1 else _without_doubling(s.lemma[verb].lower())


def _without_doubling(lemma: str) -> str:
    """The lemma without a doubled ending: "blog" for the "blogge" that the parser makes of "blogging"."""
    return lemma[:-2] if _DOUBLED.search(lemma) else lemma


@cache
def _participles() -> Mapping[str, str]:
    known = lexicon().forms.items()
    return {base: form for form, found in known for base, kind in found if kind == "participle"}


def participle_of(base: str) -> str | None:
    """The participle of a verb, from the list of verbs: "given" for "give"."""
    return _participles().get(base)
