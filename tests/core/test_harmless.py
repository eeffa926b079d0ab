"""What others wrote is shown and does nothing: on a terminal, in JSON, in a command that is offered for copying."""

import json
import subprocess
import sys
import unicodedata

import pytest

from kg_assets.core.harmless import harmless, harmless_json, shell_command


def every(first: int = 0, last: int = sys.maxunicode) -> str:
    """The characters between two code points, made when a test asks: each worker imports this file."""
    return "".join(map(chr, range(first, last + 1)))


def test_no_control_character_of_unicode_gets_through() -> None:
    shown = harmless(every())
    assert len(shown) == sys.maxunicode + 1
    assert {c for c in shown if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp")} == {"\n", "\t"}
    bidi = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    assert not {c for c in shown if unicodedata.bidirectional(c) in bidi}


def test_letters_spaces_and_families_stay() -> None:
    assert harmless("naïve\u00a0café 👨\u200d👩\u200d👧 می\u200cخواهم") == "naïve café 👨\u200d👩\u200d👧 می\u200cخواهم"


def test_json_says_exactly_the_value_and_is_harmless() -> None:
    value = {every(last=0xD7FF): [every(0xE000), "\ud800", None, 1.5]}
    text = harmless_json(value)
    assert json.loads(text) == value
    assert all(c.isprintable() or c == "\n" for c in text)


@pytest.mark.parametrize(
    "word",
    [
        "plain-1",
        "a b",
        "$(reboot)",
        "`reboot`",
        "it's",
        "a;b",
        "a\\b",
        "x\x1b[2Jy",
        "a\nb",
        "a\tb",
        "\x9bc",
        "é\u202e",
        "'\x07",
        "",
        "*",
    ],
)
def test_a_command_that_is_copied_names_exactly_that(word: str) -> None:
    """Ids stood in offered commands as they are: `annals show $(reboot)`."""
    command = shell_command("printf", "%s", word)
    assert command == harmless(command)
    assert "\n" not in command
    said = subprocess.run(["bash", "-c", command], capture_output=True, check=True, env={"LC_ALL": "C.UTF-8"}).stdout
    assert said.decode() == word
