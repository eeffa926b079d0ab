"""Stage 3: weights, the five orderings, confidence, the lexicon's bonus, the run and the history, in worked numbers."""

import json
import uuid
from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from kg_assets.core.canonical import canonical_text
from kg_assets.core.ids import sha256_hex
from kg_assets.entities.history import RATIONALES
from kg_assets.sources.settings import SourceSettings
from tests.lexicon.said import HORIZON, Outcome, Said, build, entity_id, is_own, who
from tests.lexicon.test_consolidate import first_place, invented

LEXICON = "LEXICON:3f0c"
WEIGHTS = {
    "trust_weight_user": 1.0,
    "trust_weight_assistant_uncorroborated": 0.5,
    "weight_structured": 1.0,
    "weight_pattern": 0.9,
    "weight_lexicon": 0.8,
    "weight_recogniser": 0.6,
    "least_confidence_weight": 0.5,
    "lexicon_canonical_bonus": 0.2,
    "detector_tier_confidence_bonus": 0.05,
}


def built(folder: Path, said: Said, **more: Any) -> Outcome:
    """Both stages, with every rule of their contracts kept."""
    outcome = build(folder, said, **more)
    assert outcome.broken_rules() == []
    return outcome


def ranked(outcome: Outcome) -> pa.Table:
    return outcome.ask("ranked", WEIGHTS, surfaces=outcome.ask("surfaces", WEIGHTS))


def choice(outcome: Outcome, kind: str, key: str, **weights: Any) -> dict[str, Any]:
    """What was decided of an entity, whether or not its name changed."""
    rows = outcome.ask("choices", {**WEIGHTS, **weights}, ranked=ranked(outcome)).to_pylist()
    (row,) = [row for row in rows if row["entity_id"] == entity_id(kind, key)]
    return dict(row)


def selection(outcome: Outcome, kind: str, key: str) -> dict[str, Any]:
    """What the history says of an entity whose name changed."""
    (row,) = [r for r in outcome.rows("entity_canonical_name_history") if r["entity_id"] == entity_id(kind, key)]
    found: dict[str, Any] = json.loads(row["raw_selection_json"])
    return found


def test_every_detector_has_its_tier(tmp_path: Path) -> None:
    """§3.4.2; what is unknown is of the lowest tier. A mention of the person with confidence 1 weighs its detector."""
    tiers = {
        1: "EMAIL URL DOI UUID IP_ADDRESS PHONE",
        2: "GIT_SHA HASH_HEX FILEPATH BARE_DOMAIN ARXIV CVE ORCID HANDLE HASHTAG",
        3: "LEXICON:3f0c LEXICON:",
        4: "NER:gazetteer NER:en_core_web_sm LEXICON ner email UNHEARD_OF",
    }
    said = Said()
    for names in tiers.values():
        for detector in names.split():
            said.mention(detector, "OTHER", key="thing", detector=detector)
    rows = built(tmp_path, said).ask("surfaces", WEIGHTS).to_pylist()
    found = {row["surface_text"]: (row["best_detector_tier"], row["mention_score"]) for row in rows}
    weights = {1: 1.0, 2: 0.9, 3: 0.8, 4: 0.6}
    assert found == {name: (tier, weights[tier]) for tier, names in tiers.items() for name in names.split()}


def test_a_mention_weighs_role_times_detector_times_confidence(tmp_path: Path) -> None:
    """§3.4.3: a surface's score is the sum over its mentions, its tier the best of them."""
    said = Said()
    said.mention("Aurora", key="aurora", role="user", detector="NER:gazetteer", confidence=0.7)
    said.mention("Aurora", key="aurora", role="assistant", detector=LEXICON, confidence=0.9)
    said.mention("Aurora", key="aurora", role="tool", detector="HANDLE", confidence=0.0)
    (row,) = built(tmp_path, said).ask("surfaces", WEIGHTS).to_pylist()
    # 1.0 * 0.6 * (0.5 + 0.35) + 0.5 * 0.8 * (0.5 + 0.45) + 0.5 * 0.9 * 0.5 = 0.51 + 0.38 + 0.225
    assert row["mention_score"] == 1.115
    assert (row["best_detector_tier"], row["unweighted_count"]) == (2, 3)


