"""Marks searched words in a text, and cuts out the piece around the first of them."""

import re
import unicodedata
from collections.abc import Callable, Sequence

_TOKEN = re.compile(r"\w+")
# Words with a common beginning of so many letters count as one word with different endings, as in the index.
_SHORTEST_STEM = 4


def highlight(text: str, words: Sequence[str], mark: Callable[[str], str]) -> str:
    """The text with every word marked that matches one of `words`, also with another ending: "bicycle"
    marks "Bicycles"."""
    return highlight_spans(text, _spans(text, words), mark)


def highlight_spans(text: str, spans: Sequence[tuple[int, int]], mark: Callable[[str], str]) -> str:
    """The text with ordered, disjoint spans of codepoints marked."""
    pieces: list[str] = []
    position = 0
    for start, end in spans:
        pieces += [text[position:start], mark(text[start:end])]
        position = end
    return "".join([*pieces, text[position:]])


def excerpt(text: str, spans: Sequence[tuple[int, int]], width: int, mark: Callable[[str], str]) -> str:
    """One line of about `width` characters around the first of the spans, with all spans in it marked."""
    first = spans[0][0] if spans else 0
    start = max(0, min(first - width // 3, len(text) - width))
    end = start + width
    inside = [(a - start, min(b, end) - start) for a, b in spans if a >= start and a < end]
    piece = highlight_spans(text[start:end], inside, mark)
    before = "…" if start > 0 else ""
    after = "…" if end < len(text) else ""
    return f"{before}{' '.join(piece.split())}{after}"


def _spans(text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    wanted = {_folded(token) for word in words for token in _TOKEN.findall(word)}
    return [(m.start(), m.end()) for m in _TOKEN.finditer(text) if _is_wanted(_folded(m.group()), wanted)]


def _is_wanted(token: str, wanted: set[str]) -> bool:
    if token in wanted:
        return True
    return any(
        len(word) >= _SHORTEST_STEM
        and (token.startswith(word) or word.startswith(token))
        and len(token) >= _SHORTEST_STEM
        for word in wanted
    )


def _folded(token: str) -> str:
    decomposed = unicodedata.normalize("NFKD", token.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))
