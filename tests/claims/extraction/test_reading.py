"""What an answer means: entities, quotes, who speaks, and what is wrong with each claim alone."""

from typing import Any

import pytest

from kg_assets.claims.extraction.reading import Answered, AnswerReader, ModelClaim
from tests.claims.extraction.shown import claim, literal, window

MOST_CHARS = 400
TEXT = "Since May I live in Oslo with Kim. I like tea, really. I like tea."


def read(text: str, *claims: Any, role: str = "user", names: tuple[str, ...] = (), **more: Any) -> Answered:
    return AnswerReader(window(text, role, names), MOST_CHARS).read({"claims": list(claims), **more}, "call")


def one(text: str, given: dict[str, Any], **more: Any) -> ModelClaim:
    answered = read(text, given, **more)
    assert answered.malformed == 0
    (found,) = answered.claims
    return found


def test_a_claim_has_its_words_and_arguments_in_place() -> None:
    """Guards offsets: quote, subject, object and time each where they stand in the text."""
    given = claim(
        "Kim. I like tea, really",
        "likes",
        subject="E2",
        object=literal("tea"),
        qualifier={"type": "since", "text": "Since May", "iso": "2024-05"},
    )
    found = one(TEXT, given, names=("Oslo", "Kim"))
    assert (found.subject.value, found.subject.name, found.subject.span) == ("id of Kim", "Kim", (30, 33))
    assert found.span == (30, 53)
    assert found.object is not None
    assert (found.object.kind, found.object.value, found.object.span) == ("string", "tea", (42, 45))
    # The time stands before the quoted words, and once in the message.
    assert (found.qualifier_type, found.qualifier_span, found.qualifier_value) == ("since", (0, 9), "2024-05")
    assert (found.confidence, found.reader, found.rejection) == (0.9, "call", None)


def test_a_quote_that_is_wrong_or_ambiguous_leaves_no_offsets() -> None:
    """Guards §4.5.4: the claim stays, its quote is kept, its spans are not guessed."""
    for quote, matches in (("I like tea", 2), ("I love tea", 0)):
        found = one(TEXT, claim(quote, object=literal("tea")))
        assert (found.span, found.matches, found.quote) == (None, matches, quote)
        assert found.object is not None
        assert found.object.span is None


@pytest.mark.parametrize(
    ("given", "kind", "reason"),
    [
        ("E1", "entity", None),
        ("E3", "entity", "UNKNOWN_ENTITY"),
        ("E0", "entity", "UNKNOWN_ENTITY"),
        ("E70", "entity", "UNKNOWN_ENTITY"),
        ("550e8400-e29b-41d4-a716-446655440000", "entity", "UNKNOWN_ENTITY"),
        ("Nordvik", "entity", None),
        ("E7", "entity", None),  # words of the text
        ("__SELF__/sister", "entity", None),
    ],
)
def test_invented_entities_are_rejected_and_names_are_not(given: str, kind: str, reason: str | None) -> None:
    """Guards the closed set (design §9): ids must have been offered; names and relatives go on to be resolved."""
    text = "Oslo is nice and I took the E7 there, not the E701"
    for found in (
        one(text, claim("I took the E7", subject=given), names=("Oslo",)),
        one(text, claim("I took the E7", object=literal(given, "entity")), names=("Oslo",)),
    ):
        assert (found.rejection and found.rejection.reason) == reason
    argument = one(text, claim("I took the E7", subject=given), names=("Oslo",)).subject
    assert argument.kind == kind
    assert argument.value == ("id of Oslo" if given == "E1" else given)


@pytest.mark.parametrize(
    ("role", "subject", "quote", "expected", "reason"),
    [
        ("user", "SELF", "I am here", "SELF", None),
        ("user", "I", "I am here", "SELF", None),
        ("user", "We", "we are here", "SELF", None),
        ("user", "you", "you are here", "you", "UNKNOWN_ENTITY"),
        ("user", "the user", "the user is here", "the user", None),
        ("assistant", "you", "you are here", "SELF", None),
        ("assistant", "User", "User is here", "SELF", None),
        ("assistant", "SELF", "you are here, I see", "SELF", None),
        ("assistant", "SELF", "I'm here", "SELF", "FIRST_PERSON_OF_ASSISTANT"),
        ("assistant", "I", "I am here", "I", "FIRST_PERSON_OF_ASSISTANT"),
        ("assistant", "we", "we are here", "we", "FIRST_PERSON_OF_ASSISTANT"),
        ("assistant", "the assistant", "I am here", "the assistant", "FIRST_PERSON_OF_ASSISTANT"),
        ("assistant", "SELF", "moving to the US", "SELF", None),
    ],
)
def test_who_speaks_decides_who_is_meant(
    role: str, subject: str, quote: str, expected: str, reason: str | None
) -> None:
    """Guards design §9: in an assistant's text "you" is SELF, and what it says of itself is no claim."""
    found = one(f"well, {quote} now", claim(quote, subject=subject), role=role)
    assert found.subject.value == expected
    assert (found.rejection and found.rejection.reason) == reason
    assert found.notes == ({"plural": True} if subject == "We" else {})


