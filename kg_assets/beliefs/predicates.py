"""Decides whether what a clause says of its "I" tells who the person is, and of which belief type it is (seed 002 §4.3,
by rules)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kg_assets.beliefs.cores import has_content, type_of_core
from kg_assets.beliefs.frame import BeliefType
from kg_assets.beliefs.pursuits import pursued
from kg_assets.beliefs.situation import (
    Situation,
    is_definite,
    is_named_before,
    is_of_machines,
    points_away,
    speaks_of_people,
)
from kg_assets.beliefs.verbs import is_aspired, is_habit, tense_allows, type_of_verb
from kg_assets.language.sentence import Sentence

SECOND = frozenset({"you", "your", "yours", "yourself", "u", "ur"})
_CORES = ("acomp", "attr", "oprd")


class Predicate(NamedTuple):
    """What a clause says of its "I": the verb, and the tokens that go with it."""

    verb: str
    tokens: tuple[int, ...]
    belief_type: BeliefType
    is_listed: bool  # found by the word lists, not only by a word of habit ("always")


def predicates_of(at: Situation) -> list[Predicate]:
    """What a clause about oneself says of its "I": two predicates ("be shy", "be proud") for "I'm shy and proud". Empty
    if the clause does not say who the person is, or speaks of "you"."""
    if not SECOND.isdisjoint(at.words) and any(at.words[token] in SECOND for token in at.rest):
        return []
    for reader in (_named, _faring, _wishing, _resolved, _trying, _being, _having, _finding, _pursuing, _listed):
        found = reader(at)
        if found is not None:
            return found
    return []


def _named(at: Situation) -> list[Predicate] | None:
    """The predicate "be X" of "I see myself as X" and "I identify as X", one for each joined X. Empty if no usable X is
    named, None if the next function of `predicates_of` has to try."""
    if at.lemma not in at.lexicon.self_naming:
        return None
    words = [at.words[token] for token in at.rest]
    has_self = "myself" in words
    if "as" not in words and not has_self:
        return None
    start = words.index("as") if "as" in words else words.index("myself")
    named = [token for token in at.rest[start + 1 :] if at.words[token] not in ("to", "be", "being")]
    if not named or (at.lemma != "identify" and not has_self):
        return [] if has_self else None
    tops = [token for token in named if at.s.head[token] not in named]
    parts = _parts(at.s, _joined_cores(at.s, tops[:1], named), named)
    return [Predicate("be", part, _of_named(at, part), True) for _, part in parts]


def _of_named(at: Situation, part: Sequence[int]) -> BeliefType:
    is_noun = any(at.words[token] in ("a", "an", "the") for token in part)
    return "TRAIT" if not is_noun and at.lemma != "identify" else "BELIEF_ABOUT_SELF"


def _parts(s: Sentence, cores: Sequence[int], among: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    """Each of several joined things with its tokens: "shy" and "proud of it" in "shy and proud of it". Joining words
    and punctuation at the ends are left out, and a thing that is left without tokens is dropped."""
    parts = []
    for core in cores:
        others = {token for other in cores if other > core for token in s.subtree(other)}
        own = [token for token in s.subtree(core) if token in among and token not in others]
        while own and (s.pos[own[-1]] in ("CCONJ", "PUNCT") or "cc" in (s.dep[own[-1]], s.dep[s.head[own[-1]]])):
            own.pop()
        if own:
            parts.append((core, tuple(own)))
    return parts


def _joined_cores(s: Sentence, first: Sequence[int], among: Sequence[int]) -> list[int]:
    """The tokens `first` and all tokens joined to them. An adjective counts as joined even if the parser attaches it to
    a noun that depends on one of them."""
    cores = list(first)
    for token in among:
        over = s.head[token]
        is_adjective = s.pos[token] == "ADJ" and s.pos[over] != "ADJ" and any(over in s.subtree(core) for core in first)
        if token not in cores and s.dep[token] == "conj" and (over in cores or is_adjective):
            cores.append(token)
    return sorted(cores)


def _being(at: Situation) -> list[Predicate] | None:
    """The predicates "be X" and "feel X" of "I am X" and "I feel X", one for each joined X. Empty if the clause does
    not say who the person is, None if the next function of `predicates_of` has to try."""
    helpers = at.s.children(at.verb, "aux", "auxpass")
    if at.s.tag[at.verb] in ("VBN", "VBD", "JJ") and any(at.s.lemma[token] in ("be", "get") for token in helpers):
        return _participle(at, helpers)
    if at.lemma not in at.lexicon.being:
        return None
    first = [token for token in at.s.children(at.verb, *_CORES) if token > at.verb and token in at.rest]
    if not first:
        return _without_core(at)
    beside = [token for token in at.s.children(at.verb, "conj") if at.s.pos[token] == "ADJ"]
    among = sorted({*at.rest, *(token for core in beside for token in at.s.subtree(core))})
    cores = sorted({*_joined_cores(at.s, first, among), *(core for core in beside if core in among)})
    within = {token for core in cores for token in at.s.subtree(core)}
    extra = [token for token in at.rest if token not in within]
    made: list[Predicate] = []
    for core, part in _parts(at.s, cores, among):
        part = _without_unnamed(at, core, (*part, *_behind(at.s, at.verb, core)))
        kind = type_of_core(at, core, (*part, *extra))
        if kind is not None:
            made.append(Predicate(at.lemma, tuple(sorted({*part, *extra})), kind, True))
    return made


def _behind(s: Sentence, verb: int, core: int) -> Iterator[int]:
    """The tokens of an infinitive that says what the person is ready for: "to help" in "I'm down to help". Only one
    that the parser attaches to the verb is given."""
    for child in s.children(verb, "advcl"):
        if s.tag[child] == "VB" and s.first_below(child) == core + 1 and s.tag[core + 1] == "TO":
            yield from s.subtree(child, ("punct", "parataxis", "conj", "cc"))


def _without_unnamed(at: Situation, core: int, part: Sequence[int]) -> tuple[int, ...]:
    """The tokens of a feeling, without words that only point to what it is about: "excited" for "excited about it"."""
    if at.words[core] not in at.lexicon.without_object:
        return tuple(part)
    unnamed = {
        token
        for child in (*at.s.children(core, "prep"), *at.s.children(at.verb, "prep"))
        if any(
            at.words[below] in at.lexicon.pointing and at.s.pos[below] == "PRON"
            for below in at.s.children(child, "pobj")
        )
        or (at.s.child(child, "pcomp") is not None and is_definite(at, at.s.subtree(child)))
        for token in at.s.subtree(child)
    }
    is_so = any(at.words[token] == "so" for token in at.s.children(core, "advmod"))
    outcome = [
        c
        for c in (*at.s.children(core, "ccomp"), *at.s.children(at.verb, "ccomp"))
        if is_so and not at.s.children(c, "mark")
    ]
    unnamed |= {token for clause in outcome for token in at.s.subtree(clause)}  # "so nervous I forgot my lines"
    return tuple(token for token in part if token not in unnamed)


def _faring(at: Situation) -> list[Predicate] | None:
    """The predicate "be doing fine" of "I'm doing fine"; None if the clause says anything else."""
    if at.lemma != "do" or at.clause.tense != "progressive":
        return None
    told = [token for token in at.rest if at.words[token] in at.lexicon.faring]
    is_all = all(
        token in told or at.s.pos[token] in ("ADV", "INTJ") or at.s.dep[token] == "npadvmod" for token in at.rest
    )
    kept = [token for token in at.rest if token in told or at.s.pos[token] == "ADV"]
    return [Predicate("be", (at.verb, *kept), "FEELING_STATE", True)] if told and is_all else None


def _wishing(at: Situation) -> list[Predicate] | None:
    """The predicate "want to become a nurse" of "I'd love to become a nurse". Empty if what is wished does not say who
    somebody is ("I'd love to sleep"), None if the clause has another form."""
    if at.lemma not in at.lexicon.wishing or not _has_helper(at, "would"):
        return None
    is_wanted = is_aspired(at) and not at.is_denied and not is_definite(at, at.rest)
    return [Predicate("want", at.rest, "BELIEF_ABOUT_SELF", True)] if is_wanted else []


def _has_helper(at: Situation, word: str) -> bool:
    return any(at.words[token] == word for token in at.s.children(at.clause.head, "aux"))


def _trying(at: Situation) -> list[Predicate] | None:
    """The predicate of "I try to be patient" or "I'm trying to stay calm": what somebody tries to be. None in other
    clauses."""
    doing = at.s.child(at.verb, "xcomp") if at.lemma == "try" else None
    if doing is None or at.clause.tense not in ("present", "progressive") or is_definite(at, at.rest):
        return None
    core = at.s.child(doing, "acomp")
    if core is None or at.s.lemma[doing].lower() not in at.lexicon.being or not _is_of_who_one_is(at, core):
        return None
    return [Predicate("try", at.rest, "BELIEF_ABOUT_SELF", True)]


def _is_of_who_one_is(at: Situation, core: int) -> bool:
    return at.words[core] not in at.lexicon.not_self - at.lexicon.held


def _resolved(at: Situation) -> list[Predicate] | None:
    """The predicate of a denied giving up: "I won't give up on my goals", "I'm not giving up". None if the clause has
    another form."""
    if at.lemma not in at.lexicon.resolved:
        return None
    is_firm = at.clause.tense == "progressive" or _has_helper(at, "will")
    if not is_firm or not at.is_denied or is_definite(at, at.rest):
        return None
    needed = at.lexicon.resolved_with.get(at.lemma)
    if needed and not needed & {at.words[token] for token in at.rest}:
        return None
    return [Predicate(at.lemma, at.rest, "BELIEF_ABOUT_SELF", True)]


def _participle(at: Situation, helpers: Sequence[int]) -> list[Predicate]:
    rest = _without_unnamed(at, at.verb, at.rest)
    is_felt = at.words[at.verb] in at.lexicon.without_object
    if not is_felt and (at.words[at.verb] not in at.lexicon.participles or is_definite(at, rest)):
        return []
    if any(at.s.lemma[token] == "get" and at.s.tag[token] == "VBD" for token in helpers):
        return []  # "I got hurt" is what happened
    tokens = tuple(sorted({at.verb, *rest}))
    kind: BeliefType = "TRAIT"
    if at.words[at.verb] in at.lexicon.likings:
        kind = "PREFERENCE"
    elif at.words[at.verb] in at.lexicon.feelings:
        kind = "FEELING_STATE"
    elif any(at.words[token] == "to" for token in rest):
        kind = "BELIEF_ABOUT_SELF"
    verb = "get" if any(at.s.lemma[token] == "get" for token in helpers) else "be"
    return [Predicate(verb, tokens, kind, True)]


def _without_core(at: Situation) -> list[Predicate] | None:
    """The predicate of a verb of being without a noun or adjective: "be into X" of "I'm into X", "feel like X", "be in
    a bad mood". Empty if it does not say who the person is; None for verbs such as "get" and "stay"."""
    if at.lemma == "feel":
        is_told = (
            has_content(at, at.rest)
            and at.lexicon.pointing.isdisjoint(at.s.lemma[t].lower() for t in at.rest if at.s.dep[t] == "npadvmod")
            and not points_away(at, at.s.children(at.verb, "dobj"))
        )
        thoughts = [one for child in at.s.children(at.verb, "ccomp") for one in at.s.children(child, "acomp")]
        is_thought = any(
            at.words[one] in at.lexicon.value_adjectives for one in thoughts
        )  # "I feel it's vital to help"
        return [Predicate("feel", at.rest, "VALUE" if is_thought else "FEELING_STATE", True)] if is_told else []
    if at.lemma in ("get", "go", "turn", "keep", "stay", "grow", "remain"):
        return None
    for token in at.s.children(at.verb, "prep"):
        needed = at.lexicon.states_of_being.get(at.words[token])
        below = at.s.subtree(token)
        if needed is not None and (not needed or needed & {at.words[t] for t in below}):
            things = at.s.children(token, "pobj")
            if (not needed and points_away(at, below)) or any(
                is_named_before(at.s, at.words, at.lexicon, thing) for thing in things
            ):
                return []  # "up for the challenge": which one
            kind: BeliefType = "PREFERENCE" if not needed else "FEELING_STATE"
            return [Predicate("be", at.rest, kind, True)]
    is_enough = "enough" in at.words and any(at.words[token] == "enough" for token in at.rest)
    return [Predicate("be", at.rest, "BELIEF_ABOUT_SELF", True)] if is_enough else []


