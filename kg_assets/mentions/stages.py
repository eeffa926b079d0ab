"""Declares stage 2A: what it reads and writes, and which function runs it."""

from kg_assets.core.stage import Room, Stage
from kg_assets.mentions.contracts import (
    ENTITY_MENTION_CANDIDATES,
    ENTITY_MENTIONS,
    NER_MODEL_CALLS,
    NER_MODEL_RUNS,
    TIME_MENTIONS,
)
from kg_assets.mentions.settings import MentionSettings, TimeReadingSettings

DETECT = Stage(
    name="detect",
    group="stage_2a_mentions",
    meaning="Finds what texts name and when they speak of.",
    tables=(ENTITY_MENTION_CANDIDATES, ENTITY_MENTIONS, TIME_MENTIONS, NER_MODEL_CALLS),
    function="kg_assets.mentions.detected:run_shard",
    plan="kg_assets.mentions.detected:plan",
    reads=("kg.messages", "kg.sentences"),
    texts=("kg.messages", "kg.sentences"),
    by_message=True,
    config=("sources", "time", "mentions", "language"),
    files=("config/detectors", "config/times"),
    models=("mentions.ner_model",),
    # Data packages whose lists are read without being imported by name.
    distributions=("tzdata", "phonenumbers", "faker", "tldextract"),
)

NER_RUNS = Stage(
    name="ner_runs",
    group="stage_2a_mentions",
    meaning="Records the name recogniser of the build.",
    tables=(NER_MODEL_RUNS,),
    function="kg_assets.mentions.ner_runs:run",
    config=("sources", "mentions", "language"),
    files=("sql/mentions/ner_io.sql", "config/detectors"),
    reads_horizon=True,
    models=("mentions.ner_model",),
    distributions=("tzdata", "phonenumbers", "faker", "tldextract"),
)

STAGES = (DETECT, NER_RUNS)

_CALENDAR = ("kg_assets.mentions.times.grammar:load_calendar", "kg_assets.mentions.times.grammar:load_confidence")
_EN, _DE = "kg_assets.mentions.times.grammar:load_grammar en", "kg_assets.mentions.times.grammar:load_grammar de"
_READERS = {
    "detectors/*": ("kg_assets.mentions.detect.rules:rule_book",),
    "detectors/ner.yaml": ("kg_assets.mentions.ner.rules:ner_rules",),
    "times/common.yaml": (*_CALENDAR, _EN, _DE),
    "times/de.yaml": (_DE,),
    "times/en.yaml": (_EN,),
}

ROOM = Room(
    stages=STAGES,
    sections={"time": TimeReadingSettings, "mentions": MentionSettings},
    readers=_READERS,
)
