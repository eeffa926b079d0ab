"""Values and traits that somebody was taught or has come to see: "it taught me that patience is key".

The belief is told in the words of the sentence: "i value patience", "i find it important to rest", "i am
strong".
"""

from collections.abc import Iterator, Sequence

from kg_assets.beliefs.frame import BeliefType
from kg_assets.beliefs.lexicon import Lexicon
from kg_assets.beliefs.others import HELPERS, LOOSE, ME, NOT_STATED, SUBJECTS, UNNAMED, Stated
from kg_assets.beliefs.situation import NEAR
from kg_assets.language.sentence import Sentence

_STANDING = ("ROOT", "conj", "parataxis", "relcl", "advcl", "acl")
_Told = tuple[int, tuple[int, ...], bool]  # the verb that opens it, what matters, whether that is to do something


def lessons(s: Sentence, words: Sequence[str], lexicon: Lexicon, second: frozenset[str]) -> Iterator[Stated]:
    """What the person learned about themselves ("how strong I am"), then every value that they learned or
    hold, each in the order of the sentence.
    """
    if s.ends_asking:
        return
    for core in range(len(s)) if "how" in words else ():
        seen = _of_oneself(s, words, lexicon, core)
        if seen is not None:
            yield seen
    if lexicon.mattering.isdisjoint(words):
        return
    for core in range(len(s)):
        if words[core] not in lexicon.mattering:
            continue
        told = (
            _of_noun(s, words, core)
            or _of_doing(s, words, lexicon, core)
            or _of_thing(s, words, core)
            or _of_fronted(s, words, core)
        )
        if told is None or not told[1] or _points(s, words, lexicon, second, told[1]):
            continue
        said_by, tokens, is_doing = told
        is_of_numbers = words[core] == "value" and s.lemma[said_by].lower() not in lexicon.teaching
        if is_of_numbers or not _is_held(s, words, said_by, lexicon):
            continue
        parts = ("it", (core,), tokens) if is_doing else (tokens,)
        at = said_by if is_doing else core
        heard = tuple(sorted({at, *_framing(s, core), *_framing(s, s.head[core])} - set(tokens)))
        yield Stated("find" if is_doing else "value", parts, heard, "VALUE", core, False)


def _of_oneself(s: Sentence, words: Sequence[str], lexicon: Lexicon, core: int) -> Stated | None:
    """What the person has come to see of themselves: "it showed me how strong I am", "how patient I can be";
    else None."""
    verb = s.head[core]
    subject = s.child(verb, "nsubj")
    whole = s.subtree(core, LOOSE)
    told = [token for token in whole if words[token] != "how"]
    is_how = s.dep[core] == "acomp" and s.pos[core] == "ADJ" and core < verb and len(told) < len(whole)
    if not is_how or subject is None or words[subject] != "i" or words[core] in lexicon.needs_object | lexicon.not_self:
        return None
    is_so = words[verb] == "am" or (words[verb] == "be" and [words[t] for t in s.children(verb, "aux")] == ["can"])
    if not is_so or s.dep[verb] not in ("ccomp", "pcomp") or not _is_held(s, words, s.head[verb], lexicon):
        return None
    kind: BeliefType = "FEELING_STATE" if words[core] in lexicon.feelings else "TRAIT"
    return Stated("be", (_trimmed(s, told),), (s.head[verb], core), kind, verb, False)


def _of_noun(s: Sentence, words: Sequence[str], core: int) -> _Told | None:
    """What is said to matter: "rest" in "it showed me the importance of rest". None in other sentences."""
    of = next((token for token in s.children(core, "prep") if words[token] == "of"), None)
    thing = None if of is None else s.child(of, "pobj", "pcomp")
    if s.pos[core] != "NOUN" or thing is None or s.dep[core] not in ("dobj", "pobj"):
        return None
    head = s.head[core] if s.dep[core] == "dobj" else s.head[s.head[core]]
    return head, _trimmed(s, s.subtree(thing, LOOSE)), False


