"""The engine: runs a stage of a build, or finds its earlier result.

A result is kept under its fingerprint; it becomes part of a build when the build's pointer names it. Steps: plan
shards, run the new ones (in worker processes), write, check the contracts, record, point. Nothing here depends on what
a stage does.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from kg_assets.core.canonical import canonical
from kg_assets.core.codeversion import program_version, stage_code_version
from kg_assets.core.collector import rarely
from kg_assets.core.config import Config
from kg_assets.core.errors import ConfigError, WarehouseError
from kg_assets.core.faults import Fault
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.stage import House, Shard, Stage
from kg_assets.core.worker import resolve
from kg_assets.engine.checks import CheckResult, check_tables
from kg_assets.engine.faults import refuse_faults
from kg_assets.engine.ingredients import model_digests, parts_of, why_unreadable
from kg_assets.engine.memory import give_back, hold_little
from kg_assets.engine.observe import FAULTS, observation_tables
from kg_assets.engine.observe import TABLES as OBSERVED
from kg_assets.engine.proofs import Files
from kg_assets.engine.shards import run_shards_here
from kg_assets.engine.stagerun import WHOLE_STAGE, Given, Run
from kg_assets.engine.survival import messages_of, narrowed
from kg_assets.engine.workers import Workers
from kg_assets.store.builds import Builds, Manifest
from kg_assets.store.contents import Content, ContentStore
from kg_assets.store.home import Home
from kg_assets.store.publish import current
from kg_assets.store.remembered import Remembered
from kg_assets.store.results import ResultStore, contents_of, shards_of
from kg_assets.store.settings import StoreSettings
from kg_assets.store.sqlrun import session

Progress = Callable[[str, int, int], None]  # what, done, of
_IN_WORKER = "kg_assets.engine.shards:run_shard"


@dataclass(frozen=True)
class StageOutcome:
    """The outcome of a stage in a build: its files, its checks, and whether an earlier result was reused."""

    stage: str
    fingerprint: str
    code_version: str
    tables: Mapping[str, tuple[Content, ...]]
    checks: tuple[CheckResult, ...]
    reused: bool
    seconds: float = 0.0
    observations: tuple[Content, ...] = ()

    @property
    def ok(self) -> bool:
        return all(check.passed for check in self.checks)


class Engine:
    """Runs stages against one warehouse with one configuration.

    A process with an engine returns freed memory to the system early, and collects garbage rarely.
    """

    def __init__(
        self, home: Home, house: House, config: Config, threads: int = 1, override: Path | None = None,
        progress: Progress | None = None,
    ) -> None:  # fmt: skip
        hold_little()
        rarely()
        self.home = home
        self.house = house
        self.config = config
        self.threads = threads
        self.contents = ContentStore(home)
        self.results = ResultStore(home)
        self.builds = Builds(home)
        self.override = override
        self.progress: Progress = progress or (lambda what, done, total: None)
        self._code_versions: dict[str, str] = {}
        self.is_strict = False  # whether a message that a stage cannot read stops the build
        self.outcomes: dict[str, StageOutcome] = {}  # of the stages run in this process, for reports
        self._workers = Workers()
        self._published: Manifest | None = None  # the one of the published build, once it was read
        self._begun: dict[str, Callable[[], Any]] = {}  # by fingerprint, what waits for a stage begun in a worker

    # --- fingerprints ---------------------------------------------------------------------------------------------

    def code_version(self, stage: Stage) -> str:
        if stage.name not in self._code_versions:
            self._code_versions[stage.name] = stage_code_version(stage, self.config.files_hash)
        return self._code_versions[stage.name]

    def program_version(self, stage: Stage) -> str:
        """The hash of the part of a stage's code that a running process keeps until it is restarted. Data
        files are not part of it, since they are read each time."""
        return program_version(stage)

    def config_hash(self, stage: Stage) -> str:
        return sha256_hex(canonical({name: self.config.section_hash(name) for name in stage.config}))

    def _base(self, stage: Stage, given: Given) -> dict[str, Any]:
        """The part of a fingerprint that is the same for a whole stage and for each of its shards: models, code,
        configuration, ledger entries, and the horizon and as_of if the stage reads them."""
        return _models(stage, self.config) | {
            "stage": stage.name,
            "code": self.code_version(stage),
            "config": self.config_hash(stage),
            # By hash: a long log would otherwise be written out again for each shard.
            "ledger": {
                kind: sha256_hex(canonical([dict(e) for e in given.ledger.get(kind, ())])) for kind in stage.ledger
            },
            "horizon": given.horizon if stage.reads_horizon else None,
            "as_of": given.as_of if stage.reads_as_of else None,
        }

    def fingerprint(self, stage: Stage, given: Given, inputs: Mapping[str, Sequence[Content]]) -> str:
        """Hex sha256 over the stage's code, configuration and everything that it reads."""
        identity = self._base(stage, given)
        identity["sources"] = [dict(s) for s in given.sources] if stage.reads_sources else None
        identity["inputs"] = {name: [c.sha256 for c in contents] for name, contents in sorted(inputs.items())}
        return sha256_hex(canonical(identity))

    # --- running --------------------------------------------------------------------------------------------------

    def run(self, stage: Stage, given: Given, inputs: Mapping[str, Sequence[Content]]) -> StageOutcome:
        """Run a stage on these inputs, or find its earlier result. The result is not yet part of any build: no pointer
        names it."""
        started = time.monotonic()
        fingerprint = self.fingerprint(stage, given, inputs)
        known = self.results.get(fingerprint)
        if known is not None:
            return self._outcome(stage, fingerprint, known, reused=True, started=started)
        self.progress(stage.name, 0, 1)
        begun = self._begun.pop(fingerprint, None)
        parts, shards = self._run_parts(stage, given, inputs, begun)
        tables = {table.name: _files_of(parts, table.name) for table in stage.tables}
        checks = self._check(stage, tables, inputs, _unread(parts), self._news(stage, parts, shards))
        observations: dict[str, Content] = {}
        if all(check.passed for check in checks):
            observations = self._observe(stage, parts, tables)
            self.contents.sync([c for contents in (*tables.values(), observations.values()) for c in contents])
        result = {
            "stage": stage.name,
            "contents": [c.to_json() for contents in tables.values() for c in contents],
            "observations": [c.to_json() for c in observations.values()],
            "checks": {check.table: dict(check.violations) for check in checks},
            "shards": list(dict.fromkeys(name for name, _ in shards)),
        }
        if observations:
            # A result that broke its contract is not kept: the next run tries again.
            self.results.record(fingerprint, result)
        give_back()
        self.progress(stage.name, 1, 1)
        return self._outcome(stage, fingerprint, result, reused=False, started=started)

    def _outcome(
        self, stage: Stage, fingerprint: str, result: Mapping[str, Any], reused: bool, started: float
    ) -> StageOutcome:
        contents = contents_of(result)
        return StageOutcome(
            stage=stage.name,
            fingerprint=fingerprint,
            code_version=self.code_version(stage),
            tables={t.name: tuple(c for c in contents if c.table == t.name) for t in stage.tables},
            checks=tuple(CheckResult(table, dict(found)) for table, found in sorted(result["checks"].items())),
            reused=reused,
            seconds=time.monotonic() - started,
            observations=tuple(Content.from_json(value) for value in result["observations"]),
        )

    def _run_parts(
        self, stage: Stage, given: Given, inputs: Mapping[str, Sequence[Content]],
        begun: Callable[[], Any] | None = None,
    ) -> tuple[list[dict[str, Any]], list[tuple[str, Shard]]]:  # fmt: skip
        """Two lists: the outcomes of all parts in order; and the shards, each with its fingerprint.

        A stage without a plan has no shards, except that one with `sees` counts as a single shard. Two shards that read
        the same have one fingerprint.
        """
        paths = {name: [str(self.contents.path(c)) for c in contents] for name, contents in inputs.items()}
        if stage.plan is None:
            make = begun or (lambda: self._run_whole(stage, given, paths))
            if not stage.sees:
                return [make()], []
            name = self._fingerprint_as_seen(stage, given, inputs)
            part = self.results.get(name)
            if part is None:
                part = make()
                self.contents.sync(contents_of(part))
                self.results.record(name, part)
            return [part], [(name, Shard("all"))]
        planner = Run(stage, self.home, self.config, given, paths, {}, self.threads)
        shards: Sequence[Shard] = resolve(stage.plan)(planner)
        base = self._base(stage, given)
        content_of = {str(self.contents.path(c)): c.sha256 for contents in inputs.values() for c in contents}
        fingerprints = [sha256_hex(canonical(base | _shard_identity(shard, content_of))) for shard in shards]
        found = {fingerprint: self.results.get(fingerprint) for fingerprint in fingerprints}
        missing = [i for i, fingerprint in enumerate(fingerprints) if found[fingerprint] is None]
        calls = [self._call(stage, given, shards[i].payload, shards[i].inputs) for i in missing]
        scope, slots = sha256_hex(canonical(base)), [_slot(stage, i, len(shards)) for i in range(len(shards))]
        anew = sum(not self._has_answers(stage, scope, shards[i], slots[i]) for i in missing)
        weight = _weight(stage, given, inputs) * anew // max(1, len(shards))
        calls = [call | {"scope": scope, "slot": slots[i]} for call, i in zip(calls, missing, strict=True)]
        self._run_shards(stage, calls, [fingerprints[i] for i in missing], found, weight)
        parts = [part for part in (found[fingerprint] for fingerprint in fingerprints) if part is not None]
        planned = planner.outcome()
        if planned["counts"] or planned["events"]:
            parts[0] = parts[0] | {
                "counts": _added(parts[0]["counts"], planned["counts"]),
                "events": planned["events"] + parts[0]["events"],
            }
        return parts, list(zip(fingerprints, shards, strict=True))

    def _fingerprint_as_seen(self, stage: Stage, given: Given, inputs: Mapping[str, Sequence[Content]]) -> str:
        """The fingerprint of a stage that sees only a part of some tables (`Stage.sees`). Of such a table the rows of
        that part count; in `fingerprint` all its files would."""
        paths = {name: [str(self.contents.path(c)) for c in contents] for name, contents in inputs.items()}
        rows = Run(stage, self.home, self.config, given, paths, {}, self.threads).seen()
        seen = {name: sha256_hex(_bytes_of(table)) for name, table in rows.items()}
        read = {name: seen.get(name) or [c.sha256 for c in contents] for name, contents in sorted(inputs.items())}
        return sha256_hex(canonical(self._base(stage, given) | {"seen": read}))

    def _run_whole(self, stage: Stage, given: Given, paths: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """The outcome of a stage without shards. If workers are running, one of them runs it, because a worker has read
        the rules and word lists already. A stage that reads sources always runs in this process."""
        if self._workers and not stage.reads_sources:
            call = self._call(stage, given, {}, paths, self.threads)
            [(_, outcome)] = self._workers.map(1, _IN_WORKER, [call])
            return dict(outcome)
        run = Run(stage, self.home, self.config, given, paths, {}, self.threads)
        run.execute()
        return run.outcome()

    def _run_shards(
        self, stage: Stage, calls: Sequence[dict[str, Any]], fingerprints: Sequence[str],
        found: dict[str, dict[str, Any] | None], weight: int,
    ) -> None:  # fmt: skip
        outcomes = self._outcomes(calls, weight)
        if self._workers:
            self._look_ahead(stage)
        for done, (index, outcome) in enumerate(outcomes, start=1):
            self.contents.sync(contents_of(outcome))
            self.results.record(fingerprints[index], outcome)
            found[fingerprints[index]] = outcome
            self.progress(stage.name, done, len(calls))

    def _has_answers(self, stage: Stage, scope: str, shard: Shard, slot: str) -> bool:
        """Whether a shard has little to compute, because answers for its texts are kept from before. Answers that are
        kept under a slot (the number of a shard, such as "3 of 8") are those of the published build; they help only if
        that build had some of the same files."""
        files = [Path(path) for path in shard.inputs.get(stage.texts[0], ())] if stage.texts else []
        kept = Remembered(self.home, stage.name, scope)
        if not files or not kept.holds(kept.name(files, slot)):
            return False
        shown = self._shown() if slot else None
        before = shown.tables.get(stage.texts[0]) if shown else None
        return not slot or (before is not None and bool({self.contents.path(c) for c in before.contents} & set(files)))

    def _call(
        self, stage: Stage, given: Given, payload: Mapping[str, Any], inputs: Mapping[str, Sequence[str]],
        threads: int = 1,
    ) -> dict[str, Any]:  # fmt: skip
        """The arguments for a worker that runs a stage or a part of it."""
        return {
            "house": self.house.reference,
            "stage": stage.name,
            "home": str(self.home.root),
            "override": str(self.override) if self.override else None,
            "payload": dict(payload),
            "inputs": {name: list(files) for name, files in inputs.items()},
            "ledger": {kind: [dict(e) for e in given.ledger.get(kind, ())] for kind in stage.ledger},
            "horizon": given.horizon if stage.reads_horizon else None,
            "as_of": given.as_of if stage.reads_as_of else None,
            "threads": threads,
        }

    def _outcomes(self, calls: Sequence[dict[str, Any]], weight: int) -> Iterator[tuple[int, dict[str, Any]]]:
        """Run these calls: in workers if there are any or the work is large enough to start some, else in
        this process."""
        workers = min(self.threads, len(calls))
        if not self._workers and (workers < 2 or weight < self.config.section("store").worker_bytes):
            return run_shards_here(calls)
        return self._workers.map(workers, _IN_WORKER, calls)

    def _look_ahead(self, stage: Stage) -> None:
        """Load the code of later stages while workers are busy. If it were loaded later, everything would wait for
        that."""
        for later in self.house.stages[self.house.stages.index(stage) + 1 :]:
            self.code_version(later)
            if later.plan is not None:
                resolve(later.plan)

    def stop_workers(self) -> None:
        """Stop the worker processes; the run that they were started for is over."""
        self._begun.clear()
        self._workers.stop()

    def _news(
        self, stage: Stage, parts: Sequence[Mapping[str, Any]], shards: Sequence[tuple[str, Shard]]
    ) -> dict[str, list[Path]]:  # fmt: skip
        """The files whose rows must still be checked, by table: those that new shards wrote and read. A shard is new if
        the published build does not have it.

        Empty if that build shares no shard with this one. The rows of shared shards have passed the checks, and a rule
        of a sharded stage never concerns rows of two shards, so only new rows need a check.
        """
        published = current(self.home) if stage.plan else None
        pointer = self.builds.pointer(published.ref.build, stage.name) if published else None
        kept = self.results.read(pointer["result"]) if pointer else None
        standing = set(shards_of(kept)) & {name for name, _ in shards} if kept else set()
        if not standing:
            return {}
        new = [(part, shard) for part, (name, shard) in zip(parts, shards, strict=True) if name not in standing]
        news = {
            name: [Path(path) for _, shard in new for path in shard.inputs[name]]
            for name in stage.inputs
            if all(name in shard.inputs for _, shard in new)
        }
        made = [part for part, _ in new]
        return news | {t.name: [self.contents.path(c) for c in _files_of(made, t.name)] for t in stage.tables}

    def _check(
        self, stage: Stage, tables: Mapping[str, Sequence[Content]], inputs: Mapping[str, Sequence[Content]],
        unread: set[str], news: Files,
    ) -> list[CheckResult]:  # fmt: skip
        """Check the contracts of the tables that a stage wrote, together with those that it read. Messages that the
        stage could not read count as if they were not in its inputs."""
        files = {n: [self.contents.path(c) for c in cs] for n, cs in (*inputs.items(), *tables.items())}
        files = {n: paths for n, paths in files.items() if not paths or paths[0].suffix == ".parquet"}
        store: StoreSettings = self.config.section("store")
        with TemporaryDirectory(prefix="checking-", dir=self.home.tmp) as folder:
            if unread:
                given = {name: [str(path) for path in files[name]] for name in stage.texts}
                rest = [message for message in messages_of(given, stage.texts) if message not in unread]
                read = narrowed(given, stage.texts, rest, Path(folder))
                files |= {name: [Path(path) for path in paths] for name, paths in read.items()}
                news = {}
            unchanged = frozenset() if unread else self._unchanged(stage, {**inputs, **tables})
            with session(self.threads, store.memory_limit, self.home.tmp) as connection:
                return check_tables(connection, stage.tables, files, news, unchanged)

    def _shown(self) -> Manifest | None:
        """The manifest of the published build; None if nothing is published."""
        published = current(self.home)
        if published is None:
            return None
        shown = self._published
        if shown is None or shown.ref != published.ref:
            shown = self._published = self.builds.load(published.ref)
        return shown

    def _unchanged(self, stage: Stage, tables: Mapping[str, Sequence[Content]]) -> frozenset[str]:
        """The tables that need no check, because the published build has them with the same files and the same
        contract. Empty if no build is published, or if that build's result of this stage has faults or is gone."""
        before = self._shown()
        if before is None:
            return frozenset()
        pointer = self.builds.pointer(before.build, stage.name)
        kept = self.results.read(pointer["result"]) if pointer else None
        # A table that was checked without some messages may break a rule with them.
        if kept is None or any(one["table"] == FAULTS.name and one["rows"] for one in kept["observations"]):
            return frozenset()
        rules = {table.name: table.version() for table in stage.tables}
        return frozenset(
            name
            for name, contents in tables.items()
            if name in before.tables
            and before.tables[name].contents == tuple(contents)
            and rules.get(name, before.tables[name].contract) == before.tables[name].contract
        )

    def _observe(
        self, stage: Stage, parts: Sequence[Mapping[str, Any]], tables: Mapping[str, Sequence[Content]]
    ) -> dict[str, Content]:
        """Write the stage's counts, events and faults, summed over its shards. Returns the written files by the names
        of their tables."""
        counts: dict[str, float] = {f"rows:{name}": sum(c.rows for c in contents) for name, contents in tables.items()}
        events: list[Any] = []
        faults: list[Fault] = []
        for part in parts:
            counts = _added(counts, part["counts"])
            events += part["events"]
            faults += [Fault(*fault) for fault in part.get("faults", ())]  # results of older code have none
        rows = observation_tables(stage.name, counts, events, faults)
        return {table.name: self.contents.write_table(table, rows[table.name]) for table in OBSERVED}

    # --- builds ---------------------------------------------------------------------------------------------------

    def outcome_of(self, build: str, stage: Stage) -> StageOutcome | None:
        """The outcome of a stage in a build, found by the build's pointer. None if there is no pointer or if its files
        are gone."""
        pointer = self.builds.pointer(build, stage.name)
        if pointer is None:
            return None
        result = self.results.get(pointer["result"])
        if result is None:
            return None
        return self._outcome(stage, pointer["result"], result, reused=True, started=time.monotonic())

    def inputs_of(self, build: str, stage: Stage) -> dict[str, tuple[Content, ...]]:
        """The input files of a stage, from the results to which the build's earlier stages point."""
        inputs: dict[str, list[Content]] = {}
        for name in self.house.upstream(stage):
            upstream = self.outcome_of(build, self.house.stage(name))
            if upstream is None:
                raise WarehouseError(
                    f"build {build} has no result of stage {name!r}, which {stage.name!r} reads; materialize it first, "
                    f"or run `annals build` again"
                )
            for table, contents in upstream.tables.items():
                if table in stage.inputs:
                    inputs.setdefault(table, []).extend(contents)
            if stage.reads_observations:
                for content in upstream.observations:
                    inputs.setdefault(content.table, []).append(content)
        return {name: tuple(contents) for name, contents in inputs.items()}

    def _begin_later(self, build: str, stage: Stage, given: Given) -> None:
        """Begin later stages in idle workers, if they need not wait for this stage. This is done only when none of the
        remaining stages has shards."""
        rest = self.house.stages[self.house.stages.index(stage) :]
        if not self._workers or any(one.plan is not None for one in rest):
            return
        for later in rest[1:]:
            if later.reads_sources or later.reads_observations or not self._is_ready(build, later):
                continue
            inputs = self.inputs_of(build, later)
            fingerprint = self.fingerprint(later, given, inputs)
            if (
                why_unreadable(later, self.config) is not None
                or fingerprint in self._begun
                or self.results.get(fingerprint) is not None
                or (later.sees and self.results.get(self._fingerprint_as_seen(later, given, inputs)) is not None)
            ):
                continue
            paths = {name: [str(self.contents.path(c)) for c in contents] for name, contents in inputs.items()}
            begun = self._workers.begin(_IN_WORKER, self._call(later, given, {}, paths))
            if begun is None:
                return
            self._begun[fingerprint] = begun

    def _is_ready(self, build: str, stage: Stage) -> bool:
        """Whether all stages whose tables a stage reads have run in this process, and the build's pointers name their
        results."""
        for name in self.house.upstream(stage):
            pointer = self.builds.pointer(build, name)
            if pointer is None or name not in self.outcomes or pointer["result"] != self.outcomes[name].fingerprint:
                return False
        return True

    def run_in_build(self, build: str, stage: Stage, given: Given) -> StageOutcome:
        """Run a stage of a build. If it kept its contracts, replace the build's pointer, so that the result becomes
        part of the build."""
        why = why_unreadable(stage, self.config)
        if why is not None:
            raise ConfigError(f"stage {stage.name} does not run: {why}")
        self._begin_later(build, stage, given)
        inputs = self.inputs_of(build, stage)
        outcome = self.run(stage, given, inputs)
        if self.is_strict:
            refuse_faults(self.contents, stage.name, outcome.observations)
        self.outcomes[stage.name] = outcome
        if outcome.ok:
            made_of = parts_of(stage, self.config, given, inputs)
            self.builds.point(build, stage.name, {"result": outcome.fingerprint, "made_of": made_of})
        return outcome


def _bytes_of(rows: pa.Table) -> bytes:
    """The bytes of a Parquet file with these rows.

    The same rows in the same order give the same bytes. In Arrow's own format they might not, because it also keeps the
    unused values behind NULLs.
    """
    sink = pa.BufferOutputStream()
    pq.write_table(rows.combine_chunks(), sink, compression="none", use_dictionary=False, write_statistics=False)
    return bytes(sink.getvalue())


def _models(stage: Stage, config: Config) -> dict[str, Any]:
    return {"models": model_digests(stage, config)} if stage.models else {}


def _weight(stage: Stage, given: Given, inputs: Mapping[str, Sequence[Content]]) -> int:
    """How much a stage reads, in bytes: its input tables, and the sources if it reads them."""
    read = sum(content.bytes for contents in inputs.values() for content in contents)
    return read + (sum(int(source["bytes"]) for source in given.sources) if stage.reads_sources else 0)


def _shard_identity(shard: Shard, content_of: Mapping[str, str]) -> dict[str, Any]:
    return {
        "shard": json.loads(json.dumps(shard.identity if shard.identity is not None else dict(shard.payload))),
        "inputs": {
            name: shard.parts[name] if name in shard.parts else [content_of[str(f)] for f in files]
            for name, files in sorted(shard.inputs.items())
        },
    }


def _unread(parts: Sequence[Mapping[str, Any]]) -> set[str]:
    """The ids of the messages that a stage left out, because it could not read them."""
    return {fault[0] for part in parts for fault in part.get("faults", ()) if fault[1] == WHOLE_STAGE}


def _added(a: Mapping[str, float], b: Mapping[str, float]) -> dict[str, float]:
    return {key: a.get(key, 0) + b.get(key, 0) for key in sorted({*a, *b})}


def _files_of(parts: Sequence[Mapping[str, Any]], table: str) -> tuple[Content, ...]:
    """A table's files in the order of the parts. Files without rows are dropped, except one if there are no
    others."""
    contents = tuple(content for part in parts for content in contents_of(part) if content.table == table)
    filled = tuple(content for content in contents if content.rows)
    return filled or contents[:1]


def _slot(stage: Stage, place: int, shards: int) -> str:
    """The name under which a shard of a stage `by_message` keeps answers for later shards: its number among the shards,
    such as "3 of 8". Empty for other stages, which keep answers under the names of their input files."""
    return f"{place} of {shards}" if stage.by_message else ""
