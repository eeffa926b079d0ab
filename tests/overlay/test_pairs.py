"""What stands between two names of a sentence (D72-134), and what naming alone never earns (D72-139)."""

from collections.abc import Sequence
from typing import Any

import pytest

from kg_assets.overlay.evidence.cues import read_cues
from tests.overlay.test_evidence import _candidate, _decide
from tests.overlay.world import NO_ECHOES, Row, ask, lists

_CUES = read_cues(lists("cues.yaml"))


def _said(text: str, *names: str) -> set[tuple[str, str, str]]:
    """Each relation between the names of a message, from whom to whom; every name is known."""
    found = [{"message_id": "m", "char_start": text.index(name), "char_end": text.index(name) + len(name),
              "surface_text": name, "span_class": "shorthand_alias", "known_node_id": name, "conversation_id": "c",
              "role": "user"} for name in names]  # fmt: skip
    rows = ask("resolution/hypotheses", {
        "found": found, "kg.messages": [{"message_id": "m", "text_raw": text}],
        "work_contexts": [{"conversation_id": "-", "work_context_id": "-"}],
        "cues": _CUES.rows(()).to_pylist(), "negative_cues": _CUES.negative_rows().to_pylist(),
        "predicate_relations": [{"predicate": "-", "relation_type": "-"}], "kg.assertions": [], "kg.predicates": [],
        "echoes": NO_ECHOES,
        "pair_cues": _CUES.pair_rows().to_pylist(), "filler": [{"pattern": _CUES.filler_pattern()}],
    })  # fmt: skip
    return {
        (row["source_node_id"], row["relation_type"], text[row["char_start"] : row["char_end"]])
        for row in rows if not row["source_node_id"].startswith("thread:")
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("Mina works at Solvent.", ("Mina", "affiliated_with", "Solvent")),
        ("I met Mina, who still works for Solvent.", ("Mina", "affiliated_with", "Solvent")),
        ("Mina has been working at Solvent for years.", ("Mina", "affiliated_with", "Solvent")),
        ("Mina is an office manager at Solvent.", ("Mina", "affiliated_with", "Solvent")),
        ("Mina reports to Solvent", ("Mina", "managed_by", "Solvent")),
        ("Mina’s boss is Solvent", ("Mina", "managed_by", "Solvent")),
        ("Mina is Solvent's boss.", ("Solvent", "managed_by", "Mina")),
        ("I saw Mina, Solvent's sister.", ("Solvent", "domain_sibling_is", "Mina")),
        ("Mina and Solvent are married", ("Mina", "domain_partner_is", "Solvent")),
    ],
)
def test_d72_134_words_between_two_names_say_how_they_are_tied(text: str, relation: tuple[str, str, str]) -> None:
    assert _said(text, "Mina", "Solvent") == {relation}


@pytest.mark.parametrize(
    "text",
    [
        "Mina does not work at Solvent.", "Mina told me that a friend works at Solvent.",
        "Mina works. At Solvent I wait.",
        "Mina and Solvent are loud.", "Mina is Solvent", "Mina, Solvent", "Mina thinks Otto works at Solvent",
        "Mina is a friend of the man at Solvent",
    ],
)  # fmt: skip
def test_d72_134_anything_else_between_two_names_says_nothing(text: str) -> None:
    assert _said(text, "Mina", "Solvent") == set()


def _reasons(rows: Sequence[Row]) -> list[str]:
    return [row["told_reason"] for row in sorted(rows, key=lambda row: str(row["evidence_bundle_id"]))]


def test_d72_139_that_a_conversation_names_an_organization_is_no_affiliation() -> None:
    rows = _decide([_candidate(1, source_node_id="thread:c"), _candidate(2, target_node_id="thread:c"), _candidate(3),
                    _candidate(4, source_node_id="thread:c", user_verdict="approved")])  # fmt: skip
    assert _reasons(rows) == ["only_named_there", "only_named_there", "evidence", "approved"]
    (once,) = _decide([_candidate(source_node_id="thread:c", support_count=1, distinct_observation_count=1)])
    assert once["told_reason"] == "only_named_there", "an exact name in a project's conversation says no more"


def test_d72_139_who_is_never_named_with_a_project_in_one_sentence_waits_for_a_verdict() -> None:
    bundles = [_candidate(n, relation_type="linked_to_context", source_node_id=f"entity:{n}") for n in (1, 2)]
    rows = _decide(bundles, together=[{"source_node_id": "entity:2", "target_node_id": "t2"}])
    assert _reasons(rows) == ["never_named_together", "evidence"]


def test_d72_139_two_are_named_together_in_a_sentence_not_in_a_message() -> None:
    def mention(name: str, start: int, message: str = "m", hypothesis: str | None = "semantically_related") -> Any:
        return {"mention_id": f"{name}-{message}", "observation_id": message, "start_offset": start,
                "end_offset": start + 3, "relation_hypothesis": hypothesis, "resolved_node_id": name}  # fmt: skip

    mentions = [mention("a", 0), mention("b", 5), mention("c", 12), mention("a", 0, "n", None), mention("c", 5, "n")]
    sentences = [{"message_id": message, "sentence_index": place, "char_start": start, "char_end": start + 10}
                 for message in "mn" for place, start in enumerate((0, 11))]  # fmt: skip
    rows = ask("evidence/together", {
        "overlay.mention_observations": mentions, "overlay.mention_resolutions": mentions, "kg.sentences": sentences,
    })  # fmt: skip
    assert sorted((row["source_node_id"], row["target_node_id"]) for row in rows) == [("a", "b"), ("b", "a")]


def test_d72_129_a_name_that_may_be_short_for_a_persons_is_left_open() -> None:
    """Mel was a thing of her own beside Melanie, to whom the person was speaking."""
    kinds = {"mel": "thing", "melanie brand": "person", "jo": "person", "joanna": "person", "sam": "thing",
             "sami": "person", "melan": "thing"}  # fmt: skip
    short = ask("resolution/short_names", {
        "lexicon": [{"normalized_alias": name, "node_id": name} for name in kinds],
        "overlay.nodes": [{"node_id": name, "subtype": subtype} for name, subtype in kinds.items()],
    })  # fmt: skip
    assert short == [{"normalized_alias": "mel"}], "a person stays one, one letter is no short form, and five are none"
    mentions = [{"mention_id": name, "normalized_mention": name, "work_context_id": None, "surface": "chatgpt"}
                for name in ("mel", "sam")]  # fmt: skip
    best = [{"mention_id": row["mention_id"], "node_id": row["mention_id"], "place": 1, "method": "alias_exact",
             "exact_count": 1, "score": 0.99, "next_score": 0.0, "graph_context_score": 0.9, "candidate_count": 1}
            for row in mentions]  # fmt: skip
    rows = ask("resolution/resolutions", {
        "observations": mentions, "ranked": best, "short_names": short,
        "suppressions": [{"normalized_mention": "-", "scope": "global", "work_context_id": None, "surface": None,
                          "reason": ""}],
    })  # fmt: skip
    found = {row["mention_id"]: row["resolved_node_id"] for row in rows}
    assert found == {"mel": None, "sam": "sam"}
    corrected = [{**row, "method": "user_corrected"} for row in best]
    rows = ask("resolution/resolutions", {
        "observations": mentions[:1], "ranked": corrected, "short_names": short,
        "suppressions": [{"normalized_mention": "-", "scope": "global", "work_context_id": None, "surface": None,
                          "reason": ""}],
    })  # fmt: skip
    assert [row["resolved_node_id"] for row in rows] == ["mel"]
