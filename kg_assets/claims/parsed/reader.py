"""Reads the raw claims of one message from its parsed sentences: clauses, then frames, then events."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from kg_assets.claims.parsed.ailments import part_hurt
from kg_assets.claims.parsed.antecedents import thing_meant
from kg_assets.claims.parsed.circle import spoken_for
from kg_assets.claims.parsed.clause_meant import (
    as_meant,
    dated,
    is_a_saying,
    is_done_some,
    is_had_done,
    nearly,
)
from kg_assets.claims.parsed.close_ones import Close, close_ones
from kg_assets.claims.parsed.contrast import set_against
from kg_assets.claims.parsed.diagnoses import HEALTH, illnesses_found, is_diagnosed
from kg_assets.claims.parsed.events import Event, event, goes_on, told_in_passive, undergone, without_times
from kg_assets.claims.parsed.far_relatives import is_too_far
from kg_assets.claims.parsed.filling import Filled, fillings
from kg_assets.claims.parsed.frames import Frame
from kg_assets.claims.parsed.holding import Holding, alone, shown
from kg_assets.claims.parsed.homes import moved_in
from kg_assets.claims.parsed.jobs import job_got
from kg_assets.claims.parsed.making import Maker
from kg_assets.claims.parsed.medicines import Taken, not_borne, on_it_now, others_taken, taken
from kg_assets.claims.parsed.naming import NEWCOMER_RULE, are_all_named, newcomers_called, newcomers_described
from kg_assets.claims.parsed.opinions import Opinion, opinion
from kg_assets.claims.parsed.pairs import paired
from kg_assets.claims.parsed.passing import is_subject_of_the_talk, is_yours
from kg_assets.claims.parsed.people import People, Who
from kg_assets.claims.parsed.relations import Relations
from kg_assets.claims.parsed.roles import (
    called,
    couple,
    introduced,
    named_alone,
    person_called,
    roles,
)
from kg_assets.claims.parsed.statements import Statements, statements
from kg_assets.claims.parsed.subjects import Company, company, sharers
from kg_assets.claims.parsed.ties import is_of_a_made_up_world, speaks_of_a_told_world, speaks_of_own_life
from kg_assets.claims.parsed.when import Dating, Episode, is_to_come, of_what_is_to_come, time_told_of
from kg_assets.claims.parsed.who import in_full, in_relation, is_own, relative_named, who
from kg_assets.claims.parsed.words import shared, words
from kg_assets.claims.reading.model import SELF, RawClaim, SpanPair
from kg_assets.language.clauses import Clause, clauses_of, trailing_clauses
from kg_assets.language.phrases import bare, items
from kg_assets.language.sentence import Sentence, by_sentence

# What a clause with one of these tells is no deed besides: "we have named her Tilda", "did my knee at derby".
_TELL_ALL = (NEWCOMER_RULE, "clause.injury")
_OF_PEOPLE = ("self", "kin", "person")
Tokens = tuple[int, ...]
Time = tuple[int, int, str]


def read_sentences(
    sentences: Sequence[Sentence], times: Sequence[Time], text: str, excluded: Sequence[SpanPair] = (),
    circle: frozenset[str] = frozenset(), heard: frozenset[str] = frozenset(),
) -> list[RawClaim]:  # fmt: skip
    """The claims of a message's sentences, in order and without repeats. `circle` are the first names in the message
    that mean somebody whom the writer knows (`circle_of`); `heard` are names to be read as if they were relatives'
    (`heard_of`)."""
    people = People()
    together: Company[str] = Company()
    stated = statements(text, excluded)
    is_of_life = speaks_of_own_life(sentences)
    is_told_world = speaks_of_a_told_world(sentences)
    is_made_up = is_of_a_made_up_world(sentences)
    is_imagined = any(not words("imagined").isdisjoint(s.low) for s in sentences)
    close = close_ones(sentences, text)
    within = by_sentence(sentences, [(start, end) for start, end, _ in times], lambda time: time)
    found: dict[tuple[object, ...], RawClaim] = {}
    before: Sentence | None = None
    episode: Episode | None = None
    for s, after in zip_longest(sentences, sentences[1:]):
        if s.is_parsed:
            told_of = (
                time_told_of(before, before.root, within.get(before.char_start, ())) if before is not None else None
            )
            reading = _Reading(
                s,
                before,
                after if after is not None and after.is_parsed else None,
                within.get(s.char_start, ()),
                people,
                together,
                stated,
                told_of,
                episode,
                is_of_life,
                is_told_world,
                is_made_up,
                is_imagined,
                circle,
                heard,
                close.get(s.char_start, ()),
            )
            for claim in reading.claims():
                if is_too_far(claim):
                    continue
                key = (
                    claim.subject,
                    claim.predicate,
                    claim.object,
                    claim.polarity,
                    claim.object_span or claim.char_start,
                )
                if key not in found or (found[key].notes.get("passing") and not claim.notes.get("passing")):
                    found[key] = claim
            people.end(s)
        before = s if s.is_parsed else None
        episode = reading.dating.episode_told() if s.is_parsed else None
    return sorted(found.values(), key=lambda c: (c.char_start, -c.char_end, c.predicate, c.object or "", c.subject))


class _Reading:
    """Reads one sentence, with the times in it and the people and times of the sentences before."""

    def __init__(
        self, s: Sentence, before: Sentence | None, after: Sentence | None, times: Sequence[SpanPair], people: People,
        together: Company[str], stated: Statements, told_of: SpanPair | None, episode: Episode | None,
        is_of_life: bool, is_told_world: bool, is_made_up: bool, is_imagined: bool,
        circle: frozenset[str], heard: frozenset[str], close: Sequence[Close] = (),
    ) -> None:  # fmt: skip
        self.circle, self.heard, self.close = circle, heard, close
        self.after, self.is_imagined = after, is_imagined
        self.s, self.before, self.times, self.told_of, self.episode = s, before, times, told_of, episode
        self.people, self.together, self.stated = people, together, stated
        self.is_of_life, self.is_told_world, self.is_made_up = is_of_life, is_told_world, is_made_up
        of_times = (range(bisect_left(s.start, a), bisect_left(s.start, b)) for a, b in times)
        # The agent of a passive is no time ("inspired by autumn").
        self.timed = dated(s).union(*of_times) - {t for t in range(len(s)) if s.dep[s.head[t]] == "agent"}

    def claims(self) -> Iterator[RawClaim]:
        clauses = clauses_of(self.s)
        self.dating = Dating(self.s, self.times, clauses, self.told_of, self.episode)
        self.make = Maker(self.s, self.dating)
        self.holding = Holding(self.s, self.before, clauses, self.make, self.stated)
        told = list(self._told(clauses))
        yield from told
        yield from self.holding.claims(told)

    def _told(self, clauses: Sequence[Clause]) -> Iterator[RawClaim]:
        """The claims of the clauses of a sentence, and of the names in it."""
        yield from self._of_close_ones(clauses)
        told = self.stated, self.is_of_life, self.is_told_world
        self.relations = Relations(self.s, self.before, self.make, self.people, *told)
        if not clauses:
            yield from self._without_a_verb()
            if self.s.pos[self.s.root] == "VERB":  # "Suggest a present for my mother."
                self._meet_relatives(0, len(self.s) - 1)
        named = None if clauses else named_alone(self.s)
        if named is not None:
            self.people.meet(named)
        if not self.is_imagined:
            whole = alone(self.s, (0, len(self.s) - 1))
            yield from self.relations.named_outside(clauses, whole)
            yield from self.relations.living_elsewhere(whole)
        for before, clause in zip([None, *clauses], clauses, strict=False):
            self._meet_between(before, clause)
            yield from self._at_its_place(clause)
            # Relatives named in a question or an object are remembered, too: a later pronoun may mean them.
            self._meet_relatives(clause.first, clause.last)
            for one in spoken_for(self.s, range(clause.first, clause.last + 1)):
                if self.is_of_life or one.value in self.heard:
                    self.people.meet(one)
            yield from self.relations.named_beside(clause)
            yield from self.relations.tied(clause)
        for ill in illnesses_found(self.s, self.before, clauses, self.people, self.timed):
            if self._is_open(ill.clause) and not self.is_imagined:
                yield self.make.claim(
                    ill.clause, ill.one, HEALTH, ill.tokens, ill.is_denied, "state", "diagnosis", None
                )
        for clause in trailing_clauses(self.s):
            yield from self._trailing(as_meant(self.s, clause))
        if not self.is_imagined:
            yield from self.holding.of_ones_own([as_meant(self.s, clause) for clause in clauses])

    def _of_close_ones(self, clauses: Sequence[Clause]) -> Iterator[RawClaim]:
        """The claims about those who are close to the writer as the message as a whole shows (`close_ones`)."""
        for one in self.close:
            if not self.stated.are_own_words(*self.s.span(one.tokens)):
                continue
            value, span = self.s.words(one.tokens), self.s.span(one.tokens)
            dated_by = (c for c in clauses if one.verb is not None and c.first <= one.verb <= c.last)
            clause = next(dated_by, alone(self.s, one.tokens))
            what = () if one.is_event else one.tokens
            modality = "fact" if one.is_event else "state"
            made = self.make.claim(clause, one.one, one.predicate, what, one.is_negative, modality, "close", None)
            if one.verb is None:
                made = replace(made, qualifier_type=None, qualifier_span=None, char_start=span[0], char_end=span[1])
            yield shown(made)
            if one.predicate in ("pet_is", "colleague_is", "child_is", "partner_is") and not one.is_negative:
                self.people.meet(Who(value, "person", span))

    def _at_its_place(self, clause: Clause) -> Iterator[RawClaim]:
        """The claims of a clause. If it tells of a place with a name ("Solvane, the bakery I work at"), the object is
        the name and not the noun."""
        there = None if self.is_imagined else self.relations.there(clause)
        for claim in self._clause(as_meant(self.s, clause)):
            if there is None or (claim.subject, claim.predicate) != (there.one.value, there.predicate):
                yield claim
        if there is not None:
            yield self.make.tie(clause, there)

    def _meet_between(self, before: Clause | None, clause: Clause) -> None:
        """Keep in mind, for later pronouns, the relatives who are named outside clauses: "gift for my wife Ana, she
        likes …"."""
        for token in range(0 if before is None else before.last + 1, clause.first):
            one = relative_named(self.s, token)
            if one is not None and one.sort == "person":
                self.people.meet(one)

    def _meet_relatives(self, first: int, last: int) -> None:
        """Keep in mind, for later pronouns, the relatives who are named between two tokens."""
        for token in range(first, last + 1):
            one = relative_named(self.s, token)
            if one is not None:
                self.people.meet(one)

    def _trailing(self, clause: Clause) -> Iterator[RawClaim]:
        """The claims about somebody else's life from a clause without a subject, which continues the clause before it:
        "lives in Oslo" in "my sister's a nurse, lives in Oslo"."""
        one = who(self.s, clause, self.people) if clause.mood == "stated" and self._is_open(clause) else None
        one = None if one is None else self._known(clause, one)
        if one is None or one.sort not in ("kin", "person"):
            return
        for filled in fillings(self.s, clause, one.sort, self.timed):
            if filled.frame.predicate in words("told_of_lives"):
                yield from self._of_frame(clause, one, filled)

    def _clause(self, clause: Clause) -> Iterator[RawClaim]:
        one = who(self.s, clause, self.people)
        if clause.mood != "stated" and self._is_open(clause) and one is not None:
            yield from self._unstated(clause, one)
        if clause.mood != "stated" or not self._is_open(clause) or nearly(self.s, clause):
            return
        beside = [*self._of_injury(clause), *self._by_the_way(clause)]
        yield from beside
        if any(claim.rule_id in _TELL_ALL for claim in beside):
            return
        medicine = taken(self.s, clause, self.after)
        if medicine is not None and (medicine.is_own or (one is not None and one.sort in _OF_PEOPLE)):
            yield from self._of_health(clause, one, medicine)
            return
        if one is None:
            yield from self._done_by_it(clause)
            return
        one = self._known(clause, one)
        self.people.meet(one)
        if one.sort == "self" and clause.tense in ("past", "past_progressive"):
            self._meet_company(clause)
        if one.sort == "somebody" and self.is_made_up:
            return
        named = list(self.relations.got_by(clause, one))
        yield from named
        filled = fillings(self.s, clause, one.sort, self.timed)
        if one.sort == "somebody" and (self.is_told_world or not self.is_of_life):
            filled = [one_filled for one_filled in filled if one_filled.frame.predicate not in words("of_ones_circle")]
        if filled:
            yield from self.relations.of_subject(clause, one)
            yield from self.relations.of_companions(clause, filled)
            told = {claim.predicate for claim in named} | ({"have"} if named else set())
            told |= {"pet_is"} if are_all_named(self.s, clause) else set()
            for one_filled in filled:
                if one_filled.frame.predicate not in told:  # no "has two cats" besides the claims with their names
                    yield from self._of_frame(clause, one, one_filled)
        else:
            yield from self._of_no_frame(clause, one)

    def _unstated(self, clause: Clause, one: Who) -> Iterator[RawClaim]:
        """The claims about somebody's health from a clause that is not meant as a statement: "I can't have X, it makes
        me ill"."""
        yield from self._not_borne(clause, one)
        yield from self._of_diagnosis(clause, one)

    def _not_borne(self, clause: Clause, one: Who) -> Iterator[RawClaim]:
        """The claim that somebody cannot have a food or a medicine because it makes them ill."""
        is_denied = clause.mood == "possible" and clause.is_negative
        found = not_borne(self.s, clause) if is_denied else None
        if found is not None and one.sort in _OF_PEOPLE:
            yield self._of_medicine(clause, one, found)

    def _of_diagnosis(self, clause: Clause, one: Who) -> Iterator[RawClaim]:
        """The claim of an illness that a doctor or a test says the writer has."""
        if is_diagnosed(self.s, clause):
            for filled in fillings(self.s, clause._replace(mood="stated"), one.sort, self.timed):
                if filled.frame.predicate == HEALTH:
                    yield from self._of_frame(clause, one, filled)

    def _without_a_verb(self) -> Iterator[RawClaim]:
        """The claims of a sentence without a verb: the medicine that the writer is on ("on X now"), the name of the pet
        that the sentence before tells of ("A pit mix named Tank")."""
        for new in newcomers_described(self.s, self.before) if self.stated.hold(*self._bounds()) else ():
            yield self.make.claim(
                alone(self.s, new[1]), Who(SELF, "self", None), *new, False, "state", "newcomer", None
            )
        found = on_it_now(self.s)
        tokens = () if found is None else found.tokens
        if found is not None and self.stated.hold(self.s.start[tokens[0]], self.s.end[tokens[-1]]):
            yield self._of_medicine(alone(self.s, tokens), None, found)

    def _bounds(self) -> SpanPair:
        return self.s.start[0], self.s.end[-1]

    def _of_health(self, clause: Clause, one: Who | None, found: Taken) -> Iterator[RawClaim]:
        """The claims about the medicines of a clause, and that the person has the relative who takes them: "my mum is
        on warfarin"."""
        for taken_too in (found, *others_taken(self.s, found)):
            yield self._of_medicine(clause, one, taken_too)
            if (one is None or one.sort == "self") and not taken_too.is_over:
                yield from self.holding.for_what(taken_too.predicate, taken_too.tokens)
        if one is not None:
            one = self._known(clause, one)
            self.people.meet(one)
            if one.sort == "self":
                yield from self.relations.of_companions(clause, ())
            elif one.sort in ("kin", "person"):
                yield from self.relations.of_subject(clause, one)

    def _of_injury(self, clause: Clause) -> Iterator[RawClaim]:
        """The claim of an injury that is told by its place alone: "did my knee at derby"."""
        hurt = part_hurt(self.s, clause)
        if hurt:
            own = clause._replace(subject=None)
            made = self.make.claim(own, Who(SELF, "self", None), HEALTH, hurt, False, "fact", "injury", None)
            yield replace(shown(made), object=f"{self.s.words(hurt)} injury")

    def _of_medicine(self, clause: Clause, one: Who | None, found: Taken) -> RawClaim:
        of = Who(SELF, "self", None) if found.is_own or one is None else one
        made = self.make.claim(
            clause, of, found.predicate, found.tokens, found.is_over, found.modality, "medicine", None
        )
        begins = found.begins and made.qualifier_type == "at"
        return replace(made, qualifier_type="since") if begins else made

    def _known(self, clause: Clause, one: Who) -> Who:
        """The subject of a clause, changed if it is a name of somebody known: a name in the circle (`circle_of`)
        becomes a person, one in `heard` a relative."""
        at = clause.subject
        if at is None or one.sort not in ("somebody", "thing", "own", "person"):
            return one
        if self.s.word(at) in self.heard:
            return Who(self.s.word(at), "kin", (self.s.start[at], self.s.end[at]))
        if one.sort == "person" or self.s.word(at) not in self.circle:
            return one
        said = self.s.child(clause.verb, "attr")
        noun = None if said is None or not is_own(self.s, said) else in_relation(self.s, said)[0]
        person = Who(self.s.word(at), "person", (self.s.start[at], self.s.end[at]))
        if noun is not None and not clause.is_negative:
            self.people.name(person._replace(noun=noun))
        return person

    def _done_by_it(self, clause: Clause) -> Iterator[RawClaim]:
        """The claim of what an unnamed thing did to the person ("it gave me hope"), marked `passing`."""
        is_of_noun = self.s.dep[clause.verb] == "relcl"
        if clause.subject is None or is_of_noun or self.s.low[clause.subject] not in words("pointing_back"):
            return
        told = told_in_passive(self.s, clause, self.timed)
        if told is not None:
            made = self._of_event(clause, Who(SELF, "self", None), told)
            yield replace(made, notes={**made.notes, "passing": True})

    def _done_to_it(self, clause: Clause, one: Who) -> RawClaim | None:
        """The claim of what the person did to "it" or "them", with the thing that the pronoun stands for as the object.
        None if `thing_meant` finds no single thing."""
        s = self.s
        is_told = one.sort == "self" and clause.tense in ("past", "perfect") and not clause.is_passive
        meant = thing_meant(s, clause, self.before) if is_told else None
        if meant is None:
            return None
        behind = tuple(t for t in clause.complement if t > clause.verb and t != s.child(clause.verb, "dobj"))
        particle = clause.particle
        rest = without_times(s, bare(s, tuple(t for t in behind if t != particle), self.timed), self.timed)
        name = "_".join([clause.lemma] + ([] if particle is None else [s.low[particle]]))
        made = self.make.claim(clause, one, name, rest, clause.is_negative, "fact", "event", None)
        if rest and made.notes.get("passing"):
            return None
        if len(rest) == 1 and s.low[rest[0]] in ("around", "about"):
            rest = ()  # "watched it around 2012"
        thing, span = meant.s.words(meant.tokens), meant.s.span(meant.tokens)
        told = f"{thing} {s.words(rest)}" if rest else thing
        notes = {name: note for name, note in made.notes.items() if name != "passing"}
        return replace(
            made, object=told, object_kind="string", object_span=span, char_start=min(span[0], made.char_start),
            notes=notes,
        )  # fmt: skip

    def _of_no_frame(self, clause: Clause, one: Who) -> Iterator[RawClaim]:
        done = self._done_to_it(clause, one)
        if done is not None:
            yield done
            return
        told = undergone(self.s, clause, self.timed) if one.sort != "self" else None
        if told is None and (one.sort in ("self", "kin", "own") or one.noun is not None):
            told = event(self.s, clause, self.timed)
        elif told is None and one.sort == "person":
            told = event(self.s, clause, self.timed)  # for somebody known by first name alone only habits count
            told = told if told is not None and told.predicate == "habit" else None
        if told is not None and one.sort == "relative" and told.modality != "fact":
            return
        if told is not None and one.sort == "own" and is_had_done(self.s, clause.verb):
            return
        if told is not None and one.sort == "own" and (told.predicate == "habit" or clause.lemma == "be"):
            return
        if told is not None:
            if one.sort in ("person", "kin"):
                yield from self.relations.of_subject(clause, one)
            one, subject = in_full(self.s, clause, one)
            made = self._of_event(clause, one, told)
            is_of_talk = bool(subject) and is_subject_of_the_talk(self.s, clause.subject or 0, subject)
            is_of_talk = is_of_talk or (one.sort == "thing" and is_a_saying(self.s, clause, told))
            yield replace(made, notes={**made.notes, "passing": True}) if is_of_talk else made

    def _is_open(self, clause: Clause) -> bool:
        return self.stated.hold(self.s.start[clause.verb], self.s.end[clause.verb])

    def _by_the_way(self, clause: Clause) -> Iterator[RawClaim]:
        held = opinion(self.s, clause, self.timed)
        if held is not None:
            yield self._of_opinion(clause, held)
        yield from self.holding.paid(clause)
        for name in called(self.s, clause):
            yield self.make.claim(clause, Who(SELF, "self", None), *name, clause.is_negative, "state", "role", None)
        for new in newcomers_called(self.s, clause, self.before):
            yield shown(self.make.claim(clause, *new, False, "state", "newcomer", None))
        for told in roles(self.s, clause):
            yield self.make.claim(clause, Who(SELF, "self", None), *told, False, "state", "role", None)
        pair = couple(self.s, clause)
        if pair is not None and not (pair.one.sort == "somebody" and self.is_told_world):
            made = self.make.claim(clause, pair.one, "partner_is", pair.other, pair.are_parted, "state", "couple", None)
            begins = made.qualifier_type == "at" and not pair.are_parted
            dated = replace(made, qualifier_type="since") if begins else made
            yield replace(made, qualifier_type=None, qualifier_span=None) if pair.is_promised else dated
        home = moved_in(self.s, clause)
        if home:
            yield self.make.claim(clause, Who(SELF, "self", None), "moved_to", home, False, "fact", "home", None)
        employer = job_got(self.s, clause)
        if employer:
            made = self.make.claim(
                clause, Who(SELF, "self", None), "works_at", employer, False, "state", "job", None
            )  # fmt: skip
            yield replace(made, qualifier_type="since") if made.qualifier_type == "at" else made
        for found in paired(self.s, clause, self.before):
            made = self.make.relation(clause, "partner_is", found.s.words(found.tokens), found.s.span(found.tokens))
            relative = relative_named(found.s, found.tokens[-1])
            if relative is None:
                self.people.meet(Who(made.object or "", "person", found.s.span(found.tokens)))
            yield made if relative is None else replace(made, object=relative.value)
        person = person_called(self.s, clause)
        if person is not None:
            self.people.name(person)
        for one in introduced(self.s, clause):
            self.people.meet(one)

    def _of_frame(self, clause: Clause, one: Who, filled: Filled) -> Iterator[RawClaim]:
        frame = filled.frame
        is_negative = clause.is_negative != frame.flips and clause.tense != "wish"
        is_over = (
            frame.modality in ("state", "intention")
            and clause.tense in ("past", "past_progressive")
            and not frame.begins
        )
        modality = "fact" if is_over else frame.modality
        if modality == "fact" and frame.predicate == clause.lemma and goes_on(self.s, clause, one.sort):
            modality = "state"  # "I'm considering a move"
        is_of_self = frame.object in ("subject", "of_subject", "partner") or one.sort == "own"
        of = Who(SELF, "self", None) if is_of_self else one
        spoken = [tokens for tokens in filled.objects if is_negative or not self._is_of_no_name(one, frame, tokens)]
        spoken = [tokens for tokens in spoken if frame.modality != "intention" or not is_yours(self.s, tokens)]
        for spoken_tokens in spoken:
            denied, own = _without_not(self.s, _up_to_the_club(self.s, spoken_tokens, frame), frame)
            for value, tokens in self._spread(clause, own, frame.takes):
                made = self.make.claim(
                    clause, of, frame.predicate, tokens, is_negative != denied, modality, frame.id, frame
                )
                yield made if value is None else replace(made, object=value)
        if not is_negative and spoken:
            for tokens in set_against(self.s, spoken[-1], frame, self.timed):
                yield self.make.claim(clause, of, frame.predicate, tokens, True, modality, frame.id, frame)

    def _is_of_no_name(self, one: Who, frame: Frame, tokens: Tokens) -> bool:
        """Whether the object is only "a baby" or the like, in a clause about somebody by name. A later sentence will
        then give the child's name."""
        return one.sort == "person" and frame.predicate == "child_is" and self.s.low[tokens[-1]] in words("nameless")

    def _spread(self, clause: Clause, tokens: Tokens, takes: str | None) -> Iterator[tuple[str | None, Tokens]]:
        """The objects of a list of allergies: "allergic to peanuts and eggs" gives "allergic to peanuts" and "allergic
        to eggs". Any other object stays whole. Two values for each object: its words, or None where they are just those
        of its tokens; and its tokens."""
        s = self.s
        prep = next((token for token in tokens if s.dep[token] == "prep"), None) if takes == "allergy" else None
        head = None if prep is None else s.child(prep, "pobj")
        if prep is None or head is None:
            yield None, tokens
            return
        parts = [tuple(t for t in item if t in tokens) for item in items(s, head) if not _is_diet(s, item)]
        parts += [(token,) for token in s.children(clause.verb, "conj") if _is_bare_noun(s, token)]
        before = s.words([token for token in tokens if token <= prep])
        for number, part in enumerate(filter(None, parts)):
            yield (f"{before} {s.words(part)}", part) if number else (None, tuple(range(tokens[0], part[-1] + 1)))

    def _of_event(self, clause: Clause, one: Who, told: Event) -> RawClaim:
        if told.predicate == "go_to" and told.object and self.s.pos[told.object[0]] == "VERB":
            told = told._replace(predicate="plan_to")  # "we were going to paint the fence" does not say that they did
        what = told.object if told.modality != "fact" else without_times(self.s, told.object, self.timed)
        made = self.make.claim(clause, one, told.predicate, what, clause.is_negative, told.modality, "event", None)
        if told.modality == "fact" and one.sort in _OF_PEOPLE and self._is_to_come(clause, one, made):
            doing = tuple(range(clause.verb, (what or (clause.verb,))[-1] + 1))
            made = self.make.claim(clause, one, "plans_to", doing, clause.is_negative, "intention", "event", None)
            if one.sort == "self":
                self.together.plan(self.s.sentence_index)
        if made.modality == "fact" and goes_on(self.s, clause, one.sort):
            made = of_what_is_to_come(replace(made, modality="state"), self.s)
        made = self._with_sharers(clause, one, made)
        is_half_said = made.object is None and made.predicate.rpartition("_")[2] in words("half_said")  # "got allergic"
        is_measured = clause.is_negative and made.modality != "intention" and is_done_some(self.s, clause)
        if told.is_of_talk or is_half_said or is_measured or (bool(told.object) and not what):
            return replace(made, notes={**made.notes, "passing": True})
        return made if made.notes.get("passing") or one.sort != "self" else self._told_of_us(clause, made)

    def _is_to_come(self, clause: Clause, one: Who, made: RawClaim) -> bool:
        """Whether a verb in "-ing" with a form of "be" tells a plan: "We're hiking this weekend"."""
        if clause.tense != "progressive" or clause.lemma in words("until_then"):
            return False
        if made.qualifier_span is None:
            # "I'm hiking on Sunday. We're trying a new trail."
            is_of_us = one.sort == "self" and made.object is not None
            return is_of_us and self.together.has_plans(self.s.sentence_index)
        return is_to_come(self.s, made.qualifier_span)

    def _meet_company(self, clause: Clause) -> None:
        others = company(self.s, clause)
        if others:
            self.together.tell(self.s.sentence_index, _low_at_first(self.s, others))

    def _told_of_us(self, clause: Clause, made: RawClaim) -> RawClaim:
        """The claim of something that "we" did. The people named just before are added to it ("I had a picnic with my
        aunt. We swam"), else "with others". A claim that already says that the person was not alone is unchanged."""
        is_we = clause.subject is not None and self.s.low[clause.subject] in ("we", "us")
        is_doing = made.predicate != "habit" and made.polarity == "positive"
        if not is_we or not is_doing or made.predicate.startswith("be_"):
            return made
        said = f"{made.predicate.replace('_', ' ')} {made.object or ''}".split()
        if words("not_alone").intersection(said) or company(self.s, clause):
            return made
        is_past = made.modality == "fact" and clause.tense in ("past", "past_progressive")
        others = self.together.meant(self.s.sentence_index) if is_past else None
        if others is not None:
            shared_with = f"with {others}"
        elif made.object is not None and clause.lemma not in words("undergone_by_each"):
            shared_with = "with others"
        else:
            return made
        return replace(made, object=" ".join(filter(None, [made.object, shared_with])), object_kind="string")

    def _with_sharers(self, clause: Clause, one: Who, made: RawClaim) -> RawClaim:
        """The claim, with the other members of the subject added as "with …": "with my aunt" for "My aunt and I baked a
        pie"."""
        others = sharers(self.s, clause) if one.sort == "self" else ()
        if not others:
            return made
        shared_with = f"with {_low_at_first(self.s, others)}"
        made = replace(made, char_start=min(made.char_start, self.s.start[others[0]]))
        if made.object is None:
            notes = {name: note for name, note in made.notes.items() if name != "passing"}
            return replace(
                made, object=shared_with, object_kind="string", object_span=self.s.span(others), notes=notes
            )  # fmt: skip
        return replace(made, object=f"{made.object} {shared_with}", object_kind="string")

    def _of_opinion(self, clause: Clause, held: Opinion) -> RawClaim:
        modality = "fact" if held.modality == "state" and clause.tense == "past" else held.modality
        person = Who(SELF, "self", None)
        made = self.make.claim(clause, person, held.predicate, held.object, False, modality, "opinion", None)
        return replace(made, notes={**made.notes, "passing": True})


