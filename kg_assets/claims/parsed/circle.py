"""Finds people whom the writer of a message knows and calls by the first name alone: "Priya has coeliac disease, what
can I cook for her?".

A first name alone may also mean somebody in the news, in a book or in an exercise. So the message must speak of its
writer's life, and the words around the name must show that it is a person's.
"""

from collections.abc import Iterable, Iterator, Sequence

from kg_assets.claims.parsed.filling import fillings
from kg_assets.claims.parsed.people import Who
from kg_assets.claims.parsed.ties import is_of_a_made_up_world, speaks_of_a_told_world, speaks_of_own_life
from kg_assets.claims.parsed.words import relation_of, shared, words
from kg_assets.language.clauses import clauses_of
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_OF_THINGS = frozenset({"its", "it's"})
_UNTIMED: frozenset[int] = frozenset()


def circle_of(sentences: Sequence[Sentence]) -> frozenset[str]:
    """The first names in a message that mean somebody whom the writer knows."""
    if speaks_of_a_told_world(sentences):
        return frozenset()
    if not speaks_of_own_life(sentences):
        return _catered_for(sentences)
    is_meant = any(not words("somebody_meant").isdisjoint(s.low) for s in sentences)
    named = [(s, at) for s in sentences if _is_plain(s) for at in _bare_names(s, is_meant)]
    is_one = is_meant and len({s.low[at] for s, at in named}) == 1
    known = {(s.sentence_index, at) for s, at in named if is_one or _is_a_person(s, at)}
    # A name that is joined to a person's name in a subject is a person's, too.
    known |= {(s.sentence_index, o) for s, at in named if (s.sentence_index, at) in known for o in _beside(s, at)}
    return frozenset(s.word(at) for s, at in named if (s.sentence_index, at) in known)


def heard_of(sentences: Sequence[Sentence]) -> frozenset[str]:
    """The words of a message that may be first names of people whom the writer knows. Another message must say who they
    are ("my sister Yara").

    Such words are the one-word subjects of clauses, with a capital or without, and the names of those for whom
    something is made or bought ("a card for Alasdair"). Nothing if a sentence speaks of a made-up world.
    """
    if is_told_as_a_story(sentences):
        return frozenset()
    plain = [s for s in sentences if _is_plain(s)]
    told_of = {s.word(at) for s in plain for at in _alone(s)}
    return frozenset(told_of | {one.value for s in plain for one in spoken_for(s, range(len(s)))})


def is_told_as_a_story(sentences: Iterable[Sentence]) -> bool:
    """Whether a message speaks of a made-up world or of a text to be told anew."""
    return any(_is_of_a_story(s) for s in sentences)


def _is_of_a_story(s: Sentence) -> bool:
    """Whether a sentence speaks of a made-up world or of a text to be told anew, or says what is so in a book or a
    game: "in chapter 3", "this movie". A film or an exam alone is no sign of that, since friends watch films and sit
    exams, too."""
    if not words("made_up_worlds").isdisjoint(s.low) or not words("told_anew").isdisjoint(s.low):
        return True
    told, learned = words("told_worlds"), words("learned_worlds")
    for at in range(1, len(s)):
        if s.low[at] not in told and s.low[at] not in learned:
            continue
        before = s.low[at - 1]
        is_in = before == "in" or s.low[max(0, at - 2) : at] in (("in", "the"), ("of", "the"), ("in", "my"))
        if is_in or (s.low[at] in told and before in ("this", "that")):
            return True
    return False


def short_names_of(sentences: Sequence[Sentence]) -> frozenset[str]:
    """The names in a message that end with "s" for "is" or "has", without an apostrophe: "chidi" in "chidis vegan"."""
    return frozenset(
        s.word(at)[:-1]
        for s in sentences
        if _is_plain(s)
        for at in range(len(s) - 1)
        if _opens(s, at) and len(s.low[at]) > 2 and s.low[at].endswith("s") and s.pos[at] in ("PROPN", "NOUN")
        if _is_a_name(s, at)
    )


def _alone(s: Sentence) -> Iterator[int]:
    """The one-word names that are the subject of a clause: by the parse, or because they open the clause and the next
    word looks like a verb ("gus struggles with stairs")."""
    for at in range(len(s)):
        is_subject = s.dep[at] in _SUBJECTS or (s.dep[at] == "conj" and s.dep[s.head[at]] in _SUBJECTS)
        if is_subject and s.pos[at] in ("PROPN", "NOUN"):
            if is_a_bare_name(s, at):
                yield at
        elif _opens(s, at) and _may_be_a_name(s, at) and s.low[at + 1 : at + 2] and s.low[at + 1].endswith("s"):
            yield at


def _opens(s: Sentence, at: int) -> bool:
    return at == 0 or s.low[at - 1] in closed_class("clause_openings")


def _may_be_a_name(s: Sentence, at: int) -> bool:
    return s.pos[at] == "PROPN" and _is_a_name(s, at)


def _catered_for(sentences: Sequence[Sentence]) -> frozenset[str]:
    """The name of the only person in a message, if a sentence says of them something that matters for the request: "ok
    and Nadia is vegan so redo day 2". Empty in other messages."""
    if is_of_a_made_up_world(sentences):
        return frozenset()
    named = [(s, at) for s in sentences if _is_plain(s) for at in _bare_names(s, False)]
    told = {s.word(at) for s, at in named if _is_surely_a_name(s.low[at]) and _is_catered_for(s, at)}
    if not told or any(_asks_what_one_does(s) for s in sentences):
        return frozenset()
    people = {s.word(at) for s in sentences for at in range(len(s)) if _may_be_somebody(s, at)}
    return frozenset(told) if people == told else frozenset()


