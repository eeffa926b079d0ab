"""`facts_as_of(v, k, basis)` over random histories, against plain loops over stage 5 run on what was said up to k."""

import random
from typing import Any

import pytest

from kg_assets.core.config import load_config
from kg_assets.house import HOUSE
from tests.history.asked import asking
from tests.history.invented import invented
from tests.history.lived import Lived, instant, predicate_id, rule_id
from tests.history.reference import LAST, Fate, Reference

pytestmark = pytest.mark.whole

SETTINGS = load_config(HOUSE.sections).section("history").model_dump()
FUNCTIONAL = {predicate_id("lives_in"): rule_id("lives_in")}
HORIZON = instant("2024-06")
LEFT_OUT = "FROM left_out(?, ?, ?)"
MOMENTS = ("2017", "2018", "2019-06", "2020", "2020-07", "2021-02", "2022-05", "2022-12", "2023-03", "2024-01", "2025")


class Truth:
    """Who asks what was true, with a list and a pencil."""

    def __init__(self, world: Lived, known_at: str) -> None:
        self.reference = Reference(world, SETTINGS, FUNCTIONAL, known_at=known_at, horizon=HORIZON).run()
        self.told = {
            own: (claim, self.reference.fates[own])
            for own, claim in self.reference.claims.items()
            if self.reference.is_grounded(claim)
            and claim["confidence_final"] >= SETTINGS["threshold_close"]
            and self.reference.fates[own].status != "retracted"
            and own not in self.reference.corrected
        }

    def turn(self, claim: dict[str, Any]) -> tuple[Any, ...]:
        said = self.reference.said[claim["message_id"]]
        return (
            self.known_from(claim), said["conversation_id"], said["order_index"], claim["char_start"] or 0,
            claim["assertion_id"],
        )  # fmt: skip

    def known_from(self, claim: dict[str, Any]) -> str:
        said = self.reference.said[claim["message_id"]]
        return str(said["created_at_utc"]) if said["timestamp_quality"] == "original" else HORIZON

    @staticmethod
    def is_dated(fate: Fate) -> bool:
        return fate.has_explicit_valid_time and fate.valid_from_utc is not None

    def holds(self, claim: dict[str, Any], fate: Fate, moment: str) -> bool:
        begins = str(fate.valid_from_utc)
        if claim["modality"] == "intention":  # a plan is held from when it is made
            begins = min(begins, self.known_from(claim))
        if not self.is_dated(fate) or begins > moment:
            return False
        if fate.valid_time_type == "instant" and claim["modality"] in ("fact", "intention"):
            since = str(fate.valid_from_utc)
            return moment < f"{int(since[:4]) + 1}{since[4:]}"  # the invented moments are exact to the year
        return moment < (fate.valid_to_utc or LAST)

    def facts(self, moment: str, basis: str) -> list[str]:
        dated = [own for own, (claim, fate) in self.told.items() if self.holds(claim, fate, moment)]
        if basis == "dated":
            return sorted(own for own in dated if self.is_plain(self.told[own][0]))
        stated = [own for own in self.told if self.is_stated(own, dated, moment)]
        return sorted([own for own in dated if not any(self.replaces(it, own) for it in stated)] + stated)

    def replaces(self, stated: str, dated: str) -> bool:
        """Of what holds one value at a time only the newest said counts."""
        claim, it = self.told[stated][0], self.told[dated][0]
        return (
            claim["predicate_id"] in FUNCTIONAL
            and self.of_same_kind(claim, it)
            and claim["polarity"] == it["polarity"] == "positive"
        )

    @staticmethod
    def of_same_kind(claim: dict[str, Any], it: dict[str, Any]) -> bool:
        return (it["subject_entity_id"], it["predicate_id"], it["modality"] == "intention") == (
            claim["subject_entity_id"], claim["predicate_id"], claim["modality"] == "intention"
        )  # fmt: skip

    @staticmethod
    def is_plain(claim: dict[str, Any]) -> bool:
        return bool(claim["polarity"] == "positive" and claim["modality"] != "intention")

    def is_stated(self, own: str, dated: list[str], moment: str) -> bool:
        claim, fate = self.told[own]
        if self.is_dated(fate) or self.known_from(claim) > moment or (fate.valid_until_hint_utc or LAST) <= moment:
            return False
        others = [(other, it) for other, (it, _) in self.told.items() if self.of_same_kind(claim, it)]
        for other, it in others:
            is_contrary = it["object_signature"] == claim["object_signature"] and it["polarity"] != claim["polarity"]
            if is_contrary and (other in dated or self.is_said_after(other, own, moment)):
                return False
        if claim["predicate_id"] not in FUNCTIONAL or claim["polarity"] == "negative":
            return True
        return not any(
            it["polarity"] == "positive"
            and (
                (other in dated and self.outranks(it, claim))
                or (it["object_signature"] != claim["object_signature"] and self.is_said_after(other, own, moment))
                or self.began_after(other, own, moment)
            )
            for other, it in others
        )

    def outranks(self, dated: dict[str, Any], claim: dict[str, Any]) -> bool:
        """A dated value stands before one without a time that is the same or was not said later."""
        is_same = dated["object_signature"] == claim["object_signature"]
        return is_same or self.known_from(dated) >= self.known_from(claim)

    def is_said_after(self, other: str, own: str, moment: str) -> bool:
        """Whether another claim without a time was said later, by the moment."""
        it, fate = self.told[other]
        return (
            not self.is_dated(fate) and self.known_from(it) <= moment and self.turn(it) > self.turn(self.told[own][0])
        )

    def began_after(self, other: str, own: str, moment: str) -> bool:
        fate = self.told[other][1]
        return self.is_dated(fate) and self.known_from(self.told[own][0]) < str(fate.valid_from_utc) <= moment


@pytest.mark.parametrize("seed", [21, 22])
def test_facts_as_of_is_stage_5_on_what_was_said_by_then(seed: int) -> None:
    world = invented(seed, 120)
    for row in world.claims:
        chance = random.Random(row["assertion_id"])
        if chance.random() < 0.3:  # more that names no time
            row |= {"temporal_qualifier_type": None, "temporal_qualifier_id": None}
    chance = random.Random(seed)
    found = {"dated": 0, "stated": 0}
    asked = asking(world, as_of="2024-06", horizon="2024-06")
    for known_at in chance.sample(MOMENTS[4:], 3):
        truth = Truth(world, instant(known_at))
        for moment in chance.sample(MOMENTS, 3):
            basis = chance.choice(("dated", "stated", "stated"))
            expected = truth.facts(instant(moment), basis)
            assert asked.facts(moment, known_at, basis) == expected, (moment, known_at, basis)
            left = {row["assertion_id"]: row["reason"] for row in asked.rows(LEFT_OUT, moment, known_at, basis)}
            known = {own for own, claim in truth.reference.claims.items() if claim["modality"] != "question"}
            assert (left.keys() | set(expected), left.keys() & set(expected)) == (known, set())
            assert basis == "dated" or "not asked for" not in left.values()
            found[basis] += len(expected)
    assert min(found.values()) > 20
