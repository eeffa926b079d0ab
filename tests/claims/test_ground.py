"""The stage as a whole: keys, ids, predicates, qualifiers, what is refused, verdicts, determinism."""

import hashlib
import json
import random
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kg_assets.claims.retracting.model import Described
from kg_assets.core.canonical import canonical_text
from kg_assets.sources.settings import SourceSettings
from tests.claims.claimed import HORIZON, SELF, Claimed, Outcome, build, entity_id, predicate_id

SPACE = uuid.UUID(SourceSettings().id_namespace)


def built(folder: Path, world: Claimed, override: str = "", **more: Any) -> Outcome:
    outcome = build(folder, world, override, **more)
    assert outcome.broken_rules() == []
    return outcome


def jcs_id(*parts: Any) -> str:
    """uuid5 over the canonical JSON array, written out again here."""
    return str(uuid.uuid5(SPACE, json.dumps(list(parts), ensure_ascii=False, separators=(",", ":"))))


def test_keys_signatures_and_ids_recompute(tmp_path: Path) -> None:
    """§4.6.3, §4.6.9, §4.10, from the stored row alone; a claim without a place has __NULL__ in its key."""
    world = Claimed()
    message = world.message("I live in Oslo and like tea. tea. tea.")
    place = world.claim(message, "SELF", "lives_in", "Oslo", words="I live in Oslo")
    taste = world.claim(message, "SELF", "likes", "tea", "string", char_start=None, char_end=None, surface_text="tea")
    outcome = built(tmp_path, world)
    oslo = entity_id("LOCATION", "oslo")
    value = hashlib.sha256(b'["string","\\"tea\\""]').hexdigest()
    expected = {place: (f"E:{oslo}", 0, "lives_in"), taste: (f"V:{value}", "__NULL__", "likes")}
    for candidate, (signature, start, label) in expected.items():
        row = outcome.assertion(candidate)
        predicate = jcs_id("pred", label)
        assert row["predicate_id"] == predicate == predicate_id(label)
        assert row["object_signature"] == signature
        assert json.loads(row["assertion_key"]) == [message, SELF, predicate, signature, start, "state", "positive"]
        assert json.loads(row["fact_key"]) == [SELF, predicate, signature]
        raw = row["raw_assertion_json"]
        assert raw == canonical_text(json.loads(raw))
        assert row["assertion_id"] == jcs_id(
            "assertion", row["assertion_key"], hashlib.sha256(raw.encode()).hexdigest()
        )
    row = outcome.assertion(taste)
    assert (row["char_start"], row["char_end"], row["surface_text"]) == (None, None, None)
    assert row["raw"]["words"] == {"issue": "QUOTE_OFFSET_UNRESOLVED", "quote": "tea"}
    assert (row["asserted_role"], row["asserted_at_utc"]) == ("user", HORIZON)


_PLACES: list[tuple[dict[str, Any], tuple[Any, Any, Any], str | None]] = [
    ({"char_start": None, "char_end": None, "surface_text": "in Oslo"}, (7, 14, "in Oslo"), None),
    ({"char_start": 7, "char_end": 14, "surface_text": "in  Oslo"}, (7, 14, "in Oslo"), None),
    ({"char_start": 7, "char_end": 14, "surface_text": "in Rome"}, (None, None, None), "SPAN_QUOTE_MISMATCH"),
    ({"char_start": 7, "char_end": 99, "surface_text": "in Oslo"}, (None, None, None), "SPAN_OUT_OF_TEXT"),
    ({"char_start": None, "char_end": None, "surface_text": "o"}, (None, None, None), "QUOTE_OFFSET_UNRESOLVED"),
    ({"char_start": None, "char_end": None, "surface_text": None}, (None, None, None), None),
]


def test_words_are_found_in_the_text_itself(tmp_path: Path) -> None:
    """§4.5.3, §4.5.4: a reader's offsets and quotes are checked, and what has no one place has none."""
    world = Claimed()
    claims = [
        world.claim(
            world.message("I live in Oslo, or so"), "SELF", "lives_in", "Oslo", extraction_method="llm", **place
        )
        for place, _, _ in _PLACES
    ]
    outcome = build(tmp_path, world)
    # The candidates are kept as they were read, wrong places and all.
    assert outcome.broken_rules() == ["kg.claim_candidates: offsets_are_true"]
    warned = {event[3].get("candidate_id"): event[1] for event in outcome.run.events if event[0] == "WARN"}
    for claim, (_, found, issue) in zip(claims, _PLACES, strict=True):
        row = outcome.assertion(claim)
        assert (row["char_start"], row["char_end"], row["surface_text"]) == found
        assert warned.get(claim) == issue


_FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"subject": "  "}, "EMPTY_SUBJECT"),
    ({"predicate_label": " "}, "EMPTY_PREDICATE"),
    ({"modality": "dream"}, "BAD_MODALITY"),
    ({"polarity": "maybe"}, "BAD_POLARITY"),
    ({"object": None}, "BAD_OBJECT"),
    ({"object": " "}, "BAD_OBJECT"),
    ({"object_kind": None}, "BAD_OBJECT"),
    ({"confidence": 7.0}, "BAD_CONFIDENCE"),
    ({"confidence": float("nan")}, "BAD_CONFIDENCE"),
    ({"object_kind": "date", "object": "2020-13-45"}, "BAD_OBJECT"),
    ({"char_start": None, "char_end": None, "surface_text": "I like coffee"}, "QUOTE_NOT_FOUND"),
    ({"object_kind": "boolean"}, "BAD_OBJECT"),
    ({"object_kind": "json"}, "BAD_OBJECT"),
]


def test_what_is_no_claim(tmp_path: Path) -> None:
    """§4.5.1, §4.5.2: dropped with its reason, and without the person's words in the event."""
    world = Claimed()
    message = world.message("I like tea")
    claims = [world.claim(message, "SELF", "likes", "tea", "string") for _ in _FAULTS]
    for row, (fault, _) in zip(world.candidates, _FAULTS, strict=True):
        row |= fault
    outcome = built(tmp_path, world)
    assert outcome.rows("assertions") == []
    assert [outcome.reason(claim) for claim in claims] == [reason for _, reason in _FAULTS]
    expected = [
        ("WARN", "CANDIDATE_INVALID", message, {"candidate_id": claim, "reason": reason})
        for claim, (_, reason) in zip(claims, _FAULTS, strict=True)
    ]
    assert sorted(outcome.events("CANDIDATE_INVALID"), key=repr) == sorted(expected, key=repr)
    assert outcome.run.counts["rejected:BAD_OBJECT"] == 6


def test_who_may_claim(tmp_path: Path) -> None:
    """An assistant's I is not the person; a tool claims nothing."""
    world = Claimed()
    assistant, tool = world.message("I like tea", "assistant"), world.message("I like tea", "tool")
    one = world.claim(assistant, "I", "likes", "tea", "string")
    two = world.claim(assistant, "Omar", "friend_is", "me")
    three = world.claim(tool, "SELF", "likes", "tea", "string")
    outcome = built(tmp_path, world)
    assert [outcome.reason(c) for c in (one, two, three)] == ["FIRST_PERSON_OF_ASSISTANT"] * 2 + ["NOT_SAID"]


def test_priority_decides_between_readings_of_one_thing(tmp_path: Path) -> None:
    """Same predicate, same words, overlapping objects: the lower number stays, and so does all else."""
    world = Claimed()
    message = world.message("I love hiking and bouldering")

    def read(predicate: str, thing: str, priority: int) -> str:
        return world.claim(message, "SELF", predicate, thing, "string", thing_words=thing, priority=priority)

    whole, part = read("likes", "hiking and bouldering", 20), read("likes", "hiking", 10)
    second, other = read("likes", "bouldering", 30), read("habit", "hiking", 90)
    outcome = built(tmp_path, world)
    kept = {row["raw"]["candidate"]["candidate_id"] for row in outcome.assertions()}
    assert kept == {part, second, other}
    assert outcome.reason(whole) == "LOWER_PRIORITY"


def test_predicates_hold_the_vocabulary_and_what_was_said(tmp_path: Path) -> None:
    """The first time is the earliest, not that of the first message in order; labels are counted by their one form."""
    world = Claimed()
    late, early = world.message("x", at="2024-05-01T00:00:00.000Z"), world.message("y", at="2023-05-01T00:00:00.000Z")
    unknown = world.message("z", at=None)
    for message, label in ((late, "Knits  For"), (early, "knits for"), (unknown, "KNITS FOR")):
        world.claim(message, "SELF", label, "Zed")
    world.claim(late, "SELF", "Lives in", "Oslo")
    world.claim(late, "SELF", "hums")
    outcome = built(tmp_path, world)
    rows = {row["canonical_label_norm"]: row for row in outcome.rows("predicates")}
    knits, hums = rows["knits for"], rows["hums"]
    assert (knits["canonical_label"], knits["arity"], knits["assertion_count"]) == ("Knits For", 2, 3)
    assert knits["first_seen_at_utc"] == "2023-05-01T00:00:00.000Z"
    assert (hums["arity"], hums["category"]) == (1, None)
    assert rows["lives_in"]["assertion_count"] == 1
    assert (rows["has_goal"]["assertion_count"], rows["has_goal"]["first_seen_at_utc"]) == (0, None)
    assert outcome.run.counts["predicates_created"] == 2


