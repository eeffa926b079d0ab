"""The entry points of the package: `generate` gives conversations one by one, `write_export` writes a whole export with
its truth."""

import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

import orjson

from kg_assets.corpus.author import Author
from kg_assets.corpus.census import Census
from kg_assets.corpus.layouts import Layout, open_sink
from kg_assets.corpus.life import Biographer
from kg_assets.corpus.minor import MinorNames
from kg_assets.corpus.moments import local_day, midnight, month_after
from kg_assets.corpus.names import Name, NameMaker, shape_of
from kg_assets.corpus.scenes import Scene, scenes, staged
from kg_assets.corpus.story import Story
from kg_assets.corpus.truth import Truth, said_only
from kg_assets.corpus.vocabulary import vocabulary

_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class CorpusSpec:
    """The settings of a corpus. Exactly one of `conversations` and `target_bytes` must be given."""

    seed: int
    conversations: int | None = None
    target_bytes: int | None = None
    start: date = date(2024, 9, 1)
    months: int = 18
    style: str = "heavy"
    has_scenes: bool = False

    def __post_init__(self) -> None:
        if (self.conversations is None) == (self.target_bytes is None):
            raise ValueError("a corpus needs either a number of conversations or a size in bytes, not both")
        if self.months < 3:
            raise ValueError("a life needs at least 3 months to hold its events")
        known = vocabulary().styles
        if self.style not in known:
            raise ValueError(
                f"there is no style {self.style!r}; config/corpus/corpus.yaml has {', '.join(sorted(known))}"
            )


def demo(seed: int = 7) -> CorpusSpec:
    """The settings of the demo: a short life that a reader can follow, with scenes that show events that are rare in a
    life."""
    return CorpusSpec(seed, conversations=40, style="demo", has_scenes=True)


def generate(spec: CorpusSpec) -> Iterator[dict[str, Any]]:
    """The conversations of a corpus one by one, from its first day to its last. Those of the same day are in no certain
    order."""
    for conversation, _, _ in _Corpus(spec).conversations():
        yield conversation


def write_export(spec: CorpusSpec, path: Path, layout: Layout = "single") -> Truth:
    """Write the export, conversation by conversation, and `truth.json` into the folder `path`. Returns the
    truth."""
    corpus = _Corpus(spec)
    census = Census(corpus.names(), [project.name for project in corpus.person.projects])
    path.mkdir(parents=True, exist_ok=True)
    with open_sink(path, layout, corpus.owner(), corpus.words.conversations_per_file) as sink:
        for conversation, raw, about in corpus.conversations():
            census.observe(conversation, about)
            sink.add(conversation, raw)
    truth = corpus.truth(census)
    truth.write(path / "truth.json")
    return truth


class _Corpus:
    """One person, with everything that stays the same in all conversations."""

    def __init__(self, spec: CorpusSpec) -> None:
        self.spec = spec
        self.words = words = vocabulary()
        maker = NameMaker(random.Random(f"{spec.seed}/names"), words.names)
        lists = {"project_kinds": words.project_kinds}
        biographer = Biographer(random.Random(f"{spec.seed}/life"), maker, words.facts, lists, spec.start, spec.months)
        self.person = biographer.write()
        self._expected = spec.conversations or max(1, (spec.target_bytes or 0) // words.bytes_per_conversation)
        count = min(words.minor_names_max, max(12, round(self._expected * words.minor_names_per_conversation)))
        self._minor = MinorNames(random.Random(f"{spec.seed}/minor"), maker, count, self._expected)
        cities = maker.cities(40)
        self.person.names += [Name(city.name, "place", "SINGLE_TITLE", city.name) for city in cities]
        self._story = Story(random.Random(f"{spec.seed}/story"), self.person, words, cities)
        rng = random.Random(f"{spec.seed}/text")
        self._author = Author(rng, words, words.styles[spec.style], self.person, self._story, self._minor)
        self._clock = random.Random(f"{spec.seed}/clock")
        self._stage = random.Random(f"{spec.seed}/scenes")

    def names(self) -> list[Name]:
        """Every planted name once: first the names of the person's world, then names that everybody knows."""
        seen: dict[str, Name] = {}
        public = [Name(surface, "public", shape_of(surface), surface, "public") for surface in self.words.public_names]
        for name in [*self.person.names, *self._minor.names, *public]:
            seen.setdefault(name.surface, name)
        return list(seen.values())

    def owner(self) -> dict[str, Any]:
        identity = random.Random(f"{self.spec.seed}/owner").getrandbits(96)
        return {
            "id": f"user-{identity:024x}",
            "email": self.person.email,
            "chatgpt_plus_user": True,
            "phone_number": self.person.phone,
        }

    def conversations(self) -> Iterator[tuple[dict[str, Any], bytes, str | None]]:
        """Each conversation: the object, its JSON, and the project that it is about. Scenes are put in at their
        times."""
        waiting = list(reversed(scenes())) if self.spec.has_scenes else []
        for started, conversation, raw, about in self._invented():
            while waiting and waiting[-1].started <= started:
                yield self._staged(waiting.pop())
            yield conversation, raw, about
        while waiting:
            yield self._staged(waiting.pop())

    def _staged(self, scene: Scene) -> tuple[dict[str, Any], bytes, None]:
        conversation = staged(scene, self._stage, self._author.model_of(local_day(scene.started, 0)))
        return conversation, orjson.dumps(conversation), None

    def _invented(self) -> Iterator[tuple[float, dict[str, Any], bytes, str | None]]:
        begin = midnight(self.spec.start)
        length = midnight(month_after(self.spec.start, self.spec.months)) - begin
        written, number, share = 0, 0, 0.0
        while share < 1.0:
            hour = self._clock.triangular(6.5, 23.5, 18.0) * 3600
            day = int(share * length / _DAY) * _DAY
            started = round(begin + day + hour + self._clock.random(), 6)
            conversation, about = self._author.write(number, started)
            raw = orjson.dumps(conversation)
            yield started, conversation, raw, about
            number += 1
            written += len(raw) + 1
            share = (
                number / self.spec.conversations if self.spec.conversations else written / (self.spec.target_bytes or 1)
            )

    def truth(self, census: Census) -> Truth:
        person = self.person
        facts = said_only(person.facts)
        spoken = [retraction for retraction in person.retractions if retraction.statement is not None]
        spec = asdict(self.spec) | {"start": self.spec.start.isoformat()}
        activity = census.activity()
        return Truth(
            spec=spec,
            person={
                "name": person.name,
                "job": person.job,
                "partner": person.partner,
                "homes": [{"city": home.city.name, "since": home.since.isoformat()} for home in person.homes],
                "jobs": [{"organisation": org, "since": since.isoformat()} for org, since in person.jobs],
            },
            names=census.name_records(),
            facts=facts,
            retractions=spoken,
            not_claims=self._story.not_claims,
            projects={
                project.name: {
                    "what": project.what,
                    "spans": [[start.isoformat(), end.isoformat()] for start, end in project.spans],
                    "activity": activity[project.name],
                }
                for project in person.projects
            },
            counts=census.counts(),
        )
