"""§5.4 and §5.5 in worked examples: which time a claim gets, what its qualifier makes of it, and who may take part."""

from pathlib import Path
from typing import Any

import pytest

from tests.history.lived import Lived, build_by_seed, instant


def times_of(row: dict[str, Any]) -> tuple[str, str | None, str | None, str | None]:
    return row["valid_time_type"], row["valid_from_utc"], row["valid_to_utc"], row["valid_until_hint_utc"]


YEAR = ("2019", "2020")


def test_what_a_qualifier_makes_of_its_time(tmp_path: Path) -> None:
    """§5.4.4; a fact with only `until` has an end and no beginning, since nobody said when it began."""
    cases = [
        ("on", "2019", ("instant", "2019", None, None), []),
        ("on", YEAR, ("interval", "2019", "2020", None), []),
        ("during", YEAR, ("interval", "2019", "2020", None), []),
        ("during", "2019", ("instant", "2019", None, None), ["DURING_INSTANT_DOWNGRADED"]),
        ("since", "2019", ("interval", "2019", None, None), []),
        ("since", YEAR, ("interval", "2019", None, None), []),
        ("until", "2019", ("unknown", None, None, "2019"), ["UNTIL_QUALIFIER_HINT_STORED"]),
        ("until", YEAR, ("unknown", None, None, "2020"), ["UNTIL_QUALIFIER_HINT_STORED"]),
    ]
    world = Lived()
    claims = [
        world.claim("OTHER:vim", "uses", subject=f"PERSON:{n}", **{word: time})
        for n, (word, time, *_) in enumerate(cases)
    ]
    outcome = build_by_seed(tmp_path, world)
    for own, (word, _, (kind, *instants), records) in zip(claims, cases, strict=True):
        row = outcome.claim(own)
        assert times_of(row) == (kind, *(instant(text) if text else None for text in instants))
        assert (row["time_source"], row["valid_time_precision"]) == ("QUALIFIER_ID", "year")
        assert row["has_explicit_valid_time"]
        assert row["log"]["records"] == records
        logged = row["log"]["valid_time"]
        assert times_of(row) == (logged["type"], logged["from"], logged["to"], logged["hint"])
        assert row["status"] == ("ineligible" if word == "until" else "active")


def test_the_time_with_the_best_score_near_by_is_taken(tmp_path: Path) -> None:
    """§5.4.2 and §5.4.3 for a claim at [20, 30): before it [10, 16), after it [33, 37) and [231, 235).

    Gaps: 20 - 16 = 4 and 33 - 30 = 3, so alignments 1/5 = 0.2 and 1/4 = 0.25; scores 0.95 · 0.2 = 0.19 and
    0.7 · 0.25 = 0.175. The first wins although it is farther. The third stands 201 away, beyond 200: alignment 0.
    """
    world = Lived()
    message = world.message()
    before = world.time(message, 10, 16, "2018", confidence=0.95)
    after = world.time(message, 33, 37, "2019", confidence=0.7)
    world.time(message, 231, 235, "2020", confidence=1.0)
    own = world.claim("LOCATION:oslo", message=message, span=(20, 30))
    row = build_by_seed(tmp_path, world).claim(own)
    assert (row["time_source"], row["valid_from_utc"]) == ("PROXIMITY", instant("2018"))
    assert row["log"]["time_link"] == {
        "candidates": [
            {"alignment": 0.2, "confidence": 0.95, "gap": 4, "score": 0.19, "time_mention_id": before},
            {"alignment": 0.25, "confidence": 0.7, "gap": 3, "score": 0.175, "time_mention_id": after},
        ],
        "chosen": before,
        "out_of_reach": 1,
    }


@pytest.mark.parametrize(("gap", "is_linked"), [(9, True), (10, False)])
def test_a_time_must_fit_well_enough(tmp_path: Path, gap: int, is_linked: bool) -> None:
    """1 / (1 + 9) = 0.1 is the least alignment; 1 / (1 + 10) = 0.0909 is below it and only stands in the log."""
    world = Lived()
    message = world.message()
    world.time(message, 10 + gap, 20 + gap, "2018")
    own = world.claim("LOCATION:oslo", message=message, span=(0, 10))
    row = build_by_seed(tmp_path, world).claim(own)
    assert row["time_source"] == ("PROXIMITY" if is_linked else "ASSERTED_AT_FALLBACK")
    assert [one["gap"] for one in row["log"]["time_link"]["candidates"]] == [gap]


