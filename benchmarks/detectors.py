"""Quality and speed of the structured detectors beside what else one would pick.

Reads the labelled sets of `<repo>/../shared/bench` where they are, and skips them where they are not. A third of each
set (by hash of its line's id) is printed apart: rules are not looked at against it. Speeds are measured on generated
chat text in one process; their ratios hold, their absolute values are the machine's.

    python benchmarks/detectors.py [--speed MEGABYTES] [--errors]
"""

import argparse
import hashlib
import json
import random
import re
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import phonenumbers

from kg_assets.mentions.detect.candidate import Candidate, DetectSettings
from kg_assets.mentions.detect.engine import DetectEngine
from kg_assets.mentions.detect.ranges import citation_marker_ranges, inline_code_ranges
from kg_assets.mentions.winners import Exclusions, decide, winners

BENCH = Path(__file__).resolve().parents[2] / "shared" / "bench"
Span = tuple[int, int]
Finder = Callable[[str], list[tuple[int, int, str]]]
Row = dict[str, object]

NAIVE = {
    "url": re.compile(r"https?://\S+|www\.\S+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:/\S*)?", re.IGNORECASE),
    "email": re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+"),
    "ip": re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9a-fA-F]{1,4}:){2,7}[0-9a-fA-F]{1,4}\b"),
    "guid": re.compile(r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b"),
    "hashtag": re.compile(r"#\w+"),
    "mention": re.compile(r"@\w+"),
    "phone": re.compile(r"\+\d[\d ().-]{6,}\d"),
}
OURS = {
    "url": ("URL", "BARE_DOMAIN"),
    "email": ("EMAIL",),
    "ip": ("IP_ADDRESS",),
    "guid": ("UUID",),
    "hashtag": ("HASHTAG",),
    "mention": ("HANDLE",),
    "phone": ("PHONE",),
}
SEQUENCE_KINDS = {
    "URL": "url",
    "IpAddress": "ip",
    "Email": "email",
    "GUID": "guid",
    "Hashtag": "hashtag",
    "Mention": "mention",
}


def emitted(engine: DetectEngine, text: str) -> list[Candidate]:
    """The mentions that the house would keep of a text: the candidates that win."""
    candidates = engine.find(text)
    exclusions = Exclusions((), citation_marker_ranges(text), inline_code_ranges(text))
    return [candidates[index] for index in winners(candidates, decide(candidates, text, exclusions))]


def our_finder(engine: DetectEngine, kind: str) -> Finder:
    def find(text: str) -> list[tuple[int, int, str]]:
        found = [item for item in emitted(engine, text) if item.detector in OURS[kind]]
        return [(item.char_start or 0, item.char_end or 0, item.surface or "") for item in found]

    return find


def naive_finder(kind: str) -> Finder:
    return lambda text: [(*match.span(), match.group()) for match in NAIVE[kind].finditer(text)]


def linkify_finder() -> Finder:
    from linkify_it import LinkifyIt

    linkify = LinkifyIt()

    def find(text: str) -> list[tuple[int, int, str]]:
        links = linkify.match(text) or []
        return [(link.index, link.last_index, link.raw) for link in links if link.schema != "mailto:"]

    return find


def urlextract_finder() -> Finder:
    from urlextract import URLExtract

    extractor = URLExtract()

    def find(text: str) -> list[tuple[int, int, str]]:
        return [(low, high, url) for url, (low, high) in extractor.find_urls(text, get_indices=True)]

    return find


def rows_of(name: str) -> list[Row]:
    path = BENCH / name
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def is_held_out(row: Row) -> bool:
    return hashlib.sha256(str(row["id"]).encode()).digest()[0] % 3 == 0


PARTS = ["seen"]


class Score:
    """How many mentions were found rightly, found wrongly and missed: in all rows, in the rows held out, and in the
    others."""

    def __init__(self) -> None:
        self.counts = {part: [0, 0, 0] for part in ("all", "seen", "held out")}

    def add(self, row: Row, expected: list[object], got: list[object]) -> bool:
        rest = list(got)
        hits = 0
        for item in expected:
            if item in rest:
                rest.remove(item)
                hits += 1
        for part in ("all", "held out" if is_held_out(row) else "seen"):
            counts = self.counts[part]
            counts[0] += hits
            counts[1] += len(rest)
            counts[2] += len(expected) - hits
        return not rest and hits == len(expected)

    def __str__(self) -> str:
        shown = []
        for part in PARTS:
            hits, spurious, missed = self.counts[part]
            total = 2 * hits + spurious + missed
            shown.append(f"{part} {2 * hits / total if total else 1:.3f} (+{hits} ?{spurious} -{missed})")
        return "  ".join(shown)