def test_qualifiers_are_linked_by_place_then_by_words(tmp_path: Path) -> None:
    """Two mentions have the same words: the place decides, else the surer, else the first."""
    world = Claimed()
    message = world.message("in May, since May, and May again")
    first = world.time(message, "May", "2024-05-01T00:00:00.000Z", confidence=0.5)
    text = world.text(message)
    for at, confidence in ((text.index("May", 5), 0.5), (text.rindex("May"), 0.9)):
        world.times.append(
            {
                **world.times[0],
                "time_mention_id": f"t{len(world.times):03d}",
                "char_start": at,
                "char_end": at + 3,
                "confidence": confidence,
            }
        )
    span = {"qualifier_start": 14, "qualifier_end": 17}
    by_place = world.claim(message, "SELF", "likes", "a", "string", qualifier=("since", "May"), **span)
    by_words = world.claim(message, "SELF", "likes", "b", "string", qualifier=("at", "May"))
    by_id = world.claim(message, "SELF", "likes", "c", "string", qualifier=("at", None), qualifier_value=first)
    by_value = world.claim(
        message, "SELF", "likes", "d", "string", qualifier=("until", None), qualifier_value="2025-01"
    )
    nothing = world.claim(message, "SELF", "likes", "e", "string", qualifier=("during", "June"))
    unknown = world.claim(message, "SELF", "likes", "f", "string", qualifier=("around", "May"))
    outcome = built(tmp_path, world)
    rows = {c: outcome.assertion(c) for c in (by_place, by_words, by_id, by_value, nothing, unknown)}
    links = [(row["temporal_qualifier_type"], row["temporal_qualifier_id"]) for row in rows.values()]
    assert links == [("since", "t001"), ("at", "t002"), ("at", "t000"), ("until", None), (None, None), (None, None)]
    assert rows[by_value]["raw"]["temporal_qualifier"]["temporal_qualifier_value"] == "2025-01"
    events = outcome.events("TEMPORAL_QUALIFIER_UNLINKED")
    assert [(event[0], event[3]["candidate_id"]) for event in events] == [("INFO", nothing), ("INFO", unknown)]


def test_the_model_that_read_a_claim_is_named(tmp_path: Path) -> None:
    """From the reader's notes; rules have none."""
    world = Claimed()
    message = world.message("I like tea and rum")
    model = world.claim(
        message, "SELF", "likes", "tea", "string", extraction_method="llm", notes_json='{"model":"small-1"}'
    )
    rule = world.claim(message, "SELF", "likes", "rum", "string")
    outcome = built(tmp_path, world)
    assert [outcome.assertion(c)["extraction_model"] for c in (model, rule)] == ["small-1", None]


def said_and_told() -> tuple[Claimed, str, str]:
    """The person and an assistant say that the person lives in Oslo."""
    world = Claimed()
    mine = world.message("Well, I live in Oslo now")
    theirs = world.message("You live in Oslo", "assistant", parent=mine)
    one = world.claim(mine, "SELF", "lives_in", "Oslo", words="I live in Oslo")
    return world, one, world.claim(theirs, "SELF", "lives_in", "Oslo")


def fact(label: str, signature: str) -> str:
    return canonical_text([SELF, predicate_id(label), signature])


IN_OSLO = fact("lives_in", f"E:{entity_id('LOCATION', 'oslo')}")


def verdict(world: Claimed, kind: str, quote: str = "in Oslo now", **more: Any) -> int:
    body = {"message_id": "m000", "quote": quote, "fact_key": IN_OSLO, "polarity": "positive"}
    return world.decide(kind, **{**body, **more})


def test_a_confirmed_claim_is_sure(tmp_path: Path) -> None:
    """Its words overlap the quote; the weights stay on record."""
    world, one, two = said_and_told()
    position = verdict(world, "claim_confirmed")
    outcome = built(tmp_path, world)
    row = outcome.assertion(one)
    assert row["confidence_final"] == 1.0
    assert row["raw"]["verdict"] == {"kind": "confirmed", "position": position, "confidence_final": 1}
    assert row["raw"]["confidence"]["confidence_final"] < 1.0
    assert outcome.assertion(two)["confidence_final"] < 1.0
    assert outcome.run.counts["verdicts:confirmed"] == 1


