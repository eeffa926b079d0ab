"""Commands that ask on both axes of time, valid and known: `as-of`, `timeline`, `changes` (design §8)."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from datetime import tzinfo

from kg_assets.cli.console import strong
from kg_assets.cli.fact_lines import columns, fact_lines, remarks, span
from kg_assets.cli.left_out import OVER, correction_text, left_out, left_out_text, overtaken
from kg_assets.cli.zone import shown_zone
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless, harmless_json
from kg_assets.core.instants import named_instant
from kg_assets.core.when import end_text, moment_text, shown_moment, typed_moment
from kg_assets.queries.decided import COLUMN, with_decisions
from kg_assets.queries.entity_names import name_of_self
from kg_assets.queries.numbers import serve_settings
from kg_assets.queries.people import by_person, concerning, facts_of, person_meant, timeline_of
from kg_assets.queries.recall import Row, claim_text, held_back_text, recalled
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened

_AXES = (
    ("known", "What came to be known after {} up to {}"),
    ("valid", "What began, ended, held or happened in the world between them"),
)


def as_of(options: argparse.Namespace) -> int:
    """Print what was true at one moment, according to what was known at another moment."""
    zone = shown_zone()
    valid_at = typed_moment(options.moment, zone) if options.moment else None
    known_at = typed_moment(options.known, zone) if options.known else None
    home = Home.from_environment()
    with opened(home) as warehouse:
        meant = person_meant(warehouse, options.about) if options.about else None
        every = with_decisions(home, warehouse, facts_of(warehouse, meant, [valid_at, known_at], options.basis))
        about = meant.entity_id if meant else None
        newest = warehouse.manifest.as_of
        own_name = name_of_self(warehouse)
        rows = _wanted(every, options.all)
        needs_why = not options.json and (options.all or not rows)
        hidden = left_out(warehouse, about, valid_at, known_at, options.basis) if needs_why else []
    if options.json:
        return _print_json(rows)
    only = " (only what words date)" if options.basis == "dated" else ""
    moments = (shown_moment(valid_at or newest, zone), shown_moment(known_at or newest, zone))
    print(strong(f"As of {moments[0]}, by what was known on {moments[1]}{only}"))
    for line in fact_lines(rows, zone, own_name):
        print(line)
    if not rows:
        print("  nothing certain is known of then" if every else "  nothing is known of then")
    for line in _left_out_lines(hidden, zone):
        print(line)
    for line in (*_held_back(every, rows), *_since(rows)):
        print(line)
    return 0


def _left_out_lines(hidden: Sequence[Row], zone: tzinfo) -> Iterator[str]:
    """Lines for claims that are not among the facts of a moment, each with the reason; at most
    `most_listed` claims, then how many more."""
    if not hidden:
        return
    yield "\nleft out, and why:"
    most = serve_settings().most_listed
    times = [span(row, zone) for row in hidden[:most]]
    width = max(map(len, times))
    for time, row in zip(times, hidden, strict=False):
        yield columns(time, width, claim_text(row, row["reason"] in OVER), row["assertion_id"])
        yield columns("", width, f"  {left_out_text(row)}", "")
    if len(hidden) > most:
        yield f"  and {len(hidden) - most} more: annals timeline"


def timeline(options: argparse.Namespace) -> int:
    """List the claims about an entity in the order of the times at which they were true; unsure ones only with
    --all."""
    home = Home.from_environment()
    with opened(home) as warehouse:
        meant = person_meant(warehouse, options.entity)
        every = with_decisions(home, warehouse, timeline_of(warehouse, meant))
        notes = {} if options.json else overtaken(warehouse, meant.entity_id)
        newest = warehouse.manifest.as_of
    rows = _wanted(every, options.all)
    if options.json:
        return _print_json(rows)
    print(strong(meant.words))
    zone = shown_zone()
    times = [span(row, zone) for row in rows]
    width = max([len(time) for time in times], default=0)
    by_id = {row["assertion_id"]: row for row in every}
    for time, row in zip(times, rows, strict=True):
        print(columns(time, width, claim_text(row, _is_over(row, newest)) + remarks(row), row["assertion_id"]))
        for note in _outcome(row, notes, by_id.get(row["temporal_superseded_by_assertion_id"]), zone):
            print(columns("", width, note, ""))
    if not rows:
        print("  nothing certain was said of it" if every else "  nothing was said of it")
    for line in (*_held_back(every, rows), *_since(rows)):
        print(line)
    return 0


def changes(options: argparse.Namespace) -> int:
    """List what changed between two moments, first in what was known, then in the world."""
    zone = shown_zone()
    since, until = typed_moment(options.since, zone), typed_moment(options.until, zone)
    if since > until:
        raise QueryError(f"{options.since} lies after {options.until}; give the earlier moment first")
    with opened(Home.from_environment()) as warehouse:
        rows = recalled(warehouse, "FROM changes_between(?, ?)", [since, until])
        meant = person_meant(warehouse, options.about) if options.about else None
        rows = concerning(warehouse, meant, rows) if meant else by_person(warehouse, rows)
    if options.json:
        return _print_json(rows)
    for axis, title in _AXES:
        print(strong(title.format(shown_moment(since, zone), shown_moment(until, zone))))
        for line in _change_lines([row for row in rows if row["axis"] == axis], zone):
            print(line)
    return 0


def _wanted(every: Sequence[Row], is_all: bool) -> Sequence[Row]:
    return every if is_all else [row for row in every if row["is_sure"]]


def _is_over(row: Row, now: str) -> bool:
    """Whether a state has ended by now; it is then told in the past tense."""
    return row["valid_to_utc"] is not None and row["valid_to_utc"] <= now


def _since(rows: Sequence[Row]) -> Iterator[str]:
    if any(row[COLUMN] for row in rows):
        yield "\n  what you have decided since this build holds from the next one on: annals build"


def _held_back(every: Sequence[Row], rows: Sequence[Row]) -> Iterator[str]:
    """A note that unsure rows are hidden, so that nobody takes this for "nothing was said"."""
    if len(rows) < len(every):
        yield f"\n  {held_back_text(row['doubt'] for row in every)}"
        yield "  --all shows what is held back"


def _change_lines(rows: Sequence[Row], zone: tzinfo) -> Iterator[str]:
    if not rows:
        yield "  nothing"
    times = [_change_time(row, zone) for row in rows]
    width = max(map(len, times), default=0)
    kinds = max([len(row["kind"]) for row in rows], default=0)
    for time, row in zip(times, rows, strict=True):
        claim = f"{row['kind']:<{kinds}}  {claim_text(row)}"
        yield columns(time, width, claim, row["assertion_id"])


def _change_time(row: Row, zone: tzinfo) -> str:
    if row["at_utc"] is None:
        return "one day"
    if row["axis"] == "known":
        return moment_text(row["at_utc"], "day", zone)
    if row["kind"] == "ended":
        return end_text(row["at_utc"], row["at_precision"], not row["is_end_included"], zone)
    return moment_text(row["at_utc"], row["at_precision"], zone)


def _outcome(row: Row, notes: Mapping[str, str], later: Row | None, zone: tzinfo) -> Iterator[str]:
    """Lines that say what became of a claim, with the words or the claim that ended or replaced it:
    "followed by …", "corrected: …". `later` is the claim that took its place, if it is listed too."""
    if row["outcome"] is None:
        if row["assertion_id"] in notes:
            yield f"  {notes[row['assertion_id']]}"
        return
    said = " ".join(harmless(row["ended_by"] or "").split())
    if row["outcome"] == "corrected" and later is not None:
        said = correction_text(row, later, zone)
    if row["outcome"] == "followed by":
        yield f"  followed by {said}"
    else:
        yield f"  {row['outcome']}" + (f": {said}" if said else "")


def _print_json(rows: Sequence[Row]) -> int:
    print(harmless_json([{name: named_instant(value) for name, value in row.items()} for row in rows]))
    return 0
