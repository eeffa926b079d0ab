"""Declares the tables of events and names that a model read."""

from dataclasses import replace

from kg_assets.core.contract import Chart, Column, Table
from kg_assets.memory.contracts import RULE_EVENTS, RULE_MENTIONED
from kg_assets.memory.extraction.reading import KINDS, REASONS
from kg_assets.mentions.contracts import MESSAGE

_READER = "kg_assets/memory/extraction/reading.py (EventReader)"


def _of_model(table: Table, meaning: str) -> Table:
    """The contract of a table of what a model read, made from the contract of what the rules read: `__rules` in its
    name becomes `__model`.
    """
    rules = tuple(replace(rule, violations=rule.violations.replace("__rules", "__model")) for rule in table.rules)
    name = table.name.replace("__rules", "__model")
    return replace(table, name=name, meaning=meaning, decided_by=_READER, rules=rules)


MODEL_EVENTS = _of_model(RULE_EVENTS, "What a model read as events; empty without a model.")
MODEL_MENTIONED = _of_model(RULE_MENTIONED, "Who and what a model says is named; empty without a model.")

MODEL_REJECTED = Table(
    name="memory.rejected__model",
    meaning="Items of a model's answers about events that cannot stand, with the reason; empty without a model.",
    decided_by=_READER,
    columns=(
        Column("rejected_id", "text", "Id made from message and place in the answers"),
        MESSAGE,
        Column("kind", "text", "What it was meant to be", values=KINDS),
        Column("reason", "text", "Why it cannot stand", values=REASONS),
        Column("found", "text", "The item, its beginning where it is long", content=True),
    ),
    key=("rejected_id",),
    order=("message_id",),
    charts=(Chart("reasons", "How many for each reason.", "SELECT reason, kind, count(*) FROM {rows} GROUP BY ALL"),),
)

MODEL_TABLES = (MODEL_EVENTS, MODEL_MENTIONED, MODEL_REJECTED)
