"""One execution of a stage's function, over whole tables or over one shard.

`Run` is the `StageRun` that stage functions get. It works the same in the main process and in a worker.
"""

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa

from kg_assets.core.collector import without_collector
from kg_assets.core.config import Config
from kg_assets.core.contract import Table
from kg_assets.core.errors import FULL_DISK, AnnalsError, is_of_full_disk
from kg_assets.core.faults import Fault, fault_of, is_of_text
from kg_assets.core.selects import PARAMETER, SHARED_MACROS, select_of, tables_read
from kg_assets.core.stage import Severity, Stage
from kg_assets.core.worker import WorkerError, describe_without_content, resolve
from kg_assets.engine.macros import shared_macros
from kg_assets.engine.memory import give_back
from kg_assets.engine.news import COUNTS, EVENTS, asked_of, news_of, standing_of, standing_rows
from kg_assets.engine.steps import folder_steps, ordered_steps
from kg_assets.engine.survival import messages_of, narrowed, unreadable
from kg_assets.store.contents import Content, ContentStore
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger
from kg_assets.store.remembered import Remembered
from kg_assets.store.results import contents_of
from kg_assets.store.settings import StoreSettings
from kg_assets.store.sqlrun import (
    add_views,
    contract_cast,
    given_tables,
    hold_rows,
    identifier,
    named_in,
    parsed,
    session,
)
from kg_assets.store.vault import Vault

WHOLE_STAGE = "all"  # the part of a fault where a stage reads whole tables at once
_VALUES = "values"  # the key of the stage's own values in what is remembered, beside the files that it wrote
_LITTLE_BYTES = 1 << 18  # of a table's files, compressed
_WRITERS = 2  # a third would only compete: the largest table of a stage is about half of its bytes


@dataclass(frozen=True, slots=True)
class Given:
    """The input of a build besides configuration and code, the same for all of its stages."""

    sources: tuple[Mapping[str, Any], ...] = ()
    horizon: str | None = None
    as_of: str | None = None
    ledger: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)


