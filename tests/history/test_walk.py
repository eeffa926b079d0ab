"""§5.10 with design §9, in worked examples: newer values close earlier ones, or contradict them."""

from pathlib import Path
from typing import Any

import pytest

from tests.history.lived import SELF, Lived, build_by_seed, instant, predicate_id, rule_id, signature

PAIR = f'"{SELF}","{predicate_id("lives_in")}"'


def homes(world: Lived, *homes: tuple[str, str | tuple[str, str]], **more: Any) -> list[str]:
    """Claims of where the person lived: (place, since) or (place, (from, to))."""
    return [
        world.claim(f"LOCATION:{place}", **{"since" if isinstance(when, str) else "during": when}, **more)
        for place, when in homes
    ]


def decision(outcome: Any, own: str, code: str) -> dict[str, Any]:
    (found,) = [one for one in outcome.claim(own)["log"]["decisions"] if one["code"] == code]
    return dict(found)


def test_a_newer_value_closes_everything_of_the_one_before(tmp_path: Path) -> None:
    """Acme said in 2020 and again in 2021, then Globex in 2022: both Acme rows close in 2022."""
    world = Lived()
    first = world.claim("ORG:acme", "works_at", at="2023", since="2020")
    second = world.claim("ORG:acme", "works_at", at="2023", on="2021")
    third = world.claim("ORG:globex", "works_at", at="2023", since="2022", confidence_final=0.95)
    outcome = build_by_seed(tmp_path, world)
    assert outcome.span(first) == ("2020", "2022", "superseded")
    assert outcome.span(second) == ("2021", "2022", "superseded")
    assert outcome.span(third) == ("2022", None, "active")
    row = outcome.claim(second)
    assert row["valid_time_type"] == "interval"  # it was an instant
    assert row["temporal_superseded_by_assertion_id"] == third
    assert row["rule_id_applied"] == rule_id("works_at")
    # 0.95 - 0.9 = 0.05, at least the margin of 0.01
    assert decision(outcome, second, "SUPERSEDED") == {
        "at": instant("2022"), "code": "SUPERSEDED", "confidence_diff": 0.05, "cur": third, "cur_tier": 1,
        "prev": second, "prev_tier": 1, "rule_id": rule_id("works_at"), "supersession_reason": "CONFIDENCE_MARGIN",
    }  # fmt: skip
    assert decision(outcome, third, "SUPERSEDES")["closed"] == 2


def test_other_relations_keep_several_values(tmp_path: Path) -> None:
    """The default rule: nothing is functional."""
    world = Lived()
    one = world.claim("OTHER:vim", "uses", since="2018")
    other = world.claim("OTHER:emacs", "uses", since="2020")
    outcome = build_by_seed(tmp_path, world)
    assert [outcome.span(own) for own in (one, other)] == [("2018", None, "active"), ("2020", None, "active")]


def test_late_news_of_the_past_leaves_the_present(tmp_path: Path) -> None:
    """Said last, true first: it closes where the known present begins."""
    world = Lived()
    present = world.claim("LOCATION:oslo", at="2021", since="2019")
    past = world.claim("LOCATION:york", at="2024", since="2012")
    outcome = build_by_seed(tmp_path, world)
    assert outcome.span(present) == ("2019", None, "active")
    assert outcome.span(past) == ("2012", "2019", "superseded")


def test_what_has_ended_is_not_closed(tmp_path: Path) -> None:
    """[2018, 2019) ended before 2020, so nothing happens to it, and the same home again is a second interval."""
    world = Lived()
    oslo, york, again = homes(world, ("oslo", ("2018", "2019")), ("york", ("2019", "2021")), ("oslo", "2022"))
    outcome = build_by_seed(tmp_path, world)
    assert [outcome.span(own) for own in (oslo, york, again)] == [
        ("2018", "2019", "active"), ("2019", "2021", "active"), ("2022", None, "active"),
    ]  # fmt: skip
    assert outcome.decisions(again) == []


