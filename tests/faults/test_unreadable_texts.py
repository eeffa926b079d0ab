"""One text costs what a stage would have said of it, and nothing else: a fault planted in every part of every stage.

The planted ones raise in the function that reads one message, or some messages together, where a certain word stands.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from kg_assets.beliefs.atomizer import Atomizer
from kg_assets.claims import grounding
from kg_assets.claims.reading.reader import ClaimReader
from kg_assets.claims.retracting.reader import RetractionReader
from kg_assets.core.config import load_config
from kg_assets.core.errors import SourceError
from kg_assets.engine.faults import faults_in, faults_told
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import run_build, seal_and_publish
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.language import read as language_read
from kg_assets.language.parser import Parser
from kg_assets.lexicon import common, mention, seen
from kg_assets.lexicon.matcher import Matcher
from kg_assets.mentions import detected
from kg_assets.mentions.detect.engine import DetectEngine
from kg_assets.mentions.times.engine import TimeEngine
from kg_assets.orchestration.stage_checks import fault_result
from kg_assets.search import postings
from kg_assets.sources import ingest, scan
from kg_assets.store.home import Home

pytestmark = pytest.mark.whole

# The words of the planted faults by stage and part; a build has one message for each.
PLANTED = {
    ("ingest", "parts"): "zaparts", ("ingest", "ranges"): "zaranges", ("detect", "detectors"): "zastructured",
    ("read_beliefs", "beliefs"): "zabeliefs",
    ("read_sentences", "bounds"): "zabounds", ("read_sentences", "parse"): "zaparse",
    ("detect", "names"): "zanames", ("detect", "times"): "zatimes", ("detect", "choice"): "zachoice",
    ("see_terms", "all"): "zasee", ("common_words", "all"): "zacommon", ("find_terms", "all"): "zafind",
    ("mention", "all"): "zamention", ("read_claims", "hearing"): "zahearing", ("read_claims", "claims"): "zaclaims",
    ("read_claims", "retractions"): "zaretractions", ("ground", "all"): "zaground", ("search", "all"): "zasearch",
}  # fmt: skip
ELEMENT, CONVERSATION = "zaelement", "zaconversation"
SAYS = (
    "On 3 May 2021 I moved to Lisbon with Maria Berg, {word}@mail.example. I work at Kestrel Engine. Never mind that."
)


class Planted(Exception):
    """Its message is the text, which must not get anywhere."""


def _conversation(name: str, *texts: str) -> dict[str, Any]:
    mapping = {
        f"{name}{n}": {
            "id": f"{name}{n}", "parent": f"{name}{n - 1}" if n else None, "children": [],
            "message": {
                "id": f"{name}{n}", "author": {"role": "user"}, "create_time": 1_700_000_000.0 + n,
                "content": {"content_type": "text", "parts": [text]},
            },
        }
        for n, text in enumerate(texts)
    }  # fmt: skip
    return {"conversation_id": name, "title": name, "create_time": 1_700_000_000.0, "mapping": mapping}


def _export(path: Path) -> Path:
    said = [
        _conversation(f"plain{n}", *(SAYS.format(word=f"plain{n}{m}") for m in range(4))) for n in range(3)
    ]  # fmt: skip
    planted = [_conversation(word, SAYS.format(word=word)) for word in PLANTED.values()]
    whole = [_conversation(ELEMENT, SAYS.format(word=ELEMENT)), _conversation(CONVERSATION, SAYS)]
    path.write_text(json.dumps([*said, *planted, *whole]), encoding="utf-8")
    return path


def _raising(word: str, texts: Callable[..., Any], real: Callable[..., Any]) -> Callable[..., Any]:
    """The real function, which raises where the word stands in what `texts` takes of its arguments."""

    def read(*arguments: Any, **named: Any) -> Any:
        given = texts(*arguments, **named)
        if word in (given if isinstance(given, str) else "\n".join(map(str, given))):
            raise Planted(given)
        return real(*arguments, **named)

    return read


def _plant(patch: pytest.MonkeyPatch) -> None:
    def plant(owner: Any, name: str, word: str, texts: Callable[..., Any]) -> None:
        patch.setattr(owner, name, _raising(word, texts, getattr(owner, name)))

    word = {part: planted for (stage, part), planted in PLANTED.items() if part != "all"}
    whole = {stage: planted for (stage, part), planted in PLANTED.items() if part == "all"}
    plant(scan, "scan_element", ELEMENT, lambda raw, *_: raw.decode())
    plant(ingest, "build_tree", CONVERSATION, lambda ids, *_: ids)
    plant(ingest, "message_parts", word["parts"], lambda content, *_: str(content))
    plant(ingest, "code_fence_ranges_json", word["ranges"], lambda text: text)
    plant(language_read, "sentence_bounds", word["bounds"], lambda text, *_: text)
    plant(Parser, "parse", word["parse"], lambda self, stretches: [stretch.text for stretch in stretches])
    plant(Atomizer, "read", word["beliefs"], lambda self, sentence, *_: sentence.text)
    plant(DetectEngine, "find_batch", word["detectors"], lambda self, texts, *_: texts)
    plant(detected, "find_with_calls", word["names"], lambda backend, texts, *_: texts)
    plant(TimeEngine, "find_batch", word["times"], lambda self, texts, *_: texts)
    plant(detected, "decide", word["choice"], lambda candidates, text, *_: text)
    plant(seen, "said_pieces", whole["see_terms"], lambda messages: messages["text_raw"].to_list())
    plant(common, "said_pieces", whole["common_words"], lambda messages: messages["text_raw"].to_list())
    plant(Matcher, "places", whole["find_terms"], lambda self, text: text)
    plant(mention, "contest", whole["mention"], lambda candidates: candidates["surface_text"].to_list())
    plant(ClaimReader, "may_claim", word["hearing"], lambda self, text, *_: text)
    plant(ClaimReader, "read", word["claims"], lambda self, text, *_: text)
    plant(RetractionReader, "read", word["retractions"], lambda self, text, *_: text)
    plant(grounding, "check", whole["ground"], lambda row, text, *_: text)
    plant(postings, "cut", whole["search"], lambda texts: texts.to_list())


class World:
    """The tables of a build."""

    def __init__(self, root: Path, export: Path) -> None:
        self.engine = Engine(Home(root).prepare(), HOUSE, load_config(HOUSE.sections))
        self.build = request_build(self.engine, [export]).build
        self.outcomes = run_build(self.engine, self.build)
        seal_and_publish(self.engine, self.build)
        self._connection = duckdb.connect(self.engine.home.database, read_only=True)

    def rows(self, select: str) -> list[tuple[Any, ...]]:
        return self._connection.execute(select).fetchall()

    def about(self, table: str, message: str) -> list[tuple[Any, ...]]:
        return self.rows(f"SELECT * FROM {table} WHERE message_id = '{message}' ORDER BY ALL")


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _export(tmp_path_factory.mktemp("export") / "conversations.json")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory, export: Path) -> World:
    return World(tmp_path_factory.mktemp("sound") / "home", export)


@pytest.fixture(scope="module")
def wounded(tmp_path_factory: pytest.TempPathFactory, export: Path) -> Iterator[World]:
    with pytest.MonkeyPatch.context() as patch:
        _plant(patch)
        yield World(tmp_path_factory.mktemp("wounded") / "home", export)


def test_a_sound_build_has_no_faults(sound: World) -> None:
    assert sound.rows("SELECT * FROM stage_faults") == []


def test_every_planted_fault_is_a_row_that_names_message_stage_part_and_place(wounded: World) -> None:
    rows = wounded.rows("SELECT stage, part, message_id, error, place FROM stage_faults")
    found = {(stage, part): message for stage, part, message, _, _ in rows if message is not None}
    assert found == {planted: f"{word}0" for planted, word in PLANTED.items()}
    assert sorted(row[:3] for row in rows if row[2] is None) == [
        ("ingest", "conversation", None), ("scan", "element", None)
    ]  # fmt: skip
    assert len(rows) == len(PLANTED) + 2
    for _, _, _, error, place in rows:
        assert error == "Planted"
        assert place.partition(":")[0].endswith(".py")


def test_elements_that_raise_are_quarantined_whole(wounded: World) -> None:
    rows = wounded.rows("SELECT reason_code, raw_bytes FROM ingest_quarantine")
    assert {code for code, _ in rows} == {"unforeseen"}
    assert {name for name in (ELEMENT, CONVERSATION) for _, raw in rows if name.encode() in raw} == {
        ELEMENT, CONVERSATION
    }  # fmt: skip


@pytest.mark.parametrize("table", ["entity_mentions__detected", "time_mentions", "claim_candidates__rules"])
def test_other_messages_keep_every_row(sound: World, wounded: World, table: str) -> None:
    for n in range(3):
        for m in range(4):
            rows = sound.about(table, f"plain{n}{m}")
            assert rows != []
            assert wounded.about(table, f"plain{n}{m}") == rows


@pytest.mark.parametrize(
    ("part", "lost", "kept"),
    [
        (("detect", "times"), "time_mentions", "entity_mentions__detected"),
        (("detect", "detectors"), "", "time_mentions"),
        (("read_claims", "claims"), "claim_candidates__rules", "entity_mentions"),
        (("ground", "all"), "assertions", "claim_candidates__rules"),
        (("mention", "all"), "entity_mentions", "entity_mentions__detected"),
        (("search", "all"), "", "assertions"),
    ],
)
def test_a_message_keeps_what_other_parts_and_stages_say_of_it(
    sound: World, wounded: World, part: tuple[str, str], lost: str, kept: str
) -> None:
    message = f"{PLANTED[part]}0"
    if lost:
        assert sound.about(lost, message) != []
        assert wounded.about(lost, message) == []
    assert wounded.about(kept, message) == sound.about(kept, message) != []


def test_nothing_private_is_told(wounded: World) -> None:
    rows = wounded.rows("SELECT * FROM stage_faults") + wounded.rows("SELECT * FROM stage_events")
    assert "mail.example" not in str(rows)


def test_the_end_of_a_build_and_the_check_say_so(sound: World, wounded: World) -> None:
    outcome = wounded.outcomes["observe"]
    found = faults_in(wounded.engine.contents, outcome.tables["kg.stage_faults"])
    assert faults_told(found).startswith(
        "20 times a text could not be read (common_words, detect, find_terms, ground, ingest,"
    )
    result = fault_result(outcome)
    assert (result.passed, result.severity.name, result.metadata["faults"].value) == (False, "WARN", 20)
    assert fault_result(sound.outcomes["observe"]).passed


def test_strict_stops_at_the_first_and_names_message_and_stage(wounded: World) -> None:
    """Also where the result of the stage is there already, from a build that was not strict."""
    engine = Engine(wounded.engine.home, HOUSE, load_config(HOUSE.sections))
    engine.is_strict = True
    with pytest.raises(SourceError, match=r"--strict: stage \w+ cannot read .*Planted at .*\.py:\d+"):
        run_build(engine, wounded.build)
