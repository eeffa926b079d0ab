"""Finds the time of an event. It is a time in its clause; or the only time of the sentence, if the clause is directly
beside it; or a time in an earlier sentence that still applies."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from kg_assets.claims.parsed.when import Dating, Episode, time_told_of
from kg_assets.claims.parsed.words import base_form
from kg_assets.claims.reading.model import SpanPair
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence
from kg_assets.memory.event import PAST, Time, Tokens
from kg_assets.memory.words import event_words

# Clauses beside each other, and tenses of what was done once: a time before such a clause also dates it.
_SIDE_BY_SIDE = frozenset({"ROOT", "conj", "parataxis", "ccomp"})
_LENT = frozenset({"past", "past_progressive"})
_NOW = "second"  # "now" only says that something goes on; it dates no event


class Dates:
    """Finds the time of each clause of one sentence, from the times that the sentence names.

    `before` is the same for the sentence before, whose time may also apply to this one. `by_place` finds any time of
    the text by its start and end.
    """

    def __init__(
        self, s: Sentence, times: Sequence[Time], clauses: Sequence[Clause], before: "Dates | None",
        by_place: Mapping[SpanPair, Time], said_at: str | None,
    ) -> None:  # fmt: skip
        self.s, self.times, self.by_place, self.said_at = s, times, by_place, said_at
        self._places = [(time.start, time.end) for time in times]
        self._dating = Dating(s, self._places, clauses, *((None, None) if before is None else before.told))

    @cached_property
    def told(self) -> tuple[SpanPair | None, Episode | None]:
        """Two values that may give the next sentence its time, if that sentence names none: the start and end of a time
        that this sentence only describes ("last week was wild"); and the last deed that this sentence tells, with its
        time."""
        return time_told_of(self.s, self.s.root, self._places), self._dating.episode_told()

    def of(self, clause: Clause, is_alone: bool, verb: int | None = None) -> Time | None:
        """The time that dates a clause: the first time in the clause that can date it (with `is_alone`, the first in
        the whole sentence); else the only time of the sentence, if it is directly beside the clause. With `verb`, an
        event in the past gets no time after `said_at`."""
        s = self.s
        start, end = s.start[clause.first], s.end[clause.last]
        for time in self.times:
            if (time.from_utc is None and time.to_utc is None) or time.granularity == _NOW:
                continue
            if clause.tense in PAST and verb is not None and self.is_later(time):
                continue  # a past event cannot lie in the future
            is_within = is_alone or start <= time.start < end
            if is_within and not self._is_apart(time) and not self._is_of_aim(time, clause, verb):
                return time
        return self._beside(clause)

    def lent(self, clause: Clause, about: Tokens) -> Time | None:
        """The time of an earlier sentence that also applies to this clause, by the same rules as for claims: in "Last
        week I went home. We looked at old photos" the second sentence is about last week, too."""
        if clause.tense == "progressive":
            return None
        when = self._dating.when(clause, about, is_event=True)
        time = self.by_place.get(when.span) if when.kind == "at" and when.span is not None else None
        return None if time is not None and time in self.times and self._dates_nothing(time) else time

    def _is_of_aim(self, time: Time, clause: Clause, verb: int | None) -> bool:
        """Whether a time that is still to come says when an aim will be reached: "finishing a dance to show next
        month"."""
        s = self.s
        token = next((t for t in range(len(s)) if s.end[t] > time.start), clause.verb)
        while token not in (clause.verb, verb) and s.head[token] != token:
            token = s.head[token]
            if token != verb and s.tag[token] == "VB" and any(s.low[t] == "to" for t in s.children(token, "aux")):
                return self.is_later(time)
        return False

    def _beside(self, clause: Clause) -> Time | None:
        """The only time of the sentence, if it dates a clause in the past beside it; else None. The clause stands
        directly before the time ("I got back yesterday, it was fun") or behind it ("Yesterday I won - I gave a talk",
        "our trip last year, when we saw the sea")."""
        s = self.s
        known = [time for time in self.times if (time.from_utc or time.to_utc) and time.granularity != _NOW]
        if len(known) != 1 or clause.tense not in _LENT or self._is_apart(known[0]):
            return None
        time, start, end = known[0], s.start[clause.first], s.end[clause.last]
        if 0 <= time.start - end <= 1:
            return time
        if 0 <= start - time.end <= 1 and self.s.low[clause.first] == "when":
            return time  # "our trip last year, when we saw the sea"
        at = next(token for token in range(len(s)) if s.end[token] > time.start)
        is_behind = time.end <= start and s.dep[clause.verb] in _SIDE_BY_SIDE
        between = range(at, clause.verb)
        return time if is_behind and not any(s.tag[token] in ("VBZ", "VBP", "MD") for token in between) else None

    def is_ahead(self, clause: Clause, time: Time | None) -> bool:
        """Whether a clause in the progressive has a time that is still to come, so that it tells a plan: "I'm having a
        show next month"."""
        if clause.tense != "progressive" or time is None:
            return False
        said_at = self.said_at
        is_open = time.to_utc is not None and said_at is not None and time.to_utc > said_at
        return self.is_later(time) or (is_open and base_form(self.s, clause.verb) in event_words().goings)

    def is_later(self, time: Time | None) -> bool:
        said_at = self.said_at
        return time is not None and time.from_utc is not None and said_at is not None and time.from_utc > said_at

    def _is_apart(self, time: Time) -> bool:
        """Whether the first word of a time, or the word before it, says that the event does not lie within it ("before
        Monday")."""
        s = self.s
        at = next((token for token in range(len(s)) if s.end[token] > time.start), len(s) - 1)
        near = {s.low[at], s.low[at - 1] if at else ""}
        return not near.isdisjoint(event_words().not_in_time) or self._dates_nothing(time)

    def _dates_nothing(self, time: Time) -> bool:
        """Whether a time only says of what kind a thing is ("a weekend class", "Sunday brunches") or how near something
        seems ("feels like just yesterday")."""
        s = self.s
        at = next((token for token in range(len(s)) if s.end[token] > time.start), len(s) - 1)
        if next((s.low[t] for t in range(at - 1, -1, -1) if s.low[t] not in event_words().merely), "") == "like":
            return True
        if s.end[at] < time.end or s.dep[at] != "compound":
            return False
        thing = at
        while s.dep[thing] == "compound":
            thing = s.head[thing]
        return all(s.low[article] in ("a", "an") for article in s.children(thing, "det", "poss"))
