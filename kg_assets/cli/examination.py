"""The checks of `annals doctor`. A finding says what was found and, if it is wrong, the command that mends
it.
"""

import json
import shlex
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from kg_assets.cli.console import size
from kg_assets.cli.integrity import counted_files, damaged_files, damaged_tables
from kg_assets.cli.night import found_at_night
from kg_assets.cli.verdict_ledger import told
from kg_assets.core.counting import counted
from kg_assets.core.errors import AnnalsError
from kg_assets.core.harmless import harmless
from kg_assets.core.instants import NO_INSTANT
from kg_assets.engine.faults import faults_in, faults_told
from kg_assets.engine.freshness import build_states, is_shown
from kg_assets.engine.ingredients import why_unreadable
from kg_assets.engine.observe import EVENTS, FAULTS
from kg_assets.engine.runner import Engine
from kg_assets.queries.decided import VERDICTS, verdicts_standing
from kg_assets.queries.numbers import listed
from kg_assets.report.settings import NOTED_AS
from kg_assets.sources.refusals import SENTENCES, TO_MEND, by_reason
from kg_assets.store.builds import Manifest, TableRecord
from kg_assets.store.contents import ContentStore
from kg_assets.store.health import inbox_source, path_source, problems_of
from kg_assets.store.locks import Locks, build_lock
from kg_assets.store.opened import open_current
from kg_assets.store.publish import current
from kg_assets.store.registry import member_rows, open_ledger, registered, unfinished_forgettings
from kg_assets.store.rows import read_table
from kg_assets.store.vault import Vault

_REDO = "annals backfill --stale"
# The codes that stage 4 notes for verdicts that it could not apply, in words.
_UNMET = {
    "VERDICT_WITHOUT_CLAIM": "meets no claim: its words are gone from the sources, or are read otherwise now; it is "
    "kept, and holds again as soon as a build reads them so",
    "CORRECTION_WITHOUT_GROUND": "cannot be put in the place of its claim, which stands as it was read; "
    "correct it again",
}


@dataclass(frozen=True, slots=True)
class Finding:
    what: str
    is_well: bool
    said: str
    mend: str = ""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def examine(engine: Engine, is_deep: bool = False) -> list[Finding]:
    """All findings, in the order in which a person would want to know them. `is_deep` also reads every file."""
    looks: dict[str, Callable[[Engine], Iterator[Finding]]] = {
        "settings": _settings, "published": _published, "problems": _problems,
        "files": partial(_damaged, is_deep=is_deep),
        "texts": _texts, "night": _night, "sources": _sources, "ledger": _ledger, "verdicts": _verdicts,
        "forgetting": _forgetting, "freshness": _freshness,
        "unfinished": _unfinished, "contracts": _contracts,
    }  # fmt: skip
    findings: list[Finding] = []
    for name, look in looks.items():
        try:
            findings += look(engine)
        except AnnalsError as error:
            findings.append(Finding(name, False, str(error)))
    return findings


def _settings(engine: Engine) -> Iterator[Finding]:
    """Settings files that cannot be used, and the stages that therefore cannot run."""
    for why in sorted(set(engine.config.unusable.values())):
        yield Finding("settings", False, why, "mend the file, or take it away: then the one that ships holds")
    waiting = _waiting(engine)
    if waiting:
        most = f"{len(waiting)} of {counted(len(engine.house.stages), 'stage')}"
        yield Finding("settings", False, f"until then {most} of a build cannot run: {listed(waiting)}")


def _published(engine: Engine) -> Iterator[Finding]:
    published = current(engine.home)
    if published is None:
        yield Finding("published build", False, "nothing is published", "annals build PATH")
        return
    manifest = engine.builds.load(published.ref)
    missing = [c for c in manifest.contents() if not ContentStore(engine.home).exists(c)]
    if missing:
        tables = ", ".join(sorted({c.table for c in missing}))
        yield Finding(
            "published build",
            False,
            f"{published.ref} lacks {counted(len(missing), 'file')} of {tables}",
            "annals build",
        )
        return
    with open_current(engine.home):
        pass
    rows = sum(table.rows for table in manifest.tables.values())
    pinned = ", pinned" if published.pinned else ""
    as_of = "an unknown day" if manifest.as_of == NO_INSTANT else manifest.as_of
    yield Finding("published build", True, f"{published.ref}, as of {as_of}, {counted(rows, 'row')}{pinned}")


