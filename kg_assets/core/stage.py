"""Declarations of stages: what a stage reads, what it writes, which function does it.

Plain data, nothing is run here. A stage's function takes a `StageRun`; a sharded stage also has a `plan` that lists its
shards. Fingerprints, reuse, workers, checks and pointers are the runner's work (`kg_assets.engine.runner`).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

import pyarrow as pa
from pydantic import BaseModel

from kg_assets.core.contract import Table
from kg_assets.core.selects import tables_named

Severity = Literal["INFO", "WARN", "ERROR"]


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage, which Dagster shows as a multi-asset. `function` and `plan` are "module:name", so that a
    worker can import them without this object."""

    name: str
    group: str
    meaning: str
    tables: tuple[Table, ...]
    function: str
    reads: tuple[str, ...] = ()  # tables that its Python asks for; those that its SQL names need not be repeated
    plan: str | None = None
    config: tuple[str, ...] = ()  # sections of config/pipeline.yaml that the stage may see
    files: tuple[str, ...] = ()  # SQL, prompts and config data that it reads, named from the repository's top
    ledger: tuple[str, ...] = ()  # kinds of ledger entries that it reads
    reads_horizon: bool = False
    reads_as_of: bool = False
    reads_sources: bool = False
    reads_observations: bool = False  # the counts, events and faults of every stage before it
    # Inputs with a `message_id`: if the stage fails at a message, it runs without the rows of that message in them
    # (`engine.survival`), so the other rows must be usable alone. The first input gives the order of messages.
    texts: tuple[str, ...] = ()
    # Whether each row that a shard writes has a `message_id` and depends on the rows of `texts` of that message only:
    # then messages that have not changed are not read again (`engine.news`).
    by_message: bool = False
    # Those of `files` that select the part of a table that its SQL reads: `overlay.nodes.sql` selects rows and
    # columns of `overlay.nodes`. If these are unchanged, the stage does not run, whatever else changed in the table.
    sees: tuple[str, ...] = ()
    models: tuple[
        str, ...
    ] = ()  # settings ("section.key") that name a model on disk, whose files count as its code does
    distributions: tuple[str, ...] = ()  # further distributions whose version is part of the stage's code version

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of all tables that the stage reads: those that its Python asks for, and those that its
        SQL names and other stages write."""
        named = tables_named(self.files) - {table.name for table in self.tables}
        return tuple(sorted({*self.reads, *named}))

    @property
    def seen(self) -> dict[str, str]:
        """For each table of which the stage sees only a part, by name, the SQL file of `sees` that selects that
        part."""
        return {file.rpartition("/")[2].removesuffix(".sql"): file for file in self.sees}

    def table(self, name: str) -> Table:
        for table in self.tables:
            if table.name == name:
                return table
        raise KeyError(f"stage {self.name} does not write {name}")


@dataclass(frozen=True, slots=True)
class Shard:
    """One part of a sharded stage. It gets `payload` and, of the stage's input tables, only the files that `inputs`
    names for it. `payload` must fit into JSON.

    `identity` enters the fingerprint instead of the payload, if the payload has paths or offsets that do not change the
    result. `parts` is for an input of which only some rows or columns are read: it describes, by table, what is read,
    and enters the fingerprint instead of the files' whole content.
    """

    key: str
    payload: Mapping[str, Any] = field(default_factory=dict)
    inputs: Mapping[str, Sequence[str]] = field(default_factory=dict)
    identity: Any = None
    parts: Mapping[str, Any] = field(default_factory=dict)


class StageRun(Protocol):
    """What a stage's function gets: its inputs, its sections of the configuration, and methods to write its
    rows."""

    payload: Mapping[str, Any]
    sources: Sequence[Mapping[str, Any]]  # registered source members, when the stage declares `reads_sources`
    horizon: str | None
    as_of: str | None

    def paths(self, table: str) -> list[Path]:
        """The files of an input table, in the table's order."""

    def source_bytes(self, sha256: str) -> memoryview:
        """The bytes of a source member as a memory map."""

    def settings(self, section: str) -> Any:
        """A section of the configuration that the stage declares, as its typed model."""

    def file(self, name: str) -> Path:
        """The path of a data file that the stage declares (SQL, prompt, word list)."""

    def query(
        self,
        file: str,
        parameters: Mapping[str, Any] | None = None,
        tables: Mapping[str, pa.Table] | None = None,
        contract: str | None = None,
    ) -> pa.Table:
        """The rows of a declared SQL file (one SELECT) over the stage's inputs, which it names like
        `kg.messages`.

        `parameters` fill its `$name`s. `tables` are rows made in Python, which it names without a schema.
        With `contract` the result is cast to the types of that table of the stage.
        """

    def query_steps(
        self,
        folders: Sequence[str],
        wanted: Mapping[str, str | None],
        parameters: Mapping[str, Any] | None = None,
        tables: Mapping[str, pa.Table] | None = None,
        passing: Collection[str] = (),
    ) -> dict[str, pa.Table]:
        """The rows of the `wanted` steps, by step; the value of a step is the table whose contract its rows
        are cast to, or None.

        A step is a file in one of the declared `folders`: one SELECT that names the rows of other steps like
        tables. Which steps are needed, and in which order, follows from the files (`kg_assets.engine.steps`).
        All run in one session, and only wanted rows leave it. `parameters` and `tables` are as in `query`.
        The rows of `passing` steps are never in memory as a whole: the one step that reads them contains
        their SELECT.
        """

    def ledger_entries(self, kind: str) -> Sequence[Mapping[str, Any]]:
        """The entries of a declared kind, in ledger order; calls of models in the order of their
        identities."""

    def ledger_payload(self, sha256: str) -> bytes | None:
        """The payload that an entry of a declared kind names; None if it was erased."""

    def recall(self, table: str) -> Mapping[str, Any]:
        """The values that an earlier shard of this stage kept with `remember`; empty if there are none.

        The earlier shard is one that had the same files of the input `table`. In a stage `by_message` it is the shard
        with the same number, if there were as many shards then. A stage must write the same rows whether values are
        found or not.
        """

    def earlier(self, table: str) -> Mapping[str, Path]:
        """The files that an earlier shard wrote, by table: the shard whose values `recall` gives. Empty unless all of
        these files still exist."""

    def remember(self, table: str, values: Mapping[str, Any]) -> None:
        """Keep values that fit into JSON, in place of those kept earlier, for the next shard that asks `recall` for
        them."""

    def write(self, table: str, rows: pa.Table, waits: bool = False) -> None:
        """Write all rows of one table (of this shard), once per table.

        The call returns while they are being written. With `waits` it returns only when they are
        written, for a stage that needs their memory again.
        """

    def write_file(self, table: str, path: Path, rows: int) -> None:
        """Write a finished file of a table that is not Parquet."""

    def count(self, key: str, value: int | float = 1, message_id: str | None = None) -> None:
        """Add to a statistic of the stage (`kg.stage_statistics`). A stage `by_message` must name the
        message."""

    def event(self, severity: Severity, code: str, message_id: str | None = None, **detail: Any) -> None:
        """Record something a reader should know (`kg.stage_events`). It must have no private text."""

    def fault(self, part: str, message_id: str | None, error: BaseException) -> None:
        """Record that a part of the stage could not read a message (`kg.stage_faults`). `core.faults` calls
        it."""


