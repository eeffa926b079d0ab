"""What the words beside a name tell of it: position, organization, address, relation; which names are one."""

from kg_assets.language.parser import read
from kg_assets.memory.names import Mentioned, read_names

_MODEL = "en_core_web_sm"


def _named(text: str) -> dict[str, Mentioned]:
    return {name.surface: name for name in read_names(text, (), read(text, _MODEL))}


def test_a_position_and_organization_behind_a_name() -> None:
    found = _named("Alice Chen, Engineering Manager at Acme, discussed the roadmap.")
    assert (found["Alice Chen"].role, found["Alice Chen"].organization) == ("Engineering Manager", "Acme")


def test_two_of_one_name_have_each_their_own() -> None:
    text = "Alice Chen (Engineer at Acme) met with Alice Chen (Designer at OtherCorp)."
    found = [(n.role, n.organization) for n in read_names(text, (), read(text, _MODEL)) if n.surface == "Alice Chen"]
    assert found == [("Engineer", "Acme"), ("Designer", "OtherCorp")]


def test_an_address_right_behind_a_name_is_its_own() -> None:
    found = _named("Please write to Bob Miller <Bob@Acme.test> today, or to Carol Diaz.")
    assert (found["Bob Miller"].email, found["Carol Diaz"].email) == ("bob@acme.test", None)


def test_a_relation_before_a_name() -> None:
    assert _named("My sister Anna moved to Rome.")["Anna"].relation == "sister"


def test_shorter_names_of_a_message_suggest_the_full_one() -> None:
    found = _named("Alice Chen wrote the plan. Later Alice called Bob Miller about it.")
    assert found["Alice"].canonical == "Alice Chen"
    assert found["Alice Chen"].aliases == ("Alice",)