def _problems(engine: Engine) -> Iterator[Finding]:
    problems = problems_of(engine.home)
    for problem in problems:
        yield Finding(f"degraded ({problem['source']})", False, problem["problem"], _mend(problem["source"]))
    if not problems:
        yield Finding("runs", True, "nothing has failed since the last publication")


def _damaged(engine: Engine, is_deep: bool) -> Iterator[Finding]:
    """Files that have changed since they were written. All files are read with `is_deep`; else those of
    tables, and only if a problem is noted.
    """
    if is_deep:
        number, total = counted_files(engine)
        found = list(damaged_files(engine))
        if not found:
            yield Finding(
                "files", True, f"{counted(number, 'file')}, {size(total)}, read and found as they were written"
            )
    else:
        found = list(damaged_tables(engine)) if problems_of(engine.home) else []
    for damage in found:
        yield Finding("files", False, damage.said, damage.mend)


def _texts(engine: Engine) -> Iterator[Finding]:
    """A finding that says how often stages of the published build could not read a text. A person cannot mend that, so
    it is no fault."""
    published = current(engine.home)
    table = engine.builds.load(published.ref).tables.get(FAULTS.name) if published else None
    if table is None:
        return
    found = faults_in(engine.contents, table.contents)
    if found:
        yield Finding("texts", True, faults_told(found))
    else:
        yield Finding("texts", True, "every stage read all of them")


def _night(engine: Engine) -> Iterator[Finding]:
    return (Finding(what, True, said, mend) for what, said, mend in found_at_night(engine))


def _mend(source: str) -> str:
    if source.startswith(inbox_source("")):
        return "mend the file or take it out of the inbox"
    if source.startswith(path_source("")):
        return "mend what lies there, or annals sources --remove; until then it stands as it was read last"
    if source == NOTED_AS:
        return "annals report"
    return "annals build (readers see the published build meanwhile)"


def _sources(engine: Engine) -> Iterator[Finding]:
    standing = registered(open_ledger(engine.home))
    members = member_rows(standing)
    vault = Vault(engine.home)
    lost = [member["name"] for member in members if not vault.exists(member["sha256"])]
    if lost:
        yield Finding(
            "sources", False, f"gone: {len(lost)} of {counted(len(members), 'file')}", "annals build PATH (again)"
        )
    elif not standing and current(engine.home) is not None:
        mend = "annals build PATH, or annals publish --none and annals gc to be rid of what is published"
        yield Finding("sources", True, "none is left, so nothing new can be built", mend)
    else:
        yield Finding("sources", True, f"{counted(len(standing), 'source')}, {counted(len(members), 'file')}")
    for source in standing:
        for reason, names in by_reason((one.name, one.reason) for one in source.refused).items():
            said = f"not taken in: {listed(names)} ({SENTENCES[reason]})"
            mend = f"annals build {shlex.quote(source.path)}, once mended" if reason in TO_MEND else ""
            yield Finding(f"source {harmless(source.path)}", reason not in TO_MEND, said, mend)


def _ledger(engine: Engine) -> Iterator[Finding]:
    ledger = open_ledger(engine.home)
    position = ledger.position()
    yield Finding("ledger", True, f"{counted(position, 'entry')}, whole")
    for note in ledger.notes():
        yield Finding("ledger", True, note)


