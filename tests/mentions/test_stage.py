"""Stage 2A in builds as far as it: true offsets, reasons, exclusions, the recogniser's record."""

import json
from pathlib import Path
from typing import Any

import pytest
import spacy

from kg_assets.mentions.stages import DETECT, NER_RUNS
from kg_assets.store.home import Home
from kg_assets.store.rows import instant_text
from tests.partial import house_of, run

# Detection, and who was recognised, need nothing of what comes after them.
MENTIONS = house_of(DETECT, NER_RUNS)


def _built(home: Home, export: Path, override: Path | None = None) -> Any:
    return run(MENTIONS, home, export, override=override)


def _export(path: Path, *texts: str, created: float | None = 1_700_000_000.0, content_type: str = "text") -> Path:
    mapping: dict[str, Any] = {}
    for index, text in enumerate(texts):
        content = {"content_type": content_type, "parts": [text]} if content_type == "text" else {
            "content_type": content_type, "text": text}  # fmt: skip
        mapping[f"m{index}"] = {
            "id": f"m{index}", "parent": f"m{index - 1}" if index else None,
            "children": [f"m{index + 1}"] if index + 1 < len(texts) else [],
            "message": {"id": f"m{index}", "author": {"role": "user"}, "create_time": created, "content": content},
        }  # fmt: skip
    conversation = {"conversation_id": "c", "title": "t", "current_node": f"m{len(texts) - 1}", "mapping": mapping}
    path.write_text(json.dumps([conversation]), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def demo_build(tmp_path_factory: pytest.TempPathFactory, demo_export: Path) -> Any:
    return _built(Home(tmp_path_factory.mktemp("mentions") / "home"), demo_export)


@pytest.mark.parametrize("table", ["entity_mention_candidates__detected", "entity_mentions__detected", "time_mentions"])
def test_every_offset_is_true_in_codepoints(demo_build: Any, table: str) -> None:
    rows = demo_build.execute(
        f"SELECT text_raw, char_start, char_end, surface_text FROM {table} JOIN messages USING (message_id) "
        "WHERE char_start IS NOT NULL"
    ).fetchall()
    assert len(rows) > 20
    assert all(text[start:end] == surface for text, start, end, surface in rows)


def test_the_demo_names_many_kinds_of_things(demo_build: Any) -> None:
    kinds = dict(
        demo_build.execute("SELECT entity_type_hint, count(*) FROM entity_mentions__detected GROUP BY 1").fetchall()
    )
    assert {"URL", "EMAIL", "LOCATION", "FILEPATH"} <= set(kinds)


def test_suppressed_candidates_have_reasons_and_winners_do_not(demo_build: Any) -> None:
    (odd,) = demo_build.execute(
        "SELECT count(*) FROM entity_mention_candidates__detected c LEFT JOIN entity_mentions__detected m "
        "USING (candidate_id) WHERE (m.candidate_id IS NULL) <> (c.suppression_reason IS NOT NULL)"
    ).fetchone()
    assert odd == 0


def test_the_recogniser_is_on_record(demo_build: Any) -> None:
    (name, version, io) = demo_build.execute(
        "SELECT model_name, model_version, raw_io_json FROM ner_model_runs"
    ).fetchone()
    assert name == "gazetteer"
    assert version
    (calls, wrong) = demo_build.execute(
        "SELECT count(*), count(*) FILTER (c.input_sha256 <> sha256(substring(m.text_raw, c.char_start + 1, "
        "c.char_end - c.char_start))) FROM ner_model_calls c JOIN messages m USING (message_id)"
    ).fetchone()
    assert json.loads(io)["calls_with_an_answer"] == calls
    assert wrong == 0


def test_code_and_citations_are_excluded(home: Home, tmp_path: Path) -> None:
    export = _export(
        tmp_path / "conversations.json",
        "Write to anna@example.org.\n```\nmail bob@example.net\n```\nSee `@carol` and @dave "
        "\ue200cite\ue202eve@example.com\ue201",
    )
    rows = dict(
        _built(home, export)
        .execute("SELECT surface_text, suppression_reason FROM entity_mention_candidates__detected")
        .fetchall()
    )
    assert rows["bob@example.net"] == "INTERSECTS_CODE_FENCE"
    assert rows["eve@example.com"] == "INTERSECTS_CITATION_MARKER"
    assert rows["@carol"] == "INTERSECTS_INLINE_CODE"
    assert rows["@dave"] is None


def test_a_month_is_nobody(home: Home, tmp_path: Path) -> None:
    """A boat bought on 14 April 2025 made April one of the people."""
    export = _export(
        tmp_path / "e.json", "I bought a boat on 14 April 2025, and by April I'll sail.", "April sails with us."
    )
    con = _built(home, export)
    found = con.execute(
        "SELECT char_start, suppression_reason FROM entity_mention_candidates__detected "
        "JOIN messages USING (message_id) WHERE surface_text = 'April' ORDER BY order_index, char_start"
    ).fetchall()
    # A given name that is a month, too, is no name by itself, wherever it stands.
    assert [reason for _, reason in found if reason is None] == []


def test_quotes_are_excluded_when_configured(tmp_path: Path) -> None:
    export = _export(tmp_path / "conversations.json", "> yesterday we met at https://quoted.example.com/page\n\nyes")
    own = tmp_path / "own.yaml"
    own.write_text("mentions:\n  ignore_markdown_blockquotes: true\n", encoding="utf-8")
    question = "SELECT (SELECT count(*) FROM entity_mentions__detected), (SELECT count(*) FROM time_mentions)"
    found = _built(Home(tmp_path / "with"), export).execute(question).fetchone()
    excluded = _built(Home(tmp_path / "without"), export, own).execute(question).fetchone()
    assert found == (1, 1)
    assert excluded == (0, 0)


def test_code_messages_are_nobodys_prose(home: Home, tmp_path: Path) -> None:
    export = _export(tmp_path / "conversations.json", "print('2024-01-01', 'a@b.org')", content_type="code")
    connection = _built(home, export)
    assert connection.execute("SELECT count(*) FROM time_mentions").fetchone() == (0,)
    assert connection.execute("SELECT count(*) FROM entity_mentions__detected").fetchone() == (0,)
    reasons = connection.execute(
        "SELECT DISTINCT suppression_reason FROM entity_mention_candidates__detected"
    ).fetchall()
    assert reasons == [("INTERSECTS_CODE_FENCE",)]


def test_relative_times_need_an_original_timestamp(tmp_path: Path) -> None:
    text = "We met yesterday, and on 2020-05-06."
    dated = _built(Home(tmp_path / "a"), _export(tmp_path / "a.json", text))
    undated = _built(Home(tmp_path / "b"), _export(tmp_path / "b.json", text, created=None))
    question = "SELECT surface_text, resolved_type, valid_from_utc FROM time_mentions ORDER BY char_start"
    yesterday, date = (tuple(map(instant_text, row)) for row in dated.execute(question).fetchall())
    assert yesterday == ("yesterday", "interval", "2023-11-13T00:00:00.000Z")
    assert date[0].endswith("2020-05-06")
    assert date[1:] == ("interval", "2020-05-06T00:00:00.000Z")
    rows = [tuple(map(instant_text, row)) for row in undated.execute(question).fetchall()]
    assert rows[0][1:] == ("unresolved", None)
    assert rows[1][2] == "2020-05-06T00:00:00.000Z"


def test_a_spacy_pipeline_named_in_the_configuration_is_used(home: Home, tmp_path: Path) -> None:
    pipeline = spacy.blank("en")
    ruler = pipeline.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "ORG", "pattern": "Quixotic Widgets"}, {"label": "DATE", "pattern": "Friday"}])  # type: ignore[attr-defined]
    pipeline.meta["name"], pipeline.meta["version"] = "own", "3.2.1"
    pipeline.to_disk(tmp_path / "pipeline")
    own = tmp_path / "own.yaml"
    own.write_text(f"mentions:\n  ner_model: {tmp_path / 'pipeline'}\n", encoding="utf-8")
    export = _export(tmp_path / "conversations.json", "😀 On Friday Quixotic Widgets called.")
    connection = _built(home, export, own)
    rows = connection.execute(
        "SELECT detector, detector_version, entity_type_hint, char_start, surface_text FROM entity_mentions__detected"
    ).fetchall()
    assert rows == [("NER:en_own", "3.2.1", "ORG", 12, "Quixotic Widgets")]
    assert connection.execute("SELECT model_version FROM ner_model_runs").fetchone() == ("3.2.1",)