def _is_surely_a_name(low: str) -> bool:
    return low in shared("given_names") and low not in words("names_or_words")


def _asks_what_one_does(s: Sentence) -> bool:
    """Whether a sentence asks what "he", "she" or "they" does. People ask this about somebody in a book, not about a
    friend."""
    asked = (clause.subject for clause in clauses_of(s) if clause.mood == "asked")
    return any(at is not None and s.low[at] in words("somebody_meant") for at in asked)


def _may_be_somebody(s: Sentence, at: int) -> bool:
    is_named = (s.pos[at] == "PROPN" or (at == 0 and s.tag[at] == "NN")) and s.word(at)[:1].isupper()
    return s.entity[at] == "PERSON" or (is_named and s.low[at] in shared("given_names"))


def _is_catered_for(s: Sentence, at: int) -> bool:
    """Whether a clause tells of its subject what matters to somebody who cooks, buys or plans for them: a diet, an
    illness, a liking."""
    for clause in clauses_of(s):
        if clause.subject == at and clause.mood == "stated" and clause.tense in ("present", "perfect", "progressive"):
            filled = fillings(s, clause, "person", _UNTIMED)
            if filled and all(one.frame.predicate in words("catered_for") for one in filled):
                return True
    return False


def spoken_for(s: Sentence, tokens: Iterable[int]) -> Iterator[Who]:
    """The people for whom something is made, bought or written ("a card for Alasdair", "a message to Oluwaseun"): a
    later pronoun may mean them."""
    for at in tokens:
        if s.lemma[at].lower() not in words("made_for_somebody"):
            continue
        for prep in s.children(at, "prep", "dative"):
            name = s.child(prep, "pobj") if s.low[prep] in ("for", "to") else None
            is_written = name is not None and s.word(name)[:1].isupper() and s.pos[name] in ("PROPN", "NOUN")
            if name is not None and is_written and is_a_bare_name(s, name):
                yield Who(s.word(name), "person", (s.start[name], s.end[name]))


def _is_plain(s: Sentence) -> bool:
    """Whether a sentence has a parse and does not contain "according": "according to Gaby" only repeats
    what Gaby says."""
    return s.is_parsed and "according" not in s.low


def _bare_names(s: Sentence, is_meant: bool) -> Iterator[int]:
    """The subjects that are a name of one word, with nothing before or behind it.

    The parser may not see that a capitalised word at the beginning of a sentence is a name. Such a word counts if it is
    a known first name; with `is_meant` any word counts, because the message has a "he" or "she" that may mean it.
    """
    for at in range(len(s)):
        if s.dep[at] in _SUBJECTS or (s.dep[at] == "conj" and s.dep[s.head[at]] in _SUBJECTS):
            is_likely = is_meant or s.low[at] in shared("given_names")
            opens = is_likely and at == 0 and s.tag[at] == "NN" and s.word(at)[:1].isupper()
            if (s.pos[at] == "PROPN" or opens) and is_a_bare_name(s, at):
                yield at


def is_a_bare_name(s: Sentence, at: int) -> bool:
    """Whether a name has one word, and no other word says which or whose it is."""
    beside = [child for child in s.children(at, "compound", "nmod") if s.low[child] not in words("exclaimed")]
    is_known = s.low[at] in shared("given_names")
    beside += [child for child in s.children(at, "poss") if not is_known or s.low[child] != "our"]  # "our Kev"
    if beside or s.children(at, "det", "amod", "nummod", "prep", "relcl", "acl"):
        return False
    return _is_a_name(s, at)


def _is_a_name(s: Sentence, at: int) -> bool:
    """Whether a word can be somebody's name and does not address the listener ("Yeah Jon, …")."""
    if relation_of(s.low[at]) is not None or s.low_at(at + 1) == ",":
        return False  # "Yeah Jon, marketing is key": who is spoken to
    if not s.word(at).isalpha() or (len(s.word(at)) > 1 and s.word(at).isupper()) or not _OF_THINGS.isdisjoint(s.low):
        return False
    listed = shared("known_places") | shared("months") | shared("weekdays") | shared("languages") | shared("tools")
    return s.low[at] in shared("given_names") or s.low[at] not in listed


def _beside(s: Sentence, at: int) -> Iterator[int]:
    """The names that are joined to this name in a subject: "Ximena" for "Bastien" in "Ximena and Bastien
    are moving"."""
    yield from s.children(at, "conj")
    if s.dep[at] == "conj":
        yield s.head[at]


def _is_a_person(s: Sentence, at: int) -> bool:
    """Whether a name is a person's: the parser or the list of first names says so, or the clause says what is only said
    of people."""
    if s.entity[at] == "PERSON" or s.low[at] in shared("given_names"):
        return True
    for clause in clauses_of(s):
        if clause.subject != at or clause.mood != "stated":
            continue
        if clause.lemma in words("done_by_people"):
            return True
        filled = fillings(s, clause, "person", _UNTIMED)
        if filled and all(one.frame.predicate in words("only_of_people") for one in filled):
            return True
    return False
