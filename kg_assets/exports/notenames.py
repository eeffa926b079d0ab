"""Makes names for notes: names that every file system accepts, so that a link leads to one note only."""

import re
import unicodedata

# Characters that file names on Windows, Obsidian's links or Logseq's page names cannot have. Control and invisible
# characters are removed, too.
_UNSAFE = re.compile(r'[\\/:*?"<>|#^\[\]%`{}]')
_SPACES = re.compile(r"\s+")
# Windows reserves these names for devices, with any ending: con.md is the console.
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?", re.IGNORECASE | re.ASCII)
_INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_MARKS = ("Mn", "Mc", "Me")


class NoteNames:
    """Gives every note a name that no other note has, even on file systems that ignore case."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._taken: set[str] = set()

    def give(self, wanted: str, kind: str) -> str:
        """The wanted name, made safe for file systems. If another note has it already, the kind of thing is added; if
        that is not enough, a number, too."""
        base = self._safe(wanted) or self._safe(kind)
        candidates = [base, self._with(base, f" ({kind})")]
        number = 2
        while _folded(candidates[-1]) in self._taken and _folded(candidates[0]) in self._taken:
            candidates.append(self._with(base, f" ({kind} {number})"))
            number += 1
        name = next(name for name in candidates if _folded(name) not in self._taken)
        self._taken.add(_folded(name))
        return name

    def _safe(self, text: str) -> str:
        plain = "".join(" " if unicodedata.category(c) in _INVISIBLE else c for c in unicodedata.normalize("NFC", text))
        name = _SPACES.sub(" ", _UNSAFE.sub(" ", plain)).strip(" .")
        name = cut_to_bytes(name, self._most_bytes).strip(" .")
        return f"{name}_" if _RESERVED.fullmatch(name) else name

    def _with(self, base: str, ending: str) -> str:
        return cut_to_bytes(base, self._most_bytes - len(ending.encode())).rstrip(" .") + ending


def cut_to_bytes(text: str, most: int) -> str:
    """The longest beginning of a text that fits into a number of bytes. It is never cut before a combining mark: a
    letter either keeps all its accents or is left out with them."""
    if len(text.encode()) <= most:
        return text
    end = len(text.encode()[:most].decode(errors="ignore"))
    while end and unicodedata.category(text[end]) in _MARKS:
        end -= 1
    return text[:end]


def _folded(name: str) -> str:
    """The form in which names are compared. Two names that are equal here could be the same file: HFS+ and NTFS ignore
    case, and some systems normalise names."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
