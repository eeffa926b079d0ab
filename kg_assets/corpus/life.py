"""Makes up the life of an invented person: moves, jobs, projects, tastes, wrong statements that are corrected later,
and the day on which each is said."""

import random
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from kg_assets.corpus.grammar import Grammar
from kg_assets.corpus.moments import month_after
from kg_assets.corpus.names import Name, NameMaker
from kg_assets.corpus.person import SELF, Home, Person, Project, Utterance
from kg_assets.corpus.truth import FACT, INTENTION, PREFERENCE, STATE, Fact, Retraction

# Rules of important events in a life. If much is due at once, they are said first.
_URGENT = (
    "plan_move",
    "moved_to",
    "lives_in",
    "works_at_since",
    "left_job",
    "new_job",
    "back_at",
    "works_on",
    "paused_project",
    "resumed_project",
    "stopped_project",
    "correction",
    "retract",
)
# A repetition that is not said within so many days is dropped.
_PATIENCE = timedelta(days=30)


class Biographer:
    """Makes up one person's life over the months of a corpus."""

    def __init__(
        self, rng: random.Random, maker: NameMaker, grammar: Grammar, lists: Mapping[str, Any], start: date, months: int
    ) -> None:
        self._rng = rng
        self._make = maker
        self._grammar = grammar
        self._kinds: list[str] = lists["project_kinds"]
        self._start = start
        self._end = month_after(start, months)
        self._months = months
        self._cities = maker.cities(24)
        self._number = 0

    def write(self) -> Person:
        given, surname = self._make.given(), self._make.surname()
        person = Person(
            name=f"{given} {surname}",
            given=given,
            job=self._word("job"),
            partner=self._make.given(),
            language=self._word("language"),
            email=f"{given.lower()}.{surname.lower()}@post.example.org".encode("ascii", "ignore").decode(),
            phone=f"+1 202 555 01{self._rng.randint(10, 99)}",
            handle=self._make.handle(),
            homes=self._homes(),
            jobs=self._jobs(),
            projects=self._projects(),
        )
        self._identity(person)
        self._family(person)
        self._moves(person)
        self._career(person)
        self._project_story(person)
        self._tastes(person)
        self._corrections(person)
        self._recurring(person)
        self._cast(person)
        for said in person.utterances:
            said.urgent = said.rule in _URGENT
        person.utterances.sort(key=lambda said: (said.day, said.rule, sorted(said.slots.items())))
        return person

    # ---- what the life consists of

    def _homes(self) -> list[Home]:
        moves = max(1, round(self._months / 16))
        days = [self._start - timedelta(days=900)] + [self._at((i + 0.62) / (moves + 0.4), 12) for i in range(moves)]
        return [Home(city, day) for city, day in zip(self._cities, days, strict=False)]

    def _jobs(self) -> list[tuple[str, date]]:
        first = (self._make.organisation(), self._start - timedelta(days=700))
        jobs = [first]
        changes = max(1, round(self._months / 14))
        for index in range(changes):
            jobs.append((self._make.organisation(), self._at((index + 0.5) / (changes + 0.25), 5)))
        if self._months >= 12:
            jobs.append((first[0], self._at(0.88, 3)))
        return jobs

    def _projects(self) -> list[Project]:
        count = max(4, round(self._months / 4))
        projects = []
        for index in range(count):
            name = self._make.codename() if index % 2 == 0 else self._make.word()
            begin = 0.0 if index == 0 else min(0.85, index / (count + 1))
            length = 0.35 + 0.3 * self._rng.random() if count <= 5 else (3 + 5 * self._rng.random()) / self._months
            since, until = self._at(begin, 6), self._at(min(1.02, begin + length), 6)
            spans = [(since, until)]
            if index % 3 == 1:
                pause, again = self._at(begin + length * 0.4, 2), self._at(begin + length * 0.75, 2)
                spans = [(since, pause), (again, until)]
            projects.append(Project(name, self._kinds[(self._rng.randrange(len(self._kinds)))], spans, since))
        return projects

    # ---- what will be said

    def _identity(self, person: Person) -> None:
        say = self._plan
        say(person, 0.0, "name_is", "name_is", person.name, modality=FACT)
        age = self._rng.randint(24, 58)
        say(person, 0.02, "age_is", "age_is", str(age))
        origin = self._cities[-1].name
        say(person, 0.03, "from_place", "from_place", origin, modality=FACT)
        say(person, 0.01, "works_as", "works_as", person.job)
        say(person, 0.05, "speaks", "speaks", self._rng.choice(("English", "French", "German", "Danish")))
        say(person, 0.04, "learning", "learning", person.language)
        say(person, 0.07, "studies_past", "studies", self._word("subject"), modality=FACT)
        school = self._make.organisation().split()[0] + " University"
        person.names.append(Name(school, "organisation", "TITLE_CASE", school))
        graduated = date(self._start.year - age + 24, 6, 1)
        say(person, 0.08, "graduated_from", "graduated_from", school, modality=FACT, when=("year", graduated))
        say(person, 0.06, "contact_email", "contact_is", person.email)
        say(person, 0.12, "contact_phone", "contact_is", person.phone)
        say(person, 0.15, "contact_handle", "contact_is", person.handle)
        say(person, 0.10, "has_condition", "has_condition", self._word("condition"))
        say(person, 0.11, "allergic", "has_condition", self._word("allergy"))
        say(person, 0.25, "earns", "earns", self._word("salary"))
        club = f"{self._cities[0].name} {self._word('club')}"
        say(person, 0.14, "member_of", "member_of", club)
        for share in (0.09, 0.2):
            say(person, share, "is_trait", "is_trait", self._word("trait"))

    def _family(self, person: Person) -> None:
        say = self._plan
        say(person, 0.02, "partner_is", "partner_is", person.partner)
        self._name_person(person, person.partner, person.partner, "partner")
        for share, relation, predicate in (
            (0.06, "sister", "sibling_is"),
            (0.13, "brother", "sibling_is"),
            (0.18, "mother", "parent_is"),
            (0.2, "daughter", "child_is"),
        ):
            given = self._make.given(masculine=relation == "brother")
            say(person, share, predicate, predicate, given, slots={"s": relation})
            self._name_person(person, given, given, relation)
            if relation in ("sister", "brother"):
                city = self._rng.choice(self._cities[10:20]).name
                say(
                    person, share + 0.05, "relative_lives_in", "lives_in", city, subject=relation, slots={"s": relation}
                )
        pet, kind = self._make.pet()
        say(person, 0.05, "pet_is", "pet_is", pet, slots={"s": kind})
        person.names.append(Name(pet, "pet", "SINGLE_TITLE", pet))
        for index in range(6):
            given = self._make.given()
            full = f"{given} {self._make.surname()}"
            self._name_person(person, given, full, "friend")
            say(person, 0.05 + 0.12 * index, "friend_is", "friend_is", full)
            if index % 2 == 0:
                say(
                    person,
                    0.09 + 0.12 * index,
                    "other_lives_in",
                    "lives_in",
                    self._rng.choice(self._cities[10:20]).name,
                    subject=full,
                    slots={"s": full},
                )
            else:
                org = self._make.organisation()
                person.names.append(_organisation(org))
                say(person, 0.09 + 0.12 * index, "other_works_at", "works_at", org, subject=full, slots={"s": full})

    def _moves(self, person: Person) -> None:
        previous: Fact | None = None
        for index, home in enumerate(person.homes):
            city = home.city.name
            if index == 0:
                previous = self._plan(person, 0.0, "lives_in", "lives_in", city)
                continue
            plan_day = home.since - timedelta(days=70)
            self._plan(
                person,
                plan_day,
                "plan_move",
                "plans_to",
                f"move to {city}",
                modality=INTENTION,
                slots={"o": city},
                when=("ahead", home.since),
                expires=home.since - timedelta(days=5),
            )
            after = home.since + timedelta(days=4)
            self._plan(person, after, "moved_to", "moved_to", city, modality=FACT, when=("past", home.since))
            previous = self._plan(
                person, after + timedelta(days=6), "lives_in", "lives_in", city, supersedes=previous, starts=home.since
            )

    def _career(self, person: Person) -> None:
        previous = Fact("", SELF, "works_at", "")
        for index, (org, since) in enumerate(person.jobs):
            if not any(name.surface == org for name in person.names):
                person.names.append(_organisation(org))
            if index == 0:
                previous = self._plan(person, 0.01, "works_at_since", "works_at", org, when=("since", since))
            else:
                left_org, last_day = person.jobs[index - 1][0], since - timedelta(days=9)
                self._end_of(person, last_day + timedelta(days=2), "left_job", left_org, previous, ("past", last_day))
                if index == 1:
                    negative = person.facts[-1]
                    person.utterances.append(
                        Utterance(
                            since + timedelta(days=40), "no_longer_at", {"o": left_org}, negative, requires=negative
                        )
                    )
                rule = "back_at" if any(org == earlier for earlier, _ in person.jobs[:index]) else "new_job"
                kind = "since" if rule == "back_at" else "past"
                previous = self._plan(
                    person, since + timedelta(days=3), rule, "works_at", org, supersedes=previous, when=(kind, since)
                )
            self._colleagues(person, since)

    def _colleagues(self, person: Person, since: date) -> None:
        first = max(since, self._start)
        for offset, rule in ((20, "manager_is"), (45, "colleague_is"), (80, "colleague_is")):
            given = self._make.given()
            full = f"{given} {self._make.surname()}"
            self._name_person(person, given, full, "colleague")
            self._plan(person, first + timedelta(days=offset), rule, rule, full)

    def _project_story(self, person: Person) -> None:
        for index, project in enumerate(person.projects):
            shape = "TITLE_CASE" if " " in project.name else "SINGLE_TITLE"
            person.names.append(Name(project.name, "project", shape, project.name))
            since, until = project.since, project.spans[-1][1]
            started = self._plan(
                person, since + timedelta(days=1), "works_on", "works_on", project.name, slots={"x": project.what}
            )
            if index:
                self._plan(
                    person,
                    since + timedelta(days=3),
                    "started_project",
                    "started",
                    project.name,
                    modality=FACT,
                    when=("past", since),
                )
            if len(project.spans) > 1:
                pause, again = project.spans[0][1], project.spans[1][0]
                self._end_of(person, pause, "paused_project", project.name, started, ("past", pause), ends=False)
                started = self._plan(person, again, "resumed_project", "works_on", project.name, when=("past", again))
            if until < self._end:
                self._end_of(person, until, "stopped_project", project.name, started, ("past", until))

    def _tastes(self, person: Person) -> None:
        tools = self._some("tool", 6)
        used = [self._plan(person, 0.06 + 0.1 * index, "uses", "uses", tool) for index, tool in enumerate(tools)]
        self._end_of(person, self._at(0.7, 0), "stopped_using", tools[0], used[0], None)
        for index, pair in enumerate(self._some("drink_pair", 4)):
            first, second = pair.split("|")
            fact = self._plan(
                person, 0.1 + 0.1 * index, "prefers", "prefers", first, modality=PREFERENCE, slots={"x": second}
            )
            if index % 2 == 0:
                self._plan(
                    person,
                    0.6 + 0.1 * index,
                    "prefers_now",
                    "prefers",
                    second,
                    modality=PREFERENCE,
                    slots={"x": first},
                    supersedes=fact,
                )
        diets = self._some("diet", 2)
        before = self._plan(person, 0.05, "diet_is", "diet_is", diets[0])
        self._plan(person, 0.65, "diet_is", "diet_is", diets[1], supersedes=before)
        goal_day = self._at(0.3, 0)
        self._plan(
            person,
            goal_day,
            "has_goal",
            "has_goal",
            self._word("goal"),
            modality=INTENTION,
            when=("deadline", goal_day + timedelta(days=150)),
        )
        projects = person.projects
        self._plan(
            person,
            projects[1].since + timedelta(days=20),
            "depends_on",
            "depends_on",
            projects[0].name,
            subject=projects[1].name,
            slots={"s": projects[1].name},
        )
        org = person.jobs[0][0]
        self._plan(person, 0.22, "located_in", "located_in", self._cities[2].name, subject=org, slots={"s": org})

    def _corrections(self, person: Person) -> None:
        """Add wrong facts that are corrected later, and facts that are taken back later: in every five months about one
        of each."""
        count = max(2, round(self._months / 5))
        for index, topic in enumerate(self._some("instrument", count)):
            share = (index + 0.45) / count
            wrong, right = self._rng.sample(self._cities[10:23], 2)
            given = self._make.given()
            full = f"{given} {self._make.surname()}"
            self._name_person(person, given, full, "acquaintance")
            first = self._plan(person, share, "other_lives_in", "lives_in", wrong.name, subject=full, slots={"s": full})
            second = self._fact("lives_in", right.name, subject=full)
            self._take_back(person, share + 0.01, "correction", first, {"o": right.name, "x": wrong.name}, second)
            idea = self._plan(person, share + 0.03, "learning", "learning", topic)
            self._take_back(person, share + 0.08, "retract", idea, {"x": f"learning {topic}"}, None)

    def _recurring(self, person: Person) -> None:
        """Let the person say some facts again later, so that one claim is stated several times."""
        repeated = [
            said
            for said in person.utterances
            if said.rule in ("lives_in", "works_as", "has_condition", "allergic", "partner_is", "diet_is", "uses")
        ]
        for said in repeated:
            later = said.day + timedelta(days=self._rng.randint(30, 120))
            if later < min(self._end, self._next_move(person, said)):
                person.utterances.append(
                    Utterance(later, said.rule, said.slots, said.fact, requires=said.fact, expires=later + _PATIENCE)
                )

    def _next_move(self, person: Person, said: Utterance) -> date:
        moves = [home.since for home in person.homes if home.since > said.day] if said.rule == "lives_in" else []
        return moves[0] if moves else self._end

    def _cast(self, person: Person) -> None:
        """Add the person's own name and handle, the cities, and names that occur in no fact, such as acronyms, hashtags
        and venues."""
        make = self._make
        person.names.append(Name(person.name, "self", "TITLE_CASE", person.name))
        person.names.append(Name(person.handle, "handle", "HANDLE", person.name))
        person.names += [Name(city.name, "place", "SINGLE_TITLE", city.name) for city in self._cities]
        makers = (
            ("acronym", "ALLCAPS", make.acronym, 6),
            ("codebase", "CAMEL_CASE", make.camel, 6),
            ("hashtag", "HASHTAG", make.hashtag, 5),
            ("handle", "HANDLE", make.handle, 5),
            ("title", "QUOTED", make.quoted, 5),
            ("phrase", "NOUN_CHUNK", make.chunk, 5),
            ("venue", "TITLE_CASE", make.venue, 4),
            ("tool", "SINGLE_TITLE", make.word, 4),
            ("organisation", "TITLE_CASE", make.organisation, 4),
        )
        for kind, shape, maker, count in makers:
            for _ in range(max(count, round(count * self._months / 18))):
                surface = maker()
                person.names.append(
                    _organisation(surface) if kind == "organisation" else Name(surface, kind, shape, surface)
                )
        friends = [name for name in person.names if name.kind == "friend" and name.shape == "SINGLE_TITLE"][:2]
        for friend in friends:
            person.names.append(Name(make.nickname(friend.surface), "nickname", "SINGLE_TITLE", friend.entity))

    # ---- bricks

    def _plan(
        self,
        person: Person,
        at: float | date,
        rule: str,
        predicate: str,
        value: str,
        *,
        subject: str = SELF,
        modality: str = STATE,
        slots: dict[str, str] | None = None,
        when: tuple[str, date] | None = None,
        supersedes: Fact | None = None,
        starts: date | None = None,
        expires: date | None = None,
    ) -> Fact:
        fact = self._fact(predicate, value, subject=subject, modality=modality)
        if starts is not None:
            fact.valid_from, fact.granularity = starts.isoformat(), "day"
        person.facts.append(fact)
        day = at if isinstance(at, date) else self._at(at, 0)
        person.utterances.append(
            Utterance(day, rule, {"o": value} | (slots or {}), fact, when=when, supersedes=supersedes, expires=expires)
        )
        return fact

    def _end_of(
        self,
        person: Person,
        day: date,
        rule: str,
        value: str,
        target: Fact,
        when: tuple[str, date] | None,
        *,
        ends: bool = True,
    ) -> None:
        """Add the sentence that ends an earlier fact ("I no longer …"). If it is only a pause (`ends` is False), no
        negative fact is added."""
        retraction = Retraction(self._id("r"), "temporal_bound", target.fact_id, None, None)
        person.retractions.append(retraction)
        negative = self._fact(target.predicate, value) if ends else None
        if negative is not None:
            negative.polarity = "negative"
            person.facts.append(negative)
        person.utterances.append(Utterance(day, rule, {"o": value}, negative, retraction, when, requires=target))

    def _take_back(
        self, person: Person, share: float, rule: str, target: Fact, slots: dict[str, str], replacement: Fact | None
    ) -> None:
        kind = "correction" if replacement else "full"
        retraction = Retraction(self._id("r"), kind, target.fact_id, replacement.fact_id if replacement else None, None)
        person.retractions.append(retraction)
        if replacement:
            person.facts.append(replacement)
        person.utterances.append(Utterance(self._at(share, 0), rule, slots, replacement, retraction, requires=target))

    def _fact(self, predicate: str, value: str, *, subject: str = SELF, modality: str = STATE) -> Fact:
        return Fact(self._id("f"), subject, predicate, value, modality=modality)

    def _name_person(self, person: Person, given: str, full: str, kind: str) -> None:
        person.names.append(Name(given, kind, "SINGLE_TITLE", full))
        if full != given:
            person.names.append(Name(full, kind, "TITLE_CASE", full))

    def _id(self, prefix: str) -> str:
        self._number += 1
        return f"{prefix}{self._number:05d}"

    def _at(self, share: float, jitter: int) -> date:
        span = (self._end - self._start).days
        return self._start + timedelta(
            days=round(share * span) + (self._rng.randint(-jitter, jitter) if jitter and 0 < share < 1 else 0)
        )

    def _word(self, rule: str) -> str:
        return self._grammar.expand(rule, self._rng.random, {})

    def _some(self, rule: str, count: int) -> list[str]:
        """Up to `count` different texts made by one rule of the grammar."""
        words: dict[str, None] = {}
        count = min(count, self._grammar.size(rule))
        while len(words) < count:
            words[self._word(rule)] = None
        return list(words)


def _organisation(surface: str) -> Name:
    return Name(surface, "organisation", "TITLE_CASE", surface)