def _low_at_first(s: Sentence, tokens: Tokens) -> str:
    """The words of some tokens, with the first letter made small unless they begin with a name: "my aunt" for "My aunt
    and I"."""
    said = s.words(tokens)
    return said if s.pos[tokens[0]] == "PROPN" else said[:1].lower() + said[1:]


def _up_to_the_club(s: Sentence, tokens: Tokens, frame: Frame) -> Tokens:
    """The object without what stands behind the club that somebody is back in: "choir" of "choir on Thursdays"."""
    club = next((at for at in tokens if s.low[at] in shared("clubs")), None)
    return tokens if frame.takes != "group_again" or club is None else tuple(at for at in tokens if at <= club)


def _without_not(s: Sentence, tokens: Tokens, frame: Frame) -> tuple[bool, Tokens]:
    """Two values: whether the object has a "not" or "no" that makes the claim a denial ("decided not to move", "has no
    car"); and the object without that word."""
    none = [t for t in (tokens[0] - 1, tokens[0]) if t >= 0 and s.low[t] == "no" and s.dep[t] == "det"]
    if frame.object == "direct" and any(s.head[t] in tokens for t in none):
        return True, tuple(t for t in tokens if t not in none)
    if frame.object != "doing" or len(tokens) < 3 or s.low[tokens[0]] != "not":
        return False, tokens
    if frame.predicate in ("likes", "dislikes"):
        return False, tokens  # "I hate not being there"
    return True, tokens[1 + (s.low[tokens[1]] == "to") :]


def _is_bare_noun(s: Sentence, token: int) -> bool:
    """Whether the parser took a noun that stands alone for a verb joined to the verb of the clause: "eggs" in "allergic
    to peanuts, eggs"."""
    if s.low[token] in shared("diets"):
        return False
    return s.tag[token] in ("VB", "NN", "NNS") and not s.children(token) and s.low[token - 1] in ("and", "or", ",")


def _is_diet(s: Sentence, item: Tokens) -> bool:
    return len(item) == 1 and s.low[item[0]] in shared("diets")
