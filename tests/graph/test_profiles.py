"""Temporal profiles (§6.6) in worked numbers: focal entities, windows, salience, categories, what was spoken of."""

import json
from pathlib import Path
from typing import Any

import yaml

from tests.graph.world import SELF, Outcome, World, built, profiled


def windows(outcome: Outcome, granularity: str = "month") -> dict[str, int]:
    found = [row for row in outcome.rows("profile_windows") if row["granularity"] == granularity]
    return {row["window_label"]: row["assertion_count"] for row in sorted(found, key=lambda row: row["window_index"])}


# T0


def test_the_person_is_the_focus(tmp_path: Path) -> None:
    world = World()
    world.claim("likes", value="tea")
    outcome = built(tmp_path, world)
    profiles = outcome.rows("profiles")
    assert {(row["entity_id"], row["resolution_mode"]) for row in profiles} == {(SELF, "self")}
    assert {row["granularity"]: row["is_default"] for row in profiles} == {
        "month": True,
        "quarter": False,
        "year": False,
    }
    ((src, _), *_), metas = zip(*outcome.edges("HAS_PROFILE").items(), strict=True)
    assert src == SELF
    assert all(meta["resolution_mode"] == "self" for meta in metas)


def test_without_the_person_it_is_whom_most_is_said_of(tmp_path: Path) -> None:
    """Bob has two claims that count, Ann two of which one has no time, so Bob is chosen; of equals the lower id."""
    world = World(has_self=False)
    ann, bob, eve = (world.entity(name, "PERSON") for name in ("Ann", "Bob", "Eve"))
    for somebody in (ann, bob, eve):
        world.claim("likes", value="tea", subject=somebody)
    world.claim("likes", value="jam", subject=ann, valid=None)
    world.claim("likes", value="jam", subject=bob)
    assert {row["entity_id"] for row in profiled(tmp_path / "most", world).rows("profiles")} == {bob}
    world.claim("likes", value="jam", subject=eve)
    assert {row["entity_id"] for row in profiled(tmp_path / "tie", world).rows("profiles")} == {min(bob, eve)}


def test_of_whom_is_no_active_entity_no_profile_is_made(tmp_path: Path) -> None:
    """Most is said of Ann, but she is merged into another: Bob is chosen, of whom more is said than of Eve."""
    world = World(has_self=False)
    ann = world.entity("Ann", "PERSON", status="merged")
    bob, eve = (world.entity(name, "PERSON") for name in ("Bob", "Eve"))
    for somebody, claims in ((ann, 3), (bob, 2), (eve, 1)):
        for number in range(claims):
            world.claim("likes", value=f"tea {number}", subject=somebody)
    assert {row["entity_id"] for row in profiled(tmp_path, world).rows("profiles")} == {bob}


def test_named_entities_are_the_focus_and_unknown_ones_are_told(tmp_path: Path) -> None:
    world = World()
    ann = world.entity("Ann", "PERSON")
    world.claim("likes", value="tea")
    world.claim("likes", value="jam", subject=ann)
    outcome = profiled(tmp_path, world, f"profiles: {{temporal_profile_focal_entities: [{ann}, nobody]}}")
    assert {(row["entity_id"], row["resolution_mode"]) for row in outcome.rows("profiles")} == {(ann, "config")}
    assert [code for _, code, _, _ in outcome.events] == ["FOCAL_ENTITY_UNKNOWN"]
    assert outcome.broken_rules() == []


# T1


def test_windows_are_months_quarters_and_years(tmp_path: Path) -> None:
    """An instant on a bound belongs to the window that begins there; empty windows are none."""
    world = World()
    for day in ("2024-12-31T23:59:59.999Z", "2025-01-01", "2025-03-31", "2025-04-01", "2025-04-02"):
        world.claim("likes", value="tea", valid=day)
    outcome = profiled(tmp_path, world)
    assert windows(outcome) == {"2024-12": 1, "2025-01": 1, "2025-03": 1, "2025-04": 2}
    assert windows(outcome, "quarter") == {"2024-Q4": 1, "2025-Q1": 2, "2025-Q2": 2}
    assert windows(outcome, "year") == {"2024": 1, "2025": 4}
    assert outcome.broken_rules() == []


