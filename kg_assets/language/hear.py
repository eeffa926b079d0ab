"""Makes the rows of `kg.message_voices` for some files of messages. All messages of a conversation are in the same
file."""

from collections import defaultdict
from collections.abc import Mapping
from functools import partial
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from kg_assets.core.faults import survive
from kg_assets.core.instants import named_instant
from kg_assets.core.stage import Shard, StageRun
from kg_assets.language.contracts import MESSAGE_VOICES
from kg_assets.language.voices import VOICES_FILE, Turn, Voice, Voices, voices_of
from kg_assets.sources.tables import Rows, without_collector
from kg_assets.store.rows import read_batches, read_table

_MESSAGES = "kg.messages"
_CHATS = ("chatgpt", "claude")
_TURN = ("conversation_id", "order_index", "message_id", "parent_id", "role", "is_prose", "created_at_utc")
_AT_ONCE = 8192  # messages that are read at a time


def plan(run: StageRun) -> list[Shard]:
    """One shard for each file of messages."""
    return [Shard(f"{index:03d}", inputs={_MESSAGES: [str(path)]}) for index, path in enumerate(run.paths(_MESSAGES))]


def run_shard(run: StageRun) -> None:
    """Write a row for each message of the shard that is not in the person's own words. The row says whose words they
    are."""
    rows = Rows(MESSAGE_VOICES)
    with without_collector():
        voices = voices_of(run.file(VOICES_FILE))
        for path in run.paths(_MESSAGES):
            signs, texts = _signs(run, path, voices)
            for turns in _conversations(path, set(signs), texts):
                look = partial(voices.of_conversation, turns, signs)
                for voice in survive(run, "voices", turns[0].message_id, look, list[Voice]):
                    rows.add(tuple(voice))
                    run.count(f"messages_of:{voice.voice}")
        run.write(MESSAGE_VOICES.name, rows.table())


def _signs(run: StageRun, path: Any, voices: Voices) -> tuple[Mapping[str, frozenset[str]], Mapping[str, str]]:
    """Two mappings by message: the kinds of signs that somebody else may be speaking (messages without any are left
    out), and the person's texts. If no message has a sign, the second is empty, too."""
    signs: dict[str, frozenset[str]] = {}
    texts: dict[str, str] = {}
    for batch in read_batches(path, _AT_ONCE, ("message_id", "source_kind", "role", "is_prose", "text_raw")):
        is_own = pc.and_(pc.equal(batch["role"], "user"), batch["is_prose"])
        is_chat = pc.is_in(batch["source_kind"], pa.array(_CHATS))
        own = batch.filter(pc.and_(pc.and_(is_own, is_chat), pc.is_valid(batch["text_raw"])))
        for message_id, text in zip(own["message_id"].to_pylist(), own["text_raw"].to_pylist(), strict=True):
            found = survive(run, "voices", message_id, partial(voices.signs, text), frozenset[str])
            texts[message_id] = text
            if found:
                signs[message_id] = found
    return signs, texts if signs else {}


def _conversations(path: Any, shown: set[str], texts: Mapping[str, str]) -> list[list[Turn]]:
    """The conversations in which some message has a sign, each with all its messages in order."""
    if not shown:
        return []
    table = read_table(path, _TURN)
    shows = pc.is_in(table["message_id"], pa.array(sorted(shown)))
    table = table.filter(pc.is_in(table["conversation_id"], table["conversation_id"].filter(shows).combine_chunks()))
    found: dict[str, list[Turn]] = defaultdict(list)
    for row in table.sort_by([("conversation_id", "ascending"), ("order_index", "ascending")]).to_pylist():
        text, at = texts.get(row["message_id"]), named_instant(row["created_at_utc"])
        found[row["conversation_id"]].append(Turn(row["message_id"], row["parent_id"], text, at))
    return list(found.values())
