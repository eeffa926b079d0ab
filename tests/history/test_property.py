"""Stage 5 over random histories, against a reference of plain loops, and the properties that must hold of any history.

This guards the parts that no worked example reaches: chains of decisions too close to make, many ends of one fact,
intervals inside intervals, and what was known when.
"""

import copy
import dataclasses
import itertools
import json
import random
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.canonical import canonical_text
from kg_assets.core.config import load_config
from kg_assets.core.data import data_path
from kg_assets.engine.steps import folder_steps, ordered_steps
from kg_assets.history.temporalize import FOLDERS, parameters
from kg_assets.house import HOUSE
from kg_assets.store.sqlrun import add_views, session
from tests.history.invented import invented
from tests.history.lived import IDS, Lived, Outcome, build, instant, predicate_id, rule_id
from tests.history.reference import Fate, Reference

SHIPPED = load_config(HOUSE.sections).section("history").model_dump()
FUNCTIONAL = {predicate_id("lives_in"): rule_id("lives_in")}
OTHER = {
    "use_salience_conflict_tiebreak": True, "supersession_tie": "conflict", "use_detector_tier_tiebreak": False,
    "fallback_valid_from_asserted": False, "confidence_supersession_margin": 0.02, "time_link_proximity_chars": 12,
    "time_link_min_alignment": 0.05,
}  # fmt: skip


def referred(world: Lived, settings: dict[str, Any], **known: str) -> Reference:
    return Reference(world, settings, FUNCTIONAL, **known).run()


def compared(outcome: Outcome, reference: Reference) -> None:
    """Every row, every conflict with its members, and every event."""
    columns = [field.name for field in dataclasses.fields(next(iter(reference.fates.values())))]
    rows = {
        row["assertion_id"]: {name: row[name] for name in columns} for row in outcome.rows("assertion_temporalized")
    }
    fates = {own: dataclasses.asdict(fate) for own, fate in reference.fates.items()}
    differing = {own: (rows.get(own), fates[own]) for own in fates if rows.get(own) != fates[own]}
    assert not differing, list(differing.items())[:2]
    assert set(rows) == set(fates)
    members = defaultdict(set)
    for row in outcome.rows("conflict_members"):
        members[row["conflict_group_id"]].add(row["assertion_id"])
    groups = {
        row["conflict_key"]: (row["conflict_type"], members[row["conflict_group_id"]])
        for row in outcome.rows("conflict_groups")
    }
    assert groups == reference.conflicts
    events = Counter((code, *detail.values()) for code, detail in outcome.events())
    assert events == Counter(reference.events)


@pytest.fixture(scope="module")
def lives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Lived, Outcome]:
    """Many lives and what the stage makes of them."""
    world = invented(1, 400)
    return world, build(tmp_path_factory.mktemp("lives"), world)


@pytest.mark.whole
def test_the_steps_do_what_plain_loops_do(lives: tuple[Lived, Outcome]) -> None:
    """Row by row under the shipped settings; and every kind of conflict and status is met."""
    world, outcome = lives
    compared(outcome, referred(world, SHIPPED))
    assert len({row["status"] for row in outcome.rows("assertion_temporalized")}) == 6
    assert len(outcome.conflicts()) == 6


@pytest.mark.whole
@pytest.mark.parametrize("changed", [OTHER, {"supersession_tie": "conflict"}])
def test_they_do_so_under_other_settings(tmp_path: Path, changed: dict[str, Any]) -> None:
    world = invented(2, 150)
    outcome = build(tmp_path, world, changed)
    compared(outcome, referred(world, {**SHIPPED, **changed}))
    assert len(outcome.rows("assertion_temporalized")) == len(world.claims)


def states_known_at(folder: Path, outcome: Outcome, known_at: str, horizon: str) -> dict[str, tuple[Any, ...]]:
    """The steps up to `lifecycle`, put behind one WITH, over the files that a build read."""
    steps = ordered_steps(folder_steps(map(data_path, FOLDERS)), ("lifecycle",), ("invalidation_rules",))
    query = "WITH " + ", ".join(f"{name} AS (\n{text}\n)" for name, text in steps) + "\nSELECT * FROM lifecycle"
    given = {**parameters(outcome.run.settings("history"), IDS, horizon), "known_at": known_at}
    given = {name: value for name, value in given.items() if re.search(rf"\${name}\b", query)}
    with session(1, "1GB", folder) as connection:
        add_views(connection, outcome.files)
        connection.execute("CREATE VIEW invalidation_rules AS SELECT * FROM kg.invalidation_rules")
        rows = connection.sql(query, params=given).to_arrow_table().to_pylist()
    return {row["assertion_id"]: state_of(row) for row in rows}


