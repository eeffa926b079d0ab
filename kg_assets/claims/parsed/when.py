"""Finds the time of what a clause tells. It is the clause's own time, or that of another clause or of the sentence
before."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from kg_assets.claims.parsed.words import words
from kg_assets.claims.reading.model import QualifierType, RawClaim, SpanPair
from kg_assets.claims.reading.qualifiers import BY_WORD
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

_VERBS = ("VERB", "AUX")
_PAUSES = frozenset({",", ".", "!", "?", ";", "-", "–", "—", "and", "but", "so"})
_OF_THE_PAST = ("past", "past_progressive")
_JOINED = ("conj", "ccomp", "parataxis")
_IMPERSONAL = frozenset({"it", "there", "that", "this"})
_YEAR = 4  # digits
Tokens = tuple[int, ...]
# A time, and whether it names a day. What is told after "on Friday" was on Friday; after "last week" it may be later.
Episode = tuple[SpanPair, bool]


class When(NamedTuple):
    """How a time qualifies what is told, and the place of the time in the text; both None if no time is found."""

    kind: QualifierType | None
    span: SpanPair | None


NEVER_SAID = When(None, None)


class Dating:
    """Finds the time of each clause of one sentence."""

    def __init__(
        self,
        s: Sentence,
        times: Sequence[SpanPair],
        clauses: Sequence[Clause],
        told_of: SpanPair | None = None,
        episode: Episode | None = None,
    ) -> None:
        self.s, self.times = s, times
        # The time of the deed in the sentence before, about which this one may go on, and whether it names a day.
        self.episode: SpanPair | None = None if episode is None else episode[0]
        self.is_of_a_day = episode is not None and episode[1]
        # The time that the sentence before describes ("Last week was wild. I moved").
        self.told_of = told_of
        self.by_verb: Mapping[int, Clause] = {clause.verb: clause for clause in clauses}

    def when(self, clause: Clause, tokens: Tokens, is_event: bool = False) -> When:
        """The time of what a clause tells; `tokens` is the clause's object.

        The clause's own time takes precedence over one that another clause lends it. An event can also get the time of
        the sentence before, if it continues the account of the same occasion.
        """
        own = self._own(clause, tokens) if self.times else NEVER_SAID
        if own.kind == "at" and clause.tense == "present" and own.span is not None and is_bygone(self.s, own.span):
            return NEVER_SAID  # "I told them I'm gay last night"
        if own.span is None and self.times:
            own = self._lent(clause, tokens)
        if own.span is None:
            own = self._of_what_it_was(clause)
        return self._of_the_episode(clause) if own.span is None and is_event else own

    def episode_told(self) -> Episode | None:
        """Two values: the time of what the person last did in the sentence; and whether that time names a day. None if
        the person did nothing in it that has a time, if the sentence has several times, or if its time is too long for
        one occasion ("last year")."""
        deeds = [clause for clause in self.by_verb.values() if self._is_deed(clause)]
        if not deeds or len(self.times) > 1:
            return None
        dated = [found.span for clause in deeds if (found := self.when(clause, (), is_event=True)).kind == "at"]
        span = dated[-1] if dated else None
        if span is None or (self.times and not _is_of_an_occasion(_said(self.s, span))):
            return None
        if self.times:
            self.is_of_a_day = any(part in words("told_of_days") for part in _said(self.s, span))
        return span, self.is_of_a_day

    def _of_the_episode(self, clause: Clause) -> When:
        """The time of what the person did in the sentence before, if this clause goes on telling of the same occasion:
        "Last week I went home. We looked at old photos"."""
        if self.episode is None or self.times or not self._is_deed(clause) or self._goes_on_later(clause):
            return NEVER_SAID
        said = {self.s.low[token] for token in range(clause.first, clause.last + 1)}
        is_same = self.is_of_a_day or bool(said & words("of_the_same_occasion"))
        return When("at", self.episode) if is_same else NEVER_SAID

    def _is_deed(self, clause: Clause) -> bool:
        """Whether a clause states something that the person did, or that happened to them, once."""
        s, verb = self.s, clause.verb
        if clause.mood != "stated" or clause.tense != "past" or s.dep[verb] in ("relcl", "acl", "advcl"):
            return False
        subject = () if clause.subject is None else s.subtree(clause.subject)
        if clause.subject is not None and not {s.low[token] for token in subject} & closed_class("first_persons"):
            return False
        had = s.child(verb, "dobj") if clause.lemma == "have" else None
        is_had = had is not None and (
            s.lemma[had].lower() in words("event_nouns") | words("had_once") or self._own(clause, ()).kind == "at"
        )
        return is_had or clause.lemma not in words("lasting")

    def _of_what_it_was(self, clause: Clause) -> When:
        """The time in words before the clause that only describe that time: "last week" in "Last week was wild - I
        moved"."""
        s = self.s
        if clause.tense not in _OF_THE_PAST or not _is_of_the_person(s, clause) or self._goes_on_later(clause):
            return NEVER_SAID
        if clause.lemma in words("lasting") - {"have"}:
            return NEVER_SAID  # "Something odd happened on Friday. I grew up in Leeds"
        before = [child for child in s.children(clause.verb, "ccomp", "parataxis") if child < clause.verb]
        span = next((time for verb in before if (time := time_told_of(s, verb, self.times)) is not None), None)
        first = min((other for other in self.by_verb if s.low[other] not in ("was", "were")), default=clause.verb)
        # "Last week was wild. I moved and met the neighbours"
        is_first = clause.verb <= first or (s.dep[clause.verb] == "conj" and s.head[clause.verb] == first)
        if span is None and is_first and not self.times:
            span = self.told_of
        return NEVER_SAID if span is None else When("at", span)

    def _own(self, clause: Clause, tokens: Tokens) -> When:
        """The clause's own time. It is the first time in the clause that is not part of its object or subject and does
        not only say which thing is meant."""
        s = self.s
        start, end, shared = s.start[clause.first], self._end_with_time(clause), _opening(s, clause)
        said_of = () if clause.subject is None else s.subtree(clause.subject)
        inside = [s.span(own) for own in (tokens, said_of) if own]
        for a, b in self.times:
            is_near = start <= a or shared[0] <= a < shared[1]
            if is_near and b <= end and not any(first <= a < last for first, last in inside):
                at = next(token for token in range(len(s)) if s.end[token] > a)
                if _names_which(s, at, b) or s.dep[s.head[at]] == "agent" or _ends_a_length(s, at):
                    continue
                word = s.low[at - 1] if at else ""
                is_as_of = s.low[max(0, at - 2) : at] == ("as", "of")
                return When(BY_WORD.get(s.low[at]) or ("since" if is_as_of else BY_WORD.get(word, "at")), (a, b))
        return NEVER_SAID

    def _end_with_time(self, clause: Clause) -> int:
        """The end of the clause. If a time follows the clause directly, the end lies behind that time, even where the
        parser attaches the time to the next clause: "yesterday" in "got back yesterday, it was fun" dates the
        return."""
        s, end = self.s, self.s.end[clause.last]
        behind = next((b for a, b in self.times if 0 < a - end <= 1), None)
        at = None if behind is None else next((token for token in range(len(s)) if s.start[token] >= behind), len(s))
        is_last = at is not None and (at == len(s) or s.low[at] in _PAUSES)
        return behind if behind is not None and is_last else end

    def _lent(self, clause: Clause, tokens: Tokens) -> When:
        """The time that another clause gives to this one. The other clause stands before ("camped last weekend and saw
        bears") or begins with "while" ("while swimming on Sunday, I …")."""
        if clause.tense not in (*_OF_THE_PAST, "future") or self._goes_on_later(clause):
            return NEVER_SAID
        beside = next((time for time in map(self._while, self.s.children(clause.verb, "advcl")) if time), None)
        if beside is not None and not any(beside[0] < self.s.end[t] <= beside[1] for t in tokens):
            return When("at", beside)
        before = self._told_before(clause)
        found = NEVER_SAID if before is None else self._own(before, ())
        if before is not None and found.span is None and clause.is_linked:
            found = self._lent(before, ())  # "camped last weekend, saw bears and slept": the first deed lends to all
        if found.kind != "at" or found.span is None or before is None or found.span[0] > self.s.start[clause.verb]:
            return NEVER_SAID
        return found if self._reaches(before, clause, found.span) else NEVER_SAID

    def _told_before(self, clause: Clause) -> Clause | None:
        """The earlier clause whose time may hold for this one, too; None if there is none. This clause must be joined
        to it or follow it without a stop, and it must be a statement. Both must be in the past, or this one in the
        future and the earlier one in the future or present."""
        s, verb = self.s, clause.verb
        near = [s.head[verb]] if s.dep[verb] in _JOINED and s.head[verb] < verb else []
        if near and s.pos[near[0]] not in _VERBS:
            return None
        near += [child for child in s.children(verb, "ccomp", "parataxis") if child < verb]
        before = self.by_verb.get(near[0]) if near else None
        if before is None or before.mood != "stated":
            return None
        is_past = before.tense in _OF_THE_PAST and clause.tense in _OF_THE_PAST
        is_to_come = clause.tense == "future" and before.tense in ("future", "progressive", "present")
        return before if is_past or is_to_come else None

    def _reaches(self, before: Clause, clause: Clause, time: SpanPair) -> bool:
        """Whether the time of an earlier clause holds for this clause, too.

        A time that opens the sentence holds for all of it. A day holds for joined clauses, and for others if both
        clauses are about the person. A longer time holds for joined clauses, if it is no year and the verb does not
        tell of something lasting ("I married in May and lived in Bonn").
        """
        s = self.s
        if before.subject is not None and time[1] <= s.start[s.first_below(before.subject)]:
            return True
        said = s.text[time[0] - s.char_start : time[1] - s.char_start].lower()
        parts = said.replace("-", " ").split()
        if any(part in words("told_of_days") for part in parts):
            return clause.is_linked or (_is_of_the_person(s, before) and _is_of_the_person(s, clause))
        is_of_years = any(part.isdigit() and len(part) == _YEAR for part in parts) or "years" in parts
        is_lasting = clause.lemma in words("lasting")
        return clause.is_linked and not is_of_years and not is_lasting

    def _goes_on_later(self, clause: Clause) -> bool:
        """Whether a clause says that something came later, so that no earlier time holds for it: "… and eventually
        moved"."""
        near = range(max(0, clause.first - 2), clause.last + 1)
        return any(self.s.low[token] in words("later_on") for token in near)

    def _while(self, verb: int) -> SpanPair | None:
        """The time in the clause of this verb if that begins with "while" or "when", else None."""
        s = self.s
        own = s.subtree(verb)
        if s.low[own[0]] not in ("while", "when") or s.ends_asking:
            return None
        start, end = s.span(own)
        return next(((a, b) for a, b in self.times if start <= a and b <= end), None)