def test_without_the_recogniser_there_is_no_run(home: Home, tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("mentions:\n  enable_ner: false\n", encoding="utf-8")
    connection = _built(home, _export(tmp_path / "conversations.json", "Anna from Paris"), own)
    assert connection.execute("SELECT count(*) FROM ner_model_runs").fetchone() == (0,)
    assert connection.execute("SELECT count(*) FROM entity_mentions__detected").fetchone() == (0,)


@pytest.mark.parametrize(
    "text",
    [
        "👩‍👩‍👧 mail me: zoë@example.org 🎉 tomorrow at 5pm",
        "e\u0301ve\u0301 wrote https://example.com/a\u0301?q=1 on May 3rd, 2021",
        "שלום https://example.org/דף ב־2021-05-06 תודה",
        "line one\r\n\ttab yesterday\r\nhttp://example.org\r\n",
        "broken \ud83d surrogate a@example.org and 12/31/2020",
        "nul \u0000 then b@example.org last Friday",
    ],
)
def test_odd_texts_keep_their_offsets(home: Home, tmp_path: Path, text: str) -> None:
    """The contract's own check runs in SQL over the stored text, so the build itself is the proof."""
    connection = _built(home, _export(tmp_path / "conversations.json", text))
    rows = connection.execute(
        "SELECT text_raw, char_start, char_end, surface_text FROM (SELECT message_id, char_start, char_end, "
        "surface_text FROM entity_mentions__detected UNION ALL SELECT message_id, char_start, char_end, surface_text "
        "FROM time_mentions) JOIN messages USING (message_id)"
    ).fetchall()
    assert len(rows) >= 2
    assert all(raw[start:end] == surface for raw, start, end, surface in rows)
