"""Selects terms: writes the candidates with their statistics, the terms among them, and one row about the selection as
a whole (stages 2B.4.3-2B.5.4)."""

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from kg_assets.core.canonical import canonical_text
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import StageRun
from kg_assets.lexicon.contracts import GENERATORS, LEXICON_BUILDS, LEXICON_TERM_CANDIDATES, LEXICON_TERMS
from kg_assets.lexicon.scan import query_parameters, vocabulary
from kg_assets.lexicon.shapes import shape_rules

# The columns that a term has from its candidate.
_SHARED = ("build_id", "candidate_id", "term_key", "canonical_surface", "aliases_json", "score")
_BUILD_VERSION = 1  # design §9: a build does not count earlier ones


def run(stage: StageRun) -> None:
    """Write the candidates (words that may become terms), the terms, and one row about the whole selection."""
    ids = IdSpace(stage.settings("sources").id_namespace)
    config = canonical_text({name: stage.settings(name).model_dump(mode="json") for name in ("lexicon", "trust")})
    # Design §5: the hash of the configuration takes the place of the time at which a build began.
    build_id = ids.make("lexicon_build", sha256_hex(config))
    rows = _candidates(stage)
    for row in rows:
        row["build_id"] = build_id
        row["candidate_id"] = ids.make("lex_cand", build_id, row["generator"], row["term_key"])
    selected = [row for row in rows if row["is_selected"]]
    types = _types(stage, selected)
    terms = [
        {
            "term_id": ids.make("lex_term", build_id, row["term_key"]),
            "entity_type_hint": types.get(row["term_key"]) or type_by_form(row["canonical_surface"]),
            **{name: row[name] for name in _SHARED},
        }
        for row in selected
    ]  # fmt: skip
    build = {
        "build_id": build_id,
        "build_version": _BUILD_VERSION,
        "config_json": config,
        "started_at_utc": stage.horizon,
        "completed_at_utc": stage.horizon,
        "candidates_total": len(rows),
        "terms_selected": len(terms),
        "raw_stats_json": canonical_text(_statistics(rows)),
    }
    for contract, written in ((LEXICON_TERM_CANDIDATES, rows), (LEXICON_TERMS, terms), (LEXICON_BUILDS, [build])):
        stage.write(contract.name, pa.Table.from_pylist(written, schema=contract.arrow_schema()))


def type_by_form(surface: str) -> str:
    """The type of a term by its form (§2B.5.4): PERSON for a handle, ORG for an ending that organisations have, else
    CUSTOM_TERM."""
    if surface.startswith("@"):
        return "PERSON"
    return "ORG" if surface.rpartition(" ")[2] in shape_rules().organisation_endings else "CUSTOM_TERM"


def _candidates(stage: StageRun) -> list[dict[str, Any]]:
    if not stage.settings("lexicon").enable_lexicon_induction:
        return []
    known = vocabulary(stage)
    tables = {"seen": known.seen, "denied": known.denied, "openers": known.openers}
    parameters = query_parameters(stage) | {"generators": list(GENERATORS)}
    rows: list[dict[str, Any]] = stage.query("sql/lexicon/candidates.sql", parameters, tables).to_pylist()
    for row in rows:
        row["aliases_json"] = canonical_text(row.pop("aliases"))
        row["evidence_json"] = canonical_text({"occurrences": row.pop("occurrences") or []})
    return rows


def _types(stage: StageRun, selected: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    keys = pa.table({"term_key": pa.array([row["term_key"] for row in selected], pa.string())})
    rules, settings = shape_rules(), stage.settings("lexicon")
    parameters = {
        "calls": sorted(rules.calls),
        "assistants": sorted(rules.assistants),
        "lexicon_least_calls": settings.lexicon_least_calls,
    }
    found = stage.query("sql/lexicon/recognised_types.sql", parameters, {"selected": keys})
    return dict(zip(found.column("term_key").to_pylist(), found.column("entity_type_hint").to_pylist(), strict=True))


def _statistics(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Statistics of the selection of terms (§2B.9): candidates by generator (the rule that found them), rejections by
    reason, and the quartiles of the selected candidates' scores."""
    by_generator: dict[str, dict[str, int]] = {}
    reasons: dict[str, int] = {}
    for row in rows:
        counts = by_generator.setdefault(row["generator"], {"candidates": 0, "selected": 0})
        counts["candidates"] += 1
        counts["selected"] += row["is_selected"]
        if row["rejection_reason"]:
            reasons[row["rejection_reason"]] = reasons.get(row["rejection_reason"], 0) + 1
    scores = sorted(row["score"] for row in rows if row["is_selected"])
    quartiles = {str(q): scores[round(q / 100 * (len(scores) - 1))] for q in (0, 25, 50, 75, 100)} if scores else {}
    return {"generators": by_generator, "rejections": reasons, "score_percentiles": quartiles}
