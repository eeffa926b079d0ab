"""The final mentions of builds: who wins over whom, what is kept with a reason, ids, entities and merges."""

import json
from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.hashing import sha256_hex
from kg_assets.core.ids import IdSpace
from kg_assets.sources.settings import SourceSettings
from kg_assets.store.decisions import EntitiesMerged, EntityReference
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger
from tests.lexicon.talks import Row, conversation, read, rows_of, write_export

FRAMES = ("we saw {} there", "they sold {} again", "you drew {} since", "she left {} behind")
TERMS = ("Wolkenbank", "Project Atlas", "Atlas", "Anna Miller", "quillMark")
IDS = IdSpace(SourceSettings().id_namespace)
EXCLUDED: dict[str, str | Row] = {
    "fence": "```\nthe Wolkenbank\n```",
    "code": {"content": {"content_type": "code", "text": "Wolkenbank = 1"}},
    "citation": "so \ue200cite\ue202turn0 Wolkenbank there\ue201 it",
    "beside": "so \ue200cite\ue202turn0\ue201 Wolkenbank it",
    "thought": {
        "author": {"role": "assistant"},
        "content": {"content_type": "thoughts", "thoughts": [{"summary": "about", "content": "the Wolkenbank again"}]},
    },
}
OVERLAPS: dict[str, str | Row] = {
    "link": "see https://example.org/Wolkenbank now",
    "longer": "the first Blue Atlas here",  # said twice: looked for, and too rare for a term
    "longer again": "the second Blue Atlas there",
    "long": "and Project Atlas was Atlas",
    "name": "and then Anna Miller left",
    "handle": "ask @alice",
    "other case": "a wolkenbank and a WOLKENBANK",
    "mixed": "Wolkenbank at https://example.org/a and Atlas",
}
ALL = "SELECT * FROM {} ORDER BY message_id, char_start, char_end, detector"


def said(folder: Path) -> Path:
    teaching = [frame.format(term) for frame in FRAMES for term in TERMS]
    return write_export(
        folder / "conversations.json",
        conversation("teach", teaching), conversation("more", teaching),
        *(conversation(key, [text]) for key, text in (EXCLUDED | OVERLAPS).items()),
    )  # fmt: skip


class Built:
    """The tables of a build that these tests read."""

    def __init__(self, connection: Any) -> None:
        self.detected = rows_of(connection, ALL.format("entity_mention_candidates__detected"))
        self.candidates = rows_of(connection, ALL.format("entity_mention_candidates"))
        self.mentions = rows_of(connection, ALL.format("entity_mentions"))
        self.terms = {row["term_key"]: row for row in rows_of(connection, "SELECT * FROM lexicon_terms")}
        (self.build_id,) = [row["build_id"] for row in rows_of(connection, "SELECT build_id FROM lexicon_builds")]
        entities = rows_of(connection, "SELECT * FROM entities__consolidated")
        self.names = {row["entity_key"]: row["canonical_name"] for row in entities}
        connection.close()

    def fate(self, conversation_key: str) -> list[tuple[str, str, str | None, str | None]]:
        """Family, surface, reason, and the surface of what suppressed it, of all candidates of a one-message talk."""
        by_id = {row["candidate_id"]: row for row in self.candidates}
        return [
            (
                row["detector"].partition(":")[0], row["surface_text"], row["suppression_reason"],
                by_id[row["suppressed_by_candidate_id"]]["surface_text"] if row["suppressed_by_candidate_id"] else None,
            )
            for row in self.candidates
            if row["message_id"] == f"{conversation_key}-0"
        ]  # fmt: skip

    def mentioned(self, conversation_key: str) -> list[tuple[str, str]]:
        return [
            (row["detector"].partition(":")[0], row["surface_text"])
            for row in self.mentions
            if row["message_id"] == f"{conversation_key}-0"
        ]


@pytest.fixture(scope="module")
def home_of_all(tmp_path_factory: pytest.TempPathFactory) -> Home:
    return Home(tmp_path_factory.mktemp("mention") / "home")


@pytest.fixture(scope="module")
def built(home_of_all: Home, tmp_path_factory: pytest.TempPathFactory) -> Built:
    return Built(read(home_of_all, said(tmp_path_factory.mktemp("export"))))