def test_ordering_0_the_weighted_score(tmp_path: Path) -> None:
    """One word of the person against two of an assistant, which stage 2B counted."""
    said = Said()
    said.mention("anna", role="assistant", confidence=0.9)
    said.mention("anna", role="assistant", confidence=0.9)
    said.mention("Anna", role="user")
    outcome = built(tmp_path, said)
    assert outcome.entity("PERSON", "anna")["canonical_name"] == "anna"
    assert outcome.name("PERSON", "anna") == "Anna"
    # Anna 1.0 * 0.6 * 1.0 = 0.6; anna 2 * 0.5 * 0.6 * 0.95 = 0.57
    found = selection(outcome, "PERSON", "anna")
    assert [(s["surface_text"], s["weighted_score"]) for s in found["surfaces"]] == [("Anna", 0.6), ("anna", 0.57)]
    assert (found["decided_by"], found["rationale"]) == ("weighted_score", "It has the highest weighted score.")


def test_ordering_1_the_detectors_tier(tmp_path: Path) -> None:
    """Both weigh 0.6: the lexicon's mention wins although the recogniser's are more and earlier."""
    said = Said()
    for _ in range(2):
        said.mention("AURORA", key="aurora", role="assistant", at="2024-01-01T00:00:00.000Z")  # 0.5 * 0.6 * 1.0 = 0.3
    said.mention("Aurora", key="aurora", detector=LEXICON, confidence=0.5)  # 1.0 * 0.8 * 0.75 = 0.6
    outcome = built(tmp_path, said)
    assert outcome.name("PERSON", "aurora") == "Aurora"
    found = selection(outcome, "PERSON", "aurora")
    assert [s["weighted_score"] for s in found["surfaces"]] == [0.6, 0.6]
    assert found["decided_by"] == "best_detector_tier"


def test_ordering_2_the_count(tmp_path: Path) -> None:
    """Both weigh 0.6 and are of tier 4: two mentions of an assistant win over an earlier one of the person."""
    said = Said()
    said.mention("ANNA", key="anna", at="2024-01-01T00:00:00.000Z")  # 1.0 * 0.6 * 1.0
    for _ in range(2):
        said.mention("Anna", key="anna", role="assistant")  # 0.5 * 0.6 * 1.0 each
    outcome = built(tmp_path, said)
    assert outcome.name("PERSON", "anna") == "Anna"
    assert choice(outcome, "PERSON", "anna")["decided_by"] == "unweighted_count"


def test_ordering_3_the_first_occurrence(tmp_path: Path) -> None:
    """All else equal. Stage 2B chose by who said it; here an assistant's surer word weighs the same and came first."""
    said = Said()
    said.mention("ANNA", key="anna", role="user", confidence=0.0, at="2024-02-01T00:00:00.000Z")  # 0.6 * 0.5 = 0.3
    said.mention("Anna", key="anna", role="assistant", at="2024-01-01T00:00:00.000Z")  # 0.5 * 0.6 * 1.0 = 0.3
    outcome = built(tmp_path, said)
    assert outcome.entity("PERSON", "anna")["canonical_name"] == "ANNA"
    assert outcome.name("PERSON", "anna") == "Anna"
    assert selection(outcome, "PERSON", "anna")["decided_by"] == "first_occurrence"


SURFACE = {
    "entity_id": entity_id("PERSON", "anything"), "surface_text": "b", "is_own": True,
    "mention_score": 1.0, "best_detector_tier": 3, "unweighted_count": 2,
    "first_occurrence": {"place": 5, "mention_id": "n5"},
}  # fmt: skip


