"""Turns clefts into plain clauses: "It's rain that I love", "What I love is rain" and "The thing I love is rain" are
read as "I love rain".

Only the parse changes, not the words: the verb of the "I" ("love") becomes the head, and the thing ("rain") its object.
"""

from dataclasses import replace

from kg_assets.beliefs.lexicon import Lexicon
from kg_assets.language.moods import is_clefted
from kg_assets.language.sentence import Sentence

_FILLERS = frozenset({"thing", "things", "all", "part"})
_OBJECTS = ("attr", "acomp", "dobj", "nsubj")
_DOINGS = ("xcomp", "ccomp")
_LEFT_OUT = "punct", "PUNCT"
_RELATIVES = frozenset({"that", "what", "which"})
_ANY = frozenset({"a", "an", "ever"})
_OF_WHAT = frozenset({"about", "in", "of"})
# "It's not only tea that I love", "what I like least": not what the plain clause would say.
_SAID_OTHERWISE = frozenset({"just", "merely", "but", "least"})
_NOT = frozenset({"not", "n't"})
_MOST = frozenset({"most", "best"})  # "the thing I love most"


def with_clefts(s: Sentence, lexicon: Lexicon) -> Sentence:
    """The sentence, with its first cleft about oneself ("It's rain that I love") read as a plain clause ("I love
    rain")."""
    if "i" not in s.low or s.ends_asking or "be" not in s.lemma or not _SAID_OTHERWISE.isdisjoint(s.low):
        return s
    if any(low == "only" and s.low[at - 1] in _NOT for at, low in enumerate(s.low) if at):
        return s
    for verb in range(len(s)):
        subject = s.child(verb, "nsubj")
        if subject is None or s.low[subject] != "i":
            continue
        lemma = s.lemma[verb].lower()
        is_liking = lemma in lexicon.preference or lemma in lexicon.value
        plain = (_of_it(s, verb) if is_liking else None) or _of_what(s, verb)
        if plain is not None:
            return plain
    return s


def _of_it(s: Sentence, verb: int) -> Sentence | None:
    """The parse of "It's rain (that) I love" as "I love rain", where the thing is named before the clause; None for
    other sentences."""
    above = s.head[verb]
    if any(s.low[own] not in _RELATIVES for own in s.children(verb, "dobj", "acomp", "xcomp", "ccomp")):
        return None  # "it's a pity that I hate opera"
    if any(s.low[child] in _ANY for child in (*s.children(above, "det"), *s.children(verb, "advmod"))):
        return None  # "it's a city I love", "the best book I ever loved"
    if s.dep[verb] == "relcl" and is_clefted(s, above):
        return _turned(s, verb, s.head[above], above)
    # The parser takes a thing without an article for an adjective.
    thing = s.child(above, "acomp", "attr") if s.dep[verb] == "ccomp" and above < verb else None
    return _turned(s, verb, above, thing) if thing is not None and is_clefted(s, thing) else None


def _of_what(s: Sentence, verb: int) -> Sentence | None:
    """The parse of "What I love is rain" and "the thing I love is rain" as "I love rain", where the thing follows the
    "is"; None for other sentences."""
    above = s.head[verb]
    if s.dep[verb] == "csubj" and s.low[s.first_below(verb)] == "what":
        being = above
    elif s.dep[verb] == "relcl" and s.low[above] in _FILLERS and s.dep[above] == "nsubj" and verb < s.head[above]:
        being = s.head[above]
    else:
        return None
    if s.dep[being] == "aux" and s.lemma[being] == "be":
        return _turned(s, verb, being, s.head[being])  # "what I love about it is cooking"
    if s.lemma[being] == "be" and s.tag[being] != "VBG":
        thing = next((child for child in s.children(being, *_OBJECTS, *_DOINGS) if child > being), None)
        return None if thing is None else _turned(s, verb, being, thing)
    helper = next((aux for aux in s.children(being, "aux") if s.lemma[aux] == "be" and aux > verb), None)
    return None if helper is None else _turned(s, verb, helper, being)  # "what I love is cooking"


def _turned(s: Sentence, verb: int, being: int, thing: int) -> Sentence:
    """The sentence read as a plain clause. `verb` ("love") replaces the "is" (`being`) as head of the sentence, and
    `thing` ("rain") becomes its object, or the object of its last preposition ("what I believe in")."""
    head, dep, pos = list(s.head), list(s.dep), list(s.pos)
    top = thing if thing == s.head[being] else being  # the head of the whole cleft
    whole = (s.head[top], s.dep[top])
    opening = s.head[verb] if s.dep[verb] == "relcl" and s.head[verb] != thing else None
    for token in {*s.children(being), *s.children(top)} - {verb, thing}:
        head[token] = verb
    is_doing = s.dep[thing] in _DOINGS or (top == thing and s.tag[thing] == "VBG")
    before = _stranded(s, verb)
    if before is None:
        head[thing], dep[thing] = verb, "xcomp" if is_doing else "dobj"
    else:
        head[thing], dep[thing] = before, "pcomp" if is_doing else "pobj"
    head[verb], dep[verb] = (verb if whole[0] == top else whole[0]), whole[1]
    loose = [being, *(t for t in s.children(being, "nsubj", "expl") if s.low[t] == "it")]
    inner = {verb, before, *s.children(verb, "acomp")}
    loose += [t for t in range(len(s)) if s.head[t] in inner and t != thing and s.low[t] in _RELATIVES | _MOST]
    loose += s.subtree(opening, ("relcl",)) if opening is not None else []
    # "What I love about my job is helping people": "about my job" is left out.
    of_what = [of for of in s.children(verb, "prep") if s.low[of] in _OF_WHAT and of < being and of != before]
    loose += [t for of in of_what for t in s.subtree(of)]
    for token in loose:
        head[token], dep[token], pos[token] = verb, *_LEFT_OUT
    return replace(s, head=tuple(head), dep=tuple(dep), pos=tuple(pos))


def _stranded(s: Sentence, verb: int) -> int | None:
    """The preposition whose object is elsewhere in the sentence: "in" in "what I believe in", "of" in "what I'm proud
    of". None if there is none."""
    for top in (verb, *s.children(verb, "acomp")):
        for before in s.children(top, "prep"):
            if all(s.low[child] in _RELATIVES for child in s.children(before)):
                return before
    return None
