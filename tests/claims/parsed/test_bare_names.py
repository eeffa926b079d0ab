"""What is said of somebody by the first name alone, to be kept where the person says elsewhere who that is."""

import pytest

from kg_assets.claims.bare_names import told_by_bare_names
from kg_assets.claims.parsed.circle import circle_of
from kg_assets.claims.parsed.low_names import names_written_low
from kg_assets.claims.reading.model import RawClaim
from kg_assets.language.parser import read
from tests.claims.parsed.test_plainly_said import PIPELINE, RULES, TIMES, claims

Told = tuple[str, str, str | None, bool]


def _held(text: str) -> list[RawClaim]:
    times = [(t.char_start, t.char_end, t.surface) for t in TIMES.find(text, "2025-03-14T09:26:53.000Z", True)]
    sentences = read(text, PIPELINE["language"]["model"])
    low = names_written_low(sentences)
    return told_by_bare_names(RULES, sentences, times, low, text, (), circle_of(sentences), claims(text))


def _told(text: str) -> set[Told]:
    found = _held(text)
    for claim in found:
        assert text[slice(*claim.subject_span or ())] in (claim.subject, "She"), "the words as they stand"
        assert claim.object_span is None or text[slice(*claim.object_span)] == claim.object, "the words as they stand"
    return {(claim.subject, claim.predicate, claim.object, claim.polarity == "positive") for claim in found}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # The parse shows whom the clause is about: so clauses and words are read as if "my friend" stood there.
        ("Dimitra hates coriander so what else can go in the salsa", {("Dimitra", "dislikes", "coriander", True)}),
        ("which bread is safe, oluchi cant eat gluten", {("oluchi", "diet_is", "gluten", False)}),
        ("Tiago lived in Macau from 2004 to 2010. Which dishes might he miss?", {("Tiago", "lives_in", "Macau", True)}),
        ("nacho bought a houseboat. Does one need a licence?", {("nacho", "owns", "houseboat", True)}),
        # It takes the name and the verb for one noun.
        ("gus struggles with stairs since the op which of these airbnbs has a lift", {
            ("gus", "struggles_with", "stairs", True)}),
        # The apostrophe is missing.
        ("chidis vegan, one menu for both?", {("chidi", "diet_is", "vegan", True)}),
        # Who is known has exams and writes books.
        ("halvard has to hand in his thesis before the exam", {("halvard", "needs_to", "hand in his thesis", True)}),
        # What a question asks before the name is left out; each sentence that has it is read.
        ("what can i bake instead, wren hates broccoli", {("wren", "dislikes", "broccoli", True)}),
        ("wren hates broccoli. The oven is broken. It smells. wren hates peas, too.", {
            ("wren", "dislikes", "broccoli", True), ("wren", "dislikes", "peas", True)}),
        # What is meant behind the name.
        ("Yara got promoted to head nurse. She lives in Pune now.", {("Yara", "lives_in", "Pune", True)}),
    ],
)  # fmt: skip
def test_is_read_as_of_a_friend(text: str, told: set[Told]) -> None:
    assert told <= _told(text)


@pytest.mark.parametrize(
    "text",
    [
        "rewrite this: Mark lives in Boston and works at IBM",
        "a story where Otis lives on the moon and owns a bakery",
        "Will has 12 apples and gives 5 to Rose",
        "Hope this helps",
        "Rose bushes need pruning in March",
        # What opened a quotation or a text to improve stands in another sentence; a friend of theirs is somebody else.
        'She wrote me: "I am fine. Yara works at Acme now. Bye."',
        "Improve this text:\n\nI moved house. Yara works at Acme now.",
        "Yara and I met. My friend lives in Leeds.",
        "I reread it. In chapter 3 Ben owns a bakery.",
        # The message shows who is meant, so that nothing hangs on another.
        "my friend Yara is vegan",
    ],
)
def test_nothing_hangs_on_a_name(text: str) -> None:
    assert _told(text) == set()
