"""What a request shows: the message's own path, the entities and times of these messages, and nothing that moves."""

import pytest

from kg_assets.claims.extraction.windows import Mention, Time, windows
from kg_assets.core.faults import Gathered
from tests.claims.extraction.shown import material, message, settings, window_of

NAMES = {"id of Oslo": ("Oslo", "LOCATION"), "id of Kim": ("Kim Berg", "PERSON")}


def test_the_context_is_the_path_and_never_a_sibling() -> None:
    """Guards design §9 "Branches": a regenerated answer is no context; tools and silence are passed over."""
    made = material(
        message("m1", "first words here"),
        message("m2", "the answer that was thrown away", "m1", role="assistant"),
        message("m3", "the answer that stayed", "m1", role="assistant"),
        message("m4", "tool output of some length", "m3", role="tool"),
        message("m5", None, "m4"),
        message("m6", "last words of it", "m5"),
    )
    window = window_of(made, "m6")
    assert window.context == (
        {"role": "user", "text": "first words here"},
        {"role": "assistant", "text": "the answer that stayed"},
    )
    assert window.about == ("m1", "m3", "m6")
    assert window_of(made, "m6", k_context=1).about == ("m3", "m6")
    assert window_of(made, "m6", k_context=0).context == ()


def test_a_circle_of_parents_ends() -> None:
    """Guards against an export whose tree is none."""
    made = material(message("m1", "one says something", "m2"), message("m2", "two says something", "m1"))
    assert window_of(made, "m1").about == ("m2", "m1")


def test_entities_are_numbered_from_the_target_backwards() -> None:
    """Guards the closed set: the nearest come first, so that a limit cuts the farthest; ids are local."""
    made = material(
        message("m1", "Kim was in Oslo"),
        message("m2", "Oslo, Oslo and Oslo", "m1"),
        mentions={
            "m1": [Mention(0, 3, "id of Kim", 2), Mention(11, 15, "id of Oslo", 0)],
            "m2": [Mention(0, 4, "id of Oslo", 1), Mention(6, 10, "id of Oslo", 2), Mention(15, 19, "id of SELF", 0)],
        },
        names=NAMES,
    )
    window = window_of(made, "m2")
    assert [(e.local_id, e.name, e.entity_type) for e in window.entities] == [
        ("E1", "Oslo", "LOCATION"),
        ("E2", "Kim Berg", "PERSON"),
    ]
    # Oslo has three mentions in the window, the best of tier 1; Kim one, by the recogniser.
    assert [(e.salience, e.reliability) for e in window.entities] == [("high", "high"), ("low", "low")]
    assert [e.name for e in window_of(made, "m2", max_entities=1).entities] == ["Oslo"]


def test_what_is_cut_off_a_long_context_names_nothing() -> None:
    """Guards the set against entities and times that the model cannot see."""
    made = material(
        message(
            "m1", "```\ncode\n```\nOslo, and then Kim in May", code_fence_ranges_json='[{"char_start":0,"char_end":12}]'
        ),
        message("m2", "and what about it?", "m1"),
        mentions={"m1": [Mention(13, 17, "id of Oslo", 0), Mention(28, 31, "id of Kim", 0)]},
        times={"m1": [Time(35, 38, {"text": "May", "from": "a", "to": "b", "granularity": "month"})]},
        names=NAMES,
    )
    whole = window_of(made, "m2")
    # The code became [CODE], six characters.
    assert whole.context[0]["text"] == "[CODE]\nOslo, and then Kim in May"
    assert [e.name for e in whole.entities] == ["Oslo", "Kim Berg"]
    assert [time["text"] for time in whole.times] == ["May"]
    cut = window_of(made, "m2", context_chars=len("[CODE]\nOslo, and then Ki"))
    assert cut.context[0]["text"] == "[CODE]\nOslo, and then Ki"
    assert [e.name for e in cut.entities] == ["Oslo"]
    assert cut.times == ()


def test_a_time_that_is_said_twice_is_shown_once() -> None:
    """Guards the prompt's length."""
    may = {"text": "May", "from": "a", "to": "b", "granularity": "month"}
    made = material(
        message("m1", "in May or so"), message("m2", "May? not in June", "m1"),
        times={"m1": [Time(3, 6, may)], "m2": [Time(0, 3, dict(may)), Time(12, 16, may | {"text": "June"})]},
    )  # fmt: skip
    assert [time["text"] for time in window_of(made, "m2").times] == ["May", "June"]


@pytest.mark.parametrize(
    ("changed", "asked"),
    [({}, ["m1", "m2"]), ({"roles": ("user",)}, ["m1"]), ({"max_target_chars": 20}, ["m1"])],
)
def test_who_is_asked_about(changed: dict[str, object], asked: list[str]) -> None:
    """Guards what calls cost: roles and lengths that are left out take none."""
    made = material(message("m2", "a long answer to all of that", "m1", role="assistant"), message("m1", "short words"))
    assert [w.message_id for w in windows(made, settings(**changed), Gathered())] == asked
