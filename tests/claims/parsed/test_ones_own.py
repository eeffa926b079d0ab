"""Where people live, work and study, and who theirs are, as they say it beside what they ask for."""

import pytest

from tests.claims.parsed.test_plainly_said import claims


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # What they call their own, in questions and requests as well.
        ("what can my landlord in Aarhus charge me for?", {"SELF lives_in Aarhus"}),
        ("our new flat in Trieste is damp, what kills mould", {"SELF lives_in Trieste"}),
        ("my flatmates here in Tromsø are loud", {"SELF lives_in Tromsø"}),
        ("reword this mail to my boss at Siemens", {"SELF works_at Siemens"}),
        ("my thesis supervisor at Lund is away", {"SELF studies_at Lund"}),
        ("help me w unit 2 of my btec level 3 in sport n leisure", {"SELF studies sport n leisure"}),
        ("help me with my A level physics", {"SELF studies physics"}),
        ("my old flat in Trieste was damp", set()),
        ("my flat in Trieste was damp", set()),
        ("my tenant in my flat in Trieste won't pay", set()),
        ("our hotel in Trieste is damp", set()),
        ("our holiday flat in Trieste is damp", set()),
        ("my friend's landlord in Aarhus is rude", set()),
        ("my account manager at Santander is rude", set()),
        ("write a story about my landlord in Aarhus", set()),
        ("my thesis was on river deltas, is it still cited", set()),
        ("I left my job at Ocado", {"SELF works_at Ocado, not"}),
        # The year, the class and the course in which somebody is.
        ("I'm in 2nd yr btech civil in Surat", {"SELF studies btech civil"}),
        ("I am in the final year of a part-time LLM", {"SELF studies LLM"}),
        ("I'm in my third year of pharmacy at Umeå", {"SELF studies pharmacy", "SELF studies_at Umeå"}),
        ("I am enrolled in an online Welsh course", {"SELF studies Welsh"}),
        ("I'm doing my PhD on lichens at Tartu", {"SELF studies lichens", "SELF studies_at Tartu"}),
        ("my son is in year 2 at Holy Trinity", {
            "SELF child_is __SELF__/son", "__SELF__/son studies_at Holy Trinity"}),
        ("I'm in the third year of my lease", set()),
        ("I'm in my first year of retirement", set()),
        ("I'm doing a course of antibiotics", set()),
        ("I'm thinking of doing a PhD on lichens at Tartu", set()),
        ("my nephew starts at Holy Trinity in September", set()),
        # Homes that are rented and shared.
        ("we rent a flat on Dock Road in Aarhus", {"SELF lives_in Aarhus"}),
        ("I share a flat with two mates in Aarhus", {"SELF lives_in Aarhus"}),
        ("I'm staying with my parents in Aarhus at the moment", {"SELF lives_in Aarhus"}),
        ("I'm staying with my parents in Aarhus for the weekend", set()),
        ("I rent a room to a student in Aarhus", set()),
        # A part of a firm and whose it is.
        ("I run the IT department at Bosch, draft a warning", {"SELF works_at Bosch"}),
        ("I manage the Leith branch of Halifax", {"SELF works_at Halifax"}),
        ("I head up sales for Bosch in Ghent", {"SELF works_at Bosch"}),
        ("I'm on the night team at Halfords, good snacks?", {"SELF works_at Halfords"}),
        ("I do the books for Ridley Motors", {"SELF works_at Ridley Motors"}),
        ("I'm on the debate team at Yale", {"SELF member_of debate team at Yale"}),
        ("I'm on the waiting list at Leeds General", set()),
        ("I do the books for my dad", set()),
        # People in requests.
        ("gift for my gf sneha under 1k, she likes old songs", {"SELF partner_is sneha", "sneha likes old songs"}),
        ("my girl Zoë won't sleep", {"SELF child_is Zoë"}),
        ("my boy liam is 4 n goes to little acorns creche", {
            "SELF child_is liam", "liam age_is 4", "liam studies_at little acorns creche"}),
        ("my bairn Callum is 3", {"SELF child_is Callum", "Callum age_is 3"}),
        ("my didi stays in Toronto", {"SELF sibling_is __SELF__/didi", "__SELF__/didi lives_in Toronto"}),
        ("my girl is late", set()),
        ("my girl friday outfit needs shoes", set()),
        ("my boy band needs a name", set()),
        ("my son's first christmas, ideas", set()),
    ],
)  # fmt: skip
def test_told_beside_what_is_asked(text: str, told: set[str]) -> None:
    """More than is said would be as wrong as less."""
    found = {
        f"{c.subject} {c.predicate} {c.object}{', not' if c.polarity == 'negative' else ''}"
        for c in claims(text)
        if not c.notes.get("passing") and c.rule_id != "clause.event" and c.predicate != "manager_is"
    }
    assert found == told
