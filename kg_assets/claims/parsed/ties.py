"""Reads ties: how the words beside a name say that two people or things are related. Examples are "Teuvo's dog
Mortadella", "Mirela, Arjun's girlfriend", "our team, the Hags" and "Pixel is asleep. She's my cat".

What such words say holds even in a clause that denies something else.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kg_assets.claims.parsed.described import is_done_there, name_before
from kg_assets.claims.parsed.people import People, Who
from kg_assets.claims.parsed.who import (
    Relative,
    holder_without_apostrophe,
    in_relation,
    is_denied_outright,
    is_name,
    is_own,
    others_named,
    relative_at,
    relative_named,
)
from kg_assets.claims.parsed.words import relation_of, shared, words
from kg_assets.claims.reading.model import SELF
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Tokens = tuple[int, ...]
_OF_OTHERS = frozenset({"his", "her", "their"})
_DONE_THERE = ("lives_in", "works_at", "studies_at")
_WHOM = frozenset({"him", "her"})
_OBJECTS = frozenset({"pobj", "dobj", "dative"})
_PRONOUN = {"his": "he", "her": "she"}
_HE_OR_SHE = frozenset({"he", "she", "it"})


class Tie(NamedTuple):
    """A relation of `one` to somebody or something with a name: the predicate, and the tokens of the name."""

    one: Who
    predicate: str
    name: Tokens


def speaks_of_own_life(sentences: Sequence[Sentence]) -> bool:
    """Whether the people in a message belong to the writer's life. For this it must speak of its writer ("I", "my") or
    of something to be done for somebody ("a card for Marek"), and not of a made-up or a learned world ("my essay")."""
    if is_of_a_made_up_world(sentences):
        return False
    own = words("of_oneself") | words("done_for_somebody")
    if any(not own.isdisjoint(s.low) for s in sentences):
        return True
    return any(_is_for_somebody(s) or _is_for_me(s) for s in sentences)


def is_of_a_made_up_world(sentences: Sequence[Sentence]) -> bool:
    """Whether a message speaks of a made-up or a learned world, or of a task whose names are only examples."""
    made_up = words("made_up_worlds") | words("learned_worlds")
    return any(not made_up.isdisjoint(s.low) for s in sentences)


def _is_for_me(s: Sentence) -> bool:
    """Whether a sentence has a "me" that is not the object of a request such as "tell me" or "show me"."""
    return any(low == "me" and s.low[at] not in words("asking_for_oneself") for at, low in enumerate(s.low[1:]))


def _is_for_somebody(s: Sentence) -> bool:
    """Whether something is done to or for somebody: "what can I get him", "a game for her", "he's hard to buy for"."""
    if any(s.low[at : at + 2] == ("buy", "for") for at in range(len(s))):
        return True
    return any(s.low[at] in _WHOM and s.dep[at] in _OBJECTS and _is_my_doing(s, s.head[at]) for at in range(len(s)))


def _is_my_doing(s: Sentence, at: int) -> bool:
    """Whether a word depends on no verb, or on a verb whose subject is the writer or the listener. In "who killed her"
    somebody else does it."""
    subject = s.child(at, "nsubj", "nsubjpass") if s.pos[at] == "VERB" else None
    return subject is None or s.low[subject] in closed_class("first_persons") | closed_class("second_persons")


def speaks_of_a_told_world(sentences: Sequence[Sentence]) -> bool:
    """Whether a message speaks of a book, a show or a game: a first name alone may then be that of a character."""
    return any(not words("told_worlds").isdisjoint(s.low) for s in sentences)


def ties(s: Sentence, clause: Clause, people: People) -> Iterator[Tie]:
    """The ties of relatives and named people that the nouns of a clause tell ("Ana's dog Rex"), and the groups, shops
    and employers of anybody, including the writer ("our team, the Hags")."""
    for head in range(clause.first, clause.last + 1):
        if s.pos[head] == "PROPN":
            yield from _from_my_team(s, head)
        one = _holder(s, head, clause, people) if s.pos[head] in ("NOUN", "PROPN") else None
        if one is None:
            continue
        if one.value != SELF:
            yield from _of_relation(s, clause, head, one)
            yield from _is_theirs(s, clause, head, one)
        else:
            yield from _one_of_mine(s, head, one)
        yield from _of_group(s, head, one)


def done_there(s: Sentence, clause: Clause) -> Tie | None:
    """The tie of somebody to the place where they live, work or study: "at Solvane, where Arjun works", "Solvane, the
    bakery I work at"."""
    subject, is_now = clause.subject, clause.tense in ("present", "perfect", "progressive")
    if s.dep[clause.verb] != "relcl" or subject is None or not is_now or clause.is_negative:
        return None
    predicate = next((p for p in _DONE_THERE if clause.lemma in words(f"where_one_{p}")), None)
    if predicate is None or not is_done_there(s, clause):
        return None
    one, name = _who_there(s, subject), _name(s, s.head[clause.verb], allows_article=True) or name_before(s, clause)
    return None if one is None or not name else Tie(one, predicate, name)


