"""The objects that a frame takes, as tokens of the clause that fills it."""

from collections.abc import Iterator, Sequence

from kg_assets.claims.parsed.frames import Frame, ends_of_objects
from kg_assets.claims.parsed.sorts import SORTS
from kg_assets.claims.parsed.subjects import of_subject
from kg_assets.claims.parsed.words import shared, words
from kg_assets.language.clauses import Clause, stranded
from kg_assets.language.phrases import bare, items
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

_VERBS = ("VERB", "AUX")
_ASKING = ("WP", "WDT", "WRB", "WP$")
_FINITE = frozenset({"VBD", "VBZ", "VBP"})
_BELOW = frozenset({"relcl", "ccomp", "pcomp", "advcl"})
_MYSELF = frozenset({"myself", "us", "ourselves"})
_TELLING = ("NOUN", "PROPN", "VERB", "NUM")
_OPENING = frozenset({"that", "which", "who", "whom"})  # words that open a relative clause
Tokens = tuple[int, ...]
# Sorts of things that a claim calls by their name: "Miso" for "a cat called Miso". Objects of other sorts stay whole
# ("an enemy called Ludo").
CALLED_BY_NAME = frozenset({
    "pet", "place", "country", "org", "workplace", "employer", "club", "group", "school", "troupe", "possession",
    "child", "baby", "named_shop", "tool", "managed",
})  # fmt: skip


def objects_of(s: Sentence, clause: Clause, frame: Frame, timed: frozenset[int]) -> Iterator[Tokens]:
    match frame.object:
        case "direct":
            yield from _direct(s, clause, frame, timed)
        case "subject_of":
            yield from _of_noun(s, clause, s.child(clause.verb, "attr", "acomp", "oprd"), frame, timed)
        case "prepositional":
            yield from _behind_preposition(s, clause, frame, timed)
        case "doing":
            yield from _doings(s, clause, frame, timed)
        case "subject":
            yield from _turned(s, clause, frame)
        case "clause" | "happening":
            yield from _clausal(s, clause, frame)
        case "of_subject" | "companion" | "partner":
            yield from of_subject(s, clause, frame.object, frame.prep)
        case "rest":
            yield bare(s, clause.complement, timed)
        case "whole":
            yield from _whole(s, clause, frame, timed)


def _whole(s: Sentence, clause: Clause, frame: Frame, timed: frozenset[int]) -> Iterator[Tokens]:
    """The verb with what stands behind its preposition or, for a frame without one, with its direct object: "opens a
    café in Tampere"."""
    if frame.prep:
        behind = [tokens for tokens in _behind_preposition(s, clause, frame, timed) if tokens]
        if behind and (frame.takes is None or SORTS[frame.takes](s, behind[0])):
            yield tuple(range(clause.verb, cut_short(s, behind[0], frame, timed)[-1] + 1))
        return
    what = s.child(clause.verb, "dobj")
    if what is not None and s.lemma[what].lower() in frame.direct:
        own = bare(s, tuple(range(clause.verb, s.subtree(what, ("relcl", "cc", "conj", "punct"))[-1] + 1)), timed)
        if own:
            yield tuple(range(clause.verb, own[-1] + 1))


def cut_short(s: Sentence, tokens: Tokens, frame: Frame, timed: frozenset[int]) -> Tokens:
    """The object, cut before the first word at which an object of this sort ends. So company, purpose and time are left
    out: "Tampa" of "Tampa with my cat", "nurse" of "nurse at a clinic"."""
    ends = ends_of_objects().get(frame.takes or "", frozenset())
    for at, token in enumerate(tokens):
        is_pause = s.low[token] in (",", "(") and frame.takes in CALLED_BY_NAME
        is_name_on = s.pos[tokens[min(at + 1, len(tokens) - 1)]] == "PROPN"
        if at and (s.low[token] in ends or (is_pause and not is_name_on)):
            return bare(s, tokens[:at], timed)
    return tokens