class Report:
    """Prints one line per labelled set and tool. When asked, also the rows that Annals has wrong, except those held
    out."""

    def __init__(self, show_errors: bool) -> None:
        self.show_errors = show_errors

    def run(self, title: str, cases: Iterable[tuple[Row, list[object], list[object]]], is_ours: bool) -> None:
        score = Score()
        for row, expected, got in cases:
            fits = score.add(row, expected, got)
            if not fits and is_ours and self.show_errors and not is_held_out(row):
                print("   ", row["id"], json.dumps(row["input"], ensure_ascii=False), "expected", expected, "got", got)
        print(f"{title:48} {score}")


def sequence_cases(kinds: set[str], finders: dict[str, Finder]) -> Iterable[tuple[Row, list[object], list[object]]]:
    for row in rows_of("sequence_recognizers_dev.jsonl"):
        kind = SEQUENCE_KINDS.get(str(row["detector"]))
        if kind not in kinds or kind is None:
            continue
        found = finders[kind](str(row["input"]))
        expected: list[object] = []
        got: list[object] = []
        for item in row["expected"]:  # type: ignore[attr-defined]
            has_span = not row["bad_offset"] and item.get("start") is not None
            expected.append((item["start"], item["end"]) if has_span else item["text"])
            match = next((f for f in found if (f[:2] if has_span else f[2]) == expected[-1]), None)
            if match is not None:
                found.remove(match)
                got.append(expected[-1])
        yield row, expected, got + [list(item) for item in found]


def linkify_cases(url: Finder, email: Finder | None) -> Iterable[tuple[Row, list[object], list[object]]]:
    for row in rows_of("linkify_it_dev.jsonl"):
        text = str(row["input"])
        found = sorted(url(text) + (email(text) if email else []))[:1]
        yield row, [(i["start"], i["end"]) for i in row["expected"]], [item[:2] for item in found]  # type: ignore


def twitter_cases(suites: str, key: str, finder: Finder) -> Iterable[tuple[Row, list[object], list[object]]]:
    for row in rows_of("twitter_text_extract_dev.jsonl"):
        if not str(row["suite"]).startswith(suites) and not (suites == "urls" and str(row["suite"]).startswith("tco")):
            continue
        expected = [item[key] if isinstance(item, dict) else item for item in row["expected"]]  # type: ignore
        got = [item[2] if key == "url" else item[2][1:] for item in finder(str(row["input"]))]
        yield row, expected, list(got)


def quality(report: Report) -> None:
    engine = DetectEngine(DetectSettings())
    ours = {kind: our_finder(engine, kind) for kind in OURS}
    naive = {kind: naive_finder(kind) for kind in NAIVE}
    url_peers = {"linkify-it-py": linkify_finder(), "urlextract": urlextract_finder(), "naive regex": naive["url"]}
    pooled = {"email", "guid", "hashtag", "mention"}
    for label, kinds in (("URL", {"url"}), ("IP", {"ip"}), ("e-mail, GUID, hashtag, mention", pooled)):
        report.run(f"sequence: {label}: annals", sequence_cases(kinds, ours), True)
        report.run(f"sequence: {label}: naive regex", sequence_cases(kinds, naive), False)
    for name, finder in url_peers.items():
        report.run(f"sequence: URL: {name}", sequence_cases({"url"}, {"url": finder}), False)
    report.run("linkify first match: annals", linkify_cases(ours["url"], ours["email"]), True)
    for name, finder in url_peers.items():
        report.run(f"linkify first match: {name}", linkify_cases(finder, naive["email"]), False)
    report.run("twitter URLs: annals", twitter_cases("urls", "url", ours["url"]), True)
    for name, finder in url_peers.items():
        report.run(f"twitter URLs: {name}", twitter_cases("urls", "url", finder), False)
    report.run("twitter hashtags: annals", twitter_cases("hashtags", "hashtag", ours["hashtag"]), True)
    report.run("twitter hashtags: naive regex", twitter_cases("hashtags", "hashtag", naive["hashtag"]), False)
    report.run("twitter mentions: annals", twitter_cases("mentions", "screen_name", ours["mention"]), True)
    report.run("twitter mentions: naive regex", twitter_cases("mentions", "screen_name", naive["mention"]), False)
    report.run("phones with +: annals", phone_cases(ours["phone"]), True)
    report.run("phones with +: naive regex", phone_cases(naive["phone"]), False)
    emails(ours["email"], naive["email"])


def phone_cases(finder: Finder) -> Iterable[tuple[Row, list[object], list[object]]]:
    """Rows with a number that begins with a plus: what must be found (the whole number if it is valid, else nothing),
    and what the finder found."""
    for row in rows_of("libphonenumber_matcher_dev.jsonl"):
        if not row["has_plus"]:
            continue
        text = str(row["input"])
        try:
            is_valid = phonenumbers.is_valid_number(phonenumbers.parse(text[text.rfind("+") :], None))
        except phonenumbers.NumberParseException:
            is_valid = False
        found = [re.sub(r"^\+*", "+", item[2]) for item in finder(text)]
        yield row, [re.sub(r"^\+*", "+", text)] if is_valid else [], list(found)