def _who_there(s: Sentence, subject: int) -> Who | None:
    if s.low[subject] == "i":
        return Who(SELF, "self", None)
    if s.low[subject] not in ("he", "she"):
        return relative_named(s, subject) or _somebody(s, subject)
    before = [t for t in range(subject) if s.dep[t] == "nsubj" and s.pos[t] in ("NOUN", "PROPN")]
    return (relative_named(s, before[0]) or _somebody(s, before[0])) if len(before) == 1 else None


def is_mine(s: Sentence, clause: Clause, before: Sentence | None) -> tuple[str, Sentence, Tokens] | None:
    """How somebody by name is related to the writer, as a clause with "my" states or denies it. Three values: the
    predicate; the sentence in which the name stands; and the tokens of the name.

    Such clauses are "Ana is my boss", "Ana is not my boss", "Ana, who is my boss", and "she's my boss" behind a
    sentence about Ana. None if no name or several fit.
    """
    subject, said = clause.subject, s.child(clause.verb, "attr")
    is_so = clause.lemma == "be" and clause.tense in ("present", "past")
    if not is_so or subject is None or said is None or not is_own(s, said):
        return None
    if clause.is_negative and not is_denied_outright(s, clause):
        return None
    noun, _, name = in_relation(s, said)
    predicate = None if noun is None or name else relation_of(noun)
    if predicate is None or predicate == "other":
        return None
    meant = None if s.word(said).isupper() else _meant(s, clause, subject, before, predicate == "pet_is")  # "my GOAT"
    if meant is None or not meant[1] or any(meant[0].low[token] in shared("tools") for token in meant[1]):
        return None  # "Netflix is my boyfriend"
    return predicate, *meant


def _meant(
    s: Sentence, clause: Clause, subject: int, before: Sentence | None, is_pet: bool
) -> tuple[Sentence, Tokens] | None:  # fmt: skip
    """The name that is the subject of a clause, or that a pronoun as the subject stands for. Two values: the sentence
    of the name; and the tokens of the name, empty if the subject is neither. None if no name or several fit the
    pronoun."""
    if s.low[subject] == "who":
        return (s, _name(s, s.head[clause.verb])) if s.dep[clause.verb] == "relcl" else None
    if s.low[subject] not in _HE_OR_SHE:
        name = _name(s, subject)
        return s, name or (_called_low(s, subject) if is_pet else ())
    if s.low[subject] == "it" and not is_pet:
        return None
    for told, end in ((s, subject), *(() if before is None else ((before, len(before)),))):
        names = [token for token in range(end) if _ends_name(told, token)]
        if names:
            is_first = told.dep[names[0]].startswith("nsubj")
            is_only = len(names) == 1 and (is_first or not any(relative_named(told, t) for t in range(end)))
            return (told, _name(told, names[0])) if is_only else None
    return None


def _called_low(s: Sentence, subject: int) -> Tokens:
    """The name of a pet that is a plain word in lower case: "biscuit" of "biscuit is my terrier"."""
    is_noun = s.tag[subject] in ("NN", "NNP") and s.word(subject).isalpha() and relation_of(s.low[subject]) is None
    return (subject,) if is_noun and not s.children(subject) else ()


def _holder(s: Sentence, head: int, clause: Clause, people: People) -> Who | None:
    """Whose a noun is: the writer ("my dog"), a relative ("my sister's dog") or somebody by name ("Ana's dog"). None if
    no word says whose."""
    at = in_relation(s, head)[1]
    loose = None if at is None else holder_without_apostrophe(s, at)
    if loose is not None:
        return loose
    nouns = (head, *(c for c in s.children(head, "compound") if s.pos[c] == "NOUN"))
    for holder in (holder for noun in nouns for holder in s.children(noun, "poss")):
        if s.low[holder] in ("my", "our"):
            return Who(SELF, "self", None)
        relative = relative_named(s, holder)
        if relative is not None:
            return relative
        if is_name(s, holder) and s.word(holder)[:1].isupper() and relation_of(s.low[holder]) is None:
            return _somebody(s, holder)
        if s.low[holder] in _OF_OTHERS:
            return _of_whom(s, head, s.low[holder], clause, people)
    return None