def test_a_stretch_inside_another_leaves_it_whole(tmp_path: Path) -> None:
    """Oslo from 2018 to 2021 in so many words, then "in 2019 I lived in York": 2020 and 2021 are Oslo's, so nothing is
    closed, and the year that has two homes is named."""
    world = Lived()
    outer, inner = homes(world, ("oslo", ("2018", "2022")), ("york", ("2019", "2020")))
    outcome = build_by_seed(tmp_path, world)
    assert outcome.span(outer) == ("2018", "2022", "active")
    assert outcome.span(inner) == ("2019", "2020", "active")
    assert outcome.conflicts() == {"OBJ_TRANSITION_CONFLICT": [{outer, inner}]}
    (group,) = outcome.rows("conflict_groups")
    assert group["conflict_key"] == f'["trans_conflict",{PAIR},"{instant("2018")}","{instant("2019")}"]'
    assert group["raw_conflict_json"] == (
        f'{{"ends":"{instant("2020")}","prev":"{outer}","reason":"CUR_LIES_WITHIN","rule_id":"{rule_id("lives_in")}"}}'
    )
    code = {"at": instant("2019"), "code": "OBJ_TRANSITION_CONFLICT", "reason": "CUR_LIES_WITHIN"}
    assert outcome.claim(outer)["log"]["decisions"] == [code | {"cur": inner}]
    assert outcome.claim(inner)["log"]["decisions"] == [code | {"prev": outer}]


@pytest.mark.parametrize(
    ("said", "quality", "span"),
    [
        # Said in 2020: then Oslo was still so, two years after York was over.
        ("2020", "original", ("2017", None, "active")),
        # Said in 2018: York ended in 2019, and nobody said that Oslo went on after that.
        ("2018", "original", ("2017", "2018", "superseded")),
        # Said nobody knows when: late news of the past does not overwrite the present.
        ("2018", "imputed_parent", ("2017", None, "active")),
    ],
)
def test_late_news_of_a_past_year_leaves_what_was_so_after_it(
    tmp_path: Path, said: str, quality: str, span: tuple[str, str | None, str]
) -> None:
    """ "In Oslo since 2017"; in 2021, "in 2018 I lived in York"."""
    world = Lived()
    oslo = world.claim("LOCATION:oslo", at=said, quality=quality, since="2017")
    york = world.claim("LOCATION:york", at="2021", during=("2018", "2019"))
    outcome = build_by_seed(tmp_path, world)
    assert outcome.span(oslo) == span
    assert outcome.span(york) == ("2018", "2019", "active")


def test_the_walk_goes_on_around_what_lies_within(tmp_path: Path) -> None:
    """Oslo since 2015, said in 2021; York and Bath in 2017 and 2018; Hull since 2022. Hull closes Oslo, as if nobody
    had spoken of York and Bath; of those that surround it, the one that is attested longest is named."""
    world = Lived()
    oslo = world.claim("LOCATION:oslo", at="2021", since="2015")
    york, week = homes(world, ("york", ("2017", "2019")), ("bath", ("2018", "2018-02")))
    hull = world.claim("LOCATION:hull", at="2023", since="2022")
    outcome = build_by_seed(tmp_path, world)
    assert [outcome.span(own) for own in (oslo, york, week, hull)] == [
        ("2015", "2022", "superseded"), ("2017", "2019", "active"), ("2018", "2018-02", "active"),
        ("2022", None, "active"),
    ]  # fmt: skip
    assert outcome.claim(oslo)["temporal_superseded_by_assertion_id"] == hull
    assert outcome.conflicts() == {"OBJ_TRANSITION_CONFLICT": [{oslo, york}, {oslo, week}]}


def test_a_stretch_that_reaches_as_far_follows_and_its_own_value_surrounds_nothing(tmp_path: Path) -> None:
    """[2018, 2022) of Oslo, York from 2019 until just as long: York follows. And Oslo in 2020 lies within Oslo."""
    world = Lived()
    oslo, york = homes(world, ("oslo", ("2018", "2022")), ("york", ("2019", "2022")))
    outcome = build_by_seed(tmp_path / "a", world)
    assert [outcome.span(own) for own in (oslo, york)] == [("2018", "2019", "superseded"), ("2019", "2022", "active")]
    world = Lived()
    own = homes(world, ("oslo", ("2018", "2022")), ("oslo", ("2020", "2021")))
    outcome = build_by_seed(tmp_path / "b", world)
    assert {outcome.span(one)[2] for one in own} == {"active"}
    assert outcome.conflicts() == {}