def _direct(s: Sentence, clause: Clause, frame: Frame, timed: frozenset[int]) -> Iterator[Tokens]:
    gets = s.child(clause.verb, "dative")
    if frame.predicate == "owns" and gets is not None and s.low[gets] not in closed_class("first_persons") | _MYSELF:
        return  # "I bought my son a bike"
    if clause.antecedent is None:
        yield from _of_noun(s, clause, s.child(clause.verb, "dobj"), frame, timed)
    elif stranded(s, clause) is None:
        name = _apposed_name(s, clause.antecedent) if frame.takes == "pet" else ()
        yield name or which_one(s, clause, timed)


def _apposed_name(s: Sentence, noun: int) -> Tokens:
    """The name beside which a noun stands: "Rufus" in "Rufus, the beagle we adopted". Empty if there is none."""
    name = s.head[noun]
    return (name,) if s.dep[noun] == "appos" and name < noun and s.pos[name] == "PROPN" else ()


def _turned(s: Sentence, clause: Clause, frame: Frame) -> Iterator[Tokens]:
    """The subject of a clause that says something of the person through a noun of the frame: "Dance" in "Dance is my
    passion"."""
    said = s.child(clause.verb, "attr")
    of = (
        None
        if said is None
        else next((p for prep in s.children(said, "prep") if (p := s.child(prep, "pobj")) is not None), None)
    )
    for noun in (said, of):
        if noun is None or clause.subject is None or s.lemma[noun].lower() not in frame.direct:
            continue
        if any(s.low[child] == "my" for child in s.children(noun, "poss")):
            yield bare(s, s.subtree(clause.subject, ("relcl", "punct")), frozenset())
            return


def _is_one_of(s: Sentence, noun: int, nouns: Sequence[str]) -> bool:
    """Whether a noun, or the noun before it that says which, is one of these: "level" in "level 2 plumbing"."""
    return any(s.lemma[token].lower() in nouns for token in (noun, *s.children(noun, "nmod")))


def antecedent(s: Sentence, clause: Clause, timed: frozenset[int]) -> Tokens:
    """The noun phrase that a relative clause describes: "car" of "the car I bought"."""
    head = clause.antecedent
    if head is None:
        return ()
    own = s.subtree(head, ("relcl", "punct", "conj", "cc", "appos"))
    return bare(s, tuple(range(own[0], min(own[-1], clause.first - 1) + 1)), timed)


def which_one(s: Sentence, clause: Clause, timed: frozenset[int]) -> Tokens:
    """The noun phrase that a relative clause describes, with the clause if that says more than its verb: "jacket I got
    from my aunt", but "jacket" of "the jacket I got"."""
    noun = antecedent(s, clause, timed)
    own = [token for token in clause.complement if token > clause.verb]
    end = next((token for token in own if _is_main(s, token, clause.antecedent)), len(s))
    behind = bare(s, tuple(token for token in own if token < end), timed)
    tells = [token for token in behind if s.pos[token] in _TELLING and s.low[token] not in words("lengths_of_time")]
    if not noun or not tells or behind[0] < noun[-1]:
        return noun
    between = [s.low[token] for token in range(noun[-1] + 1, clause.first)]
    return (*noun, *range(noun[-1] + 1, behind[-1] + 1)) if set(between) <= _OPENING else noun


def _is_main(s: Sentence, token: int, noun: int | None) -> bool:
    """Whether a verb behind a relative clause belongs to the main clause, although the parser makes it part of the
    relative clause: "paid" in "The hours I put into the garden paid off"."""
    if s.pos[token] != "VERB":
        return False
    return (s.tag[token] == "VBN" and s.root == noun) or (s.tag[token] in _FINITE and s.dep[token] not in _BELOW)


