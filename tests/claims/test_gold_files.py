"""The gold set of claims itself: well-formed, in the vocabulary, grounded in its own text, and kept apart by file.

A measurement is worth no more than its yardstick; these tests guard the yardstick, not any extractor.
"""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent / "gold"
# The first letter of the ids in a file, and how many claims of each predicate it has at least.
LETTERS = {
    "claims": "g", "claims_formerly_held_out": "h", "claims_everyday": "k", "claims_requests": "m", "claims_traps": "n",
    "held_out": "p", "chat": "q", "talk": "r", "talk_held_out": "s", "plain": "t", "plain_held_out": "u",
    "talk_fresh": "v", "others": "w", "others_held_out": "x", "named": "y",
    "mixed": "z", "mixed_held_out": "a", "passing": "b", "passing_held_out": "c", "lives": "d", "lives_held_out": "e",
}  # fmt: skip
FILES = tuple(LETTERS)
# The vocabulary, by the modality that the gold set's README settles for each label.
PREDICATES_BY_MODALITY = """
preference: prefers likes dislikes
intention: plans_to wants has_goal
fact: born_on born_in from_place moved_to graduated_from decided started stopped attended visited made_by
state: name_is age_is lives_in works_at works_as studies_at studies partner_is child_is parent_is
state: sibling_is friend_is colleague_is manager_is pet_is speaks uses owns interested_in learning works_on
state: needs_to struggles_with believes feels is_trait has_condition diet_is habit member_of contact_is
state: costs earns measures located_in part_of depends_on owned_by
"""
MODALITY_OF = {
    predicate: modality
    for modality, predicates in (row.split(": ") for row in PREDICATES_BY_MODALITY.strip().splitlines())
    for predicate in predicates.split()
}
RELATIONS = {"partner_is", "child_is", "parent_is", "sibling_is", "friend_is", "colleague_is", "manager_is", "pet_is"}
RELATIVE = "__SELF__/"
DETERMINER = re.compile(r"(?:an?|the|my|our|his|her|their|your|its|some|any|this|that)\s", re.ASCII | re.IGNORECASE)


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


GOLD = {name: _lines(name) for name in FILES}
LINES = [line for name in FILES for line in GOLD[name]]
CLAIMS = [(line, claim) for line in LINES for claim in line["claims"]]


def _shape(text: str) -> str:
    """Letters and digits only, so that case, spacing and punctuation do not make two texts different."""
    return re.sub(r"[\W_]+", " ", text.lower()).strip()


def _number(text: str) -> str:
    return re.sub(r"(?<=\d)[,.](?=\d{3}\b)", "", text, flags=re.ASCII)


def _is_in(piece: str, text: str) -> bool:
    bare = _number(piece.removeprefix(RELATIVE).lower())
    # "my brothers wife" lacks its apostrophe, "vikrams girlfriend" its capital too.
    ending = "s?" if piece.startswith(RELATIVE) or piece[:1].isupper() or text[:1].islower() else ""
    return re.search(rf"(?<!\w){re.escape(bare)}{ending}(?!\w)", _number(text.lower())) is not None


def test_every_line_has_the_fields_of_the_format() -> None:
    """A misspelt key would silently become a missing value in a measurement."""
    for line in LINES:
        life = ["life"] if line["id"][0] in "de" else []
        assert list(line) == ["id", *life, "text", "said", "claims", "note"], line["id"]
        assert line["text"].strip() == line["text"] != "", line["id"]
        assert line["said"] in ("user", "assistant"), line["id"]
        for claim in line["claims"]:
            assert list(claim) == ["subject", "predicate", "object", "polarity", "modality", "qualifier"], line["id"]
            assert claim["polarity"] in ("positive", "negative"), line["id"]