def test_the_newest_open_claim_stands_for_the_run(tmp_path: Path) -> None:
    """The last representative, [2019, 2020), has ended by 2021; the claim of 2018 is still open and is compared:
    0.9 against its 0.95, lower by 0.05, so too close; the one that ended stays out of it."""
    world = Lived()
    (open_,) = homes(world, ("oslo", "2018"), confidence_final=0.95)
    ended, new = homes(world, ("oslo", ("2019", "2020")), ("york", "2021"))
    outcome = build_by_seed(tmp_path, world)
    assert [outcome.span(own)[2] for own in (open_, ended, new)] == ["conflicted", "active", "conflicted"]
    assert outcome.conflicts() == {"OBJ_CONFIDENCE_TOO_CLOSE": [{open_, new}]}
    assert decision(outcome, new, "OBJ_CONFIDENCE_TOO_CLOSE")["prev"] == open_


@pytest.mark.parametrize(
    ("settings", "cases"),
    [
        (
            {},
            [
                # 0.81 - 0.80 = 0.01 is the margin itself.
                ((0.80, (1, 1)), (0.81, (3, 3)), "superseded", "CONFIDENCE_MARGIN"),
                # 0.80 - 0.81 = -0.01: lower by the margin.
                ((0.81, (3, 3)), (0.80, (1, 1)), "conflicted", "LOWER_CONFIDENCE"),
                # 0.805 - 0.80 = 0.005 is within it: min(2, 1) = 1 is a better tier than min(2, 3) = 2.
                ((0.80, (2, 3)), (0.805, (2, 1)), "superseded", "DETECTOR_TIER_TIEBREAK"),
                # What no detector found counts as 5, so min(3, 5) = 3 is worse than min(2, 4) = 2.
                ((0.80, (2, 4)), (0.805, (3, None)), "conflicted", "WORSE_TIER"),
                ((0.805, (2, 2)), (0.80, (2, 2)), "superseded", "NEWER_AT_EQUAL_RANK"),
            ],
        ),
        (
            {"use_detector_tier_tiebreak": False, "supersession_tie": "newer"},
            [((0.80, (2, 4)), (0.805, (3, None)), "superseded", "NEWER_AT_EQUAL_RANK")],
        ),
        ({"supersession_tie": "conflict"}, [((0.805, (2, 2)), (0.80, (2, 2)), "conflicted", "EQUAL_RANK")]),
    ],
)
def test_which_of_two_values_wins(tmp_path: Path, settings: dict[str, Any], cases: list[tuple[Any, ...]]) -> None:
    """§5.10.4 and `supersession_tie`: margin, then tier, then the newer one."""
    world = Lived()
    pairs = [
        [
            world.claim(f"LOCATION:{place}", subject=f"PERSON:{n}", since=since, confidence_final=sure, tiers=tiers)
            for place, since, (sure, tiers) in (("oslo", "2018", prev), ("york", "2020", cur))
        ]
        for n, (prev, cur, _, _) in enumerate(cases)
    ]
    outcome = build_by_seed(tmp_path, world, settings)
    for (old, new), (_, _, status, reason) in zip(pairs, cases, strict=True):
        (found,) = outcome.claim(old)["log"]["decisions"]
        assert found.get("supersession_reason", found.get("reason")) == reason
        assert outcome.span(old)[2] == status
        assert outcome.span(new)[2] == ("active" if status == "superseded" else "conflicted")


