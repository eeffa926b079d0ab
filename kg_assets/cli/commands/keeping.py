"""Commands that look after the home: `builds`, `sources`, `doctor`, `gc`. Also makes the engine of a home."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Any

from kg_assets.cli.console import Progress, is_agreed, print_table, size
from kg_assets.cli.examination import examine
from kg_assets.core.config import (
    config_from_environment,
    load_config,
    load_usable,
    override_of,
    passed_over,
    threads_from_environment,
)
from kg_assets.core.counting import counted
from kg_assets.core.errors import QueryError
from kg_assets.core.instants import named_instant
from kg_assets.engine.arrow import leave_pandas
from kg_assets.engine.own_files import check_readable, with_unreadable
from kg_assets.engine.runner import Engine
from kg_assets.house import HOUSE
from kg_assets.queries.numbers import serve_settings
from kg_assets.queries.settings import ServeSettings
from kg_assets.store.builds import Builds
from kg_assets.store.gc import gc as sweep
from kg_assets.store.home import Home
from kg_assets.store.ledger import Ledger
from kg_assets.store.publish import current
from kg_assets.store.registry import SourceAdded, open_ledger, place_of, registered, taken_back

_MOST_NAMES = 2  # sources of a build that its line names


def engine_for(home: Home) -> Engine:
    """The engine of a home, configured by the environment and the home. A configuration file that cannot be
    read is an error.
    """
    leave_pandas()
    override = override_of(home.root)
    config = load_config(HOUSE.sections, override)
    check_readable(HOUSE.readers)
    _say_passed_over(home)
    threads = threads_from_environment(config.section("store").threads)
    return Engine(home.prepare(), HOUSE, config, threads, override)


def standing_engine(home: Home) -> Engine:
    """An engine that starts in spite of faulty configuration files. Stages that read a faulty file do not run, and the
    reason is printed."""
    engine = engine_as_it_is(home)
    for why in sorted(set(engine.config.unusable.values())):
        print(f"annals: {why}", file=sys.stderr)
    _say_passed_over(home)
    return engine


def _say_passed_over(home: Home) -> None:
    said = passed_over(home.root)
    if said is not None:
        print(f"annals: {said}", file=sys.stderr)


def engine_as_it_is(home: Home) -> Engine:
    """An engine that starts in spite of faulty configuration files and prints nothing about them: for
    commands that build nothing or report the faults themselves.
    """
    override = override_of(home.root)
    config = with_unreadable(load_usable(HOUSE.sections, override), HOUSE.readers)
    return Engine(home.prepare(), HOUSE, config, threads_from_environment(config.section("store").threads), override)


def progress_of(engine: Engine) -> Progress:
    """The progress line for the stages of this engine."""
    settings: ServeSettings = engine.config.section("serve")
    shares = {stage.name: settings.stage_shares.get(stage.name, 1.0) for stage in engine.house.stages}
    return Progress(settings.progress_after_seconds, shares)


def builds(options: argparse.Namespace) -> int:
    """List the builds: the sealed ones, those of the oldest as_of first, then the unfinished ones."""
    home = Home.from_environment().prepare()
    store, published = Builds(home), current(home)
    named = _source_names(home)
    rows: list[dict[str, Any]] = []
    for ref in store.sealed():
        manifest = store.load(ref)
        is_published = published is not None and published.ref == ref
        rows.append(
            {
                # Without a number a name means the newest generation, so the first says its own where there are more.
                "build": str(ref) if len(store.generations(ref.build)) == 1 else f"{ref.build}@{ref.generation}",
                "as_of": named_instant(manifest.as_of),
                "made": _instant(store.manifest_path(ref).stat().st_mtime),
                "from": [named[sha256] for sha256 in manifest.sources if sha256 in named],
                "sources": len(manifest.sources),
                "rows": sum(table.rows for table in manifest.tables.values()),
                "bytes": sum(table.bytes for table in manifest.tables.values()),
                "state": ("published, pinned" if published and published.pinned else "published")
                if is_published
                else "",
            }
        )
    sealed = {ref.build for ref in store.sealed()}
    for build in store.known():
        if build not in sealed:
            rows.append(
                {"build": build, "as_of": None, "made": "", "from": [], "sources": 0, "rows": 0, "bytes": 0}
                | {"state": "unfinished"}
            )
    if options.json:
        print(json.dumps(rows, indent=2))
        return 0
    if not rows:
        print("no builds yet; `annals build PATH` makes one")
        return 0
    names = ["build", "made", "from", "rows", "size", "state"]
    print_table(
        names,
        [(r["build"], r["made"], _in_short(r["from"]), r["rows"], size(r["bytes"]), r["state"]) for r in rows],
        60,
    )
    return 0


def _instant(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%MZ")


def _source_names(home: Home) -> dict[str, str]:
    """For each file of a source, by its hash: the name of the path under which the source was handed in. If it was
    handed in several times, the newest name counts."""
    found: dict[str, str] = {}
    for entry in open_ledger(home).entries(["source_added"]):
        added = SourceAdded.model_validate(entry.body)
        found |= {member.sha256: PurePath(added.path).name for member in added.members}
    return found


def _in_short(names: Sequence[str]) -> str:
    """The names as one text: each once, with its number of files if there are several. Of more than
    `_MOST_NAMES` names, the first ones and how many more: "a.zip, notes (3 files) and 2 more"."""
    times = Counter(names)
    said = [name if number == 1 else f"{name} ({counted(number, 'file')})" for name, number in sorted(times.items())]
    more = f" and {len(said) - _MOST_NAMES} more" if len(said) > _MOST_NAMES else ""
    return ", ".join(said[:_MOST_NAMES]) + more


def sources(options: argparse.Namespace) -> int:
    """List the sources, or remove one."""
    home = Home.from_environment().prepare()
    ledger = open_ledger(home)
    standing = registered(ledger)
    if options.remove is not None:
        return _remove_source(home, ledger, options.remove.lower(), options.yes)
    rows: list[dict[str, Any]] = [
        {
            "source": s.export_sha256,
            "kind": s.adapter,
            "files": len(s.members),
            "bytes": sum(member.bytes for member in s.members),
            "path": str(place_of(home, s) or ""),
        }
        for s in standing
    ]
    if options.json:
        print(json.dumps(rows, indent=2))
        return 0
    if not rows:
        print("no sources yet; `annals build PATH` registers one")
        return 0
    names = ["source", "kind", "files", "size", "path"]
    print_table(names, [(r["source"][:12], r["kind"], r["files"], size(r["bytes"]), r["path"]) for r in rows], 90)
    return 0


def _remove_source(home: Home, ledger: Ledger, typed: str, is_sure: bool) -> int:
    """Remove one source. Unless `is_sure`, first show the person which one and what follows from that, and
    ask."""
    standing = registered(ledger)
    fitting = [source for source in standing if source.export_sha256.startswith(typed)]
    fewest = serve_settings().shortest_beginning
    if len(typed) < fewest:
        raise QueryError(f"{typed!r} is too short for a hash, of which at least {fewest} characters are to be typed")
    if not fitting and any(gone.startswith(typed) for gone in taken_back(ledger)):
        # Somebody repeats a command that was cut off: say that its work was done.
        print(f"{typed[:12]} is taken back already; nothing was recorded")
        return 0
    if len(fitting) != 1:
        raise QueryError(f"{typed!r} fits {len(fitting)} sources; `annals sources` lists them")
    (source,) = fitting
    where = place_of(home, source) or "a source without a path"
    published = current(home)
    for_good = f"To remove every word of it for good: annals forget source {source.export_sha256[:12]}"
    after = (
        f"the next build does without it; its bytes and older builds are kept until `annals gc`, your decisions "
        f"about it always. {for_good}"
    )
    if len(standing) == 1:
        after = "it is the last one: nothing can be built until another is named"
        if published is not None:
            after += (
                f". Readers go on seeing build {published.ref}, which may be made of it: `annals publish --none` takes "
                f"that away from them, and `annals gc` then removes its bytes"
            )
        after += f". {for_good}"
    if not is_sure:
        print(f"{where}: {source.adapter}, {counted(len(source.members), 'file')}; {after}")
        if not is_agreed("Take it back?"):
            print("nothing was taken back; --yes does it without asking", file=sys.stderr)
            return 1
    ledger.append("source_removed", {"export_sha256": source.export_sha256})
    print(f"{where} is no source any more; {after}" if is_sure else "it is no source any more")
    return 0


def doctor(options: argparse.Namespace) -> int:
    """Check the home and print the findings. The exit code is 0 only if all is well."""
    engine = engine_as_it_is(Home.from_environment())
    _say_passed_over(engine.home)
    findings = examine(engine, options.deep)
    if options.json:
        print(json.dumps([finding.to_json() for finding in findings], indent=2))
    else:
        for finding in findings:
            print(f"{'ok  ' if finding.is_well else 'MEND'}  {finding.what}: {finding.said}")
            if finding.mend:
                print(f"      {finding.mend}")
    return 0 if all(finding.is_well for finding in findings) else 1


def gc(options: argparse.Namespace) -> int:
    """Remove the builds and files that no kept build needs."""
    home = Home.from_environment().prepare()
    keep = options.keep
    if keep is None:
        keep = config_from_environment(HOUSE.sections).section("store").gc_keep_published
    if keep < 1:
        raise QueryError("--keep takes a number from 1 on: the published build itself is always kept")
    report = sweep(home, keep_published=keep, dry_run=options.dry_run, include_unfinished=options.unfinished)
    said = "would remove" if options.dry_run else "removed"
    removed = ", ".join(str(build) for build in report.removed) or "no builds"
    kept = ", ".join(report.kept) or "no builds"
    print(f"{said} {removed}; {counted(report.files, 'file')}, {size(report.bytes)}; kept {kept}")
    return 0
