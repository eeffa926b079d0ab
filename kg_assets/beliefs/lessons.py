"""Reads values and traits that somebody was taught or has come to see: "it taught me that patience is key".

The statement that results is put into the words of the sentence: "i value patience", "i find it important to rest", "i
am strong".
"""

from collections.abc import Iterator, Sequence

from kg_assets.beliefs.frame import BeliefType
from kg_assets.beliefs.lexicon import Lexicon, Words
from kg_assets.beliefs.other_subjects import HELPERS, LOOSE, ME, NOT_STATED, SUBJECTS, UNNAMED, Stated
from kg_assets.beliefs.situation import NEAR
from kg_assets.language.sentence import Sentence

_STANDING = ("ROOT", "conj", "parataxis", "relcl", "advcl", "acl")
_HOW = "how"
_TAUGHT = frozenset({"i", "me", "myself", "us", "my"})  # who learns or holds it
_Told = tuple[int, tuple[int, ...], bool]  # the verb that opens it, what matters, whether that is to do something


def lessons(s: Sentence, words: Sequence[str], lexicon: Lexicon, second: frozenset[str]) -> Iterator[Stated]:
    """What a sentence about something learned says of its writer. First come what they learned of themselves ("how
    strong I am") and what they like ("my love for music"), then every value that they learned or hold; each kind in the
    order of the sentence."""
    if s.ends_asking or _TAUGHT.isdisjoint(words):
        return
    anywhere = range(len(s)) if _HOW in words else ()
    readers = (
        (_of_oneself, anywhere), (_how_much, anywhere), (_of_my_love, _places(words, lexicon.loves)),
        (_prized, _places(words, lexicon.prized)), (_mattering, _places(words, lexicon.mattering)),
        (_conviction, _places(words, lexicon.convinced)),
    )  # fmt: skip
    for reader, tokens in readers:
        for token in tokens:
            found = reader(s, words, lexicon, second, token)
            if found is not None:
                yield found


def _places(words: Sequence[str], listed: Words) -> Sequence[int]:
    """The tokens whose words are in the list."""
    return () if listed.isdisjoint(words) else [token for token, word in enumerate(words) if word in listed]


def _prized(s: Sentence, words: Sequence[str], lexicon: Lexicon, second: frozenset[str], core: int) -> Stated | None:
    """The statement "i find kindness powerful", read from "it taught me how powerful kindness is". None for other
    sentences."""
    told = (_of_thing(s, words, core) or _of_fronted(s, words, core)) if words[core] in lexicon.prized else None
    if told is None or not told[1] or _points(s, words, lexicon, second, told[1]):
        return None
    is_held = _is_held(s, words, told[0], lexicon)
    return Stated("find", (told[1], (core,)), (core,), "VALUE", core, False) if is_held else None


def _mattering(s: Sentence, words: Sequence[str], lexicon: Lexicon, second: frozenset[str], core: int) -> Stated | None:
    """The statement "i value patience" from "it taught me that patience is key", or "i find it important to rest" from
    "I think it's important to rest". None for other sentences."""
    if words[core] not in lexicon.mattering:
        return None
    told = (
        _of_noun(s, words, core)
        or _of_doing(s, words, lexicon, core)
        or _of_thing(s, words, core)
        or _of_fronted(s, words, core)
    )
    if told is None or not told[1] or _points(s, words, lexicon, second, told[1]):
        return None
    said_by, tokens, is_doing = told
    is_of_numbers = words[core] in ("value", "power") and s.lemma[said_by].lower() not in lexicon.teaching
    if is_of_numbers or not _is_held(s, words, said_by, lexicon):
        return None
    parts = ("it", (core,), tokens) if is_doing else (tokens,)
    at = said_by if is_doing else core
    heard = tuple(sorted({at, *_framing(s, core), *_framing(s, s.head[core])} - set(tokens)))
    return Stated("find" if is_doing else "value", parts, heard, "VALUE", core, False)