def state_of(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row[field.name] for field in dataclasses.fields(Fate))


def cut(world: Lived, horizon: str, known_at: str) -> Lived:
    """The world as it was told by then (design §8): the messages stay, what they say later goes."""
    known = {
        row["message_id"] for row in world.messages
        if (row["created_at_utc"] if row["timestamp_quality"] == "original" else horizon) <= known_at
    }  # fmt: skip
    own = copy.deepcopy(world)
    own.claims = [row for row in own.claims if row["message_id"] in known]
    own.retractions = [row for row in own.retractions if row["retraction_message_id"] in known]
    standing = {row["assertion_id"] for row in own.claims}
    for row in own.claims:
        if row.get("superseded_by_assertion_id") not in standing:
            row |= {"superseded_by_assertion_id": None, "supersession_type": None}
    return own


@pytest.mark.parametrize(
    "known_at", ["2023-04", *(pytest.param(at, marks=pytest.mark.whole) for at in ("2021-02", "2024-06"))]
)
def test_what_was_known_then_is_the_stage_run_on_what_was_said_by_then(tmp_path: Path, known_at: str) -> None:
    """Design §8: for any k the steps with `$known_at` = k, composed into one query, equal a build of the rows up to k;
    claims and retractions whose message has no time of its own are known from the horizon."""
    world, horizon = invented(11, 60), instant("2024-06")
    whole = build(tmp_path / "whole", world)
    then = build(tmp_path / "then", cut(world, horizon, instant(known_at)))
    found = states_known_at(tmp_path, whole, instant(known_at), horizon)
    rows = {row["assertion_id"]: state_of(row) for row in then.rows("assertion_temporalized")}
    assert found == rows
    assert 0 < len(rows) <= len(world.claims)
    fates = referred(world, SHIPPED, known_at=instant(known_at), horizon=horizon).fates
    assert found == {own: dataclasses.astuple(fate) for own, fate in fates.items()}


def test_no_two_values_hold_at_once_unless_in_a_conflict(lives: tuple[Lived, Outcome]) -> None:
    """Of a relation that holds one value at a time, active claims of different values overlap only where one lies in a
    stretch that is attested beyond it, and then a conflict names it."""
    world, outcome = lives
    asides = {
        row["assertion_id"]
        for row in outcome.rows("assertion_temporalized")
        for one in json.loads(row["raw_temporalize_json"])["decisions"]
        if one.get("reason") == "CUR_LIES_WITHIN" and "prev" in one
    }
    in_conflict = set().union(*outcome.conflicts()["OBJ_TRANSITION_CONFLICT"])
    claims = {row["assertion_id"]: row for row in world.claims}
    active = defaultdict(list)
    for row in outcome.rows("assertion_temporalized"):
        claim = claims[row["assertion_id"]]
        if row["status"] == "active" and claim["predicate_id"] in FUNCTIONAL:
            active[claim["subject_entity_id"]].append((row["valid_from_utc"], row["valid_to_utc"] or "~", claim))
    overlapping = [
        (one, other)
        for rows in active.values()
        for one, other in itertools.combinations(rows, 2)
        if one[2]["object_signature"] != other[2]["object_signature"] and max(one[0], other[0]) < min(one[1], other[1])
    ]
    assert sum(map(len, active.values())) > 100
    found = [{one[2]["assertion_id"], other[2]["assertion_id"]} for one, other in overlapping]
    assert [pair for pair in found if not pair & asides] == []
    assert asides
    assert asides <= in_conflict


@pytest.mark.whole
def test_a_closed_claim_ends_where_its_closer_begins_unless_it_ended_before(lives: tuple[Lived, Outcome]) -> None:
    """§5.9, §5.10: to the millisecond; and nothing ends later than its own words say."""
    world, outcome = lives
    reference = referred(Lived(world.messages, world.times, world.claims), SHIPPED)
    rows = {row["assertion_id"]: row for row in outcome.rows("assertion_temporalized")}
    claims = {row["assertion_id"]: row for row in world.claims}
    closed = 0
    for row in rows.values():
        closer = row["negated_by_assertion_id"]
        if row["rule_id_applied"]:
            closer = row["temporal_superseded_by_assertion_id"]
        if closer is not None:
            closed += 1
            by = reference.valid_time(claims[closer])
            is_restated = row["status"] == "negated" and claims[closer]["polarity"] == "positive"
            at = by.valid_until_hint_utc or by.valid_to_utc if is_restated else rows[closer]["valid_from_utc"]
            # What was said without a beginning, within the time that is denied, ends with that.
            within = {rows[closer]["valid_to_utc"]} if claims[closer]["polarity"] == "negative" else set()
            ends = row["valid_to_utc"] or row["valid_until_hint_utc"]
            assert ends == at or (row["valid_to_utc"] is None and ends in within)
            said = reference.valid_time(claims[row["assertion_id"]]).valid_to_utc
            # What was only denied has no end of its own, but a moment by which it was over.
            assert said is None or row["valid_to_utc"] is None or row["valid_to_utc"] < said
    assert closed > 50