def _of_noun(s: Sentence, clause: Clause, head: int | None, frame: Frame, timed: frozenset[int]) -> Iterator[Tokens]:
    if head is None:
        return
    if frame.split:
        own = frozenset(clause.complement)
        for item in items(s, head):
            yield bare(s, tuple(token for token in item if token in own), timed)
    else:
        yield _from(s, clause, head, timed)


def _clausal(s: Sentence, clause: Clause, frame: Frame) -> Iterator[Tokens]:
    if frame.object == "happening":
        yield from _awaited(s, clause)
    elif found := thought(s, clause):
        yield found


def thought(s: Sentence, clause: Clause) -> Tokens:
    """What is thought or told, as a clause without its "that": "it will rain" in "I think that it will rain". Empty if
    there is no such clause."""
    inner = next((c for c in s.children(clause.verb, "ccomp") if c > clause.verb), None)
    if inner is None or any(s.low[mark] in ("if", "whether") for mark in s.children(inner, "mark")):
        return ()
    own = _without_neighbours(s, inner, ("mark", "punct", "cc", "conj", "advcl", "parataxis"))
    first = own[0]
    run = [token for token in own if token == first or token - 1 in own or s.low[token - 1] in (",", "'")]
    return bare(s, tuple(range(first, run[-1] + 1)), frozenset())


def _without_neighbours(s: Sentence, verb: int, deps: Sequence[str]) -> Tokens:
    """A verb with the tokens that depend on it, directly or not. Those that depend on it by one of `deps` are left out
    with all below them."""
    parts = (s.subtree(child, ("mark", "advcl", "parataxis")) for child in s.children(verb) if s.dep[child] not in deps)
    return tuple(sorted([verb, *(token for part in parts for token in part)]))


def _awaited(s: Sentence, clause: Clause) -> Iterator[Tokens]:
    """What somebody cannot wait for, if it is a clause with a subject of its own that is no pronoun: "my sister to
    visit us"."""
    for inner in s.children(clause.verb, "advcl", "ccomp"):
        mark, subject = s.child(inner, "mark"), s.child(inner, "nsubj")
        if mark is None or subject is None or s.low[mark] not in ("for", "til", "till", "until") or inner < clause.verb:
            continue
        own = _without_neighbours(s, inner, ("mark", "punct", "cc", "conj", "parataxis"))
        found = bare(s, own, frozenset())
        if found and s.pos[subject] != "PRON":
            yield tuple(range(s.first_below(subject), found[-1] + 1))


def _from(s: Sentence, clause: Clause, head: int, timed: frozenset[int]) -> Tokens:
    """The tokens of the clause's complement from the first token of the phrase around `head` on."""
    first = min(s.subtree(head, ("relcl", "conj", "advcl", "ccomp")))
    return bare(s, tuple(token for token in clause.complement if token >= first), timed)


def _behind_preposition(s: Sentence, clause: Clause, frame: Frame, timed: frozenset[int]) -> Iterator[Tokens]:
    holders = [clause.verb]
    if frame.behind is not None:
        said = s.child(clause.verb, "attr")
        said = _as_what(s, clause) if said is None else said
        if said is None or not SORTS[frame.behind](s, (said,)):
            return
        holders = [said, clause.verb]
    elif frame.direct:
        objects = s.children(clause.verb, "dobj", "attr", "acomp", "advmod")
        if clause.lemma in words("signing_up"):  # "signed up for night classes at"
            objects += tuple(noun for prep in s.children(clause.verb, "prep") for noun in s.children(prep, "pobj"))
        named = next((token for token in objects if _is_one_of(s, token, frame.direct)), None)
        if named is None:
            return
        holders = [named, clause.verb]
    else:
        holders += s.children(clause.verb, "advmod", "prt")
        holders += [prep for prep in s.children(clause.verb, "prep") if s.child(prep, "prep") is not None]  # "out of"
        if frame.beside:
            # "At Kestrel as a planner" and "for six years as a planner" hang on the name and on the years; in "teaches
            # the beginners at Kestrel" the parser may hang the place on the object.
            holders += s.children(clause.verb, "dobj")
            holders += [below for prep in s.children(clause.verb, "prep") for below in s.children(prep, "pobj")]
    gap = stranded(s, clause)
    for holder in holders:
        if s.low[holder] == "far":
            continue  # "far from Leeds" is not from there
        for prep in s.children(holder, "prep", "agent"):
            head = s.child(prep, "pobj")
            if s.low[prep] in frame.prep and prep == gap:
                yield which_one(s, clause, timed)
                return
            if s.low[prep] in frame.prep and head is not None and prep > clause.verb and head not in timed:
                yield from _of_noun(s, clause, _in_which(s, head), frame, timed)
                return