@pytest.mark.parametrize(("old", "new", "reason"), [(0.2, 0.4, "SALIENCE_TIEBREAK"), (0.4, 0.2, "LESS_SALIENT")])
def test_salience_decides_only_when_it_is_switched_on(tmp_path: Path, old: float, new: float, reason: str) -> None:
    """§5.3.3: within the margin, at equal tier."""
    world = Lived(salience={"LOCATION:oslo": old, "LOCATION:york": new})
    first, _ = homes(world, ("oslo", "2018"), ("york", "2020"))
    assert build_by_seed(tmp_path / "off", world).span(first)[2] == "superseded"
    outcome = build_by_seed(tmp_path / "on", world, {"use_salience_conflict_tiebreak": True})
    (found,) = outcome.claim(first)["log"]["decisions"]
    assert found.get("supersession_reason", found.get("reason")) == reason
    assert outcome.span(first)[2] == ("superseded" if reason == "SALIENCE_TIEBREAK" else "conflicted")


def test_too_close_has_one_group_with_its_arithmetic(tmp_path: Path) -> None:
    """All that is open of the one value and the whole timepoint of the other; key and numbers of §5.10.4 and §5.11."""
    world = Lived()
    old = homes(world, ("oslo", "2017"), ("oslo", "2018"), tiers=(1, 2))
    new = homes(world, ("york", "2020"), ("york", "2020"), confidence_final=0.75, tiers=(3, None))
    outcome = build_by_seed(tmp_path, world)
    assert {outcome.span(own)[2] for own in (*old, *new)} == {"conflicted"}
    assert outcome.conflicts() == {
        "OBJ_CONFIDENCE_TOO_CLOSE": [{*old, *new}], "SAME_TIME_DUPLICATES": [set(new)],
    }  # fmt: skip
    (group,) = [g for g in outcome.rows("conflict_groups") if g["conflict_type"] == "OBJ_CONFIDENCE_TOO_CLOSE"]
    assert group["conflict_key"] == f'["conf_close",{PAIR},"{old[1]}","{new[0]}"]'
    # 0.75 - 0.9 = -0.15
    assert group["raw_conflict_json"] == (
        f'{{"confidence_diff":-0.15,"cur":"{new[0]}","object_detection_tiers":{{"cur":null,"prev":2}},'
        f'"prev":"{old[1]}","reason":"LOWER_CONFIDENCE","rule_id":"{rule_id("lives_in")}",'
        '"subject_detection_tiers":{"cur":3,"prev":1}}'
    )


def test_after_a_conflict_the_next_change_is_one_of_transition(tmp_path: Path) -> None:
    """0.95, 0.85, 0.75, 0.70, 0.90 for five homes. Too close, so 1 and 2 are conflicted; from 2 to 3 nothing can be
    said; 3 and 4 are too close again; from 4 to 5 nothing. Every second decision is a conflict of transition."""
    world = Lived()
    own = [
        world.claim(f"LOCATION:{place}", since=f"201{place}", confidence_final=confidence)
        for place, confidence in enumerate((0.95, 0.85, 0.75, 0.70, 0.90))
    ]
    outcome = build_by_seed(tmp_path, world)
    assert [outcome.span(one)[2] for one in own] == ["conflicted"] * 4 + ["active"]
    assert outcome.conflicts() == {
        "OBJ_CONFIDENCE_TOO_CLOSE": [{own[0], own[1]}, {own[2], own[3]}],
        "OBJ_TRANSITION_CONFLICT": [{own[1], own[2]}, {own[3], own[4]}],
    }
    keys = {group["conflict_key"] for group in outcome.rows("conflict_groups")}
    assert f'["trans_conflict",{PAIR},"{instant("2011")}","{instant("2012")}"]' in keys


def test_a_confirmed_value_ends_the_doubt(tmp_path: Path) -> None:
    """After the conflict York is said again for 2021; that claim is not conflicted, so Hull closes all that is open of
    York, the conflicted claim too: superseded is higher (§5.12)."""
    world = Lived()
    (oslo,) = homes(world, ("oslo", "2018"), confidence_final=0.95)
    york, again, hull = homes(world, ("york", "2020"), ("york", "2021"), ("hull", "2022"))
    outcome = build_by_seed(tmp_path, world)
    assert [outcome.span(own) for own in (oslo, york, again, hull)] == [
        ("2018", None, "conflicted"), ("2020", "2022", "superseded"), ("2021", "2022", "superseded"),
        ("2022", None, "active"),
    ]  # fmt: skip


