"""Finds objects that only somebody who knows the conversation can understand: "it", "that film", "your idea",
"something new"."""

from collections.abc import Sequence
from itertools import pairwise

from kg_assets.claims.parsed.words import relation_of, shared, words
from kg_assets.claims.reading.model import SELF
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

_OBJECTS = ("dobj", "pobj", "dative")
_SUBJECTS = ("nsubj", "nsubjpass")
_NOUNS = ("NOUN", "PROPN")
_CLAUSES = ("relcl", "acl")
# What makes a vague word say which one is meant ("something that flies", "one of the vans").
_TELLING = (*_CLAUSES, "prep", "compound")
_DESCRIBING = (*_TELLING, "appos")
Tokens = Sequence[int]


def is_of_the_talk(s: Sentence, subject: str, predicate: str, tokens: Tokens) -> bool:
    """Whether an object can be understood only from the conversation: "your idea", an "it" that means something from an
    earlier message, "something new"."""
    if not tokens or predicate in words("said_by_itself"):
        # "I'm allergic" leaves it to earlier words to what.
        return len(tokens) == 1 and s.low[tokens[0]] in words("half_said")
    if len(tokens) == 1 and predicate in words("of_intent") and s.lemma[tokens[0]].lower() in words("wants_a_thing"):
        return True  # "can't wait to visit"
    if is_yours(s, tokens) and predicate in words("of_verbs"):
        return True
    if _goes_on_with_a_pronoun(s, tokens) or any(
        _is_somewhere(s, token, tokens[:at]) for at, token in enumerate(tokens)
    ):
        return True
    is_elses = subject == SELF and _is_somebody_elses(s, tokens)
    return is_elses or _points_back(s, subject, tokens) or _is_vague(s, tokens)


def leaves_out_what(s: Sentence, verb: int, tokens: Tokens) -> bool:
    """Whether the direct object of a verb is a pronoun that the claim's object does not contain: "it" of "showed it to
    editors"."""
    thing = s.child(verb, "dobj")
    if thing is None or thing in tokens or s.tag[thing] not in ("DT", "PRP"):
        return False
    return s.low[thing] in words("pointing_back") | words("pointing")


def is_subject_of_the_talk(s: Sentence, head: int, tokens: Tokens) -> bool:
    """Whether a subject can be understood only from what was said before: "this pic", "the book", "fixing
    it"."""
    if _points_back(s, SELF, tokens) or is_yours(s, tokens):
        return True
    like = [thing for prep in s.children(head, "prep") for thing in s.children(prep, "pobj")]
    if any(s.low[thing] in words("pointing") for thing in like):
        return True  # "moments like that"
    dets = [s.low[child] for child in s.children(head, "det")]
    points = any(low in words("pointing") for low in dets)
    return (points and s.child(head, *_CLAUSES) is None) or ("the" in dets and len(tokens) == 1)


def is_yours(s: Sentence, tokens: Tokens) -> bool:
    """Whether an object contains a word for the listener, so that only the conversation shows what is meant ("talk
    about your formatting")."""
    holders = [child for token in tokens for child in s.children(token, "poss")]
    return any(s.low[token] in closed_class("second_persons") for token in (*tokens, *holders))


def _points_back(s: Sentence, subject: str, tokens: Tokens) -> bool:
    """Whether a word of the object stands for something that the object does not name: "this" in "bake this", "them" in
    "a shelf to put them on"."""
    return is_bare_demonstrative(s, _head(s, tokens), tokens) or any(
        stands_for_another(s, subject, token, tokens[:at]) for at, token in enumerate(tokens)
    )


def _goes_on_with_a_pronoun(s: Sentence, tokens: Tokens) -> bool:
    """Whether a pronoun or "there" that belongs to the object follows right after it: "try baking that"."""
    at = tokens[-1] + 1
    if at < len(s) and s.low[at] == "there" and s.head[at] in tokens and s.dep[at] == "advmod":
        return not any(s.pos[token] == "PROPN" for token in tokens)  # "a map of the huts that took us there"
    if at >= len(s) or s.dep[at] != "dobj" or s.head[at] not in tokens or s.tag[at] not in ("DT", "PRP"):
        return False
    return s.low[at] in words("pointing_back") | words("pointing")


