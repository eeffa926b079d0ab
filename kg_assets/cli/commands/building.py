"""Commands that make and choose builds: build, nightly, backfill, publish."""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from kg_assets.cli.commands.keeping import engine_for, progress_of
from kg_assets.cli.console import Progress, print_table
from kg_assets.cli.orchestrate import materialize
from kg_assets.cli.outcome import Brought, brought, in_words, what_next
from kg_assets.core.counting import counted
from kg_assets.core.errors import QueryError, SourceError
from kg_assets.core.harmless import harmless
from kg_assets.engine.faults import faults_in, faults_told, refuse_faults
from kg_assets.engine.freshness import build_states, is_shown, is_stale, sealed_as, standing
from kg_assets.engine.observe import FAULTS, OBSERVE
from kg_assets.engine.runner import Engine, StageOutcome
from kg_assets.engine.session import make_build, publish_build
from kg_assets.intake.asking import request_build
from kg_assets.intake.elsewhere import show_elsewhere
from kg_assets.intake.nightly import noting_failure, request_tonight
from kg_assets.queries.numbers import listed
from kg_assets.report.settings import NOTED_AS
from kg_assets.sources.refusals import SENTENCES, by_reason
from kg_assets.store.builds import BuildRef
from kg_assets.store.health import problems_of
from kg_assets.store.home import Home
from kg_assets.store.publish import current, newest, unpin, withdraw
from kg_assets.store.registry import open_ledger, registered


def build(options: argparse.Namespace) -> int:
    """Register the paths as sources, make a build of all sources (with --only, of these paths alone), and print what
    came out."""
    started = time.monotonic()
    if "" in options.paths:
        raise SourceError("an empty path was given (an unset variable?); name an export or notes")
    engine, progress = _engine_with_progress()
    engine.is_strict = options.strict
    before = current(engine.home)
    try:
        request = request_build(engine, [Path(path) for path in options.paths], options.as_of, options.only)
        if options.strict:
            _refuse_unreadable(engine, request.build)
        found = standing(engine, request.build)
        for outcome in found.values() if found and options.strict else ():
            refuse_faults(engine.contents, outcome.stage, outcome.observations)
        outcomes = found or make_build(engine, request.build)
        show_elsewhere(engine)
    finally:
        progress.close()
    shown = before.ref if before else None
    told = brought(engine, outcomes, shown)
    report = _report(engine, request.build, outcomes) | {"seconds": round(time.monotonic() - started, 3)}
    report |= {"brought": asdict(told)}
    if options.json:
        print(json.dumps(report, indent=2))
    else:
        if options.tables:
            _print_tables(report)
        _print_report(report, told, shown)
    _tell_of_refused(engine)
    return 0


def _tell_of_refused(engine: Engine) -> None:
    """Say on stderr which files of a source were not taken in, and why."""
    for source in registered(open_ledger(engine.home)):
        for reason, names in by_reason((one.name, one.reason) for one in source.refused).items():
            said = f"not taken in: {listed(names)} ({SENTENCES[reason]})"
            print(f"{harmless(source.path)}: {said}", file=sys.stderr)


def nightly(options: argparse.Namespace) -> int:
    """Run the nightly schedule's work once. This is meant for cron, on a machine where `annals ui` does not run."""
    # Drawing the page loads libraries that `annals build` would pay for.
    from kg_assets.report.quiet import is_quiet

    engine = engine_for(Home.from_environment())
    # Without progress: cron would send every line of it to somebody.
    with noting_failure(engine):
        request = request_tonight(engine, time.time())
        outcomes = {} if is_quiet(engine, request.build) else materialize(engine, request.build)
    made = [outcome.stage for outcome in outcomes.values() if not outcome.reused]
    ref, published = sealed_as(engine, request.build), current(engine.home)
    state = "published" if published and published.ref == ref else "not published"
    done = f"{len(made)} of {counted(len(outcomes), 'stage')} made" if outcomes else "nothing is new"
    print(f"build {ref}, {done}, {state}")
    for problem in problems_of(engine.home):
        if problem["source"] == NOTED_AS:
            print(problem["problem"], file=sys.stderr)
    _tell_of_refused(engine)
    return 0


def _engine_with_progress() -> tuple[Engine, Progress]:
    engine = engine_for(Home.from_environment())
    progress = progress_of(engine)
    engine.progress = progress
    return engine, progress


def _refuse_unreadable(engine: Engine, build: str) -> None:
    """For `--strict`: run the stages that read the sources. If a conversation could not be read, raise an error before
    anything becomes part of the build."""
    from kg_assets.engine.session import given_of

    given = given_of(engine, build)
    contents: dict[str, Any] = {}
    for stage in engine.house.stages:
        outcome = engine.run(stage, given, {name: contents[name] for name in stage.inputs})
        contents |= outcome.tables
        if "kg.ingest_quarantine" in contents:
            break
    rows = sum(content.rows for content in contents["kg.ingest_quarantine"])
    if rows:
        raise SourceError(
            f"--strict: nothing was built, because {counted(rows, 'conversation')} cannot be read; without --strict "
            f"that is set aside; the reasons: annals query 'SELECT reason_code, reason FROM ingest_quarantine'"
        )


