"""Reads events from the clauses of a message: their category, actors, subject and time (seed 003 §2.1).

A clause tells an event if its verb is in the past, still going on, or planned. `config/memory/events.yaml` says which
category each verb tells.
"""

from collections.abc import Iterator, Sequence

from kg_assets.claims.parsed.events import event
from kg_assets.claims.parsed.frame_objects import antecedent
from kg_assets.claims.parsed.people import People, Who
from kg_assets.claims.parsed.subjects import Company
from kg_assets.claims.parsed.who import relative_named, who
from kg_assets.claims.parsed.words import base_form, shared
from kg_assets.language.clauses import Clause, clauses_of
from kg_assets.language.phrases import bare
from kg_assets.language.sentence import Sentence, by_sentence
from kg_assets.language.words import closed_class
from kg_assets.memory.about import About
from kg_assets.memory.actors import Actors, Together, is_person, with_company
from kg_assets.memory.dated import Dates
from kg_assets.memory.event import PAST, Event, Name, Speaker, Time, Tokens, Told
from kg_assets.memory.telling import Telling, is_to_listener, quoted
from kg_assets.memory.untold import is_asked_about, is_tried, is_untold
from kg_assets.memory.words import category_of_verb, event_words, refers_back

_QUOTES = frozenset("\"'“‘`")
_GOES_ON = frozenset({"Execution", "Collaboration", "Change"})  # in the progressive with a time to come they are plans


def read_events(
    sentences: Sequence[Sentence], times: Sequence[Time], names: Sequence[Name], speaker: Speaker
) -> list[Event]:
    """The events of a message's sentences, in order."""
    people = People()
    together: Together = Company()
    dated = by_sentence(sentences, times, lambda time: (time.start, time.end))
    named = by_sentence(sentences, names, lambda name: (name.start, name.end))
    by_place = {(time.start, time.end): time for time in times}
    found: list[Event] = []
    dates: Dates | None = None
    telling = [None if is_to_listener(s) else s for s in sentences]
    for before, s, behind in zip((None, *telling), sentences, (*telling[1:], None), strict=False):
        if not s.is_parsed:
            dates = None
            continue
        clauses = clauses_of(s)
        dates = Dates(s, dated.get(s.char_start, ()), clauses, dates, by_place, speaker.said_at)
        reading = _Reading(s, before, behind, dates, named.get(s.char_start, ()), speaker, people, together)
        found += reading.events(clauses)
    return found


