"""An id that no claim has any more, because a verdict changed what its claim is made of."""

import json
from pathlib import Path

import pytest

from kg_assets.cli.main import main
from kg_assets.history.stages import TEMPORALIZE
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened
from tests.cli.a_life import built, engine_over
from tests.partial import asked_house_of
from tests.worlds import copied

pytestmark = pytest.mark.whole


def test_an_id_of_before_a_verdict_leads_to_what_its_words_say_now(
    noted: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    """A claim's id is made of all that is known of it, so a verdict changes it; who noted the old one found nothing."""
    home = copied(noted, tmp_path / "home")
    monkeypatch.setenv("ANNALS_HOME", str(home.root))
    with opened(home) as warehouse:
        rows = warehouse.connection.execute("SELECT assertion_id FROM claims_readable WHERE object = 'Acme'").fetchall()
    ((own,),) = rows
    assert main(["correct", own, "--object", "Initech"]) == 0
    built(engine_over(home, house=asked_house_of(TEMPORALIZE)))
    capsys.readouterr()

    assert main(["why", own]) == 0
    told = capsys.readouterr().out
    assert "you have corrected it: annals undo 2 takes that back\n  object: Initech\n" in told
    claims = [line for line in told.splitlines() if line.endswith(")")]
    assert [line.split("  ")[2] for line in claims] == ["you work at Initech", "you work at Acme"]
    assert [line.endswith(", corrected)") for line in claims] == [False, True]
    assert main(["confirm", own[:8]]) == 1
    assert "you work at Initech" in capsys.readouterr().err
    assert main(["why", own, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["former"], found["verdict"]["kind"]) == (own, "corrected")
    assert [one["claim"] for one in found["claims"]] == ["SELF works_at Initech", "SELF works_at Acme"]
    assert main(["why", "abcd" * 4]) == 1
    assert "no claim has the id" in capsys.readouterr().err
