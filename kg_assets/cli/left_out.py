"""Why a claim is not among the facts of a moment, in words: the reason from the macro `left_out`, with the
sentence behind it.

`kg_assets.queries.recall` says which facts hold at a moment.
"""

from collections.abc import Sequence
from datetime import tzinfo
from typing import Any

from kg_assets.cli.claims import claims_of, words_in_sentence
from kg_assets.cli.zone import shown_zone
from kg_assets.core.harmless import harmless
from kg_assets.core.when import span_text
from kg_assets.queries.recall import DOUBTS, Row, claim_text, recalled
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

_MADE = "SELECT 1 FROM duckdb_functions() WHERE function_name = 'left_out'"
# Texts for the reasons that the macro `left_out` gives; {} is replaced by the words or the claim that are the reason.
_LEFT_OUT = {
    "taken back": "taken back: {}", "corrected": "corrected: {}", "not yet": "begins later", "said later": "said later",
    "ended": "ended: {}", "followed by": "followed by {}", "died": "until their death",
    "ended with": "ended with what it belonged to",
    "too long ago": "said too long ago to be believed still",
    "told as over": "told as over", "contrary": "the contrary was said: {}",
    "told with a time": "the same was told with a date: {}", "not asked for": "no words date it",
    "happened": "something that happened: `annals timeline` tells it",
}  # fmt: skip
# Claims with these reasons say nothing about the moment: they begin later, or were said later.
_NEVER_THEN = ("not yet", "said later")
# Claims with these reasons were so and are no longer: they are told in the past tense.
OVER = ("ended", "followed by", "died", "ended with", "told as over")
# Reasons for which a claim is left out although stage 5 has not closed it.
_OVERTAKEN = ("followed by", "contrary", "told with a time", "died", "ended with", "too long ago")
# For these reasons the whole sentence is shown: it says more than the few words that were read.
_BY_WORDS = ("ended", "contrary", "told with a time")


def left_out(
    warehouse: OpenWarehouse, about: str | None, valid_at: str | None, known_at: str | None, basis: str
) -> list[dict[str, Any]]:
    """The claims that do not count as facts of a moment, each with the reason.

    Denials and questions are not among them, nor claims that are held back for a reason in `DOUBTS`. Without `about`
    (an entity), claims that had not begun by then, or were only said later, are left out of the list, too.
    """
    sql = (
        "FROM left_out(?, ?, ?) WHERE polarity = 'positive'"
        " AND (? IS NULL OR ? IN (subject_entity_id, object_entity_id))"
    )
    rows = _left_out_rows(warehouse, sql, [valid_at, known_at, basis, about, about])
    return [row for row in rows if row["reason"] not in DOUBTS and (about or row["reason"] not in _NEVER_THEN)]


def why_left_out(warehouse: OpenWarehouse, assertion_id: str) -> str | None:
    """Why a claim is not among the facts of the build's moment. None if it is among them, or if no reason
    is known, as for a question."""
    rows = _left_out_rows(warehouse, "FROM left_out() WHERE assertion_id = ?", [assertion_id])
    return left_out_text(rows[0]) if rows else None


def overtaken(warehouse: OpenWarehouse, entity: str) -> dict[str, str]:
    """The claims about an entity that are no longer facts although their words name no end: by id, the reason, such as
    "followed by …" or "said too long ago to be believed still"."""
    rows = _left_out_rows(warehouse, "FROM left_out() WHERE ? IN (subject_entity_id, object_entity_id)", [entity])
    return {row["assertion_id"]: left_out_text(row) for row in rows if row["reason"] in _OVERTAKEN}


def _left_out_rows(warehouse: OpenWarehouse, sql: str, parameters: Sequence[str | None]) -> list[dict[str, Any]]:
    """The rows of a query on the macro `left_out`; empty for a build without the macro.

    `by_words` in a row has the words that are the reason: the whole sentence if the reason is in `_BY_WORDS`, and for a
    corrected claim the text of the correction.
    """
    if not select(warehouse.connection, _MADE).fetchall():
        return []
    rows = recalled(warehouse, sql, parameters)
    ids = sorted({row["by_assertion_id"] for row in rows if row["by_assertion_id"] and row["reason"] in _BY_WORDS})
    corrections = _corrections(warehouse, rows)
    condition = "WHERE a.assertion_id IN (SELECT unnest(?)) ORDER BY a.assertion_id"
    saying = {claim.assertion_id: claim for claim in (claims_of(warehouse, condition, [ids]) if ids else ())}
    for row in rows:
        if row["reason"] in _BY_WORDS and row["by_assertion_id"] in saying:
            row["by_words"] = words_in_sentence(saying[row["by_assertion_id"]], str)
        elif row["assertion_id"] in corrections:
            row["by_words"] = corrections[row["assertion_id"]]
    return rows


def _corrections(warehouse: OpenWarehouse, rows: Sequence[Row]) -> dict[str, str]:
    """For each claim that was corrected, the text of the correction."""
    corrected = {row["assertion_id"]: row["by_assertion_id"] for row in rows if row["reason"] == "corrected"}
    if not corrected:
        return {}
    wanted = [*corrected, *corrected.values()]
    sql = "FROM claims_told(with_unsure := true) WHERE assertion_id IN (SELECT unnest(?)) ORDER BY assertion_id"
    told = {row["assertion_id"]: row for row in recalled(warehouse, sql, [wanted])}
    zone = shown_zone()
    pairs = ((own, told.get(own), told.get(by)) for own, by in corrected.items())
    return {own: correction_text(before, after, zone) for own, before, after in pairs if before and after}


def correction_text(before: Row, after: Row, zone: tzinfo) -> str:
    """What a correction says: only the words or only the time if nothing else changed, otherwise both."""
    words, time = claim_text(after), span_text(after, not after["is_end_included"], zone)
    if words == claim_text(before):
        return time
    is_same_time = time == span_text(before, not before["is_end_included"], zone)
    return words if is_same_time else f"{words}, {time}"


def left_out_text(row: Row) -> str:
    """Why a claim is not shown, with the words that are the reason."""
    if row["reason"] in DOUBTS:
        return f"held back: {DOUBTS[row['reason']]}"
    by = " ".join(harmless(row["by_words"] or "").split())
    if not by and row["reason"] == "ended":
        return "ended, as is said of it"
    text = _LEFT_OUT[row["reason"]].format(by)
    return text if by else text.removesuffix(" ").removesuffix(":")