def test_windows_begin_at_midnight_of_the_anchor(tmp_path: Path) -> None:
    """Design §9. In Auckland April begins at 2025-03-31T11:00Z (UTC+13), May at 2025-04-30T12:00Z (UTC+12)."""
    world = World()
    world.claim("likes", value="tea", said="2025-03-31T11:30:00.000Z", valid="2025-03-31T11:00:00.000Z")
    outcome = profiled(tmp_path, world, "time: {anchor_timezone: Pacific/Auckland}")
    (row,) = [row for row in outcome.rows("profile_windows") if row["granularity"] == "month"]
    assert (row["window_label"], row["window_start_utc"], row["window_end_utc"]) == (
        "2025-04", "2025-03-31T11:00:00.000Z", "2025-04-30T12:00:00.000Z",
    )  # fmt: skip
    assert outcome.member("2025-04", "tea")["basis"] == "both"


def test_the_first_and_the_last_year_have_windows(tmp_path: Path) -> None:
    world = World()
    world.claim("likes", value="tea", valid="0001-01-01")
    world.claim("likes", value="tea", valid="9999-12-31")
    outcome = profiled(tmp_path, world, "time: {anchor_timezone: Asia/Tokyo}")
    assert outcome.broken_rules() == []


def test_windows_with_few_assertions_are_dropped_and_the_others_follow_each_other(tmp_path: Path) -> None:
    world = World()
    for day in ("2025-01-05", "2025-01-06", "2025-02-05", "2025-03-05", "2025-03-06"):
        world.claim("likes", value="tea", valid=day, said="2025-02-01")
    outcome = built(tmp_path, world, "profiles: {window_min_assertions: 2}")
    assert windows(outcome) == {"2025-01": 2, "2025-03": 2}
    names = {key: node["label"] for key, node in outcome.nodes("TemporalWindow").items()}
    follows = {(names[src], names[dst]) for src, dst in outcome.edges("WINDOW_PRECEDES")}
    assert ("2025-01", "2025-03") in follows
    indices = {names[dst]: meta["window_index"] for (_, dst), meta in outcome.edges("HAS_WINDOW").items()}
    assert (indices["2025-01"], indices["2025-03"]) == (0, 1)
    # February was spoken in, though nothing that was kept began there.
    assert outcome.member("2025-02", "tea")["basis"] == "spoken"
    assert outcome.broken_rules() == []


def test_what_counts(tmp_path: Path) -> None:
    """Design §9: the past and the meant count; questions, what was corrected, taken back or is contradicted do not."""
    cases: dict[str, tuple[dict[str, Any], bool]] = {
        "active": ({}, True),
        "superseded": ({"status": "superseded"}, True),
        "negated": ({"status": "negated"}, True),
        "ineligible": ({"status": "ineligible"}, True),
        "retracted": ({"status": "retracted"}, False),
        "conflicted": ({"status": "conflicted"}, False),
        "asked": ({"modality": "question"}, False),
        "corrected": ({"supersession_type": "correction"}, False),
        "ended": ({"supersession_type": "temporal_end"}, True),
        "timeless": ({"valid": None}, False),
    }
    world = World()
    for name, (more, _) in cases.items():
        world.claim("likes", value=name, **more)
    found = {row["label"] for row in profiled(tmp_path, world).members() if row["basis"] != "spoken"}
    assert found == {name for name, (_, counts) in cases.items() if counts}


# T2


def test_what_has_no_salience_is_no_member(tmp_path: Path) -> None:
    """Only confidence counts here, and that of one claim is 0."""
    world = World()
    world.claim("likes", value="tea", confidence=0.0)
    world.claim("likes", value="jam", confidence=0.3)
    alone = {"salience_weight_frequency": 0.0, "salience_weight_recency": 0.0, "salience_weight_confidence": 1.0}
    members = profiled(tmp_path, world, yaml.safe_dump({"profiles": alone})).members()
    found = [row["label"] for row in members if row["basis"] != "spoken"]
    assert found == ["jam"]


