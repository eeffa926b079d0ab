"""How things stand (D72-019, -028, -034, -067, -069, -072 to -074): worked numbers over a few rows."""

from typing import Any

import pytest

from kg_assets.overlay.standing.ties import person_ties
from tests.overlay.world import ask

_THEN, _LATER, _NOW = "2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z", "2026-02-20T00:00:00.000Z"


def _node(name: str, kind: str = "world_entity", **changed: Any) -> dict[str, Any]:
    return {"node_id": name, "node_kind": kind, "subtype": "thing", "canonical_name": name, "is_active": True,
            "source_kind": "entity", "payload": "{}", "lifecycle_state": "observed", "staleness_state": "fresh",
            "confidence": 0.5, "visibility_class": "cloud_allowed", "last_verified_at": _THEN, **changed}  # fmt: skip


def _edge(source: str, target: str, relation: str = "related_to", **changed: Any) -> dict[str, Any]:
    return {"source_id": source, "target_id": target, "relation_type": relation, "start_date": _THEN,
            "lifecycle_state": "observed", **changed}  # fmt: skip


# --- what a name alone may mean -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("confidence", "sources", "state", "is_enough"),
    [
        (0.61, 2, "suggested", True), (0.61, 1, "suggested", False), (0.59, 3, "suggested", False),
        (0.3, 0, "confirmed", True), (0.9, 9, "observed", False),
    ],
)  # fmt: skip
def test_d72_028_what_nobody_confirmed_answers_to_its_name_when_it_is_sure_and_named_twice(
    confidence: float, sources: int, state: str, is_enough: bool
) -> None:
    links = [{"node_id": "n", "thread_id": f"t{n}", "last_mentioned_at": _LATER} for n in range(sources)]
    (row,) = ask("standing/status_board", {
        "overlay.nodes": [_node("n", confidence=confidence, lifecycle_state=state)],
        "overlay.thread_entity_links": links, "overlay.change_records": [],
        "transitions": [{"node_id": "-", "effect": "archive"}],
    })  # fmt: skip
    assert row["is_routable_by_name"] is is_enough


def test_d72_074_the_board_says_in_which_state_each_thing_is() -> None:
    nodes = [_node("file", "obligation", payload='{"status":"overdue","deadline":{"date":"2026-02-10T00:00:00Z"}}'),
             _node("run", "goal"), _node("old", "goal", lifecycle_state="archived"), _node("Harbor"),
             _node("talk", source_kind="thread")]  # fmt: skip
    rows = ask("standing/status_board", {
        "overlay.nodes": nodes, "overlay.thread_entity_links": [],
        "overlay.change_records": [{"node_id": "run", "change_type": "updated", "changed_at": _LATER,
                                    "change_id": "c"}],
        "transitions": [{"node_id": "Harbor", "effect": "archive"}],
    })  # fmt: skip
    said = {row["node_id"]: (row["status"], row["due"], row["last_change"]) for row in rows}
    assert said == {
        "file": ("overdue", "2026-02-10", None), "run": ("active", None, "updated"), "old": ("archived", None, None),
        "Harbor": ("archived", None, None),
    }  # fmt: skip


# --- what a change touches ------------------------------------------------------------------------------------------


def _touched(edges: list[dict[str, Any]], **verified: str) -> dict[str, tuple[int, str]]:
    names = sorted({edge[end] for edge in edges for end in ("source_id", "target_id")})
    rows = ask("standing/verification", {
        "overlay.edges": edges,
        "overlay.nodes": [_node(name, last_verified_at=verified.get(name, _THEN)) for name in names],
        "overlay.change_records": [{"node_id": "X", "change_id": "c", "change_type": "updated", "changed_at": _LATER},
                                   {"node_id": "Z", "change_id": "d", "change_type": "created", "changed_at": _NOW}],
    })  # fmt: skip
    return {row["node_id"]: (row["hop"], row["state"]) for row in rows}


def test_d72_072_a_change_is_told_two_edges_far() -> None:
    chain = [_edge("X", "Y"), _edge("Y", "Z"), _edge("Z", "W")]
    assert _touched(chain) == {"Y": (1, "verification_required"), "Z": (2, "warning")}


def test_d72_072_what_depends_on_a_thing_is_told_by_it() -> None:
    assert _touched([_edge("A", "X", "depends_on"), _edge("B", "X")]) == {"A": (1, "verification_required")}


def test_d72_072_nothing_is_told_through_the_person() -> None:
    assert _touched([_edge("X", "SELF"), _edge("SELF", "Z")]) == {}