def _is_somewhere(s: Sentence, token: int, before: Tokens) -> bool:
    """Whether "there" or "here" is a place that the object does not name: "try the seafood there"."""
    is_adverb = s.low[token] in ("there", "here") and s.dep[token] not in ("expl", "nsubj", "attr")
    return is_adverb and not any(s.pos[t] == "PROPN" or s.dep[t] == "pobj" for t in before)


def is_bare_demonstrative(s: Sentence, head: int, tokens: Tokens) -> bool:
    """Whether only "this", "that" or a like word says which thing is meant: "this recipe", "that first film", but not
    "this stew of lentils"."""
    points = head in tokens and any(
        s.low[child] in words("pointing") and s.low[child] != "another" for child in s.children(head, "det")
    )
    joined = min((*s.children(head, "cc"), len(s)))  # "that jar and a few others"
    behind = [token for token in tokens if head < token < joined and s.dep[token] not in ("conj", "det", "amod")]
    behind = [token for token in behind if not s.low[token].endswith("self")]  # "decorated this tree myself"
    is_told = s.child(head, *_DESCRIBING) is not None or s.pos[head] == "PROPN" or bool(behind)
    if s.low[tokens[0]] == "other" and s.child(head, *_CLAUSES, "prep") is None:
        return points or (tokens[-1] == head and s.tag[head] == "NN")  # "that other old musical"
    return points and not is_told and s.lemma[head].lower() not in _times()


def stands_for_another(s: Sentence, subject: str, token: int, before: Tokens) -> bool:
    """Whether a word stands for somebody or something that the words before it do not name."""
    low = s.low[token]
    if low in words("pointing"):
        return _points(s, token)
    if low == "eachother" or (low in ("other", "another") and s.low[max(0, token - 1)] in ("each", "one")):
        return subject == SELF and not _are_several(s, before)  # who they are is told by the subject alone
    if low in ("one", "ones", "same"):
        is_object = s.dep[token] in _OBJECTS or s.dep[token] in _SUBJECTS
        return is_object and not _is_told(s, token) and not _is_part_of_a_phrase(s, token)
    if low in ("any", "some", "none", "several"):
        return s.dep[token] in _OBJECTS and s.child(token, "prep", *_CLAUSES) is None
    if low in words("of_somebody"):
        return subject == SELF and not any(_is_somebody(s, token) for token in before)
    named = _nameable(s, token, before)
    if low in words("of_several"):
        return subject == SELF and not _are_several(s, named)
    if low in ("it", "its"):
        empty = words("empty_objects") | words("quantities")
        is_named = any(
            s.tag[noun] == "NNP" or (s.tag[noun] == "NN" and s.low[noun] not in empty and not _is_somebody(s, noun))
            for noun in named
        )
        return not (is_named or _is_of_nothing(s, token))
    return False


def _nameable(s: Sentence, token: int, before: Tokens) -> Tokens:
    """The words before a pronoun for which the pronoun may stand. These are not the noun or verb on which it depends,
    nor other nouns that depend on its verb.

    In "a plan for selling it" the plan is not sold; in "put work into it" the work does not go into itself.
    """
    holder = s.head[token] if s.dep[token] in ("pobj", "pcomp") else token
    if s.dep[token] == "poss":
        return before
    if s.pos[s.head[holder]] in _NOUNS:
        return [noun for noun in before if noun != s.head[holder]]
    chain = (token, *s.ancestors(token))
    above = {up for below, up in pairwise(chain) if s.dep[below] != "conj"}
    # In "the calm and strength it brings" the clause is about both nouns, so "it" stands for neither.
    above |= {joined for up in above for joined in s.children(up, "conj") if s.child(joined, "det", "poss") is None}
    verb = _verb_of(s, token)
    return [noun for noun in before if noun not in above and _verb_of(s, noun) != verb]


def _verb_of(s: Sentence, token: int) -> int | None:
    return next((above for above in s.ancestors(token) if s.pos[above] in ("VERB", "AUX")), None)


def _points(s: Sentence, token: int) -> bool:
    """Whether "this", "those" and the like point to a thing: "those birds", but not "those with asthma",
    "this week", nor the "that" of a clause."""
    if s.tag[token] not in ("DT", "PRP") or s.low[max(0, token - 1) : token + 1] == ("one", "another"):
        return False
    noun = s.head[token] if s.dep[token] == "det" else token
    if s.dep[token] != "det" and s.dep[token] not in (*_OBJECTS, *_SUBJECTS):
        return False
    if s.dep[token] == "det" and s.low[token] == "another":
        return s.low[noun] == "one"
    is_time = s.entity[noun] in ("DATE", "TIME") or s.lemma[noun].lower() in _times()
    return not is_time and s.child(noun, *_CLAUSES, *(("prep",) if noun == token else ())) is None