def _conviction(
    s: Sentence, words: Sequence[str], lexicon: Lexicon, second: frozenset[str], verb: int
) -> Stated | None:
    """The statement "i believe everyone deserves a chance", read from "I believe everyone deserves a chance". What is
    believed must be about people in general. None for other sentences."""
    subject = s.child(verb, "nsubj") if words[verb] in lexicon.convinced else None
    if subject is None or words[subject] != "i" or s.dep[verb] not in _STANDING:
        return None
    if s.children(verb, "neg") or any(words[aux] in NOT_STATED for aux in s.children(verb, "aux")):
        return None
    for said in s.children(verb, "ccomp"):
        of_whom = s.child(said, "nsubj")
        told = _trimmed(s, [t for t in s.subtree(said, LOOSE) if t > verb])
        is_of_all = of_whom is not None and (words[of_whom] in lexicon.generic or s.lemma[said].lower() == "matter")
        is_such = s.lemma[said].lower() in lexicon.convictions or any(
            words[aux] in lexicon.convictions for aux in s.children(said, "aux")
        )
        if said > verb and is_of_all and is_such and told and not _points(s, words, lexicon, second, told):
            return Stated("believe", (told,), tuple(sorted(_framing(s, verb))), "VALUE", verb, False)
    return None


def _of_oneself(
    s: Sentence, words: Sequence[str], lexicon: Lexicon, second: frozenset[str], core: int
) -> Stated | None:
    """The statement "i am strong" from "it showed me how strong I am", or "i am patient" from "it taught me how patient
    I can be". None for other sentences."""
    verb = s.head[core]
    subject = s.child(verb, "nsubj")
    whole = s.subtree(core, LOOSE)
    told = [token for token in whole if words[token] != "how"]
    is_how = s.dep[core] == "acomp" and s.pos[core] == "ADJ" and core < verb and len(told) < len(whole)
    if not is_how or subject is None or words[subject] != "i" or words[core] in lexicon.not_self:
        return None
    behind = tuple(t for below in s.children(verb, "xcomp") for t in s.subtree(below, LOOSE))
    if words[core] in lexicon.needs_object and (not behind or any(words[t] in UNNAMED for t in behind)):
        return None  # "how lucky I am" says nothing without what follows
    is_so = words[verb] == "am" or (words[verb] == "be" and [words[t] for t in s.children(verb, "aux")] == ["can"])
    if not is_so or s.dep[verb] not in ("ccomp", "pcomp") or not _is_held(s, words, s.head[verb], lexicon):
        return None
    kind: BeliefType = "FEELING_STATE" if words[core] in lexicon.feelings else "TRAIT"
    more = (_trimmed(s, behind),) if words[core] in lexicon.needs_object else ()
    return Stated("be", (_trimmed(s, told), *more), (s.head[verb], core), kind, verb, False)


def _how_much(s: Sentence, words: Sequence[str], lexicon: Lexicon, second: frozenset[str], verb: int) -> Stated | None:
    """The statement "i love performing", read from "it reminds me how much I love performing". None for other
    sentences."""
    lemma, subject = s.lemma[verb].lower(), s.child(verb, "nsubj")
    # In "Shows me how much I love rain" the parser attaches the clause to "much".
    measure = s.head[verb] if s.dep[verb] == "relcl" else verb
    is_how = any(words[t] == "much" and words[t - 1] == "how" for t in (measure, *s.children(verb, "advmod", "dobj")))
    if lemma not in lexicon.preference or not is_how or subject is None or words[subject] != "i":
        return None
    told = _trimmed(s, [token for token in s.subtree(verb, LOOSE) if token > verb])
    if s.tag[verb] == "VBD" or not told or _points(s, words, lexicon, second, told):
        return None
    return (
        Stated(lemma, (told,), (verb,), "PREFERENCE", verb, False)
        if _is_held(s, words, s.head[measure], lexicon)
        else None
    )