def _as_what(s: Sentence, clause: Clause) -> int | None:
    """The token of the noun behind "as" that says in what role somebody does or gets something: "picker" in "started as
    a picker" and in "got a job as a picker". None if there is none."""
    holders = (clause.verb, *s.children(clause.verb, "dobj"))
    named = (s.child(prep, "pobj") for holder in holders for prep in s.children(holder, "prep") if s.low[prep] == "as")
    return next(named, None)


def _lacks_its_noun(s: Sentence, verb: int) -> bool:
    """Whether a verb stands in a relative clause and its object is the noun before that clause: "countries I want to
    visit", "lakes I hope to swim in"."""
    if s.dep[verb] != "relcl" or s.pos[s.head[verb]] not in ("NOUN", "PROPN"):
        return False
    return s.tag[s.first_below(verb)] != "WRB"


def _in_which(s: Sentence, head: int) -> int:
    """The token of the place that a dwelling is in ("Porto" in "a flat in Porto"). `head` itself, if it is no dwelling
    or no place is named."""
    if s.lemma[head].lower() not in shared("dwellings"):
        return head
    places = (s.child(prep, "pobj") for prep in s.children(head, "prep") if s.low[prep] in shared("around_a_dwelling"))
    return next((place for place in places if place is not None), head)


def _doings(s: Sentence, clause: Clause, frame: Frame, timed: frozenset[int]) -> Iterator[Tokens]:
    """The verb phrases that depend on the clause's verb, each without "to": "become a potter" in "I want to become a
    potter"."""
    below = [child for child in s.children(clause.verb, "xcomp", "ccomp", "advcl") if child > clause.verb]
    own = [c for c in below if s.pos[c] in _VERBS and s.child(c, "nsubj", "nsubjpass", "mark") is None]
    first = next(iter(own), None)
    if first is not None and s.low[first] in closed_class("edge_words"):
        return  # "lol" is no doing
    if first is not None and any(s.tag[child] in _ASKING for child in s.children(first) if child < first):
        return
    if first is None or first not in clause.complement or s.tag[first] not in ("VB", "VBG", "VBN", "VBP"):
        return
    has_to = any(s.low[child] in ("to", "na", "ta") and s.dep[child] == "aux" for child in s.children(first))
    if frame.needs == "ing" and has_to:
        return  # "quit to become a potter" says why
    if (frame.needs == "to" and not has_to) or (clause.lemma == "go" and not has_to):
        return
    if clause.lemma == "have" and any(clause.verb < thing < first for thing in s.children(clause.verb, "dobj")):
        return  # "I have books to choose from" is no duty
    joined = [c for c in s.children(first, "conj") if s.pos[c] in _VERBS and c in clause.complement]
    heads = [first, *(c for c in joined if not s.children(c, "neg"))]  # "keep going and never quit"
    for head, following in zip(heads, [*heads[1:], len(s)], strict=True):
        how = [c for c in s.children(head, "advmod") if c == head - 1 and s.low[c] in words("manners")]
        start = min((head, *how, *(c for c in s.children(head, "auxpass", "neg") if c > clause.verb)))
        found = bare(s, tuple(token for token in clause.complement if start <= token < following), timed)
        if s.child(head, "dobj") is not None or not _lacks_its_noun(s, clause.verb):
            yield found