def test_a_verdict_follows_its_words_when_the_object_became_another_entity(tmp_path: Path) -> None:
    """A place that is said often enough becomes a term of the lexicon: another type, another id, another fact."""
    world, one, _ = said_and_told()
    as_it_was = fact("lives_in", f"E:{entity_id('OTHER', 'oslo')}")
    verdict(world, "claim_rejected", fact_key=as_it_was)
    outcome = built(tmp_path, world)
    assert outcome.reason(one) == "REJECTED_BY_PERSON"
    assert outcome.events("VERDICT_WITHOUT_CLAIM") == []


@pytest.mark.parametrize(
    "more",
    [{"quote": "Well,"}, {"polarity": "negative"}, {"message_id": "m001"}, {"fact_key": fact("likes", "N:__NONE__")}],
)
def test_a_verdict_on_something_else_changes_nothing(tmp_path: Path, more: dict[str, str]) -> None:
    """Other words, other polarity, other message, other fact: reported, since the person will wonder."""
    world, one, _ = said_and_told()
    verdict(world, "claim_rejected", **more)
    outcome = built(tmp_path, world)
    assert outcome.assertion(one)["confidence_final"] < 1.0
    assert len(outcome.events("VERDICT_WITHOUT_CLAIM")) == 1


def test_a_rejected_claim_is_gone_and_corroborates_nothing(tmp_path: Path) -> None:
    """An undone verdict is none."""
    world, one, two = said_and_told()
    position = verdict(world, "claim_rejected")
    outcome = built(tmp_path / "a", world)
    assert outcome.reason(one) == "REJECTED_BY_PERSON"
    assert outcome.assertion(two)["has_user_corroboration"] is False
    world.decide("decision_undone", undone_position=position)
    assert built(tmp_path / "b", world).assertion(two)["has_user_corroboration"] is True


def test_a_corrected_claim_is_superseded_by_the_persons_own(tmp_path: Path) -> None:
    """Same words, same time of saying, method person; the assistant's claim now has nobody behind it."""
    world, one, two = said_and_told()
    verdict(
        world,
        "claim_corrected",
        replacement={"predicate": None, "object": "Bergen", "object_kind": "entity", "polarity": None},
    )
    outcome = built(tmp_path, world)
    old = outcome.assertion(one)
    (new,) = [row for row in outcome.assertions() if row["extraction_method"] == "person"]
    assert (old["superseded_by_assertion_id"], old["supersession_type"]) == (new["assertion_id"], "correction")
    assert new["object_entity_id"] == entity_id("LOCATION", "bergen")
    assert (new["predicate_id"], new["subject_entity_id"]) == (predicate_id("lives_in"), SELF)
    for column in ("message_id", "char_start", "char_end", "surface_text", "asserted_at_utc", "modality"):
        assert new[column] == old[column]
    assert (new["confidence_final"], new["polarity"], new["asserted_role"]) == (1.0, "positive", "user")
    assert old["confidence_final"] < 1.0
    assert outcome.assertion(two)["has_user_corroboration"] is False


def test_d72_031_a_correction_can_say_of_whom_it_is_so(tmp_path: Path) -> None:
    world, one, _ = said_and_told()
    anna = world.entity("PERSON", "anna", "Anna")
    verdict(world, "claim_corrected", replacement={"subject": "Anna"})
    outcome = built(tmp_path, world)
    (new,) = [row for row in outcome.assertions() if row["extraction_method"] == "person"]
    old = outcome.assertion(one)
    assert (new["subject_entity_id"], new["object_entity_id"]) == (anna, old["object_entity_id"])
    assert (old["superseded_by_assertion_id"], old["supersession_type"]) == (new["assertion_id"], "correction")


def given(words: str, since: str, to: str | None, precision: str) -> dict[str, str | None]:
    """A time as a verdict keeps it; instants as far as they differ from the beginning of a year."""
    beginning = "-01-01T00:00:00.000Z"
    ends = {name: text and text + beginning[len(text) - 4 :] for name, text in (("from_utc", since), ("to_utc", to))}
    return {"words": words, **ends, "precision": precision}


MAY, OCTOBER = given("2023-05", "2023-05", "2023-06", "month"), given("October 2023", "2023-10", "2023-11", "month")
YEAR, MOMENT = given("2019", "2019", "2020", "year"), given("noon", "2019-05-01T12:00:00.000Z", None, "minute")


