"""No answer passes the tokens that were allowed, and none that has something to say is emptied by them."""

import json
import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg_assets.core.config import load_config
from kg_assets.core.errors import QueryError
from kg_assets.house import HOUSE
from kg_assets.mcp.budget import fitted
from kg_assets.mcp.registry import TOOLS
from kg_assets.mcp.serving import Answering, Interruptible
from kg_assets.mcp.tool import Tool
from kg_assets.queries.context import cut
from kg_assets.store.home import Home
from tests.mcp.a_memory import QUESTIONS

pytestmark = pytest.mark.whole

_WORDS = st.text(alphabet=string.ascii_letters + ' \n"\\é漢', max_size=400)
_ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "message_id": st.text(alphabet="0123456789abcdef", min_size=8, max_size=36),
            "text": _WORDS,
            "matched": st.lists(st.fixed_dictionaries({"start": st.integers(0, 9), "words": _WORDS}), max_size=4),
        }
    ),
    max_size=6,
)


def _size(answer: Any) -> int:
    return len(json.dumps(answer, ensure_ascii=False))


@given(rows=_ROWS, more=_ROWS, options=_ROWS, characters=st.integers(700, 4000))
def test_answers_fit_and_the_first_row_is_always_told(
    rows: list[dict[str, Any]], more: list[dict[str, Any]], options: list[dict[str, Any]], characters: int
) -> None:
    answer = {"hits": rows, "more": more, "options": options}
    told = fitted(answer, ("hits", "more"), ("options",), characters)
    assert _size(told) <= characters
    if _size(answer) <= characters:
        assert told == answer
        return
    assert told["left_out"] == len(rows) + len(more) - len(told["hits"]) - len(told["more"])
    assert told["options"] in ([], options)
    for name, wanted in (("hits", rows), ("more", more)):
        for place, row in enumerate(told[name]):
            if place:
                assert row == wanted[place]
            assert row["message_id"] == wanted[place]["message_id"]
    if rows:
        first, whole = told["hits"][0], rows[0]["text"]
        assert whole.startswith(first["text"].removesuffix(" […]"))
    if told["more"]:
        assert len(told["hits"]) == len(rows), "what stands behind what was left out is not told"


def test_extras_go_first_then_what_lies_within_the_first_row_then_the_ends_of_its_texts() -> None:
    row = {"id": "m" * 40, "text": "the quick brown fox " * 30, "claims": [{"said": "a" * 90}, {"said": "b" * 90}]}
    answer = {"hits": [row], "options": [{"name": "o" * 90}]}
    whole = _size(answer)
    without_options = fitted(answer, ("hits",), ("options",), whole - 1)
    assert (without_options["options"], without_options["left_out"]) == ([], 0)
    short = fitted(answer, ("hits",), ("options",), whole - 150)
    assert short["hits"][0]["text"] == row["text"]
    assert [claim["said"][:1] for claim in short["hits"][0]["claims"]] in ([], ["a"])
    cut_off = fitted(answer, ("hits",), ("options",), 500)["hits"][0]
    assert cut_off["claims"] == []
    assert cut_off["text"].endswith(("fox […]", "the […]", "quick […]", "brown […]"))
    assert cut_off["id"] == row["id"]


def test_an_answer_without_rows_has_its_texts_cut() -> None:
    told = fitted({"quote": "so it is and so it stays " * 40, "message_id": "x" * 60}, (), (), 400)
    assert _size(told) <= 400
    assert told["message_id"] == "x" * 60
    assert told["quote"].startswith("so it is and")


def test_what_cannot_be_cut_is_said() -> None:
    with pytest.raises(QueryError, match="allow more tokens"):
        fitted({"columns": ["x_id" * 90] * 9, "rows": [[1] * 9]}, ("rows",), (), 300)


@given(text=_WORDS, characters=st.integers(5, 300))
def test_a_cut_text_is_a_beginning_and_fits(text: str, characters: int) -> None:
    told = cut(text, characters)
    assert len(told) <= characters
    assert told == text or text.startswith(told.removesuffix(" […]"))


def test_a_text_is_cut_behind_a_word() -> None:
    assert cut("one two three four", 13) == "one two […]"
    assert cut("one two three four", 12) == "one two […]"
    assert cut("abcdefghijklmnop", 10) == "abcdef […]"
    assert cut("one two", 7) == "one two"


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_no_answer_of_any_tool_is_too_long_or_emptied(memory: Home, tool: Tool[Any]) -> None:
    """As little as is asked for: what there is to say is begun, in the room that an answer has at least."""
    config = load_config(HOUSE.sections)
    finding, answering = config.section("finding"), Answering(memory, lambda: config)

    def told(name: str, arguments: dict[str, Any], tokens: int) -> dict[str, Any]:
        return answering.call(name, {**arguments, "tokens": tokens}, Interruptible())

    try:
        fact = told("timeline", {"entity": "Nadia"}, 2000)["steps"][0]["assertion_id"]
        arguments = {**QUESTIONS, "why": {"assertion_id": fact}}[tool.name]
        whole = told(tool.name, arguments, finding.most_tokens)
        for tokens in (1, finding.least_tokens, finding.least_tokens + 90, 2 * finding.least_tokens):
            answer = told(tool.name, arguments, tokens)
            assert _size(answer) <= max(tokens, finding.least_tokens) * finding.token_characters
            for rows in tool.rows[:1]:
                assert bool(answer[rows]) == bool(whole[rows])
    finally:
        answering.close()
