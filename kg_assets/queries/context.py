"""What an assistant is given to answer a question: hits as lines of text, as many as some tokens hold."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg_assets.claims.saying import row_said
from kg_assets.core.harmless import harmless

_CUT = " […]"


def characters_of(tokens: int, most: int, per_token: float) -> int:
    """How many characters fit into the tokens that a caller allows."""
    return int(min(tokens, most) * per_token)


def context(hits: Sequence[Mapping[str, Any]], characters: int) -> str:
    """The hits as an assistant reads them, best first; what does not fit is cut, and said to be."""
    pieces: list[str] = []
    left = characters
    for number, hit in enumerate(hits, start=1):
        piece = "\n".join(_lines(number, hit)) + "\n"
        if len(piece) + 1 > left:
            if not pieces and left > len(_CUT):
                pieces.append(piece[: left - len(_CUT)] + _CUT)
            break
        pieces.append(piece)
        left -= len(piece) + 1
    return "\n".join(pieces)


def _lines(number: int, hit: Mapping[str, Any]) -> Iterator[str]:
    said = hit["created_at_utc"][:16].replace("T", " ") if hit["created_at_utc"] else "on an unknown day"
    yield f"[{number}] {hit['role']}, {said}, in “{harmless(hit['title'] or 'untitled')}”, message {hit['message_id']}"
    if hit["before"] is not None:
        yield f"  before ({hit['before']['role']}): {_one_line(hit['before']['text'], 200)}"
    yield f"  {' '.join(harmless(hit['text']).split())}"
    for claim in hit["claims"]:
        over = ", superseded" if claim["is_superseded"] else ""
        # Who reads this is an assistant, to which "you" would be itself.
        yield f"  claim: {harmless(row_said(claim, to_others=True))} (confidence {claim['confidence']:.2f}{over})"


def _one_line(text: str, width: int) -> str:
    line = " ".join(harmless(text).split())
    return line if len(line) <= width else f"{line[:width]}…"