def test_the_terms_are_learned(built: Built) -> None:
    """What the other tests stand on: Blue Atlas is none, and the recogniser knows most places of Anna Miller."""
    assert {key: row["entity_type_hint"] for key, row in built.terms.items()} == {
        "wolkenbank": "CUSTOM_TERM", "project atlas": "CUSTOM_TERM", "atlas": "CUSTOM_TERM", "anna miller": "PERSON",
        "quillmark": "CUSTOM_TERM",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (
            "link",
            [
                ("URL", "https://example.org/Wolkenbank", None, None),
                ("LEXICON", "Wolkenbank", "OVERLAP_HIGHER_SCORE", "https://example.org/Wolkenbank"),
            ],
        ),
        (
            "name",
            [
                ("LEXICON", "Anna Miller", None, None),
                ("NER", "Anna Miller", "OVERLAP_HIGHER_SCORE", "Anna Miller"),
            ],
        ),
        ("longer", [("LEXICON", "Atlas", None, None)]),
        (
            "long",
            [
                ("LEXICON", "Atlas", "OVERLAP_HIGHER_SCORE", "Project Atlas"),
                ("LEXICON", "Project Atlas", None, None),
                ("LEXICON", "Atlas", None, None),
            ],
        ),
        ("other case", []),
        ("handle", [("HANDLE", "@alice", None, None)]),
        (
            "mixed",
            [
                ("LEXICON", "Wolkenbank", None, None),
                ("URL", "https://example.org/a", None, None),
                ("LEXICON", "Atlas", None, None),
            ],
        ),
    ],
)
def test_structured_before_lexicon_before_recogniser(
    built: Built, key: str, expected: list[tuple[str, str, str | None, str | None]]
) -> None:
    """§2B.6.2: the class decides, then the length; what lost names what won over it."""
    assert sorted(built.fate(key), key=str) == sorted(expected, key=str)
    assert sorted(built.mentioned(key)) == sorted((family, surface) for family, surface, why, _ in expected if not why)


def test_a_suppressed_name_points_at_the_term_itself(built: Built) -> None:
    """Not only at its words: at a winner of the lexicon, in the same message."""
    winners = {row["candidate_id"]: row for row in built.mentions}
    names = [row for row in built.candidates if row["detector"].startswith("NER:") and row["suppression_reason"]]
    assert len(names) > 4
    for row in names:
        winner = winners[row["suppressed_by_candidate_id"]]
        assert winner["detector"] == f"LEXICON:{built.build_id}"
        assert winner["message_id"] == row["message_id"]
        assert row["is_eligible"]


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("fence", "INTERSECTS_CODE_FENCE"),
        ("code", "INTERSECTS_CODE_FENCE"),
        ("citation", "INTERSECTS_CITATION_MARKER"),
        ("beside", None),
        ("thought", None),
    ],
)
def test_a_term_where_nobody_speaks_is_kept_with_its_reason(built: Built, key: str, reason: str | None) -> None:
    """Fences, code and citation markers; beside a marker, and in thoughts, a term is one."""
    ((family, surface, why, winner),) = built.fate(key)
    assert (family, surface, why, winner) == ("LEXICON", "Wolkenbank", reason, None)
    assert built.mentioned(key) == ([] if reason else [("LEXICON", "Wolkenbank")])
    (row,) = [row for row in built.candidates if row["message_id"] == f"{key}-0"]
    assert row["is_eligible"] == (reason is None)


def test_ids_by_formula(built: Built) -> None:
    """Design §9 and §2B.10, made here once more from what they are made of."""
    places: dict[str, Row] = {row["candidate_id"]: row for row in built.candidates}
    for row in built.candidates:
        family = row["detector"].partition(":")[0]
        assert row["candidate_id"] == IDS.make(
            "candidate", row["message_id"], family, row["entity_type_hint"], row["char_start"], row["char_end"],
            sha256_hex(row["surface_text"]),
        )  # fmt: skip
    for row in built.mentions:
        assert row["mention_id"] == IDS.make("mention", row["message_id"], row["candidate_id"])
        assert row["entity_id"] == IDS.make("entity", row["entity_type_hint"], row["entity_key"])
        shared = [name for name in row if name in places[row["candidate_id"]] and not name.startswith("raw_")]
        assert len(shared) == 11  # message, candidate, and the nine columns of what was detected
        assert all(row[name] == places[row["candidate_id"]][name] for name in shared)