def _report(engine: Engine, build: str, outcomes: Mapping[str, StageOutcome]) -> dict[str, Any]:
    ref, published = sealed_as(engine, build), current(engine.home)
    tables = {
        name: {"rows": sum(content.rows for content in contents), "reused": outcome.reused}
        for outcome in outcomes.values()
        for name, contents in outcome.tables.items()
    }
    return {
        "build_id": build,
        # With the number of the generation, as the other commands take and list builds.
        "build": str(ref),
        "published": published is not None and published.ref == ref,
        "tables": tables,
        "quarantined": tables["kg.ingest_quarantine"]["rows"],
        "set_aside": _set_aside(engine, outcomes),
        "faults": faults_in(engine.contents, outcomes[OBSERVE.name].tables[FAULTS.name]),
    }


def _set_aside(engine: Engine, outcomes: Mapping[str, StageOutcome]) -> dict[str, int]:
    """Why pieces of the sources could not be read, and how many pieces each reason holds for, the most frequent first;
    but first of all that a file is cut off, as the other reasons may follow from that. Where in the piece it is, the
    table tells."""
    found: Counter[tuple[bool, str]] = Counter()
    for outcome in outcomes.values():
        for content in outcome.tables.get("kg.ingest_quarantine", ()):
            columns = ["source_kind", "reason_code", "reason"]
            rows = pq.read_table(engine.contents.path(content), columns=columns).to_pylist()
            for row in rows:
                what = f"{row['source_kind']}: {str(row['reason']).partition(' (at byte')[0]}"
                found[row["reason_code"] != "truncated", what] += 1
    ordered = sorted(found.items(), key=lambda item: (item[0][0], -item[1], item[0][1]))
    return {what: number for (_, what), number in ordered}


def _print_tables(report: Mapping[str, Any]) -> None:
    rows = [(name, t["rows"], "reused" if t["reused"] else "made") for name, t in sorted(report["tables"].items())]
    print_table(["table", "rows", ""], rows, 60)
    print()


def _print_report(report: Mapping[str, Any], told: Brought, before: BuildRef | None) -> None:
    """Print what a build learnt and what to do next, in about ten lines."""
    state = "published" if report["published"] else "not published"
    print(f"build {report['build']}, {report['seconds']:.1f} s, {state}")
    for line in in_words(told, None if str(before) == report["build"] else before):
        print(line)
    if report["quarantined"]:
        pieces = counted(report["quarantined"], "piece")
        print(f"  set aside, because it cannot be read: {pieces}; annals query 'FROM ingest_quarantine'")
        for reason, number in report["set_aside"].items():
            print(f"    {number:,} × {reason}")
    if report["faults"]:
        print(f"  {faults_told(report['faults'])}")
    if not report["published"]:
        print("  another build is published: it is newer or pinned (`annals builds`); `annals publish BUILD` chooses")
        return
    following = what_next(told)
    widest = max(len(command) for command, _ in following)
    for command, meaning in following:
        print(f"  {command.ljust(widest)}  {meaning}")


def backfill(options: argparse.Namespace) -> int:
    """Redo the stale stages of the chosen builds (without a choice, of all), each build as a new generation."""
    engine, progress = _engine_with_progress()
    chosen = [engine.builds.find(name) for name in options.build or []]
    report: list[dict[str, Any]] = []
    try:
        for name in chosen or sorted({ref.build for ref in engine.builds.sealed()}):
            report.append(_redo(engine, name))
    finally:
        progress.close()
    if options.json:
        print(json.dumps(report, indent=2))
        return 0
    for item in report:
        if "after" not in item:
            print(f"{item['build']}: up to date")
            continue
        redone, reused = (", ".join(item[key]) or "nothing" for key in ("redone", "reused"))
        print(f"{item['build']}: redone {redone}; reused {reused}")
        if item["before"] != item["after"]:
            print(f"  annals diff {item['before']} {item['after']}")
    return 0


def _redo(engine: Engine, build: str) -> dict[str, Any]:
    """Redo the stale stages of one build and those that depend on them; the others are reused."""
    states = build_states(engine, build)
    reused = [state.stage for state in states if state.state == "fresh"]
    if is_shown(engine, build) and not is_stale(states):
        return {"build": build, "redone": [], "reused": reused}
    before = engine.builds.latest(build)
    outcomes = make_build(engine, build)
    show_elsewhere(engine)
    after = sealed_as(engine, build)
    return {
        "build": build,
        "redone": [outcome.stage for outcome in outcomes.values() if not outcome.reused],
        "reused": [outcome.stage for outcome in outcomes.values() if outcome.reused],
        # With the number of the generation: a name alone means the newest one.
        "before": f"{build}@{before.generation}" if before else None,
        "after": f"{build}@{after.generation}" if after else None,
    }


def publish(options: argparse.Namespace) -> int:
    """Publish a build and pin it; with --latest unpin and publish the newest; with --none publish none."""
    engine = engine_for(Home.from_environment())
    if [bool(options.build), options.latest, options.none].count(True) != 1:
        raise QueryError("name the build to show (`annals builds` lists them), or say --latest or --none")
    if options.none:
        shown = withdraw(engine.home)
        print(f"{shown or 'nothing'} was published; nothing is now. `annals publish --latest` shows the newest build")
        return 0
    if options.latest:
        unpin(engine.home)
        manifest = newest(engine.builds)
        if manifest is None:
            raise QueryError("there is no finished build; `annals build PATH` makes one")
        publish_build(engine, manifest)
        show_elsewhere(engine)
        print(f"published {manifest.ref}, the newest")
        return 0
    ref = engine.builds.find_sealed(options.build)
    publish_build(engine, engine.builds.load(ref), pin=True)
    show_elsewhere(engine)
    print(f"published {ref} and pinned it; `annals publish --latest` goes back to the newest", file=sys.stdout)
    return 0
