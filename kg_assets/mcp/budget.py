"""Shortens answers to the tokens that a caller allows: the first rows are kept first, the extras last.

What does not fit is left out from the end. A long text is cut at a word and marked; places in the message
stay right, since they count from its beginning. Ids and times are never cut.
"""

import copy
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from kg_assets.core.errors import QueryError
from kg_assets.queries.context import cut

_Value = TypeVar("_Value")
_NOTE = "not everything fits into the tokens that were allowed: rows are left out from the end, long texts are cut"
_LEAST_TEXT = 24  # the least number of characters that remain of a text that is cut
_WHOLE = ("id", "_id", "_uid", "_utc", "_json")  # endings of the names of values that are never cut
_NAMES = "columns"  # the names of columns, without which the rows of a table mean nothing
_BETWEEN = 2  # characters between two rows
_COUNT = 6  # digits that the number of rows left out may have


def fitted(answer: dict[str, Any], rows: Sequence[str], extras: Sequence[str], characters: int) -> dict[str, Any]:
    """The answer, shortened to at most `characters` characters of JSON.

    `rows` names the lists of the answer, the first of which is filled first; `extras` names lists that are kept only if
    everything else fits. It is an error if not even the shortest form fits.
    """
    if _size(answer) <= characters:
        return answer
    given = {name: answer[name] for name in rows if isinstance(answer.get(name), list)}
    beside = {name: answer[name] for name in extras if isinstance(answer.get(name), list)}
    note = "; ".join(filter(None, [answer.get("note"), _NOTE]))
    kept = answer | {name: [] for name in (*given, *beside)} | {"note": note}
    kept["left_out"] = int("9" * _COUNT) if given else 0
    first = next((name for name in given if given[name]), None)
    least = 0 if first is None else _size(_shortened(given[first][0], 0)) + _BETWEEN
    kept = _shortened(kept, characters - least)
    left = characters - _size(kept)
    out = answer.get("left_out", 0)
    for name, wanted in given.items():
        taken = _taken(wanted, left, is_first=name == first)
        kept[name] = taken
        left -= sum(_size(row) + _BETWEEN for row in taken)
        out += len(wanted) - len(taken)
        if len(taken) < len(wanted):
            left = 0  # rows behind one that was left out are left out, too, to keep the order
    for name, wanted in beside.items():
        if _size(wanted) <= left:
            kept[name] = wanted
            left -= _size(wanted)
    kept["left_out"] = out
    if _size(kept) > characters:
        raise QueryError(f"this answer needs about {_size(kept):,} characters; allow more tokens, or ask for less")
    return kept


def _taken(wanted: Sequence[Any], left: int, is_first: bool) -> list[Any]:
    """The first rows that fit into `left` characters. If not even the first row fits, it is shortened, but only with
    `is_first`."""
    taken: list[Any] = []
    for row in wanted:
        size = _size(row) + _BETWEEN
        if size > left:
            if is_first and not taken:
                taken.append(_shortened(row, left - _BETWEEN))
            break
        taken.append(row)
        left -= size
    return taken


def _shortened(value: _Value, characters: int) -> _Value:
    """A value, shortened to so many characters. First its inner lists lose their last items, then its longest texts are
    cut. It may stay too long, since ids and times are never cut."""
    over = _size(value) - characters
    if over <= 0:
        return value
    value = copy.deepcopy(value)
    for inner in sorted(_lists(value), key=lambda inner: -_size(inner)):
        if over <= 0:
            break
        while inner and over > 0:
            over -= _size(inner.pop()) + _BETWEEN
        over = _size(value) - characters
    texts = sorted(_texts(value), key=lambda found: -len(found[0]))
    for text, put in texts:
        if over <= 0:
            break
        # In JSON a text is at least as long as its characters, because of escapes. So leaving out `over` characters
        # saves at least `over`.
        shorter = cut(text, max(len(text) - over, _LEAST_TEXT))
        put(shorter)
        over -= _size(text) - _size(shorter)
    return value


def _lists(value: Any, is_whole: bool = True) -> Iterator[list[Any]]:
    """All lists within a value, at any depth, except the value itself and lists under the name `columns`."""
    if isinstance(value, list):
        if not is_whole:
            yield value
        inner: Sequence[Any] = value
    else:
        inner = [one for name, one in value.items() if name != _NAMES] if isinstance(value, dict) else ()
    for one in inner:
        yield from _lists(one, is_whole=False)


def _texts(value: Any, name: str = "") -> Iterator[tuple[str, Callable[[str], None]]]:
    """Each text within a value that may be cut, with a function that replaces it."""
    places = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for place, one in places:
        own = place if isinstance(place, str) else name
        if isinstance(one, str):
            if len(one) > _LEAST_TEXT and not own.endswith(_WHOLE):
                yield one, _putting(value, place)
        else:
            yield from _texts(one, own)


def _putting(holder: Any, place: Any) -> Callable[[str], None]:
    def put(text: str) -> None:
        holder[place] = text

    return put


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False))