def _of_doing(s: Sentence, words: Sequence[str], lexicon: Lexicon, core: int) -> _Told | None:
    """What is said to matter: "rest" in "it taught me how important it is to rest" or "I think it's important
    to rest". None in other sentences."""
    verb = s.head[core]
    below = (token for top in (core, verb) for token in s.children(top, "xcomp", "ccomp", "advcl"))
    doing = next((token for token in below if s.tag[token] == "VB"), None)
    subject = s.child(verb, "nsubj")
    if (
        doing is None
        or doing < core
        or subject is None
        or words[subject] != "it"
        or s.child(doing, "nsubj") is not None
    ):
        return None
    is_said = s.lemma[doing].lower() in lexicon.never_self | lexicon.announcements  # "I think it's important to note"
    is_infinitive = any(words[aux] == "to" for aux in s.children(doing, "aux"))
    if is_said or not is_infinitive or s.dep[verb] not in ("ccomp", "pcomp"):
        return None
    return s.head[verb], _trimmed(s, s.subtree(doing, ("mark", *LOOSE))), True


def _of_thing(s: Sentence, words: Sequence[str], core: int) -> _Told | None:
    """What is said to matter: "patience" in "it taught me that patience is key". None in other sentences."""
    verb = s.head[core]
    subject = s.child(verb, *SUBJECTS)
    if (
        subject is None
        or s.lemma[verb].lower() != "be"
        or s.dep[core] not in ("acomp", "attr")
        or s.children(core, "det")
    ):
        return None
    opens = s.head[verb]
    while s.dep[verb] == "conj" and s.lemma[opens].lower() == "be":  # "that rest is key and care is vital"
        verb, opens = opens, s.head[opens]
    if s.dep[verb] not in ("ccomp", "pcomp") or opens > subject:
        return None
    return opens, _trimmed(s, s.subtree(subject, LOOSE)), False


def _of_fronted(s: Sentence, words: Sequence[str], core: int) -> _Told | None:
    """What is said to matter: "family" in "I realized how important family is". None in other sentences."""
    thing = s.head[core]
    how = next((token for top in (core, thing) for token in s.children(top, "advmod") if words[token] == "how"), None)
    verb = s.head[thing]
    if how is None or s.dep[core] != "amod" or s.dep[thing] not in SUBJECTS or s.dep[verb] not in ("ccomp", "pcomp"):
        return None
    rest = [token for token in s.subtree(thing, LOOSE) if token not in (how, core)]
    return (s.head[verb], _trimmed(s, rest), False) if s.lemma[verb].lower() == "be" else None


def _trimmed(s: Sentence, tokens: Sequence[int]) -> tuple[int, ...]:
    kept = list(tokens)
    while kept and (s.pos[kept[-1]] in ("PUNCT", "CCONJ") or s.dep[kept[-1]] == "mark"):
        kept.pop()
    while kept and (s.pos[kept[0]] in ("PUNCT", "CCONJ") or s.dep[kept[0]] == "mark"):
        kept.pop(0)
    return tuple(kept)


def _points(s: Sentence, words: Sequence[str], lexicon: Lexicon, second: frozenset[str], tokens: Sequence[int]) -> bool:
    """Whether what matters is not named in the sentence, or is the listener's."""
    top = next(token for token in tokens if s.head[token] not in tokens or s.head[token] == token)
    articles = {words[token] for token in s.children(top, "det")}
    is_one = "the" in articles and s.lemma[top].lower() not in lexicon.known_to_all
    if is_one or articles & NEAR or words[top] in lexicon.pointing or s.tag[top] in ("WP", "WDT"):
        return True
    return any(words[t] in second or (words[t] in UNNAMED and s.dep[t] != "det") for t in tokens)


def _is_held(s: Sentence, words: Sequence[str], verb: int, lexicon: Lexicon) -> bool:
    """Whether it is the person who is taught, or who thinks so, and this is not denied or only possible."""
    lemma = s.lemma[verb].lower()
    if any(words[aux] in NOT_STATED for aux in s.children(verb, "aux")) or s.child(verb, "neg") is not None:
        return False
    if lemma in lexicon.teaching:
        return any(words[t] in ME for t in s.children(verb, "dobj", "dative", "iobj")) and s.dep[verb] in _STANDING
    if lemma not in lexicon.learning:
        return False
    subject = s.child(verb, "nsubj")
    if subject is None:
        return False
    if words[subject] in ME:  # "it made me realize"
        return s.dep[verb] in ("ccomp", "xcomp") and s.lemma[s.head[verb]].lower() in ("make", "help", "let")
    return words[subject] == "i" and s.dep[verb] in _STANDING


def _framing(s: Sentence, token: int) -> set[int]:
    return {token, *s.children(token, *HELPERS)}