def _of_whom(s: Sentence, head: int, pronoun: str, clause: Clause, people: People) -> Who | None:
    """Whom "his" or "her" before a noun means; None if that is not certain.

    It is the person to whom the noun is joined ("Ana and her son"), or else the subject of the clause. If neither
    stands before the noun and the sentence names nobody before it, it is the only known person whom "his" or "her"
    fits.
    """
    subject = _subject_above(s, clause.verb) if clause.subject is None else clause.subject
    before = s.head[head] if s.dep[head] == "conj" else subject
    is_apart = before is None or before >= head
    if is_apart and any(_ends_name(s, t) and _is_somebody(s, t) for t in range(head)):
        return None
    if is_apart:
        return people.meant(_PRONOUN[pronoun]) if pronoun in _PRONOUN else None
    assert before is not None
    own = relative_at(s, before)
    beside = range(before + 1 + (0 if own is None else len(own.name)), head)
    if s.dep[head] != "conj" and any(_ends_name(s, t) and _is_somebody(s, t) for t in beside):
        return None  # "my dad texted Karl about his wife Ida"
    one = relative_named(s, before) or (_somebody(s, before) if is_name(s, before) else None)
    is_other = one is not None and one.gender not in (None, _PRONOUN.get(pronoun, one.gender))
    return None if is_other else one


def _subject_above(s: Sentence, verb: int) -> int | None:
    """The subject of the verb on which an infinitive depends: "Ana" for "walk" in "Ana wants to walk her dog Rex"."""
    return s.child(s.head[verb], "nsubj") if s.dep[verb] == "xcomp" else None


def _is_somebody(s: Sentence, token: int) -> bool:
    return s.entity[token] == "PERSON" or s.low[token] in shared("given_names")


def _from_my_team(s: Sentence, token: int) -> Iterator[Tie]:
    """The tie to "Jürgen" in "Jürgen from my crew": the writer works with him."""
    prep = token + 1
    team = s.child(prep, "pobj") if s.low_at(prep) == "from" else None
    name = _name(s, token)
    if team is None or not _is_somebody(s, token) or s.low[team] not in words("work_groups"):
        return
    if s.child(team, "compound", "amod", "nmod") is not None:
        return  # "from my fantasy team"
    if len(name) in (1, 2) and is_own(s, team):
        yield Tie(Who(SELF, "self", None), "colleague_is", name)


def _of_relation(s: Sentence, clause: Clause, head: int, one: Who) -> Iterator[Tie]:
    """The tie of somebody to their relative, boss or pet whose name stands beside the noun: "Ana's dog Rex", "Mirela,
    Arjun's girlfriend"."""
    noun, _, name = in_relation(s, head)
    predicate = None if noun is None else relation_of(noun)
    if noun is None or predicate is None or predicate == "other" or _is_over_or_called(s, clause, head, predicate):
        return
    if not name and s.dep[head] == "appos":
        name = _name(s, s.head[head])
    if name and s.low[name[-1] + 1 : name[-1] + 2] != ("'s",):  # "Karla's boss, not Ruth's"
        for own in (name, *others_named(s, Relative(noun, predicate, name, head))):
            if s.words(own) != one.value:
                yield Tie(one, predicate, own)


def _is_over_or_called(s: Sentence, clause: Clause, head: int, predicate: str) -> bool:
    """Whether the clause does not tell a present relation. It may have ended ("broke up with his girlfriend Kim"), be
    yet to come, or be only a name that somebody gives ("calls his boat his wife")."""
    is_ended = clause.lemma in words("ending_ties") or "longer" in s.low[clause.first : clause.last + 1]
    is_other = any(s.low[child] in words("not_now") for child in s.children(head, "amod"))
    lasts = predicate in ("sibling_is", "parent_is", "child_is")
    return (is_ended and not lasts) or is_other or clause.lemma in words("calling")


