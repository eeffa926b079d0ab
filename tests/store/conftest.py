"""A small warehouse to try things on: two tables, and builds made of them."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from kg_assets.core.contract import Column, Table
from kg_assets.store.builds import BuildRef, Builds, Manifest, StageRecord, TableRecord, build_id
from kg_assets.store.contents import Content, ContentStore
from kg_assets.store.home import Home
from kg_assets.store.results import ResultStore

MESSAGES = Table(
    name="kg.messages",
    meaning="What was said; a person's own words.",
    columns=(
        Column("message_id", "text", "Who it is."),
        Column("turn", "int", "Its place.", nullable=True),
        Column("score", "float", "How much.", nullable=True),
        Column("text_raw", "text", "The words.", content=True),
    ),
    key=("message_id",),
)
BELIEFS = Table(
    name="beliefs.atoms",
    meaning="What is believed.",
    columns=(Column("atom_id", "text", "Which."), Column("is_held", "bool", "Whether.")),
    key=("atom_id",),
)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "data").prepare()


@pytest.fixture
def contracts() -> dict[str, Table]:
    return {table.name: table for table in (MESSAGES, BELIEFS)}


@pytest.fixture
def messages() -> Callable[..., pa.Table]:
    def rows(*words: str) -> pa.Table:
        return pa.table(
            {
                "message_id": pa.array([f"m{i}" for i in range(len(words))], pa.string()),
                "turn": pa.array(range(len(words)), pa.int64()),
                "score": pa.array([0.5] * len(words), pa.float64()),
                "text_raw": pa.array(words, pa.string()),
            }
        )

    return rows


@pytest.fixture
def make_build(home: Home, messages: Callable[..., pa.Table]) -> Callable[..., Manifest]:
    """A sealed build: a result with two shards, a pointer, a request and a manifest."""

    def make(as_of: str, *words: str, seal: bool = True, sources: tuple[str, ...] = (), **fields: Any) -> Manifest:
        store, results, builds = ContentStore(home), ResultStore(home), Builds(home)
        said = store.write_table(MESSAGES, messages(*words))
        atoms = store.write_table(BELIEFS, pa.table({"atom_id": list(words), "is_held": [True] * len(words)}))
        seen = store.write_table(BELIEFS, pa.table({"atom_id": [f"seen {as_of}"], "is_held": [False]}))
        store.sync([said, atoms, seen])
        build = build_id(as_of, sources, len(words))
        fingerprint, shard = f"f{build[-8:]}", f"s{build[-8:]}"
        results.record(shard, _result([said]))
        results.record(fingerprint, _result([said, atoms]) | {"shards": [shard], "observations": [seen.to_json()]})
        builds.put_request(build, {"as_of": as_of, "sources": [{"sha256": source} for source in sources]})
        builds.point(build, "parse", {"result": fingerprint})
        manifest = Manifest(
            build=build,
            as_of=as_of,
            horizon=as_of,
            sources=sources,
            ledger_position=len(words),
            tables={
                "kg.messages": TableRecord(MESSAGES.version(), (said,)),
                "beliefs.atoms": TableRecord(BELIEFS.version(), (atoms,)),
            },
            stages={"parse": StageRecord(fingerprint, "code", "config")},
            **fields,
        )
        if not seal:
            return manifest
        return builds.load(BuildRef(build, builds.seal(manifest)))

    return make


def _result(contents: list[Content]) -> Mapping[str, Any]:
    return {"contents": [content.to_json() for content in contents]}
