"""Who is who over several conversations: rows in, the stages, rows out."""

from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.config import load_config
from kg_assets.engine.stagerun import Given, Run
from kg_assets.house import HOUSE
from kg_assets.memory.people.stages import PEOPLE
from kg_assets.store.home import Home
from tests.memory.people.said import Known, Said, entity_id, resolved


def side(name: str, message_id: str | None = None, char_start: int | None = None, kind: str = "PERSON") -> Any:
    entity = {"entity_id": entity_id(name, kind), "entity_type": kind, "entity_key": name.lower()}
    return {"entity": entity} | (
        {} if message_id is None else {"place": {"message_id": message_id, "char_start": char_start}}
    )


def life() -> Said:
    """Ten conversations about a sister and a boss of one name, and a colleague known by several."""
    said = Said()
    said.say("My sister [Anna] lives in Bergen.", "c1")
    said.say("I will visit [Anna] in June.", "c1")
    said.say("My boss [Anna] moved the deadline.", "c2")
    said.say("Should I tell [Anna] that it is too early?", "c2")
    said.say("[Alice Chen], Engineering Manager, reviewed the code.", "c3")
    said.say("A. [~Chen] from [Acme|ORG] approved the changes.", "c4")
    said.say("Write to [alice.chen@acme.com|EMAIL] then.", "c4")
    said.say("[Acme Corp|ORG] and [Acme Cloud|ORG] sent mails.", "c5")
    said.say("[Anna] is late.", "c6")
    said.relative("sister")
    return said


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Known:
    return resolved(tmp_path_factory.mktemp("life"), life())


def test_the_tables_keep_their_contracts(known: Known) -> None:
    assert known.broken_rules() == []


def test_two_of_one_name_are_told_apart_by_what_is_said_of_them(known: Known) -> None:
    sister, boss = known.of("m001")[0], known.of("m003")[0]
    assert sister != boss
    assert known.of("m002") == [sister]
    assert known.of("m004") == [boss]
    relations = {row["entity_id"]: row["relation"] for row in known.people()["Anna"]}
    assert relations == {sister: "sister", boss: "boss"}


def test_a_relation_without_a_name_is_whoever_bears_it(known: Known) -> None:
    assert "your sister" not in known.people()
    aliases = {row["normalized_alias"] for row in known.rows("entity_alias") if row["entity_id"] == known.of("m001")[0]}
    assert aliases == {"anna", "your sister"}


def test_an_initial_and_an_address_are_the_person_whose_name_fits(known: Known) -> None:
    (alice,) = known.people()["Alice Chen"]
    assert known.of("m005") == [alice["entity_id"]]
    assert known.of("m006")[0] == alice["entity_id"]
    assert known.of("m007") == [alice["entity_id"]]
    assert (alice["role"], alice["organization"], alice["email"]) == (
        "Engineering Manager", "Acme", "alice.chen@acme.com",
    )  # fmt: skip
    surfaces = {row["surface_form"] for row in known.rows("entity_mention") if row["entity_id"] == alice["entity_id"]}
    assert surfaces == {"Alice Chen", "A. Chen", "alice.chen@acme.com"}


def test_a_company_is_not_its_product(known: Known) -> None:
    acme, (corp, cloud) = known.of("m006")[1], known.of("m008")
    assert acme == corp
    assert cloud != corp


def test_order_and_threads_change_no_byte(tmp_path: Path, known: Known) -> None:
    turned = resolved(tmp_path, life(), threads=2, is_turned=True)
    assert turned.hashes() == known.hashes()


def test_with_too_little_it_stays_open(tmp_path: Path) -> None:
    """V4-E2E-004."""
    said = Said()
    said.say("A. [~Chen] mentioned the deadline.", "c1")
    said.say("[~Alice] C. updated the status.", "c2")
    known = resolved(tmp_path, said)
    decision = known.decision("A. Chen", "Alice C.")
    assert decision["verdict"] == "uncertain"
    assert decision["entity_a_id"] != decision["entity_b_id"]
    assert decision["reason"].endswith("that is not enough to decide.")
    assert {row["needs_review"] for rows in known.people().values() for row in rows} == {True}


def test_a_short_name_that_fits_two_is_neither(tmp_path: Path) -> None:
    said = Said()
    said.say("[Alice Chen] from [Acme|ORG] called.", "c1")
    said.say("[Andrew Chen] from [Acme|ORG] called too.", "c2")
    said.say("A. [~Chen] from [Acme|ORG] wants an answer.", "c3")
    known = resolved(tmp_path, said)
    assert len({known.of(message)[0] for message in ("m001", "m002", "m003")}) == 3
    assert "Andrew Chen fits as well" in known.decision("A. Chen", "Alice Chen")["reason"]
    assert known.counts["pairs:unlike"] == 1  # Andrew and Alice, of whom there is nothing to tell


