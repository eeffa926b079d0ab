"""Lines for claims that hold at a moment, and for those that answer a search: the time, the sentence, the id."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from datetime import tzinfo
from typing import Any

from kg_assets.cli.console import strong
from kg_assets.cli.left_out import OVER, left_out_text
from kg_assets.core.harmless import harmless
from kg_assets.core.when import named_times, span_text
from kg_assets.queries.decided import COLUMN
from kg_assets.queries.holding import Holding
from kg_assets.queries.recall import Row, claim_text

_ID = 8  # characters of an id that `annals why` needs
_NARROWEST = 60
_WIDEST_TIME = 28
_DECIDED = {"taken back": "your decision on it is taken back"}


def fact_lines(rows: Sequence[Row], zone: tzinfo, called: Mapping[str, str]) -> Iterator[str]:
    """Facts grouped by subject. A fact that was said several times is printed once, with the number of times."""
    groups = _same(rows, zone)
    width = _width(groups, zone)
    subject = None
    for group in groups:
        if group[0]["subject_entity_id"] != subject:
            subject = group[0]["subject_entity_id"]
            yield f"\n{strong(harmless(called.get(subject, group[0]['subject'])))}"
        yield columns(_fact_time(group, zone), width, claim_text(group[-1]) + _notes(group), group[-1]["assertion_id"])


def holding_lines(holding: Holding, zone: tzinfo) -> Iterator[str]:
    """The claims that answer a search, under a title and followed by a blank line; nothing if there are none."""
    if not holding.rows:
        return
    yield strong(_title(holding))
    groups = _same(holding.rows, zone)
    width = _width(groups, zone)
    for group in groups:
        row = group[-1]
        claim = claim_text(row, _is_past(row)) + _notes(group)
        yield columns(_fact_time(group, zone), width, claim, row["assertion_id"])
        if row["is_over"]:
            yield columns("", width, f"  {left_out_text(row)}", "")
    yield from _more(holding)
    yield ""


def holding_text(holding: Holding, zone: tzinfo, characters: int) -> str:
    """The claims that answer a question, as text for an assistant: as many lines as fit into `characters`."""
    if not holding.rows:
        return ""
    groups = _same(holding.rows, zone)
    width = _width(groups, zone)
    lines = [_title(holding)]
    for group in groups:
        row = group[-1]
        # The reader is an assistant, which would take "you" for itself.
        said = claim_text(row, _is_past(row), to_others=True)
        over = f" ({left_out_text(row)})" if row["is_over"] else ""
        lines.append(f"  {_fact_time(group, zone):<{width}}  {said}{_notes(group)}{over}  {row['assertion_id'][:_ID]}")
    lines += _more(holding)
    kept: list[str] = []
    while lines and sum(map(len, kept)) + len(lines[0]) + len(kept) + 2 <= characters:
        kept.append(lines.pop(0))
    return "".join(f"{line}\n" for line in (*kept, "")) if len(kept) > 1 else ""


def _title(holding: Holding) -> str:
    if holding.then:
        is_so = not all(row["was_then"] for row in holding.rows)
        return f"What {'holds' if is_so else 'held'} of this ({harmless(holding.then)}):"
    return "What held of this, and does no longer:" if holding.are_over else "What holds of this:"


def _more(holding: Holding) -> Iterator[str]:
    if holding.more:
        yield f"  and {holding.more} more: annals as-of"


def _same(rows: Sequence[Row], zone: tzinfo) -> list[list[Row]]:
    """The rows in lists, one list for each fact: rows that say the same about the same time stand in one list, in the
    order in which they were said."""
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        time = span(row, zone) if any(named_times(row, not row["is_end_included"])) else ""
        key = (row["subject_entity_id"], claim_text(row), row["object_entity_id"], time)
        groups.setdefault((*key, _is_disputed(row), row["is_sure"], row[COLUMN]), []).append(row)
    return list(groups.values())


def _width(groups: Sequence[Sequence[Row]], zone: tzinfo) -> int:
    return min(max((len(_fact_time(group, zone)) for group in groups), default=0), _WIDEST_TIME)


def _fact_time(group: Sequence[Row], zone: tzinfo) -> str:
    times = f" ×{len(group)}" if len(group) > 1 else ""
    return span(group[-1], zone) + times


def _notes(group: Sequence[Row]) -> str:
    return (" (disputed)" if _is_disputed(group[0]) else "") + remarks(group[0])


def _is_past(row: Row) -> bool:
    return row["was_then"] or (row["is_over"] and row["reason"] in OVER)


def _is_disputed(row: Row) -> bool:
    return row.get("status") == "conflicted"


def span(row: Row, zone: tzinfo) -> str:
    """The time at which a claim was true, in a few characters."""
    return span_text(row, not row["is_end_included"], zone)


def remarks(row: Row) -> str:
    """Remarks that follow a claim: that it is unsure, and what the person has decided about it since the build."""
    decided = row[COLUMN]
    return ("" if row["is_sure"] else " (unsure)") + (
        f" ({_DECIDED.get(decided, f'{decided} by you')})" if decided else ""
    )


def columns(time: str, width: int, claim: str, assertion_id: str) -> str:
    """A line with a time, a claim and the beginning of its id; the claim is cut to the width of the terminal."""
    left = max(shutil.get_terminal_size().columns, _NARROWEST) - width - _ID - 6
    text = claim if len(claim) <= left else claim[: left - 1] + "…"
    return f"  {time:<{width}}  {text:<{left}}  {assertion_id[:_ID]}".rstrip()