@pytest.mark.parametrize(
    ("replacement", "columns", "qualifier"),
    [
        ({"since": MAY}, ("2023-05", "month", None, None), ("since", None)),
        ({"until": OCTOBER}, (None, None, "2023-11", "month"), ("until", None)),
        ({"since": MAY, "until": OCTOBER}, ("2023-05", "month", "2023-11", "month"), ("since", None)),
        ({"when": YEAR}, ("2019", "year", "2020", "year"), ("during", None)),
        ({"when": MOMENT}, ("2019-05-01T12:00:00.000Z", "minute", None, None), ("at", None)),
    ],
)
def test_d72_031_a_correction_can_give_a_time_and_an_end(
    tmp_path: Path, replacement: dict[str, Any], columns: tuple[str | None, ...], qualifier: tuple[str, str | None]
) -> None:
    """The same fact in the same words: only the time is another, and undoing brings the first back."""
    world, one, _ = said_and_told()
    position = verdict(world, "claim_corrected", replacement=replacement)
    outcome = built(tmp_path / "a", world)
    (new,) = [row for row in outcome.assertions() if row["extraction_method"] == "person"]
    old = outcome.assertion(one)
    found = tuple(new[f"given_{name}"] for name in ("from_utc", "from_precision", "until_utc", "until_precision"))
    assert tuple(text and text.removesuffix("-01T00:00:00.000Z").removesuffix("-01") for text in found) == columns
    assert (new["temporal_qualifier_type"], new["temporal_qualifier_id"]) == qualifier
    assert (new["fact_key"], new["char_start"]) == (old["fact_key"], old["char_start"])
    assert (old["superseded_by_assertion_id"], old["supersession_type"]) == (new["assertion_id"], "correction")
    assert (old["given_from_utc"], old["given_until_utc"]) == (None, None)
    world.decide("decision_undone", undone_position=position)
    assert built(tmp_path / "b", world).assertion(one)["superseded_by_assertion_id"] is None


@pytest.mark.parametrize(
    ("own", "replacement", "kept"),
    [
        ("since", {"until": OCTOBER}, "since"),
        ("at", {"until": OCTOBER}, "at"),
        ("until", {"until": OCTOBER}, None),
        ("until", {"since": MAY}, "until"),
        ("at", {"since": MAY}, "since"),
        ("since", {"since": MAY, "until": OCTOBER}, None),
        ("during", {"when": YEAR}, None),
    ],
)
def test_d72_031_its_own_words_say_what_the_person_left_open(
    tmp_path: Path, own: str, replacement: dict[str, Any], kept: str | None
) -> None:
    """ "I live in Oslo since 2020", corrected to have ended, began in 2020; what the person says stands alone."""
    world = Claimed()
    message = world.message("I live in Oslo, 2020")
    time = world.time(message, "2020", "2020-01-01T00:00:00.000Z")
    world.claim(message, "SELF", "lives_in", "Oslo", words="I live in Oslo", qualifier=(own, "2020"))
    verdict(world, "claim_corrected", "I live in Oslo", replacement=replacement)
    (new,) = [row for row in built(tmp_path, world).assertions() if row["extraction_method"] == "person"]
    assert new["temporal_qualifier_id"] == (time if kept else None)
    assert kept is None or new["temporal_qualifier_type"] == kept


def test_d72_031_what_is_rejected_everywhere_counts_in_no_message(tmp_path: Path) -> None:
    """The assistant says it too; a later word on one of them holds for that one, and undoing brings all back."""
    world, one, two = said_and_told()
    position = verdict(world, "claim_rejected", is_everywhere=True)
    outcome = built(tmp_path / "a", world)
    assert (outcome.reason(one), outcome.reason(two)) == ("REJECTED_BY_PERSON", "REJECTED_BY_PERSON")
    assert outcome.events("VERDICT_WITHOUT_CLAIM") == []
    verdict(world, "claim_confirmed", "Oslo", message_id="m001")
    outcome = built(tmp_path / "b", world)
    assert outcome.reason(one) == "REJECTED_BY_PERSON"
    assert outcome.assertion(two)["confidence_final"] == 1.0
    world.decide("decision_undone", undone_position=position)
    assert built(tmp_path / "c", world).assertion(one)["confidence_final"] < 1.0


def test_a_correction_of_an_assistants_claim_is_the_persons_word(tmp_path: Path) -> None:
    """And corroborates what another assistant's message says."""
    world, _, two = said_and_told()
    again = world.message("You live in Bergen", "assistant", parent="m001")
    third = world.claim(again, "SELF", "lives_in", "Bergen")
    verdict(world, "claim_corrected", "Oslo", message_id="m001", replacement={"object": "Bergen"})
    outcome = built(tmp_path, world)
    (new,) = [row for row in outcome.assertions() if row["extraction_method"] == "person"]
    assert (new["asserted_role"], new["message_id"]) == ("user", "m001")
    assert outcome.assertion(two)["superseded_by_assertion_id"] == new["assertion_id"]
    assert outcome.assertion(third)["raw"]["corroboration"]["corroborating_assertion_ids"] == [new["assertion_id"]]


