"""Stage 5 once more, as a person would do it with a list and a pencil: loops over everything, pass after pass.

Written from seed 000 §5.4 to §5.12 and the decisions in docs/history.md, not from the SQL. It is quadratic and knows no
logs; the property test holds both against each other.
"""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kg_assets.core.canonical import canonical_text
from tests.history.lived import Lived

LAST = "~"  # after every instant
LAST_TIER = 9  # after every tier


@dataclass
class Fate:
    """What becomes of a claim; the first eleven fields are columns of `kg.assertion_temporalized`."""

    valid_time_type: str = "unknown"
    valid_from_utc: str | None = None
    valid_to_utc: str | None = None
    valid_until_hint_utc: str | None = None
    valid_time_precision: str | None = None
    time_source: str = "NONE"
    has_explicit_valid_time: bool = False
    status: str = "ineligible"
    temporal_superseded_by_assertion_id: str | None = None
    retracted_by_retraction_id: str | None = None
    negated_by_assertion_id: str | None = None
    rule_id_applied: str | None = None


@dataclass
class Reference:
    """All passes over one world. `functional` gives the rule of every predicate that holds one value at a time."""

    world: Lived
    settings: Mapping[str, Any]
    functional: Mapping[str, str]
    known_at: str | None = None
    horizon: str | None = None
    fates: dict[str, Fate] = field(default_factory=dict)
    conflicts: dict[str, tuple[str, set[str]]] = field(default_factory=dict)
    events: list[tuple[str, str]] = field(default_factory=list)

    def run(self) -> "Reference":
        self.said = {row["message_id"]: row for row in self.world.messages}
        self.claims = {row["assertion_id"]: row for row in self.world.claims if self.is_known(row["message_id"])}
        for own, claim in self.claims.items():
            self.fates[own] = self.valid_time(claim)
            if self.is_eligible(claim, self.fates[own]):
                self.fates[own].status = "active"
        self.closers: dict[str, str] = {}  # ended or denied at a moment, they still close what came before
        self.over_by_now: set[str] = set()  # of those, what is only known to be over by then
        self.disputed: set[str] = set()
        self.deniers: set[str] = set()  # denials that ended what names no time
        self.corrected = {
            own for own, claim in self.claims.items()
            if claim.get("supersession_type") == "correction" and claim["superseded_by_assertion_id"] in self.claims
        }  # fmt: skip
        for own in self.corrected:
            self.fates[own].status = "superseded"
            self.fates[own].temporal_superseded_by_assertion_id = self.claims[own]["superseded_by_assertion_id"]
        self.retract()
        self.end()
        self.deny_undated()
        self.negate()
        for pair in sorted({(c["subject_entity_id"], c["predicate_id"]) for c in self.claims.values()}):
            if pair[1] in self.functional:
                self.walk(pair)
        return self

    def is_known(self, message_id: str) -> bool:
        """Design §8."""
        said = self.said[message_id]
        if self.known_at is None:
            return True
        known_from = said["created_at_utc"] if said["timestamp_quality"] == "original" else self.horizon
        return known_from is not None and known_from <= self.known_at

    def place(self, message_id: str, char_start: int | None) -> tuple[str, str, int, int]:
        said = self.said[message_id]
        return said["created_at_utc"] or LAST, said["conversation_id"], said["order_index"], char_start or 0

    def conflict(self, kind: str, key: list[Any], *members: str) -> None:
        self.conflicts.setdefault(canonical_text(key), (kind, set()))[1].update(members)

    # --- §5.4 ---------------------------------------------------------------------------------------------------------

    def resolved(self, message_id: str) -> list[dict[str, Any]]:
        return [
            t for t in self.world.times
            if t["message_id"] == message_id and t["resolved_type"] in ("instant", "interval")
        ]  # fmt: skip

    def linked(self, claim: Mapping[str, Any]) -> tuple[dict[str, Any] | None, str]:
        for time in self.world.times:
            if time["time_mention_id"] == claim["temporal_qualifier_id"] and time["resolved_type"] != "unresolved":
                return time, "QUALIFIER_ID"
        least = self.settings["time_link_min_alignment"]
        times = self.resolved(claim["message_id"])
        fitting = []
        for time in times:
            if self._is_elsewhere(claim, time):
                continue
            if claim["char_start"] is None:
                alignment = least if len(times) == 1 else 0.0
            else:
                gap = max(0, time["char_start"] - claim["char_end"], claim["char_start"] - time["char_end"])
                alignment = 1 / (1 + gap) if gap <= self.settings["time_link_proximity_chars"] else 0.0
            alignment = round(alignment, 12)
            if alignment >= least:
                score = round(time["confidence"] * alignment, 12)
                fitting.append((-score, -alignment, time["char_start"], time["time_mention_id"], time))
        return (min(fitting, key=lambda one: one[:4])[4], "PROXIMITY") if fitting else (None, "NONE")

    def _is_elsewhere(self, claim: Mapping[str, Any], time: Mapping[str, Any]) -> bool:
        """What holds as it is said is in no time that is over or to come."""
        said = claim["asserted_at_utc"]
        if claim["modality"] not in ("state", "preference") or said is None:
            return False
        since, to = time["valid_from_utc"], time["valid_to_utc"]
        return (since is not None and since > said) or (to is not None and to <= said)

    def valid_time(self, claim: Mapping[str, Any]) -> Fate:
        time, source = self.linked(claim)
        said = self.said[claim["message_id"]]
        if time is None:
            if not self.settings["fallback_valid_from_asserted"] or said["timestamp_quality"] != "original":
                return Fate()
            return Fate(
                "instant", said["created_at_utc"], valid_time_precision="second", time_source="ASSERTED_AT_FALLBACK"
            )
        since, to, exact = time["valid_from_utc"], time["valid_to_utc"], time["resolution_granularity"]
        kind = claim["temporal_qualifier_type"]
        if kind == "until":
            return Fate("unknown", None, None, to or since, exact, source, True)
        if kind == "since":
            return Fate("interval", since, None, None, exact, source, True)
        if to is not None and to <= since:
            return Fate(time_source=source, has_explicit_valid_time=True)
        return Fate("interval" if to else "instant", since, to, None, exact, source, True)

    def is_grounded(self, claim: Mapping[str, Any]) -> bool:
        return claim["asserted_role"] == "user" or claim["has_user_corroboration"]

    def is_eligible(self, claim: Mapping[str, Any], fate: Fate) -> bool:
        return (
            claim["modality"] in ("state", "fact", "preference")
            and claim["polarity"] == "positive"
            and claim["confidence_final"] >= self.settings["threshold_close"]
            and self.is_grounded(claim)
            and fate.valid_from_utc is not None
            and fate.has_explicit_valid_time
        )

    # --- §5.8 ---------------------------------------------------------------------------------------------------------

    def takings(self) -> list[dict[str, Any]]:
        counted = [
            r for r in self.world.retractions
            if r["confidence"] >= self.settings["threshold_close"]
            and self.said[r["retraction_message_id"]]["role"] == "user"
            and self.is_known(r["retraction_message_id"])
        ]  # fmt: skip
        return sorted(counted, key=lambda r: (r["retraction_message_id"], r["char_start"], r["retraction_id"]))

    def earlier(self, taking: Mapping[str, Any]) -> list[str]:
        """The positive claims of its fact that were said strictly before it."""
        bound = self.place(taking["retraction_message_id"], taking["char_start"])
        return [
            own for own, c in self.claims.items()
            if c["fact_key"] == taking["target_fact_key"] and c["polarity"] == "positive"
            and self.place(c["message_id"], c["char_start"]) < bound
        ]  # fmt: skip

    def following(self, taking: Mapping[str, Any]) -> list[str]:
        """What else was said of the fact before: other stints only if the words describe the fact as a whole."""
        is_whole = taking["retraction_type"] == "full" and taking["is_described"]
        if self.claims[taking["target_assertion_id"]]["polarity"] != "positive":
            return []
        return [
            own for own in self.earlier(taking)
            if own not in self.corrected and self.claims[own]["modality"] != "question"
            and (is_whole or self.claims[own]["temporal_qualifier_type"] is None)
        ]  # fmt: skip

    def retract(self) -> None:
        whole = [t for t in self.takings() if t["retraction_type"] != "temporal_bound"]
        named = {t["target_assertion_id"] for t in whole}
        taken: list[tuple[dict[str, Any], str]] = []
        for taking in whole:
            if taking["target_assertion_id"] is not None:
                is_replaced = (
                    taking["retraction_type"] == "correction" and taking["target_assertion_id"] in self.corrected
                )
                if taking["target_assertion_id"] in self.claims and not is_replaced:
                    taken.append((taking, taking["target_assertion_id"]))
                    taken += [(taking, own) for own in self.following(taking)]
                continue
            targets = [own for own in self.earlier(taking) if own not in named]
            if len(targets) == 1:
                taken.append((taking, targets[0]))
            elif targets:
                key = ["retract_ambig", taking["retraction_id"], taking["target_fact_key"]]
                self.conflict("RETRACTION_TARGET_NOT_UNIQUE", key, *targets)
            else:
                self.events.append(("RETRACTION_WITHOUT_TARGET", taking["retraction_id"]))
        for taking, own in taken:
            if self.fates[own].status != "retracted":
                self.fates[own].status = "retracted"
                self.fates[own].retracted_by_retraction_id = taking["retraction_id"]

    def moment(self, taking: Mapping[str, Any]) -> tuple[str | None, str | None, str]:
        """What an end closes at, the end of the stretch that its words name, and how exact that is (design §9)."""
        span = taking["qualifier_start"] is not None and (taking["qualifier_start"], taking["qualifier_end"])
        for time in sorted(self.resolved(taking["retraction_message_id"]), key=lambda t: t["char_start"]):
            if span and time["char_start"] < span[1] and span[0] < time["char_end"]:
                return time["valid_from_utc"], time["valid_to_utc"], time["resolution_granularity"]
        said = self.said[taking["retraction_message_id"]]
        return (said["created_at_utc"] if said["timestamp_quality"] == "original" else None), None, "second"

    def is_dated_by_words(self, taking: Mapping[str, Any]) -> bool:
        span = taking["qualifier_start"] is not None and (taking["qualifier_start"], taking["qualifier_end"])
        return any(
            span and time["char_start"] < span[1] and span[0] < time["char_end"]
            for time in self.resolved(taking["retraction_message_id"])
        )

    def ends_of(self, bounds: list[dict[str, Any]]) -> dict[str, list[tuple[Any, ...]]]:
        """Every end said after a claim and after its beginning: (moment, rank, place, by, precision). At one moment a
        retraction counts before a claim, and "until" before "from ... to"."""
        found: dict[str, list[tuple[Any, ...]]] = {}
        for taking in bounds:
            moment, moment_to, exact = self.moment(taking)
            for own in self.earlier(taking) if moment is not None else ():
                since = self.begins(own) or ""
                after = [at for at in (moment, moment_to) if at is not None and at > since]
                if after and self.is_standing(own):
                    place = self.place(taking["retraction_message_id"], taking["char_start"])
                    found.setdefault(own, []).append((after[0], 0, place, taking["retraction_id"], exact))
        for own, restating in self.restated():
            fate, claim = self.fates[restating], self.claims[restating]
            place = self.place(claim["message_id"], claim["char_start"])
            moment, rank = (fate.valid_until_hint_utc, 1) if fate.valid_until_hint_utc else (fate.valid_to_utc, 2)
            found.setdefault(own, []).append((moment, rank, place, restating, fate.valid_time_precision))
        return found

    def end(self) -> None:
        """Of the ends of a claim the earliest."""
        bounds = [t for t in self.takings() if t["retraction_type"] == "temporal_bound"]
        ended = set()
        for own, ends in self.ends_of(bounds).items():
            moment, rank, _, by, exact = min(ends)
            fate = self.fates[own]
            if self.begins(own) is not None:
                if fate.valid_to_utc is not None and fate.valid_to_utc <= moment:
                    continue
                fate.valid_to_utc, fate.valid_time_type = moment, "interval"
            elif fate.valid_until_hint_utc is not None and fate.valid_until_hint_utc <= moment:
                continue
            else:
                fate.valid_time_type, fate.valid_from_utc, fate.valid_to_utc = "unknown", None, None
                fate.valid_until_hint_utc, fate.valid_time_precision = moment, exact
            if fate.status == "active":
                self.closers[own] = moment
                if rank == 0 and not self.is_dated_by_words(next(t for t in bounds if t["retraction_id"] == by)):
                    self.over_by_now.add(own)
            fate.status = "negated"
            if rank > 0:
                fate.negated_by_assertion_id = by
            else:
                fate.retracted_by_retraction_id = by
                ended.add(by)
        for taking in bounds:
            if self.moment(taking)[0] is None:
                self.events.append(("END_WITHOUT_MOMENT", taking["retraction_id"]))
            elif taking["retraction_id"] not in ended:
                self.events.append(("END_CLOSES_NOTHING", taking["retraction_id"]))

    def is_standing(self, own: str) -> bool:
        return self.fates[own].status != "retracted" and own not in self.corrected

    def begins(self, own: str) -> str | None:
        """Since when, by its own words; a plan begins when it is made, whatever time it names."""
        fate = self.fates[own]
        is_dated = fate.has_explicit_valid_time and self.claims[own]["modality"] != "intention"
        return fate.valid_from_utc if is_dated else None

    def restated(self) -> list[tuple[str, str]]:
        """What is open, with each later claim of the same fact that says how long it lasted."""
        kinds = ("state", "fact", "preference")
        said = {
            own: self.place(c["message_id"], c["char_start"]) for own, c in self.claims.items()
            if c["polarity"] == "positive" and c["modality"] in kinds and self.is_standing(own)
        }  # fmt: skip
        pairs = []
        for own, later in itertools.product(said, said):
            fate, other = self.fates[own], self.fates[later]
            is_sure = self.claims[later]["confidence_final"] >= self.settings["threshold_close"]
            if (
                self.fact(self.claims[own]) != self.fact(self.claims[later]) or said[own] >= said[later]
                or fate.valid_to_utc is not None or fate.valid_until_hint_utc is not None
                or not is_sure or not self.is_grounded(self.claims[later])
            ):  # fmt: skip
                continue
            if other.valid_until_hint_utc is not None:
                if other.valid_until_hint_utc > (self.begins(own) or said[own][0]):
                    pairs.append((own, later))
            elif other.valid_time_precision == "range" and other.valid_to_utc is not None:
                pairs += [(own, later)] * (other.valid_from_utc == self.begins(own))
        return pairs

    def deny_undated(self) -> None:
        """What names no beginning ends by the first denial of a known time that reaches behind when it was said."""
        for own, claim in self.claims.items():
            fate, said = self.fates[own], self.said[claim["message_id"]]
            if (
                claim["polarity"] != "positive" or claim["modality"] not in ("state", "preference", "intention")
                or said["timestamp_quality"] != "original" or not self.is_standing(own)
                or self.begins(own) is not None
            ):  # fmt: skip
                continue
            ends = []
            for denial, other in self.claims.items():
                if (
                    other["polarity"] != "negative" or self.fact(other) != self.fact(claim)
                    or not self.is_grounded(other) or not self.is_standing(denial)
                    or other["confidence_final"] < self.settings["threshold_close"]
                ):  # fmt: skip
                    continue
                its = self.valid_time(other)
                if its.valid_from_utc is not None and (its.has_explicit_valid_time or claim["modality"] == "intention"):
                    place = self.place(other["message_id"], other["char_start"])
                    to = its.valid_to_utc if its.valid_time_type == "interval" else None
                    ends += [(at, place, denial, its.valid_time_precision) for at in (its.valid_from_utc, to)
                             if at is not None and at > said["created_at_utc"]]  # fmt: skip
            if ends and min(ends)[0] < (fate.valid_until_hint_utc or LAST):
                fate.valid_until_hint_utc, _, fate.negated_by_assertion_id, fate.valid_time_precision = min(ends)
                fate.valid_time_type, fate.valid_from_utc, fate.valid_to_utc = "unknown", None, None
                fate.status, fate.retracted_by_retraction_id = "negated", None
                self.deniers.add(str(fate.negated_by_assertion_id))

    # --- §5.9 ---------------------------------------------------------------------------------------------------------

    def negate(self) -> None:
        said_as_end = {t["denied_by_assertion_id"] for t in self.takings()}
        closing: dict[tuple[str, str], list[tuple[Any, ...]]] = {}
        states: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for own, claim in self.claims.items():
            fate = self.fates[own]
            if (
                claim["polarity"] == "negative" and self.is_grounded(claim)
                and claim["confidence_final"] >= self.settings["threshold_close"]
                and fate.valid_from_utc is not None and fate.status != "retracted" and own not in self.corrected
            ):  # fmt: skip
                fact = self.fact(claim)
                if fact not in states:
                    states[fact] = self.states(fact)
                moment = fate.valid_from_utc
                if fate.valid_time_type == "interval":
                    to = fate.valid_to_utc or LAST
                    met = [s for s in states[fact] if s["from"] < to and s["to"] > moment]
                    if len(met) > 1:
                        pair = (claim["subject_entity_id"], claim["predicate_id"])
                        key = ["neg", *pair, claim["object_signature"], moment]
                        self.conflict("NEGATION_AMBIGUOUS", key, own, *(p for s in met for p in s["members"]))
                        continue
                if any(s["from"] < moment < s["to"] for s in states[fact]):
                    place = self.place(claim["message_id"], claim["char_start"])
                    closing.setdefault(fact, []).append((moment, place, own))
                elif own not in said_as_end and own not in self.deniers:
                    self.events.append(("NEGATION_WITHOUT_TARGET", own))
        for fact, negations in closing.items():
            for target in [p for s in states[fact] for p in s["members"]]:
                fate = self.fates[target]
                after = [n for n in negations if n[0] > (fate.valid_from_utc or "")]
                if after and min(after)[0] < (fate.valid_to_utc or LAST):
                    fate.valid_to_utc, fate.valid_time_type = min(after)[0], "interval"
                    self.closers[target] = min(after)[0]
                    if self.fates[min(after)[2]].time_source == "ASSERTED_AT_FALLBACK":
                        self.over_by_now.add(target)
                    fate.status, fate.negated_by_assertion_id = "negated", min(after)[2]

    @staticmethod
    def fact(claim: Mapping[str, Any]) -> tuple[str, str, str]:
        return claim["subject_entity_id"], claim["predicate_id"], claim["object_signature"]

    def states(self, fact: tuple[str, str, str]) -> list[dict[str, Any]]:
        """Overlapping active claims of one fact, joined."""
        joined: list[dict[str, Any]] = []
        active = [o for o, c in self.claims.items() if self.fact(c) == fact and self.fates[o].status == "active"]
        for own in sorted(active, key=lambda o: str(self.fates[o].valid_from_utc)):
            since, to = str(self.fates[own].valid_from_utc), self.fates[own].valid_to_utc or LAST
            if joined and since < joined[-1]["to"]:
                joined[-1]["to"] = max(joined[-1]["to"], to)
                joined[-1]["members"].append(own)
            else:
                joined.append({"from": since, "to": to, "members": [own]})
        return joined

    # --- §5.10 --------------------------------------------------------------------------------------------------------

    def tier(self, own: str) -> int:
        claim = self.claims[own]
        return min(claim["subject_detection_tier"] or 5, claim["object_detection_tier"] or 5)

    def rank(self, own: str) -> tuple[Any, ...]:
        claim = self.claims[own]
        return -claim["confidence_final"], self.tier(own), claim["subject_detection_tier"] or LAST_TIER, own

    def walk(self, pair: tuple[str, str]) -> None:
        points: dict[str, list[str]] = {}
        for own, claim in self.claims.items():
            if (claim["subject_entity_id"], claim["predicate_id"]) == pair and self.fates[own].status == "active":
                points.setdefault(str(self.fates[own].valid_from_utc), []).append(own)
        self.add_closers(pair, points)
        run: list[str] = []  # members since the value last changed
        for moment in sorted(points):
            here = sorted(points[moment], key=self.rank)
            values = {self.claims[own]["object_signature"] for own in here}
            if len(values) > 1:
                self.conflict("OBJECT_DISAGREEMENT", ["obj_disagree", *pair, moment], *here)
                last = self.representative(run, points)
                if last is not None and self.is_open(last, moment):
                    key = ["trans_conflict", *pair, self.fates[last].valid_from_utc, moment]
                    self.conflict("OBJ_TRANSITION_CONFLICT", key, last, *here)
                for own in here:
                    self.fates[own].status = "conflicted"
                continue
            (value,) = values
            aside = self.surrounding(points, moment)
            if len(here) > 1:
                self.conflict("SAME_TIME_DUPLICATES", ["same_time_dup", *pair, value, moment], *here)
            if aside is not None:
                key = ["trans_conflict", *pair, self.fates[aside].valid_from_utc, moment]
                self.conflict("OBJ_TRANSITION_CONFLICT", key, aside, *here)
                continue
            if run and self.claims[run[0]]["object_signature"] != value:
                self.change(
                    pair, [own for own in run if self.can_be_closed(own) and self.is_open(own, moment)], here, moment
                )
                run = []
            run += here

    def add_closers(self, pair: tuple[str, str], points: dict[str, list[str]]) -> None:
        """What was ended or denied closes what came before it, where nothing that is active speaks of its beginning."""
        found: dict[str, list[str]] = {}
        for own in self.closers:
            claim, since = self.claims[own], str(self.fates[own].valid_from_utc)
            if (claim["subject_entity_id"], claim["predicate_id"]) == pair and since not in points:
                found.setdefault(since, []).append(own)
        for since, here in found.items():
            if len({self.claims[own]["object_signature"] for own in here}) == 1:
                points[since] = here

    def surrounding(self, points: Mapping[str, list[str]], moment: str) -> str | None:
        """What began before, is of another value, and is attested until after all that begins here has ended."""
        before = [
            own for at, here in points.items() if at < moment
            and len({self.claims[own]["object_signature"] for own in here}) == 1
            for own in here
        ]  # fmt: skip
        if not before:
            return None
        longest = max(before, key=self.attested)
        ends = max(self.stated_end(own) or LAST for own in points[moment])
        is_other = self.claims[longest]["object_signature"] != self.claims[points[moment][0]]["object_signature"]
        return longest if is_other and self.attested(longest)[0] > ends else None

    def stated_end(self, own: str) -> str | None:
        return self.closers.get(own) or self.valid_time(self.claims[own]).valid_to_utc

    def attested(self, own: str) -> tuple[str, str, str, str]:
        """Until when its words speak for a claim; of the same, the greater by value, beginning and id."""
        claim = self.claims[own]
        said = self.said[claim["message_id"]]
        by_words = claim["asserted_at_utc"] if said["timestamp_quality"] == "original" else LAST
        if own in self.over_by_now:
            until = min(self.valid_time(claim).valid_to_utc or by_words, self.closers[own])
        else:
            until = self.stated_end(own) or by_words
        return until, claim["object_signature"], str(self.fates[own].valid_from_utc), own

    def representative(self, run: list[str], points: Mapping[str, list[str]]) -> str | None:
        if not run:
            return None
        newest = max(str(self.fates[own].valid_from_utc) for own in run)
        return min((own for own in points[newest]), key=self.rank)

    def can_be_closed(self, own: str) -> bool:
        return own not in self.closers or own in self.over_by_now

    def is_open(self, own: str, moment: str) -> bool:
        return (self.fates[own].valid_to_utc or LAST) > moment

    def change(self, pair: tuple[str, str], still: list[str], here: list[str], moment: str) -> None:
        """One value after another."""
        if not still:
            return
        newest = max(str(self.fates[own].valid_from_utc) for own in still)
        prev = min((own for own in still if self.fates[own].valid_from_utc == newest), key=self.rank)
        cur = here[0]
        if prev in self.disputed:
            key = ["trans_conflict", *pair, self.fates[prev].valid_from_utc, moment]
            self.conflict("OBJ_TRANSITION_CONFLICT", key, *still, *here)
        elif self.wins(cur, prev):
            for own in still:
                fate = self.fates[own]
                fate.valid_to_utc, fate.valid_time_type, fate.status = moment, "interval", "superseded"
                fate.temporal_superseded_by_assertion_id, fate.rule_id_applied = cur, self.functional[pair[1]]
                fate.retracted_by_retraction_id = fate.negated_by_assertion_id = None
        else:
            self.conflict("OBJ_CONFIDENCE_TOO_CLOSE", ["conf_close", *pair, prev, cur], *still, *here)
            self.disputed |= {*still, *here}
            for own in {*still, *here} - self.closers.keys():
                self.fates[own].status = "conflicted"

    def wins(self, cur: str, prev: str) -> bool:
        difference = round(self.claims[cur]["confidence_final"] - self.claims[prev]["confidence_final"], 12)
        margin = self.settings["confidence_supersession_margin"]
        if difference >= margin or difference <= -margin:
            return bool(difference >= margin)
        if self.settings["use_detector_tier_tiebreak"] and self.tier(cur) != self.tier(prev):
            return self.tier(cur) < self.tier(prev)
        if self.settings["use_salience_conflict_tiebreak"]:
            one, other = (self.world.salience.get(self.claims[own]["object_entity_id"]) for own in (cur, prev))
            if one is not None and other is not None and one != other:
                return one > other
        return bool(self.settings["supersession_tie"] == "newer")
