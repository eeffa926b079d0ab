"""Agents ask the memory through the SDK's own client, over both transports (E2E-006 to E2E-009, seed 003 §8)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from jsonschema import validate
from mcp.client.client import Client

from kg_assets.mcp.registry import TOOLS
from kg_assets.store.home import Home
from tests.mcp.a_memory import QUESTIONS, TALKS
from tests.mcp.conftest import Connect, over_stdio

pytestmark = pytest.mark.whole

TEXTS = {f"{name}-{place}": text for name, _, _, turns in TALKS for place, (_, text) in enumerate(turns)}
V3_KEYS = {"id", "content", "type", "metadata", "rrf_score", "collections"}
OPTIONS = {"graph_expand", "include_memory", "expand_neighbors", "graph_budget", "graph_filters"}


def asked(connect: Connect, questions: Callable[[Client], Any]) -> Any:
    async def run() -> Any:
        async with connect() as client:
            return await questions(client)

    return anyio.run(run)


async def called(client: Client, tool: str, /, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    told: dict[str, Any] = result.structured_content
    assert json.loads(result.content[0].text) == told  # type: ignore[union-attr]
    return told


def test_every_tool_answers_as_its_schema_says(connect: Connect) -> None:
    async def ask(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert list(tools) == [tool.name for tool in TOOLS]
        fact = (await called(client, "timeline", entity="Nadia"))["steps"][0]["assertion_id"]
        for name, arguments in {**QUESTIONS, "why": {"assertion_id": fact}}.items():
            tool = tools.pop(name)
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint
            assert tool.annotations.idempotent_hint
            answer = await called(client, name, **arguments)
            assert tool.output_schema is not None
            validate(answer, tool.output_schema)
        assert not tools, "a tool without a question here"

    asked(connect, ask)


def test_without_the_graph_the_answer_is_that_of_v3(connect: Connect) -> None:
    """V4-E2E-006 and V4-E2E-009."""
    answer = asked(connect, lambda client: called(client, "hybrid_search", query="wooden boat"))
    assert set(answer) == {"primary_results", "expand_options"}
    assert {option["name"] for option in answer["expand_options"]} == OPTIONS
    assert all(set(result) == V3_KEYS for result in answer["primary_results"])
    first = answer["primary_results"][0]
    assert first["id"] == "c-boat-0"
    assert first["rrf_score"] == 1.0
    words = [first["content"][place["start"] : place["end"]] for place in first["metadata"]["matched"]]
    assert words == ["wooden", "boat"]
    assert len(answer["primary_results"]) <= 5


def test_related_context_is_connected_and_bounded(connect: Connect) -> None:
    """V4-E2E-007: what is known of Nadia from other conversations, and why it is told."""

    async def ask(client: Client) -> None:
        question = {"query": "Nadia works at Fjordlab", "limit": 1, "graph_expand": True}
        answer = await called(client, "hybrid_search", **question, graph_budget=7)
        assert [result["id"] for result in answer["primary_results"]] == ["c-job-0"]
        related = answer["related_context"]
        assert {event["evidence"][0]["artifact_uid"] for event in related} >= {"c-rent", "c-move"}
        assert len(related) <= 7
        assert all(event["reason"].split(":")[0] in ("same_actor", "same_subject", "1_hop_via") for event in related)
        moved = next(event for event in related if "moved_to" in event["summary"])
        assert moved["reason"] == "same_actor:Nadia"
        assert moved["category"] == "place"
        (quote,) = moved["evidence"]
        assert TEXTS[quote["message_id"]][quote["start_char"] : quote["end_char"]] == quote["quote"]
        (nadia,) = [entity for entity in answer["entities"] if entity["name"] == "Nadia"]
        assert nadia["organization"] == "Fjordlab"
        assert nadia["mention_count"] == 3
        one = await called(client, "hybrid_search", **question, graph_budget=1, include_entities=False)
        assert len(one["related_context"]) == 1
        assert "entities" not in one
        work = await called(client, "hybrid_search", **question, graph_filters=["people"])
        assert {event["category"] for event in work["related_context"]} == {"people"}

    asked(connect, ask)


def test_only_the_first_results_are_seeds(connect: Connect) -> None:
    """V4-E2E-008: what the second result would lead to is not told when only the first is a seed."""

    async def ask(client: Client) -> None:
        question = {"query": "sourdough rye bread, or a wooden boat", "limit": 2, "graph_expand": True}
        both = await called(client, "hybrid_search", **question, graph_seed_limit=2)
        first, second = (result["id"] for result in both["primary_results"])
        only = await called(client, "hybrid_search", **question, graph_seed_limit=1)
        assert [result["id"] for result in only["primary_results"]] == [first, second]
        stands = {event["evidence"][0]["message_id"] for event in only["related_context"]}
        assert not stands & {first, second}

    asked(connect, ask)


def test_a_chat_of_three_calls_cites_true_places(connect: Connect) -> None:
    """Who is X, when did I last speak of it, what changed since."""

    async def ask(client: Client) -> None:
        who = await called(client, "entity", name="Nadia")
        held = {(fact["subject"], fact["predicate"], fact["object"]) for fact in who["facts"]}
        assert ("SELF", "sibling_is", "Nadia") in held
        last = who["last_mentions"][0]
        assert last["message_id"] == "c-move-0"
        assert TEXTS[last["message_id"]][last["char_start"] : last["char_end"]] == last["words"] == "Nadia"
        earlier = who["last_mentions"][1]["said_at_utc"][:10]
        changed = await called(client, "changes", since=earlier, until="2026", about="Nadia")
        told = {(change["predicate"], change["object"]): change for change in changed["changes"]}
        move = told["moved_to", "Tromsø"]
        assert "moved to Tromsø" in TEXTS[move["message_id"]][move["char_start"] : move["char_end"]]
        shown = await called(client, "hybrid_search", query="what did I say of Nadia's move", limit=3)
        for result in shown["primary_results"]:
            assert result["content"] == TEXTS[result["id"]]
            for claim in result["metadata"]["claims"]:
                assert TEXTS[result["id"]][claim["start"] : claim["end"]] == claim["quote"]

    asked(connect, ask)


def test_texts_are_resources(connect: Connect) -> None:
    async def ask(client: Client) -> None:
        listed = (await client.list_resources()).resources
        assert [resource.name for resource in listed][:2] == ["Rye bread", "Boxes"]
        assert len((await client.list_resource_templates()).resource_templates) == 2
        talk = json.loads((await client.read_resource("annals://conversation/c-boat")).contents[0].text)
        assert [message["text"] for message in talk["messages"]] == [TEXTS[f"c-boat-{place}"] for place in range(4)]
        message = json.loads((await client.read_resource("annals://message/c-job-2")).contents[0].text)
        assert message["text"] == "Sensors for buoys."
        for odd in ("annals://message/nobody", "annals://table/messages", "file:///etc/passwd"):
            with pytest.raises(Exception, match=r"no message has the id|is no resource"):
                await client.read_resource(odd)

    asked(connect, ask)


@pytest.mark.parametrize("filters", [{"since": "2024-06", "until": "2024-09"}, {"conversation": "c-boat"}])
def test_filters_hold(connect: Connect, filters: dict[str, str]) -> None:
    question = {"query": "varnish hull boat sister boxes sensors", "limit": 20, "filters": filters}
    answer = asked(connect, lambda client: called(client, "hybrid_search", **question))
    found = {result["id"].rpartition("-")[0] for result in answer["primary_results"]}
    assert found == ({"c-job", "c-boat"} if "since" in filters else {"c-boat"})


def test_results_are_ranked_as_annals_search_ranks_them_unless_the_caller_says_otherwise(connect: Connect) -> None:
    async def ask(client: Client) -> None:
        answer = await called(client, "hybrid_search", query="wooden boat")
        assert {result["metadata"]["ranked_by"] for result in answer["primary_results"]} == {"weighted"}

    asked(connect, ask)


def test_numbers_that_json_has_no_word_for_are_words(connect: Connect) -> None:
    async def ask(client: Client) -> None:
        sql = "SELECT 'nan'::DOUBLE AS a, ['inf'::DOUBLE, 0.5] AS b, {'least': '-inf'::DOUBLE} AS c"
        assert (await called(client, "sql", sql=sql))["rows"] == [["nan", ["inf", 0.5], {"least": "-inf"}]]

    asked(connect, ask)


def test_a_target_without_end_is_refused_without_being_repeated(connect: Connect) -> None:
    async def ask(client: Client) -> None:
        for tool, arguments in (
            ("graph_query", {"kind": "entity_cards", "targets": ["x" * 100_000]}),
            ("changes", {"since": "x" * 100_000, "until": "2024"}),
            ("sql", {"sql": "x" * 100_000}),
        ):
            answer = await client.call_tool(tool, arguments)
            assert answer.is_error
            assert len(answer.content[0].text) < 1200  # type: ignore[union-attr]

    asked(connect, ask)


def test_the_caller_chooses_the_ranking_and_sees_it(connect: Connect) -> None:
    async def ask(client: Client) -> None:
        for ranking in ("rrf", "weighted"):
            answer = await called(client, "hybrid_search", query="boat varnish hull", ranking=ranking)
            assert {result["metadata"]["ranked_by"] for result in answer["primary_results"]} == {ranking}
            numbers = [result["rrf_score" if ranking == "rrf" else "metadata"] for result in answer["primary_results"]]
            scores = [number if ranking == "rrf" else number["score"] for number in numbers]
            assert scores == sorted(scores, reverse=True)
            assert len(set(scores)) > 1
        phrase = await called(client, "hybrid_search", query='"by the"')
        assert phrase["primary_results"] == []
        phrase = await called(client, "hybrid_search", query='"in with"', limit=1)
        assert phrase["primary_results"] == []
        phrase = await called(client, "hybrid_search", query='"does a"', limit=1)
        assert [result["id"] for result in phrase["primary_results"]] == ["c-boat-2"]

    asked(connect, ask)


def test_a_mistyped_setting_is_told_and_the_memory_stays(memory: Home, tmp_path: Path) -> None:
    """The server did not start, so a client could only say that there is none."""
    own = tmp_path / "own.yaml"
    own.write_text("graph:\n  label_max_char: 8\n")

    async def ask(client: Client) -> dict[str, Any]:
        return await called(client, "hybrid_search", query="where does Nadia live")

    told = asked(lambda: over_stdio(memory, own), ask)
    assert f"{own}, line 2: section 'graph' has no key 'label_max_char'" in told["note"]


def test_a_setting_mistyped_while_the_server_runs_is_told_until_it_is_mended(memory: Home, tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("finding:\n  limit: 9\n")

    async def ask(client: Client) -> list[str]:
        notes = []
        for written in ("finding:\n  limits: 9\n", "finding:\n  limit: 11\n"):
            own.write_text(written)
            notes.append((await called(client, "timeline", entity="Nadia")).get("note") or "")
        return notes

    wrong, mended = asked(lambda: over_stdio(memory, own), ask)
    assert "section 'finding' has no key 'limits'" in wrong
    assert mended == ""