def test_a_correction_to_what_stands_already_points_there(tmp_path: Path) -> None:
    """The person's word replaces the equal claim of a reader, which is a duplicate of it."""
    world = Claimed()
    message = world.message("I live in Oslo, I mean Bergen")
    wrong = world.claim(message, "SELF", "lives_in", "Oslo")
    right = world.claim(message, "SELF", "lives_in", "Bergen")
    verdict(world, "claim_corrected", "Oslo", replacement={"object": "Bergen"})
    outcome = built(tmp_path, world)
    (new,) = [row for row in outcome.assertions() if row["extraction_method"] == "person"]
    assert len(outcome.assertions()) == 2
    assert outcome.assertion(wrong)["superseded_by_assertion_id"] == new["assertion_id"]
    assert outcome.reason(right) == "DUPLICATE"


def test_a_verdict_follows_a_merge(tmp_path: Path) -> None:
    """What was confirmed of Annie holds when Annie has become Anna."""
    world = Claimed()
    anna = world.entity("PERSON", "anna", "Anna")
    annie = world.entity("PERSON", "annie", "Annie", merged_into=anna, salience=None)
    claim = world.claim(world.message("Annie is a friend"), "SELF", "friend_is", "Annie")
    world.decide(
        "entities_merged",
        into={"entity_id": anna, "entity_type": "PERSON", "entity_key": "anna"},
        merged={"entity_id": annie, "entity_type": "PERSON", "entity_key": "annie"},
    )
    verdict(world, "claim_confirmed", "Annie", fact_key=fact("friend_is", f"E:{annie}"))
    assert built(tmp_path, world).assertion(claim)["confidence_final"] == 1.0


def crowded(seed: int) -> Claimed:
    """A world with all kinds of rows."""
    draw = random.Random(seed)
    world, _, _ = said_and_told()
    verdict(world, "claim_corrected", replacement={"object": "Bergen"})
    names = ["Anna", "Omar", "Tern", "Nordvik Labs", "Oslo"]
    for name in names:
        world.entity(draw.choice(["PERSON", "ORG"]), name.lower(), name, [name, name.upper()], draw.random())
    last: str | None = None
    for n in range(40):
        role = "user" if n % 2 == 0 else "assistant"
        last = world.message(f"{draw.choice(names)} and {draw.choice(names)} in May", role, last, f"k{n // 8}")
        last = last if n % 8 != 7 else None
        message = f"m{len(world.messages) - 1:03d}"
        world.time(message, "May", "2024-05-01T00:00:00.000Z")
        for _ in range(4):
            thing = draw.choice([*names, "Nordvig Labs", "Quill", "nobody we know"])
            kind = draw.choice(["entity", "string"])
            subject = draw.choice(["SELF", "Zed", "omar", "__SELF__/sister"])
            world.claim(
                message, subject, draw.choice(["likes", "friend_is", "hums of"]), thing, kind,
                qualifier=draw.choice([None, ("at", "May")]), confidence=draw.choice([0.5, 0.7]),
                priority=draw.choice([1, 2]),
            )  # fmt: skip
    return world


def test_order_and_threads_change_no_byte(tmp_path: Path) -> None:
    """Every table, from rows in another order and on two threads."""
    world = crowded(3)
    first = built(tmp_path / "0", world)
    assert len(first.rows("assertions")) > 40
    order = list(range(400))
    for n in (1, 2):
        random.Random(n).shuffle(order)
        again = build(tmp_path / str(n), world, threads=n, order=order)
        assert again.hashes() == first.hashes()
        assert again.run.counts == first.run.counts
        assert sorted(map(repr, again.run.events)) == sorted(map(repr, first.run.events))


def test_nothing_to_ground(tmp_path: Path) -> None:
    """A build without a claim has the vocabulary and its entities."""
    outcome = built(tmp_path, Claimed())
    assert outcome.rows("assertions") == outcome.rows("rejected_claims") == []
    assert [row["entity_id"] for row in outcome.rows("entities")] == [SELF]
    assert {row["assertion_count"] for row in outcome.rows("predicates")} == {0}


# --- corrections and ends by words ------------------------------------------------------------------------------------


def meant(outcome: Outcome, retraction: str) -> dict[str, Any]:
    (row,) = [row for row in outcome.rows("retractions") if row["retraction_id"] == retraction]
    return row


