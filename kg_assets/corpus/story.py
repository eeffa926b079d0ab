"""Chooses which facts of the invented life are said in a conversation, words them, and records what was said as the
truth."""

import random
from datetime import date, timedelta

from kg_assets.corpus import moments
from kg_assets.corpus.names import City
from kg_assets.corpus.person import SELF, Person, Utterance
from kg_assets.corpus.truth import Fact, NotClaim, Statement
from kg_assets.corpus.vocabulary import Vocabulary

# An everyday object that is already taken is drawn again at most this often.
_ATTEMPTS = 25


class Story:
    """Chooses which facts a conversation states, and words them. The caller must pass each sentence that is said to
    `record`."""

    def __init__(self, rng: random.Random, person: Person, words: Vocabulary, cities: list[City]) -> None:
        self._rng = rng
        self._person = person
        self._words = words
        self._cities = cities
        self._waiting = list(reversed(person.utterances))
        self._ripe: list[Utterance] = []
        self._taken: dict[str, Fact | None] = {fact.object: None for fact in person.facts}
        self._by_id = {fact.fact_id: fact for fact in person.facts}
        self._number = 0
        self.not_claims: list[NotClaim] = []

    def due(self, day: date, started: float, limit: int) -> list[Utterance]:
        """At most `limit` of the person's own sentences whose day has come; urgent ones first, then the
        oldest.

        A sentence that refers to an earlier one is held back until the earlier one was said in another conversation
        before. A sentence that has expired, or whose fact has ended, is dropped.
        """
        while self._waiting and self._waiting[-1].day <= day:
            self._ripe.append(self._waiting.pop())
        self._ripe.sort(key=lambda said: not said.urgent)
        found: list[Utterance] = []
        postponed: list[Utterance] = []
        for said in self._ripe:
            if said.expires is not None and day > said.expires:
                continue
            if len(found) == limit:
                postponed.append(said)
                continue
            if _too_early(said.requires, started) or _too_early(said.supersedes, started):
                postponed.append(said)
            elif self._over(said):
                continue
            else:
                found.append(said)
        self._ripe = postponed
        return found

    def everyday(self, day: date) -> Utterance:
        """A fact of an ordinary day. It is often a new fact, sometimes one that was said before."""
        rng = self._rng
        place = rng.choice(self._cities).name
        for _ in range(_ATTEMPTS):
            index = rng.randrange(len(self._words.everyday))
            entry = self._words.everyday[index]
            thing = self._words.facts.expand(f"object_{index}", rng.random, {"x": place})
            subject = self._words.facts.expand(f"subject_{index}", rng.random, {}) if "subject" in entry else SELF
            known = self._taken.get(thing, self)
            if known is None:
                continue
            polarity = entry.get("polarity", "positive")
            if isinstance(known, Fact):
                same = (known.predicate, known.polarity) == (entry["predicate"], polarity) and not entry.get("when")
                if same:
                    return Utterance(day, f"everyday_{index}", {"o": thing, "s": known.subject}, known)
                continue
            break
        self._number += 1
        fact = Fact(f"e{self._number:05d}", subject, entry["predicate"], thing, polarity, entry["modality"])
        self._taken[thing] = fact
        self._person.facts.append(fact)
        self._by_id[fact.fact_id] = fact
        when = (entry["when"], self._near(day, entry["when"])) if "when" in entry else None
        return Utterance(
            day,
            f"everyday_{index}",
            {"o": thing, "s": subject},
            fact,
            when=when,
            fills="valid_to" if entry.get("when") == "deadline" else "valid_from",
        )

    def trap(self) -> tuple[str, str]:
        """The kind and the text of a sentence that only looks like a fact."""
        kind = self._rng.choice(("if", "question", "request", "fiction", "quote"))
        slots = {
            "city": self._rng.choice(self._cities).name,
            "org": "the " + self._words.facts.expand("club", self._rng.random, {}),
        }
        return kind, self._words.facts.expand(f"trap_{kind}", self._rng.random, slots)

    def speak(self, said: Utterance, day: date) -> str:
        """The sentence, worded for the day on which it is said. If its words name a date, the fact or retraction gets
        that date."""
        if said.when is None:
            return self._word(said.rule, {"when": "soon"} | said.slots)
        worded = self._word_day(said.when, day)
        sentence = self._word(said.rule, {"when": worded.text} | said.slots)
        if worded.text in sentence:
            if said.fact is not None and said.fills == "valid_from":
                said.fact.valid_from, said.fact.granularity = worded.value, worded.granularity
            elif said.fact is not None:
                # A deadline is the end of a duty, not its beginning.
                said.fact.valid_to, said.fact.granularity = worded.value, worded.granularity
            if said.retraction is not None:
                said.retraction.effective = worded.value
        return sentence

    def repeat(self, rule: str, said: Utterance) -> str | None:
        """The sentence in which the assistant repeats a fact (`restate`) or remembers it (`memory`). None if the fact
        is negative or not about the person, if it was said together with a retraction, or if there is no wording for
        it."""
        fact = said.fact
        if fact is None or fact.subject != SELF or fact.polarity != "positive" or said.retraction is not None:
            return None
        name = f"{rule}_{fact.predicate}"
        return (
            self._words.facts.expand(name, self._rng.random, {"o": fact.object}) if name in self._words.facts else None
        )

    def record(self, said: Utterance, statement: Statement, day: date) -> None:
        """Note where a sentence was said, and what that changes: the fact has one more place, an earlier fact may now
        be replaced, corrected or ended."""
        if said.fact is not None:
            said.fact.statements.append(statement)
        if said.retraction is not None:
            self._take_back(said, statement, day)
        if said.supersedes is not None and said.fact is not None and said.supersedes.statements:
            said.supersedes.superseded_by = said.fact.fact_id
            said.supersedes.valid_to = said.supersedes.valid_to or said.fact.valid_from or day.isoformat()

    def _word(self, rule: str, slots: dict[str, str]) -> str:
        """A sentence made by a rule of the grammar. A name that ends in a full stop (`Inc.`) gets no second one at the
        end."""
        return self._words.facts.expand(rule, self._rng.random, slots).replace("..", ".")

    def _take_back(self, said: Utterance, statement: Statement, day: date) -> None:
        retraction = said.retraction
        assert retraction is not None
        retraction.statement = statement
        target = self._by_id[retraction.target]
        if retraction.kind == "correction":
            target.corrected_by = retraction.replacement
        elif retraction.kind == "full":
            target.retracted_by = retraction.retraction_id
        else:
            target.ended_by = retraction.retraction_id
            target.valid_to = retraction.effective or day.isoformat()

    def _over(self, said: Utterance) -> bool:
        """Whether the fact of a sentence has ended, or was replaced, corrected or taken back; the sentence is then not
        said again."""
        fact = said.fact
        return fact is not None and bool(fact.superseded_by or fact.corrected_by or fact.retracted_by or fact.ended_by)

    def _near(self, day: date, kind: str) -> date:
        distance = timedelta(days=self._rng.randint(2, 75))
        return day - distance if kind == "past" else day + distance

    def _word_day(self, when: tuple[str, date], day: date) -> moments.Said:
        kind, moment = when
        rng = self._rng
        if kind == "year":
            return moments.year(moment)
        if kind == "past":
            return moments.past(rng, day, min(moment, day - timedelta(days=1)))
        if kind == "ahead":
            return moments.ahead(rng, day, max(moment, day + timedelta(days=2)))
        if kind == "deadline":
            return moments.deadline(rng, day, max(moment, day + timedelta(days=2)))
        said = moments.year(moment) if (day - moment).days > 400 else moments.month(moment)
        return moments.Said(said.text.removeprefix("in "), said.value, said.granularity)


def _too_early(earlier: Fact | None, started: float) -> bool:
    return earlier is not None and (not earlier.statements or earlier.statements[-1].asserted_at >= started)