def test_salience_in_worked_numbers(tmp_path: Path) -> None:
    """March 2025 has 31 days; a half-life of half a window is 15.5 days."""
    world = World()
    harbour = world.entity("Harbour")
    world.claim("works_on", harbour, valid="2025-03-02", confidence=0.8)
    world.claim("works_on", harbour, valid="2025-03-16T12:00:00.000Z", confidence=0.6)
    world.claim("likes", value="tea", valid="2025-03-01", confidence=0.9)
    world.claim("is_tired", valid="2025-03-03", confidence=0.9)
    outcome = profiled(tmp_path, world)
    row = outcome.member("2025-03", "Harbour")
    assert row["frequency"] == 0.5  # 2 of the 4 assertions, the one without a member counted
    assert row["recency"] == 0.5  # the newest is 15.5 days before the end: 0.5 ** (15.5 / 31 / 0.5)
    assert row["confidence"] == 0.7  # (0.8 + 0.6) / 2
    assert row["window_salience"] == 0.56  # 0.5 * 0.5 + 0.2 * 0.5 + 0.3 * 0.7
    assert (row["valid_rank"], row["assertion_count"]) == (1, 2)
    tea = outcome.member("2025-03", "tea")
    assert tea["recency"] == 0.25  # a whole window before its end: 0.5 ** (1 / 0.5)
    assert tea["window_salience"] == 0.445  # 0.5 * 0.25 + 0.2 * 0.25 + 0.3 * 0.9


def test_ties_go_to_the_smaller_source_id(tmp_path: Path) -> None:
    world = World()
    things = [world.entity(f"Thing {number}") for number in range(4)]
    for thing in things:
        world.claim("likes", thing)
    found = {row["valid_rank"]: row["member_source_id"] for row in profiled(tmp_path, world).members()}
    assert [found[rank] for rank in (1, 2, 3, 4)] == sorted(things)


def test_literals_can_be_left_out_but_count_in_the_window(tmp_path: Path) -> None:
    world = World()
    harbour = world.entity("Harbour")
    world.claim("works_on", harbour)
    world.claim("likes", value="tea")
    outcome = profiled(tmp_path, world, "profiles: {include_value_members_in_profiles: false}")
    assert [row["label"] for row in outcome.members()] == ["Harbour"]
    assert outcome.members()[0]["frequency"] == 0.5
    assert outcome.broken_rules() == []


def test_words_that_name_a_member_stand_for_it(tmp_path: Path) -> None:
    """Started harbour: words. That somebody else works on Garden makes no entity of the person's own words."""
    world = World()
    harbour, garden = world.entity("Harbour"), world.entity("Garden")
    world.claim("works_on", harbour, valid="2025-03-10")
    world.claim("works_on", garden, subject=world.entity("Ann", "PERSON"))
    for words in ("harbour", "Garden"):
        world.claim("started", value=words, valid="2025-05-10")
    outcome = built(tmp_path, world)
    found = {(row["window_label"], row["label"]): row for row in outcome.members()}
    assert {row["label"] for row in outcome.members(window_label="2025-03") if row["basis"] != "spoken"} == {"Harbour"}
    assert found["2025-05", "Harbour"]["member_node_type"] == "Entity"
    assert found["2025-05", "Harbour"]["category_key"] == "project"
    assert found["2025-05", "Garden"]["member_node_type"] == "Value"
    assert len(outcome.nodes("Value")) == 2, "the graph keeps the words"
    assert outcome.broken_rules() == []
    apart = profiled(tmp_path / "apart", world, "profiles: {literals_stand_for_entities: false}")
    assert {row["member_node_type"] for row in apart.members(window_label="2025-05")} == {"Value"}


def test_only_words_can_name_a_member(tmp_path: Path) -> None:
    """A day is no name, though an entity is called so."""
    world = World()
    world.claim("works_on", world.entity("2024-05-01"), valid="2025-03-10")
    world.claim("started", value="2024-05-01", valid="2025-04-10")
    world.claim("is_due", value="2024-05-01", valid="2025-05-10", object_value_type="date")
    found = {
        row["window_label"]: row["member_node_type"] for row in profiled(tmp_path, world).members()
        if row["basis"] != "spoken"
    }  # fmt: skip
    assert found == {"2025-03": "Entity", "2025-04": "Entity", "2025-05": "Value"}


