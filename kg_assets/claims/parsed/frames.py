"""The frames of `config/claims/clause_frames.yaml` (patterns over clauses, each for one predicate), and how the objects
of a frame are found among the tokens of a clause."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, field_validator

from kg_assets.claims.parsed.sorts import SORTS, is_task, speaks_of_a_task
from kg_assets.claims.parsed.subjects import of_subject
from kg_assets.claims.parsed.who import names_called
from kg_assets.claims.parsed.words import shared, words
from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.mistyped import Place
from kg_assets.core.yamlfile import as_model, read_yaml
from kg_assets.language.clauses import Clause, stranded
from kg_assets.language.phrases import bare, items
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

_FILE = "config/claims/clause_frames.yaml"
_VERBS = ("VERB", "AUX")
_ASKING = ("WP", "WDT", "WRB", "WP$")
_FINITE = frozenset({"VBD", "VBZ", "VBP"})
_BELOW = frozenset({"relcl", "ccomp", "pcomp", "advcl"})
_MYSELF = frozenset({"myself", "us", "ourselves"})
_TELLING = ("NOUN", "PROPN", "VERB", "NUM")
_OPENING = frozenset({"that", "which", "who", "whom"})  # words that open a relative clause
# The only tenses that count for somebody called by full name: what is told of the past is as often history.
_WITHIN = ("in", "near", "outside", "at")  # between a dwelling and the place where it is
_OF_STRANGERS = ("present", "perfect", "progressive")
Tokens = tuple[int, ...]


class Frame(BaseModel):
    """One frame: a pattern over clauses for one predicate. The file explains the fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    verb: tuple[str, ...] = Field(min_length=1)
    particle: tuple[str, ...] = ("",)
    object: Literal[
        "direct", "subject_of", "subject", "of_subject", "prepositional", "doing", "clause", "rest", "whole",
        "companion", "partner", "happening",
    ]  # fmt: skip
    prep: tuple[str, ...] = ()
    direct: tuple[str, ...] = ()
    takes: str | None = None
    needs: Literal["to", "ing"] | None = None
    predicate: str
    modality: str = "state"
    tense: tuple[str, ...] = ("past", "perfect", "present", "progressive", "past_progressive", "wish")
    subject: tuple[str, ...] = ("self", "kin", "person")
    of: str | None = None
    dated_by: tuple[str, ...] = ()
    behind: str | None = None
    undated: bool = False
    thwarted: bool = False
    alone: bool = False
    beside: bool = False
    split: bool = False
    flips: bool = False
    passing: bool = False
    begins: bool = False
    confidence: float = Field(ge=0, le=1)
    priority: int

    @field_validator("takes")
    @classmethod
    def _is_a_sort(cls, value: str | None) -> str | None:
        if value is not None and value not in SORTS:
            raise ValueError(f"is no sort of object; the sorts are {', '.join(sorted(SORTS))}")
        return value