def test_what_somebody_left_is_where_they_once_began(tmp_path: Path) -> None:
    """ "I left Equinor" ends the job that "I joined Equinor" began, and names the fact: all claims of it end."""
    world = Claimed()
    joined = world.message("I joined Equinor", at="2024-01-01T00:00:00.000Z")
    again = world.message("I work at Equinor", at="2024-02-01T00:00:00.000Z", conversation="k2")
    left = world.message("I left Equinor", at="2024-03-01T00:00:00.000Z", conversation="k3")
    claims = [world.claim(message, "SELF", "works_at", "Equinor") for message in (joined, again)]
    world.claim(left, "SELF", "works_at", "Equinor", polarity="negative")
    end = Described("I left Equinor", "SELF", "works_at", "Equinor", "entity")
    retraction = world.take_back(left, "temporal_bound", end)
    outcome = built(tmp_path, world)
    first, second = (outcome.assertion(claim) for claim in claims)
    row = meant(outcome, retraction)
    assert (row["target_assertion_id"], row["target_fact_key"]) == (second["assertion_id"], second["fact_key"])
    assert first["fact_key"] == second["fact_key"]
    assert second["supersession_type"] == "temporal_end"


def test_a_correction_of_a_claim_about_somebody_new_is_a_claim(tmp_path: Path) -> None:
    """Who only claims speak of has an id that the correction names; it was refused as an invention."""
    world = Claimed()
    said = world.message("Omar lives in York", at="2024-01-01T00:00:00.000Z")
    back = world.message("I meant Leeds, not York", at="2024-01-02T00:00:00.000Z")
    york = world.claim(said, "Omar", "lives_in", "York")
    new = Described("Leeds", object="Leeds", object_kind="entity", object_span=(8, 13), span=(8, 13))
    retraction = world.take_back(back, "correction", Described("York", object="York"), new)
    outcome = built(tmp_path, world)
    wrong = outcome.assertion(york)
    (right,) = [row for row in outcome.assertions() if row["message_id"] == back]
    assert right["subject_entity_id"] == wrong["subject_entity_id"] == entity_id("OTHER", "omar")
    assert right["object_entity_id"] == entity_id("LOCATION", "leeds")
    assert meant(outcome, retraction)["replacement_assertion_id"] == right["assertion_id"]
    assert (wrong["superseded_by_assertion_id"], wrong["supersession_type"]) == (right["assertion_id"], "correction")
    assert outcome.rows("rejected_claims") == []


def test_a_correction_suppresses_a_weaker_reading_of_its_words(tmp_path: Path) -> None:
    """What joins later is held against what was read before, as if all had been read at once (§4.4.3)."""
    world = Claimed()
    said = world.message("I live in York", at="2024-01-01T00:00:00.000Z")
    back = world.message("I meant Leeds, not York", at="2024-01-02T00:00:00.000Z")
    world.claim(said, "SELF", "lives_in", "York")
    weak = world.claim(back, "SELF", "lives_in", "Leeds", words="Leeds, not", thing_words="Leeds", polarity="negative")
    new = Described("Leeds", object="Leeds", object_kind="entity", object_span=(8, 13), span=(8, 13))
    world.take_back(back, "correction", Described("York", object="York"), new)
    outcome = built(tmp_path, world)
    assert outcome.reason(weak) == "LOWER_PRIORITY"
    (right,) = [row for row in outcome.assertions() if row["message_id"] == back]
    assert (right["raw"]["candidate"]["reader"], right["polarity"]) == ("correction:p", "positive")


def test_a_rejected_claim_is_named_by_the_id_that_it_had(tmp_path: Path) -> None:
    """Nothing of it is left in `kg.assertions`, and the person has only that id to find it again."""
    world = Claimed()
    message = world.message("I live in Oslo")
    claim = world.claim(message, "SELF", "lives_in", "Oslo")
    before = built(tmp_path / "before", world).assertion(claim)
    world.decide(
        "claim_rejected", message_id=message, quote="I live in Oslo", fact_key=before["fact_key"], polarity="positive"
    )
    outcome = built(tmp_path / "after", world)
    (row,) = outcome.rows("rejected_claims")
    assert row["reason"] == "REJECTED_BY_PERSON"
    assert json.loads(row["detail_json"])["assertion_id"] == before["assertion_id"]
    assert outcome.run.counts["verdicts:rejected"] == 1


