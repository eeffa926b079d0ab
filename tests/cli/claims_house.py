"""A house whose last stage reads "X verb Y." as a claim: assertions, entities and predicates as stage 4 leaves them."""

import json
import re
from dataclasses import replace
from typing import Any

import pyarrow as pa

from kg_assets.claims.contracts import ASSERTIONS, ENTITIES, PREDICATES, RETRACTIONS
from kg_assets.core.canonical import canonical_text
from kg_assets.core.contract import Table
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import House, Stage, StageRun
from kg_assets.lexicon.merges import standing_merges
from kg_assets.sources.stages import STAGES as SOURCE_STAGES
from kg_assets.store.rows import read_table
from tests.cli.naming_house import HOUSE as NAMING_HOUSE
from tests.cli.naming_house import read_by_views

IDS = IdSpace("550e8400-e29b-41d4-a716-446655440000")
_CLAIM = re.compile(r"(I|Anna) (live in|work at|like) (\w+)")
_LABELS = {"live in": "lives_in", "work at": "works_at", "like": "likes"}
KINDS = ("entities_merged", "entities_split", "decision_undone")


def read_claims(run: StageRun) -> None:
    merged = {m.entity_id: m.into_id for m in standing_merges(*(run.ledger_entries(kind) for kind in KINDS))}
    rows = pa.concat_tables([read_table(path) for path in run.paths("kg.messages")]).to_pylist()
    rows.sort(key=lambda row: (row["created_at_utc"], row["message_id"]))
    claims = [
        _claim(row, match, merged) for row in rows for match in _CLAIM.finditer(row["text_raw"] or "")
    ]  # fmt: skip
    _take_back(claims, rows)
    names = {"SELF", *(match for row in rows for match in re.findall(r"\b(?:at|in) (\w+)", row["text_raw"] or ""))}
    entities = [_entity(name, merged) for name in sorted(names | {"Anna"})]
    labels = [_predicate(label, claims) for label in sorted(_LABELS.values())]
    retractions = [_retraction(row, claims) for row in rows if row["text_raw"].startswith("Scratch")]
    written = [(CLAIMS, claims), (THINGS, entities), (RELATIONS, labels), (TAKEN_BACK, retractions)]
    written += [(table, []) for table in UNUSED]
    for contract, found in written:
        table = pa.Table.from_pylist([{n: r.get(n) for n in contract.arrow_schema().names} for r in found])
        table = table.cast(contract.arrow_schema()) if found else contract.arrow_schema().empty_table()
        run.write(contract.name, table.sort_by([(name, "ascending") for name in contract.sort_order]))


def entity_id(name: str) -> str:
    return IDS.make("entity", name)


def _entity(name: str, merged: dict[str, str]) -> dict[str, Any]:
    own = entity_id(name)
    return {
        "entity_id": own, "entity_type": "PERSON" if name in ("SELF", "Anna") else "ORG",
        "entity_key": "__SELF__" if name == "SELF" else name.lower(), "canonical_name": name,
        "aliases_json": json.dumps([name]), "status": "merged" if own in merged else "active",
        "merged_into": merged.get(own), "mention_count": 1, "conversation_count": 1,
    }  # fmt: skip


def _predicate(label: str, claims: list[dict[str, Any]]) -> dict[str, Any]:
    own = IDS.make("pred", label)
    return {
        "predicate_id": own, "canonical_label": label, "canonical_label_norm": label, "arity": 2,
        "assertion_count": sum(claim["predicate_id"] == own for claim in claims),
    }  # fmt: skip


def _claim(row: dict[str, Any], match: "re.Match[str]", merged: dict[str, str]) -> dict[str, Any]:
    subject = entity_id("SELF" if match[1] == "I" else match[1])
    label, is_literal = _LABELS[match[2]], match[2] == "like"
    thing = None if is_literal else merged.get(entity_id(match[3]), entity_id(match[3]))
    value = canonical_text(match[3]) if is_literal else None
    signature = f"V:{sha256_hex((value or '').encode())}" if is_literal else f"E:{thing}"
    fact = canonical_text([subject, IDS.make("pred", label), signature])
    # 0.8 × (1 × 1.15 + 1 × 1.05) / 2, which is above 1 and so 1, × 1.
    weights = {
        "confidence_extraction": 0.8, "subject_resolution_confidence": 1.0, "object_resolution_confidence": 1.0,
        "subject_tier_factor": 1.15, "object_tier_factor": 1.05, "trust_weight": 1.0, "salience_factor": 1.0,
        "temporal_factor": 1.0, "confidence_grounding": 1.0, "confidence_final": 0.8,
    }  # fmt: skip
    raw = {"candidate": {"reader": f"say.{label}"}, "subject": {"step": "self"}, "confidence": weights}
    return {
        "assertion_id": IDS.make("assertion", row["message_id"], match.start()), "message_id": row["message_id"],
        "assertion_key": canonical_text([row["message_id"], fact, match.start()]), "fact_key": fact,
        "subject_entity_id": subject, "predicate_id": IDS.make("pred", label), "object_entity_id": thing,
        "object_value_type": "string" if is_literal else None, "object_value": value, "object_signature": signature,
        "modality": "state", "polarity": "positive", "asserted_role": row["role"],
        "asserted_at_utc": row["created_at_utc"], "confidence_extraction": 0.8, "confidence_grounding": 1.0,
        "confidence_final": 0.8, "has_user_corroboration": False, "is_passing": False,
        "char_start": match.start(), "char_end": match.end(),
        "surface_text": match[0], "extraction_method": "rule_based", "raw_assertion_json": canonical_text(raw),
    }  # fmt: skip


def _take_back(claims: list[dict[str, Any]], rows: list[dict[str, Any]]) -> None:
    if any(row["text_raw"].startswith("Scratch") for row in rows):
        claims[-1] |= {"supersession_type": "retraction"}


def _retraction(row: dict[str, Any], claims: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "retraction_id": IDS.make("retraction", row["message_id"], 0, 12), "retraction_message_id": row["message_id"],
        "target_assertion_id": claims[-1]["assertion_id"], "target_fact_key": claims[-1]["fact_key"],
        "retraction_type": "full", "confidence": 0.8, "char_start": 0, "char_end": 12,
        "surface_text": row["text_raw"][:12], "is_described": True, "raw_retraction_json": "{}",
    }  # fmt: skip


def _alone(table: Table) -> Table:
    """The contract without what it says about tables that are not here."""
    absent = ("candidates",)
    columns = tuple(replace(c, references=None) if any(a in (c.references or "") for a in absent) else c
                    for c in table.columns)  # fmt: skip
    return replace(table, columns=columns, rules=())


CLAIMS, THINGS, RELATIONS, TAKEN_BACK = map(_alone, (ASSERTIONS, ENTITIES, PREDICATES, RETRACTIONS))
# The other tables that the analysts' views read.
UNUSED = read_by_views((CLAIMS, THINGS, RELATIONS, TAKEN_BACK))
READ_CLAIMS = Stage(
    name="read_claims",
    group="stage_4_claims",
    meaning="Reads claims of three verbs.",
    tables=(CLAIMS, THINGS, RELATIONS, TAKEN_BACK, *UNUSED),
    function="tests.cli.claims_house:read_claims",
    reads=("kg.messages",),
    ledger=KINDS,
)
HOUSE = House(
    reference="tests.cli.claims_house:HOUSE",
    stages=(*SOURCE_STAGES, READ_CLAIMS),
    sections=NAMING_HOUSE.sections,
    macros=NAMING_HOUSE.macros,
    views=NAMING_HOUSE.views,
)
