"""Answers within the tokens that a caller allows: rows are left out from the end, and said to be."""

import json
from collections.abc import Sequence
from typing import Any

_CUT = " […]"
# What the answer says of itself, and what stands around its rows.
_BESIDE = 200


def fitted(answer: dict[str, Any], rows: Sequence[str], characters: int) -> dict[str, Any]:
    """The answer in as many characters of JSON."""
    if _size(answer) <= characters:
        return answer
    kept = {**answer, **{name: [] for name in rows if isinstance(answer.get(name), list)}}
    left = characters - _size(kept) - _BESIDE
    out = 0
    for name in rows:
        given = answer.get(name) or []
        for place, row in enumerate(given):
            size = _size(row) + 2
            if size > left:
                if not any(kept[other] for other in rows if other in kept) and (short := _shortened(row, left)):
                    kept[name].append(short)
                    left, place = 0, place + 1
                out += len(given) - place
                break
            kept[name].append(row)
            left -= size
    kept["left_out"] = answer.get("left_out", 0) + out
    note = "not everything fits into the tokens that were allowed: rows are left out from the end, long texts are cut"
    kept["note"] = "; ".join(filter(None, [answer.get("note"), note]))
    return kept


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False))


def _shortened(row: Any, characters: int) -> Any:
    """A row whose longest text is cut so that it fits; None if that is not enough."""
    texts = {name: value for name, value in row.items() if isinstance(value, str)} if isinstance(row, dict) else {}
    if not texts:
        return None
    longest = max(texts, key=lambda name: len(texts[name]))
    # Escapes make a text longer than it is: the cut is as deep as the whole row is too long, at least.
    keep = len(texts[longest]) - (_size(row) - characters) - len(_CUT)
    return {**row, longest: texts[longest][:keep] + _CUT} if keep > 0 else None
