"""What a model reads as taken back or as over, in words that the rules do not read, closes as the rules' words do.

The endpoint is a real one, the answers are replayed by a build, and of each pair of claims the rules end one and the
model the other. Guards that a model's retractions reach and end as the rules' do (seed 000 §5.8, design §9).
"""

import json
from datetime import date, datetime
from pathlib import Path
from typing import Any

import duckdb
import pytest

from kg_assets.cli.extraction import needed_stages
from kg_assets.cli.main import main
from kg_assets.core.config import load_config
from kg_assets.core.stage import House
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import run_build
from kg_assets.history.stages import TEMPORALIZE
from kg_assets.house import HOUSE as WHOLE_HOUSE
from kg_assets.intake.asking import register, request_build
from kg_assets.store.home import Home
from tests.claims.extraction.talk import override_file, target_of
from tests.llm.server import completion, serving

HOUSE = House(
    reference="tests.claims.extraction.test_models_ends:HOUSE",
    stages=(*needed_stages(WHOLE_HOUSE, TEMPORALIZE), TEMPORALIZE),
    sections=WHOLE_HOUSE.sections,
)
# What is said, what the rules read as its end, what only the model does, and what it answers: type, object, predicate.
PAIRS = {
    "a dated end": (
        ("I've owned a Yamaha since 2015.", "I sold my Yamaha in May 2021."),
        ("I've owned a Steinway since 2015.", "The Steinway went to the neighbours in May 2021."),
        ("temporal_bound", "owns", "Steinway"),
    ),
    "an end that names no time": (
        ("I use Trello.", "I no longer use Trello."),
        ("I use Asana.", "Asana is history for me."),
        ("temporal_bound", "uses", "Asana"),
    ),
    "taken back": (
        ("I speak Welsh.", "I was wrong about Welsh."),
        ("I speak Finnish.", "Finnish was only a joke of mine."),
        ("full", "speaks", "Finnish"),
    ),
}


def _export(path: Path) -> Path:
    said = [text for rules, model, _ in PAIRS.values() for text in (rules[0], model[0])]
    ended = [text for rules, model, _ in PAIRS.values() for text in (rules[1], model[1])]
    mapping: dict[str, Any] = {}
    for place, text in enumerate([*said, *ended]):
        mapping[f"m{place}"] = {
            "id": f"m{place}", "parent": f"m{place - 1}" if place else None, "children": [],
            "message": {
                "id": f"m{place}", "author": {"role": "user"}, "create_time": 1625130000 + 86400 * place,
                "content": {"content_type": "text", "parts": [text]},
            },
        }  # fmt: skip
    talk = {"id": "c1", "title": "T", "create_time": 1625130000, "current_node": f"m{place}", "mapping": mapping}
    path.write_text(json.dumps([talk]), encoding="utf-8")
    return path


def _model(handler: Any, body: dict[str, Any]) -> None:
    """Reads just the ends that the rules do not."""
    text = target_of(body)
    taken = [
        {"type": kind, "quote": text, "confidence": 0.9, "replacement": None,
         "target": {"subject": "I", "predicate": predicate, "object": thing}}
        for _, model, (kind, predicate, thing) in PAIRS.values() if text == model[1]
    ]  # fmt: skip
    handler.reply(200, completion(json.dumps({"claims": [], "retractions": taken})))


@pytest.fixture(scope="module")
def became(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Any, ...]]:
    """What became of each claim, by the words that made it, and by what: the pattern of its retraction."""
    folder = tmp_path_factory.mktemp("ends")
    home = Home(folder / "home").prepare()
    off = override_file(folder, mode="off")
    register(Engine(home, HOUSE, load_config(HOUSE.sections, off), 1, off), _export(folder / "talk.json"))
    with pytest.MonkeyPatch.context() as patch, serving(_model) as endpoint:
        patch.setenv("ANNALS_HOME", str(home.root))
        patch.setenv("ANNALS_CONFIG", str(override_file(folder, base_url=endpoint.base_url)))
        assert main(["extract", "--yes"]) == 0
        assert len(endpoint.received) == 4 * len(PAIRS)
    replay = override_file(folder, mode="replay", base_url="http://localhost:1/v1")
    engine = Engine(home, HOUSE, load_config(HOUSE.sections, replay), 1, replay)
    outcomes = run_build(engine, request_build(engine).build)
    tables = {
        name: [str(engine.contents.path(content)) for content in contents]
        for outcome in outcomes.values()
        for name, contents in outcome.tables.items()
    }
    with duckdb.connect() as connection:
        connection.execute("CREATE SCHEMA kg")
        for name in ("kg.messages", "kg.assertions", "kg.assertion_temporalized", "kg.retractions"):
            connection.execute(f"CREATE VIEW {name} AS FROM read_parquet({tables[name]})")
        rows = connection.execute(
            "SELECT m.text_raw, t.status, t.valid_from_utc, t.valid_to_utc, t.valid_until_hint_utc,"
            " r.raw_retraction_json ->> '$.pattern_id' FROM kg.assertion_temporalized t JOIN kg.assertions a"
            " USING (assertion_id) JOIN kg.messages m USING (message_id) LEFT JOIN kg.retractions r"
            " ON r.retraction_id = t.retracted_by_retraction_id WHERE a.polarity = 'positive'"
        ).fetchall()
    return {text: tuple(fate) for text, *fate in rows}


@pytest.mark.parametrize("kind", PAIRS)
def test_a_model_ends_what_the_rules_would_end(became: dict[str, tuple[Any, ...]], kind: str) -> None:
    (by_rules, _), (by_model, _), _ = PAIRS[kind]
    *fate, pattern = became[by_model]
    *expected, rule = became[by_rules]
    assert pattern != rule
    if kind == "a dated end":
        assert fate == expected == ["negated", datetime(2015, 1, 1), datetime(2021, 5, 1), None]
    elif kind == "taken back":
        assert fate[0] == expected[0] == "retracted"
    else:  # each ends when its own words were said, a day apart
        assert (fate[0], expected[0]) == ("negated", "negated")
        assert (expected[3].date(), fate[3].date()) == (date(2021, 7, 9), date(2021, 7, 10))
