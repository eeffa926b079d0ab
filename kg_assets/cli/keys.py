"""Reads decisions that take one key each, from a terminal or from the lines of a script."""

import sys
from collections.abc import Callable


def key_reader() -> Callable[[], str]:
    """A function that reads one key: at a terminal the key pressed, elsewhere the first letter of the next
    line, "?" for an empty line and "q" at the end of input.
    """
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