@pytest.fixture(scope="module")
def anything(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """A build with one person, of whom other surfaces can be given by hand."""
    said = Said()
    said.mention("anything")
    return build(tmp_path_factory.mktemp("anything"), said)


@pytest.mark.parametrize(
    ("better", "decided_by"),
    [
        ({"mention_score": 1.1}, "weighted_score"),
        ({"best_detector_tier": 2}, "best_detector_tier"),
        ({"unweighted_count": 3}, "unweighted_count"),
        ({"first_occurrence": {"place": 4, "mention_id": "n9"}}, "first_occurrence"),
        ({"first_occurrence": {"place": 5, "mention_id": "n4"}}, "first_occurrence"),
        ({"surface_text": "B"}, "surface_text"),
    ],
)
def test_each_ordering_decides_where_all_before_it_are_equal(
    anything: Outcome, better: dict[str, Any], decided_by: str
) -> None:
    """The fifth, by the surface, cannot come about while mentions have ids; so here are surfaces given by hand.

    In everything that comes later in the order the loser is the better one.
    """
    keys = ("mention_score", "best_detector_tier", "unweighted_count", "first_occurrence", "surface_text")
    best = {
        "mention_score": 9.0, "best_detector_tier": 1, "unweighted_count": 9,
        "first_occurrence": {"place": 1, "mention_id": "n1"}, "surface_text": "A",
    }  # fmt: skip
    (key,) = better
    winner = SURFACE | better | ({} if key == "surface_text" else {"surface_text": "winner"})
    loser = SURFACE | {later: best[later] for later in keys[keys.index(key) + 1 :]}
    rows = anything.ask("ranked", WEIGHTS, surfaces=pa.Table.from_pylist([loser, winner]))
    assert rows["surface_text"].to_pylist() == [winner["surface_text"], loser["surface_text"]]
    (row,) = [r for r in anything.ask("choices", WEIGHTS, ranked=rows).to_pylist() if r["surface_count"]]
    assert (row["canonical_name"], row["decided_by"]) == (winner["surface_text"], decided_by)


def test_scores_that_differ_by_rounding_only_are_equal(tmp_path: Path) -> None:
    """As doubles 0.36 + 0.45 + 0.6 is 1.41, and from the other end 1.4099999999999997; as decimals they tie."""
    said = Said()
    for confidence in (0.2, 0.5, 1.0):
        said.mention("ANNA", key="anna", confidence=confidence)  # 0.6 * (0.6, 0.75 and 1.0)
    for confidence in (1.0, 0.5, 0.2):
        said.mention("Anna", key="anna", confidence=confidence, at="2024-01-01T00:00:00.000Z")
    outcome = built(tmp_path, said)
    assert {row["mention_score"] for row in outcome.ask("surfaces", WEIGHTS).to_pylist()} == {1.41}
    assert outcome.name("PERSON", "anna") == "Anna"


def test_confidence_is_the_share_and_the_tiers_bonus(tmp_path: Path) -> None:
    """§3.4.4: 0.8 of 0.8 + 0.6 + 0.3 with one tier above the lowest; of tier 4 there is no bonus."""
    said = Said()
    said.mention("Aurora", detector=LEXICON)  # 0.8
    said.mention("AURORA", key="aurora")  # 0.6
    said.mention("auroRA", key="aurora", role="assistant")  # 0.3
    said.mention("Bob")  # 0.6
    said.mention("bob", role="assistant")  # 0.3
    outcome = built(tmp_path, said)
    # 0.8 / 1.7 = 0.470588235294 and (4 - 3) * 0.05
    assert choice(outcome, "PERSON", "aurora")["confidence"] == 0.520588235294
    # 0.6 / 0.9 and (4 - 4) * 0.05
    assert choice(outcome, "PERSON", "bob")["confidence"] == 0.666666666667


def test_confidence_never_exceeds_one(tmp_path: Path) -> None:
    """1.0 + (4 - 1) * 0.05 is clamped; so is 0.9 / 1.0 + 0.15, of nine URLs against one."""
    said = Said()
    said.mention("http://a.example", "URL", detector="URL")
    for surface in ("http://b.example", *["http://B.example"] * 9):
        said.mention(surface, "URL", "http://b.example", detector="URL")
    outcome = built(tmp_path, said)
    only = choice(outcome, "URL", "http://a.example")
    assert (only["base_confidence"], only["tier_bonus"], only["confidence"]) == (1.0, 0.15, 1.0)
    assert only["decided_by"] == "only_surface"
    several = choice(outcome, "URL", "http://b.example")
    assert (several["base_confidence"], several["confidence"]) == (0.9, 1.0)


def test_what_weighs_nothing_is_as_sure_as_can_be(tmp_path: Path) -> None:
    """§3.4.4: a total of 0 gives a base of 1.0. The name then falls to the count."""
    said = Said()
    said.mention("anna", role="assistant")
    for _ in range(2):
        said.mention("Anna", role="assistant")
    own = "trust: {trust_weight_assistant_uncorroborated: 0.0}"
    outcome = built(tmp_path, said, override=own)
    silent = {**WEIGHTS, "trust_weight_assistant_uncorroborated": 0.0}
    rows = outcome.ask("ranked", silent, surfaces=outcome.ask("surfaces", silent))
    found = [r for r in outcome.ask("choices", silent, ranked=rows).to_pylist() if r["surface_count"]]
    assert [(r["canonical_name"], r["base_confidence"], r["confidence"]) for r in found] == [("Anna", 1.0, 1.0)]


def aurora(loud: int) -> Said:
    """A term said `loud` times as AURORA by assistants (0.4 each), once as Aurora by the person (0.8 * 0.95 = 0.76)."""
    said = Said()
    for _ in range(loud):
        said.mention("AURORA", "CUSTOM_TERM", key="aurora", detector=LEXICON, role="assistant")
    said.mention("Aurora", "CUSTOM_TERM", key="aurora", detector=LEXICON, confidence=0.9)
    said.term("aurora", "Aurora", score=7.5)
    return said


def test_the_lexicons_bonus_can_turn_a_choice(tmp_path: Path) -> None:
    """§3.4.6: 0.8 against 0.76 + 0.2; and the bonus counts in the total (design §9)."""
    outcome = built(tmp_path, aurora(loud=2))
    assert outcome.entity("CUSTOM_TERM", "aurora")["canonical_name"] == "AURORA"
    assert outcome.name("CUSTOM_TERM", "aurora") == "Aurora"
    found = selection(outcome, "CUSTOM_TERM", "aurora")
    assert [(s["weighted_score"], s["bonus_applied"]) for s in found["surfaces"]] == [(0.96, 0.2), (0.8, 0)]
    assert found["lexicon"] == {
        "lexicon_term_id": "term aurora", "lexicon_score": 7.5, "canonical_surface": "Aurora", "bonus_applied": 0.2,
        "is_decisive": True,
    }  # fmt: skip
    assert found["rationale"].endswith("; without the lexicon's bonus it would have been another.")
    (row,) = outcome.rows("entity_canonical_name_history")
    assert row["confidence"] == 0.595454545455  # 0.96 / (0.96 + 0.8) + (4 - 3) * 0.05
    (run,) = outcome.rows("entity_canonicalization_runs")
    assert json.loads(run["raw_stats_json"])["lexicon_bonus_applied_count"] == 1


def test_the_lexicons_bonus_need_not_turn_a_choice(tmp_path: Path) -> None:
    """3 * 0.4 = 1.2 against 0.96: the name of stage 2B stands and the history is silent."""
    outcome = built(tmp_path, aurora(loud=3))
    assert outcome.name("CUSTOM_TERM", "aurora") == "AURORA"
    assert outcome.rows("entity_canonical_name_history") == []
    decided = choice(outcome, "CUSTOM_TERM", "aurora")
    assert (decided["total_weighted"], decided["is_decided_by_bonus"]) == (2.16, False)
    (run,) = outcome.rows("entity_canonicalization_runs")
    assert json.loads(run["raw_stats_json"])["lexicon_bonus_applied_count"] == 0


def test_the_bonus_is_for_terms_only(tmp_path: Path) -> None:
    """A person of the same key gains nothing, nor does a term whose preferred surface nobody uses."""
    said = aurora(loud=2)
    for row in said.mentions:
        row |= {"entity_type_hint": "PERSON", "entity_id": entity_id("PERSON", "aurora")}
    assert built(tmp_path / "person", said).name("PERSON", "aurora") == "AURORA"
    said = aurora(loud=2)
    said.terms[0]["canonical_surface"] = "AuRoRa"
    assert built(tmp_path / "unused", said).name("CUSTOM_TERM", "aurora") == "AURORA"


def test_the_history_keeps_all_that_was_weighed(tmp_path: Path) -> None:
    """§3.4.7, every value of one row."""
    said = Said()
    first = said.mention("anna", role="assistant", at=None, conversation="c2")
    said.mention("anna", role="assistant", at=None, conversation="c3", detector=LEXICON)
    only = said.mention("Anna", at="2024-05-01T00:00:00.000Z")
    said.messages[0]["order_index"] = 4
    outcome = built(tmp_path, said, override="naming: {detector_weight_tier4: 0.85}")
    (row,) = outcome.rows("entity_canonical_name_history")
    (run,) = outcome.rows("entity_canonicalization_runs")
    name = json.dumps(["canon_hist", entity_id("PERSON", "anna"), run["run_id"]], separators=(",", ":"))
    assert row["history_id"] == str(uuid.uuid5(uuid.UUID(SourceSettings().id_namespace), name))
    assert (row["previous_name"], row["canonical_name"]) == ("anna", "Anna")
    assert (row["selection_method"], row["selected_at_utc"]) == ("detector_role_weighted", HORIZON)
    assert row["run_id"] == run["run_id"]
    assert row["confidence"] == 0.507462686567  # 0.85 / 1.675, tier 4
    assert row["raw_selection_json"] == canonical_text(json.loads(row["raw_selection_json"]))
    found = json.loads(row["raw_selection_json"])
    assert found["surfaces"] == [
        {
            "surface_text": "Anna",
            "weighted_score": 0.85,
            "unweighted_count": 1,
            "best_detector_tier": 4,
            "detectors": {"NER:gazetteer": 1},
            "first_occurrence": {
                "created_at_utc": "2024-05-01T00:00:00.000Z", "conversation_id": "c1", "order_index": 0,
                "message_id": "m002", "mention_id": only,
            },
            "bonus_applied": 0,
        },
        {
            "surface_text": "anna",
            "weighted_score": 0.825,  # 0.5 * 0.85 + 0.5 * 0.8
            "unweighted_count": 2,
            "best_detector_tier": 3,
            "detectors": {LEXICON: 1, "NER:gazetteer": 1},
            "first_occurrence": {
                "created_at_utc": None, "conversation_id": "c2", "order_index": 4, "message_id": "m000",
                "mention_id": first,
            },
            "bonus_applied": 0,
        },
    ]  # fmt: skip
    assert (found["total_weighted"], found["lexicon"]) == (1.675, None)
    assert found["weights"]["detector_weight_tier4"] == 0.85
    assert set(found["weights"]) == {
        *(f"detector_weight_tier{tier}" for tier in (1, 2, 3, 4)), "detector_tier_confidence_bonus",
        "lexicon_canonical_bonus", "trust_weight_user", "trust_weight_assistant_uncorroborated",
        "least_confidence_weight",
    }  # fmt: skip


def test_merged_entities_are_not_processed(tmp_path: Path) -> None:
    """What stays keeps its own name, and so does what is merged, which is not counted."""
    said = Said()
    for _ in range(3):
        said.mention("annie", role="assistant", confidence=0.0)  # 0.5 * 0.6 * 0.5 = 0.15 each
    said.mention("ANNIE", key="annie")  # 0.6
    said.mention("Anna")  # 0.6, after ANNIE
    said.merge(who("PERSON", "anna"), who("PERSON", "annie"))
    outcome = built(tmp_path, said)
    assert outcome.entity("PERSON", "anna")["canonical_name"] == "Anna"
    assert outcome.name("PERSON", "anna") == "Anna"
    assert outcome.name("PERSON", "annie") == "annie"
    (run,) = outcome.rows("entity_canonicalization_runs")
    assert (run["entities_processed"], run["names_changed"]) == (2, 0)  # with SELF
    assert outcome.counts["names_changed"] == 0


def test_self_is_self_whoever_is_merged_into_it(tmp_path: Path) -> None:
    """§2B.7: the reserved name stays, since questions are asked by it; what was merged is among the aliases."""
    said = Said()
    said.mention("Robert", key="robert", confidence=1.0)
    said.mention("Robert", key="robert", confidence=1.0)
    said.merge(who("PERSON", "__SELF__"), who("PERSON", "robert"))
    outcome = built(tmp_path, said)
    assert outcome.name("PERSON", "__SELF__") == "SELF"
    assert outcome.rows("entity_canonical_name_history") == []
    assert outcome.entity("PERSON", "__SELF__")["aliases_json"] == '["Robert"]'


def test_the_run_says_what_it_was_and_what_came_of_it(tmp_path: Path) -> None:
    """§3.5.1 and §3.6, with the configuration's hash in place of a clock (design §5)."""
    said = Said()
    said.mention("anna", role="assistant", confidence=0.9)
    said.mention("anna", role="assistant", confidence=0.9)
    said.mention("Anna")  # changes, 0.6 / 1.17 = 0.512820512821
    said.mention("bob", role="assistant", confidence=0.5)
    said.mention("bob", role="assistant", confidence=0.5)
    said.mention("Bob")  # changes, 0.6 / 1.05 = 0.571428571429
    said.mention("Berg", "ORG", detector=LEXICON)
    said.mention("a@b.example", "EMAIL", detector="EMAIL")
    outcome = built(tmp_path, said)
    (run,) = outcome.rows("entity_canonicalization_runs")
    assert (run["method"], run["model_name"], run["model_version"]) == ("detector_role_weighted", None, None)
    assert (run["started_at_utc"], run["completed_at_utc"]) == (HORIZON, HORIZON)
    assert (run["entities_processed"], run["names_changed"]) == (5, 2)
    assert json.loads(run["raw_stats_json"]) == {
        "entities_by_type": {"PERSON": 3, "ORG": 1, "EMAIL": 1},  # SELF is a person
        "changes_by_type": {"PERSON": 2},
        "avg_confidence": 0.542124542125,  # (0.512820512821 + 0.571428571429) / 2
        "surface_distribution": {"0": 1, "1": 2, "2": 2},
        "detector_tier_distribution": {"1": 1, "3": 1, "4": 2},
        "decisions": {"only_surface": 2, "weighted_score": 2},
        "lexicon_bonus_applied_count": 0,
    }
    config = json.loads(run["config_json"])
    assert config["detector_weight_tier2"] == 0.9
    assert run["config_json"] == canonical_text(config)
    name = json.dumps(["canon_run", sha256_hex(run["config_json"]), "detector_role_weighted"], separators=(",", ":"))
    assert run["run_id"] == str(uuid.uuid5(uuid.UUID(SourceSettings().id_namespace), name))


def test_nothing_said_is_a_run_all_the_same(tmp_path: Path) -> None:
    (run,) = built(tmp_path, Said(), horizon=None).rows("entity_canonicalization_runs")
    assert (run["entities_processed"], run["names_changed"], run["started_at_utc"]) == (1, 0, None)
    assert json.loads(run["raw_stats_json"])["avg_confidence"] is None


def test_a_run_is_called_by_its_configuration_not_by_what_was_said(tmp_path: Path) -> None:
    """One new message must not rename every row (design §5); a changed weight must."""
    said = aurora(loud=2)
    before = built(tmp_path / "before", said).rows("entity_canonicalization_runs")[0]
    said.mention("Anna")
    after = built(tmp_path / "after", said, horizon="2024-07-01T00:00:00.000Z").rows("entity_canonicalization_runs")[0]
    other = built(tmp_path / "other", said, override="naming: {lexicon_canonical_bonus: 0.3}")
    assert before["run_id"] == after["run_id"]
    assert other.rows("entity_canonicalization_runs")[0]["run_id"] != before["run_id"]


def test_names_are_what_a_plain_reading_of_the_seed_gives(tmp_path: Path) -> None:
    """The SQL against loops, exact decimals and sorted() over 1,500 entities with many ties, merges and terms."""
    said = invented(5, entities=1500)
    outcome = built(tmp_path, said)
    entities = {row["entity_id"]: row for row in outcome.rows("entities__consolidated")}
    named = {row["entity_id"]: row["canonical_name"] for row in outcome.rows("entities__named")}
    terms = {row["term_key"]: row["canonical_surface"] for row in said.terms}
    roles = {row["message_id"]: Decimal("1" if row["role"] == "user" else "0.5") for row in said.messages}
    places = first_place(said)
    by_surface: dict[str, dict[str, list[dict[str, Any]]]] = defaultdict(lambda: defaultdict(list))
    for row in said.mentions:
        if row["surface_text"] is not None:
            by_surface[row["entity_id"]][row["surface_text"]].append(row)
    reasons = set()
    for entity, surfaces in by_surface.items():
        term = terms.get(entities[entity]["entity_key"]) if entities[entity]["entity_type"] == "CUSTOM_TERM" else None
        keys = {s: _key(s, rows, s == term, roles, places) for s, rows in surfaces.items()}
        own = {s: not any(is_own(row) for row in rows) for s, rows in surfaces.items()}
        best, *others = sorted(surfaces, key=lambda surface: (own[surface], *keys[surface]))
        assert named[entity] == best
        if others:
            reasons.add(next(i for i, (a, b) in enumerate(zip(keys[best], keys[others[0]], strict=True)) if a != b))
        decided = -keys[best][0] / sum(-key[0] for key in keys.values()) + (4 - keys[best][1]) * Decimal("0.05")
        if best != entities[entity]["canonical_name"]:
            (row,) = [r for r in outcome.rows("entity_canonical_name_history") if r["entity_id"] == entity]
            rounded = min(Decimal(1), decided).quantize(Decimal("1e-12"), ROUND_HALF_UP)
            assert row["confidence"] == pytest.approx(float(rounded), abs=1.1e-12)
    assert reasons == {0, 1, 2, 3}, "the invented mentions must have ties for this to say something"
    assert len(outcome.rows("entity_canonical_name_history")) > 20


def _key(
    surface: str,
    rows: list[dict[str, Any]],
    is_preferred: bool,
    roles: dict[str, Decimal],
    places: dict[str, tuple[Any, ...]],
) -> tuple[Any, ...]:
    """The five orderings of §3.4.4 as a key to sort by."""
    tiers = {"URL": 1, "HANDLE": 2, "LEXICON:b": 3, "NER:gazetteer": 4}
    weights = {1: Decimal("1"), 2: Decimal("0.9"), 3: Decimal("0.8"), 4: Decimal("0.6")}
    score = sum(
        (
            roles[row["message_id"]] * weights[tiers[row["detector"]]]
            * (Decimal("0.5") + Decimal("0.5") * Decimal(str(row["confidence"])))
            for row in rows
        ),
        Decimal("0.2") if is_preferred else Decimal(0),
    )  # fmt: skip
    tier = min(tiers[row["detector"]] for row in rows)
    return (-score, tier, -len(rows), min(places[row["mention_id"]] for row in rows), surface)


def test_every_reason_has_a_sentence() -> None:
    """The SQL names six; a seventh would fail a build at its first changed name."""
    sql = (Path(__file__).resolve().parents[2] / "sql/naming/choices.sql").read_text(encoding="utf-8")
    decided = sql.partition("AS decided_by")[0].rpartition("CASE")[2]
    assert {word for word in decided.split("'")[1::2]} == set(RATIONALES)
