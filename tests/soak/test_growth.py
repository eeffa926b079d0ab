"""What reading a message costs grows with its length, not with its square: calls are counted, no clock is asked."""

import sys
from pathlib import Path
from types import FrameType

import duckdb
import pytest

from kg_assets.beliefs.read import readers_of
from kg_assets.claims.parsed.circle import circle_of
from kg_assets.claims.parsed.reader import read_sentences
from kg_assets.claims.parsed.union import joined
from kg_assets.claims.reading.reader import ClaimReader
from kg_assets.claims.settings import ClaimSettings, reader_settings
from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml
from kg_assets.engine.session import run_build, seal_and_publish
from kg_assets.intake.asking import request_build
from kg_assets.language import clauses, moods
from kg_assets.language.bounds import sentence_bounds
from kg_assets.language.parser import Stretch, parser_of
from kg_assets.language.sentence import Sentence
from kg_assets.language.settings import LanguageSettings
from kg_assets.language.worth import beyond, why_unread
from kg_assets.memory.event import Name, Speaker, Time
from kg_assets.memory.events import read_events
from kg_assets.memory.names import read_names
from kg_assets.store.home import Home
from tests.conftest import EngineFor
from tests.soak.doors import talk

pytestmark = pytest.mark.whole

MODEL = "en_core_web_sm"
SHORTER = 4_000
KINDS = {
    "sentences": "I live in Oslo. ",
    "dated sentences": "I moved to Oslo on 3 May 2021. ",
    "clauses without a stop": "I don't ",
    "clauses within clauses": "I think that ",
    "reasons without a stop": "because I ",
    "one word": "I ",
    "lines": "- my sister lives in Bergen\n",
    "no words": "# h\n",
}


class _Readers:
    """What reads a message of the person, without the stages around it."""

    def __init__(self) -> None:
        pipeline = read_yaml(data_path("config/pipeline.yaml"))
        self.language = LanguageSettings.model_validate(pipeline["language"])
        self._words = ClaimReader(reader_settings(ClaimSettings.model_validate(pipeline["claims"])))
        self._beliefs = readers_of(
            *(data_path(f"config/beliefs/{name}.yaml") for name in ("words", "cues", "context"))
        ).atomizer

    def parsed(self, text: str) -> list[Sentence]:
        """The sentences worth a parse; the parser's own work is linear and none of ours."""
        places = sentence_bounds(text)
        why = why_unread([text[slice(*place)] for place in places], self.language)
        wanted = [Stretch("m", text, place) for place, reason in zip(places, why, strict=True) if reason is None]
        return [sentence for found in parser_of(MODEL).parse(wanted) for sentence in found]

    def read(self, text: str, sentences: list[Sentence]) -> None:
        times = [(at, at + 10, "3 May 2021") for at in range(len(text)) if text.startswith("3 May 2021", at)]
        circle = circle_of(sentences)
        of_words = self._words.read(text, [], "user", times, [], circle)
        joined(of_words, read_sentences(sentences, times, text, circle=circle), sentences, times)
        for sentence in sentences:
            self._beliefs.read(sentence)
        named = [Name(name.start, name.end, name.type, name.surface) for name in read_names(text, [], sentences)]
        dated = [Time(start, end, "2021-05-03", "2021-05-04", "day") for start, end, _ in times]
        read_events(sentences, dated, named, Speaker(True, None))


@pytest.fixture(scope="module")
def readers() -> _Readers:
    return _Readers()


def _calls(readers: _Readers, text: str) -> int:
    """How many functions of ours are called and generators resumed while a text is read."""
    sentences, calls = readers.parsed(text), 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        readers.read(text, sentences)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_of_twice_the_length_takes_twice_the_calls(readers: _Readers, kind: str) -> None:
    """Every two claims of a message were compared: 100 kB of "I live in Oslo." took ten seconds."""
    shorter, longer = (KINDS[kind] * (size // len(KINDS[kind])) for size in (SHORTER, 2 * SHORTER))
    _calls(readers, shorter)  # what is read once in a process
    assert _calls(readers, longer) < 2.2 * _calls(readers, shorter) + 1_000


def test_clauses_that_hang_on_each_other_are_asked_once_each(
    readers: _Readers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each asked all above it again: 100 kB of "I don't" took ten seconds."""
    asked: list[int] = []
    own_mood = moods._own_mood

    def counted(s: Sentence, verb: int) -> moods.Mood:
        asked.append(verb)
        return own_mood(s, verb)

    monkeypatch.setattr(moods, "_own_mood", counted)
    (s,) = readers.parsed("I think that " * 40)
    clauses.clauses_of(s)
    assert len(asked) == len(set(asked)) > 20


def test_of_a_long_message_its_beginning_and_its_end_are_read() -> None:
    assert beyond([3, 4, 5], 12) == range(0)
    assert list(beyond([3, 4, 5, 2, 6, 1, 3], 14)) == [2, 3, 4], "7 characters at each end"
    assert list(beyond([3, 4, 5, 2, 6, 1, 4], 14)) == [2, 3, 4], "half a sentence is none"
    assert list(beyond([9, 9], 10)) == [0, 1]


def test_what_is_read_of_a_message_is_no_more_than_was_allowed() -> None:
    lengths = [7, 11, 2, 30, 5, 5, 13, 1, 1, 19]
    for most in range(1, sum(lengths)):
        out = beyond(lengths, most)
        kept = sum(length for n, length in enumerate(lengths) if n not in out)
        assert kept <= most
        assert len(out) > 0


def test_no_rule_reads_what_is_beyond(home: Home, engine_for: EngineFor, tmp_path: Path) -> None:
    """Neither words nor clauses, and nobody stumbles over it."""
    few = tmp_path / "few.yaml"
    few.write_text("language: {read_chars: 1000}\n", encoding="utf-8")
    cities = ("Oslo", "Bergen", "Lagos", "Lima", "Graz", "Porto")
    said = [f"I lived in {city} in {year}." for year in range(2000, 2020) for city in cities]
    engine = engine_for(home, override=few)
    build = request_build(engine, [talk(tmp_path / "long.json", (("2022-08-01", " ".join(said)),), "a")]).build
    run_build(engine, build)
    seal_and_publish(engine, build)
    with duckdb.connect(home.database, read_only=True) as connection:
        places = connection.execute("SELECT char_start FROM assertions WHERE char_start IS NOT NULL").fetchall()
        faults = connection.execute("SELECT count(*) FROM stage_faults").fetchone()
    assert faults == (0,)
    starts, end = sorted(start for (start,) in places), len(" ".join(said))
    assert starts[0] == 0
    assert starts[-1] > end - 30
    between = [start for start in starts if 550 < start < end - 550]
    assert not between, "500 characters at each end, and the spaces between their sentences"