def test_in_a_category_the_most_salient_is_first(tmp_path: Path) -> None:
    """Salience alone decides: the one that matters more was said once, the other twice and with less confidence."""
    world = World()
    boat, shed = world.entity("Boat"), world.entity("Shed")
    world.claim("works_on", boat, confidence=1.0)
    for _ in range(2):
        world.claim("works_on", shed, confidence=0.1)
    alone = "profiles: {salience_weight_frequency: 0.0, salience_weight_recency: 0.0, salience_weight_confidence: 1.0}"
    members = [row for row in profiled(tmp_path, world, alone).members() if row["basis"] != "spoken"]
    assert {row["label"]: (row["valid_rank"], row["cluster_rank"]) for row in members} == {
        "Boat": (1, 1),
        "Shed": (2, 2),
    }


def test_members_are_told_with_their_kind_and_sums_in_words(tmp_path: Path) -> None:
    world = World()
    world.claim("lives_in", world.entity("Oslo", "LOCATION"))
    world.claim("earns", value={"unit": "EUR a month", "value": 2425})
    world.claim("keeps", value={"other": 1})
    found = {row["label"]: row["member_kind"] for row in profiled(tmp_path, world).members()}
    assert found == {"Oslo": "LOCATION", "2425 EUR a month": "json", '{"other":1}': "json"}


def test_whom_the_profile_is_of_is_no_member_of_it(tmp_path: Path) -> None:
    world = World()
    world.claim("knows", SELF)
    outcome = profiled(tmp_path, world)
    assert outcome.members() == []
    assert windows(outcome) == {"2025-03": 1}


# T3


def test_rules_put_members_into_categories(tmp_path: Path) -> None:
    cases: list[tuple[str, dict[str, Any], str]] = [
        ("works_on", {}, "project"),
        ("is working on", {}, "project"),
        ("networks_only", {}, "unclassified"),  # a keyword stands as whole words
        ("likes", {}, "interest"),
        ("struggles_with", {}, "problem"),
        ("needs_to", {"modality": "intention"}, "task"),  # task 1.0 against plan 0.5
        ("wants", {"modality": "intention"}, "desire"),
        ("plans_to", {"modality": "intention"}, "plan"),
        ("dislikes", {"modality": "preference"}, "unclassified"),  # 1.0 against 0.5
        ("mentions", {"modality": "intention"}, "plan"),
        ("tastes", {"category": "taste"}, "interest"),
        ("mentions", {}, "unclassified"),
        ("works_on", {"polarity": "negative"}, "project"),  # who stops has spoken of a project
        ("likes", {"polarity": "negative"}, "unclassified"),
    ]
    world = World()
    for place, (predicate, more, _) in enumerate(cases):
        world.claim(predicate, world.entity(f"Thing {place}"), **more)
    found = {row["label"]: row for row in profiled(tmp_path, world).members()}
    assert [found[f"Thing {place}"]["category_key"] for place in range(len(cases))] == [case[2] for case in cases]
    assert all((row["classification_tier"] == 0) == (row["classified_by"] == "none") for row in found.values())


def test_votes_and_their_share(tmp_path: Path) -> None:
    """needs_to as an intention of the vocabulary's plans: task 1.0, plan 0.5 + 0.25; words of the value: task 0.3."""
    world = World()
    world.claim("needs_to", value="Submit the tax-return", modality="intention", category="plan")
    row = profiled(tmp_path, world).member("2025-03", "Submit the tax-return")
    # Two words of the value stand for task and count once: 1.3 of 2.05.
    assert (row["category_key"], row["classification_confidence"]) == ("task", round(1.3 / 2.05, 12))


def test_words_count_in_literals_only_and_only_so_far(tmp_path: Path) -> None:
    world = World()
    world.claim("mentions", world.entity("An invoice"))
    world.claim("mentions", value="the invoice")
    world.claim("mentions", value="x" * 200 + " invoice")
    found = {
        (row["member_node_type"], len(row["label"])): row["category_key"] for row in profiled(tmp_path, world).members()
    }
    assert found == {("Entity", 10): "unclassified", ("Value", 11): "task", ("Value", 208): "unclassified"}


def test_keywords_are_looked_for_in_words_alone(tmp_path: Path) -> None:
    """A measure in a unit that is called like a keyword is no word of the person's."""
    world = World()
    world.claim("keeps", value="an app")
    world.claim("keeps", value={"unit": "app", "value": 3})
    found = {row["label"]: row["category_key"] for row in profiled(tmp_path, world).members()}
    assert found == {"an app": "project", "3 app": "unclassified"}