@pytest.mark.parametrize(("name", "letter"), LETTERS.items())
def test_ids_count_up_without_a_gap(name: str, letter: str) -> None:
    """Ids are how a miss is talked about: unique, in order, and telling the file."""
    assert [line["id"] for line in GOLD[name]] == [f"{letter}{n:03d}" for n in range(1, len(GOLD[name]) + 1)]


def test_no_text_stands_twice_within_or_across_the_files() -> None:
    """A sentence in both files, even in another case, would let the development set leak into the measurement."""
    counts = Counter(_shape(line["text"]) for line in LINES)
    assert [text for text, n in counts.items() if n > 1] == []


def test_predicates_and_modalities_are_those_of_the_vocabulary() -> None:
    """Modality follows the predicate; only a state that is over is a fact instead, and its note says so."""
    for line, claim in CLAIMS:
        usual = MODALITY_OF[claim["predicate"]]
        is_past = claim["modality"] == "fact" and usual == "state"
        assert claim["modality"] == usual or (is_past and line["note"].startswith("past:")), line["id"]


@pytest.mark.parametrize(("name", "at_least"), [("claims", 3), ("claims_formerly_held_out", 2), ("held_out", 1)])
def test_every_predicate_is_covered_several_times(name: str, at_least: int) -> None:
    """A predicate with one example measures nothing."""
    counts = Counter(claim["predicate"] for line in GOLD[name] for claim in line["claims"])
    assert {p: counts[p] for p in MODALITY_OF if counts[p] < at_least} == {}


@pytest.mark.parametrize("name", FILES)
def test_at_least_a_third_of_the_lines_carry_no_claim(name: str) -> None:
    """Precision is only measured where there is something to fall for. Of the lines on others it is a quarter."""
    of_each = 4 if name.startswith(("others", "named", "mixed", "passing", "lives")) else 3
    assert of_each * sum(not line["claims"] for line in GOLD[name]) >= len(GOLD[name])


@pytest.mark.parametrize("name", FILES)
def test_negation_and_other_subjects_have_their_share(name: str) -> None:
    """A file of plain positive sentences about oneself would flatter any extractor: one in twenty is negative, one in
    ten is about somebody or something else."""
    claims = [claim for line in GOLD[name] for claim in line["claims"]]
    assert 20 * sum(claim["polarity"] == "negative" for claim in claims) >= len(claims)
    assert 10 * sum(claim["subject"] != "SELF" for claim in claims) >= len(claims)


@pytest.mark.parametrize("field", ["subject", "object", "qualifier"])
def test_every_argument_is_whole_words_of_its_text(field: str) -> None:
    """What cannot be pointed at cannot be extracted; case and digit grouping may differ, words may not."""
    for line, claim in CLAIMS:
        value = claim[field]
        if value in (None, "SELF"):
            assert (value is None) == (field == "qualifier"), line["id"]
            continue
        assert _is_in(value, line["text"]), (line["id"], value)


def test_objects_and_subjects_shed_determiners_and_possessives() -> None:
    """`My old bike` is `old bike`; a believed sentence keeps its own first word."""
    for line, claim in CLAIMS:
        for value in (claim["subject"], claim["object"]):
            assert claim["predicate"] == "believes" or not DETERMINER.match(value), (line["id"], value)


def test_a_relative_without_a_name_is_introduced_by_a_relation() -> None:
    """Design §9: claims about `__SELF__/sister` come with (SELF, sibling_is, that)."""
    for line in LINES:
        stated = {c["object"] for c in line["claims"] if c["subject"] == "SELF" and c["predicate"] in RELATIONS}
        for claim in line["claims"]:
            if claim["subject"].startswith(RELATIVE):
                assert claim["subject"] in stated, line["id"]


def test_no_claim_is_listed_twice_in_a_line() -> None:
    """A doubled claim would be counted as a miss for good."""
    for line in LINES:
        keys = [(c["subject"], c["predicate"], c["object"].lower(), c["polarity"]) for c in line["claims"]]
        assert len(keys) == len(set(keys)), line["id"]