def _having(at: Situation) -> list[Predicate] | None:
    """The predicate of "I have a short temper"; empty for "I have two meetings", None for other verbs."""
    if at.lemma != "have":
        return None
    had = at.s.child(at.verb, "dobj")
    # The list has "standards", which says more than "a standard".
    noun = (
        None
        if had is None
        else next((n for n in (at.words[had], at.s.lemma[had].lower()) if n in at.lexicon.had), None)
    )
    if had is None or noun is None:
        return []
    needed = at.lexicon.had_only_if.get(noun)
    if needed is not None and not needed & {at.words[token] for token in at.rest}:
        return []
    if noun in at.lexicon.had_abilities:
        # "I had trouble finding it" is what happened.
        is_once = at.clause.tense in ("past", "perfect") and at.verb == at.clause.head and not at.is_habit
        return [] if is_once or is_of_machines(at, at.rest) else [Predicate("have", at.rest, "CAPABILITY_LIMIT", True)]
    kind: BeliefType = "TRAIT" if at.s.children(had, "amod") else "BELIEF_ABOUT_SELF"
    if noun in at.lexicon.my_own | dict.fromkeys(at.lexicon.loves, ""):
        is_liked = at.lexicon.my_own.get(noun, "love") in at.lexicon.preference
        kind = "PREFERENCE" if is_liked else "VALUE"
    return [Predicate("have", at.rest, kind, True)]