def test_equal_scores_go_to_the_better_aligned_then_to_the_earlier(tmp_path: Path) -> None:
    """§5.4.3's tie-breaks. First claim at [20, 30): gaps 1 and 3, 0.4 · 1/2 = 0.8 · 1/4 = 0.2, the nearer wins.
    Second at [60, 70): both 2 away with 0.9, the earlier wins."""
    world = Lived()
    message = world.message()
    world.time(message, 31, 34, "2018", confidence=0.4)
    world.time(message, 10, 17, "2019", confidence=0.8)
    near = world.claim("LOCATION:oslo", message=message, span=(20, 30))
    world.time(message, 72, 76, "2020")
    world.time(message, 54, 58, "2021")
    between = world.claim("LOCATION:oslo", message=message, span=(60, 70))
    outcome = build_by_seed(tmp_path, world)
    assert outcome.claim(near)["valid_from_utc"] == instant("2018")
    assert outcome.claim(between)["valid_from_utc"] == instant("2021")


@pytest.mark.parametrize(("times", "source"), [(1, "PROXIMITY"), (2, "ASSERTED_AT_FALLBACK")])
def test_a_claim_without_a_place_takes_the_only_time_and_guesses_none(tmp_path: Path, times: int, source: str) -> None:
    """§5.4.2: spanless claims get the least alignment that counts, if there is one time alone."""
    world = Lived()
    message = world.message()
    for number in range(times):
        world.time(message, 10 * number, 10 * number + 4, f"201{number}")
    own = world.claim("LOCATION:oslo", message=message, span=(None, None))
    row = build_by_seed(tmp_path, world).claim(own)
    assert row["time_source"] == source
    assert [one["alignment"] for one in row["log"]["time_link"]["candidates"]] == [0.1] * (2 - times)


def test_a_named_time_that_is_not_resolved_is_noted_and_the_nearest_taken(tmp_path: Path) -> None:
    """§5.4.1.2: the log says that the qualifier led nowhere; nearness then decides."""
    world = Lived()
    message = world.message()
    unresolved = world.time(message, 0, 4, None)
    world.time(message, 22, 26, "2018")
    own = world.claim("LOCATION:oslo", message=message, span=(10, 20), temporal_qualifier_id=unresolved)
    row = build_by_seed(tmp_path, world).claim(own)
    assert (row["time_source"], row["valid_from_utc"]) == ("PROXIMITY", instant("2018"))
    assert row["log"]["records"] == ["QUALIFIER_ID_MISSING_OR_UNRESOLVED"]


@pytest.mark.parametrize(
    ("said", "settings", "source", "blocked"),
    [
        ({"at": "2024"}, {}, "ASSERTED_AT_FALLBACK", None),
        ({"at": "2024", "quality": "imputed_parent"}, {}, "NONE", "TIMESTAMP_NOT_ORIGINAL"),
        ({"at": None}, {}, "NONE", "TIMESTAMP_NOT_ORIGINAL"),
        ({"at": "2024"}, {"fallback_valid_from_asserted": False}, "NONE", "FALLBACK_DISABLED"),
    ],
)
def test_a_claim_without_a_time_begins_with_its_message_if_that_is_known(
    tmp_path: Path, said: dict[str, Any], settings: dict[str, Any], source: str, blocked: str | None
) -> None:
    """§5.4.5: a hint for readers, never explicit, so never eligible."""
    world = Lived()
    own = world.claim("LOCATION:oslo", **said)
    row = build_by_seed(tmp_path, world, settings).claim(own)
    is_used = source == "ASSERTED_AT_FALLBACK"
    assert times_of(row) == ("instant" if is_used else "unknown", instant("2024") if is_used else None, None, None)
    assert (row["time_source"], row["log"]["fallback_blocked_reason"]) == (source, blocked)
    assert (row["has_explicit_valid_time"], row["status"]) == (False, "ineligible")
    assert row["valid_time_precision"] == ("second" if is_used else None)


def test_an_original_message_without_a_time_blocks_the_fallback_too(tmp_path: Path) -> None:
    """§5.4.5's ASSERTED_AT_NULL: such a row breaks the contract of messages, and still says nothing wrong here."""
    world = Lived()
    own = world.claim("LOCATION:oslo", asserted_at_utc=None)
    row = build_by_seed(tmp_path, world).claim(own)
    assert row["log"]["fallback_blocked_reason"] == "ASSERTED_AT_NULL"
    assert row["log"]["records"] == ["FALLBACK_BLOCKED_ASSERTED_AT_NULL"]