def test_of_equal_salience_what_more_is_claimed_of_is_first(tmp_path: Path) -> None:
    """Confidence alone counts and is equal: two claims come before one, in the window and in the category."""
    world = World()
    things = [world.entity(name) for name in ("Boat", "Shed", "Kiln")]
    for thing, claims in zip(things, (1, 3, 2), strict=True):
        for _ in range(claims):
            world.claim("works_on", thing, confidence=0.5)
    alone = "profiles: {salience_weight_frequency: 0.0, salience_weight_recency: 0.0, salience_weight_confidence: 1.0}"
    members = [row for row in profiled(tmp_path, world, alone).members() if row["basis"] != "spoken"]
    ranks = {row["label"]: (row["valid_rank"], row["cluster_rank"]) for row in members}
    assert ranks == {"Shed": (1, 1), "Kiln": (2, 2), "Boat": (3, 3)}


def test_equal_votes_go_to_the_first_category(tmp_path: Path) -> None:
    """works_on and likes in one window: project and interest have 1.0 each."""
    world = World()
    thing = world.entity("Thing")
    world.claim("likes", thing)
    world.claim("works_on", thing)
    row = profiled(tmp_path, world).member("2025-03", "Thing")
    assert (row["category_key"], row["classification_confidence"]) == ("project", 0.5)


def test_what_a_window_does_not_say_the_others_do_with_less_weight(tmp_path: Path) -> None:
    world = World()
    thing = world.entity("Thing")
    world.claim("works_on", thing, valid="2025-03-05")
    world.claim("started", thing, valid="2025-05-05")
    outcome = profiled(tmp_path, world)
    may = outcome.member("2025-05", "Thing")
    assert (may["category_key"], may["classified_by"], may["classification_confidence"]) == (
        "project",
        "other_windows",
        0.5,
    )
    assert outcome.member("2025-03", "Thing")["classified_by"] == "window"


# What was spoken of


def test_a_project_belongs_to_the_months_in_which_it_was_spoken_of(tmp_path: Path) -> None:
    """One claim says "since March"; every month names it. March alone has it among what began to hold."""
    world = World()
    harbour = world.entity("Harbour")
    world.claim("works_on", harbour, said="2025-04-20", valid="2025-03-01")
    for month in ("2025-03", "2025-04", "2025-05", "2025-06"):
        world.mention(harbour, f"{month}-11")
    found = {row["window_label"]: row["basis"] for row in profiled(tmp_path, world).members(category_key="project")}
    assert found == {"2025-03": "both", "2025-04": "spoken", "2025-05": "spoken", "2025-06": "spoken"}


def test_spoken_salience_in_worked_numbers(tmp_path: Path) -> None:
    """Messages of the person weigh 1, others 0.5, conversations 2; a message counts once, however it speaks."""
    world = World()
    harbour, garden = world.entity("Harbour"), world.entity("Garden")
    said = world.mention(harbour, "2025-03-01", conversation="c1")
    world.claim("works_on", harbour, said="2025-03-01", message_id=said)
    world.mention(harbour, "2025-03-02", role="assistant", conversation="c1")
    world.mention(harbour, "2025-03-03", conversation="c2")
    world.mention(harbour, "2025-03-04", conversation="c3", is_prose=False)  # code, tools, instructions
    world.claim("likes", garden, said="2025-03-05")
    outcome = profiled(tmp_path, world)
    first = outcome.member("2025-03", "Harbour")
    assert (first["spoken_messages"], first["spoken_by_person"], first["spoken_conversations"]) == (3, 2, 2)
    assert (first["spoken_rank"], first["spoken_salience"]) == (1, 1.0)  # 2 * 1 + 1 * 0.5 + 2 * 2 = 6.5
    assert (first["first_message_id"], first["last_message_id"]) == ("m1", "m3")
    second = outcome.member("2025-03", "Garden")
    assert second["spoken_salience"] == round(3 / 6.5, 12)  # 1 * 1 + 1 * 2
    assert outcome.broken_rules() == []