def _finding(at: Situation) -> list[Predicate] | None:
    """The predicate of "I find small talk exhausting" or "I find it hard to relax"; None where the clause has
    another form."""
    if at.lemma != "find" or at.clause.tense != "present":
        return None
    cores = [
        t for t in at.s.children(at.verb, "ccomp", "xcomp", "oprd", "acomp") if at.s.pos[t] in ("ADJ", "VERB", "AUX")
    ]
    adjectives = [
        t for t in at.rest if at.s.tag[t] in ("JJ", "VBG") and at.s.dep[t] in ("ccomp", "xcomp", "oprd", "acomp")
    ]
    if not cores or not adjectives or is_definite(at, [t for t in at.rest if at.words[t] != "it"]):
        return None
    is_hard = any(at.words[token] in at.lexicon.hard for token in at.rest)
    return [Predicate("find", at.rest, "CAPABILITY_LIMIT" if is_hard else "FEELING_STATE", True)]


def _pursuing(at: Situation) -> list[Predicate] | None:
    """The predicate of a clause that says what somebody works at or lives for ("I'm working on being more patient");
    None if the clause has another form."""
    kind = pursued(at)
    return None if kind is None else [Predicate(at.lemma, at.rest, kind, True)]


def _listed(at: Situation) -> list[Predicate] | None:
    """The predicate of any other verb: one in the word lists, or one that is said to be a habit ("I always …"). None if
    it is neither."""
    kind = type_of_verb(at)
    if kind is not None and tense_allows(at, kind):
        return [Predicate(at.lemma, at.rest, kind, True)]
    if kind is None and is_habit(at):
        return [
            Predicate(at.lemma, at.rest, "RELATIONAL" if speaks_of_people(at, at.rest) else "BELIEF_ABOUT_SELF", False)
        ]
    return None
