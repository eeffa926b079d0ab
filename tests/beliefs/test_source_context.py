"""Mode, weight and context of a message (seed 002 §4.1), with the penalties added by hand."""

import pytest

from tests.beliefs.told import READERS

SHOUTED = "I HATE THIS SO MUCH, honestly i really do"


@pytest.mark.parametrize(
    ("text", "source", "in_role", "mode", "weight"),
    [
        ("I'm quite shy.", "chatgpt", False, "normal_chat", 0.8),
        ("I'm quite shy.", "note", False, "journaling", 1.0),
        ("I'm quite shy.", "elsewhere", False, "unknown", 0.7),
        ("I've been thinking about myself. I'm quite shy.", "claude", False, "introspection", 0.95),
        ("I'm quite shy.", "chatgpt", True, "roleplay", 0.4),
        ("I'm so damn shy.", "chatgpt", False, "normal_chat", 0.65),  # 0.8 - 0.15
        (SHOUTED, "chatgpt", False, "normal_chat", 0.7),  # 15 of 32 letters: 0.8 - 0.10
        ("shy!!!", "note", False, "journaling", 0.95),  # 3 of 6 signs: 1.0 - 0.05
        ("DAMN, I HATE BEING LIKE THIS ALL DAY", "chatgpt", False, "heated", 0.25),  # 0.5 - 0.15 - 0.10
        ("DAMN, I HATE BEING SO VERY SHY!!!!!!!!!!", "chatgpt", False, "heated", 0.2),  # 0.5 - 0.15 - 0.10 - 0.05
        ("DAMN, I HATE BEING SO VERY SHY!!!!!!!!!!", "chatgpt", True, "roleplay", 0.1),  # 0.4 - 0.30
    ],
)
def test_weights(text: str, source: str, in_role: bool, mode: str, weight: float) -> None:
    found = READERS.contexts.classify(text, source, "talk", in_role)
    assert (found.mode, found.source_weight) == (mode, pytest.approx(weight, abs=1e-12))
    assert found.context_id == f"talk:{mode}"


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("Pretend you are a pirate", True),
        ("Act as a therapist. I'm lazy.", True),
        ("Write me a short poem about being shy", True),
        ("Can you write a story where I'm the hero", True),
        ("I write a diary every day", False),
        ("I pretend to listen", False),
        ("You are a great help, I'm shy", False),
    ],
)
def test_games_of_roles(text: str, is_one: bool) -> None:
    assert READERS.contexts.is_roleplay(text) is is_one
