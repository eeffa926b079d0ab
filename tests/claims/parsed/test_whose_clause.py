"""Whose a clause is that leaves out its subject: that of the person the clause before tells of, and never the
writer's."""

import pytest

from tests.claims.parsed.test_whom_a_pronoun_means import told_in


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("my sister Tess is home again, working at Lidl", ("Tess", "works_at", "Lidl")),
        ("my dad's fine, living in Spain these days", ("__SELF__/dad", "lives_in", "Spain")),
        ("my cousin Ana left the army, living in Porto now", ("Ana", "lives_in", "Porto")),
        ("my brother's out of prison now, working for Tesco", ("__SELF__/brother", "works_at", "Tesco")),
        ("my uncle Jim sold the farm, lives in Cork now", ("Jim", "lives_in", "Cork")),
        ("I'm fine, living in Leeds with my girlfriend", ("SELF", "lives_in", "Leeds")),
        ("my brother and I are fine, living in Leeds together", ("SELF", "lives_in", "Leeds")),
        ("my husband's away so I'm bored, living in Leeds", ("SELF", "lives_in", "Leeds")),
        ("name's Tom, 34, living in Hull", ("SELF", "lives_in", "Hull")),
        ("work's been mad, working at Lidl now", ("SELF", "works_at", "Lidl")),
    ],
)
def test_the_one_told_of_before_the_comma_is_meant(text: str, told: tuple[str, str, str]) -> None:
    assert told in told_in(text)
    assert {one[0] for one in told_in(text) if one[1] == told[1]} == {told[0]}


@pytest.mark.parametrize(
    "text",
    [
        "bernard's back in town, living in hull with his mate",
        "daniel's in town, staying in york with his mum",
        "she's fine now, living in Leeds with her gran",
        "he's married now, working at Lidl",
        "my ex is married now, living in Bristol",
        "my dad's fine, living in Spain these days",
        "ruth's great, working as a nurse in Leeds",
        "they're happy, living in Cork with a dog",
        "my mate is doing well, based in Leeds now",
        "my mum rang, moved to Derby last week",
    ],
)
def test_what_others_do_is_not_the_writers(text: str) -> None:
    assert [one for one in told_in(text) if one[0] == "SELF" and one[1] in ("lives_in", "works_at", "works_as")] == []
