"""Conversations by hand: messages, claims and retractions in them, linked as the stage of claims links them.

Claims are given as they would be grounded: SELF or a relative as subject, a name as an entity, anything else as a
literal. Grounding itself is tested where it lives; here only what linking looks at is made.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from kg_assets.claims.contracts import ASSERTIONS, ENTITIES, PREDICATES, RETRACTION_CANDIDATES
from kg_assets.claims.retracting.candidates import retraction_rows
from kg_assets.claims.retracting.linking import SUPERSEDED_SQL, TARGETS_SQL, TakenBack, take_back
from kg_assets.claims.retracting.model import Described, Last, RawRetraction
from kg_assets.claims.retracting.patterns import load_settings
from kg_assets.core.canonical import canonical_text
from kg_assets.core.config import load_config
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import Stage
from kg_assets.engine.stagerun import Given, Run
from kg_assets.house import HOUSE
from kg_assets.mentions.contracts import TIME_MENTIONS
from kg_assets.sources.contracts import MESSAGES
from kg_assets.store.home import Home

IDS = IdSpace("550e8400-e29b-41d4-a716-446655440000")
STAGE = Stage(
    name="link",
    group="test",
    meaning="Links retractions.",
    tables=(),
    function="tests:none",
    reads=("kg.messages", "kg.time_mentions"),
    files=(TARGETS_SQL, SUPERSEDED_SQL),
)
SELF_ID = IDS.make("entity", "PERSON", "__SELF__")


@dataclass(frozen=True)
class Tables:
    assertions: pa.Table
    entities: pa.Table
    predicates: pa.Table


@dataclass
class Talk:
    """Messages c1.0, c1.1, ... each an answer to the one before unless told otherwise."""

    messages: list[dict[str, Any]] = field(default_factory=list)
    claims: list[dict[str, Any]] = field(default_factory=list)
    retractions: list[dict[str, Any]] = field(default_factory=list)
    times: list[dict[str, Any]] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)

    def say(
        self, text: str, role: str = "user", at: str | None = "", parent: str | None = "", conversation: str = "c1"
    ) -> str:
        own = [row["message_id"] for row in self.messages if row["conversation_id"] == conversation]
        key = f"{conversation}.{len(own)}"
        made_at = f"2026-01-01T00:{len(self.messages):02}:00.000Z"
        self.messages.append(
            {
                "message_id": key, "conversation_id": conversation, "role": role, "text_raw": text,
                "created_at_utc": made_at if at == "" else at, "order_index": len(own),
                "parent_id": (own[-1] if own else None) if parent == "" else parent,
            }
        )  # fmt: skip
        return key

    def claim(
        self, message: str, predicate: str, obj: str, start: int = 0, end: int = 5, polarity: str = "positive",
        subject: str = "SELF", entity: bool = False, modality: str = "state", qualifier: str | None = None,
        span: tuple[str, str | None] | None = None,
    ) -> str:  # fmt: skip
        """A grounded claim, its qualifier resolved to a span if one is given; its id."""
        row = next(row for row in self.messages if row["message_id"] == message)
        made = self._assertion(row, subject, predicate, obj, (start, end), polarity, modality, entity, {})
        made["temporal_qualifier_type"] = qualifier
        if span is not None:
            made["temporal_qualifier_id"] = f"{message}.{len(self.times)}"
            own = {"time_mention_id": made["temporal_qualifier_id"], "message_id": message}
            self.times.append({**own, "valid_from_utc": span[0], "valid_to_utc": span[1]})
        self.claims.append(made)
        return str(made["assertion_id"])

    def take_back(
        self, message: str, kind: str, target: Last | Described, new: Described | None = None, start: int = 0,
        end: int = 9, pattern: str = "p",
    ) -> str:  # fmt: skip
        """A retraction as it is read; its id."""
        text = next(row["text_raw"] for row in self.messages if row["message_id"] == message)
        raw = RawRetraction(pattern, kind, start, end, target, new, None, 0.8)  # type: ignore[arg-type]
        self.retractions += retraction_rows(IDS, message, text, [raw])
        return IDS.make("retraction", message, start, end)

    def grounds(self, extra: pa.Table) -> Tables:
        """The claims with those that corrections add."""
        rows = list(self.claims)
        for c in extra.to_pylist():
            message = next(row for row in self.messages if row["message_id"] == c["message_id"])
            subject = "SELF" if c["subject"] == "SELF" else next(n for n, e in self.names.items() if e == c["subject"])
            span = (c["char_start"], c["char_end"])
            is_entity = c["object_kind"] == "entity"
            named = next((n for n, e in self.names.items() if e == c["object"]), c["object"])
            rows.append(
                self._assertion(
                    message, subject, c["predicate_label"], named, span, c["polarity"], c["modality"], is_entity,
                    {"candidate_id": c["candidate_id"]},
                )
            )  # fmt: skip
        labels = sorted({row["label"] for row in rows} | {"works_at", "lives_in"})
        return Tables(
            table_of(rows, ASSERTIONS.arrow_schema()),
            table_of([self._entity(name) for name in ("SELF", *sorted(self.names))], ENTITIES.arrow_schema()),
            table_of([predicate(label) for label in labels], PREDICATES.arrow_schema()),
        )

    def link(self, folder: Path, threads: int = 1, order: Sequence[int] | None = None) -> TakenBack:
        """Everything linked; `order` gives messages and claims in another order."""
        folder.mkdir(parents=True, exist_ok=True)
        messages = table_of(self.messages, MESSAGES.arrow_schema())
        if order is not None:
            messages = messages.take([i for i in order if i < messages.num_rows])
            self.claims = [self.claims[i] for i in order if i < len(self.claims)]
            self.retractions = [self.retractions[i] for i in order if i < len(self.retractions)]
        pq.write_table(messages, folder / "messages.parquet", row_group_size=2048)
        config = load_config(HOUSE.sections, None)
        pq.write_table(table_of(self.times, TIME_MENTIONS.arrow_schema()), folder / "times.parquet")
        inputs = {
            "kg.messages": [str(folder / "messages.parquet")],
            "kg.time_mentions": [str(folder / "times.parquet")],
        }
        run = Run(STAGE, Home(folder / "home").prepare(), config, Given(), inputs, {}, threads)
        candidates = table_of(self.retractions, RETRACTION_CANDIDATES.arrow_schema())
        return take_back(run, load_settings(), IDS, candidates, self.grounds)

    def _entity(self, name: str) -> dict[str, Any]:
        is_self = name == "SELF" or name.startswith("__SELF__/")
        key = "__SELF__" if name == "SELF" else name if is_self else name.lower()
        return {
            "entity_id": SELF_ID if name == "SELF" else self.names[name], "entity_type": "PERSON" if is_self else "ORG",
            "entity_key": key, "canonical_name": name, "aliases_json": json.dumps([name]), "status": "active",
        }  # fmt: skip

    def _id_of(self, name: str) -> str:
        if name == "SELF":
            return SELF_ID
        return self.names.setdefault(name, IDS.make("entity", "any", name))

    def _assertion(
        self, message: dict[str, Any], subject: str, label: str, obj: str, span: tuple[int, int], polarity: str,
        modality: str, entity: bool, raw: dict[str, Any],
    ) -> dict[str, Any]:  # fmt: skip
        subject_id = self._id_of(subject)
        entity_id = self._id_of(obj) if entity else None
        value = None if entity else canonical_text(obj)
        signature = f"E:{entity_id}" if entity else f"V:{sha256_hex(canonical_text(['string', obj]).encode())}"
        fact = canonical_text([subject_id, IDS.make("pred", label), signature])
        key = canonical_text([message["message_id"], fact, span[0], polarity])
        return {
            "assertion_id": IDS.make("assertion", key), "message_id": message["message_id"], "assertion_key": key,
            "fact_key": fact, "subject_entity_id": subject_id, "predicate_id": IDS.make("pred", label), "label": label,
            "object_entity_id": entity_id, "object_value_type": None if entity else "string", "object_value": value,
            "object_signature": signature, "modality": modality, "polarity": polarity, "asserted_role": message["role"],
            "asserted_at_utc": message["created_at_utc"], "char_start": span[0], "char_end": span[1],
            "raw_assertion_json": canonical_text(raw),
        }  # fmt: skip


def predicate(label: str) -> dict[str, Any]:
    return {"predicate_id": IDS.make("pred", label), "canonical_label": label, "canonical_label_norm": label}


def table_of(rows: Sequence[dict[str, Any]], schema: pa.Schema) -> pa.Table:
    """Rows with whatever columns they have; the others are NULL, which linking never looks at."""
    named = [{name: row.get(name) for name in schema.names} for row in rows]
    return pa.Table.from_pylist(named, pa.schema([f.with_nullable(True) for f in schema]))