class _Reading:
    """Reads the events of one sentence. `before` and `behind` are the sentences before and after it; each is None if
    there is none, or if it speaks to the listener."""

    def __init__(
        self, s: Sentence, before: Sentence | None, behind: Sentence | None, dates: Dates, names: Sequence[Name],
        speaker: Speaker, people: People, together: Together,
    ) -> None:  # fmt: skip
        self.together = together
        self.s, self.before, self.behind, self.dates, self.names, self.people = s, before, behind, dates, names, people
        self.actors = Actors(s, names, speaker)
        self.timed = frozenset(
            token for token in range(len(s)) if any(t.start <= s.start[token] < t.end for t in dates.times)
        )
        self.about = About(s, names, self.timed)
        self.telling = Telling(s, before, behind, self.timed)

    def events(self, read: Sequence[Clause]) -> Iterator[Event]:
        clauses = [self._without_call(clause) for clause in read]
        for clause in clauses:
            one = who(self.s, clause, self.people)
            told = self._told(clause) if clause.mood == "stated" and not clause.is_negative else None
            if told is not None:
                made = self._event(clause, one, told, len(clauses) == 1)
                if made is not None:
                    yield made
            if one is not None:
                self.people.meet(one)
            for token in range(clause.first, clause.last + 1):
                other = relative_named(self.s, token)
                if other is not None:
                    self.people.meet(other)

    def _without_call(self, clause: Clause) -> Clause:
        """The clause with another subject, if its subject is only somebody who is spoken to: in "Nate, after that I
        went" the one who went is not Nate. Any other clause is returned unchanged."""
        s, subject = self.s, clause.subject
        is_first = subject == 0 and s.pos[0] == "PROPN" and s.low_at(1) == ","
        if subject is None or not (is_first or (subject and s.low[subject - 1] in event_words().calls)):
            return clause
        others = [token for token in s.children(clause.verb, "nsubj") if token != subject]
        return clause._replace(subject=others[0]) if others else clause

    # --- what is told -----------------------------------------------------------------------------------------------

    def _told(self, clause: Clause) -> Told | None:
        planned = self._off_to(clause) or self._planned(clause)
        is_ahead = self._is_plan(clause) or is_tried(self.s, clause)
        if planned is not None or is_ahead or clause.tense not in (*PAST, "progressive"):
            return planned
        return (
            None if self._says_nothing(clause) or is_untold(self.s, clause) else self._happened(self._carried(clause))
        )

    def _is_plan(self, clause: Clause) -> bool:
        """Whether the verb is "going" followed by an infinitive, as in "I'm gonna keep going": a plan, not something
        that happened."""
        inner = self.s.child(clause.verb, "xcomp")
        return (
            clause.lemma == "go" and clause.tense == "progressive" and inner is not None and self.s.tag[inner] == "VB"
        )

    def _says_nothing(self, clause: Clause) -> bool:
        """Whether the clause tells no event but a state ("I'm inspired by it"), a name ("it was called"), a heading
        ("Chasing dreams"), or something about the talk itself ("since we last talked")."""
        s = self.s
        helpers = {s.low[token] for token in s.children(clause.verb, "aux", "auxpass")}
        is_now = any(
            s.lemma[token].lower() == "be" and s.tag[token] in ("VBP", "VBZ")
            for token in s.children(clause.verb, "aux", "auxpass")
        )
        if s.tag[clause.verb] in ("VBN", "VBD", "JJ") and is_now:
            return True
        is_joined = s.dep[clause.verb] == "conj" and s.lemma[s.head[clause.verb]].lower() == "be"
        if is_joined and s.low[clause.verb] in shared("feelings"):
            return True  # "I'm a mix of excited and scared to start"
        if clause.is_passive and (s.low[clause.verb] in closed_class("said_of_others") or s.tag[clause.verb] == "VBG"):
            return True
        is_own = clause.subject is not None and s.low[clause.subject] in closed_class("first_persons")
        if (
            is_own
            and clause.is_passive
            and "been" in helpers
            and self._category(clause, base_form(s, clause.verb)) is None
        ):
            return True  # "I've been swamped"
        if is_own and clause.is_passive and self._is_struck(clause):
            return True
        is_heading = clause.verb != s.root or s.low[clause.verb] in event_words().aims
        if s.tag[clause.verb] == "VBG" and not helpers and clause.subject is None and is_heading:
            return True
        since = clause.verb if clause.subject is None else clause.subject
        if s.dep[clause.verb] in ("advcl", "relcl") and s.low[max(0, since - 2) : since] == ("last", "time"):
            return True  # "the last time we met, I saw your new boat"
        is_aside = s.dep[clause.verb] == "advcl" and clause.lemma in event_words().talking
        return is_aside and not any(s.pos[token] in ("NOUN", "PROPN") for token in clause.complement)

    def _is_struck(self, clause: Clause) -> bool:
        """Whether the clause says what a thing made the writer feel: "I was mesmerized by the castles"."""
        s = self.s
        agents = [thing for by in s.children(clause.verb, "agent") for thing in s.children(by, "pobj")]
        is_listed = self._category(clause, base_form(s, clause.verb)) is not None
        return bool(agents) and not is_listed and all(s.pos[one] == "NOUN" and not is_person(s, one) for one in agents)

    def _carried(self, clause: Clause) -> Clause:
        """The clause with the verb of what was really done, if that follows the first verb: "managed to raise", "was
        able to raise", "loved taking lessons". Otherwise the clause unchanged."""
        s = self.s
        able = s.child(clause.verb, "acomp")
        holder = able if able is not None and s.low[able] == "able" else clause.verb
        inner = s.child(holder, "xcomp") or self._passed_with(clause)
        is_carrier = base_form(s, clause.verb) in event_words().carriers and (
            holder != clause.verb or clause.lemma != "be"
        )
        if not is_carrier or inner is None or inner not in clause.complement or s.tag[inner] not in ("VB", "VBG"):
            return clause
        has_thing = base_form(s, clause.verb) in event_words().has_ahead and s.child(clause.verb, "dobj") is not None
        if s.low[inner - 1] in _QUOTES or (has_thing and s.tag[inner] == "VB"):
            return clause  # "I loved 'Becoming'", "I've got books to choose from"
        behind = tuple(token for token in clause.complement if token > inner)
        return clause._replace(verb=inner, lemma=base_form(s, inner), particle=s.child(inner, "prt"), complement=behind)

    def _passed_with(self, clause: Clause) -> int | None:
        """The gerund that follows an object that says nothing by itself: the token "throwing" in "had a great time
        throwing a party", "hiking" in "spent the day hiking". None if there is none."""
        s = self.s
        thing = s.child(clause.verb, "dobj")
        if thing is None or s.lemma[thing].lower() not in event_words().empty_things:
            return None
        behind = (*s.children(thing, "acl"), *s.children(clause.verb, "advcl"))
        return next((t for t in behind if s.tag[t] == "VBG" and s.child(t, "mark", "nsubj") is None), None)

    def _planned(self, clause: Clause) -> Told | None:
        """The plan, decision, request or duty that the clause tells: "I'll call her", "we plan to move", "I'm going to
        Rome in May". None if it tells none."""
        s, words, sure = self.s, event_words(), event_words().confidence
        inner = s.child(clause.verb, "xcomp")
        is_to = (
            inner is not None and inner in clause.complement and any(s.low[t] == "to" for t in s.children(inner, "aux"))
        )
        lemma = base_form(s, clause.verb)
        if self._is_to_you(clause):
            return None  # "I'll send you the recipe" says something of the talk
        if any(s.low[token] in words.wished for token in s.children(clause.verb, "advmod")):
            return None  # "hopefully, we will find one"
        if clause.tense == "future":
            if inner is not None and is_to and lemma in words.plans | {"go"}:
                return self._meant(clause, inner, "Commitment", sure.planned)
            return self._meant(clause, clause.verb, "Commitment", sure.planned)
        if clause.tense == "progressive" and lemma in words.thoughts:
            thought = self._thought_of(clause)
            return None if thought is None else self._meant(clause, thought, "Commitment", sure.owed)
        if (
            lemma in words.has_ahead
            and inner is None
            and clause.tense not in PAST
            and self.dates.is_later(self.dates.of(clause, True))
        ):
            return self._meant(clause._replace(lemma=""), clause.verb, "Commitment", sure.planned)
        if inner is None or not is_to or clause.is_passive:
            return None
        if lemma in words.decisions | words.askings and clause.tense in PAST:
            category = "Decision" if lemma in words.decisions else "Collaboration"
            return self._meant(clause, inner, category, sure.listed)
        if lemma in words.plans and clause.tense in (*PAST, "present", "progressive"):
            return self._meant(clause, inner, "Commitment", sure.listed)
        if lemma == "go" and clause.tense == "progressive":
            return self._meant(clause, inner, "Commitment", sure.planned)
        if lemma in words.duties and clause.tense == "present" and not is_asked_about(self.s, clause):
            return self._meant(clause, inner, "Commitment", sure.owed)
        return None

    def _off_to(self, clause: Clause) -> Told | None:
        """The plan in "I'm off to bake some cakes" or "next month I'm off to Ireland"; None for other clauses."""
        s = self.s
        behind = [token for token in clause.complement if token > clause.verb]
        is_off = [s.low[token] for token in behind[:2]] == ["off", "to"]
        if not is_off or clause.tense != "present" or s.lemma[clause.verb].lower() != "be":
            return None
        about = bare(s, tuple(behind[2:]), self.timed)
        return (
            Told("Commitment", clause.verb, about, event_words().confidence.planned)
            if self._names_something(about)
            else None
        )

    def _thought_of(self, clause: Clause) -> int | None:
        """The verb of a plan that is only thought of: "going" in "thinking about going", "attend" in "hoping to
        attend". None if there is none."""
        s = self.s
        if any(s.low[token] == "forward" for token in s.children(clause.verb, "advmod")):
            return None  # "looking forward to it" is felt
        for prep in s.children(clause.verb, "prep"):
            found = s.child(prep, "pcomp")
            if found is not None and s.tag[found] == "VBG":
                return found
        inner = s.child(clause.verb, "xcomp")
        return inner if inner is not None and inner in clause.complement and s.tag[inner] in ("VB", "VBG") else None

    def _meant(self, clause: Clause, verb: int, category: str, confidence: float) -> Told | None:
        s = self.s
        best = s.child(verb, "dobj")
        if best is not None and s.low[best] == "best":  # "I'll do my best to find a room"
            verb = next((t for t in s.children(verb, "advcl", "xcomp") if s.tag[t] == "VB"), verb)
        tops, inner = [verb], s.child(verb, "xcomp")
        if base_form(s, verb) in event_words().carriers and inner is not None and s.tag[inner] in ("VB", "VBG"):
            verb = inner  # "I'll keep running", "plan to try painting"
            tops.append(inner)
        # "I'll keep going and never quit": a joined verb that names no thing of its own is left out.
        further = [
            other for top in tops for other in s.children(top, "conj") if not self._names_something(_things(s, other))
        ]
        others = {token for other in further for token in s.subtree(other)}
        behind = tuple(token for token in clause.complement if token > verb and token not in others)
        about = bare(s, behind[:-1] if behind and s.dep[behind[-1]] == "cc" else behind, self.timed)
        lemma = base_form(s, verb)
        is_sure = f"{lemma}_{self.s.low[verb + 1 : verb + 2][0]}" in event_words().no_events if about else False
        is_it = lemma == "make" and refers_back(self.s.low[t] for t in about[:1])  # "I'll make it happen"
        if (
            is_sure
            or is_it
            or not self._has_substance(about)
            or lemma in event_words().no_events
            or self._is_empty(about)
        ):
            return None
        return Told(category, verb, about, confidence)

    def _happened(self, clause: Clause) -> Told | None:
        s, words = self.s, event_words()
        lemma = base_form(s, clause.verb)
        about = self._about(clause, lemma)
        is_left_out = clause.antecedent is not None and s.child(clause.verb, "dobj") is None  # "the letter I sent off"
        if clause.antecedent is not None and (not about or is_left_out):
            if lemma in words.empty_verbs and not about:
                return None  # "the support I got"
            about = antecedent(s, clause, self.timed)
            if not about:
                return None  # "books I forgot I owned"
        is_pointing = bool(about) and all(s.pos[token] in ("PRON", "DET") for token in about)
        # "Got it covered", "Got it Nate": nothing says which thing is meant.
        is_pointing = is_pointing or (
            lemma == "get"
            and refers_back(s.low[t] for t in about[:1])
            and all(s.tag[t] in ("VBN", "NNP", "UH") for t in about[1:])
        )
        has_got = s.low[clause.verb] == "got" and clause.tense == "perfect"
        category = self._category(clause, lemma)
        befell = category is not None and s.child(clause.verb, "dobj") is None  # "broke down on the way"
        if is_pointing or has_got or self._is_to_you(clause) or (self._is_empty(about) and not befell):
            return None
        if category is None and event(s, clause, self.timed) is None and not self._names_something(about):
            return None
        if lemma == "be" and category is None and clause.tense in PAST:
            place = next((token for token in clause.complement if token > clause.verb), None)
            if place is None or s.low[place] not in words.places or not self._names_something(about):
                return None
        elif lemma in words.no_events and category is None:
            second = next((s.low[token] for token in clause.complement if token > clause.verb), "")
            is_told = second not in ("of", "about") and not {lemma, f"{lemma}_{second}"}.isdisjoint(
                words.events_with_object
            )
            if not is_told or not self._names_something(about):
                return None
        if not about and category is None:
            return None
        if about and not self._has_substance(about) and category is None:
            return None
        return Told(
            category or "Execution",
            clause.verb,
            about,
            words.confidence.told if category is None else words.confidence.listed,
        )

    def _category(self, clause: Clause, lemma: str) -> str | None:
        """The category of event that the verb tells, found by the verb with a word that belongs to it ("get_together"),
        else by the verb alone. None if it tells none."""
        s = self.s
        if lemma in event_words().askings and any(s.low[t] == "to" for t in s.children(_inner(s, clause.verb), "aux")):
            return "Collaboration"  # "encouraged my students to join"
        after = [token for token in clause.complement if token > clause.verb]
        seconds = [s.low[clause.particle]] if clause.particle is not None else []
        thing = s.child(clause.verb, "dobj", "acomp", "attr", "auxpass")
        seconds += [s.lemma[thing].lower(), s.low[thing]] if thing is not None else []
        seconds += [s.low[token] for token in after[:1]]
        seconds += [
            s.low[t] for t in s.children(clause.verb, "prt", "advmod") if s.low[t] == "together"
        ]  # "get them together"
        forms = {lemma, s.low[clause.verb]}
        helper = s.child(clause.verb, "auxpass")
        if helper is not None:
            found = category_of_verb(f"{s.lemma[helper].lower()}_{s.low[clause.verb]}")
            if found is not None:
                return found
        for second in seconds:
            for form in sorted(forms):
                found = category_of_verb(f"{form}_{second}")
                if found is not None:
                    return found
        if lemma in event_words().has_ahead and (
            any(s.lemma[t].lower() in event_words().misfortunes for t in after) or self._is_bad(clause)
        ):
            return "QualityRisk"
        is_other = not {f"{lemma}_{second}" for second in seconds}.isdisjoint(event_words().not_of_kind)
        return None if is_other else category_of_verb(lemma)

    def _is_bad(self, clause: Clause) -> bool:
        """Whether the object of the verb is said to be bad: "had a rough week", "a not-so-great hike"."""
        s = self.s
        thing = s.child(clause.verb, "dobj")
        words = () if thing is None else s.children(thing, "amod")
        return any(s.low[word] in event_words().bad or s.child(word, "neg") is not None for word in words)

    def _is_to_you(self, clause: Clause) -> bool:
        """Whether "you" is among the first words behind the verb. Such a clause is about the talk itself, not about
        somebody's life."""
        return any(self.s.low[token] in closed_class("second_persons") for token in clause.complement[:4])

    def _is_empty(self, about: Tokens) -> bool:
        """Whether the thing that the clause is about says nothing by itself ("make a difference", "have something to
        share")."""
        if any(self.s.pos[token] == "NUM" for token in about):
            return False  # "forty points"
        s = self.s
        nouns = [token for token in about if s.pos[token] in ("NOUN", "PROPN", "PRON")]
        own = closed_class("first_persons")
        named = [t for t in nouns if not refers_back((s.low[t],)) and s.lemma[t].lower() not in own]  # "give it a try"
        named = named or nouns
        return bool(named) and s.lemma[named[0]].lower() in event_words().empty_things

    def _about(self, clause: Clause, lemma: str) -> Tokens:
        """The tokens behind the verb. If "have" has an object that says nothing and a place ("had a blast at a
        concert"), they are only the place."""
        about = bare(self.s, tuple(token for token in clause.complement if token > clause.verb), self.timed)
        if lemma != "have" or not self._is_empty(about):
            return about
        at = next((place for place, token in enumerate(about) if self.s.low[token] in event_words().places), None)
        behind = about if at is None else about[at:]
        return behind if self._names_something(behind) else about

    def _has_substance(self, tokens: Tokens) -> bool:
        s = self.s
        return any(s.pos[token] in ("NOUN", "PROPN", "NUM", "VERB") for token in tokens)

    def _names_something(self, tokens: Tokens) -> bool:
        empty = event_words().empty_things
        return any(
            self.s.pos[token] in ("NOUN", "PROPN") and self.s.lemma[token].lower() not in empty for token in tokens
        )

    # --- the event --------------------------------------------------------------------------------------------------

    def _event(self, clause: Clause, one: Who | None, told: Told, is_alone: bool) -> Event | None:
        s = self.s
        has_kind = self._category(clause, base_form(self.s, clause.verb)) is not None
        actors = self.actors.of(clause, one, told, has_kind)
        if actors is None or (self.before is None and self._is_of_before(clause, told)):
            return None
        actors = with_company(self.together, s, clause, actors, event_words().roles[told.category][1])
        first, last = self.telling.first(clause), self.telling.last(clause, told)
        if told.about and told.about[-1] < first:
            first = told.about[0]  # "the cake I made"
        start, end = quoted(s, first, last)
        confidence = told.confidence * (event_words().confidence.hedged if clause.is_hedged else 1)
        time = self.dates.of(clause, is_alone, told.verb) or self.dates.lent(self._carried(clause), told.about)
        category = told.category
        if category == "Decision" and clause.is_passive and not any(s.children(clause.verb, "agent")):
            category = "Change"  # who was accepted has not decided it
        if category == "Collaboration" and not told.about and len(actors) < 2:
            return None  # "that's what I'm talking about"
        if category in _GOES_ON and self.dates.is_ahead(clause, time):
            category = "Commitment"
        return Event(
            category, self.telling.narrative(clause, told, actors, first, last), time,
            self.about.subject(clause, one, told, actors), tuple(actors), start, end, round(confidence, 6),
        )  # fmt: skip

    def _is_of_before(self, clause: Clause, told: Told) -> bool:
        """Whether the event is about "it" or the like, and no noun before it in the sentence says what that is: "I took
        it at the beach"."""
        s = self.s
        things = [token for token in told.about if s.tag[token] == "PRP" and refers_back((s.low[token],))]
        is_named = any(
            s.pos[token] in ("NOUN", "PROPN") for token in range(min(things, default=0)) if token not in self.timed
        )
        is_whole = any(
            s.dep[token] in ("dobj", "pobj") and s.head[token] in (told.verb, told.verb + 1) for token in things
        )
        return bool(things) and not is_named and is_whole and clause.antecedent is None


def _inner(s: Sentence, verb: int) -> int:
    """The verb that another verb leads to ("join" in "encouraged her to join"); the verb itself if there is none."""
    return next(iter(s.children(verb, "xcomp", "ccomp")), verb)


def _things(s: Sentence, verb: int) -> Tokens:
    """The direct objects of a verb as tokens, without "best" in "doing my best", which is no thing."""
    return tuple(token for token in s.children(verb, "dobj") if s.low[token] != "best")