def _of_my_love(
    s: Sentence, words: Sequence[str], lexicon: Lexicon, second: frozenset[str], noun: int
) -> Stated | None:
    """The statement "i love music" from "my love for music", or "i am passionate about teaching" from "my passion for
    teaching". None for other sentences."""
    if words[noun] not in lexicon.loves or s.pos[noun] != "NOUN":
        return None
    if not lexicon.loves_end.isdisjoint((*words, *(lemma.lower() for lemma in s.lemma))):
        return None  # "my love for chess died"
    ways = (t for t in s.children(noun, "prep") if words[t] in ("for", "of") and t > noun)
    thing = next((one for way in ways for one in s.children(way, "pobj", "pcomp")), None)
    if thing is None or not any(words[t] == "my" for t in s.children(noun, "poss")):
        return None
    told = _trimmed(s, s.subtree(thing, ("relcl", *LOOSE)))
    while told and s.pos[told[-1]] == "ADV" and told[-1] != thing:
        told = told[:-1]  # "my love of reading even more"
    if not told or s.pos[thing] == "PRON" or _points(s, words, lexicon, second, told):
        return None
    if words[noun] == "love":
        return Stated("love", (told,), (noun,), "PREFERENCE", noun, False)
    return Stated("be", ("passionate about", told), (noun,), "VALUE", noun, False)


def _of_noun(s: Sentence, words: Sequence[str], core: int) -> _Told | None:
    """What is said to matter, with the verb that says so ("showed"): "rest" in "it showed me the importance of rest".
    None for other sentences."""
    of = next((token for token in s.children(core, "prep") if words[token] == "of"), None)
    thing = None if of is None else s.child(of, "pobj", "pcomp")
    if s.pos[core] != "NOUN" or thing is None or s.dep[core] not in ("dobj", "pobj"):
        return None
    head = s.head[core] if s.dep[core] == "dobj" else s.head[s.head[core]]
    return head, _trimmed(s, s.subtree(thing, LOOSE)), False


def _of_doing(s: Sentence, words: Sequence[str], lexicon: Lexicon, core: int) -> _Told | None:
    """The activity that is said to matter, with the verb that says so ("think"): "rest" in "I think it's important to
    rest". None for other sentences."""
    verb = s.head[core]
    below = (token for top in (core, verb) for token in s.children(top, "xcomp", "ccomp", "advcl"))
    doing = next((token for token in below if s.tag[token] == "VB"), None)
    subject = s.child(verb, "nsubj")
    if doing is None or doing < core or subject is None or words[subject] != "it":
        return None
    whose = s.child(doing, "nsubj")
    if whose is not None and words[whose] not in ("others", "people", "everyone", "us"):
        return None
    is_said = s.lemma[doing].lower() in lexicon.never_self | lexicon.announcements  # "I think it's important to note"
    is_infinitive = any(words[aux] == "to" for aux in s.children(doing, "aux"))
    if is_said or not is_infinitive or s.dep[verb] not in ("ccomp", "pcomp"):
        return None
    told = s.subtree(doing, LOOSE) if whose is not None else s.subtree(doing, ("mark", *LOOSE))
    opens = s.head[s.head[verb]] if s.dep[verb] == "pcomp" else s.head[verb]  # "think of how vital it is to rest"
    return opens, told if whose is not None else _trimmed(s, told), True


def _of_thing(s: Sentence, words: Sequence[str], core: int) -> _Told | None:
    """What is said to matter, with the verb that says so ("taught"): "patience" in "it taught me that patience is key".
    None for other sentences."""
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
    told = _trimmed(s, s.subtree(subject, LOOSE))
    # "I came to see that patience is key": the parser takes a "that" here for an article.
    may_point = s.lemma[opens].lower() in ("think", "believe", "feel", "say")  # "I think that dog is important"
    is_opened = len(told) > 1 and words[told[0]] == "that" and told[0] == opens + 1 and not may_point
    return opens, told[1:] if is_opened else told, False


