"""Builds of lexicon, entities and names: the same bytes whatever the way, and of news only what is new."""

import json
import random
from pathlib import Path

import pytest

from kg_assets.core.config import load_config
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import run_build, seal_and_publish
from kg_assets.entities.stages import STAGES as NAMING_STAGES
from kg_assets.intake.asking import request_build
from kg_assets.lexicon.stages import STAGES as LEXICON_STAGES
from kg_assets.store.builds import Manifest
from kg_assets.store.contents import ContentStore
from kg_assets.store.home import Home
from kg_assets.store.rows import read_table
from tests.lexicon.talks import Row, conversation, write_export
from tests.partial import house_of

pytestmark = pytest.mark.whole

TABLES = sorted(table.name for stage in (*LEXICON_STAGES, *NAMING_STAGES) for table in stage.tables)
FRAMES = ("we saw {} there", "they sold {} again", "you drew {} since", "she left {} behind")
# Small parts, so that a few conversations are several shards, some of which one new conversation leaves alone.
MANY_PARTS = "store: {worker_bytes: 0}\nsources: {nodes_per_shard: 24}\nlexicon: {files_per_shard: 1}\n"


# As far as the names of entities: what comes after writes none of these tables.
NAMING = house_of(*LEXICON_STAGES, *NAMING_STAGES)


def _build(home: Home, export: Path, threads: int = 1) -> Manifest:
    override = home.root.parent / "own.yaml"
    override.parent.mkdir(parents=True, exist_ok=True)
    override.write_text(MANY_PARTS, encoding="utf-8")
    engine = Engine(home.prepare(), NAMING, load_config(NAMING.sections, override), threads, override)
    build = request_build(engine, [export]).build
    run_build(engine, build)
    return seal_and_publish(engine, build)[0]


def _hashes(manifest: Manifest) -> dict[str, list[str]]:
    return {name: [content.sha256 for content in manifest.tables[name].contents] for name in TABLES}


def _rows(home: Home, manifest: Manifest, name: str, key: str) -> dict[str, Row]:
    paths = [ContentStore(home).path(content) for content in manifest.tables[f"kg.{name}"].contents]
    return {row[key]: row for path in paths for row in read_table(path).to_pylist()}


@pytest.fixture(scope="module")
def talks() -> list[Row]:
    """Twelve conversations: two terms, a firm, names that the recogniser knows, links, thoughts of nobody."""
    frames = list(FRAMES)
    conversations = []
    for index in range(12):
        random.Random(index).shuffle(frames)
        said: list[str | Row] = [frames[0].format("Wolkenbank"), frames[1].format("Project Atlas")]
        said += [
            frames[2].format("Quillmark Inc."),
            frames[3].format("Anna Miller"),
            f"see https://example.org/{index}",
        ]
        reply = f"{frames[1].format('Wolkenbank')}, as Anna Miller wrote to ada{index % 3}@example.org"
        camel = "and wolkenKarte too" if index < 9 else ""  # 9 by the assistant weigh less than 6 by the person
        parts = [f"{reply} from Paris {2000 + index} {camel}"]
        said.append({"author": {"role": "assistant"}, "content": {"content_type": "text", "parts": parts}})
        said += [frames[0].format("WolkenKarte")] * (index % 2)
        conversations.append(conversation(f"talk-{index:02d}", said, 1_700_000_000.0 + 86_400 * index))
    return conversations


def test_threads_and_order_do_not_change_a_byte(talks: list[Row], tmp_path: Path) -> None:
    """Two processes and another order of the conversations: every table of lexicon, entities and names is the same."""
    shuffled = list(talks)
    random.Random(1).shuffle(shuffled)
    (tmp_path / "as-said").mkdir()
    (tmp_path / "shuffled").mkdir()
    as_said = write_export(tmp_path / "as-said" / "conversations.json", *talks)
    one = _build(Home(tmp_path / "one" / "home"), as_said)
    two = _build(Home(tmp_path / "two" / "home"), as_said, threads=2)
    other = _build(
        Home(tmp_path / "other" / "home"), write_export(tmp_path / "shuffled" / "conversations.json", *shuffled)
    )
    empty = {name for name in TABLES if not one.tables[name].rows}
    assert empty == set()
    assert len(one.tables["kg.entity_mentions"].contents) > 2
    assert _hashes(one) == _hashes(two) == _hashes(other)


def test_one_new_conversation_changes_its_own_rows_only(talks: list[Row], tmp_path: Path) -> None:
    """A new thing, in one conversation alone, becomes no term: what was known of the others stays, row by row."""
    said = [frame.format("Nimbforge") for frame in FRAMES] + ["in Paris, about Wolkenbank, by eve@example.net"]
    home = Home(tmp_path / "home")
    before = _build(home, write_export(tmp_path / "before.json", *talks))
    after = _build(home, write_export(tmp_path / "after.json", *talks, conversation("news", said, 1_800_000_000.0)))
    for name, key in (("entity_mentions", "mention_id"), ("entity_mention_candidates", "candidate_id")):
        old, new = _rows(home, before, name, key), _rows(home, after, name, key)
        assert {i: row for i, row in new.items() if not row["message_id"].startswith("news-")} == old
        assert {row["surface_text"] for i, row in new.items() if i not in old} == {
            "Paris",
            "Wolkenbank",
            "eve@example.net",
        }
        kept = {content.sha256 for content in before.tables[f"kg.{name}"].contents}
        assert kept & {content.sha256 for content in after.tables[f"kg.{name}"].contents}, "files of others are reused"
    rejected = _rows(home, after, "lexicon_term_candidates", "term_key")["nimbforge"]
    assert rejected["rejection_reason"] == "BELOW_MIN_CONV"
    ids = [
        {key: row["term_id"] for key, row in _rows(home, m, "lexicon_terms", "term_key").items()}
        for m in (before, after)
    ]
    assert ids[0] == ids[1]
    old, new = (_rows(home, m, "entities__consolidated", "entity_id") for m in (before, after))
    touched = {"paris", "wolkenbank", "eve@example.net"}
    of_salience = {"salience_score", "raw_stats_json"}
    assert {row["entity_key"] for i, row in new.items() if i not in old} == {"eve@example.net"}
    for entity_id, row in old.items():
        if row["entity_key"] not in touched:
            assert {k: v for k, v in new[entity_id].items() if k not in of_salience} == {
                k: v for k, v in row.items() if k not in of_salience
            }


def test_every_mention_has_an_active_entity(small_export: Path, tmp_path: Path) -> None:
    """Over an invented person's conversations: nothing is mentioned that is nobody, and counts add up."""
    home = Home(tmp_path / "home")
    manifest = _build(home, small_export / "conversations.json")
    mentions = _rows(home, manifest, "entity_mentions", "mention_id")
    entities = _rows(home, manifest, "entities__consolidated", "entity_id")
    assert len(mentions) > 50
    for row in mentions.values():
        entity = entities[row["entity_id"]]
        assert (entity["status"], entity["entity_type"], entity["entity_key"]) == (
            "active", row["entity_type_hint"], row["entity_key"],
        )  # fmt: skip
        assert row["surface_text"] in json.loads(entity["aliases_json"])
    assert sum(entity["mention_count"] for entity in entities.values()) == len(mentions)