def test_many_equal_claims_in_one_message(tmp_path: Path) -> None:
    """Each argument is the mention at its own place; they were compared with all mentions of the message."""
    world = Claimed()
    oslo = world.entity("LOCATION", "oslo", "Oslo")
    count, words = 2000, "I live in Oslo. "
    message = world.message(words * count)
    for n in range(count):
        start = n * len(words)
        world.claim(
            message, "SELF", "lives_in", "Oslo", char_start=start, char_end=start + 14, surface_text="I live in Oslo",
            object_start=start + 10, object_end=start + 14,
        )  # fmt: skip
        world.mentions.append(
            {
                "mention_id": f"n{n:05d}", "message_id": message, "entity_id": oslo, "detector": "NER:gazetteer",
                "char_start": start + 10, "char_end": start + 14, "surface_text": "Oslo", "confidence": 0.7,
            }
        )  # fmt: skip
    outcome = built(tmp_path, world)
    found = {(row["raw"]["object"]["step"], row["raw"]["object"]["among"]) for row in outcome.assertions()}
    assert found == {("span", 1)}
    assert len(outcome.rows("assertions")) == count


def test_a_long_mention_meets_an_argument_that_begins_far_within_it(tmp_path: Path) -> None:
    """Places are filed by stretches of the text: two that share several stretches meet once, wherever they begin."""
    world = Claimed()
    name = "the " + "very " * 60 + "Large Company"
    own = world.entity("ORG", "large", "Large Company")
    message = world.message(f"I work at {name}")
    world.mention(own, message, name)
    claim = world.claim(message, "SELF", "works_at", name[100:], thing_words=name[100:])
    found = built(tmp_path, world).assertion(claim)["raw"]["object"]
    assert (found["step"], found["among"], found["entity_id"]) == ("span", 1, own)


def test_a_bare_name_counts_where_the_person_says_whose_it_is(tmp_path: Path) -> None:
    """Any word of the name, in any case of letters, whenever it is said; what an assistant says names nobody."""
    world = Claimed()
    before = world.message("yara cant eat gluten")
    known = world.claim(before, "yara", "diet_is", "gluten", "string", bare_name="yara", polarity="negative")
    world.claim(world.message("my sister Yara"), "SELF", "sibling_is", "Yara")
    world.claim(world.message("my mate Big Sal"), "SELF", "friend_is", "Big Sal")
    nick = world.claim(world.message("Sal likes tea"), "Sal", "likes", "tea", "string", bare_name="Sal")
    world.claim(world.message("your brother Tom", role="assistant"), "SELF", "sibling_is", "Tom")
    told = world.claim(world.message("Tom likes jazz"), "Tom", "likes", "jazz", "string", bare_name="Tom")
    world.claim(world.message("we have two boys"), "SELF", "child_is", "two boys")
    count = world.claim(world.message("two is enough"), "two", "likes", "tea", "string", bare_name="two")
    world.claim(world.message("Elon is not my friend"), "SELF", "friend_is", "Elon", polarity="negative")
    denied = world.claim(world.message("Elon likes cars"), "Elon", "likes", "cars", "string", bare_name="Elon")
    world.claim(world.message("Yara's boyfriend Ito"), "Yara", "partner_is", "Ito")
    led_to = world.claim(world.message("Ito likes soup"), "Ito", "likes", "soup", "string", bare_name="Ito")
    world.claim(world.message("I like Ada"), "SELF", "likes", "Ada", "string")
    liked = world.claim(world.message("Ada likes rum"), "Ada", "likes", "rum", "string", bare_name="Ada")
    outcome = built(tmp_path, world)
    kept = {row["raw"]["candidate"]["candidate_id"] for row in outcome.assertions()}
    assert {known, nick, led_to} <= kept
    assert {outcome.reason(one) for one in (told, liked, count, denied)} == {"NAME_NOT_KNOWN"}


def test_of_whom_three_conversations_tell_is_somebody_of_the_persons_life(tmp_path: Path) -> None:
    """Several messages of one conversation count once, and only relations of the vocabulary count."""
    world = Claimed()

    def told(name: str, said: Sequence[tuple[str, str]], talks: str) -> list[str]:
        messages = [
            world.message(f"{name} {label} {what}", conversation=talk)
            for (label, what), talk in zip(said, talks, strict=True)
        ]
        return [
            world.claim(message, name, label, what, "string", bare_name=name)
            for message, (label, what) in zip(messages, said, strict=True)
        ]

    foods = [("diet_is", "rice"), ("diet_is", "figs"), ("likes", "peas")]
    known = [*told("Ines", foods, "abc")[:2], *told("ines", foods[2:], "c")]
    unknown = [*told("Rui", foods[:2], "ab"), *told("Uma", foods, "aab")]
    unknown += told("Oda", [("sing", "songs"), ("row", "boats"), ("dig", "holes")], "abc")
    outcome = built(tmp_path, world)
    kept = {row["raw"]["candidate"]["candidate_id"] for row in outcome.assertions()}
    assert {*known} <= kept
    assert {outcome.reason(one) for one in unknown} == {"NAME_NOT_KNOWN"}