def is_to_come(s: Sentence, time: SpanPair) -> bool:
    """Whether the words of a time say that it is still to come ("next week", "this weekend")."""
    first, second, *_ = (*s.text[time[0] - s.char_start : time[1] - s.char_start].lower().split(), "", "")
    return first in words("to_come") or (first == "this" and second in words("to_come_if_this"))


def _said(s: Sentence, time: SpanPair) -> list[str]:
    return s.text[time[0] - s.char_start : time[1] - s.char_start].lower().replace("-", " ").split()


def _is_of_an_occasion(said: Sequence[str]) -> bool:
    """Whether the next sentence may be about the same occasion as this time. It may not if the time is a year, "last
    year" or "now"."""
    return not any((part.isdigit() and len(part) == _YEAR) or part in ("year", "years", "now") for part in said)


def is_bygone(s: Sentence, time: SpanPair) -> bool:
    """Whether the words of a time say that it is over ("last night", "two years ago")."""
    said = s.text[time[0] - s.char_start : time[1] - s.char_start].lower().split()
    return said[0] in ("last", "yesterday") or said[-1] == "ago"


def of_what_is_to_come(claim: RawClaim, s: Sentence) -> RawClaim:
    """The claim; a time that is still to come becomes part of its object. In "I'm getting ready for a show next month"
    the time belongs to the show, not to the claim."""
    if claim.qualifier_span is None or claim.object_span is None or not is_to_come(s, claim.qualifier_span):
        return claim
    first, end = claim.qualifier_span
    if claim.object_span[0] <= first and end <= claim.object_span[1]:
        return replace(claim, qualifier_type=None, qualifier_span=None)
    between = [t for t in range(len(s)) if claim.object_span[1] <= s.start[t] and s.end[t] <= first]
    if first < claim.object_span[1] or any(s.pos[token] not in ("ADP", "DET") for token in between):
        return claim
    said = s.text[claim.object_span[1] - s.char_start : end - s.char_start].strip()  # "in the next weeks"
    return replace(claim, object=f"{claim.object} {said}", qualifier_type=None, qualifier_span=None)


