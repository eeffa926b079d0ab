"""Puts the hits of a search into lines of text for an assistant, as many as fit into a number of tokens."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg_assets.claims.saying import row_said
from kg_assets.core.harmless import harmless

_CUT = " […]"


def characters_of(tokens: int, least: int, most: int, per_token: float) -> int:
    """How many characters fit into `tokens`. Fewer than `least` or more than `most` tokens count as `least` or
    `most`."""
    return int(max(least, min(tokens, most)) * per_token)


def cut(text: str, characters: int) -> str:
    """The text if it fits; else its beginning, marked with […]. It is cut at the end of a word; if the second half of
    what fits has no blank, within a word."""
    if len(text) <= characters:
        return text
    kept = text[: max(characters - len(_CUT), 0)]
    is_within_word = not text[len(kept)].isspace()
    at = kept.rfind(" ") if is_within_word else len(kept)
    # Without a blank in reach (one long word, or a script without blanks) the text is cut within a word.
    return (kept[:at] if at > len(kept) // 2 else kept).rstrip() + _CUT


def context(hits: Sequence[Mapping[str, Any]], characters: int) -> str:
    """The hits as text for an assistant, the best first, in at most so many characters. It ends before the
    first hit that does not fit; if that is the very first one, its beginning is given."""
    pieces: list[list[str]] = []
    left = characters
    for number, hit in enumerate(hits, start=1):
        lines = list(_lines(number, hit))
        size = _length(lines)
        if size > left:
            if not pieces:
                pieces.append(_fitting(lines, left))
            break
        pieces.append(lines)
        left -= size
    return "\n".join("".join(f"{line}\n" for line in lines) for lines in pieces)


def _length(lines: Sequence[str]) -> int:
    return sum(len(line) + 1 for line in lines) + 1


def _fitting(lines: Sequence[str], characters: int) -> list[str]:
    """As many lines of the first hit as fit; the last line is cut."""
    kept: list[str] = []
    left = characters - 1
    for line in lines:
        if left <= len(_CUT) + 1:
            break
        kept.append(cut(line, left - 1))
        left -= len(kept[-1]) + 1
    return kept


def _lines(number: int, hit: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a hit: the message, the claims read in it, and last the message before it, for context."""
    said = hit["created_at_utc"][:16].replace("T", " ") if hit["created_at_utc"] else "on an unknown day"
    yield f"[{number}] {hit['role']}, {said}, in “{harmless(hit['title'] or 'untitled')}”, message {hit['message_id']}"
    yield f"  {' '.join(harmless(hit['text']).split())}"
    for claim in hit["claims"]:
        over = ", superseded" if claim["is_superseded"] else ""
        # The reader is an assistant, which would take "you" for itself.
        yield f"  claim: {harmless(row_said(claim, to_others=True))} (confidence {claim['confidence']:.2f}{over})"

    if hit["before"] is not None:
        yield f"  before it ({hit['before']['role']}): {_one_line(hit['before']['text'], 200)}"


def _one_line(text: str, width: int) -> str:
    line = " ".join(harmless(text).split())
    return line if len(line) <= width else f"{line[:width]}…"
