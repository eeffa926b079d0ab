"""A time that a person gives a claim, from the command to what the next build says of it."""

import json

import pytest

from tests.conftest import Annals


def claims(annals: Annals) -> dict[bool, str]:
    """The claim of a job, and the one that a correction put aside, by whether it was."""
    asked = "SELECT is_superseded, assertion_id FROM claims_readable WHERE predicate = 'works_at'"
    rows = json.loads(annals("query", asked, "--format", "json").stdout)
    return {row["is_superseded"]: row["assertion_id"] for row in rows}


@pytest.mark.whole
def test_d72_031_an_end_that_the_person_gives_holds_from_the_next_build_on(annals: Annals) -> None:
    """Told in `as-of`, `timeline`, `why`; taken back by `undo`; and kept, and explained, when the words are gone."""
    annals("tell", "I have worked at Acme since 2021.", "--at", "2022-05-01T12:00Z", "--build")
    (own,) = claims(annals).values()
    assert "you work at Acme" in annals("as-of", "2024").stdout
    said = annals("correct", own, "--until", "October 2023").stdout
    assert ": until October 2023 (2023-10)" in said
    annals("build")
    assert "Acme" in annals("as-of", "2023-10-15").stdout
    assert "ended, as is said of it" in annals("as-of", "2023-11-15", "--about", "SELF").stdout
    found = claims(annals)
    why = annals("why", found[False]).stdout
    assert "true from 2021 to before 2023-11-01: as you said of it" in why
    assert "until: October 2023 (2023-10)" in why
    assert "corrected" in annals("why", found[True]).stdout
    timeline = annals("timeline", "SELF").stdout
    assert "corrected: 2021 – 2023-10\n" in timeline, "what a time alone changes is the time"

    (source,) = json.loads(annals("sources", "--json").stdout)
    annals("tell", "I like tea.", "--at", "2022-06-01T12:00Z")
    annals("sources", "--remove", source["source"], "--yes")
    annals("build")
    (finding,) = [f for f in json.loads(annals("doctor", "--json", check=False).stdout) if f["what"] == "verdicts"]
    assert finding["is_well"]
    assert "until October 2023 (2023-10)) meets no claim" in finding["said"]
    annals("undo")
    annals("build")
    assert not [f for f in json.loads(annals("doctor", "--json", check=False).stdout) if f["what"] == "verdicts"]