def test_d72_072_what_was_borne_out_since_needs_no_look() -> None:
    assert _touched([_edge("X", "Y"), _edge("X", "V")], V=_NOW) == {"Y": (1, "verification_required")}
    assert _touched([_edge("X", "Y", lifecycle_state="suppressed"), _edge("X", "V", end_date=_LATER)]) == {}


# --- contradictions -------------------------------------------------------------------------------------------------


def _conflict(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """The conflict of two nodes that are backed so."""
    entries = [{"node_id": name, "entry_type": "learned_from_chat", "authority_type": "personal",
                "still_current": "yes", "authorial_voice": "self", **backed}
               for name, backed in (("a", one), ("b", other))]  # fmt: skip
    (row,) = ask("standing/conflicts", {
        "overlay.edges": [_edge("b", "a", "contradicts")], "overlay.provenance_entries": entries,
        "overlay.nodes": [_node("a", "domain_concept"), _node("b", "domain_concept")],
    })  # fmt: skip
    return row


def test_d72_034_two_that_contradict_each_other_are_one_conflict_and_both_stay() -> None:
    row = _conflict({}, {})
    assert (row["node_ids"], row["conflict_kind"], row["needs_user_review"]) == (["a", "b"], "framing_conflict", True)
    assert row["dominant_node_id"] is None


@pytest.mark.parametrize(
    ("one", "other", "dominant"),
    [
        ({"entry_type": "confirmed_by_user"}, {"authority_type": "binding"}, "a"),
        ({}, {"authority_type": "binding"}, "b"),
        ({"authority_type": "binding", "still_current": "overruled"}, {}, None),
        ({"entry_type": "taught_by_user"}, {"entry_type": "confirmed_by_user"}, None),
        ({"entry_type": "user_correction"}, {}, None),  # that speaks against it
    ],
)
def test_d72_034_d72_072_the_person_goes_before_authority_and_equals_wait(
    one: dict[str, Any], other: dict[str, Any], dominant: str | None
) -> None:
    row = _conflict(one, other)
    assert row["dominant_node_id"] == dominant
    assert row["needs_user_review"] is (dominant is None)


# --- the end of a project, and what is preferred in it --------------------------------------------------------------


def test_d72_073_what_was_to_be_done_ends_with_the_project_and_what_was_learned_stays() -> None:
    tasks, concepts = [f"t{n}" for n in range(4)], [f"c{n}" for n in range(6)]
    nodes = [_node("entity:M1", subtype="project"), _node("entity:M2", subtype="project")]
    nodes += [_node(name, "obligation") for name in (*tasks, "shared")]
    nodes += [_node(name, "domain_concept") for name in concepts]
    claims = [{"assertion_id": f"a{n}", "predicate_id": "p", "object_entity_id": name, "asserted_role": "user",
               "polarity": "positive"} for n, name in enumerate(("M1", "M2"))]  # fmt: skip
    rows = ask("standing/transitions", {
        "kg.assertions": claims, "kg.predicates": [{"predicate_id": "p", "canonical_label": "works_on"}],
        "kg.assertion_temporalized": [{"assertion_id": "a0", "status": "negated"},
                                      {"assertion_id": "a1", "status": "active"}],
        "kg.claim_spans": [{"assertion_id": "a0", "is_corrected": False, "until_utc": _LATER},
                           {"assertion_id": "a1", "is_corrected": False}],
        "overlay.nodes": nodes,
        "overlay.confidence_events": [{"node_id": name, "message_id": "m1"} for name in (*tasks, "shared")]
        + [{"node_id": "shared", "message_id": "m2"}],
        "kg.messages": [{"message_id": "m1", "conversation_id": "k1"}, {"message_id": "m2", "conversation_id": "k2"}],
        "overlay.conversation_threads": [{"thread_id": "k1", "work_context_id": "entity:M1"},
                                         {"thread_id": "k2", "work_context_id": "entity:M2"}],
        "overlay.edges": [_edge(name, "entity:M1", "linked_to_context") for name in concepts],
    })  # fmt: skip
    effects = {row["node_id"]: row["effect"] for row in rows}
    assert {name for name, effect in effects.items() if effect == "archive"} == {"entity:M1", *tasks}
    assert {name for name, effect in effects.items() if effect == "keep"} == {"shared", *concepts}
    assert {row["closed_at"] for row in rows} == {_LATER}


def test_d72_073_what_is_said_for_a_project_goes_before_what_is_said_for_everything() -> None:
    said = {"all": ("font 11", "k0"), "own": ("font 12", "k1"), "tea": ("green tea", "k0")}
    rows = ask("standing/preferences", {
        "overlay.nodes": [_node(name, "memory_directive", canonical_name=words) for name, (words, _) in said.items()],
        "overlay.confidence_events": [{"node_id": name, "message_id": f"m{talk}", "occurred_at": _THEN}
                                      for name, (_, talk) in said.items()],
        "kg.messages": [{"message_id": f"m{talk}", "conversation_id": talk} for talk in ("k0", "k1")],
        "overlay.conversation_threads": [{"thread_id": "k0"}, {"thread_id": "k1", "work_context_id": "M1"}],
    })  # fmt: skip
    held = {(row["work_context_id"], row["node_id"]): row["level"] for row in rows}
    assert held == {("", "all"): "global", ("", "tea"): "global", ("M1", "own"): "project", ("M1", "tea"): "global"}


def test_d72_073_all_that_was_ever_said_of_a_preference_says_where_it_holds() -> None:
    """Its older evidence stands in the provenance only as a summary; it was outside of the project all the same."""
    said = {"m0": "k0", **{f"m{n}": "k1" for n in range(1, 6)}}
    rows = ask("standing/preferences", {
        "overlay.nodes": [_node("tea", "memory_directive", canonical_name="green tea")],
        "overlay.confidence_events": [
            {"node_id": "tea", "message_id": message, "occurred_at": _THEN} for message in said
        ],
        "kg.messages": [{"message_id": message, "conversation_id": talk} for message, talk in said.items()],
        "overlay.conversation_threads": [{"thread_id": "k0"}, {"thread_id": "k1", "work_context_id": "M1"}],
    })  # fmt: skip
    assert [(row["work_context_id"], row["level"]) for row in rows] == [("", "global")]


# --- decisions and habits -------------------------------------------------------------------------------------------


def test_a_decision_is_the_persons_own_and_names_only_nodes() -> None:
    claim = {"predicate_id": "p", "asserted_role": "user", "polarity": "positive", "object_value": '"sell the boat"',
             "asserted_at_utc": _THEN}  # fmt: skip
    rows = ask("reading/decisions", {
        "kg.predicates": [{"predicate_id": "p", "canonical_label": "decided"}],
        "kg.entities": [{"entity_id": "me", "entity_key": "__SELF__"}, {"entity_id": "aunt", "entity_key": "ida"}],
        "kg.assertions": [{"assertion_id": f"a-{who}", "message_id": f"m-{who}", "subject_entity_id": who, **claim}
                          for who in ("me", "aunt")],
        "kg.messages": [{"message_id": f"m-{who}", "conversation_id": "k"} for who in ("me", "aunt")],
        "kg.entity_mentions": [{"message_id": "m-me", "entity_id": name} for name in ("aunt", "gone")],
        "overlay.nodes": [_node("entity:aunt")],
    })  # fmt: skip
    assert [(row["decision_id"], row["description"], row["linked_entity_ids"]) for row in rows] == [
        ("a-me", "sell the boat", ["entity:aunt"])
    ]


def _decision(name: str, at: str, *nodes: str) -> dict[str, Any]:
    return {"decision_id": name, "thread_id": "k", "message_id": f"m-{name}", "description": f"to {name}",
            "linked_entity_ids": list(nodes), "occurred_at": at}  # fmt: skip


def test_d72_074_a_decision_names_the_one_like_it_and_says_in_which_words_it_was_told() -> None:
    decisions = [_decision("old", "2025-06-01T00:00:00.000Z", "c1", "c2"), _decision("new", _NOW, "c1", "c2", "x"),
                 _decision("far", _LATER, "c1", "y")]  # fmt: skip
    text = "Well. I chose to wait because it rained."
    rows = ask("standing/decision_memory", {
        "overlay.decision_checkpoints": decisions,
        "overlay.nodes": [_node(name) for name in ("c1", "c2", "x", "y")],
        "overlay.change_records": [{"node_id": "c2", "change_type": "invalidated", "changed_at": _LATER}],
        "kg.assertions": [{"assertion_id": d["decision_id"], "message_id": d["message_id"], "char_start": 8,
                           "char_end": 20} for d in decisions],
        "kg.sentences": [{"message_id": d["message_id"], "char_start": start, "char_end": stop}
                         for d in decisions for start, stop in ((0, 5), (6, len(text)))],
        "kg.messages": [{"message_id": d["message_id"], "text_raw": text} for d in decisions],
    })  # fmt: skip
    by_id = {row["decision_id"]: row for row in rows}
    assert by_id["new"]["similar_decision_ids"] == ["old"]
    assert (by_id["old"]["similar_decision_ids"], by_id["far"]["similar_decision_ids"]) == ([], [])
    assert by_id["old"]["reasoning"] == "I chose to wait because it rained."
    assert [by_id[name]["premises_changed"] for name in ("old", "new")] == [["c2"], []]


def test_d72_074_three_quarters_of_the_evenings_are_for_code() -> None:
    """Ten begin at 9, thirty between 21 and 24 in Berlin, an hour ahead of UTC; two at 4 are no habit."""
    hours = [8] * 8 + [3] * 2 + [20, 21, 22] * 10
    talks = [{"conversation_id": f"k{n}", "source_kind": "chatgpt"} for n in range(len(hours))]
    said = [{"message_id": f"m{n}", "conversation_id": f"k{n}", "code_fence_ranges_json": "[1]",
             "created_at_utc": f"2026-01-{n % 28 + 1:02d}T{hour:02d}:30:00.000Z"}
            for n, hour in enumerate(hours)]  # fmt: skip
    rows = ask("standing/work_rhythm", {"kg.conversations": talks, "kg.messages": said},
               anchor_timezone="Europe/Berlin")  # fmt: skip
    any_day = {row["hour_band"]: (row["session_count"], row["share"]) for row in rows if row["weekday"] == "any"}
    assert any_day == {"21-24": (30, 0.75), "09-12": (8, 0.2)}
    assert {row["activity_kind"] for row in rows} == {"coding"}
    assert all(row["session_count"] >= 3 for row in rows)


def test_d72_019_the_decisions_that_name_a_person_are_kept_by_project_with_their_subjects() -> None:
    nodes = [_node("chen", subtype="person"), _node("loss", "domain_concept"), _node("scienter", "domain_concept")]
    decisions = [_decision(f"d{n}", _NOW, "chen", *(["loss"] if n else ["loss", "scienter"])) for n in range(3)]
    other = _decision("d9", _NOW, "chen") | {"thread_id": "k2"}
    rows = ask("standing/actors", {
        "overlay.nodes": nodes, "overlay.decision_checkpoints": [*decisions, other, _decision("d8", _NOW, "loss")],
        "overlay.conversation_threads": [{"thread_id": "k", "work_context_id": "securities"}, {"thread_id": "k2"}],
    })  # fmt: skip
    by_domain = {row["domain"]: row for row in rows}
    assert by_domain["securities"]["relevant_decisions"] == ["d0", "d1", "d2"]
    assert by_domain["securities"]["associated_concept_ids"] == ["loss", "scienter"]
    assert by_domain["general"]["relevant_decisions"] == ["d9"]
    assert len(rows) == 2


# --- what is cited, and what became of what was read ----------------------------------------------------------------


def test_d72_067_what_four_notes_on_two_projects_name_weighs_four() -> None:
    seen = [("note", "n1", "p"), ("note", "n1", "p"), ("note", "n2", "p"), ("document", "n3", "q"),
            ("note", "n4", None), ("chatgpt", "k", "r")]  # fmt: skip
    observations = [
        {"mention_id": str(n), "observation_id": talk, "surface": surface, "work_context_id": context,
         "source_node_id": f"thread:{talk}"}
        for n, (surface, talk, context) in enumerate(seen)
    ]  # fmt: skip
    rows = ask("standing/citations", {
        "overlay.mention_observations": observations,
        "overlay.mention_resolutions": [{"mention_id": row["mention_id"], "resolved_node_id": "tellabs",
                                         "state": "observed_mention"} for row in observations],
        "kg.messages": [{"message_id": talk, "conversation_id": talk} for talk in ("n1", "n2", "n3", "n4", "k")],
    })  # fmt: skip
    assert rows == [{"node_id": "tellabs", "citation_weight": 4, "matter_diversity": 2}]


def test_d72_069_each_end_of_what_was_read_is_an_event() -> None:
    bundle = {"user_verdict": "none", "support_mention_ids": ["s"], "last_supported_at": _LATER}
    rows = ask("standing/outcomes", {
        "overlay.provenance_entries": [{"node_id": "wish", "place": 1, "source_ref": "note:k#turn1"}],
        "overlay.entity_creation_candidates": [
            {"candidate_id": "no", "status": "rejected", "source_observation_ids": ["m"], "created_at": _THEN},
            {"candidate_id": "open", "status": "pending_review", "source_observation_ids": ["m"]},
        ],
        "kg.messages": [{"message_id": "m", "source_kind": "chatgpt"}],
        "overlay.evidence_bundles": [{**bundle, "evidence_bundle_id": "up"},
                                     {**bundle, "evidence_bundle_id": "wrong", "user_verdict": "rejected"},
                                     {**bundle, "evidence_bundle_id": "weak"}],
        "overlay.promotion_decisions": [{"evidence_bundle_id": name, "is_promoted": name == "up"}
                                        for name in ("up", "wrong", "weak")],
        "overlay.mention_observations": [{"mention_id": "s", "surface": "mail"}],
        "overlay.edges": [_edge("a", "b", lifecycle_state="suppressed")],
        "overlay.cleanup_findings": [{"node_id": "wish", "action": "archive"}, {"node_id": "a", "action": "flag"}],
        "overlay.change_records": [{"node_id": "wish", "change_type": "corrected", "changed_at": _LATER}],
        "overlay.nodes": [_node("wish", "goal")],
    })  # fmt: skip
    told = {(row["source_surface"], row["kind"], row["outcome"], row["user_visible"]) for row in rows}
    assert told == {
        ("chat", "entity", "rejected", True), ("mail", "relationship", "promoted", False),
        ("mail", "relationship", "rejected", True), ("chat", "relationship", "demoted", False),
        ("note", "goal", "stale_unused", False), ("note", "goal", "corrected", True),
    }  # fmt: skip


def test_d72_018_what_a_document_speaks_of_is_what_its_edges_say_today() -> None:
    def spoken(*edges: dict[str, Any]) -> dict[str, Any]:
        nodes = [_node("v7", "work_product", payload='{"version":7,"prior_version_id":"v6"}'),
                 _node("v6", "work_product", payload='{"version":6}')]  # fmt: skip
        rows = ask("standing/work_products", {"overlay.nodes": nodes, "overlay.edges": list(edges)})
        return {row["node_id"]: row for row in rows}

    both = [_edge("v7", name, "addresses_concept") for name in ("loss", "scienter")]
    assert spoken(*both)["v7"]["addressed_concepts"] == ["loss", "scienter"]
    assert spoken(both[0])["v7"]["addressed_concepts"] == ["loss"]
    assert [spoken()[name]["is_latest"] for name in ("v6", "v7")] == [False, True]


# --- what somebody is to the person ---------------------------------------------------------------------------------


def _held(name: str, **changed: Any) -> dict[str, Any]:
    return {"assertion_id": name, "predicate_id": "p", "modality": "state", "starts_utc": _THEN, "is_held": True,
            "is_displaced": False, **changed}  # fmt: skip


def test_a_tie_to_the_person_is_what_still_holds_of_them_in_their_own_word() -> None:
    words = {"a": "My little sister Ana", "b": "my sister Ana", "c": "Ben is my boss", "d": "Ana was my boss",
             "e": "Ana is going to be my boss", "f": "my sister Ana, later", "g": "Ana works here",
             "h": "my sister Ana, perhaps"}  # fmt: skip
    held = [_held("a"), _held("b"), _held("c", ends_utc=_LATER), _held("d", is_displaced=True),
            _held("e", modality="intention"), _held("f"), _held("g", predicate_id="w"), _held("h")]  # fmt: skip
    known = {name: {"assertion_id": name, "is_sure": name != "h", "known_from_utc": _THEN} for name in words}
    known["f"]["known_from_utc"] = "2026-03-01T00:00:00.000Z"
    claims = [{"assertion_id": name, "subject_entity_id": "self", "object_entity_id": "ana", "polarity": "positive",
               "asserted_at_utc": _LATER if name == "a" else _THEN, "message_id": name, "char_start": 0,
               "char_end": len(text)} for name, text in words.items()]  # fmt: skip
    rows = ask("standing/person_claims", {
        "kg.claim_holdings": held, "kg.claim_spans": list(known.values()), "kg.assertions": claims,
        "kg.entities": [{"entity_id": "self", "canonical_name": "SELF"}],
        "kg.predicates": [{"predicate_id": "p", "canonical_label": "sibling_is"},
                          {"predicate_id": "w", "canonical_label": "works_at"}],
        "memory.claim_entity": [{"assertion_id": "b", "object_id": "anne"}],
        "overlay.nodes": [_node("entity:ana"), _node("entity:anne")],
        "kg.messages": [{"message_id": name, "text_raw": text} for name, text in words.items()],
    }, as_of=_NOW)  # fmt: skip
    assert [row["assertion_id"] for row in rows] == ["b", "g", "a", "b"]
    told = [(row["node_id"], row["word"], row["said_at"]) for row in person_ties(rows)]
    assert told == [("entity:ana", "sister", _THEN), ("entity:anne", "sister", _THEN)]
