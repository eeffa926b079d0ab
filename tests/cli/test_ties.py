"""`annals node NAME` says what somebody is to the person, in the person's own word."""

import json

import pytest

from tests.conftest import Annals

SAID = (
    "My sister Cosima lives in Bergen. My boss is Merle Grandottir. I have a rabbit named Pickle. "
    "Cosima works at Sellemex. Sellemex is fun."
)


@pytest.mark.whole
def test_a_node_is_told_as_what_it_is_to_the_person(annals: Annals) -> None:
    """The page of a sister said "world entity, person" and nothing of whose sister she is."""
    annals("tell", SAID, "--at", "2025-05-01T12:00Z", "--build")
    for name, tie in (("Cosima", "sister"), ("Merle Grandottir", "boss"), ("Pickle", "rabbit")):
        title, _, first, *_ = annals("node", name).stdout.splitlines()
        assert (title, first) == (f"# {name}", f"- your {tie}, said 2025-05-01")
    assert json.loads(annals("node", "Cosima", "--json").stdout)["ties"] == ["your sister, said 2025-05-01"]
    assert "your sister" in annals("node", "Cosima", "--ask", "node_detail").stdout
    assert "your " not in annals("node", "Sellemex").stdout.split("## Rests on")[0]
    assert "no node was named" in annals("node", check=False).stderr
