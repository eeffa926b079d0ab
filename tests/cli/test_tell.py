"""What a person tells in their own words is read like everything else they said, and can be taken back like it."""

import json

import pytest

from tests.conftest import Annals

pytestmark = pytest.mark.whole


def test_what_is_told_is_a_claim_with_its_own_words(annals: Annals) -> None:
    said = annals("tell", "I've lived in Lyon since 2023.", "--at", "2024-05-01T12:00Z", "--build").stdout
    assert "recorded" in said
    assert "published" in said
    assert "you live in Lyon" in said.partition("read from what you told:\n")[2]
    (held,) = [line for line in annals("as-of", "2024-02").stdout.splitlines() if "you live in" in line]
    assert "Lyon" in held
    assert "2023" in held
    (found,) = json.loads(annals("query", "SELECT text_raw, created_at_utc FROM messages", "--format", "json").stdout)
    assert found["text_raw"] == "I've lived in Lyon since 2023."
    assert found["created_at_utc"].startswith("2024-05-01")

    assert "told already" in annals("tell", "I've lived in Lyon since 2023.", "--at", "2024-05-01T12:00Z").stdout
    back = said.partition("to take it back: annals ")[2].splitlines()[0]
    annals(*back.split(), "--yes")
    assert json.loads(annals("sources", "--json").stdout) == []


def test_a_build_says_if_no_claim_is_read_from_what_was_told(annals: Annals) -> None:
    """The build told of all that it learnt, so that nobody saw that of "asdf" nothing was."""
    assert "no claim is read from what you told" in annals("tell", "asdf", "--build").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([" "], "there are no words"),
        (["x" * 20_001], "told_most_characters"),
        (["I live in Graz.", "--at", "2924-01-01"], "lies ahead"),
        (["I live in Graz.", "--at", "soon"], "is no moment"),
    ],
)
def test_what_cannot_be_told_is_said_and_not_recorded(annals: Annals, arguments: list[str], said: str) -> None:
    done = annals("tell", *arguments, check=False)
    assert done.returncode == 1
    assert said in done.stderr
    assert json.loads(annals("sources", "--json").stdout) == []


def test_a_verdict_and_its_undoing_can_be_built_with_at_once(annals: Annals) -> None:
    annals("tell", "I've lived in Lyon since 2023.", "--at", "2024-05-01T12:00Z", "--build")
    counting = ("query", "SELECT assertion_id FROM assertions", "--format", "json")
    claims = json.loads(annals(*counting).stdout)
    (lives,) = [row["assertion_id"] for row in claims]
    assert "published" in annals("reject", lives, "--build").stdout
    assert json.loads(annals(*counting).stdout) == []
    assert "published" in annals("undo", "--build").stdout
    assert json.loads(annals(*counting).stdout) == claims
