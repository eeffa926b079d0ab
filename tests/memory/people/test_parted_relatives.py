"""A verdict can part "my brother" from the name that memory found for him, and the other way round."""

import json
from pathlib import Path

import pytest

from kg_assets.cli.main import main
from kg_assets.store.home import Home
from tests.beliefs.test_resolve import talks
from tests.cli.a_life import built, engine_over

pytestmark = pytest.mark.whole

_SAID = (
    (0.0, "My brother Teuvo is a plumber."), (1.0, "My brother lives in Turku."), (2.0, "My mum lives in Vaasa."),
)  # fmt: skip


@pytest.fixture(autouse=True)
def talked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A home in which this was said, for the commands of a test."""
    home = Home(tmp_path / "home").prepare()
    built(engine_over(home), talks(tmp_path / "talks.json", *_SAID))
    monkeypatch.setenv("ANNALS_HOME", str(home.root))
    capsys.readouterr()


def test_my_brother_is_parted_from_his_name_until_it_is_taken_back(capsys: pytest.CaptureFixture[str]) -> None:
    def told(of: str) -> str:
        capsys.readouterr()
        assert main(["timeline", of]) == 0
        return capsys.readouterr().out

    assert "Teuvo lives in Turku" in told("Teuvo")
    capsys.readouterr()
    assert main(["review", "different", "my brother", "Teuvo", "--json"]) == 0
    recorded = json.loads(capsys.readouterr().out)
    assert (recorded["a"]["entity"]["entity_key"], recorded["b"]["entity"]["entity_key"]) == (
        "__SELF__/brother",
        "teuvo",
    )
    assert main(["review", "different", "Teuvo", "my brother"]) == 1  # it was said
    assert f"annals undo {recorded['position']}" in capsys.readouterr().err
    assert main(["review", "verdicts"]) == 0
    assert f"{recorded['position']}  your brother and teuvo (PERSON) are two" in capsys.readouterr().out
    assert main(["build"]) == 0
    assert "Turku" not in told("Teuvo")
    assert "plumber" in told("Teuvo")
    assert "your brother lives in Turku" in told("my brother")
    assert main(["undo", str(recorded["position"]), "--build"]) == 0
    assert "Teuvo lives in Turku" in told("my brother")
    assert main(["review", "verdicts", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_whoever_is_called_by_a_relation_alone_has_a_side(capsys: pytest.CaptureFixture[str]) -> None:
    """ "my mother" is "my mum"; nobody was called an aunt."""
    assert main(["review", "different", "my mother", "Teuvo", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["a"]["entity"]["entity_key"] == "__SELF__/mum"
    assert main(["review", "different", "my aunt", "Teuvo"]) != 0