StageFunction = Callable[[StageRun], None]


@dataclass(frozen=True, slots=True)
class Asking:
    """A kind of question that a model is asked before a build, so that a stage finds the answers in the log. Plain
    data, like a stage.

    `requests`, `most` and `endpoint` are functions, as "module:name". `requests` takes a `StageRun` of the stage and
    gives, in order, every request whose answer the stage would look up in the log as the log is now. `most` tells from
    the configuration alone how many answers the stage can need: 0 if it is switched off, None if there is no limit.
    `endpoint` tells from the configuration which model is asked and where, if that differs from section `models`.
    """

    about: str  # what the plan calls it
    stage: Stage  # whose inputs the requests are made of
    requests: str
    most: str
    goes_on: bool = False  # whether answers bring further requests of the same kind
    endpoint: str | None = None


@dataclass(frozen=True)
class Room:
    """What one folder of the package adds to the house.

    `readers` are the functions with which a person's own version of a file of `config/` is tried before a
    build: "module:name", and after a blank an argument (PATH is the file). `views` are SQL files of views for
    analysts, `askings` the requests to models for the room's stages.
    """

    stages: tuple[Stage, ...] = ()
    sections: Mapping[str, type[BaseModel]] = field(default_factory=dict)
    readers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    views: tuple[str, ...] = ()
    askings: tuple[Asking, ...] = ()


@dataclass(frozen=True)
class House:
    """All stages in the order in which they run, and the models of the configuration's sections.

    `reference` is the "module:name" of this object, so that a worker process can find it. `macros` is the
    "module:name" of a function that takes a configuration, a build's `as_of`, its horizon and the files of
    its tables, and gives the SQL of the macros that depend on them.
    """

    reference: str
    stages: tuple[Stage, ...]
    sections: Mapping[str, type[BaseModel]]
    macros: str | None = None
    readers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    views: tuple[str, ...] = ()
    askings: tuple[Asking, ...] = ()

    @classmethod
    def of(cls, reference: str, rooms: Sequence[Room], macros: str | None = None) -> "House":
        """The house with these rooms. A file that several rooms read is tried by all their readers."""
        readers: dict[str, tuple[str, ...]] = {}
        for room in rooms:
            for file, names in room.readers.items():
                readers[file] = (*readers.get(file, ()), *names)
        return cls(
            reference=reference,
            stages=tuple(stage for room in rooms for stage in room.stages),
            sections={name: model for room in rooms for name, model in room.sections.items()},
            macros=macros,
            readers=readers,
            views=tuple(view for room in rooms for view in room.views),
            askings=tuple(asking for room in rooms for asking in room.askings),
        )

    def stage(self, name: str) -> Stage:
        for stage in self.stages:
            if stage.name == name:
                return stage
        raise KeyError(f"there is no stage {name!r}; the stages are {', '.join(s.name for s in self.stages)}")

    def writer_of(self, table: str) -> Stage:
        for stage in self.stages:
            if any(t.name == table for t in stage.tables):
                return stage
        raise KeyError(f"no stage writes {table!r}")

    @property
    def tables(self) -> Mapping[str, Table]:
        return {table.name: table for stage in self.stages for table in stage.tables}

    def upstream(self, stage: Stage) -> tuple[str, ...]:
        """The names of the stages whose tables a stage reads, in the order in which stages run; all stages before
        it if it reads their observations."""
        if stage.reads_observations:
            position = [s.name for s in self.stages].index(stage.name)
            return tuple(s.name for s in self.stages[:position])
        names = {self.writer_of(table).name for table in stage.inputs}
        return tuple(s.name for s in self.stages if s.name in names)