def test_a_mention_of_a_term_names_the_term(built: Built) -> None:
    found = [row for row in built.mentions if row["detector"].startswith("LEXICON:")]
    # 5 terms in 4 frames of 2 conversations; then beside, thought, 2 longer, 2 long, name, 2 mixed
    assert len(found) == 40 + 9
    for row in found:
        key = row["surface_text"].lower()
        assert json.loads(row["raw_mention_json"]) == {"term_id": built.terms[key]["term_id"], "term_key": key}
        assert (row["entity_key"], row["normalized_value"], row["confidence"]) == (key, key, 0.9)
        assert (row["entity_type_hint"], row["detector_version"]) == (built.terms[key]["entity_type_hint"], "1")


def test_nothing_detected_changes_but_its_fate(built: Built) -> None:
    """Every candidate of stage 2A stands here with the same columns; only a term can suppress it."""
    here = {row["candidate_id"]: row for row in built.candidates}
    fate = {"suppressed_by_candidate_id", "suppression_reason"}
    for row in built.detected:
        now = here[row["candidate_id"]]
        assert {k: v for k, v in row.items() if k not in fate} == {k: v for k, v in now.items() if k not in fate}
        assert row["suppression_reason"] in (now["suppression_reason"], None)


def test_merges_and_new_names_leave_ids_alone(
    built: Built, home_of_all: Home, tmp_path: Path
) -> None:  # fmt: skip
    """A person joins two entities, and the camel is written otherwise from now on."""

    def who(entity_type: str, key: str) -> EntityReference:
        return EntityReference(
            entity_id=IDS.make("entity", entity_type, key), entity_type=entity_type, entity_key=key
        )  # fmt: skip

    atlas, project = who("CUSTOM_TERM", "atlas"), who("CUSTOM_TERM", "project atlas")
    decision = EntitiesMerged(into=project, merged=atlas)
    open_ledger(home_of_all).append("entities_merged", decision.model_dump(mode="json"))
    words = ("once", "twice", "often", "rarely", "never", "always", "now", "here", "too")  # one more than 8 times
    news = [f"we saw QuillMark {word}" for word in words]
    export = write_export(tmp_path / "conversations.json", conversation("new", news))
    later = Built(read(home_of_all, export))
    assert (built.names["quillmark"], later.names["quillmark"]) == ("quillMark", "QuillMark")
    before = {row["mention_id"]: row for row in built.mentions}
    after = {row["mention_id"]: row for row in later.mentions}
    assert len(after) == len(before) + len(news)
    moved = [row for row in before.values() if row["entity_id"] == atlas.entity_id]
    assert len(moved) == 8 + 4
    for mention_id, row in before.items():
        expected = project.entity_id if row in moved else row["entity_id"]
        assert after[mention_id] == row | {"entity_id": expected}, "the key stays, only the entity changes"


def test_without_the_lexicon_the_detected_mentions_remain(
    home: Home, tmp_path: Path
) -> None:  # fmt: skip
    """Switched off, the final mentions are those of stage 2A, each with its entity."""
    own = tmp_path / "own.yaml"
    own.write_text("lexicon:\n  enable_lexicon_induction: false\n", encoding="utf-8")
    connection = read(home, said(tmp_path), override=own)
    detected = rows_of(connection, ALL.format("entity_mentions__detected"))
    final = rows_of(connection, ALL.format("entity_mentions"))
    assert len(detected) > 8
    assert [{k: v for k, v in row.items() if k not in ("entity_id", "entity_key")} for row in final] == detected
    active = rows_of(connection, "SELECT entity_id FROM entities__named WHERE status = 'active'")
    assert {row["entity_id"] for row in final} <= {row["entity_id"] for row in active}
    assert rows_of(connection, "SELECT count(*) AS n FROM lexicon_terms") == [{"n": 0}]
