"""Who is kept private is so under all that the person calls him, also where the message does not name him."""

import json
from pathlib import Path

import pytest

from kg_assets.cli.main import main
from kg_assets.core.config import load_config
from kg_assets.core.errors import QueryError
from kg_assets.house import HOUSE
from kg_assets.mcp.serving import Answering, Interruptible
from kg_assets.store.home import Home
from tests.beliefs.test_resolve import talks
from tests.cli.a_life import built, engine_over

pytestmark = pytest.mark.whole

_SAID = (
    (0.0, "My brother Teuvo is a plumber."), (1.0, "My brother lives in Turku."),
    (2.0, "My older brother owns a tractor."), (3.0, "I live in Oslo."),
)  # fmt: skip


@pytest.mark.parametrize("named", ["my brother", "Teuvo"])
def test_a_brother_is_private_by_name_and_by_relation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    home = Home(tmp_path / "home").prepare()
    built(engine_over(home), talks(tmp_path / "talks.json", *_SAID))
    monkeypatch.setenv("ANNALS_HOME", str(home.root))
    assert main(["private", named]) == 0
    assert main(["build"]) == 0
    config = load_config(HOUSE.sections)
    answering = Answering(home, lambda: config)
    facts = answering.call("facts_as_of", {"tokens": 4000}, Interruptible())["facts"]
    with pytest.raises(QueryError):
        answering.call("timeline", {"entity": named, "tokens": 4000}, Interruptible())
    answering.close()
    assert [one["object"] for one in facts] == ["Oslo"]
    told = json.dumps(facts)
    assert not any(word in told for word in ("Teuvo", "brother", "Turku", "tractor"))