class Factors(BaseModel):
    """The numbers in the file of frames that are not part of a frame: factors of confidence, and the priority of
    events.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    hedge: float
    event: float
    relation: float
    event_priority: int


@cache
def _ends() -> Mapping[str, frozenset[str]]:
    """For each sort of object the words at which such an object ends."""
    return {sort: frozenset(listed) for sort, listed in _document()["ends"].items()}


class Filled(NamedTuple):
    """A frame that a clause fills, with the tokens of each of its objects."""

    frame: Frame
    objects: Sequence[Tokens]


@cache
def _document() -> Mapping[str, Any]:
    loaded: Mapping[str, Any] = read_yaml(data_path(_FILE))
    return loaded


@cache
def factors() -> Factors:
    made: Factors = _checked(Factors, _document().get("factors"), ("factors",))
    return made


@cache
def frames_by_verb() -> Mapping[str, tuple[Frame, ...]]:
    """The frames by the lemmas of their verbs, in the order of the file."""
    document = _document()
    found: dict[str, list[Frame]] = {}
    seen: set[str] = set()
    for number, row in enumerate(document["frames"]):
        frame = _checked(Frame, {**document["defaults"], **row}, ("frames", number))
        if frame.id in seen:
            raise ConfigError(f"{_FILE}, frames, {frame.id}: the id stands twice; give every frame its own")
        seen.add(frame.id)
        for verb in frame.verb:
            found.setdefault(verb, []).append(frame)
    return {verb: tuple(frames) for verb, frames in found.items()}


def _checked(model: Any, given: Any, place: Place) -> Any:
    return as_model(data_path(_FILE), given, model, at=place)


def fillings(s: Sentence, clause: Clause, sort: str, timed: frozenset[int]) -> list[Filled]:
    """The frames that a clause fills: the first that fits, others that may be filled together with it, and one for each
    further part of what follows "be" ("allergic to nuts" in "vegan and allergic to nuts")."""
    first = fill(s, clause, sort, timed)
    if first is None:
        return []
    found = [first, *_beside(s, clause, sort, timed, first)]
    if clause.lemma != "be" or first.frame.object != "subject_of":
        return found
    for item in _further(s, clause):
        taken = [frame for frame in frames_by_verb()["be"] if frame.object == "subject_of" and sort in frame.subject]
        tokens = bare(s, item, timed)
        fits = next((frame for frame in taken if tokens and frame.takes and SORTS[frame.takes](s, tokens)), None)
        if fits is not None and fits.takes != "feeling_said":
            found.append(Filled(fits, [tokens]))
    return found


def _beside(s: Sentence, clause: Clause, sort: str, timed: frozenset[int], first: Filled) -> Iterator[Filled]:
    """Further frames of the same verb with another predicate, whose objects are other words than those of the first: a
    job and an employer for "works as a planner for the council". One of the two frames must be marked `beside`."""
    taken = {token for tokens in first.objects for token in tokens}
    for frame in frames_by_verb().get(clause.lemma, ()):
        if (frame.beside or first.frame.beside) and frame.predicate != first.frame.predicate:
            filled = _filled(s, clause, sort, timed, frame)
            if filled is not None and not any(taken.intersection(tokens) for tokens in filled.objects):
                yield filled


def _further(s: Sentence, clause: Clause) -> Iterator[Tokens]:
    """The tokens of each adjective, diet or noun that is joined to what follows "be", also where the parser joins it to
    a noun within those words: "allergic to nuts" in "vegan and allergic to nuts"."""
    said = s.child(clause.verb, "attr", "acomp")
    if said is None:
        return
    for holder in (*s.subtree(said), clause.verb):
        for joined in s.children(holder, "conj"):
            if (
                s.pos[joined] == "ADJ"
                or s.low[joined] in shared("diets")
                or (holder == said and s.child(joined, "det") is not None)
            ):
                own = s.subtree(joined, ("conj", "cc", "punct"))
                yield tuple(token for token in own if token >= min((joined, *s.children(joined))))


def fill(s: Sentence, clause: Clause, sort: str, timed: frozenset[int]) -> Filled | None:
    """The first frame in the file that a clause fills. A feeling told in the passive fills the frame of
    feelings."""
    if clause.is_passive and s.low[clause.verb] in shared("feelings") and sort in ("self", "kin", "person"):
        return Filled(_feeling(), [bare(s, (clause.verb, *clause.complement), timed)])
    fitting = (_filled(s, clause, sort, timed, frame) for frame in frames_by_verb().get(clause.lemma, ()))
    return next((filled for filled in fitting if filled is not None), None)


def _filled(s: Sentence, clause: Clause, sort: str, timed: frozenset[int], frame: Frame) -> Filled | None:
    """The frame with its objects if the clause fills it, else None. Objects that speak of a task for the
    assistant are dropped, so the frame may come without objects."""
    particle = "" if clause.particle is None else s.low[clause.particle]
    fits = clause.tense in frame.tense and sort in frame.subject and particle in frame.particle
    if not fits or not _is_of(s, clause, frame) or not _is_dated(s, clause, frame, timed):
        return None
    if frame.alone and s.child(clause.verb, "dobj") is not None:
        return None
    if frame.thwarted and not _came_to_nothing(s, clause):
        return None
    if sort == "stranger" and clause.tense not in _OF_STRANGERS:
        return None
    objects = [cut for tokens in _objects(s, clause, frame, timed) if (cut := _cut(s, tokens, frame, timed))]
    takes = SORTS[frame.takes] if frame.takes and frame.object != "whole" else None
    if not objects or not (takes is None or takes(s, objects[0])):
        return None
    is_of_task = speaks_of_a_task if frame.modality == "intention" else is_task
    kept = [o for o in objects if (takes is None or takes(s, o)) and not is_of_task(s, o)]
    return Filled(
        frame, [name for o in kept for name in (names_called(s, o) if frame.takes in _CALLED else ()) or (o,)]
    )


# Sorts of things that a claim calls by their name: "Miso" for "a cat called Miso". Objects of other sorts stay whole
# ("an enemy called Ludo").
_CALLED = frozenset({
    "pet", "place", "country", "org", "workplace", "employer", "club", "group", "school", "troupe", "possession",
    "child", "baby", "named_shop", "tool", "managed",
})  # fmt: skip


def _is_of(s: Sentence, clause: Clause, frame: Frame) -> bool:
    """Whether the subject is one of the nouns that the frame's `of` lists, and is something that somebody really has
    (not "my dream car"). True for a frame without such a list."""
    if frame.of is None:
        return True
    if clause.subject is None or s.lemma[clause.subject].lower() not in words(frame.of):
        return False
    return not any(s.low[child] in words("not_ones_own") for child in s.children(clause.subject, "amod", "compound"))


def _is_dated(s: Sentence, clause: Clause, frame: Frame, timed: frozenset[int]) -> bool:
    """Whether one of the frame's `dated_by` words stands before a time in the clause or is that time ("tomorrow"); an
    empty one among them stands for a time without a preposition ("I start Monday"). True for a frame that lists none.
    """
    behind = range(clause.verb, len(s))
    is_bare = "" in frame.dated_by and any(
        token + 1 in timed and token not in timed and s.pos[token] != "ADP" for token in behind
    )
    is_led = any(s.low[token] in frame.dated_by and (token in timed or token + 1 in timed) for token in behind)
    return not frame.dated_by or is_bare or is_led


def _came_to_nothing(s: Sentence, clause: Clause) -> bool:
    """Whether the words behind a past plan say why nothing came of it ("but the sale fell through")."""
    behind = [s.low[token] for token in range(clause.verb + 1, len(s))]
    is_of_talk = not words("talking").isdisjoint(behind[:2])
    return not clause.is_negative and not is_of_talk and not words("thwarting").isdisjoint(behind)


def _cut(s: Sentence, tokens: Tokens, frame: Frame, timed: frozenset[int]) -> Tokens:
    """The object, cut before the first word at which an object of this sort ends. So company, purpose and time are left
    out: "Tampa" of "Tampa with my cat", "nurse" of "nurse at a clinic"."""
    ends = _ends().get(frame.takes or "", frozenset())
    for at, token in enumerate(tokens):
        is_pause = s.low[token] in (",", "(") and frame.takes in _CALLED
        is_name_on = s.pos[tokens[min(at + 1, len(tokens) - 1)]] == "PROPN"
        if at and (s.low[token] in ends or (is_pause and not is_name_on)):
            return bare(s, tokens[:at], timed)
    return tokens


@cache
def _feeling() -> Frame:
    """The frame of feelings. Clauses with a participle may fill it, too: "I'm thrilled to be here"."""
    return next(frame for frame in frames_by_verb()["be"] if frame.takes == "feeling")


def _objects(s: Sentence, clause: Clause, frame: Frame, timed: frozenset[int]) -> Iterator[Tokens]:
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
            yield tuple(range(clause.verb, _cut(s, behind[0], frame, timed)[-1] + 1))
        return
    what = s.child(clause.verb, "dobj")
    if what is not None and s.lemma[what].lower() in frame.direct:
        own = bare(s, tuple(range(clause.verb, s.subtree(what, ("relcl", "cc", "conj", "punct"))[-1] + 1)), timed)
        if own:
            yield tuple(range(clause.verb, own[-1] + 1))


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
    places = (s.child(prep, "pobj") for prep in s.children(head, "prep") if s.low[prep] in _WITHIN)
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
