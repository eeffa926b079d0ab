"""Finds what an "it" or a "they" means if only the sentence before names it: "Yoga is my evening. It keeps me calm."

A pronoun is replaced only if exactly one thing can be meant, and if the words for it say by themselves which thing it
is: "yoga", "my garden", "painting at night", but not "the film".
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from kg_assets.beliefs.lexicon import Lexicon
from kg_assets.beliefs.short_forms import with_short_forms
from kg_assets.beliefs.understood import OF_NOTHING
from kg_assets.beliefs.wording import joined, spelled
from kg_assets.claims.parsed.antecedents import things_named
from kg_assets.language.sentence import Sentence

_ONE, _SEVERAL = frozenset({"it"}), frozenset({"they", "them"})
_BACK = _ONE | _SEVERAL | {"this", "that", "these", "those", "he", "she", "him", "her", "his", "its", "their"}
_PRONOUNS = ("PRON", "DET")
_BESIDE = ("advmod", "intj", "punct", "appos", "conj", "parataxis", "npadvmod")
_SUBJECTS, _CORES = ("nsubj", "nsubjpass", "csubj"), ("attr", "dobj")


class Referred(NamedTuple):
    """A sentence with its words. If it is certain what its pronouns stand for, `words` has those things in their place,
    and `meant` holds the pronouns' tokens."""

    s: Sentence
    words: tuple[str, ...]
    meant: frozenset[int]  # the tokens that stand for a thing


def with_referent(s: Sentence, words: tuple[str, ...], before: Sentence | None, lexicon: Lexicon) -> Referred:
    """The sentence with its pronouns replaced by the thing that the sentence directly before it names; unchanged if it
    is not certain what they mean."""
    plain = Referred(s, words, frozenset())
    if before is None or before.sentence_index != s.sentence_index - 1 or _BACK.isdisjoint(words):
        return plain
    back = [token for token in range(len(s)) if words[token] in _BACK and s.pos[token] in _PRONOUNS]
    pointing = [token for token in back if not _is_empty(s, token)]
    kinds = {"one" if words[t] in _ONE else "several" if words[t] in _SEVERAL else "other" for t in pointing}
    if kinds not in ({"one"}, {"several"}):
        return plain
    thing = _thing(with_short_forms(before, lexicon), kinds == {"one"}, lexicon)
    if thing is None:
        return plain
    told = list(words)
    lemma, tag, pos = list(s.lemma), list(s.tag), list(s.pos)
    for token in pointing:
        told[token] = thing.text
        lemma[token], tag[token], pos[token] = thing.lemma, thing.tag, "NOUN"
    meant = replace(s, lemma=tuple(lemma), tag=tuple(tag), pos=tuple(pos))
    return Referred(meant, tuple(told), frozenset(pointing))


def _is_empty(s: Sentence, token: int) -> bool:
    """Whether an "it" stands for nothing ("make it work") or for the clause that follows ("it is hard to rest")."""
    head = s.head[token]
    if s.low[token] == "it" and s.low_at(token + 1) in ("when", "if"):
        return True  # "I love it when you sing"
    if any(up < token and s.lemma[up].lower() in OF_NOTHING for up in s.ancestors(token)[:2]):
        return True
    cores = (head, *s.children(head, "acomp", "attr"))
    is_of_clause = any(s.children(core, "xcomp", "ccomp", "advcl") for core in cores)
    return s.low[token] == "it" and token < head and s.lemma[head].lower() == "be" and is_of_clause


class _Thing(NamedTuple):
    text: str
    lemma: str
    tag: str


def _thing(s: Sentence, is_one: bool, lexicon: Lexicon) -> _Thing | None:
    """The one thing that a sentence is about: its subject, else its object or complement, else its root. None for a
    question, if there is not exactly one such thing, or if its words alone do not say which thing it is."""
    if not s.is_parsed or s.ends_asking:
        return None
    words = spelled(s)
    tags = ("NN", "NNP", "NNPS", "VBG") if is_one else ("NNS", "NNPS")
    named = [tokens for tokens in things_named(s, tags) if tokens and s.head[tokens[-1]] == s.root]
    name = tuple(t for t in s.subtree(s.root, _BESIDE) if s.pos[t] == "PROPN")
    if is_one and s.pos[s.root] == "PROPN" and len(name) > 1 and name[-1] - name[0] == len(name) - 1:
        named = [name]  # "Definitely Star Wars!"
    subjects, cores = ([t for t in named if s.dep[t[-1]] in deps] for deps in (_SUBJECTS, _CORES))
    about = subjects or cores or [tokens for tokens in named if tokens[-1] == s.root]
    if not about and is_one:
        return _liked_doing(s, words, lexicon)
    if len(about) != 1 or not _is_told(s, words, about[0][-1], lexicon):
        return None
    head = about[0][-1]
    own = tuple(token for token in s.children(head, "poss", "det") if token not in about[0])
    return _Thing(joined(s, words, (*own, *about[0])), s.lemma[head].lower(), s.tag[head])


def _liked_doing(s: Sentence, words: Sequence[str], lexicon: Lexicon) -> _Thing | None:
    """The activity that a sentence such as "I love mending old clocks" is about; None in other sentences, or if another
    single thing in the sentence could be meant."""
    if s.lemma[s.root].lower() not in lexicon.preference:
        return None
    for doing in s.children(s.root, "xcomp"):
        told = s.subtree(doing, ("punct", "advcl", "parataxis"))
        points = any(words[t] in _BACK or words[t] in lexicon.pointing for t in told)
        is_alone = not any(s.tag[t] in ("NN", "NNP") for t in s.children(doing, "dobj"))
        if s.tag[doing] == "VBG" and doing == told[0] and is_alone and not points:
            return _Thing(joined(s, words, told), s.lemma[doing].lower(), s.tag[doing])
    return None


def _is_told(s: Sentence, words: Sequence[str], head: int, lexicon: Lexicon) -> bool:
    """Whether a noun says by itself which thing it means. It does if it is a name, has "my" or has no article, and is
    not in the lists of words that point or name things at hand."""
    articles = {words[token] for token in s.children(head, "det", "poss")}
    is_name = s.pos[head] == "PROPN" and articles <= {"the"}  # "the Alps"
    return (articles <= {"my"} or is_name) and s.lemma[head].lower() not in lexicon.pointing | lexicon.at_hand