@dataclass
class Run:
    """The `StageRun` that a stage's function gets.

    Asking for a table, section, file or kind of ledger entry that the stage does not declare is an error.
    """

    stage: Stage
    home: Home
    config: Config
    given: Given
    inputs: Mapping[str, Sequence[str]]
    payload: Mapping[str, Any]
    threads: int = 1
    scope: str = (
        ""  # what `recall` and `remember` depend on besides files: code, configuration, ledger; "" keeps nothing
    )
    slot: str = ""  # the name under which values are kept, in place of the files
    contents: dict[str, Content] = field(default_factory=dict)
    writing: dict[str, "Future[Content]"] = field(default_factory=dict)
    counts: dict[str, float] = field(default_factory=dict)
    events: list[tuple[str, str, str | None, dict[str, Any]]] = field(default_factory=list)
    remembered: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    is_trial: bool = False  # a run that only shows whether the function raises
    kept: dict[str, Mapping[str, Any]] = field(default_factory=dict)  # to be remembered, by name, once all is written
    recalled: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    counts_of: dict[str, dict[str, float]] = field(default_factory=dict)  # by message, of a stage `by_message`
    standing: dict[str, pa.Table] = field(default_factory=dict)  # rows of messages that are not read again, by table
    seen_rows: dict[str, pa.Table] = field(default_factory=dict)  # of tables that are seen in part, once asked for

    @property
    def sources(self) -> Sequence[Mapping[str, Any]]:
        self._allow("reads_sources", self.stage.reads_sources)
        return self.given.sources

    @property
    def horizon(self) -> str | None:
        self._allow("reads_horizon", self.stage.reads_horizon)
        return self.given.horizon

    @property
    def as_of(self) -> str | None:
        self._allow("reads_as_of", self.stage.reads_as_of)
        return self.given.as_of

    def paths(self, table: str) -> list[Path]:
        if table not in self.inputs:
            raise KeyError(f"stage {self.stage.name} does not declare {table} as an input")
        if table in self.stage.seen:
            raise KeyError(f"stage {self.stage.name} sees a part of {table}: its SQL may read it")
        return [Path(path) for path in self.inputs[table]]

    def source_bytes(self, sha256: str) -> memoryview:
        # A shard reads only the places that its plan has put into the payload, so nothing is checked here.
        return memoryview(Vault(self.home).open_mmap(sha256))

    def settings(self, section: str) -> Any:
        self._allow(f"config section {section}", section in self.stage.config)
        return self.config.section(section)

    def file(self, name: str) -> Path:
        self._allow(f"file {name}", any(name == f or name.startswith(f + "/") for f in self.stage.files))
        return self.config.file(name)

    def query(
        self,
        file: str,
        parameters: Mapping[str, Any] | None = None,
        tables: Mapping[str, pa.Table] | None = None,
        contract: str | None = None,
    ) -> pa.Table:
        wanted = self.stage.table(contract) if contract else None
        select = self._select(file)
        with self._session(tables, select) as connection:
            return _ask(connection, select, parameters, wanted)

    def query_steps(
        self,
        folders: Sequence[str],
        wanted: Mapping[str, str | None],
        parameters: Mapping[str, Any] | None = None,
        tables: Mapping[str, pa.Table] | None = None,
        passing: Collection[str] = (),
    ) -> dict[str, pa.Table]:
        found = folder_steps(self.file(folder) for folder in folders)
        steps = _with_passing(ordered_steps(found, wanted, tables or ()), passing)
        reads = [tables_read(select) for _, select in steps]
        last_read = {name: max((n for n, read in enumerate(reads) if name in read), default=0) for name, _ in steps}
        given: dict[str, pa.Table] = {}
        with self._session(tables, *(select for _, select in steps)) as connection:
            for place, (name, select) in enumerate(steps):
                if last_read[name] > place:
                    making = parsed(f"CREATE TABLE {identifier(name)} AS {select}")
                    connection.execute(making, _used(select, parameters))
                    select = f"SELECT * FROM {identifier(name)}"
                if name in wanted:
                    contract = wanted[name]
                    given[name] = _ask(connection, select, parameters, self.stage.table(contract) if contract else None)
                for earlier, _ in steps[:place]:
                    if last_read[earlier] == place:
                        connection.execute(f"DROP TABLE {identifier(earlier)}")
        return given

    @contextmanager
    def _session(self, tables: Mapping[str, pa.Table] | None, *selects: str) -> Iterator[Any]:
        """A DuckDB session with the inputs that the SELECTs name, and with the given tables from Python."""
        store: StoreSettings = self.config.section("store")
        macros = shared_macros(self.file(SHARED_MACROS)) if SHARED_MACROS in self.stage.files else ""
        give_back()
        seen = named_in(self.seen() if self.stage.sees else {}, *selects)
        with session(self.threads, store.memory_limit, self.home.tmp) as connection:
            whole = {name: self.paths(name) for name in self.inputs if name not in self.stage.seen}
            given = named_in(whole, *selects, macros)
            held = _held(given, selects)
            add_views(connection, held, are_held=True)
            add_views(connection, {name: paths for name, paths in given.items() if name not in held})
            hold_rows(connection, seen)
            if macros:
                connection.execute(macros)
            with given_tables(connection, tables or {}):
                yield connection

    def seen(self) -> Mapping[str, pa.Table]:
        """For each table of which the stage sees only a part (`Stage.sees`), by name, the rows of that part."""
        if not self.seen_rows:
            selects = {name: self._select(file) for name, file in self.stage.seen.items()}
            store: StoreSettings = self.config.section("store")
            whole = {name: [Path(path) for path in self.inputs[name]] for name in self.inputs}
            with session(self.threads, store.memory_limit, self.home.tmp) as connection:
                given = named_in(whole, *selects.values())
                add_views(connection, given)
                for name, select in selects.items():
                    # Sorted, so that the same rows give the same hash.
                    self.seen_rows[name] = _ask(connection, f"SELECT * FROM ({select}\n) ORDER BY ALL", None, None)
        return self.seen_rows

    def _select(self, file: str) -> str:
        return select_of(self.file(file))

    def ledger_entries(self, kind: str) -> Sequence[Mapping[str, Any]]:
        self._allow(f"ledger kind {kind}", kind in self.stage.ledger)
        return self.given.ledger.get(kind, ())

    def ledger_payload(self, sha256: str) -> bytes | None:
        self._allow("any ledger kind", bool(self.stage.ledger))
        return open_ledger(self.home).payload(sha256)

    def recall(self, table: str) -> Mapping[str, Any]:
        recalled: Mapping[str, Any] = self._recalled(table).get(_VALUES, {})
        return recalled

    def earlier(self, table: str) -> Mapping[str, Path]:
        store = ContentStore(self.home)
        written = contents_of(self._recalled(table))
        return {c.table: store.path(c) for c in written} if all(map(store.exists, written)) else {}

    def remember(self, table: str, values: Mapping[str, Any]) -> None:
        if self.scope:
            name = Remembered(self.home, self.stage.name, self.scope).name(self.paths(table), self.slot)
            self.kept[name] = values
            self.remembered.append(name)

    def _recalled(self, table: str) -> Mapping[str, Any]:
        if not self.scope:
            return {}
        kept = Remembered(self.home, self.stage.name, self.scope)
        name = kept.name(self.paths(table), self.slot)
        if name not in self.recalled:
            self.recalled[name] = kept.read(name)
        return self.recalled[name]

    def write(self, table: str, rows: pa.Table, waits: bool = False) -> None:
        # Compressing leaves the interpreter free, so the tables of a stage are written beside each other.
        self._refuse_second(table)
        if self.is_trial:
            return
        if table in self.standing:
            schema = self.stage.table(table).arrow_schema()
            rows = pa.concat_tables([self.standing.pop(table).cast(schema), rows.cast(schema)])
        self.writing[table] = _writers().submit(ContentStore(self.home).write_table, self.stage.table(table), rows)
        if waits:
            self.writing[table].result()

    def write_file(self, table: str, path: Path, rows: int) -> None:
        self._refuse_second(table)
        if self.is_trial:
            return
        self.contents[table] = ContentStore(self.home).write_file(self.stage.table(table), path, rows)

    def count(self, key: str, value: float = 1, message_id: str | None = None) -> None:
        self.counts[key] = self.counts.get(key, 0) + value
        if self.stage.by_message:
            self._allow("a count of no message", message_id is not None)
            of_message = self.counts_of.setdefault(message_id or "", {})
            of_message[key] = of_message.get(key, 0) + value

    def event(self, severity: Severity, code: str, message_id: str | None = None, **detail: Any) -> None:
        self.events.append((severity, code, message_id, detail))

    def fault(self, part: str, message_id: str | None, error: BaseException) -> None:
        self.faults.append(fault_of(part, message_id, error))

    def execute(self) -> None:
        """Call the stage's function and wait until its tables are written."""
        self.call()
        self.finish()

    def call(self) -> None:
        """Call the stage's function. Its tables may still be being written when this returns."""
        with self._without_private_text(), without_collector():
            function = resolve(self.stage.function)
            try:
                if self.stage.by_message and self.scope:
                    self._call_for_news(function)
                else:
                    function(self)
            except BaseException as error:
                if not self.stage.texts or not is_of_text(error):
                    raise
                self._call_without_unreadable(function, error)

    def _call_for_news(self, function: Callable[["Run"], object]) -> None:
        """Call the function for the messages that have changed. The rows of the others are taken from an
        earlier shard."""
        stage, given = self.stage, self.inputs
        texts = stage.texts
        asked = asked_of(given, texts, self.payload, self.home.root)
        before, files = self.recall(texts[0]), self.earlier(texts[0])
        news = news_of(before, asked, given, texts, self.home.root) if files else None
        with TemporaryDirectory(prefix="news-", dir=self.home.tmp) as folder:
            if news is not None:
                self.standing = {table: standing_rows(path, news.standing) for table, path in files.items()}
                self.inputs = narrowed(given, texts, news.changed, Path(folder))
            try:
                function(self)
            finally:
                self.inputs, self.standing = given, {}
        if news is not None:
            counts, events = standing_of(before, news.standing)
            for counted in counts.values():
                for key, value in counted.items():
                    self.counts[key] = self.counts.get(key, 0) + value
            self.counts_of |= counts
            self.events += [tuple(event) for event in events]
        self.remember(texts[0], asked | {COUNTS: self.counts_of, EVENTS: self.events})

    def _call_without_unreadable(self, function: Callable[["Run"], object], raised: BaseException) -> None:
        """Call the function without the messages that it cannot read. Each of them becomes a fault of the
        whole stage."""
        texts = self.stage.texts
        with TemporaryDirectory(prefix="survival-", dir=self.home.tmp) as folder:
            files = Path(folder)
            given, scope = self.inputs, self.scope

            def attempt(messages: Sequence[str]) -> BaseException | None:
                trial = replace(
                    self, inputs=narrowed(given, texts, messages, files), contents={}, writing={}, counts={}, events=[],
                    faults=[], scope="", is_trial=True,
                )  # fmt: skip
                return _raised(function, trial)

            messages = messages_of(given, texts)
            found = unreadable(messages, raised, attempt)
            rest = [message for message in messages if message not in found]
            for table in self.writing:
                self.writing[table].result()
            self.contents, self.writing, self.counts, self.events, self.faults = {}, {}, {}, [], []
            self.counts_of = {}
            # Nothing is kept for later: these files belong to no table.
            self.remembered, self.kept, self.scope = [], {}, ""
            self.inputs = narrowed(given, texts, rest, files)
            for message, error in found.items():
                self.fault(WHOLE_STAGE, message, error)
            try:
                function(self)
            finally:
                self.inputs, self.scope = given, scope

    def finish(self) -> None:
        """Wait until the files are written. Raises an error unless there is one for every table of the stage."""
        with self._without_private_text():
            self.contents |= {table: written.result() for table, written in self.writing.items()}
        missing = [table.name for table in self.stage.tables if table.name not in self.contents]
        if missing:
            raise WorkerError(f"stage {self.stage.name} ended without writing {', '.join(missing)}")
        # Rows without the unreadable messages are not kept: a run that reused them would not report the fault again.
        written = [] if self.faults else [content.to_json() for _, content in sorted(self.contents.items())]
        for name, values in self.kept.items():
            Remembered(self.home, self.stage.name, self.scope).write(name, {_VALUES: values, "contents": written})

    @contextmanager
    def _without_private_text(self) -> Iterator[None]:
        """Replace errors whose messages could hold a person's words by errors without them."""
        try:
            yield
        except AnnalsError:
            raise
        except MemoryError:
            raise WorkerError(f"stage {self.stage.name} ran out of memory; set ANNALS_THREADS=1 or free some") from None
        except OSError as error:
            said = FULL_DISK if is_of_full_disk(error) else error.strerror or type(error).__name__
            raise WorkerError(f"stage {self.stage.name}: {said}") from None
        except Exception as error:
            raise WorkerError(f"stage {self.stage.name} failed: {describe_without_content(error)}") from _debug(error)

    def outcome(self) -> dict[str, Any]:
        """The result as JSON: the files written, counts, events, faults, and the names of what was kept for
        later shards, if anything was."""
        outcome = {
            "contents": [content.to_json() for _, content in sorted(self.contents.items())],
            "counts": dict(sorted(self.counts.items())),
            "events": [list(event) for event in self.events],
            "faults": [list(fault) for fault in self.faults],
        }
        return outcome | {"remembered": sorted(self.remembered)} if self.remembered else outcome

    def _refuse_second(self, table: str) -> None:
        if table in self.contents or table in self.writing:
            raise WorkerError(f"stage {self.stage.name} wrote {table} twice")

    def _allow(self, what: str, declared: bool) -> None:
        if not declared:
            raise KeyError(f"stage {self.stage.name} does not declare {what}")


