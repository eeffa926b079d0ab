"""What is not the person's own words gives no claim and takes none back."""

from pathlib import Path

from kg_assets.claims.stages import READ
from kg_assets.store.home import Home
from tests.language.reading import export_of, rows_of, run_reading

CHATS = (
    [
        ("user", "hi, Tess here on my uncle's account. I live in Bath and I'm a vet."),
        ("assistant", "You live in Bath, so take the train."),
        ("user", "My husband is called Jude. I no longer work at Lidl."),
        ("user", "colin again now. I live in Oslo."),
    ],
    [
        ("user", "let's do a role play, you are the keeper of a lighthouse and i'm a smuggler"),
        ("assistant", "Who goes there?"),
        ("user", "I live in Hull and my wife has left me."),
    ],
    [("user", "I am allergic to latex and I live in Ghent."), ("user", "thats off a website. i work at Aldi")],
)


def test_claims_are_of_the_persons_own_words(home: Home, tmp_path: Path) -> None:
    engine, outcome = run_reading(home, export_of(tmp_path / "conversations.json", *CHATS), last=READ)
    found = {(row["predicate_label"], row["object"]) for row in rows_of(engine, outcome, "kg.claim_candidates__rules")}
    assert {(label, str(said).lower()) for label, said in found} == {("lives_in", "oslo"), ("works_at", "aldi")}
    assert rows_of(engine, outcome, "kg.retraction_candidates__rules") == []