def time_told_of(s: Sentence, verb: int, times: Sequence[SpanPair]) -> SpanPair | None:
    """The time in a clause that only describes this time ("last week was wild") or says that something happened then
    ("something exciting happened last Friday"). None for other clauses."""
    told = s.child(verb, "acomp", "attr")
    subjects = s.children(verb, "nsubj", "npadvmod")
    if s.lemma[verb].lower() == "happen":
        # "Something exciting happened last Friday. I went …"
        is_what = any(s.low[token] in words("what_happens") for token in subjects) and s.tag[verb] in ("VBD", "VBN")
        return times[0] if is_what and len(times) == 1 else None
    if s.lemma[verb].lower() != "be" or s.tag[verb] not in ("VBD", "VBN") or told is None:
        return None
    if s.child(verb, "expl") is not None:
        return None  # "last night there was a storm"
    # In "Hey Ada, last week was wild" the parser may take the name for the subject.
    places = [(s.start[s.first_below(token)], s.end[token]) for token in subjects]
    return next(((a, b) for start, end in places for a, b in times if start <= a and b <= end), None)


def _is_of_the_person(s: Sentence, clause: Clause) -> bool:
    """Whether the subject of a clause is "I" or "we", is left out, or is a word such as "it" that means nobody. Clauses
    about others do not count, because what others did does not date what the person did."""
    return clause.subject is None or s.low[clause.subject] in closed_class("first_persons") | _IMPERSONAL