def test_what_was_never_claimed_of_the_person_is_no_member(tmp_path: Path) -> None:
    world = World()
    world.claim("likes", value="tea")
    world.mention(world.entity("Elsewhere"), "2025-03-11")
    assert {row["label"] for row in profiled(tmp_path, world).members()} == {"tea"}


# T4


def test_clusters_and_their_figures(tmp_path: Path) -> None:
    world = World()
    one, two = world.entity("One"), world.entity("Two")
    world.claim("works_on", one, valid="2025-03-11", confidence=0.5)
    world.claim("works_on", two, valid="2025-03-21", confidence=0.7)
    world.claim("mentions", value="something", valid="2025-03-11")
    outcome = built(tmp_path, world)
    saliences = [outcome.member("2025-03", label)["window_salience"] for label in ("One", "Two")]
    found = {node["label"]: node for node in outcome.nodes("SemanticCluster").values()}
    meta = found["Project 2025-03"]["metadata"]
    assert meta["member_count"] == 2
    assert meta["avg_salience"] == round(sum(saliences) / 2, 12)
    assert (meta["avg_classification_confidence"], meta["tier_distribution"]) == (1, {"1": 2})
    assert found["Unclassified 2025-03"]["metadata"]["tier_distribution"] == {"0": 1}
    key = found["Project 2025-03"]["source_id"]
    contained = {dst: meta for (src, dst), meta in outcome.edges("CLUSTER_CONTAINS").items() if src == key}
    assert {dst: meta["rank"] for dst, meta in contained.items()} == {two: 1, one: 2}
    assert contained[two] == {"classification_confidence": 1, "rank": 1, "salience": saliences[1], "tier": 1}
    assert outcome.edges("CLUSTER_OF_CATEGORY")[key, "project"] is None


def test_unclassified_ranks_last_whatever_it_weighs(tmp_path: Path) -> None:
    world = World()
    world.claim("works_on", world.entity("One"), confidence=0.1)
    for number in range(5):
        world.claim("mentions", value=f"thing {number}", confidence=0.9)
    rows = profiled(tmp_path, world).rows("profile_clusters")
    assert {row["category_key"]: row["cluster_rank"] for row in rows} == {"project": 1, "unclassified": 2}


def test_clusters_evolve_between_kept_windows_with_the_members_that_stay(tmp_path: Path) -> None:
    """March has A, B; May B, C, D: one of four stays. April was dropped, so May follows March."""
    world = World()
    a, b, c, d = (world.entity(name) for name in "ABCD")
    for month, things in (("2025-03", (a, b)), ("2025-05", (b, c, d))):
        for thing in things:
            world.claim("works_on", thing, valid=f"{month}-10")
    world.claim("likes", a, valid="2025-04-10")
    outcome = built(tmp_path, world, "profiles: {window_min_assertions: 2, granularities: [month]}")
    names = {key: node["label"] for key, node in outcome.nodes("SemanticCluster").items()}
    evolved = {(names[src], names[dst]): meta for (src, dst), meta in outcome.edges("EVOLVES_TO").items()}
    assert evolved == {("Project 2025-03", "Project 2025-05"): {"overlap": 0.25, "shared_members": 1}}


def test_profile_nodes_tell_their_figures(tmp_path: Path) -> None:
    world = World()
    world.claim("works_on", world.entity("One"), valid="2025-03-10")
    world.claim("likes", value="tea", valid="2025-05-10")
    outcome = built(tmp_path, world)
    (profile,) = [n["metadata"] for n in outcome.nodes("TemporalProfile").values() if n["label"] == "SELF by month"]
    assert profile == {
        "date_range": {"first_valid_utc": "2025-03-10T00:00:00.000Z", "last_valid_utc": "2025-05-10T00:00:00.000Z"},
        "entity_id": SELF, "granularity": "month", "profile_version": "1.0", "resolution_mode": "self",
        "schema_version": "1.0", "total_assertions": 2, "window_count": 2,
    }  # fmt: skip
    (window,) = [n["metadata"] for n in outcome.nodes("TemporalWindow").values() if n["label"] == "2025"]
    assert (window["assertion_count"], window["cluster_count"], len(window["top_members"])) == (2, 2, 2)
    assert json.loads(outcome.rows("profile_clusters")[0]["tier_distribution_json"]) == {"1": 1}
