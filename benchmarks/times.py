"""Measures the time engine on sets that nobody here wrote, beside other tools in the same process.

Usage: `python benchmarks/times.py [--alone] [--misses] [--export FILE]`. The sets lie in `../shared/bench`; without
them only the speed on generated text is printed. Two thirds of the rows, chosen by a hash of their id, were developed
on. The last third was held out until the first full measurement, whose figures stand in `docs/times.md`; since then its
misses have been looked at, so that it no longer stands for new data.
"""

import argparse
import hashlib
import json
import random
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from kg_assets.mentions.times.calendar import floor, format_utc, parse_utc, step
from kg_assets.mentions.times.engine import TimeEngine, TimeSettings, forget_readings

BENCH = Path(__file__).resolve().parent.parent.parent / "shared" / "bench"
Interval = tuple[datetime, datetime | None]
# As many texts as a stage hands over at once.
TOGETHER = 2048
# What the second set forbids and the first requires, or what is one spelling away from it.
REQUIRED_ELSEWHERE = ("for the year",)


@dataclass(frozen=True)
class Hit:
    """A part of a text and the time interval read from it; the interval is None when words of time were found but not
    resolved."""

    start: int
    end: int
    interval: Interval | None
    grain: str | None = None


Finder = Callable[[str, datetime, str], list[Hit]]


def is_last_third(row: dict[str, Any]) -> bool:
    """Whether a row belongs to the third that was held back; its id decides, the same on every machine."""
    return int(hashlib.sha256(f"annals-times/{row['id']}".encode()).hexdigest(), 16) % 3 == 0