def _opening(s: Sentence, clause: Clause) -> SpanPair:
    """The span before the subject of the clause to which this clause is joined. A time there holds for both ("last May
    I left Bonn and moved"). Empty if there is no such span."""
    head = s.head[clause.verb]
    subject = s.child(head, "nsubj", "nsubjpass") if clause.is_linked and s.pos[head] in _VERBS else None
    is_run_on = s.dep[clause.verb] == "parataxis" or (s.dep[clause.verb] == "ROOT" and s.root == clause.verb)
    if subject is None and is_run_on and clause.tense == "past" and clause.subject is not None:
        # "Yesterday I did something new - I gave a talk": the day of the first clause holds for the second.
        others = [c for c in s.children(clause.verb, "ccomp", "parataxis") if c < clause.verb]
        subject = next((at for c in others for at in s.children(c, "nsubj") if s.low[at] in ("i", "we")), None)
    return (0, 0) if subject is None else (s.start[s.first_below(head)], s.start[subject])


def _names_which(s: Sentence, at: int, end: int) -> bool:
    """Whether a time only says which kind of thing is meant: "a Sunday market"."""
    tokens = [token for token in range(at, len(s)) if s.end[token] <= end]
    return bool(tokens) and all(
        s.dep[token] in ("compound", "nmod") and s.head[token] > tokens[-1] for token in tokens[-1:]
    )


def _ends_a_length(s: Sentence, at: int) -> bool:
    """Whether a "now" ends words for how long, which do not say when: "for a while now"."""
    before = s.low[max(0, at - 7) : at]
    return s.low[at] == "now" and "for" in before and before[-1] in words("lengths_of_time")