def _raised(function: Callable[[Run], object], run: Run) -> BaseException | None:
    """The exception that a stage's function raises, if a text may be the reason; None if it raises none."""
    try:
        function(run)
    except BaseException as error:
        if not is_of_text(error):
            raise
        return error
    return None


def _with_passing(selects: Sequence[tuple[str, str]], passing: Collection[str]) -> list[tuple[str, str]]:
    """The steps that are not in `passing`, in order. A step in `passing` is not run by itself: its SELECT becomes a
    WITH clause of the first later step that reads it."""
    left: list[tuple[str, str]] = []
    parts: dict[str, str] = {}
    for name, select in selects:
        named = tables_read(select)
        read = [f"{identifier(part)} AS (\n{parts.pop(part)}\n)" for part in list(parts) if part in named]
        whole = f"WITH {', '.join(read)} SELECT * FROM (\n{select}\n)" if read else select
        if name in passing:
            parts[name] = whole
        else:
            left.append((name, whole))
    return left


@cache
def _writers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_WRITERS, thread_name_prefix="annals-writer")


def _held(given: Mapping[str, Sequence[Path]], selects: Collection[str]) -> dict[str, Sequence[Path]]:
    """The files of those tables that are read once for all steps: small tables that several SELECTs read. To open their
    files each time takes longer than to keep their rows in memory."""
    reading = Counter(name for select in selects for name in named_in(given, select))
    little = {name for name, paths in given.items() if sum(path.stat().st_size for path in paths) <= _LITTLE_BYTES}
    return {name: paths for name, paths in given.items() if name in little and reading[name] > 1}


def _ask(connection: Any, select: str, parameters: Mapping[str, Any] | None, wanted: Table | None) -> pa.Table:
    """The rows of a SELECT, cast to the types of the contract `wanted` if there is one."""
    if wanted is not None:
        select = f"SELECT {contract_cast(wanted)} FROM ({select}\n)"
    rows = connection.sql(select, params=_used(select, parameters)).to_arrow_table()
    return rows.cast(wanted.arrow_schema()) if wanted is not None else rows


def _used(select: str, parameters: Mapping[str, Any] | None) -> dict[str, Any]:
    """Those of the parameters that the SELECT names, since DuckDB refuses a parameter that a SELECT does not name."""
    named = set(PARAMETER.findall(select))
    return {name: value for name, value in (parameters or {}).items() if name in named}


def _debug(error: BaseException) -> BaseException | None:
    """The cause to chain to an error: `error` itself if ANNALS_DEBUG is set, else None, since the text of an exception
    can hold a person's words."""
    return error if os.environ.get("ANNALS_DEBUG") else None
