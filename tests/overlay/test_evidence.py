"""From mentions to edges (D72-033, -125 to -140): worked numbers, one step at a time."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from kg_assets.overlay.declared import read_relations
from kg_assets.overlay.evidence.commands import command_tables, folded, receipts, reviewed_pair
from kg_assets.overlay.evidence.cues import read_cues
from kg_assets.overlay.evidence.promote import queue
from kg_assets.overlay.evidence.spans import SpanFinder, read_words
from tests.overlay.world import NO_ECHOES, ask, decide, lists

Row = Mapping[str, Any]
_RELATIONS = read_relations(lists("relations.yaml"))
_UNDIRECTED = frozenset(_RELATIONS.core.undirected)


def spans(text: str, *, most: int = 60, longest: int = 10_000) -> list[tuple[str, str]]:
    finder = SpanFinder(read_words(lists("spans.yaml")), longest, most)
    found = finder.find(text)
    assert all(text[span.start : span.end] == span.text for span in found)
    return [(span.text, span.span_class) for span in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I met Dr. Anna Chen today", ("Dr. Anna Chen", "role_titled_person")),
        ("she works for Pelican Freight LLC now", ("Pelican Freight LLC", "organization_name")),
        ("see Exhibit A for that", ("Exhibit A", "specific_document_reference")),
        ("I wrote notes.md yesterday", ("notes.md", "specific_document_reference")),
        ("I sent him the draft on Monday", ("the draft", "generic_document_reference")),
        ("the client called again", ("the client", "definite_description")),
        ("with Sarah Chen and others", ("Sarah Chen", "canonical_alias")),
        ("the HP-200A is broken", ("HP-200A", "product_or_model_reference")),
    ],
)
def test_d72_127_a_mention_is_known_by_its_form(text: str, expected: tuple[str, str]) -> None:
    assert expected in spans(text)


def test_d72_127_what_only_begins_a_sentence_is_no_part_of_a_name() -> None:
    assert spans("Does Sarah Chen know?") == [("Sarah Chen", "canonical_alias")]
    assert spans("Yesterday Sarah came.") == []
    assert spans("Wow Sarah, that's great! It's Sarah Chen's turn") == [("Sarah Chen's", "canonical_alias")]
    assert spans("A'ja Wilson won") == [("A'ja Wilson", "canonical_alias")]
    assert spans("Wish I could. Last Friday I'd have stayed at Whitby Harbour I think") == [
        ("Whitby Harbour", "canonical_alias")
    ]


def test_d72_127_a_mention_begins_a_word() -> None:
    assert spans("éSarah Chen, bathe draft, 4HP-200A and 2Pelican LLC") == []
    assert spans("(The draft)\u00a0Sarah Chen") == [
        ("The draft", "generic_document_reference"),
        ("Sarah Chen", "canonical_alias"),
    ]


def test_d72_127_text_and_mentions_are_bounded() -> None:
    assert len(spans("Sarah Chen, " * 80)) == 60
    assert spans("x" * 9_990 + " Sarah Chen") == []


def test_d72_126_an_id_does_not_say_whom_a_mention_means() -> None:
    expected = hashlib.sha256(b"obs1|n_src|sarah chen|10|20|canonical_alias").hexdigest()
    assert expected.startswith("a8a7127dbc0b5c0c")
    found = [{"message_id": "obs1", "char_start": 10, "char_end": 20, "normalized_mention": "sarah chen",
              "span_class": "canonical_alias", "surface_text": "Sarah Chen", "conversation_id": "c", "role": "user",
              "surface": "chatgpt", "known_node_id": "n1", "occurred_at": "2026-01-01T00:00:00.000Z"}]  # fmt: skip
    hypotheses = [{"message_id": "obs1", "char_start": 10, "char_end": 20, "source_node_id": "n_src",
                   "relation_type": "affiliated_with", "modifier": 0.0, "is_contradiction": False}]  # fmt: skip
    (row,) = ask("resolution/observations", {
        "found": found, "hypotheses": hypotheses, "work_contexts": [{"conversation_id": "c", "work_context_id": "p"}],
        "overlay.nodes": [{"node_id": "n_src", "visibility_class": "cloud_warn"}],
    })  # fmt: skip
    assert row["mention_id"] == expected
    assert (row["is_nested"], row["work_context_id"], row["visibility_class"]) == (False, "p", "cloud_warn")


def test_d72_127_a_narrower_mention_names_the_wider_one() -> None:
    wide, narrow = (0, 26), (0, 19)
    found = [
        {"message_id": "m", "char_start": start, "char_end": end, "normalized_mention": f"x{end}",
         "span_class": "canonical_alias", "surface_text": "x", "conversation_id": "c", "role": "user",
         "surface": "chatgpt", "known_node_id": None, "occurred_at": "2026-01-01T00:00:00.000Z"}
        for start, end in (wide, narrow)
    ]  # fmt: skip
    hypotheses = [{**row, "source_node_id": "s", "relation_type": "r", "modifier": 0.0, "is_contradiction": False}
                  for row in ({k: f[k] for k in ("message_id", "char_start", "char_end")} for f in found)]  # fmt: skip
    rows = ask("resolution/observations", {
        "found": found, "hypotheses": hypotheses,
        "work_contexts": [{"conversation_id": "other", "work_context_id": "p"}],
        "overlay.nodes": [{"node_id": "s", "visibility_class": "cloud_allowed"}],
    })  # fmt: skip
    outer = next(row for row in rows if row["end_offset"] == 26)
    inner = next(row for row in rows if row["end_offset"] == 19)
    assert (outer["is_nested"], inner["is_nested"], inner["parent_mention_id"]) == (False, True, outer["mention_id"])


def _context(**changed: Any) -> float:
    given: dict[str, Any] = {"context": True, "edges": [(0.8, "rules"), (0.7, "llm")], "takes_part": True, "days": 10,
                             "rejected": False}  # fmt: skip
    given |= changed
    edges = [{"one": "n", "other": "p", "confidence": 0.2, "learned_by": "x"}] if given["context"] else []
    edges += [{"one": "n", "other": "s", "confidence": c, "learned_by": by} for c, by in given["edges"]]
    (row,) = ask("resolution/graph_context", {
        "candidates": [{"mention_id": "m", "node_id": "n"}],
        "observations": [{"mention_id": "m", "source_node_id": "s", "work_context_id": "p"}],
        "context_edges": edges or [{"one": "a", "other": "b", "confidence": 0.1, "learned_by": "x"}],
        "participants": [{"source_node_id": "s", "node_id": "n" if given["takes_part"] else "other"}],
        "rejections": [{"source_node_id": "s" if given["rejected"] else "other", "target_node_id": "n"}],
        "overlay.nodes": [{"node_id": "n", "updated_at": f"2026-02-{29 - given['days']:02d}T00:00:00.000Z"}],
    })  # fmt: skip
    return float(row["graph_context_score"])


def test_d72_130_what_is_known_around_a_mention_adds_up() -> None:
    # .40 project + (.8 + .7) * .05 + .05 two readers + .20 takes part + .1 * (1 - 10 / 365)
    assert _context() == pytest.approx(0.8223, abs=1e-4)
    assert _context(context=False) == pytest.approx(0.4223, abs=1e-4)
    assert _context(takes_part=False) == pytest.approx(0.6223, abs=1e-4)
    assert _context(edges=[(0.8, "rules"), (0.7, "rules")]) == pytest.approx(0.7723, abs=1e-4)
    assert _context(edges=[(0.3, "rules")]) == pytest.approx(0.6973, abs=1e-4)


def test_d72_135_a_relation_that_was_rejected_weighs_against_the_next_mention() -> None:
    assert _context(rejected=True) == pytest.approx(0.0223, abs=1e-4)


def test_d72_130_whoever_writes_takes_part() -> None:
    rows = ask("resolution/participants", {
        "kg.messages": [
            {"message_id": "1", "conversation_id": "c", "author_name": "sarah.chen@pelican.example", "role": "user"},
            {"message_id": "2", "conversation_id": "c", "author_name": "python", "role": "tool"},
        ],
        "lexicon": [{"node_id": "sarah", "normalized_alias": "sarah chen"},
                    {"node_id": "li", "normalized_alias": "li chen"},
                    {"node_id": "snake", "normalized_alias": "python"}],
    })  # fmt: skip
    assert [(row["source_node_id"], row["node_id"]) for row in rows] == [("thread:c", "sarah")]


def _resolve(candidates: Sequence[tuple[str, str, float, float]], **changed: Any) -> dict[str, Any]:
    """What is made of one mention with candidates (node, method, raw score, graph context)."""
    observation = [{"mention_id": "m", "source_node_id": "s", "work_context_id": None, "normalized_mention": "anna",
                    "surface": "chatgpt"}]  # fmt: skip
    ranked = ask("resolution/ranked", {
        "observations": observation,
        "candidates": [{"mention_id": "m", "node_id": n, "method": m, "raw_score": r} for n, m, r, _ in candidates],
        "graph_context": [{"node_id": n, "source_node_id": "s", "work_context_id": None, "graph_context_score": g}
                          for n, _, _, g in candidates],
    })  # fmt: skip
    (row,) = ask("resolution/resolutions", {
        "observations": observation, "ranked": ranked, "short_names": [{"normalized_alias": "-"}],
        "suppressions": [{"normalized_mention": "other", "scope": "global", "work_context_id": None, "surface": None,
                          "reason": ""}],
    }, **changed)  # fmt: skip
    return row


def test_d72_129_name_and_context_are_weighed_together() -> None:
    row = _resolve([("n", "alias_exact", 0.99, 0.8223)])
    assert row["resolution_confidence"] == pytest.approx(0.9145, abs=1e-4)
    assert row["resolved_node_id"] == "n"
    by_words = _resolve([("n", "fts5_bm25", 0.9, 0.5)])
    assert by_words["resolution_confidence"] == pytest.approx(0.45 * 0.9 + 0.55 * 0.5)


def test_d72_129_a_tie_stays_open_whatever_the_order() -> None:
    tied = [("a", "alias_exact", 0.99, 0.8223), ("b", "alias_exact", 0.99, 0.8223)]
    for candidates in (tied, tied[::-1]):
        row = _resolve(candidates)
        assert (row["resolved_node_id"], row["resolution_method"], row["candidate_count"]) == (None, "unresolved", 2)


def test_d72_129_the_one_that_fits_the_graph_better_is_taken() -> None:
    row = _resolve([("a", "alias_exact", 0.99, 0.1), ("b", "alias_exact", 0.99, 0.3)])
    assert row["resolved_node_id"] == "b"
    assert _resolve([("a", "alias_exact", 0.99, 0.25), ("b", "alias_exact", 0.99, 0.3)])["resolved_node_id"] is None


def test_d72_129_words_of_a_name_alone_are_not_enough() -> None:
    assert _resolve([("n", "fts5_bm25", 0.9, 0.2)])["resolved_node_id"] is None


def _support(*rows: tuple[str, str, str, str | None], contra: int = 0, relation: str = "affiliated_with") -> list[Row]:
    """Mentions of one pair: (message, group, surface, context); the last so many speak against it."""
    return [
        {"mention_id": f"{message}{group}{n}", "observation_id": message, "source_node_id": "s", "target_node_id": "t",
         "relation_type": relation, "is_contradiction": n >= len(rows) - contra, "mention_group": group,
         "surface": surface, "work_context_id": context, "visibility_class": "cloud_allowed",
         "occurred_at": f"2026-01-{n + 1:02d}T00:00:00.000Z", "resolution_method": "alias_exact",
         "graph_context_score": 0.8223}
        for n, (message, group, surface, context) in enumerate(rows)
    ]  # fmt: skip


def _bundle(support: Sequence[Row], degree: int = 0, verdict: str | None = None) -> dict[str, Any]:
    edges = [{"one": "t", "other": f"o{n}", "predicate": "p"} for n in range(degree)]
    relation = support[0]["relation_type"]
    rows = ask("evidence/bundles", {
        "support": support,
        "context_edges": edges or [{"one": "x", "other": "y", "predicate": "p"}],
        "reviews": [{"source_node_id": "s" if verdict else "-", "target_node_id": "t", "relation_type": relation,
                     "verdict": verdict or "none"}],
    })  # fmt: skip
    return rows[0] if rows else {}


_FOUR = [(f"m{n}", f"g{n}", ("chatgpt", "note")[n % 2], "p") for n in range(4)]


@pytest.mark.parametrize(
    ("rows", "salience", "score"),
    [
        ([("m0", "g0", "chatgpt", "p"), ("m1", "g1", "chatgpt", "p")], 0.7, 0.382),
        (_FOUR, 0.85, 0.654),
        ([(f"m{n}", f"g{n}", "chatgpt", "p") for n in range(4)], 0.7, 0.614),
        ([("m0", "g0", "chatgpt", "p"), ("m1", "g1", "note", "q"), ("m2", "g2", "claude", "p")], 1.0, 0.578),
    ],
)
def test_d72_138_evidence_adds_up(rows: list[Any], salience: float, score: float) -> None:
    bundle = _bundle(_support(*rows))
    assert bundle["salience_score"] == pytest.approx(salience)
    assert bundle["evidence_score"] == pytest.approx(score)


def test_d72_138_what_is_only_somehow_related_matters_less_than_what_a_verb_ties() -> None:
    """Two messages of one kind: .5 + .1 since nothing speaks against it, and .1 more for a relation with a name."""
    two = [("m0", "g0", "chatgpt", "p"), ("m1", "g1", "chatgpt", "p")]
    loose, named = (_bundle(_support(*two, relation=name)) for name in ("semantically_related", "managed_by"))
    assert (loose["salience_score"], named["salience_score"]) == (pytest.approx(0.6), pytest.approx(0.7))


def test_d72_138_support_lasts_from_its_first_mention_to_its_last() -> None:
    """Four mentions on the first four days of the year, the last of them against it."""
    bundle = _bundle(_support(*_FOUR, contra=1))
    days = [bundle[name][:10] for name in ("first_supported_at", "last_supported_at", "last_contradicted_at")]
    assert days == ["2026-01-01", "2026-01-03", "2026-01-04"]


def test_d72_138_what_speaks_against_it_counts_twice() -> None:
    bundle = _bundle(_support(*_FOUR, ("m9", "g9", "chatgpt", "p"), contra=1))
    assert (bundle["salience_score"], bundle["contradiction_count"]) == (pytest.approx(0.75), 1)
    assert bundle["evidence_score"] == pytest.approx(0.5715)


@pytest.mark.parametrize(("degree", "penalty", "score"), [(150, 0.0, 0.654), (300, 0.5, 0.579), (390, 0.8, 0.534)])
def test_d72_138_a_hub_needs_more(degree: int, penalty: float, score: float) -> None:
    bundle = _bundle(_support(*_FOUR), degree)
    assert bundle["hub_penalty"] == pytest.approx(penalty)
    assert bundle["evidence_score"] == pytest.approx(score)


def test_d72_126_a_mention_inside_another_counts_once_a_message() -> None:
    rows = [("m0", "g0", "chatgpt", "p"), ("m0", "g0", "chatgpt", "p"), ("m1", "g1", "chatgpt", "p")]
    bundle = _bundle(_support(*rows))
    assert (bundle["support_count"], bundle["distinct_observation_count"]) == (2, 2)


def test_d72_134_what_is_only_somehow_related_needs_two_messages() -> None:
    one = _support(("m0", "g0", "chatgpt", "p"), ("m0", "g1", "chatgpt", "p"), relation="semantically_related")
    assert _bundle(one) == {}
    two = _support(("m0", "g0", "chatgpt", "p"), ("m1", "g1", "chatgpt", "p"), relation="semantically_related")
    assert _bundle(two)["distinct_observation_count"] == 2


def test_d72_137_the_strictest_mention_says_who_may_see_it() -> None:
    rows = _support(*_FOUR)
    assert _bundle([*rows[:3], {**rows[3], "visibility_class": "local_only"}])["visibility_class"] == "local_only"


def test_d72_154_a_mention_supports_as_much_when_it_is_old() -> None:
    """Nothing is compacted away: each build adds up all that was ever said."""
    at = {"new": "2026-02-28T00:00:00.000Z", "old": "2025-09-01T00:00:00.000Z"}  # one day before as_of, and 181
    new, old = (_bundle([{**row, "occurred_at": when} for row in _support(*_FOUR)]) for when in (at["new"], at["old"]))
    told = ("support_count", "distinct_observation_count", "distinct_surface_count", "evidence_score")
    assert [new[name] for name in told] == [old[name] for name in told]
    assert old["support_count"] == 4


def _decide(bundles: Sequence[Row], **changed: Any) -> list[dict[str, Any]]:
    return decide(bundles, _RELATIONS.rows(()).to_pylist(), **changed)


def _candidate(number: int = 0, **changed: Any) -> dict[str, Any]:
    return {"evidence_bundle_id": f"b{number:03d}", "source_node_id": "s", "target_node_id": f"t{number}",
            "relation_type": "affiliated_with", "support_count": 4, "distinct_observation_count": 4,
            "evidence_score": 0.654, "visibility_class": "cloud_allowed", "user_verdict": "none",
            "first_mention": {"method": "alias_exact", "graph": 0.8223}, **changed}  # fmt: skip


_ONE = {"support_count": 1, "distinct_observation_count": 1, "evidence_score": 0.266}


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({}, "evidence"),
        ({"evidence_score": 0.578, "support_count": 3, "distinct_observation_count": 3}, "too_little_evidence"),
        ({"evidence_score": 0.614}, "evidence"),
        (_ONE, "single_mention"),
        ({**_ONE, "first_mention": {"method": "alias_exact", "graph": 0.69}}, "single_mention_too_weak"),
        ({**_ONE, "first_mention": {"method": "fts5_bm25", "graph": 0.8223}}, "single_mention_too_weak"),
        ({"support_count": 3, "distinct_observation_count": 1}, "too_few_messages"),
        ({"user_verdict": "rejected", "evidence_score": 0.9}, "rejected"),
        ({"user_verdict": "approved", "evidence_score": 0.1}, "approved"),
        ({"user_verdict": "approved", "relation_type": "semantically_related"}, "hard_blocked_relation"),
        ({"visibility_class": "blocked", "user_verdict": "approved"}, "blocked"),
        ({"relation_type": "likes"}, "unknown_relation"),
        ({"relation_type": "adjudicated_by"}, "unknown_relation"),
        ({"relation_type": "learned_mentors"}, "evidence"),
    ],
)
def test_d72_139_the_policy_decides_in_its_order(changed: dict[str, Any], reason: str) -> None:
    (row,) = _decide([_candidate(**changed)])
    assert row["told_reason"] == reason
    assert row["is_promoted"] == (reason in ("evidence", "single_mention", "approved"))


def test_d72_140_a_node_earns_no_more_than_its_budget() -> None:
    rows = _decide([_candidate(n, evidence_score=0.6 + n / 1000) for n in range(30)])
    assert {row["evidence_bundle_id"] for row in rows if row["is_promoted"]} == {f"b{n:03d}" for n in range(5, 30)}
    assert {row["told_reason"] for row in rows if not row["is_promoted"]} == {"over_budget"}


def test_d72_140_of_equal_evidence_what_more_messages_tell_is_earned_first() -> None:
    rows = _decide([_candidate(n, distinct_observation_count=4 + n) for n in range(30)])
    assert {row["evidence_bundle_id"] for row in rows if not row["is_promoted"]} == {f"b{n:03d}" for n in range(5)}


def test_d72_140_vague_relations_have_a_budget_of_their_own() -> None:
    learned = [_candidate(n, relation_type="learned_mentors", evidence_score=0.6 + n / 100) for n in range(5)]
    kept = {row["evidence_bundle_id"] for row in _decide(learned) if row["is_promoted"]}
    assert kept == {"b003", "b004"}
    more = _decide(learned, max_promoted_generic_relations_per_source=7)
    assert {row["evidence_bundle_id"] for row in more if row["is_promoted"]} == {"b002", "b003", "b004"}


def earned(decided: Sequence[Row], *times: Row) -> list[dict[str, Any]]:
    """The edges of decided bundles, with what claims say of their times."""
    nowhere = {"source_node_id": "-", "target_node_id": "-", "relation_type": "-", "valid_from": "-",
               "valid_until": "-"}  # fmt: skip
    structure = ask("evidence/structure", {
        "overlay.nodes": [], "kg.conflict_members": [], "kg.conflict_groups": [], "kg.assertions": [],
    })  # fmt: skip
    assert structure == []
    columns = ("source_id", "target_id", "relation_type", "start_date", "confidence", "lifecycle_state", "payload",
               "visibility_class")  # fmt: skip
    return [
        row
        for row in ask("evidence/edges", {
            "decided": decided, "claim_times": [nowhere, *times],
            "structure": [dict.fromkeys(columns, "-") | {"confidence": 0.0, "source_id": "none"}],
        })
        if row["source_id"] != "none"
    ]  # fmt: skip


def test_d72_003_an_edge_holds_as_long_as_claims_say() -> None:
    bundle = _candidate(is_promoted=True, first_supported_at="2025-01-01T00:00:00.000Z",
                        last_supported_at="2025-06-01T00:00:00.000Z", last_contradicted_at=None,
                        contradiction_count=0)  # fmt: skip
    pair = {name: bundle[name] for name in ("source_node_id", "target_node_id", "relation_type")}
    since = {**pair, "valid_from": "2019-01-01T00:00:00.000Z", "valid_until": None}
    (open_end,) = earned([bundle], since)
    assert (open_end["start_date"], open_end["end_date"]) == ("2019-01-01T00:00:00.000Z", None)
    (over,) = earned([bundle], since | {"valid_until": "2024-03-01T00:00:00.000Z"})
    assert over["end_date"] == "2024-03-01T00:00:00.000Z"
    # An end to come is none yet; one before anybody spoke of it leaves no edge that ends before it begins.
    (planned,) = earned([bundle], since | {"valid_until": "2027-01-01T00:00:00.000Z"})
    assert planned["end_date"] is None
    (early,) = earned([bundle], since | {"valid_from": None, "valid_until": "2024-03-01T00:00:00.000Z"})
    assert early["start_date"] == early["end_date"] == "2024-03-01T00:00:00.000Z"


def test_d72_003_a_relation_that_is_over_keeps_its_dates() -> None:
    decided = [_candidate(is_promoted=True, first_supported_at="2025-01-01T00:00:00.000Z",
                          last_supported_at="2025-06-01T00:00:00.000Z", last_contradicted_at=ended,
                          contradiction_count=1)
               for ended in ("2025-09-01T00:00:00.000Z", "2025-03-01T00:00:00.000Z")]  # fmt: skip
    first, second = earned(decided)
    assert (first["start_date"], first["end_date"]) == ("2025-01-01T00:00:00.000Z", "2025-09-01T00:00:00.000Z")
    assert second["end_date"] is None
    assert first["lifecycle_state"] == "observed"


def test_d72_033_the_ends_of_an_undirected_relation_are_in_order() -> None:
    mention = {"mention_id": "m", "observation_id": "o", "source_node_id": "n_z", "is_contradiction": False,
               "relation_hypothesis": "affiliated_with", "parent_mention_id": None, "surface": "chatgpt",
               "visibility_class": "cloud_allowed", "occurred_at": "2026-01-01T00:00:00.000Z"}  # fmt: skip
    resolution = {"mention_id": "m", "resolved_node_id": "n_a", "resolution_method": "alias_exact",
                  "graph_context_score": 0.5, "state": "observed_mention"}  # fmt: skip
    for relation, ends in (("affiliated_with", ("n_a", "n_z")), ("produced_by", ("n_z", "n_a"))):
        (row,) = ask("evidence/support", {
            "overlay.mention_observations": [{**mention, "relation_hypothesis": relation}],
            "overlay.mention_resolutions": [resolution],
            "overlay.relation_types": _RELATIONS.rows(()).to_pylist(),
            "relation_updates": [{"source_node_id": "-", "target_node_id": "-", "relation_type": "-",
                                  "new_relation": "-"}],
        })  # fmt: skip
        assert (row["source_node_id"], row["target_node_id"]) == ends
    assert hashlib.sha256(b"n_a|n_z|affiliated_with").hexdigest().startswith("a07108e7897d41cb")


@pytest.mark.parametrize(
    ("source", "target", "relation"),
    [
        ("n_z", "n_a", "produced_by"),
        ("n_a", "n_a", "managed_by"),
        ("n_z", "n_z", "managed_by"),
        ("n_a", "n_z", "managed_by"),
    ],
)
def test_d72_033_a_relation_has_a_new_name_between_the_two_that_it_was_given_for(
    source: str, target: str, relation: str
) -> None:
    """The person said of one pair that it is produced by the other; no other pair, nor this one turned, changes."""
    (row,) = ask("evidence/support", {
        "overlay.mention_observations": [
            {"mention_id": "m", "observation_id": "o", "source_node_id": "n_z", "is_contradiction": False,
             "relation_hypothesis": "managed_by", "parent_mention_id": None, "surface": "chatgpt",
             "visibility_class": "cloud_allowed", "occurred_at": "2026-01-01T00:00:00.000Z"}
        ],
        "overlay.mention_resolutions": [
            {"mention_id": "m", "resolved_node_id": "n_a", "resolution_method": "alias_exact",
             "graph_context_score": 0.5, "state": "observed_mention"}
        ],
        "overlay.relation_types": _RELATIONS.rows(()).to_pylist(),
        "relation_updates": [{"source_node_id": source, "target_node_id": target, "relation_type": "managed_by",
                              "new_relation": "produced_by"}],
    })  # fmt: skip
    assert row["relation_type"] == relation


def test_d72_033_an_undirected_relation_is_renamed_whichever_end_names_the_other() -> None:
    """What the person says of it is kept by its ends in order."""
    (row,) = ask("evidence/support", {
        "overlay.mention_observations": [
            {"mention_id": "m", "observation_id": "o", "source_node_id": "n_z", "is_contradiction": False,
             "relation_hypothesis": "affiliated_with", "parent_mention_id": None, "surface": "chatgpt",
             "visibility_class": "cloud_allowed", "occurred_at": "2026-01-01T00:00:00.000Z"}
        ],
        "overlay.mention_resolutions": [
            {"mention_id": "m", "resolved_node_id": "n_a", "resolution_method": "alias_exact",
             "graph_context_score": 0.5, "state": "observed_mention"}
        ],
        "overlay.relation_types": _RELATIONS.rows(()).to_pylist(),
        "relation_updates": [{"source_node_id": "n_a", "target_node_id": "n_z", "relation_type": "affiliated_with",
                              "new_relation": "produced_by"}],
    })  # fmt: skip
    assert row["relation_type"] == "produced_by"


def test_d72_033_the_id_of_a_bundle_is_the_hash_of_its_key() -> None:
    bundle = _bundle(_support(*_FOUR))
    assert bundle["evidence_bundle_id"] == hashlib.sha256(b"s|t|affiliated_with").hexdigest()


def _lexicon(**node: Any) -> list[dict[str, Any]]:
    return ask("resolution/lexicon", {
        "overlay.nodes": [{"node_id": "n", "canonical_name": "Pacific Ventures", "node_kind": "world_entity",
                           "source_kind": "entity", "is_active": True, "visibility_class": "cloud_allowed", **node}],
        "overlay.aliases": [
            {"node_id": "n", "normalized_alias": "pacific ventures", "alias_type": "name", "confidence": 1.0},
            {"node_id": "n", "normalized_alias": "pvc", "alias_type": "abbreviation", "confidence": 0.8},
            {"node_id": "n", "normalized_alias": "p", "alias_type": "abbreviation", "confidence": 0.8},
            {"node_id": "n", "normalized_alias": "one two three four five six seven", "alias_type": "name",
             "confidence": 0.8},
        ],
    })  # fmt: skip


def test_d72_128_names_that_are_too_short_or_too_long_are_not_looked_for() -> None:
    rows = {row["normalized_alias"]: (row["alias_type"], row["raw_alias_score"]) for row in _lexicon()}
    assert rows == {"pacific ventures": ("canonical_name", 0.99), "pvc": ("abbreviation", 0.96)}


def test_d72_128_what_is_blocked_or_gone_is_not_looked_for() -> None:
    assert _lexicon(visibility_class="blocked") == []
    assert _lexicon(is_active=False) == []
    assert _lexicon(confidence=0.01) == _lexicon(confidence=0.99)


def _unknown(*seen: tuple[str, str], name: str = "Zephyr Labs", **changed: Any) -> list[dict[str, Any]]:
    """Candidates from an unknown name seen in (message, surface)."""
    observations = [
        {"mention_id": f"x{n}", "observation_id": message, "surface": surface, "source_node_id": "thread:c",
         "span_class": "canonical_alias", "normalized_mention": name.lower(), "mention_text": name,
         "visibility_class": "cloud_allowed", "occurred_at": "2026-01-01T00:00:00.000Z", **changed}
        for n, (message, surface) in enumerate(seen)
    ]  # fmt: skip
    resolutions = [{"mention_id": row["mention_id"], "resolved_node_id": None, "candidate_count": 0,
                    "state": "observed_mention"} for row in observations]  # fmt: skip
    return ask("resolution/creation_candidates", {
        "observations": observations, "resolutions": resolutions, "stop_phrases": [{"phrase": "best regards"}],
        "name_decisions": [{"normalized_mention": "-", "action": "dismiss", "existing_node_id": "-"}],
    })  # fmt: skip


def test_d72_133_an_unknown_name_is_asked_about_when_two_kinds_of_sources_name_it() -> None:
    (row,) = _unknown(("1", "chatgpt"), ("2", "chatgpt"), ("3", "note"))
    assert (row["suggested_canonical_name"], row["observation_count"], row["surface_count"]) == ("Zephyr Labs", 3, 2)
    assert (row["confidence"], row["status"]) == (0.3, "pending_review")


@pytest.mark.parametrize("visibility", ["cloud_allowed", "cloud_warn", "local_only"])
def test_d72_133_a_new_name_may_be_seen_by_no_more_than_its_messages(visibility: str) -> None:
    (row,) = _unknown(("1", "chatgpt"), ("2", "note"), visibility_class=visibility)
    assert row["visibility_class"] == visibility


def test_d72_133_what_the_person_decided_takes_no_place_in_the_queue() -> None:
    names = ("Zephyr Labs", "Yonder Works", "Xenon House")
    observations = [
        {"mention_id": f"{name}{n}", "observation_id": f"{n}", "surface": surface, "source_node_id": "thread:c",
         "span_class": "canonical_alias", "normalized_mention": name.lower(), "mention_text": name,
         "visibility_class": "cloud_allowed", "occurred_at": "2026-01-01T00:00:00.000Z"}
        for name in names for n, surface in enumerate(("chatgpt", "note", "chatgpt" if name == names[0] else "note"))
    ]  # fmt: skip
    rows = ask("resolution/creation_candidates", {
        "observations": observations, "stop_phrases": [{"phrase": "-"}],
        "resolutions": [{"mention_id": row["mention_id"], "resolved_node_id": None, "candidate_count": 0,
                         "state": "observed_mention"} for row in observations],
        "name_decisions": [{"normalized_mention": "zephyr labs", "action": "dismiss", "existing_node_id": None}],
    }, candidate_queue_cap=1)  # fmt: skip
    assert sorted((row["suggested_canonical_name"], row["status"]) for row in rows) == [
        ("Xenon House", "pending_review"), ("Zephyr Labs", "rejected"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "seen",
    [
        {"rows": [("1", "chatgpt"), ("2", "chatgpt")]},
        {"rows": [("1", "chatgpt"), ("1", "note")]},
        {"rows": [("1", "chatgpt"), ("2", "note")], "name": "ABCD"},
        {"rows": [("1", "chatgpt"), ("2", "note")], "name": "Abc"},
        {"rows": [("1", "chatgpt"), ("2", "note")], "name": "Best Regards"},
        {"rows": [("1", "chatgpt"), ("2", "note")], "span_class": "definite_description"},
        {"rows": [("1", "chatgpt"), ("2", "note")], "visibility_class": "blocked"},
    ],
)
def test_d72_133_what_misses_one_gate_is_not_asked_about(seen: dict[str, Any]) -> None:
    rows = seen.pop("rows")
    assert _unknown(*rows, **seen) == []


def test_d72_133_a_formal_reference_needs_one_kind_of_source() -> None:
    assert len(_unknown(("1", "chatgpt"), ("2", "chatgpt"), span_class="formal_reference")) == 1


def test_d72_134_a_cue_decides_by_the_words_around_the_mention() -> None:
    text = "I wrote README.md last week but I no longer use notes.txt, and the Pelican Freight LLC deal is on."
    found = []
    for word, span_class in (("README.md", "specific_document_reference"), ("notes.txt", "specific_document_reference"),
                             ("Pelican Freight LLC", "organization_name")):  # fmt: skip
        start = text.index(word)
        found.append({"message_id": "m", "char_start": start, "char_end": start + len(word), "surface_text": word,
                      "span_class": span_class, "known_node_id": None, "conversation_id": "c",
                      "role": "user"})  # fmt: skip
    cues = read_cues(lists("cues.yaml"))
    rows = ask("resolution/hypotheses", {
        "found": found, "kg.messages": [{"message_id": "m", "text_raw": text}],
        "work_contexts": [{"conversation_id": "-", "work_context_id": "-"}],
        "cues": cues.rows(()).to_pylist(), "negative_cues": cues.negative_rows().to_pylist(),
        "predicate_relations": [{"predicate": "-", "relation_type": "-"}],
        "kg.assertions": [], "kg.predicates": [], "pair_cues": cues.pair_rows().to_pylist(),
        "filler": [{"pattern": cues.filler_pattern()}], "echoes": NO_ECHOES,
    })  # fmt: skip
    said = {text[row["char_start"] : row["char_end"]]: (row["relation_type"], row["is_contradiction"]) for row in rows}
    assert said["README.md"] == ("produced_by", False)
    assert said["notes.txt"][1] is True
    assert said["Pelican Freight LLC"][0] == "affiliated_with"


_BEFORE, _THEN, _AFTER = (f"2026-01-0{day}T00:00:00.000Z" for day in (3, 5, 9))


@pytest.mark.parametrize(
    ("earlier", "is_against"),
    [
        (None, [True]),
        ({"asserted_at_utc": _BEFORE}, []),
        ({"asserted_at_utc": _AFTER}, [True]),
        ({"asserted_at_utc": _BEFORE, "asserted_role": "assistant"}, [True]),
        ({"asserted_at_utc": _BEFORE, "polarity": "negative"}, [True]),
        ({"asserted_at_utc": _BEFORE, "object_entity_id": "other"}, [True]),
    ],
    ids=["nothing told", "told before", "told later", "an assistant's", "a denial", "of another"],
)
def test_d72_135_an_end_is_no_evidence_against(earlier: dict[str, Any] | None, is_against: list[bool]) -> None:
    """A denial speaks against a relation, unless the person told it before: then it ends it."""
    denial = {
        "message_id": "m", "subject_entity_id": "me", "predicate_id": "p", "object_entity_id": "boss",
        "polarity": "negative", "asserted_role": "user", "asserted_at_utc": _THEN, "modality": "state", "char_start": 0,
        "char_end": 40,
    }  # fmt: skip
    before = [] if earlier is None else [{**denial, "message_id": "b", "polarity": "positive", **earlier}]
    text, cues = "Marguerite is my boss no more, I resigned", read_cues(lists("cues.yaml"))
    rows = ask("resolution/hypotheses", {
        "found": [{"message_id": "m", "char_start": 0, "char_end": 10, "surface_text": "Marguerite",
                   "conversation_id": "c", "span_class": "person_name", "known_node_id": "entity:boss",
                   "role": "user"}],
        "kg.messages": [{"message_id": "m", "text_raw": text}],
        "work_contexts": [{"conversation_id": "-", "work_context_id": "-"}],
        "cues": cues.rows(()).to_pylist(), "negative_cues": cues.negative_rows().to_pylist(),
        "predicate_relations": [{"predicate": "manager_is", "relation_type": "managed_by"}],
        "kg.assertions": [denial, *before], "kg.predicates": [{"predicate_id": "p", "canonical_label": "manager_is"}],
        "pair_cues": cues.pair_rows().to_pylist(), "filler": [{"pattern": cues.filler_pattern()}], "echoes": NO_ECHOES,
    })  # fmt: skip
    assert [row["is_contradiction"] for row in rows if row["relation_type"] == "managed_by"] == is_against


def test_d72_032_relations_of_a_profession_come_with_its_profile() -> None:
    core = {row["relation_type"] for row in _RELATIONS.rows(()).to_pylist()}
    legal = {row["relation_type"] for row in _RELATIONS.rows(("legal",)).to_pylist()}
    assert "adjudicated_by" not in core
    assert {"adjudicated_by", "party_to"} <= legal
    assert "likes" not in legal


def _reviewed(number: int, **changed: Any) -> dict[str, Any]:
    return {"kind": "relation_reviewed", "position": number, "command_id": f"c{number}", "action": "approve",
            "source_node_id": "s", "target_node_id": "t", "relation_type": "affiliated_with", "reason": None,
            "new_relation": None, **changed}  # fmt: skip


def test_d72_141_a_command_counts_once_and_the_later_one_holds() -> None:
    twice = [_reviewed(1), _reviewed(2, command_id="c1", action="reject"), _reviewed(3, action="reject")]
    entries = folded(twice)
    assert [entry["position"] for entry in entries] == [1, 3]
    (review,) = command_tables(entries, _UNDIRECTED)["reviews"].to_pylist()
    assert review["verdict"] == "rejected"


def test_d72_141_both_orders_of_an_undirected_pair_are_one() -> None:
    assert reviewed_pair(_reviewed(1, source_node_id="t", target_node_id="s"), _UNDIRECTED) == (
        "s", "t", "affiliated_with",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "status", "reason"),
    [
        ({}, "success", None),
        ({"target_node_id": "gone"}, "degraded", "unknown_node"),
        ({"relation_type": "managed_by"}, "degraded", "no_such_relation"),
        ({"relation_type": "semantically_related"}, "blocked", "hard_blocked_relation"),
        ({"target_node_id": "s"}, "blocked", "self_loop"),
        ({"action": "update_relation"}, "blocked", "no_new_relation"),
        ({"action": "update_relation", "new_relation": "managed_by"}, "success", None),
    ],
)
def test_d72_141_every_decision_has_a_receipt(changed: dict[str, Any], status: str, reason: str | None) -> None:
    (receipt,) = receipts(
        [_reviewed(1, **changed)], frozenset({"s", "t"}), frozenset({("s", "t", "affiliated_with")}), _UNDIRECTED,
        ["semantically_related"],
    )  # fmt: skip
    assert (receipt["status"], receipt["reason"]) == (status, reason)


def test_d72_142_the_most_useful_question_comes_first() -> None:
    decided = [
        {"evidence_bundle_id": name, "source_node_id": "s", "target_node_id": "t", "relation_type": "managed_by",
         "distinct_observation_count": 3, "evidence_score": score, "support_mention_ids": ["m"],
         "visibility_class": "cloud_allowed", "distinct_work_context_count": 1, "support_count": support,
         "last_supported_at": last, "first_supported_at": last, "user_verdict": "none",
         "told_reason": "too_little_evidence"}
        for name, score, support, last in (
            ("sure", 0.12345, 3, "2026-03-01T00:00:00.000Z"), ("open", 0.5, 3, "2026-03-01T00:00:00.000Z"),
            ("old", 0.5, 3, "2026-01-30T00:00:00.000Z"),
        )
    ]  # fmt: skip
    rows = ask("evidence/waiting", {
        "decided": decided, "overlay.entity_creation_candidates": [],
        "overlay.nodes": [{"node_id": "s", "canonical_name": "Ana"}, {"node_id": "t", "canonical_name": "Bo"}],
    })  # fmt: skip
    assert {row["primary_ref"]: row["description"] for row in rows} == {
        "sure": "3 messages, score 0.123", "open": "3 messages, score 0.5", "old": "3 messages, score 0.5",
    }  # fmt: skip
    priority = {row["primary_ref"]: row["priority"] for row in rows}
    assert priority == {"open": pytest.approx(4.0), "old": pytest.approx(2.0), "sure": pytest.approx(4 * 0.2469)}
    assert set(queue(rows)["title"].to_pylist()) == {"Ana is managed by Bo"}
