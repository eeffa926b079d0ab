"""Sentences that nobody would write, and some that people did: what the soak feeds to every stage, by a seed."""

import json
import random
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from kg_assets.claims.retracting.patterns import load_settings
from kg_assets.core.data import data_path
from kg_assets.mentions.times.grammar import load_grammar
from tests.conftest import ROOT
from tests.soak.spoken import spoken

_WORD = re.compile(r"[^\W_][\w'’-]*(?: [\w'’-]+){0,3}")
_SPLIT = re.compile(r"(\s+)")
_MACRO = re.compile(r"%([a-z0-9_]+)%")
_LONGEST = 600
# One sentence each in scripts with other cases, directions, joins, and none of them.
_SCRIPTS = """\
أنا أعيش في القاهرة منذ ٣ مايو ٢٠٢١.
גרתי בתל אביב עד יום שלישי בשעה 5.
मैं मई २०२० से दिल्ली में रहता हूँ।
ฉันย้ายไปกรุงเทพฯเมื่อปี ๒๕๖๔
我從2019年5月3日起住在台北，五點見。
私は先週の火曜日に東京へ引っ越した。
저는 2021년 5월에 서울로 이사했어요.
Я живу в Москве с 3 мая 2021 года.
Μένω στην Αθήνα από τις 3 Μαΐου.
მე ვცხოვრობ თბილისში 2020 წლიდან.
Ես ապրում եմ Երևանում։
நான் சென்னையில் வாழ்கிறேன்.
በአዲስ አበባ እኖራለሁ።
İstanbul'da yaşıyorum, 5 Mayıs'tan beri.
Tôi sống ở Hà Nội từ năm 2020.
Straße, ﬁnden, Größe: seit 3. Mai in München.
ich wohne seit mai in ﬀurt
𝓘 𝓵𝓲𝓿𝓮 𝓲𝓷 𝓑𝓮𝓻𝓵𝓲𝓷
Ｉ ｌｉｖｅ ｉｎ Ｔｏｋｙｏ ｓｉｎｃｅ ２０１９
I live in 🇫🇷 since 🗓️ 2019 👩‍👩‍👧‍👦
मे ५ at ٥pm tomorrow ² ½ ⅔ of an hour
""".splitlines()
_ODD = (
    "\x00", "\x85", "\xa0", "\xad", "\u0130", "\u0301\u0308", "\u200b", "\u200d", "\u200e", "\u2028", "\u202e",
    "\u2066", "\ufb01", "\ufeff", "\ufffd", "\ud800", "\udfff", "\ue200cite\ue202turn0search1\ue201",
    "\U0001f9d1\u200d\U0001f4bb", "\U000e0041", "\U0010ffff", "\u1e9e", "\u0149", "\u01c5", "\ufdfa",
    "\u0334\u0335\u0334\u0335\u0334\u0335\u0334\u0335\u0334\u0335\u0334\u0335\u0334\u0335\u0334\u0335\u0334\u0335\u0334\u0335\u0334\u0335\u0334\u0335\u0334\u0335\u0334\u0335\u0334\u0335\u0334\u0335\u0334\u0335\u0334\u0335\u0334\u0335\u0334\u0335",
    "```", "\n> ", "\r\n", "\t", "|", '\\', '"', "'", "((((", "]]]]", "{{", "$$", "<b>", "&nbsp;", "%", "@", "#",
    "://", "www.", "..", "\u2026", "-" * 60, "x" * 200, "9" * 40, "1e999", "0x1F", "\u0663", "\xb2", "\xbd",
)  # fmt: skip
_FIRST = (
    "I",
    "my",
    "we",
    "our",
    "I'm",
    "I've",
    "my sister",
    "Maria",
    "she",
    "you",
    "no, I",
    "actually I",
    "I meant",
    "I no longer",
    "it's",
)
_ENDS = (".", "!", "?", "...", "", ",", ";", " :)", "?!", ".\n", " — ")


@cache
def _words_of(folder: str) -> tuple[str, ...]:
    """Every word and short phrase of the data files of a folder of the configuration."""
    found: set[str] = set()
    for file in sorted(data_path(folder).glob("*.yaml")):
        for leaf in leaves(yaml.safe_load(file.read_text(encoding="utf-8"))):
            found.update(_WORD.findall(leaf))
    return tuple(sorted(found))


def leaves(value: Any) -> Iterator[str]:
    """Every key and every plain value of a document, as text."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner)
    else:
        yield str(value)


@cache
def _time_patterns() -> tuple[str, ...]:
    return tuple(pattern.regex.pattern for language in ("en", "de") for pattern in load_grammar(language).patterns)


@cache
def _retraction_patterns() -> tuple[str, ...]:
    settings = load_settings()
    patterns = []
    for row in settings.patterns:
        source = row.find
        while _MACRO.search(source):
            source = _MACRO.sub(lambda found: settings.macros[found[1]], source)
        patterns.append(source.replace("(?m)", ""))
    return tuple(patterns)


@cache
def written(shared: Path | None) -> tuple[str, ...]:
    """What people wrote: the sentences of this repository's own tests and, where it is there, the shared data."""
    files = [*sorted((ROOT / "tests").rglob("*.jsonl")), *sorted((ROOT / "tests/mentions/times/cases").glob("*.yaml"))]
    if shared is not None:
        files += [*sorted((shared / "bench").glob("*.json*")), *sorted((shared / "samples").rglob("*.json"))]
    found: set[str] = set()
    for file in files:
        for document in _documents(file):
            found.update(leaf for leaf in leaves(document) if " " in leaf or "@" in leaf or "/" in leaf)
    return tuple(sorted(leaf[:_LONGEST] for leaf in found))