@pytest.mark.parametrize(
    ("thing", "expected"),
    [
        (None, None),
        (literal(" tea "), ("string", "tea", None)),
        ({"kind": "number", "value": 29}, ("number", "29", None)),
        ({"kind": "boolean", "value": True}, ("boolean", "true", None)),
        (literal("2024-05-01", "date"), ("date", "2024-05-01", None)),
        (literal("SELF", "entity"), ("entity", "SELF", None)),
        (literal("x", "colour"), ("string", "x", "BAD_OBJECT")),
        (literal("", "string"), ("string", "", "BAD_OBJECT")),
    ],
)
def test_objects(thing: Any, expected: tuple[str, str, str | None] | None) -> None:
    """Guards §4.5.2: an entity, one of the literals, or nothing."""
    found = one("I like tea", claim("I like tea", object=thing))
    if expected is None:
        assert found.object is None
    else:
        assert found.object is not None
        reason = found.rejection and found.rejection.reason
        assert (found.object.kind, found.object.value, reason) == expected


@pytest.mark.parametrize("given", [0, 1, 0.25])
def test_a_confidence_is_taken_as_it_is(given: float) -> None:
    found = one("I like tea", claim("I like tea", confidence=given))
    assert (found.confidence, found.rejection) == (given, None)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"confidence": 7}, "BAD_CONFIDENCE"),
        ({"confidence": -0.1}, "BAD_CONFIDENCE"),
        ({"confidence": float("nan")}, "BAD_CONFIDENCE"),
        ({"confidence": float("inf")}, "BAD_CONFIDENCE"),
        ({"object": literal("2020-13-45", "date")}, "BAD_DATE"),
        ({"object": literal("2020-02-30T10:00:00Z", "date")}, "BAD_DATE"),
        ({"qualifier": {"type": "at", "text": None, "iso": "2021-00"}}, "BAD_DATE"),
        ({"object": literal("x" * 5000)}, "TOO_LONG"),
        ({"object": literal("x" * 5000, "entity")}, "TOO_LONG"),
        ({"subject": "x" * 5000}, "TOO_LONG"),
        ({"quote": "I like coffee"}, "QUOTE_NOT_FOUND"),
    ],
)
def test_what_cannot_be_true_is_rejected_with_its_reason(changed: dict[str, Any], reason: str) -> None:
    """Guards against clipping: 7 was taken for certain, and a quote that nobody said for a claim of the message."""
    found = one("I like tea", claim("I like tea") | changed)
    assert found.rejection is not None
    assert found.rejection.reason == reason
    assert found.confidence <= 1


def test_days_that_are_there_stay() -> None:
    for day in ("2020-02-29", "2021", "2021-12", "2021-12-31T23:59:00Z", "next spring"):
        found = one("I like tea", claim("I like tea", object=literal(day, "date")))
        assert found.rejection is None


@pytest.mark.parametrize(
    "changed",
    [
        {"subject": None}, {"predicate": 3}, {"quote": None}, {"confidence": None}, {"confidence": True},
        {"confidence": "0.9"}, {"object": "tea"}, {"object": {"kind": "string"}}, {"qualifier": "May"},
        {"modality": 1}, {"qualifier": {"type": 1}},
    ],
)  # fmt: skip
def test_a_malformed_claim_costs_only_itself(changed: dict[str, Any]) -> None:
    """Guards the other claims of the answer."""
    good = claim("I like tea")
    answered = read("I like tea", good | changed, good)
    assert (len(answered.claims), answered.malformed) == (1, 1)


def retraction(**changed: Any) -> dict[str, Any]:
    target = {"subject": "I", "predicate": "lives_in", "object": "York"}
    return {
        "type": "correction",
        "quote": "It's Leeds, not York",
        "target": target,
        "replacement": target | {"object": "E1"},
        "confidence": 0.8,
    } | changed


def test_retractions_are_read_of_the_person_only() -> None:
    """Guards §4.7.3: what is taken back is described in words or by an entity that was offered."""
    text = "It's Leeds, not York."
    nothing = {"subject": None, "predicate": None, "object": None}
    given = [retraction(), retraction(type="full", target=nothing, replacement=None), retraction(type="maybe")]
    answered = read(text, retractions=given, names=("Leeds",))
    first, second = answered.retractions
    assert first.span == (0, 20)
    assert first.target is not None
    assert first.replacement is not None
    assert (first.target.subject, first.target.object) == ("SELF", "York")
    assert first.replacement.object == "id of Leeds"
    assert (second.retraction_type, second.target, second.replacement) == ("full", None, None)
    assert answered.malformed == 1
    assert read(text, retractions=given, role="assistant").retractions == ()