def _is_theirs(s: Sentence, clause: Clause, head: int, one: Who) -> Iterator[Tie]:
    """The tie that "be" states plainly: "Mikaere is Hinewai's boy", "Mikaere, that's Hinewai's boy"."""
    said = clause.subject
    is_so = clause.lemma == "be" and clause.tense == "present" and not clause.is_negative and not clause.is_hedged
    if said is None or not is_so or s.child(clause.verb, "attr") != head or not _is_plain(s, clause.verb, head):
        return
    noun, _, name = in_relation(s, head)
    predicate = "child_is" if s.low[head] in words("a_child") else None if noun is None else relation_of(noun)
    if predicate is None or predicate == "other" or name:
        return
    if s.low[said] in ("that", "this") and said >= 2 and s.low[said - 1] == ",":
        said -= 2
    found = _meant(s, clause, said, None, predicate == "pet_is")
    if found is not None and found[1] and s.words(found[1]) != one.value:
        yield Tie(one, predicate, found[1])


def _is_plain(s: Sentence, verb: int, said: int) -> bool:
    """Whether a statement with "be" is made without reservation: it has no adverb and no alternative, follows no verb
    such as "think", and no question mark follows."""
    beside = [child for child in s.children(verb, "advmod", "neg", "prep", "mark", "advcl") if s.pos[child] != "PROPN"]
    is_bare = not beside and not s.children(said, "amod", "prep", "cc")
    above = s.lemma[s.head[verb]].lower() if s.dep[verb] in ("ccomp", "advcl", "relcl") else ""
    is_told = not above or above in words("knowing") or s.pos[s.head[verb]] not in ("VERB", "AUX")
    return is_bare and is_told and not s.text.rstrip().endswith("?")


def _one_of_mine(s: Sentence, head: int, one: Who) -> Iterator[Tie]:
    """The tie to a person by name, for "Ana, one of my oldest friends"."""
    of = s.head[head]
    counted = s.head[of]
    predicate = relation_of(s.low[head])
    is_one = s.low[of] == "of" and s.low[counted] == "one" and s.dep[counted] == "appos"
    name = _name(s, s.head[counted]) if is_one else ()
    if name and predicate is not None and predicate != "other":
        yield Tie(one, predicate, name)


def _of_group(s: Sentence, head: int, one: Who) -> Iterator[Tie]:
    """The tie of somebody to a band, team, shop or employer whose name stands beside the noun for it: "our team, the
    Hags"."""
    is_group, is_shop, is_work = (
        s.low[head] in listed for listed in (shared("clubs"), words("shops"), words("employers"))
    )
    is_liked = any(s.low[child] in words("favourites") for child in s.children(head, "amod"))  # "my favourite band"
    if is_liked or not (is_group or is_shop or is_work):
        return
    predicate = "owns" if is_shop else "works_at" if is_work else "member_of"
    beside = [s.head[head]] if s.dep[head] == "appos" else [c for c in s.children(head, "appos") if c > head]
    for name in filter(None, (_name(s, token, allows_article=True) for token in beside)):
        yield Tie(one, predicate, name)


def _somebody(s: Sentence, token: int) -> Who | None:
    """Somebody called by the first name alone; None for a longer name, because that is often somebody in the news."""
    name = _name(s, token)
    return Who(s.words(name), "somebody", s.span(name)) if len(name) == 1 else None


def _name(s: Sentence, last: int, allows_article: bool = False) -> Tokens:
    """The tokens of the name that ends at `last`. Empty if these words are no name, or if a word like "my", "Ana's" or
    "a" stands before them."""
    if s.pos[last] != "PROPN" or not s.word(last)[:1].isupper() or s.low[last] in shared("months"):
        return ()
    if s.child(last, "poss") is not None or (not allows_article and s.child(last, "det") is not None):
        return ()
    first = last
    while first > 0 and s.pos[first - 1] in ("PROPN", "CCONJ") and first <= s.head[first - 1] <= last:
        first -= 1
    while first < last and not s.word(first)[:1].isupper():
        first += 1
    return tuple(range(first, last + 1))


def _ends_name(s: Sentence, token: int) -> bool:
    """Whether a token is the last one of somebody's name."""
    goes_on = token + 1 < len(s) and s.pos[token + 1] == "PROPN" and s.head[token] == token + 1
    listed = shared("known_places") | shared("months") | shared("weekdays") | shared("languages")
    is_other = s.low[token] in listed or s.entity[token] in ("DATE", "TIME")
    is_written = s.word(token)[:1].isupper() or s.low[token] in shared("given_names")
    return s.pos[token] == "PROPN" and is_written and not (goes_on or is_other)
