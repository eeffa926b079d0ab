"""A house whose last stage finds a few known names in the messages: entities and mentions with the person's merges."""

import json
import re
from collections.abc import Iterable
from dataclasses import replace

import pyarrow as pa

from kg_assets.claims.contracts import ENTITIES
from kg_assets.core.contract import Table
from kg_assets.core.data import data_path
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import House, Stage, StageRun
from kg_assets.entities.contracts import ENTITIES_NAMED
from kg_assets.entities.settings import NamingSettings
from kg_assets.house import HOUSE as WHOLE_HOUSE
from kg_assets.lexicon.contracts import ENTITY_MENTIONS
from kg_assets.lexicon.merges import standing_merges
from kg_assets.lexicon.settings import EntitySettings, LexiconSettings, TrustSettings
from kg_assets.sources.stages import STAGES as SOURCE_STAGES
from kg_assets.store.rows import read_table

# (type, key): name, and the surfaces that are looked for.
PEOPLE = {
    ("PERSON", "__SELF__"): ("SELF", ()),
    ("PERSON", "anna keller"): ("Anna Keller", ("Anna Keller",)),
    ("CUSTOM_TERM", "anna"): ("Anna", ("Anna",)),
    ("HANDLE", "@anna"): ("@anna", ("@anna",)),
    ("PERSON", "ben"): ("Ben", ("Ben", "Benny")),
    ("CUSTOM_TERM", "ben"): ("Ben", ("Ben!",)),
    ("ORG", "benny & co"): ("BENNY", ()),
    ("ORG", "zoë's bakery"): ("Zoë's Bakery", ("Zoë's Bakery",)),
}
Mentions = list[dict[str, object]]
IDS = IdSpace("550e8400-e29b-41d4-a716-446655440000")


def entity_id(entity_type: str, key: str) -> str:
    return IDS.make("entity", entity_type, key)


def find_people(run: StageRun) -> None:
    merged = {
        m.entity_id: m.into_id
        for m in standing_merges(run.ledger_entries("entities_merged"), run.ledger_entries("entities_split"))
    }
    surfaces = {s: entity_id(*key) for key, (_, found) in PEOPLE.items() for s in found}
    pattern = re.compile("|".join(re.escape(s) for s in sorted(surfaces, key=lambda s: (-len(s), s))))
    rows = pa.concat_tables([read_table(path) for path in run.paths("kg.messages")]).to_pylist()
    mentions = [
        _mention(row["message_id"], match, surfaces[match[0]], merged)
        for row in sorted(rows, key=lambda row: row["message_id"])
        for match in pattern.finditer(row["text_raw"] or "")
    ]
    said = {row["message_id"]: (row["created_at_utc"], row["conversation_id"]) for row in rows}
    entities = [_entity(*key, merged, mentions, said) for key in PEOPLE]
    # What else the analysts' views read is there, and empty.
    for contract, found in ((MENTIONS, mentions), (NAMED, entities), (ALL, entities), *((c, []) for c in UNUSED)):
        table = pa.Table.from_pylist(found, contract.arrow_schema())
        run.write(contract.name, table.sort_by([(name, "ascending") for name in contract.sort_order]))


def _mention(message_id: str, match: "re.Match[str]", found: str, merged: dict[str, str]) -> dict[str, object]:
    made = IDS.make(message_id, match.start())
    return {
        "mention_id": made, "message_id": message_id, "entity_id": merged.get(found, found), "candidate_id": made,
        "detector": "LEXICON", "detector_version": "1", "entity_type_hint": "OTHER", "char_start": match.start(),
        "char_end": match.end(), "surface_text": match[0], "surface_hash": sha256_hex(match[0].encode()),
        "normalized_value": None, "confidence": 1.0, "entity_key": match[0].lower(), "raw_mention_json": None,
    }  # fmt: skip


def _entity(
    entity_type: str, key: str, merged: dict[str, str], mentions: Mentions, said: dict[str, tuple[str, str]]
) -> dict[str, object]:
    made = entity_id(entity_type, key)
    name, surfaces = PEOPLE[entity_type, key]
    own = [m for m in mentions if m["entity_id"] == made]
    aliases = sorted({*surfaces, *(str(m["surface_text"]) for m in own)})
    times = sorted(said[str(m["message_id"])][0] for m in own)
    return {
        "entity_id": made, "entity_type": entity_type, "entity_key": key, "canonical_name": name,
        "aliases_json": json.dumps(aliases, ensure_ascii=False),
        "status": "merged" if made in merged else "active", "merged_into": merged.get(made),
        "first_seen_at_utc": times[0] if times else None, "last_seen_at_utc": times[-1] if times else None,
        "mention_count": len(own), "conversation_count": len({said[str(m["message_id"])][1] for m in own}),
        "salience_score": None, "raw_stats_json": None,
    }  # fmt: skip


def _alone(table: Table) -> Table:
    """The contract without what it says about tables that are not here."""
    columns = tuple(replace(c, references=None) for c in table.columns)
    return replace(table, columns=columns, rules=())


MENTIONS, NAMED, ALL = _alone(ENTITY_MENTIONS), _alone(ENTITIES_NAMED), _alone(ENTITIES)


def read_by_views(written: Iterable[Table]) -> tuple[Table, ...]:
    """The other tables that the analysts' views and the macros name, for a house that leaves them empty."""
    folders = ("sql/views", "sql/macros", "sql/axes", "sql/history")
    views = "".join(path.read_text(encoding="utf-8") for name in folders for path in data_path(name).glob("*.sql"))
    named = set(re.findall(r"\w+", views))
    own = {table.name for stage in SOURCE_STAGES for table in stage.tables} | {table.name for table in written}
    return tuple(
        _alone(table)
        for name, table in WHOLE_HOUSE.tables.items()
        if name not in own and table.file_format == "parquet" and name.partition(".")[2] in named
    )


UNUSED = read_by_views((MENTIONS, NAMED, ALL))
FIND_PEOPLE = Stage(
    name="find_people",
    group="stage_2b_lexicon",
    meaning="Finds known names.",
    tables=(MENTIONS, NAMED, ALL, *UNUSED),
    function="tests.cli.naming_house:find_people",
    reads=("kg.messages",),
    ledger=("entities_merged", "entities_split"),
)
HOUSE = House(
    reference="tests.cli.naming_house:HOUSE",
    stages=(*SOURCE_STAGES, FIND_PEOPLE),
    sections={
        **WHOLE_HOUSE.sections,
        "trust": TrustSettings,
        "lexicon": LexiconSettings,
        "entities": EntitySettings,
        "naming": NamingSettings,
    },
    macros=WHOLE_HOUSE.macros,
    views=WHOLE_HOUSE.views,
)