def emails(ours: Finder, naive: Finder) -> None:
    rows = rows_of("isemail_dev.jsonl")
    for name, finder in (("annals", ours), ("naive regex", naive)):
        whole = [any(item[2] == row["address"] for item in finder(str(row["address"]))) for row in rows]
        valid = [bool(row["plain_valid"]) for row in rows]
        agree = sum(a == b for a, b in zip(whole, valid, strict=True))
        print(f"{'isemail: whole address taken iff valid: ' + name:48} {agree}/{len(rows)}")


WORDS = """
    the a to of and in that it is for you I on with this be we can not have as are but if or so what do they my would
    just about like there when your from some think more out up one time make want people will how which because then
    them could work project meeting really maybe idea plan week question answer better data model
"""
RARE: tuple[Callable[[random.Random], str], ...] = (
    lambda r: f"https://www.site{r.randrange(999)}.com/path/{r.randrange(99999)}?q=a{r.randrange(99)}",
    lambda r: f"user{r.randrange(999)}@mail{r.randrange(99)}.org",
    lambda r: f"src/app/module_{r.randrange(99)}.py",
    lambda r: f"example{r.randrange(999)}.io",
    lambda r: f"10.{r.randrange(256)}.{r.randrange(256)}.{r.randrange(256)}",
    lambda r: f"`call_{r.randrange(99)}()`",
    lambda r: f"#topic{r.randrange(99)}",
    lambda r: f"@person{r.randrange(99)}",
    lambda r: f"{r.randrange(2020, 2027)}-{r.randrange(1, 13):02}-{r.randrange(1, 29):02}",
    lambda r: f"{r.randrange(99)}.{r.randrange(99)}",
    lambda r: f"{r.randrange(12)}:{r.randrange(60):02}",
    lambda r: f"${r.randrange(9999)}",
    lambda r: f"{r.getrandbits(160):040x}",
    lambda r: "and/or",
    lambda r: "e.g.",
    lambda r: "caf\u00e9 \U0001f600",
)


def chat(megabytes: int, share: float) -> list[str]:
    """Invented messages of so many megabytes. Of their words, `share` are ones that a detector has to look at."""
    generator = random.Random(20260101)
    common = WORDS.split()
    texts: list[str] = []
    size = 0
    while size < megabytes << 20:
        words: list[str] = []
        for _ in range(generator.randrange(20, 400)):
            rare = generator.random() < share
            words.append(generator.choice(RARE)(generator) if rare else generator.choice(common))
            if generator.random() < 0.08:
                words[-1] += generator.choice((".", ",", "?", "!", ":", "\n", ".\n\n"))
        texts.append(" ".join(words))
        size += len(texts[-1])
    return texts


# Dialogues and plain exports hold hardly any candidate; the second density is that of talk about code and links.
DENSITIES = (("ordinary", 1 / 300), ("dense", 1 / 75))


def speed(megabytes: int) -> None:
    engine = DetectEngine(DetectSettings())
    texts: list[str] = []
    for name, share in DENSITIES:
        texts = chat(megabytes, share)
        size = sum(len(text.encode()) for text in texts) / 1e6
        engine.find_batch(texts[:50])
        started = time.process_time()
        count = sum(map(len, engine.find_batch(texts)))
        ours = time.process_time() - started
        print(f"{name} chat, {size:.0f} MB, {count / size:.0f} candidates per MB: annals {size / ours:.1f} MB/s")
    part = texts[: len(texts) // 10]
    part_size = sum(len(text.encode()) for text in part) / 1e6
    started = time.process_time()
    for text in part:
        for pattern in NAIVE.values():
            pattern.findall(text)
    naive = time.process_time() - started
    print(f"  the {len(NAIVE)} naive regexes one by one {part_size / naive:.1f} MB/s")
    for name, finder, share in (("linkify-it-py", linkify_finder(), 100), ("urlextract", urlextract_finder(), 100)):
        some = texts[: max(1, len(texts) // share)]
        started = time.process_time()
        for text in some:
            finder(text)
        spent = time.process_time() - started
        print(f"  {name} (URLs only) {sum(len(text.encode()) for text in some) / 1e6 / spent:.2f} MB/s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--speed", type=int, metavar="MEGABYTES", default=0, help="measure speed on that much text")
    parser.add_argument("--errors", action="store_true", help="print differing rows (never those held out)")
    parser.add_argument("--held-out", action="store_true", help="print the held-out third and the whole as well")
    arguments = parser.parse_args()
    if arguments.held_out:
        PARTS.extend(("held out", "all"))
    if BENCH.exists():
        quality(Report(arguments.errors))
    else:
        print(f"no labelled sets in {BENCH}")
    if arguments.speed:
        speed(arguments.speed)


if __name__ == "__main__":
    main()
