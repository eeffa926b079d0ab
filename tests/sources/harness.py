"""The source stages in one process over a temporary home: what `Engine` does, without worker processes and results."""

import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from kg_assets.core.config import Config
from kg_assets.core.worker import resolve
from kg_assets.engine.checks import check_tables
from kg_assets.engine.stagerun import Given, Run
from kg_assets.sources.settings import SourceSettings
from kg_assets.sources.stages import STAGES
from kg_assets.store.contents import Content, ContentStore
from kg_assets.store.home import Home
from kg_assets.store.rows import read_table
from kg_assets.store.settings import StoreSettings
from kg_assets.store.sqlrun import session
from kg_assets.store.vault import Vault

Source = tuple[str, str, bytes]  # adapter, name, bytes
CONFIG = Config(
    {
        "sources": SourceSettings(),
        "store": StoreSettings(threads=1, worker_bytes=0, memory_limit="1GB", gc_keep_published=2, preview_rows=5),
    }
)


@dataclass
class Built:
    """The tables of a build of the source stages."""

    files: Mapping[str, list[Path]]
    counts: Mapping[str, float]
    events: Sequence[tuple[str, str, str | None, Mapping[str, Any]]]
    shards: Mapping[str, list[str]]

    def table(self, name: str) -> pa.Table:
        return pa.concat_tables([read_table(path) for path in self.files[name]])

    def rows(self, name: str) -> list[dict[str, Any]]:
        return list(self.table(name).to_pylist())

    def one(self, name: str, **match: Any) -> dict[str, Any]:
        (row,) = [row for row in self.rows(name) if all(row[key] == value for key, value in match.items())]
        return row

    def hashes(self) -> dict[str, list[str]]:
        return {name: [path.name for path in paths] for name, paths in self.files.items()}

    def codes(self) -> set[str]:
        return {code for _, code, _, _ in self.events}

    def broken_rules(self) -> list[str]:
        """Every rule of every contract that the tables do not keep."""
        tables = [table for stage in STAGES for table in stage.tables]
        with session(1, "1GB") as connection:
            results = check_tables(connection, tables, self.files)
        return [f"{r.table}: {rule}" for r in results for rule, count in r.violations.items() if count]


def build(
    folder: Path,
    *sources: Source,
    config: Config = CONFIG,
    refused: Sequence[Sequence[str]] = (),
    modified: str | None = None,
) -> Built:
    """Run all source stages over these files; `refused` lay beside the first, which was last written at `modified`."""
    home = Home(folder / "home").prepare()
    members = [_member(home, *source) for source in sources]
    if refused:
        members[0]["refused"] = refused
    if modified is not None:
        members[0]["modified_at_utc"] = modified
    given = Given(sources=tuple({m["sha256"]: m for m in members}.values()))
    store = ContentStore(home)
    contents: dict[str, list[Content]] = {}
    counts: dict[str, float] = {}
    events: list[Any] = []
    shards: dict[str, list[str]] = {}
    for stage in STAGES:
        inputs = {name: [str(store.path(c)) for c in contents[name]] for name in stage.inputs}
        payloads: list[Mapping[str, Any]] = [{}]
        if stage.plan is not None:
            planned = resolve(stage.plan)(Run(stage, home, config, given, inputs, {}))
            payloads = [shard.payload for shard in planned]
            shards[stage.name] = [json.dumps([shard.key, shard.identity], sort_keys=True) for shard in planned]
        for payload in payloads:
            run = Run(stage, home, config, given, inputs if stage.plan is None else {}, payload)
            run.execute()
            for name, content in run.contents.items():
                contents.setdefault(name, []).append(content)
            events.extend(run.events)
            for key, value in run.counts.items():
                counts[key] = counts.get(key, 0) + value
    files = {name: [store.path(c) for c in found] for name, found in contents.items()}
    return Built(files, counts, events, shards)


def _member(home: Home, adapter: str, name: str, data: bytes) -> dict[str, Any]:
    sha256, size = Vault(home).put(io.BytesIO(data))
    export = hashlib.sha256(sha256.encode()).hexdigest()
    return {"sha256": sha256, "name": name, "adapter": adapter, "export_sha256": export, "bytes": size}


def export(*conversations: Any) -> Source:
    """A ChatGPT export of these conversations."""
    return ("chatgpt", "conversations.json", json.dumps(list(conversations)).encode())


def node(
    node_id: str,
    parent: str | None = None,
    text: Any = "hello",
    role: str = "user",
    time: Any = 1700000000.5,
    **more: Any,
) -> dict[str, Any]:
    """A node of a tree with one text message; `more` replaces fields of the message."""
    content = {"content_type": "text", "parts": [text]}
    message = {"id": node_id, "author": {"role": role}, "create_time": time, "content": content, "metadata": {}} | more
    return {"id": node_id, "parent": parent, "children": [], "message": message}


def conversation(*nodes: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A conversation of these nodes, children filled in."""
    by_id = {n["id"]: n for n in nodes}
    for n in nodes:
        if n.get("parent") in by_id and n["id"] not in by_id[n["parent"]]["children"]:
            by_id[n["parent"]]["children"].append(n["id"])
    head = {"conversation_id": "c1", "title": "T", "create_time": 1700000000, "update_time": 1700000100.25}
    return head | {"current_node": nodes[-1]["id"] if nodes else None, "mapping": by_id} | more