@pytest.mark.whole
def test_a_removed_message_is_as_if_it_had_never_been(tmp_path: Path) -> None:
    """Erasure (design §1): the rows that remain are those of a world that never had the message, log and all."""
    world = invented(7, 60)
    gone = random.Random(1).choice([row["message_id"] for row in world.claims])
    without = Lived(
        [row for row in world.messages if row["message_id"] != gone],
        [row for row in world.times if row["message_id"] != gone],
        [row for row in world.claims if row["message_id"] != gone],
        [row for row in world.retractions if row["retraction_message_id"] != gone],
        world.salience,
    )
    erased = {row["assertion_id"] for row in world.claims} - {row["assertion_id"] for row in without.claims}
    without.claims = [row for row in without.claims if row.get("superseded_by_assertion_id") not in erased]
    without.retractions = [row for row in without.retractions if row["target_assertion_id"] not in erased]
    before, after = build(tmp_path / "a", world), build(tmp_path / "b", without)
    compared(after, referred(without, SHIPPED))
    of = {row["assertion_id"]: row["subject_entity_id"] for row in world.claims}
    touched = {of[own] for own in erased}
    untouched = [
        {row["assertion_id"]: row for row in outcome.rows("assertion_temporalized")
         if of[row["assertion_id"]] not in touched}
        for outcome in (before, after)
    ]  # fmt: skip
    assert untouched[0] == untouched[1]
    assert len(untouched[0]) > 200
    assert not erased & set(re.findall(r"a\d+", str(after.rows("assertion_temporalized"))))


def test_the_bytes_do_not_depend_on_threads_or_on_the_order_of_rows(tmp_path: Path) -> None:
    """Design §5: a build is a function of its rows."""
    world = invented(8, 60)
    order = list(range(10_000))
    random.Random(2).shuffle(order)
    plain = build(tmp_path / "a", world)
    assert build(tmp_path / "b", world, threads=2, order=order).hashes() == plain.hashes()


def test_logs_are_canonical_json(lives: tuple[Lived, Outcome]) -> None:
    """Seed 000 §5.0: written by SQL, byte for byte what RFC 8785 gives, and so are the keys of conflicts."""
    _, outcome = lives
    texts = [row["raw_temporalize_json"] for row in outcome.rows("assertion_temporalized")]
    for row in outcome.rows("conflict_groups"):
        texts += [row["conflict_key"], row["raw_conflict_json"]]
        assert row["conflict_group_id"] == IDS.make("conflict", row["conflict_key"])
    assert [text for text in texts if canonical_text(json.loads(text)) != text] == []


def test_precedence_never_goes_down(lives: tuple[Lived, Outcome]) -> None:
    """§5.12: the status is the highest of all that the log says happened."""
    highest = ("retracted", "negated", "superseded", "conflicted", "active", "ineligible")
    means = {
        "RETRACTED": "retracted", "ENDED_BY_RETRACTION": "negated", "NEGATED": "negated",
        "ENDED_BY_RESTATEMENT": "negated",
        "CORRECTION_SUPERSESSION_FROM_STAGE4": "superseded", "SUPERSEDED": "superseded",
        "OBJECT_DISAGREEMENT": "conflicted", "OBJ_CONFIDENCE_TOO_CLOSE": "conflicted",
    }  # fmt: skip
    for row in lives[1].rows("assertion_temporalized"):
        log = json.loads(row["raw_temporalize_json"])
        happened = [means[one["code"]] for one in log["decisions"] if one["code"] in means]
        initial = "ineligible" if log["eligibility_reasons"] else "active"
        wanted = {min([*happened, initial], key=highest.index)}
        if wanted == {"negated"} and "superseded" in happened:
            # What was denied without a date ended earlier where a newer value had taken its place before.
            wanted.add("superseded")
        assert row["status"] in wanted
