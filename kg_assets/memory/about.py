"""Finds the subject of an event: the thing that its clause is about, without prepositions before it and without the
people who took part."""

from collections.abc import Sequence

from kg_assets.claims.parsed.people import Who
from kg_assets.claims.parsed.words import base_form
from kg_assets.language.clauses import Clause
from kg_assets.language.phrases import bare
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class
from kg_assets.memory.actors import is_person
from kg_assets.memory.event import Actor, Name, Subject, Tokens, Told
from kg_assets.memory.words import event_words, refers_back

_INFINITIVE = ("VB", "VBP")
_DEEDS = ("VB", "VBD", "VBP", "VBZ")
_TOWARDS = frozenset({"to", "into", "onto", "on"})
_PLACES = frozenset({"at", "to", "into", "in"})
_DURING = frozenset({"during"})
_NO_THINGS = frozenset({"IN", "RP", "TO", "RB", "CC"})  # tags of words that may precede a thing


class About:
    """Finds the subjects of the events of one sentence, given the names in it and the tokens that belong to its times
    (`timed`)."""

    def __init__(self, s: Sentence, names: Sequence[Name], timed: frozenset[int]) -> None:
        self._s, self._names, self._timed = s, names, timed

    def subject(self, clause: Clause, one: Who | None, told: Told, actors: Sequence[Actor]) -> Subject | None:
        """The subject of the event: usually the thing behind the verb. If the event happened to a thing (a passive, or
        a verb without an object), it is the subject of the clause. None if neither is a thing."""
        s = self._s
        is_done_to = clause.is_passive or not told.about or s.child(told.verb, "dobj", "xcomp") is None
        if one is not None and one.sort in ("thing", "own") and one.span is not None and is_done_to:
            start, end = one.span
            if not any(actor.start is not None and actor.end == end for actor in actors):  # "our team helped out"
                return Subject(self._type_of(start, end, end - 1), one.value, start, end)
        beside = self._thing_in(self._without_companions(clause, told, actors))
        is_met = told.category == "Collaboration" and (not beside or s.pos[self._head_of(beside)] == "VERB")
        tokens = (self._thing_in(told.about) if is_met else beside) or self._thing_with(told.verb)
        if not tokens:
            return None
        first = tokens[0]
        while first >= 2 and s.word(first - 1) == "-" and s.start[first] == s.end[first - 1]:
            first -= 2  # "not-so-great experience"
        tokens = (*range(first, tokens[0]), *tokens)
        start, end = s.span(tokens)
        told_by = s.start[self._head_of(tokens)]
        return Subject(self._type_of(start, end, told_by), " ".join(s.words(tokens).split()), start, end)

    def _without_companions(self, clause: Clause, told: Told, actors: Sequence[Actor]) -> Tokens:
        """The tokens of `told.about` without the people who were taken along or took part: "to a fair" for "took my
        kids to a fair"."""
        s, about = self._s, told.about
        is_taken = base_form(s, told.verb) in event_words().takings and not clause.is_passive
        while about:
            first = next((at for at, token in enumerate(about) if s.pos[token] in ("NOUN", "PROPN", "VERB")), None)
            if first is None:
                return about
            who = about[first]
            is_actor = any(actor.start is not None and actor.end == s.end[who] for actor in actors)
            before = {s.low[token] for token in (*about[:first], about[0] - 1)}
            is_beside = not (event_words().companions | {"and"}).isdisjoint(before)
            if not is_actor or not (is_taken or is_beside):
                return about
            others = {token for joined in s.children(who, "conj", "cc") for token in s.subtree(joined)}
            own = () if is_taken else [token for token in s.subtree(who) if token not in others]
            about = tuple(token for token in about[first + 1 :] if token not in own)
        return about

    def _thing_in(self, about: Tokens) -> Tokens:
        """The thing that these tokens name, without a preposition or particle before it: "a fair" for "to a fair", "new
        flavours" for "out new flavours". Empty for a pronoun ("put it in the oven"), if no thing is named ("ran
        farther"), for times, and for places without an article ("after work", "at work")."""
        s = self._s
        own = closed_class("first_persons")
        is_thing = (s.tag[token] not in _NO_THINGS and s.lemma[token].lower() not in own for token in about)
        first = next((at for at, found in enumerate(is_thing) if found), len(about))
        if [s.tag[token] for token in about[first : first + 2]] == ["JJ", "IN"]:
            first += 2  # "getting ready for a contest"
        lead, rest = {s.low[token] for token in about[:first]}, about[first:]
        is_pointing = refers_back(s.low[token] for token in rest[:1] if s.dep[token] not in ("det", "poss"))
        is_beside = not event_words().beside.isdisjoint(lead)  # "after work", "for just under a year"
        lasts = "for" in lead and any(s.lemma[token].lower() in closed_class("taken_by_things") for token in rest)
        thing = bare(s, self._without_aims(self._without_deeds(rest)), self._timed)
        while thing and s.pos[thing[-1]] == "ADV" and s.head[thing[-1]] not in thing:
            thing = thing[:-1]  # "the guys at the harbour afterwards"
        is_bare = len(thing) == 1 and s.tag[thing[0]] == "NN" and s.child(thing[0], "det", "poss") is None
        # "Got promoted at work", "rowed with no pain"
        is_whereabouts = ("at" in lead and is_bare) or ("with" in lead and any(s.low[t] == "no" for t in rest[:1]))
        if is_pointing or is_beside or is_whereabouts or lasts or not thing:
            return ()
        head = self._head_of(thing)
        is_noun = s.pos[head] == "ADJ" and any(s.pos[t] == "NOUN" for t in thing if t < head)  # "a career high"
        if not is_noun and s.tag[head] in _INFINITIVE:
            return self._thing_in(self._object_of(head))  # "others to chase their dreams"
        kind = "NOUN" if is_noun else s.pos[head]
        is_of_things = kind in ("PRON", "DET", "NUM") and any(
            s.pos[token] == "NOUN" for token in thing
        )  # "some of the boats"
        return thing if is_of_things or kind in ("NOUN", "PROPN", "VERB") else ()

    def _object_of(self, verb: int) -> Tokens:
        """The words of a verb's object, else of the place where the action is done: "their dreams" for "to chase their
        dreams", "a shelter" for "to volunteer at a shelter"."""
        s = self._s
        thing = s.child(verb, "dobj")
        places = (s.child(prep, "pobj") for prep in s.children(verb, "prep") if s.low[prep] in _PLACES)
        thing = next((place for place in places if place is not None), None) if thing is None else thing
        return () if thing is None else s.subtree(thing)

    def _thing_with(self, verb: int) -> Tokens:
        """The thing named beside a verb that has only a pronoun as object, or no object: the festivals in "submit it to
        film festivals", the game in "slipped during a big game". A single bare noun says too little ("add it to my
        list"); then the result is empty."""
        s = self._s
        pointing = s.child(verb, "dobj")
        if pointing is not None and not refers_back((s.low[pointing],)):
            return ()
        ways = _TOWARDS if pointing is not None else _DURING
        for prep in s.children(verb, "prep"):
            thing = s.child(prep, "pobj")
            if thing is None or prep < verb or s.low[prep] not in ways or thing in self._timed or is_person(s, thing):
                continue
            is_told = s.pos[thing] == "NOUN" and s.child(thing, "amod", "compound") is not None
            if s.pos[thing] == "PROPN" or is_told:
                return bare(s, s.subtree(thing), self._timed)
        return ()

    def _without_deeds(self, tokens: Tokens) -> Tokens:
        """The tokens up to a second verb that the parser wrongly joins to the noun: in "raise awareness and start a
        talk" only "awareness and"."""
        s = self._s
        deed = next(
            (t for t in tokens if s.dep[t] == "conj" and s.tag[t] in _DEEDS and s.pos[s.head[t]] in ("NOUN", "PROPN")),
            None,
        )
        return tokens if deed is None else tuple(t for t in tokens if t < min(deed, s.first_below(deed)))

    def _without_aims(self, tokens: Tokens) -> Tokens:
        """The tokens up to a "to" whose verb does not belong to the thing: in "teach others to row" only "others"."""
        s = self._s
        aim = next((t for t in tokens if s.tag[t] == "TO" and s.head[s.head[t]] not in tokens), None)
        before = () if aim is None else tuple(t for t in tokens if t < aim)
        return before if any(s.pos[t] in ("NOUN", "PROPN", "PRON") for t in before) else tokens

    def _head_of(self, thing: Tokens) -> int:
        """The main word of a thing: "evening" of "a quiet evening"."""
        head = next((token for token in thing if self._s.pos[token] != "PUNCT"), thing[0])
        while self._s.head[head] in thing and self._s.head[head] > head:
            head = self._s.head[head]
        return head

    def _type_of(self, start: int, end: int, head: int) -> str:
        """The type of the name within `start` to `end` that covers the codepoint `head` of the main word,
        else "object": in "a Moby Dick evening" no name covers "evening"."""
        names = [name for name in self._names if start <= name.start and name.end <= end]
        return next((name.type for name in names if name.start <= head < name.end), "object")