def _of_fronted(s: Sentence, words: Sequence[str], core: int) -> _Told | None:
    """What is said to matter, with the verb that says so ("realized"): "family" in "I realized how important family
    is". None for other sentences."""
    thing = s.head[core]
    how = next((token for top in (core, thing) for token in s.children(top, "advmod") if words[token] == "how"), None)
    verb = s.head[thing]
    if how is None or s.dep[core] != "amod" or s.dep[thing] not in SUBJECTS or s.dep[verb] not in ("ccomp", "pcomp"):
        return None
    rest = [token for token in s.subtree(thing, LOOSE) if token not in (how, core)]
    opens = s.head[s.head[verb]] if s.dep[verb] == "pcomp" else s.head[verb]  # "reminded me of how vital rest is"
    return (opens, _trimmed(s, rest), False) if s.lemma[verb].lower() == "be" else None


def _trimmed(s: Sentence, tokens: Sequence[int]) -> tuple[int, ...]:
    kept = list(tokens)
    while kept and (s.pos[kept[-1]] in ("PUNCT", "CCONJ") or s.dep[kept[-1]] == "mark"):
        kept.pop()
    while kept and (s.pos[kept[0]] in ("PUNCT", "CCONJ") or s.dep[kept[0]] == "mark"):
        kept.pop(0)
    return tuple(kept)


def _points(s: Sentence, words: Sequence[str], lexicon: Lexicon, second: frozenset[str], tokens: Sequence[int]) -> bool:
    """Whether what matters is something that was named elsewhere ("it", "this dog") or that belongs to the listener
    ("your kindness")."""
    top = next(token for token in tokens if s.head[token] not in tokens or s.head[token] == token)
    articles = {words[token] for token in s.children(top, "det") if token in tokens}
    is_one = "the" in articles and s.lemma[top].lower() not in lexicon.known_to_all
    if is_one or articles & NEAR or words[top] in lexicon.pointing or s.tag[top] in ("WP", "WDT"):
        return True
    return any(words[t] in second or (words[t] in UNNAMED and s.dep[t] != "det") for t in tokens)


def _is_held(s: Sentence, words: Sequence[str], verb: int, lexicon: Lexicon) -> bool:
    """Whether the verb says that the person is taught something or thinks so, neither denied nor as a mere possibility:
    "it taught me", not "it might teach me"."""
    lemma = s.lemma[verb].lower()
    if s.dep[verb] == "xcomp" and s.lemma[s.head[verb]].lower() in lexicon.beginning and lemma in lexicon.learning:
        verb = s.head[verb]  # "I'm starting to realize"
    if any(words[aux] in NOT_STATED for aux in s.children(verb, "aux")) or s.child(verb, "neg") is not None:
        return False
    if lemma in lexicon.teaching:
        taught = s.children(verb, "dobj", "dative", "iobj")
        whom = ME if lemma == "teach" else (*ME, "us")  # "it reminds us how vital our friends are"
        return any(words[t] in whom for t in taught) and s.dep[verb] in _STANDING
    if lemma not in lexicon.learning:
        return False
    subject = s.child(verb, "nsubj")
    if subject is None:
        return False
    if words[subject] in ME:  # "it made me realize"
        made = s.head[verb]
        is_made = s.dep[verb] in ("ccomp", "xcomp") and s.lemma[made].lower() in ("make", "help", "let")
        by_nothing = any(words[t] in ("nothing", "nobody") for t in s.children(made, "nsubj"))
        return is_made and not by_nothing and s.child(made, "neg") is None
    return words[subject] == "i" and s.dep[verb] in _STANDING


def _framing(s: Sentence, token: int) -> set[int]:
    return {token, *s.children(token, *HELPERS)}