def test_a_span_that_ends_before_it_begins_is_unknown(tmp_path: Path) -> None:
    """§5.4.6."""
    world = Lived()
    own = world.claim("LOCATION:oslo", during=("2020", "2020"))
    row = build_by_seed(tmp_path, world).claim(own)
    assert times_of(row) == ("unknown", None, None, None)
    assert row["log"]["records"] == ["VALID_TIME_NONPOSITIVE_INTERVAL"]
    assert row["log"]["eligibility_reasons"] == ["VALID_FROM_NULL"]


def test_every_reason_against_taking_part_is_logged(tmp_path: Path) -> None:
    """§5.5.2 has six; a claim can have all of them at once."""
    world = Lived()
    own = world.claim(
        "LOCATION:oslo", at="2024", role="assistant", quality="imputed_prior", modality="intention",
        polarity="negative", confidence_final=0.69,
    )  # fmt: skip
    good = world.claim("LOCATION:oslo", role="assistant", has_user_corroboration=True, since="2019",
                       confidence_final=0.7)  # fmt: skip
    outcome = build_by_seed(tmp_path, world)
    assert outcome.claim(own)["log"]["eligibility_reasons"] == [
        "MODALITY_EXCLUDED", "NEGATIVE_POLARITY", "CONFIDENCE_BELOW_THRESHOLD", "NOT_USER_GROUNDED", "VALID_FROM_NULL",
        "NONEXPLICIT_TIME_SOURCE",
    ]  # fmt: skip
    assert outcome.claim(good)["log"]["eligibility_reasons"] == []
    assert outcome.claim(good)["status"] == "active"
    assert outcome.run.counts["ineligible:NOT_USER_GROUNDED"] == 1


def test_the_reach_of_a_claim_includes_its_last_character(tmp_path: Path) -> None:
    """With a reach of 5 and a claim at [20, 30): [11, 15) and [35, 39) are 5 away, [10, 14) and [36, 40) are 6."""
    settings = {"time_link_proximity_chars": 5, "time_link_min_alignment": 0.01}
    world = Lived()
    found = {}
    for start in (11, 35, 10, 36):
        message = world.message()
        world.time(message, start, start + 4, "2018")
        found[start] = world.claim("OTHER:vim", "uses", message=message, span=(20, 30))
    outcome = build_by_seed(tmp_path, world, settings)
    sources = {start: outcome.claim(own)["time_source"] for start, own in found.items()}
    near, far = "PROXIMITY", "ASSERTED_AT_FALLBACK"
    assert sources == {11: near, 35: near, 10: far, 36: far}


def test_a_time_of_the_sentence_before_is_not_taken(tmp_path: Path) -> None:
    """ "He turns 4 on 3 May", and on the next line "I hate Mondays": one sign between them, and a sentence ends."""
    world = Lived()
    one, two = world.message(), world.message()
    for message in (one, two):
        world.time(message, 12, 17, "2024-05-03", "2024-05-04", exact="day")
    beyond = world.claim("Mondays", "dislikes", message=one, span=(18, 32), modality="fact")
    within = world.claim("Mondays", "dislikes", message=two, span=(18, 32), modality="fact")
    world.sentences += [
        {"message_id": message, "sentence_index": index, "char_start": start}
        for message, starts in ((one, (0, 18)), (two, (0,)))
        for index, start in enumerate(starts)
    ]
    outcome = build_by_seed(tmp_path, world)
    assert outcome.claim(beyond)["time_source"] == "ASSERTED_AT_FALLBACK"
    assert outcome.claim(within)["time_source"] == "PROXIMITY"


@pytest.mark.parametrize(
    ("modality", "since", "to", "source"),
    [
        ("state", "2023-05-03", "2023-05-04", "ASSERTED_AT_FALLBACK"),  # "the book I read then reminds me of home"
        ("state", "2025-06", "2025-07", "ASSERTED_AT_FALLBACK"),  # "we're thinking about a trip in June"
        ("preference", "2023-05-03", "2023-05-04", "ASSERTED_AT_FALLBACK"),
        ("state", "2023-11", "2024-02", "PROXIMITY"),  # "this winter I'm learning Danish"
        ("fact", "2023-05-03", "2023-05-04", "PROXIMITY"),
    ],
)
def test_what_holds_as_it_is_said_is_in_no_time_that_is_over_or_to_come(
    tmp_path: Path, modality: str, since: str, to: str, source: str
) -> None:
    world = Lived()
    message = world.message("2024-01-15")
    world.time(message, 12, 17, since, to, exact="day")
    own = world.claim("Home", "likes", message=message, span=(0, 32), modality=modality)
    assert build_by_seed(tmp_path, world).claim(own)["time_source"] == source
