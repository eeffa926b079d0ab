"""Printing for people: tables, sizes, and progress on standard error. No command deals with the terminal
itself.

All that a command prints goes through `harmless_output`, so that control characters in data have no effect.
"""

import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

from kg_assets.core.harmless import harmless

_PAUSE_SECONDS = 0.1  # between two writings of a line
_LEAST_SHARE = 0.05  # of the work must be done before its pace says anything
_YES = ("y", "yes")
_STRONG, _MARKED, _PLAIN = "\033[1m", "\033[7m", "\033[0m"
_OURS = re.compile(r"(\033\[[017]m)")
_LINE_ANEW = "\r\033[K"


class _Harmless:
    """A text stream that replaces control characters. On a terminal the program's own codes for bold and inverse text
    pass."""

    def __init__(self, stream: TextIO) -> None:
        self.unfiltered = stream

    def write(self, text: str) -> int:
        parts = _OURS.split(text) if self.unfiltered.isatty() else [text]
        self.unfiltered.write("".join(part if _OURS.fullmatch(part) else harmless(part) for part in parts))
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unfiltered, name)


@contextmanager
def harmless_output() -> Iterator[None]:
    """While this context lasts, printed text cannot move the cursor, and a character that the locale cannot encode does
    not end the command."""
    before = sys.stdout, sys.stderr
    for stream in before:
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.stdout, sys.stderr = _Harmless(before[0]), _Harmless(before[1])
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _begin_line_anew(text: str = "") -> None:
    """Overwrite the current line of standard error. It is written past the filter, which would remove the control
    characters."""
    stream = getattr(sys.stderr, "unfiltered", sys.stderr)
    stream.write(f"{_LINE_ANEW}{harmless(text)}")
    stream.flush()


class Progress:
    """Shows one line about long work, with the time left, on standard error; nothing if that is no terminal. `shares`
    maps each step, in the order of the work, to the approximate part of the whole that it takes."""

    def __init__(self, after: float, shares: Mapping[str, float]) -> None:
        self._after = after
        self._shares = shares
        self._order = list(shares)
        self._is_terminal = sys.stderr.isatty()
        self._started = time.monotonic()
        self._shown_at = 0.0
        self._worked: dict[str, float] = {}  # by step, the part of the whole that is done; not for reused steps
        self._is_open = False

    def __call__(self, what: str, done: int, total: int) -> None:
        self._worked[what] = self._shares.get(what, 0.0) * done / max(1, total)
        now = time.monotonic()
        if not self._is_terminal or now - self._started < self._after or now - self._shown_at < _PAUSE_SECONDS:
            return
        self._shown_at, self._is_open = now, True
        share = f" {done}/{total}" if total > 1 else ""
        left = time_left(now - self._started, sum(self._worked.values()), self._left_after(what, done, total))
        _begin_line_anew(f"  {what}{share}{left}")

    def _left_after(self, what: str, done: int, total: int) -> float:
        if what not in self._shares:
            return 0.0
        later = self._order[self._order.index(what) + 1 :]
        return self._shares[what] * (1 - done / max(1, total)) + sum(self._shares[name] for name in later)

    def close(self) -> None:
        if self._is_open:
            _begin_line_anew()
            self._is_open = False


def time_left(seconds: float, worked: float, left: float) -> str:
    """The seconds so far and the time that remains at this pace: ", 20 s, about 40 s left". Only the seconds so far
    until enough is done to estimate."""
    if worked < _LEAST_SHARE * (worked + left) or worked <= 0:
        return f", {seconds:.0f} s"
    remaining = seconds * left / worked
    said = f"{remaining:.0f} s" if remaining < 90 else f"{remaining / 60:.0f} min"
    return f", {seconds:.0f} s, about {said} left"


def print_table(names: Sequence[str], rows: Sequence[Sequence[object]], width: int) -> None:
    """Print rows under the names of their columns, aligned, with values cut to `width`."""
    cells = [[_cell(value, width) for value in row] for row in rows]
    widths = [max([len(name), *(len(row[i]) for row in cells)]) for i, name in enumerate(names)]
    is_number = [all(isinstance(row[i], int | float | None) for row in rows) and bool(rows) for i in range(len(names))]
    print("  ".join(name.ljust(w) for name, w in zip(names, widths, strict=True)).rstrip())
    print("  ".join("-" * w for w in widths))
    for row in cells:
        aligned = [c.rjust(w) if n else c.ljust(w) for c, w, n in zip(row, widths, is_number, strict=True)]
        print("  ".join(aligned).rstrip())


def _cell(value: object, width: int) -> str:
    text = "" if value is None else str(value)
    text = " ".join(text.split()) if "\n" in text or "\r" in text or "\t" in text else text
    text = harmless(text)
    return text if len(text) <= width else text[: width - 1] + "…"


def size(number: float) -> str:
    """A number of bytes for people: "1.2 MB"."""
    for unit in ("B", "kB", "MB"):
        if number < 1000:
            return f"{number:.0f} {unit}" if unit == "B" else f"{number:.1f} {unit}"
        number /= 1000
    return f"{number:.1f} GB"


def is_agreed(question: str) -> bool:
    """Ask a question once and return whether the answer is yes; no answer counts as no."""
    try:
        return input(f"{question} [y/N] ").strip().lower() in _YES
    except EOFError:
        print()
        return False


def is_coloured() -> bool:
    return sys.stdout.isatty()


def strong(text: str) -> str:
    return f"{_STRONG}{text}{_PLAIN}" if is_coloured() else text


def marked(text: str) -> str:
    """Text highlighted; without colours, between » and «."""
    return f"{_MARKED}{text}{_PLAIN}" if is_coloured() else f"»{text}«"
