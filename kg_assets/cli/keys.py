"""Decisions of one key each: read from a terminal, or from lines that a script gives."""

import sys
from collections.abc import Callable


def key_reader() -> Callable[[], str]:
    """One key at a time at a terminal; elsewhere the first letter of each line. Nothing at the end of input."""
    if sys.stdin.isatty():
        return _pressed
    return lambda: (sys.stdin.readline() or "q").strip()[:1].lower() or "?"


def _pressed() -> str:
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        return sys.stdin.read(1).lower()
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
