"""What a model's answers about beliefs come to: every kind of bad item is kept with its reason, nothing is fatal."""

from typing import Any

import pytest

from kg_assets.beliefs.extraction.reading import (
    AtomReader,
    Verdict,
    frames_agreed,
    read_frame,
    read_verdict,
    verdicts_agreed,
)
from tests.beliefs.modelled import atom
from tests.beliefs.told import CANONICALIZER

CANDIDATES = ("Parties make me anxious", "I am shy and shy I stay")
FRAME = {"temporal_scope": "state", "modality": "likely", "degree": 0.7, "conditional": None, "confidence": 0.9}


def reader(most: int = 3) -> AtomReader:
    return AtomReader(CANDIDATES, CANONICALIZER, most)


def faults(*items: Any) -> list[str | None]:
    return [found.fault for found in reader().agreed([{"atoms": list(items)}])]


def test_an_atom_has_the_place_of_its_quote() -> None:
    (found,) = reader().agreed([{"atoms": [atom("i feel anxious", "make me anxious", source_idx=0)]}])
    assert (found.fault, found.span, found.candidate) == (None, (8, 23), 0)
    (twice,) = reader().agreed([{"atoms": [atom("i am shy", "shy", source_idx=1)]}])
    assert (twice.fault, twice.span) == (None, None)


SHY = atom("i am shy", "I am shy", source_idx=1)


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        (SHY, None),
        (SHY | {"quote": "I am timid"}, "not_first_person"),
        (SHY | {"quote": ""}, "not_first_person"),
        (SHY | {"quote": None}, "not_first_person"),
        (SHY | {"source_idx": 0}, "not_first_person"),  # the quote stands in the other candidate
        (SHY | {"source_idx": 2}, "not_first_person"),
        (SHY | {"source_idx": -1}, "not_first_person"),
        (SHY | {"source_idx": True}, "not_first_person"),
        (SHY | {"source_idx": "1"}, "not_first_person"),
        (SHY | {"atom_text": "i bin zurückhaltend"}, "not_first_person"),
        (SHY | {"atom_text": "i love sailing"}, "not_first_person"),
        (SHY | {"atom_text": 7}, "template_junk"),
        (SHY | {"atom_text": "   "}, "template_junk"),
        (SHY | {"belief_type": "JOY"}, "template_junk"),
        (SHY | {"belief_type": ["TRAIT"]}, "template_junk"),
        (SHY | {"polarity": None}, "template_junk"),
        (SHY | {"confidence": 7}, "template_junk"),
        (SHY | {"confidence": "high"}, "template_junk"),
        (SHY | {"confidence": True}, "template_junk"),
        ("i am shy", "template_junk"),
        (None, "template_junk"),
        ([SHY], "template_junk"),
        ({}, "template_junk"),
    ],
)
def test_what_the_person_did_not_say_is_kept_with_its_reason(item: Any, reason: str | None) -> None:
    assert faults(item) == [reason]


def test_a_list_without_end_is_cut_off_and_kept() -> None:
    """Three of a candidate stand, the others are junk; those of another candidate count by themselves."""
    endless = [atom(f"i am shy of {number}", "I am shy", source_idx=1) for number in range(50)]
    other = atom("i feel anxious", "make me anxious", source_idx=0)
    assert faults(*endless, other) == [None] * 3 + ["template_junk"] * 47 + [None]


def test_a_text_without_end_is_kept_in_part() -> None:
    (found,) = reader().agreed([{"atoms": [{"atom_text": "x" * 100_000}]}])
    assert (found.fault, len(found.text)) == ("template_junk", 400)


def test_most_runs_decide() -> None:
    """Of three runs two say it, with 0.8 and 0.4: the mean counts. What one says is dropped."""
    anxious = atom("i feel anxious", "anxious", source_idx=0)
    found = reader().agreed([{"atoms": [SHY, anxious]}, {"atoms": [SHY | {"confidence": 0.4}]}, {"atoms": []}])
    assert [(one.text, one.confidence) for one in found] == [("i am shy", 0.6)]


@pytest.mark.parametrize(
    "changed",
    [
        {"temporal_scope": "forever"}, {"temporal_scope": ["state"]}, {"modality": None}, {"degree": 1.5},
        {"degree": "much"}, {"confidence": -0.1}, {"confidence": False},
        {"conditional": "when it snows"}, {"conditional": 3},
    ],
)  # fmt: skip
def test_a_frame_of_other_words_is_none(changed: dict[str, Any]) -> None:
    sentence = "I think I'm calm when I am  home."
    assert read_frame(FRAME, sentence) is not None
    assert read_frame(FRAME | {"conditional": "When I am home"}, sentence) is not None
    assert read_frame(FRAME | changed, sentence) is None


def test_frames_of_several_runs() -> None:
    one, other = (read_frame(FRAME | {"temporal_scope": scope}, "") for scope in ("state", "past"))
    agreed = frames_agreed([one, other, one])
    assert agreed is not None
    assert agreed.frame.temporal_scope == "state"
    assert frames_agreed([one, other]) is frames_agreed([None, one]) is None


def test_a_verdict_needs_its_reason() -> None:
    said = {"is_same_belief": True, "confidence": 0.9, "reasoning": " Both  say it. "}
    assert read_verdict(said) == Verdict(True, 0.9, "Both say it.")
    for changed in (
        {"is_same_belief": "yes"},
        {"confidence": 2},
        {"reasoning": ""},
        {"reasoning": "x" * 501},
        {"reasoning": 1},
    ):
        assert read_verdict(said | changed) is None
    assert verdicts_agreed([read_verdict(said), None]) is None
    assert verdicts_agreed([read_verdict(said)] * 2 + [None]) == Verdict(True, 0.9, "Both say it.")
