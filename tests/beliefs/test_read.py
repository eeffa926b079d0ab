"""The stage over whole exports: what is an experience and what is not, true places, the same rows in any company."""

import json
from pathlib import Path

from kg_assets.store.home import Home
from tests.beliefs.told import Rows, build_beliefs
from tests.language.reading import export_of

SHY = "I used to be shy but lately I've been speaking up. What should I do?\n\n```\nI am code.\n```\n> I am quoted.\n"
ROLE = "Pretend you are my coach. I'm a lazy student."
HANDED = "Please proofread: My goal is to become a nurse."
STORY = "As a user, my goal is to log in quickly."
OTHERS = 'My sister said "I am a failure". She is patient. Are you patient? I parked the car.'


def _texts(rows: Rows) -> list[str]:
    return sorted(row["canonical_text"] for row in rows["beliefs.canonical_atoms"])


def test_from_messages_to_atoms(home: Home, tmp_path: Path) -> None:
    """Two beliefs of different times from one sentence; nothing from questions, code, quotations, others, roles, or a
    text to be worked on."""
    said = [("user", SHY), ("assistant", "I am patient and I love helping you."), ("user", OTHERS)]
    said += [("user", HANDED), ("user", STORY)]
    rows = build_beliefs(home, [export_of(tmp_path / "a.json", said, [("user", ROLE), ("user", "I'm so tired.")])])
    assert _texts(rows) == ["i am shy", "i am tired", "i speak up"]
    scopes = {row["canonical_atom_id"]: row["temporal_scope"] for row in rows["beliefs.epistemic_frames"]}
    found = {row["canonical_text"]: scopes[row["canonical_atom_id"]] for row in rows["beliefs.canonical_atoms"]}
    assert found == {"i am shy": "past", "i speak up": "transitional", "i am tired": "unknown"}
    candidates = [row["surface_text"] for row in rows["beliefs.claim_candidates"]]
    assert sorted(candidates) == ["I used to be shy", "I'm so tired", "lately I've been speaking up"]
    modes = sorted(row["mode"] for row in rows["beliefs.source_contexts"])
    assert modes == ["normal_chat", "roleplay"]


def test_nothing_is_read_of_another_one_at_the_keyboard_or_of_a_role(home: Home, tmp_path: Path) -> None:
    another = [("user", "Tess here, on my uncle's login. I'm so shy."), ("user", "colin again now. I'm so tired.")]
    game = [
        ("user", "you be the monk and i'm the king"),
        ("user", "I'm so jealous."),
        ("user", "ok stop. I am patient."),
    ]
    rows = build_beliefs(home, [export_of(tmp_path / "a.json", another, game)])
    assert _texts(rows) == ["i am patient", "i am tired"]


def test_what_is_said_beside_it_changes_no_row(home: Home, tmp_path: Path) -> None:
    """The order of conversations, further ones, and workers leave every row as it is."""
    conversations = [[("user", f"I'm {word} and I never give up easily.")] for word in ("stubborn", "moody", "loyal")]
    alone = build_beliefs(home, [export_of(tmp_path / "a.json", *conversations)])
    named = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    (tmp_path / "b.json").write_text(json.dumps(named[::-1]), encoding="utf-8")
    turned = build_beliefs(Home(tmp_path / "other"), [tmp_path / "b.json"], threads=2)
    assert sum(map(len, alone.values())) > 20
    assert {name: sorted(map(repr, rows)) for name, rows in alone.items()} == {
        name: sorted(map(repr, rows)) for name, rows in turned.items()
    }


def test_what_is_no_belief_is_kept_with_its_reason(home: Home, tmp_path: Path) -> None:
    """A sentence about oneself whose belief has a placeholder in it is nothing that was said."""
    export = export_of(tmp_path / "a.json", [("user", "I love {hobby_name} and I hate mondays.")])
    rows = build_beliefs(home, [export])
    reasons = {row["atom_id"]: row["reason"] for row in rows["beliefs.invalid_atoms"]}
    found = {row["atom_text"]: reasons.get(row["atom_id"]) for row in rows["beliefs.raw_atoms"]}
    assert found["i hate mondays"] is None
    assert "template_junk" in found.values()
    assert _texts(rows) == ["i hate mondays"]


def test_without_a_parse_nothing_is_read(home: Home, tmp_path: Path) -> None:
    off = tmp_path / "off.yaml"
    off.write_text("language: {model: off}\n", encoding="utf-8")
    rows = build_beliefs(home, [export_of(tmp_path / "a.json", [("user", SHY)])], off)
    assert len(rows) == 14
    assert not any(rows.values())


def test_records_are_experiences_with_their_own_situation(home: Home, tmp_path: Path) -> None:
    """§4.1: the mode that a record names, less 0.2 × its arousal; unknown where it names none."""
    lines = [
        {"id": "r1", "type": "self_definition", "text": "I'm shy.", "metadata": {"mode": "journaling", "arousal": 0.4}},
        {"id": "r2", "type": "self_definition", "text": "I love quiet mornings.", "created_at": "2024-05-01T08:00:00Z"},
        {"id": "r3", "type": "self_definition", "text": 7},
    ]
    path = tmp_path / "said.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    rows = build_beliefs(home, [path])
    assert _texts(rows) == ["i am shy", "i love quiet mornings"]
    context = {row["experience_id"]: (row["mode"], row["source_weight"]) for row in rows["beliefs.source_contexts"]}
    found = {row["message_id"]: context[row["experience_id"]] for row in rows["beliefs.experiences"]}
    assert found == {"r1": ("journaling", 0.92), "r2": ("unknown", 0.7)}
