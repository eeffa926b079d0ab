"""What a command prints of the data shows on the terminal and does nothing there."""

import io
import os
import stat
import sys
from pathlib import Path

import pytest

from kg_assets.cli import console
from kg_assets.cli.main import main


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _terminal(monkeypatch: pytest.MonkeyPatch) -> _Terminal:
    """Put in place within the test: what pytest captures it puts in place after the fixtures."""
    made = _Terminal()
    monkeypatch.setattr(sys, "stdout", made)
    monkeypatch.setattr(sys, "stderr", made)
    return made


HARM = "\x1b[2J\x1b]0;evil\x07\x9b31m\r\x1b[K\x08\u202e\x1b[1;31m"


def test_all_that_is_printed_is_harmless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A title cleared the screen."""
    terminal = _terminal(monkeypatch)
    with console.harmless_output():
        print(f"title {HARM}")
        print(f"error {HARM}", file=sys.stderr)
        print(console.strong(HARM), console.marked("hit"))
    said = terminal.getvalue()
    assert all(c.isprintable() or c in "\n\x1b" for c in said)
    assert said.count("\x1b") == said.count("\x1b[1m") + said.count("\x1b[7m") + said.count("\x1b[0m") == 4
    assert "\x1b[7mhit\x1b[0m" in said


def test_progress_still_begins_its_line_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = _terminal(monkeypatch)
    with console.harmless_output():
        progress = console.Progress(0, {})
        progress(f"reading {HARM}", 1, 2)
        progress.close()
    assert terminal.getvalue().count("\r\x1b[K") == 2
    assert terminal.getvalue().count("\x1b") == 2


def test_errors_that_quote_what_was_typed_are_harmless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = _terminal(monkeypatch)
    monkeypatch.setenv("ANNALS_HOME", str(tmp_path / "home"))
    assert main(["build", f"{tmp_path}/{HARM}"]) == 1
    assert "\x1b" not in terminal.getvalue()


def test_what_a_command_makes_is_for_its_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dagster's files stood there with 0644 and its folders with 0755."""
    monkeypatch.setenv("ANNALS_HOME", str(tmp_path / "home"))
    before = os.umask(0o022)
    try:
        main(["builds"])
        (tmp_path / "by a library").write_text("x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "by a library").stat().st_mode) == 0o600


def test_words_that_the_locale_cannot_say_end_nothing() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    before = sys.stdout
    sys.stdout = stream
    try:
        with console.harmless_output():
            print("naïve \udcff")
            sys.stdout.flush()
    finally:
        sys.stdout = before
    assert stream.buffer.getvalue() == b"na\\xefve \\ufffd\n"  # type: ignore[attr-defined]