def test_values_of_one_moment_that_differ_are_in_conflict(tmp_path: Path) -> None:
    """§5.10.3: no representative. What held before stays open, and the overlap is named; the next value closes it."""
    world = Lived()
    before, york, hull, after = homes(world, ("oslo", "2018"), ("york", "2020"), ("hull", "2020"), ("bath", "2022"))
    outcome = build_by_seed(tmp_path, world)
    assert [outcome.span(own) for own in (before, york, hull, after)] == [
        ("2018", "2022", "superseded"), ("2020", None, "conflicted"), ("2020", None, "conflicted"),
        ("2022", None, "active"),
    ]  # fmt: skip
    assert outcome.conflicts() == {
        "OBJECT_DISAGREEMENT": [{york, hull}], "OBJ_TRANSITION_CONFLICT": [{before, york, hull}],
    }  # fmt: skip
    groups = {group["conflict_key"]: json_of(group) for group in outcome.rows("conflict_groups")}
    assert groups[f'["obj_disagree",{PAIR},"{instant("2020")}"]'].startswith(
        f'{{"members":2,"object_signatures":["{signature("LOCATION:hull")}","{signature("LOCATION:york")}"]'
    )
    assert groups[f'["trans_conflict",{PAIR},"{instant("2018")}","{instant("2020")}"]'].startswith(
        f'{{"prev":"{before}","reason":"CUR_CONFLICTED"'
    )


def json_of(group: dict[str, Any]) -> str:
    return str(group["raw_conflict_json"])


def test_the_same_value_twice_at_one_moment_is_only_noted(tmp_path: Path) -> None:
    """§5.10.3: both stay active; the representative is the surer, then the better known, then the lesser id."""
    world = Lived()
    plain = world.claim("LOCATION:oslo", since="2020", tiers=(2, 2))
    known = world.claim("LOCATION:oslo", since="2020", tiers=(2, 1))
    same = world.claim("LOCATION:oslo", since="2020", tiers=(1, 2))
    outcome = build_by_seed(tmp_path, world)
    assert {outcome.span(own) for own in (plain, known, same)} == {("2020", None, "active")}
    assert outcome.conflicts() == {"SAME_TIME_DUPLICATES": [{plain, known, same}]}
    (group,) = outcome.rows("conflict_groups")
    key = f'["same_time_dup",{PAIR},"{signature("LOCATION:oslo")}","{instant("2020")}"]'
    assert group["conflict_key"] == key
    # Confidence and min(2, 1) = min(1, 2) = 1 are equal; the subject's tier 1 is better than 2.
    assert group["raw_conflict_json"] == f'{{"members":3,"representative":"{same}"}}'


def test_what_is_not_eligible_neither_closes_nor_is_closed(tmp_path: Path) -> None:
    """§5.5.2: a plan, a doubtful claim, the assistant's word, and a claim without a date."""
    world = Lived()
    home = world.claim("LOCATION:oslo", since="2018")
    others = [
        world.claim("LOCATION:york", since="2019", modality="intention"),
        world.claim("LOCATION:york", since="2019", confidence_final=0.69),
        world.claim("LOCATION:york", since="2019", role="assistant"),
        world.claim("LOCATION:york", at="2019"),
    ]
    outcome = build_by_seed(tmp_path, world)
    assert outcome.span(home) == ("2018", None, "active")
    assert {outcome.span(own) for own in others} == {("2019", None, "ineligible")}


def test_what_was_denied_or_taken_back_is_out_of_the_walk(tmp_path: Path) -> None:
    """Passes in their order: the denied home ends in 2019, so York in 2021 finds nothing to close; the retracted one
    is nobody's predecessor."""
    world = Lived()
    denied, york = homes(world, ("oslo", "2018"), ("york", "2021"))
    world.denial("LOCATION:oslo", on="2019")
    (wrong,) = homes(world, ("hull", "2022"))
    world.retraction("full", wrong)
    outcome = build_by_seed(tmp_path, world)
    assert [outcome.span(own) for own in (denied, york, wrong)] == [
        ("2018", "2019", "negated"), ("2021", None, "active"), ("2022", None, "retracted"),
    ]  # fmt: skip
