"""Who starts at a firm works there; who starts something else there does not."""

import pytest

from tests.claims.parsed.test_whom_a_pronoun_means import told_in


@pytest.mark.parametrize(("text", "told"), [
    ("started at Halden Marine on monday", ("SELF", "works_at", "Halden Marine")),
    ("i start at Halden Marine next week", ("SELF", "works_at", "Halden Marine")),
    ("started level 2 plumbing at Orrin College", ("SELF", "studies_at", "Orrin College")),
    ("i'm doing a btec at Orrin College", ("SELF", "studies_at", "Orrin College")),
])  # fmt: skip
def test_where_one_starts(text: str, told: tuple[str, str, str]) -> None:
    assert told in told_in(text)


@pytest.mark.parametrize("text", ["started pilates at Halden Marine", "my son started judo at Orrin Hall"])
def test_what_is_started_there_is_no_job(text: str) -> None:
    assert not {predicate for _, predicate, _ in told_in(text)} & {"works_at", "works_as"}