def read_rows(name: str) -> list[dict[str, Any]]:
    """The rows of one set."""
    with (BENCH / name).open(encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


_ENGINES: dict[str, TimeEngine] = {}


def annals(text: str, reference: datetime, zone: str = "UTC") -> list[Hit]:
    """What the time engine of Annals finds in a text."""
    engine = _ENGINES.setdefault(zone, TimeEngine(TimeSettings(anchor_timezone=zone)))
    hits = []
    for mention in engine.find(text, format_utc(reference), True):
        interval: Interval | None = None
        if mention.valid_from_utc is not None:
            start = parse_utc(mention.valid_from_utc)
            end = parse_utc(mention.valid_to_utc) if mention.valid_to_utc else step(start, str(mention.granularity), 1)
            interval = (start, end)
        hits.append(Hit(mention.char_start, mention.char_end, interval, mention.granularity))
    return hits


def _day_or_moment(moment: datetime, reference: datetime) -> Interval:
    """The interval for the moment that another tool returns. At midnight or at the reference's own time of day, the
    tool means the whole day."""
    naive = moment.astimezone(UTC).replace(tzinfo=None) if moment.tzinfo else moment
    if naive.time() in (reference.time(), datetime.min.time()):
        start = naive.replace(hour=0, minute=0, second=0, microsecond=0)
        return start, start + timedelta(days=1)
    return naive, None


def dateparser_finder(text: str, reference: datetime, zone: str = "UTC") -> list[Hit]:
    """What dateparser's search finds. It gives no offsets, so that the found words are looked up in the text, in
    order."""
    from dateparser.search import search_dates

    settings = {"RELATIVE_BASE": reference, "PREFER_DATES_FROM": "future", "RETURN_AS_TIMEZONE_AWARE": False}
    found = search_dates(text, languages=["en"], settings=settings) or []
    hits, position = [], 0
    for words, moment in found:
        at = text.find(words, position)
        if at >= 0:
            hits.append(Hit(at, at + len(words), _day_or_moment(moment, reference)))
            position = at + len(words)
    return hits


def parsedatetime_finder(text: str, reference: datetime, zone: str = "UTC") -> list[Hit]:
    """What `nlp` of parsedatetime finds."""
    import parsedatetime

    found = parsedatetime.Calendar().nlp(text, sourceTime=reference) or ()
    return [Hit(start, end, _day_or_moment(moment, reference)) for moment, _, start, end, _ in found]


def datefinder_finder(text: str, reference: datetime, zone: str = "UTC") -> list[Hit]:
    """What datefinder finds."""
    import datefinder

    found = datefinder.find_dates(text, index=True, base_date=reference)
    return [Hit(span[0], span[1], _day_or_moment(moment, reference)) for moment, span in found]


def _moment(text: str) -> datetime:
    return parse_utc(text.replace("Z", "+00:00")) if text.endswith("Z") else datetime.fromisoformat(text)


def same_interval(hit: Interval, gold: list[str], grain: str) -> bool:
    """Whether a hit is the labelled half-open interval: both have the same start and the same end.

    Three other ends are accepted too: no end at all; where the label is at most a minute long, any end within a minute;
    and for a range an end that lies one unit, such as a day, before or after the label's end.
    """
    start, end = _moment(gold[0]), _moment(gold[1])
    if hit[0] != start:
        return False
    if hit[1] is None or end - start <= timedelta(minutes=1):
        return hit[1] is None or hit[1] - start <= timedelta(minutes=1)
    if hit[1] == end:
        return True
    is_range = grain in ("range", "interval")
    return is_range and any(
        _same_end(hit[1], end, unit) for unit in ("second", "minute", "hour", "day", "month", "year", "week", "quarter")
    )


def _same_end(ours: datetime, gold: datetime, unit: str) -> bool:
    """Whether two ends lie one unit apart and both on that unit's edge."""
    if floor(ours, unit) != ours or floor(gold, unit) != gold:
        return False
    return step(gold, unit, 1) == ours or step(ours, unit, 1) == gold


def _f1(right: int, found: int, expected: int) -> float:
    return 2 * right / (found + expected) if found + expected else 0.0


def score_recognizers(rows: Iterable[dict[str, Any]], finder: Finder, misses: list[str]) -> dict[str, float]:
    """Strict, relaxed and value F1 over the rows that must match."""
    strict = relaxed = value = found = expected = 0
    for row in rows:
        hits = finder(row["input"], _reference(row), "UTC")
        found, expected = found + len(hits), expected + len(row["expected"])
        free = list(hits)
        for gold in row["expected"]:
            near = [hit for hit in free if hit.start < gold["end"] and gold["start"] < hit.end]
            exact = [hit for hit in near if (hit.start, hit.end) == (gold["start"], gold["end"])]
            best = (exact or near or [None])[0]
            if best is None:
                misses.append(f"{row['id']} NONE {row['input']!r} wanted {gold['text']!r}")
                continue
            free.remove(best)
            relaxed += 1
            strict += bool(exact)
            right = best.interval is not None and any(
                same_interval(best.interval, v["interval_half_open"], v["granularity"])
                for v in gold["values"]
                if v.get("interval_half_open")
            )
            value += right
            if not exact or not right:
                wanted = [v.get("interval_half_open") for v in gold["values"]]
                got = row["input"][best.start : best.end]
                misses.append(
                    f"{row['id']} {'' if exact else 'SPAN'} {'' if right else 'VALUE'} {row['input']!r} "
                    f"ref {row['reference']} "
                    f"wanted {gold['text']!r} {wanted} got {got!r} {_shown(best.interval)}"
                )
        for hit in free:
            misses.append(f"{row['id']} EXTRA {row['input']!r} got {row['input'][hit.start : hit.end]!r}")
    return {name: _f1(right, found, expected) for name, right in
            (("strict", strict), ("relaxed", relaxed), ("value", value))}  # fmt: skip


def _shown(interval: Interval | None) -> str:
    return "unresolved" if interval is None else " / ".join(str(end) for end in interval)


def _reference(row: dict[str, Any]) -> datetime:
    return _moment(row["reference"]) if row.get("reference") else datetime(2019, 7, 1, 12)


def is_forbidden(row: dict[str, Any]) -> bool:
    """Whether a row of the set `time_chrono_dev` is a text in which no time may be found. Three kinds of rows are left
    out: those of chrono's strict parser, those in which `time_recognizers_dev` requires a time, and texts of nothing
    but years."""
    if not row["negative"] or row["parser"] == "chrono.strict" or row["input"] in REQUIRED_ELSEWHERE:
        return False
    words = row["input"].replace("to", " ").replace("-", " ").split()
    return not all(word.isdigit() and len(word) == 4 for word in words)


def score_silence(rows: Iterable[dict[str, Any]], finder: Finder, misses: list[str]) -> int:
    """The number of sentences in which the finder finds a time although there is none; they are added to `misses`."""
    count = 0
    for row in rows:
        hits = finder(row["input"], _reference(row), "UTC")
        count += bool(hits)
        misses.extend(f"{row['id']} SPURIOUS {row['input'][h.start : h.end]!r} in {row['input']!r}" for h in hits)
    return count


def score_overlap(rows: Iterable[dict[str, Any]], finder: Finder) -> tuple[float, float]:
    """The share of sentences in which a hit overlaps the labelled expression, and the share in which a hit has exactly
    its place."""
    met = exact = total = 0
    for row in rows:
        gold = (row.get("expected") or [{"start": 0, "end": len(row["input"])}])[0]
        hits = finder(row["input"], _reference(row), "UTC")
        total += 1
        met += any(hit.start < gold["end"] and gold["start"] < hit.end for hit in hits)
        exact += any((hit.start, hit.end) == (gold["start"], gold["end"]) for hit in hits)
    return met / total if total else 0.0, exact / total if total else 0.0


def score_duckling(rows: Iterable[dict[str, Any]], finder: Finder, misses: list[str]) -> float:
    """Share of expressions whose interval is right at the grain that the set names."""
    right = total = 0
    for row in rows:
        total += 1
        offset = timedelta(hours=-2)
        local = datetime.fromisoformat(row["reference_local"])
        in_zone = finder is annals
        hits = finder(row["input"], local - offset if in_zone else local, "Etc/GMT+2" if in_zone else "UTC")
        if in_zone:
            hits = [Hit(h.start, h.end, _shifted(h.interval, offset), h.grain) for h in hits]
        is_right = any(hit.interval is not None and _right_at_grain(hit.interval, row) for hit in hits[:1])
        right += is_right
        if not is_right:
            got = [(row["input"][h.start : h.end], _shown(h.interval)) for h in hits]
            misses.append(
                f"{row['id']} {row['input']!r} {row['grain']} wanted {row['interval_local_half_open']} got {got}"
            )
    return right / total if total else 0.0


def _shifted(interval: Interval | None, offset: timedelta) -> Interval | None:
    if interval is None:
        return None
    return interval[0] + offset, None if interval[1] is None else interval[1] + offset


def _right_at_grain(hit: Interval, row: dict[str, Any]) -> bool:
    gold = row["interval_local_half_open"]
    is_range = row["kind"] == "datetimeInterval"
    if same_interval(hit, gold, "range" if is_range else row["grain"]):
        return True
    start, end = _moment(gold[0]), _moment(gold[1])
    if is_range:
        return False
    return start <= hit[0] < end and hit[1] is not None and hit[1] <= end


def timed_speed(texts: list[str], repeat: int = 3) -> tuple[float, float, int]:
    """MB/s of UTF-8 text with an empty cache of readings; the same with a full cache (the best of a few passes); and
    the number of mentions."""
    engine = TimeEngine(TimeSettings())
    forget_readings()
    size = sum(len(text.encode()) for text in texts)
    passes, mentions = [], 0
    groups = [texts[at : at + TOGETHER] for at in range(0, len(texts), TOGETHER)]
    for _ in range(repeat + 1):
        begin = time.process_time()
        mentions = 0
        for group in groups:
            anchors = ["2024-05-17T10:30:00.000Z"] * len(group)
            mentions += sum(map(len, engine.find_batch(group, anchors, [True] * len(group))))
        passes.append(size / (time.process_time() - begin) / 1e6)
    return passes[0], max(passes[1:]), mentions


def export_texts(path: Path) -> list[str]:
    """The texts of a chat export, such as `python -m kg_assets.corpus` writes."""
    messages = [node.get("message") for talk in json.loads(path.read_bytes()) for node in talk["mapping"].values()]
    contents = [message.get("content") or {} for message in messages if message]
    parts = [part for content in contents for part in [*(content.get("parts") or []), content.get("text")]]
    return [part for part in parts if isinstance(part, str) and part]


def chat_texts() -> list[str]:
    """Turns of long dialogues, if the set is there."""
    path = BENCH / "locomo_dev.json"
    if not path.exists():
        return []
    texts: list[str] = []
    pending: list[Any] = [json.loads(path.read_text(encoding="utf-8"))]
    while pending:
        item = pending.pop()
        if isinstance(item, dict):
            texts.extend(value for key, value in item.items() if key == "text" and isinstance(value, str))
            pending.extend(item.values())
        elif isinstance(item, list):
            pending.extend(item)
    return texts


_PROSE = (
    "The kettle is on the stove and nobody asked for more than that.",
    "My sister thinks that the garden needs water and the fence a coat of paint.",
    "The function returns a list of names, so the loop can go.",
    "Could you look at the draft again and tell me what is missing?",
    "It seems better to try another approach before we give up on the old one.",
)
_FRAMES = (
    "We talked about the plan {}.", "Let's meet {} if that works for you.", "The report came {} and it was short.",
    "I started the new job {}.", "She moved to Leeds {} with her brother.", "Remind me {}, please.",
    "The invoice ({}) is still open.", "He called {} to say that all is well.", "Was it {} that you saw him?",
)  # fmt: skip
_SAID: tuple[Callable[[random.Random], str], ...] = (
    lambda r: f"on {r.choice(_MONTH_NAMES)} {r.randrange(1, 29)}",
    lambda r: f"on {r.randrange(1, 29)} {r.choice(_MONTH_NAMES)} {r.randrange(1990, 2030)}",
    lambda r: f"at {r.randrange(1, 13)}:{r.randrange(60):02}",
    lambda r: f"at {r.randrange(1, 13)}:{r.randrange(60):02} {r.choice(('am', 'pm'))}",
    lambda r: f"{r.randrange(2000, 2030)}-{r.randrange(1, 13):02}-{r.randrange(1, 29):02}",
    lambda r: f"2024-{r.randrange(1, 13):02}-{r.randrange(1, 29):02} {r.randrange(24):02}:{r.randrange(60):02}",
    lambda r: f"{r.randrange(1, 13)}/{r.randrange(1, 29)}/{r.randrange(2000, 2030)}",
    lambda r: f"in {r.randrange(1500, 2030)}",
    lambda r: f"{r.randrange(2, 60)} {r.choice(('minutes', 'hours', 'days', 'weeks', 'months', 'years'))} ago",
    lambda r: f"in {r.randrange(2, 60)} {r.choice(('minutes', 'hours', 'days', 'weeks'))}",
    lambda r: f"from {r.randrange(1, 12)} to {r.randrange(1, 12)} pm on {r.choice(_WEEKDAY_NAMES)}",
    lambda r: f"{r.choice(_WEEKDAY_NAMES)} at {r.randrange(1, 13)}",
    lambda r: r.choice(("tomorrow", "yesterday", "last week", "next Friday", "tonight", "this morning", "in the 90s")),
    lambda r: f"the {r.randrange(4, 20)}th of {r.choice(_MONTH_NAMES)}, {r.randrange(1990, 2030)}",
)  # fmt: skip
_MONTH_NAMES = ("January", "Feb", "March", "April", "May", "June", "July", "Aug", "Sept", "October", "Nov.", "December")
_WEEKDAY_NAMES = ("Monday", "Tuesday", "Wed", "Thursday", "Friday", "Saturday", "Sun")


def everyday_texts(megabytes: float) -> list[str]:
    """Short messages with a time in every tenth sentence, hardly one of them said twice in the same words."""
    generator = random.Random(20260301)
    texts: list[str] = []
    size = 0.0
    while size < megabytes * 1e6:
        said = [generator.choice(_PROSE) for _ in range(generator.randrange(1, 12))]
        if generator.random() < 0.6:
            time_said = generator.choice(_SAID)(generator)
            said.insert(generator.randrange(len(said)), generator.choice(_FRAMES).format(time_said))
        texts.append(" ".join(said))
        size += len(texts[-1])
    return texts


def _parts(rows: list[dict[str, Any]]) -> list[tuple[str, list[dict[str, Any]]]]:
    return [
        ("developed on", [row for row in rows if not is_last_third(row)]),
        ("last third", [row for row in rows if is_last_third(row)]),
        ("all", rows),
    ]


def print_quality(finders: dict[str, Finder], part_names: set[str], show_misses: bool) -> None:
    """Print how well each tool finds times: the share of chrono's sentences that it meets, then a table with all
    other scores for each asked part of the rows. With `show_misses` also each miss."""
    unique = [row for row in read_rows("time_recognizers_dev.jsonl") if row["tier"] == "core_unique"]
    silent = [row for row in read_rows("time_recognizers_dev.jsonl") if row["tier"] == "negative"]
    silent += [row for row in read_rows("time_chrono_dev.jsonl") if is_forbidden(row)]
    whole = [row for row in read_rows("time_duckling_dev.jsonl")
             if row.get("holiday") is False and row.get("open") is None]  # fmt: skip
    positive = [row for row in read_rows("time_chrono_dev.jsonl") if not row["negative"]]
    for name, finder in finders.items():
        met, exact = score_overlap(positive, finder)
        print(f"{name:15} chrono: {met:.3f} met, {exact:.3f} exactly, of {len(positive)}")
    print(f"{'tool':15} {'rows':13} strict relaxed value | spurious of | duckling")
    for name, finder in finders.items():
        for (part, rows), (_, quiet), (_, expressions) in zip(
            _parts(unique), _parts(silent), _parts(whole), strict=True
        ):
            if part not in part_names:
                continue
            misses: list[str] = []
            scores = score_recognizers(rows, finder, misses)
            spurious = score_silence(quiet, finder, misses)
            share = score_duckling(expressions, finder, misses)
            print(f"{name:15} {part:13} {scores['strict']:.3f}  {scores['relaxed']:.3f}   {scores['value']:.3f} "
                  f"| {spurious:3} of {len(quiet):3} | {share:.3f}")  # fmt: skip
            if show_misses:
                print("\n".join(misses))


def print_speed(export: Path | None) -> None:
    """Print megabytes per second of processor time on several samples: dialogue, prose without times,
    everyday messages, and the export if there is one."""
    texts = chat_texts() or ["We talked about the garden and the new kettle, nothing else. " * 8] * 500
    joined = ["\n".join(texts[at : at + 16]) for at in range(0, len(texts), 16)]
    quiet = ["The kettle is on the stove and the garden needs water; nobody asked for more than that. " * 10] * 400
    samples = [("dialogue turns", texts), ("dialogue, 16 turns each", joined), ("prose without times", quiet)]
    samples.append(("everyday, distinct times", everyday_texts(8)))
    if export is not None:
        samples.append(("export", export_texts(export)))
    for name, sample in samples:
        cold, warm, mentions = timed_speed(sample)
        size = sum(len(text) for text in sample)
        density = f"one mention per {size / max(mentions, 1):,.0f} characters"
        print(f"{name:26} {cold:6.1f} MB/s at first, {warm:6.1f} MB/s after, {density}")


def main() -> int:
    """Prints the tables."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--alone", action="store_true", help="leave the other tools out")
    options.add_argument("--misses", action="store_true")
    options.add_argument("--part", default="developed on,last third,all")
    options.add_argument("--export", type=Path, help="a conversations.json to measure the speed on")
    chosen = options.parse_args()
    finders: dict[str, Finder] = {"annals": annals}
    if not chosen.alone:
        finders |= {
            "dateparser": dateparser_finder,
            "parsedatetime": parsedatetime_finder,
            "datefinder": datefinder_finder,
        }
    if BENCH.exists():
        print_quality(finders, set(chosen.part.split(",")), chosen.misses)
    print_speed(chosen.export)
    return 0


if __name__ == "__main__":
    sys.exit(main())