def _verdicts(engine: Engine) -> Iterator[Finding]:
    """The verdicts on claims that the published build could not apply. They are kept: a later build may again have the
    claim that was judged."""
    published = current(engine.home)
    table = engine.builds.load(published.ref).tables.get(EVENTS.name) if published else None
    if table is None:
        return
    ledger = open_ledger(engine.home)
    holding = {verdict.position for verdict in verdicts_standing(ledger)}
    entries = {entry.position: entry for entry in ledger.entries(list(VERDICTS)) if entry.position in holding}
    for code, position in _unmet(engine, table):
        if position in entries:
            said = f"decision {position} ({told(entries[position])}) {_UNMET[code]}"
            yield Finding("verdicts", True, said, f"annals undo {position}, if it is to hold no more")


def _unmet(engine: Engine, table: TableRecord) -> Iterator[tuple[str, int]]:
    """For each verdict that a build could not apply: the code of the reason, and the verdict's position in the
    ledger."""
    for content in table.contents:
        rows = read_table(engine.contents.path(content), columns=["code", "detail_json"])
        for row in rows.filter(pc.is_in(rows["code"], pa.array(_UNMET))).to_pylist():
            yield row["code"], json.loads(row["detail_json"])["position"]


def _forgetting(engine: Engine) -> Iterator[Finding]:
    waiting = unfinished_forgettings(open_ledger(engine.home))
    if waiting:
        said = (
            f"cut off before its end: {counted(len(waiting), 'forgetting')}; older builds and what was made of them "
            f"hold the words still"
        )
        yield Finding("forgetting", False, said, "annals forget --resume")


def _freshness(engine: Engine) -> Iterator[Finding]:
    waiting = _waiting(engine)
    for build in sorted({ref.build for ref in engine.builds.sealed()}):
        states = [state for state in build_states(engine, build) if state.state != "fresh"]
        stale = [state for state in states if state.state == "stale" and state.stage not in waiting]
        for state in stale:
            yield Finding(f"build {build}", False, f"{', '.join(state.tables)}: stale, {state.why}", _REDO)
        below = [table for state in states if state.state == "below" for table in state.tables]
        if stale and below:
            said = f"{counted(len(below), 'table')} made from them may change: {listed(below)}"
            yield Finding(f"build {build}", True, said)
        elif states and not stale:
            yield Finding(
                f"build {build}", True, "as it was made; whether it is up to date the settings must say first"
            )
        elif not states and is_shown(engine, build):
            yield Finding(f"build {build}", True, "up to date")
        elif not states:
            yield Finding(f"build {build}", False, "made anew, but a run ended before that was published", _REDO)


def _waiting(engine: Engine) -> list[str]:
    """The stages that read a file or section that cannot be used."""
    return [stage.name for stage in engine.house.stages if why_unreadable(stage, engine.config) is not None]


def _unfinished(engine: Engine) -> Iterator[Finding]:
    sealed = {ref.build for ref in engine.builds.sealed()}
    published = current(engine.home)
    shown = engine.builds.asked_at(published.ref.build) if published else -1
    for build in engine.builds.known():
        if build in sealed:
            continue
        if not Locks(engine.home).is_free(build_lock(build)):
            yield Finding(f"build {build}", True, "running")
        elif engine.builds.asked_at(build) < shown:
            # It was given up for a build with newer sources, as the night after a failed night makes one.
            yield Finding(
                f"build {build}", True, "not finished, and newer sources are published", "annals gc --unfinished"
            )
        else:
            yield Finding(f"build {build}", False, "not finished", "annals build (goes on), or annals gc --unfinished")


def _contracts(engine: Engine) -> Iterator[Finding]:
    tables = engine.house.tables
    for ref in engine.builds.sealed():
        manifest: Manifest = engine.builds.load(ref)
        older = [n for n, t in manifest.tables.items() if n in tables and t.contract != tables[n].version()]
        if older and ref.generation == max(engine.builds.generations(ref.build)):
            yield Finding(
                f"build {ref}", False, f"made with older contracts of {', '.join(sorted(older))}; still readable",
                f"annals backfill --stale --build {ref.build}",
            )  # fmt: skip
