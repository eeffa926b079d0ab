"""Joins the parts of a message to one text, and finds code fences, quoted lines and citation markers in it.

All positions are codepoints of `text_raw`, ends exclusive. `parts` decides what the text of a part is.
"""

import re
from collections.abc import Iterator, Sequence

PART_SEPARATOR = "\n\n"  # seed 000 §1.7.4

# Seed 000 §1.8, and what Markdown allows besides: an indented fence (in lists) and an info string of more than one word
# or with other signs (`c++`). A line with a further backtick is inline code, not a fence.
_FENCE_LINE = re.compile(r"[ \t]*(`{3,})([^`\n]*)")
_LANGUAGE = re.compile(r"[\w+#.\-]+", re.ASCII)

# A marker runs from U+E200 to U+E201, its fields separated by U+E202; U+E203 and U+E204 stand around cited words.
_CITATION = re.compile("\ue200[^\ue200\ue201]*\ue201|[\ue200-\ue204]")
_MARKS = "\ue201\ue202\ue203\ue204\ue200"


def join_parts(texts: Sequence[tuple[int, str]]) -> tuple[str, str | None]:
    """Two values for (part index, text) pairs, at least one: `text_raw` and `text_part_map_json` (seed 000 §1.7). For a
    single pair the map is None."""
    if len(texts) == 1:
        return texts[0][1], None
    entries = []
    position = 0
    for index, text in texts:
        end = position + len(text)
        entries.append(f'{{"char_end":{end},"char_start":{position},"part_index":{index}}}')
        position = end + len(PART_SEPARATOR)
    return PART_SEPARATOR.join(text for _, text in texts), "[" + ",".join(entries) + "]"


def code_fences(text: str) -> list[tuple[int, int, str | None]]:
    """Start, end and language of each fenced block, from the opening line to the end of the closing one (seed
    000 §1.8).

    A closing fence has at least as many backticks as the opening one and nothing behind them; without one the
    block runs to the end of the text.
    """
    found: list[tuple[int, int, str | None]] = []
    start = -1
    ticks = 0
    language: str | None = None
    for line_start, mark, info, line_end in _fence_lines(text):
        if start < 0:
            start, ticks = line_start, mark
            named = _LANGUAGE.match(info)
            language = named.group() if named else None
        elif not info and mark >= ticks:
            found.append((start, line_end, language))
            start = -1
    if start >= 0:
        found.append((start, len(text), language))
    return found


def _fence_lines(text: str) -> Iterator[tuple[int, int, str, int]]:
    """(start, backticks, info, end) of each line that could open or close a fenced block. The end is without
    the line break."""
    position = text.find("```")
    searched = 0
    while position >= 0:
        line_start = text.rfind("\n", searched, position) + 1 or searched
        line_end = text.find("\n", position)
        line_end = len(text) if line_end < 0 else line_end
        line = _FENCE_LINE.fullmatch(text, line_start, line_end)
        if line is not None:
            yield line_start, len(line.group(1)), line.group(2).strip(), line_end - text.endswith("\r", 0, line_end)
        searched = line_end
        position = text.find("```", line_end)


def code_fence_ranges_json(text: str) -> str | None:
    """The column `code_fence_ranges_json` for a text: its fences as canonical JSON, None if it has none. A
    language holds no character that JSON would escape."""
    if "```" not in text:
        return None
    fences = code_fences(text)
    if not fences:
        return None
    return "[" + ",".join(_fence_json(*fence) for fence in fences) + "]"


def _fence_json(start: int, end: int, language: str | None) -> str:
    quoted = "null" if language is None else f'"{language}"'
    return f'{{"char_end":{end},"char_start":{start},"language":{quoted}}}'


def blockquotes(text: str) -> list[tuple[int, int]]:
    """Start and end of each line whose first character after blanks is `>`, with its line end (seed 000
    §1.9)."""
    found = []
    position = text.find(">")
    line_start = 0
    while position >= 0:
        line_start = text.rfind("\n", line_start, position) + 1 or line_start
        line_end = text.find("\n", position) + 1 or len(text)
        if not text[line_start:position].strip(" \t\f\v\r"):
            found.append((line_start, line_end))
        position = text.find(">", line_end)
        line_start = line_end
    return found


def blockquote_ranges_json(text: str) -> str | None:
    """The column `blockquote_ranges_json` for a text: its quoted lines as canonical JSON, None if it has
    none."""
    if ">" not in text:
        return None
    return _ranges_json(blockquotes(text))


def citations(text: str) -> list[tuple[int, int]]:
    """Start and end of each citation marker. The words between U+E203 and U+E204 are not part of a marker."""
    return [match.span() for match in _CITATION.finditer(text)]


def citation_ranges_json(text: str) -> str | None:
    """The column `citation_ranges_json` for a text: its citation markers as canonical JSON, None if it has
    none."""
    return _ranges_json(citations(text)) if _holds_mark(text) else None


def _holds_mark(text: str) -> bool:
    """Whether a text holds a citation mark.

    To look for each mark on its own is several times as fast as one pattern for all.
    """
    return not text.isascii() and any(mark in text for mark in _MARKS)


def _ranges_json(ranges: Sequence[tuple[int, int]]) -> str | None:
    if not ranges:
        return None
    return "[" + ",".join(f'{{"char_end":{end},"char_start":{start}}}' for start, end in ranges) + "]"
