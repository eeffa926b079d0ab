"""What a model reads as a correction goes the way of what the patterns read: same form, same linking."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kg_assets.claims.extraction.agreement import retractions_agreed
from kg_assets.claims.extraction.candidates import retraction_row
from kg_assets.claims.extraction.reading import AnswerReader
from kg_assets.claims.extraction.windows import Mention
from tests.claims.claimed import IDS, Claimed, build, entity_id
from tests.claims.extraction.shown import material, message, window_of


def answered(world: Claimed, message_id: str, mentioned: Mapping[str, str], answer: dict[str, Any]) -> None:
    """A model's retraction of what a message says, as its reader hands it on; entities are shown by their ids."""
    text = world.text(message_id)
    mentions = [
        Mention(text.index(name), text.index(name) + len(name), entity, 0) for name, entity in mentioned.items()
    ]
    for name, entity in mentioned.items():
        world.mention(entity, message_id, name)
    known = {entity: (name, "LOCATION") for name, entity in mentioned.items()}
    shown = window_of(material(message(message_id, text), mentions={message_id: mentions}, names=known), message_id)
    read = AnswerReader(shown, 400).read({"claims": [], "retractions": [answer]}, "call").retractions
    world.retractions += [retraction_row(IDS, shown, agreed, 3) for agreed in retractions_agreed([read])]


@pytest.mark.parametrize("is_listed", [False, True])
@pytest.mark.parametrize("is_offered", [False, True])
@pytest.mark.parametrize("quote", ["I meant Leeds, not York", "I  meant  Leeds, not York", "never said"])
def test_a_models_correction_is_settled_as_the_patterns_ones_are(
    tmp_path: Path, is_listed: bool, is_offered: bool, quote: str
) -> None:
    """It stopped the build until the mode was off: its descriptions lacked the places that linking looks at."""
    world = Claimed()
    said = world.message("I live in York", at="2024-01-01T00:00:00.000Z")
    back = world.message("I meant Leeds, not York", at="2024-01-02T00:00:00.000Z")
    york = world.claim(said, "SELF", "lives_in", "York")
    towns = {name: world.entity("LOCATION", name.lower(), name) for name in ("Leeds", "York")} if is_offered else {}
    if is_listed:
        world.claim(back, "SELF", "lives_in", "Leeds", words="Leeds, not", thing_words="Leeds")
    new, old = [
        next((f"E{n}" for n, known in enumerate(towns, 1) if known == name), name) for name in ("Leeds", "York")
    ]
    target = {"subject": "I", "predicate": "lives_in", "object": old}
    correction = {"type": "correction", "quote": quote, "target": target, "confidence": 0.8}
    answered(world, back, towns, correction | {"replacement": target | {"object": new}})
    outcome = build(tmp_path, world)
    assert outcome.broken_rules() == []
    (retraction,) = outcome.rows("retractions")
    wrong = outcome.assertion(york)
    assert retraction["target_assertion_id"] == wrong["assertion_id"]
    if quote == "never said":
        assert (retraction["replacement_assertion_id"], wrong["superseded_by_assertion_id"]) == (None, None)
        return
    (right,) = [row for row in outcome.assertions() if row["message_id"] == back]
    assert (right["object_entity_id"], right["polarity"]) == (entity_id("LOCATION", "leeds"), "positive")
    assert retraction["replacement_assertion_id"] == wrong["superseded_by_assertion_id"] == right["assertion_id"]
    assert wrong["supersession_type"] == "correction"
