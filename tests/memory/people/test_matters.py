"""The matter beside two names: which words tell of one, and how much a shared one speaks for one person."""

from pathlib import Path

import pytest

from benchmarks._people_pairs import scale_of_house
from kg_assets.memory.people.matters import Matters, commonplace, shared
from kg_assets.memory.people.settings import PeopleSettings
from kg_assets.memory.people.spheres import Told
from kg_assets.memory.people.weighing import Bearer, Sort
from tests.memory.people.said import Said, resolved

SCALE = scale_of_house()
MATTERS = Matters(SCALE.words)


def _words(marked: str) -> list[str]:
    start, end = marked.index("["), marked.index("]") - 1
    return list(MATTERS.around(marked.replace("[", "").replace("]", ""), start, end))


@pytest.mark.parametrize(
    ("marked", "words"),
    [
        ("[Greta] mended the olive presses.", ["mended", "olive", "presses"]),
        ("The trombone is loud. [Greta] sold it! The kayak is mine.", ["sold"]),
        ("olives again\n[Greta Holm] has the kayak", ["kayak"]),
        ("Greta Holm came, said [Greta] about Holm", ["holm", "holm"]),
        ("My sister [Greta] asked <greta@sund.example> in 2019 about invoice 3391", ["invoice", "3391"]),
    ],
)
def test_what_tells_of_the_matter_of_a_name(marked: str, words: list[str]) -> None:
    assert _words(marked) == words


def test_words_are_shared_whatever_their_endings() -> None:
    assert shared(frozenset({"presses", "olive", "kayak"}), frozenset({"olives", "press", "net"})) == (
        "olive",
        "presses",
    )
    assert shared(frozenset({"press", "presses"}), frozenset({"pressed"})) == ("press",)
    assert shared(frozenset({"kayak"}), frozenset()) == ()


def test_what_stands_beside_many_names_ties_nobody() -> None:
    beside = [{"choir", "boat"}, {"choirs", "boats"}, {"choir", "net"}, {"boat"}, {"choir"}, {"oar"}]
    few = SCALE.settings.model_copy(update={"matter_names": 3, "matter_share": 0.1})
    assert commonplace(beside, 20, few) == {"choir"}  # beside four; boats beside three
    many: PeopleSettings = few.model_copy(update={"matter_share": 0.2})
    assert commonplace(beside, 20, many) == set()  # up to four of twenty


def _weighed(names: tuple[str, str], *matters: str, sort: Sort = "person", **told: frozenset[str]) -> tuple[float, str]:
    a, b = (
        Bearer(name, sort, (name,), Told(matters=frozenset(words.split()), **told))
        for name, words in zip(names, matters, strict=True)
    )
    found = SCALE.weigh(a, b)
    return found.log_odds, found.reason


def test_a_shared_matter_speaks_for_one_person_and_a_third_word_adds_nothing() -> None:
    """The likeness of the names is 2, each of at most two shared words 2."""
    names = ("G. Holm", "Greta Holm")
    assert _weighed(names, "boiler", "kayak")[0] == 2.0
    odds, reason = _weighed(names, "boiler oven", "boilers")
    assert (odds, reason) == (4.0, "The surname and the initial fit and both are named beside “boiler”.")
    assert _weighed(names, "boiler oven", "ovens boiler")[0] == 6.0
    assert _weighed(names, "boiler oven sauna", "ovens boiler sauna")[0] == 6.0


def test_what_other_evidence_tells_counts_once() -> None:
    names, roles = ("G. Holm", "Greta Holm"), frozenset({"piano tuner"})
    assert _weighed(names, "piano", "piano", roles=roles)[0] == 4.5  # the names 2, the role 2.5
    assert _weighed(names, "piano sonata", "sonata piano", roles=roles)[0] == 6.5


def test_names_that_do_not_fit_are_not_one_by_their_matter() -> None:
    assert _weighed(("Greta Holm", "Paul Renner"), "boiler sauna", "boiler sauna")[0] == -8.0
    assert _weighed(("Greta Holm", "Greta Lund"), "boiler sauna", "boiler sauna")[0] == -2.0


def test_two_of_one_full_name_beside_other_matters_are_asked_about() -> None:
    names = ("Greta Holm", "Greta  Holm")
    assert _weighed(names, "goalie", "surgery")[0] == 2.75
    assert _weighed(names, "goalie", "")[0] == 6.0  # of one nothing is told
    assert _weighed(names, "goalie", "goalies")[0] == 8.0
    assert _weighed(("Greta", "Greta "), "goalie", "surgery")[0] == 3.5  # a given name is no whole name


def test_a_name_before_marriage_is_no_other_life() -> None:
    one = Bearer("a", "person", ("Greta Lund", "Greta Holm"), Told(matters=frozenset({"wedding"})))
    other = Bearer("b", "person", ("Greta Holm",), Told(matters=frozenset({"kayak"})))
    assert SCALE.weigh(one, other).log_odds == 6.0


def test_a_firm_whose_name_is_cut_short_needs_a_shared_matter() -> None:
    names = ("Helping Paws", "Helping Paws Rescue")
    assert _weighed(names, "kittens", "vet", sort="thing")[0] == 0.0
    assert _weighed(names, "kitten flea", "kittens fleas", sort="thing")[0] == 4.0


def test_the_first_places_of_a_name_keep_their_matter(tmp_path: Path) -> None:
    said = Said()
    for number in range(5):
        said.say(f"[Greta Holm] mended boiler {number}00.", f"c{number}")
    said.say("[G. Holm] came about the boiler.", "c6")
    known = resolved(tmp_path, said)
    assert known.of("m001") == known.of("m006")
    (decision,) = known.rows("dedup_decision")
    assert decision["verdict"] == "same"
    assert "beside “boiler”" in decision["reason"]