def _times() -> frozenset[str]:
    return words("time_nouns") | words("lengths_of_time")


def _is_part_of_a_phrase(s: Sentence, token: int) -> bool:
    """Whether the word "one" at this token is part of a phrase: "one another", "one-on-one"."""
    beside = s.low[token + 1 : token + 2] + s.low[max(0, token - 1) : token]
    is_each = ("one", "on", "one") in (s.low[max(0, token - 2) : token + 1], s.low[token : token + 3])
    return s.pos[token] == "PROPN" or "-" in beside or is_each or "another" in s.low[token + 1 : token + 2]


def _is_told(s: Sentence, token: int) -> bool:
    """Whether further words say which thing a word means: "one of the vans". Words that only say when do not ("one
    since May")."""
    preps = [prep for prep in s.children(token, "prep") if s.low[prep] not in words("daters") | {"with"}]
    return bool(preps) or s.child(token, *_CLAUSES, "compound") is not None


def _is_somebody(s: Sentence, token: int) -> bool:
    """Whether "him" or "her" may refer to this word: a name, a person, a relative, a pet or a job."""
    low = s.low[token]
    if s.pos[token] == "PROPN" or low in words("persons") or relation_of(low) is not None:
        return True
    return s.pos[token] == "NOUN" and (low in shared("pet_kinds") or low in shared("jobs"))


def _are_several(s: Sentence, tokens: Tokens) -> bool:
    plural = any(s.tag[token] in ("NNS", "NNPS") or s.low[token] in words("several_as_one") for token in tokens)
    return plural or any(s.dep[token] == "conj" and s.pos[token] in _NOUNS for token in tokens)


def _is_of_nothing(s: Sentence, token: int) -> bool:
    """Whether an "it" stands only for the words that follow: "It's good to rest"."""
    verb = s.head[token]
    said = s.child(verb, "acomp", "attr")
    inner = any(s.child(holder, "xcomp", "ccomp", "advcl", "csubj") is not None for holder in (verb, said or verb))
    return s.dep[token] == "expl" or (s.dep[token] in _SUBJECTS and said is not None and inner)


def _is_somebody_elses(s: Sentence, tokens: Tokens) -> bool:
    """Whether an object belongs to somebody named before: "I love their work"."""
    holders = s.children(_head(s, tokens), "poss")
    return any(s.low[holder] in closed_class("others_words") and s.tag[holder] == "PRP$" for holder in holders)


def _head(s: Sentence, tokens: Tokens) -> int:
    own = set(tokens)
    return next((token for token in tokens if s.head[token] not in own or s.head[token] == token), tokens[-1])


def _is_vague(s: Sentence, tokens: Tokens) -> bool:
    own = set(tokens)
    head = _head(s, tokens)
    if s.lemma[head].lower() in words("told_next") and s.child(head, "prep", "appos") is None:
        return True  # "I got some great news to share", "I did something new"
    if s.lemma[head].lower() in words("going_on") and _is_no_more_than_going_on(s, head):
        return True
    if s.pos[head] == "VERB":
        thing = s.child(head, "dobj")
        if thing is None or thing not in own or s.children(head, "prep", "advcl", "xcomp"):
            return False
        if s.lemma[head].lower() in words("goes_on") and _is_hollow(s, thing):
            return True  # "reach my dreams"
        head = thing
    return s.low[head] in words("vague") and s.child(head, *_TELLING) is None


def _is_no_more_than_going_on(s: Sentence, head: int) -> bool:
    """Whether a verb such as "keep" does not say what goes on: "keep going", "keep working hard"."""
    inner = s.child(head, "xcomp")
    if inner is None or s.lemma[inner].lower() not in words("goes_on"):
        return False
    thing = s.child(inner, "dobj")
    return thing is None or _is_hollow(s, thing)


def _is_hollow(s: Sentence, thing: int) -> bool:
    """Whether the object of a verb such as "keep" or "continue" does not say what is meant: "my dreams", "my best",
    "new things"."""
    is_said_so = bool({s.low[thing], s.lemma[thing].lower()} & words("goes_on_with"))
    return is_said_so and s.child(thing, "prep", "compound", *_CLAUSES) is None