def _documents(file: Path) -> Iterator[Any]:
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".yaml":
        yield yaml.safe_load(text)
    elif file.suffix == ".json":
        yield json.loads(text)
    else:
        yield from (json.loads(line) for line in text.splitlines() if line)


class Mouth:
    """Draws sentences of every kind."""

    def __init__(self, seed: str, shared: Path | None) -> None:
        self._chance = random.Random(seed)
        self._written = written(shared)
        # Each with how often it is drawn.
        self._kinds: Sequence[tuple[Callable[[], str], int]] = (
            (self._time, 5), (self._times_joined, 3), (self._retraction, 3), (self._claim, 6), (self._words, 2),
            (self._mutated, 8), (self._foreign, 1), (self._odd, 2),
        )  # fmt: skip

    def sentences(self, count: int) -> Iterator[str]:
        """A quarter, or all there is, of what was written; the rest is made up."""
        own = self._chance.sample(self._written, min(len(self._written), count // 4))
        yield from own
        kinds, weights = zip(*self._kinds, strict=True)
        for _ in range(count - len(own)):
            sentence = self._chance.choices(kinds, weights)[0]()
            if self._chance.random() < 0.2:
                sentence += self._chance.choice((" ", "\n", ", ", " and ")) + self._chance.choices(kinds, weights)[0]()
            if self._chance.random() < 0.2:
                sentence = self._spoilt(sentence)
            yield sentence[:_LONGEST]

    def _some(self, things: Sequence[str]) -> str:
        return self._chance.choice(things)

    def _cased(self, text: str) -> str:
        return self._chance.choice((str, str, str.capitalize, str.title, str.upper, str.swapcase))(text)

    def _time(self) -> str:
        lead = self._some(("", "", "I moved ", "let's meet ", "we met at the pub on ", "until "))
        return lead + self._cased(spoken(self._some(_time_patterns()), self._chance)) + self._some(_ENDS)

    def _times_joined(self) -> str:
        gaps = (" ", ", ", " to ", "-", " of ", " at ", " from ", " before ", " in the ", " - ", " on ", "/")
        patterns = [spoken(self._some(_time_patterns()), self._chance) for _ in range(self._chance.randint(2, 4))]
        return "".join(part + self._some(gaps) for part in patterns) + self._some(_ENDS)

    def _retraction(self) -> str:
        said = spoken(self._some(_retraction_patterns()), self._chance)
        return self._some(("", "", "Sorry, ", "I live in York. ")) + self._cased(said) + self._some(_ENDS)

    def _claim(self) -> str:
        words = _words_of("config/claims") + _words_of("config/lexicon")
        said = [self._some(_FIRST), *(self._some(words) for _ in range(self._chance.randint(1, 7)))]
        if self._chance.random() < 0.3:
            said.insert(self._chance.randint(1, len(said)), spoken(self._some(_time_patterns()), self._chance))
        return self._cased(" ".join(said)) + self._some(_ENDS)

    def _words(self) -> str:
        words = _words_of("config/detectors") + _words_of("config/claims")
        marks = ("", "@", "#", "/", "http://", ".com", ":8080", "\\", "::", ".py", "`", "**", "- ", "> ", "+49 ")
        return " ".join(
            self._some(marks) + self._some(words) + self._some(marks) for _ in range(self._chance.randint(1, 9))
        )

    def _mutated(self) -> str:
        return self._spoilt(self._some(self._written)) if self._written else self._claim()

    def _foreign(self) -> str:
        first = self._chance.choice(
            (0x80, 0x370, 0x590, 0x900, 0xE00, 0x1100, 0x2000, 0x3040, 0x4E00, 0xA840, 0x1F300, 0x1D400)
        )
        signs = "".join(chr(first + self._chance.randint(0, 0x7F)) for _ in range(self._chance.randint(3, 30)))
        return self._some((*_SCRIPTS, signs)) + " " + self._some(_SCRIPTS)

    def _odd(self) -> str:
        return "".join(
            self._some(_ODD) + self._some((" ", "", "a", "5", "I ")) for _ in range(self._chance.randint(1, 12))
        )

    def _spoilt(self, text: str) -> str:
        for _ in range(self._chance.randint(1, 3)):
            text = self._chance.choice(_SPOILS)(text, self._chance)
        return text


def _shuffled(text: str, chance: random.Random) -> str:
    pieces = _SPLIT.split(text)
    if len(pieces) > 2:
        a, b = chance.randrange(len(pieces)), chance.randrange(len(pieces))
        pieces[a], pieces[b] = pieces[b], pieces[a]
    return "".join(pieces)


def _without(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + text[at + chance.randint(1, 5) :]


def _doubled(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    length = chance.randint(1, 30)
    return text[: at + length] + text[at:]


def _inserted(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(_ODD) + text[at:]


def _renumbered(text: str, chance: random.Random) -> str:
    return re.sub(r"\d+", lambda _: str(chance.choice((0, 1, 13, 31, 60, 99, 100, 2024, 10**9))), text)


def _recomposed(text: str, chance: random.Random) -> str:
    form = chance.choice(("NFC", "NFD", "NFKC", "NFKD"))
    return unicodedata.normalize(form, text)  # type: ignore[arg-type]


_SPOILS: Sequence[Callable[[str, random.Random], str]] = (
    _shuffled, _without, _doubled, _inserted, _renumbered, _recomposed,
    lambda text, chance: text.upper(), lambda text, chance: text.lower(), lambda text, chance: text[::-1],
    lambda text, chance: re.sub(r"\s", chance.choice(("\n", "  ", "\u00a0", "")), text),
    lambda text, chance: re.sub(r"[aeo]", lambda _: chance.choice("àèöаеο"), text),
)  # fmt: skip