def test_a_given_name_is_the_one_full_name_that_it_fits(tmp_path: Path) -> None:
    """Also where one message says both; a second full name that fits leaves it open."""
    said = Said()
    said.say("[Niamh Byrne] is here, ask [Niamh].", "c1")
    said.say("[Niamh] likes Galway.", "c2")
    known = resolved(tmp_path / "one", said)
    assert set(known.people()) == {"Niamh Byrne"}
    assert known.of("m002") == known.of("m001")[:1]
    assert known.decision("Niamh", "Niamh Byrne")["reason"] == (
        "One is called by a given name, and no other full name fits."
    )
    said.say("[Niamh Kelly] called.", "c3")
    assert set(resolved(tmp_path / "two", said).people()) == {"Niamh", "Niamh Byrne", "Niamh Kelly"}


def test_a_given_name_of_whom_something_else_is_told_stays_apart(tmp_path: Path) -> None:
    said = Said()
    said.say("My sister [Niamh] is here.", "c1")
    said.say("My boss [Niamh Byrne] is late.", "c2")
    assert set(resolved(tmp_path, said).people()) == {"Niamh", "Niamh Byrne"}


def test_work_that_changes_makes_no_second_person(tmp_path: Path) -> None:
    said = Said()
    said.say("[Ruben] works at [Fjordlab|ORG].", "c1")
    said.say("[Ruben] works at [Equinor|ORG] now.", "c2")
    assert len(resolved(tmp_path, said).people()["Ruben"]) == 1


def test_what_a_person_said_holds_and_can_be_taken_back(tmp_path: Path) -> None:
    said = Said()
    said.say("[Marta Kowalczyk] sent the minutes.", "c1")
    said.say("Lunch with [Marysia].", "c2")
    ruled = {"people_same": [{"a": side("marysia"), "b": side("marta kowalczyk"), "position": 3}]}
    assert set(resolved(tmp_path / "a", said).people()) == {"Marta Kowalczyk", "Marysia"}
    known = resolved(tmp_path / "b", said, ruled)
    assert set(known.people()) == {"Marta Kowalczyk"}
    assert known.decision("Marysia", "Marta Kowalczyk")["decided_by"] == "person"
    undone = ruled | {"decision_undone": [{"undone_position": 3, "position": 4}]}
    assert set(resolved(tmp_path / "c", said, undone).people()) == {"Marta Kowalczyk", "Marysia"}


def test_a_person_parts_what_nothing_told_apart(tmp_path: Path) -> None:
    said = Said()
    for conversation in ("c1", "c2", "c3"):
        said.say("[Tom] called.", conversation)
    entity = side("tom")["entity"]
    parts = [[{"message_id": "m001", "char_start": 0}], [{"message_id": "m003", "char_start": 0}]]
    ruled = {"people_parted": [{"entity": entity, "parts": parts, "position": 1}]}
    known = resolved(tmp_path, said, ruled)
    assert len(known.people()["Tom"]) == 2
    assert known.of("m001") != known.of("m003")


def test_a_persons_no_outweighs_everything(tmp_path: Path) -> None:
    said = Said()
    said.say("[Alice Chen] <alice@acme.com> wrote.", "c1")
    said.say("[Alicia Chen] <alice@acme.com> wrote.", "c2")
    ruled = {"people_different": [{"a": side("alice chen"), "b": side("alicia chen"), "position": 1}]}
    known = resolved(tmp_path, said, ruled)
    assert known.of("m001") != known.of("m002")


def test_a_claim_is_about_whoever_its_message_names(tmp_path: Path) -> None:
    said = life()
    first = said.claim(entity_id("anna"), "lives_in", "Bergen", "m001")
    second = said.claim(entity_id("anna"), "moved_to", "a deadline", "m003")
    known = resolved(tmp_path, said)
    of_claims = {row["assertion_id"]: row["subject_id"] for row in known.rows("claim_entity")}
    assert of_claims == {first: known.of("m001")[0], second: known.of("m003")[0]}


def test_who_is_who_is_asked_again_for_claims_of_work_alone(tmp_path: Path) -> None:
    """A verdict gives its claim another id: of a claim that tells of no work, and of any id, nothing is seen."""
    said = life()
    said.claim(entity_id("anna"), "lives_in", "Bergen", "m001")
    works = said.claim(entity_id("anna"), "works_as", "nurse", "m003")
    known = resolved(tmp_path, said)
    inputs = {name: [str(path) for path in known.files[name]] for name in PEOPLE.inputs}
    home = Home(tmp_path / "home")
    seen = Run(PEOPLE, home, load_config(HOUSE.sections), Given(), inputs, {}).seen()["kg.assertions"]
    assert seen["message_id"].to_pylist() == ["m003"]
    assert works not in [value for row in seen.to_pylist() for value in row.values()]
