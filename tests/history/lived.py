"""A small life by hand: messages, times, claims and retractions, and stage 5 run over them as a build runs it.

Ids are short and ascend in the order of making: m000, t000, a000, r000. Instants are written as far as they matter.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from kg_assets.claims.contracts import ASSERTIONS, ENTITIES, PREDICATES, RETRACTIONS
from kg_assets.claims.vocabulary import read_vocabulary
from kg_assets.core.canonical import canonical_text
from kg_assets.core.config import Config, load_config
from kg_assets.core.data import data_path
from kg_assets.core.ids import IdSpace
from kg_assets.engine.checks import check_tables
from kg_assets.engine.stagerun import Given, Run
from kg_assets.history.rules import PREDICATES_FILE
from kg_assets.history.stages import TEMPORALIZE
from kg_assets.house import HOUSE
from kg_assets.language.contracts import SENTENCES
from kg_assets.mentions.contracts import TIME_MENTIONS
from kg_assets.sources.contracts import MESSAGES
from kg_assets.sources.settings import SourceSettings
from kg_assets.store.contents import ContentStore
from kg_assets.store.home import Home
from kg_assets.store.rows import read_table
from kg_assets.store.sqlrun import session

_FOLDER = TemporaryDirectory(prefix="annals-history-")
_FIRST = "0001-01-01T00:00:00.000Z"
IDS = IdSpace(SourceSettings().id_namespace)
SELF = "PERSON:self"
SCHEMAS = {
    "kg.messages": MESSAGES.arrow_schema(),
    "kg.sentences": SENTENCES.arrow_schema(),
    "kg.time_mentions": TIME_MENTIONS.arrow_schema(),
    "kg.assertions": ASSERTIONS.arrow_schema(),
    "kg.retractions": RETRACTIONS.arrow_schema(),
    "kg.predicates": PREDICATES.arrow_schema(),
    "kg.entities": ENTITIES.arrow_schema(),
}


def instant(text: str) -> str:
    """2020 and 2020-03-04 as they are stored."""
    return text + _FIRST[len(text) :]


def predicate_id(label: str) -> str:
    return IDS.make("pred", label)


def rule_id(label: str | None, kind: str = "*") -> str:
    return IDS.make("invalidation_rule", predicate_id(label) if label else None, kind)


def signature(thing: str | None) -> str:
    return f"E:{thing}" if thing else "N:__NONE__"


@dataclass
class Lived:
    """What stage 5 reads, row by row."""

    messages: list[dict[str, Any]] = field(default_factory=list)
    times: list[dict[str, Any]] = field(default_factory=list)
    claims: list[dict[str, Any]] = field(default_factory=list)
    retractions: list[dict[str, Any]] = field(default_factory=list)
    salience: dict[str, float] = field(default_factory=dict)
    named: dict[str, dict[str, Any]] = field(default_factory=dict)  # more columns of an entity, such as its aliases
    sentences: list[dict[str, Any]] = field(default_factory=list)  # only where a time must not reach over their bounds

    def message(
        self, at: str | None = "2024", conversation: str = "k1", role: str = "user", quality: str = "original"
    ) -> str:
        own = f"m{len(self.messages):03d}"
        order = sum(row["conversation_id"] == conversation for row in self.messages)
        self.messages.append(
            {
                "message_id": own, "conversation_id": conversation, "role": role, "order_index": order,
                "created_at_utc": instant(at) if at else None, "timestamp_quality": quality if at else None,
            }
        )  # fmt: skip
        return own

    def time(
        self, message: str, start: int, end: int, since: str | None, to: str | None = None, *, exact: str = "year",
        confidence: float = 0.9,
    ) -> str:  # fmt: skip
        """An interval when it has an end, else an instant; unresolved without a beginning."""
        own = f"t{len(self.times):03d}"
        kind = "unresolved" if since is None else "interval" if to else "instant"
        self.times.append(
            {
                "time_mention_id": own, "message_id": message, "char_start": start, "char_end": end,
                "resolved_type": kind, "valid_from_utc": instant(since) if since else None,
                "valid_to_utc": instant(to) if to else None, "resolution_granularity": exact if since else None,
                "confidence": confidence,
            }
        )  # fmt: skip
        return own

    def claim(self, thing: str | None, predicate: str = "lives_in", **more: Any) -> str:
        """A claim as `message`, or in a message of its own said `at`. `since`, `until`, `on` and `during` name a time
        by its qualifier; other keywords are columns."""
        own = more.pop("assertion_id", f"a{len(self.claims):03d}")
        of = {name: more.pop(name) for name in ("at", "conversation", "role", "quality") if name in more}
        message = more.pop("message", None) or self.message(**of)
        (said,) = [row for row in self.messages if row["message_id"] == message]
        subject = more.pop("subject", SELF)
        sign = signature(thing)
        tiers = more.pop("tiers", (1, 1))
        span = more.pop("span", (0, 10))
        qualifier, time = self._qualifier(message, more)
        row = {
            "assertion_id": own, "message_id": message, "subject_entity_id": subject,
            "predicate_id": predicate_id(predicate), "object_entity_id": thing, "object_signature": sign,
            "fact_key": canonical_text([subject, predicate_id(predicate), sign]),
            "subject_detection_tier": tiers[0], "object_detection_tier": tiers[1],
            "temporal_qualifier_type": qualifier, "temporal_qualifier_id": time, "modality": "state",
            "polarity": "positive", "asserted_role": said["role"], "asserted_at_utc": said["created_at_utc"],
            "confidence_final": 0.9, "has_user_corroboration": False, "is_passing": False,
            "char_start": span[0], "char_end": span[1],
        }  # fmt: skip
        assert set(more) <= set(ASSERTIONS.arrow_schema().names), more
        self.claims.append({**row, **more})
        return str(own)

    def _qualifier(self, message: str, more: dict[str, Any]) -> tuple[str | None, str | None]:
        exact = more.pop("exact", "year")
        for word, kind in (("since", "since"), ("until", "until"), ("on", "at"), ("during", "during")):
            if word in more:
                given = more.pop(word)
                since, to = given if isinstance(given, tuple) else (given, None)
                start = 1000 + 10 * len(self.times)  # out of the reach of every claim
                return kind, self.time(message, start, start + 4, since, to, exact=exact)
        return None, None

    def denial(self, thing: str | None, predicate: str = "lives_in", **more: Any) -> str:
        return self.claim(thing, predicate, polarity="negative", **more)

    def retraction(
        self, kind: str, target: str | None = None, *, fact_of: str | None = None, at: str | None = "2024",
        conversation: str = "k1", quality: str = "original", role: str = "user", message: str | None = None,
        start: int = 0, confidence: float = 0.9, when: str | tuple[str, str] | None = None,
        replacement: str | None = None, denied_by: str | None = None, is_described: bool = True,
    ) -> str:  # fmt: skip
        """A retraction of a claim, or of the fact of one; `when` is the time that the words of an end name."""
        own = f"r{len(self.retractions):03d}"
        message = message or self.message(at, conversation, role, quality)
        qualifier: tuple[int | None, int | None] = (None, None)
        if when is not None:
            since, to = when if isinstance(when, tuple) else (when, None)
            self.time(message, start + 20, start + 24, since, to, exact="month")
            qualifier = (start + 18, start + 24)
        about = target or fact_of
        fact_key = next(row["fact_key"] for row in self.claims if row["assertion_id"] == about) if about else None
        self.retractions.append(
            {
                "retraction_id": own, "retraction_message_id": message, "target_assertion_id": target,
                "target_fact_key": fact_key, "retraction_type": kind, "replacement_assertion_id": replacement,
                "confidence": confidence, "char_start": start, "char_end": start + 18,
                "qualifier_start": qualifier[0], "qualifier_end": qualifier[1], "denied_by_assertion_id": denied_by,
                "is_described": is_described, "raw_retraction_json": "{}",
            }
        )  # fmt: skip
        return own

    def correct(self, old: str, new: str) -> None:
        """Stage 4's link from a claim to what took its place."""
        for row in self.claims:
            if row["assertion_id"] == old:
                row |= {"superseded_by_assertion_id": new, "supersession_type": "correction"}

    def entities(self) -> list[dict[str, Any]]:
        names = {row[name] for row in self.claims for name in ("subject_entity_id", "object_entity_id")} - {None}
        return [
            {
                "entity_id": name, "entity_type": name.partition(":")[0] if ":" in name else "OTHER",
                "salience_score": self.salience.get(name), "canonical_name": name, **self.named.get(name, {}),
            }
            for name in sorted(names)
        ]  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """The tables of a run, by what a test wants to know."""

    files: Mapping[str, list[Path]]
    run: Run

    def rows(self, name: str) -> list[dict[str, Any]]:
        return list(read_table(self.files[f"kg.{name}"][0]).to_pylist())

    def claim(self, own: str) -> dict[str, Any]:
        (row,) = [row for row in self.rows("assertion_temporalized") if row["assertion_id"] == own]
        return {**row, "log": json.loads(row["raw_temporalize_json"])}

    def span(self, own: str) -> tuple[str | None, str | None, str]:
        """From, to, status; instants as far as they differ from the beginning of time."""
        row = self.claim(own)
        return _short(row["valid_from_utc"]), _short(row["valid_to_utc"]), row["status"]

    def decisions(self, own: str) -> list[str]:
        return [decision["code"] for decision in self.claim(own)["log"]["decisions"]]

    def conflicts(self) -> dict[str, list[set[str]]]:
        """The members of every conflict, by type."""
        members: dict[str, set[str]] = {}
        for row in self.rows("conflict_members"):
            members.setdefault(row["conflict_group_id"], set()).add(row["assertion_id"])
        found: dict[str, list[set[str]]] = {}
        for row in self.rows("conflict_groups"):
            found.setdefault(row["conflict_type"], []).append(members[row["conflict_group_id"]])
        return {kind: sorted(groups, key=sorted) for kind, groups in found.items()}

    def events(self) -> list[tuple[str, dict[str, Any]]]:
        return [(code, detail) for _, code, _, detail in self.run.events]

    def hashes(self) -> dict[str, str]:
        return {table.name: self.files[table.name][0].name for table in TEMPORALIZE.tables}

    def broken_rules(self) -> list[str]:
        with session(1, "1GB") as connection:
            results = check_tables(connection, TEMPORALIZE.tables, self.files)
        return [f"{r.table}: {rule}" for r in results for rule, count in r.violations.items() if count]


def _short(text: str | None) -> str | None:
    if text is None:
        return None
    for length in (4, 7, 10):
        if text.endswith(_FIRST[length:]):
            return text[:length]
    return text


def tables_of(world: Lived) -> dict[str, pa.Table]:
    """Rows with whatever columns they have; the others are NULL, which the stage never looks at."""
    given = {
        "kg.messages": world.messages, "kg.sentences": world.sentences, "kg.time_mentions": world.times,
        "kg.assertions": world.claims,
        "kg.retractions": world.retractions, "kg.predicates": _predicates_of(world), "kg.entities": world.entities(),
    }  # fmt: skip
    return {
        name: pa.Table.from_pylist(rows, pa.schema([column.with_nullable(True) for column in SCHEMAS[name]]))
        for name, rows in given.items()
    }


def _predicates_of(world: Lived) -> list[dict[str, Any]]:
    """The vocabulary, and what a test says in words of its own."""
    known = {row["predicate_id"] for row in _predicates()}
    own = sorted({row["predicate_id"] for row in world.claims} - known)
    return [*_predicates(), *({"predicate_id": one, "canonical_label": one} for one in own)]


@cache
def _predicates() -> list[dict[str, Any]]:
    terms = read_vocabulary(data_path(PREDICATES_FILE)).terms
    kinds = {label: term.category for label, term in terms.items()} | {
        "die": "event",
        "pass_away": "event",
        "die_of": "event",
        "retire": "event",
        "retire_from": "event",
        "be_retired": "event",
        "lose": "event",
    }
    return [
        {"predicate_id": predicate_id(label), "canonical_label": label, "canonical_label_norm": label, "category": kind}
        for label, kind in sorted(kinds.items())
    ]


@cache
def _home() -> Home:
    """One for all tests: contents are named by what they hold, and a DuckDB is started for each home."""
    return Home(Path(_FOLDER.name)).prepare()


@cache
def _config(settings: str, rules: str | None) -> Config:
    """Read once for all tests that want the same: it takes as long as a step of the stage."""
    own = Path(mkdtemp(dir=_FOLDER.name))
    (own / "pipeline.yaml").write_text(settings, encoding="utf-8")
    if rules is not None:
        (own / "invalidation_rules.yaml").write_text(rules, encoding="utf-8")
    return load_config(HOUSE.sections, own)


def run_of(
    folder: Path, tables: Mapping[str, pa.Table], settings: Mapping[str, Any] | None = None, rules: str | None = None,
    threads: int = 1, horizon: str | None = None,
) -> tuple[dict[str, list[Path]], Run]:  # fmt: skip
    """A run of the stage, ready to be executed; `rules` is another file of rules."""
    folder.mkdir(parents=True, exist_ok=True)
    files: dict[str, list[Path]] = {}
    for name, rows in tables.items():
        files[name] = [folder / f"{name}.parquet"]
        pq.write_table(rows, files[name][0])
    inputs = {name: [str(path) for path in files[name]] for name in TEMPORALIZE.inputs}
    return files, Run(
        TEMPORALIZE,
        _home(),
        _config(json.dumps({"history": dict(settings or {})}), rules),
        Given(horizon=horizon),
        inputs,
        {},
        threads,
    )


def build(
    folder: Path, world: Lived, settings: Mapping[str, Any] | None = None, rules: str | None = None, threads: int = 1,
    order: Sequence[int] = (), horizon: str | None = None,
) -> Outcome:  # fmt: skip
    """The stage over a world, with every rule of its contracts kept; `order` shuffles the rows of every table."""
    tables = tables_of(world)
    if order:
        tables = {
            name: rows.take(pa.array([i for i in order if i < len(rows)], pa.int64())) for name, rows in tables.items()
        }
    files, run = run_of(folder, tables, settings, rules, threads, horizon)
    run.execute()
    files |= {name: [ContentStore(run.home).path(content)] for name, content in run.contents.items()}
    outcome = Outcome(files, run)
    assert outcome.broken_rules() == []
    return outcome


# What is shipped departs from these two (see config/pipeline.yaml); examples are worked out by hand with the seed's.
SEED_NUMBERS = {"time_link_min_alignment": 0.1, "confidence_supersession_margin": 0.01}


def build_by_seed(folder: Path, world: Lived, settings: Mapping[str, Any] | None = None) -> Outcome:
    """The stage over a world with the numbers of seed 000 §5.0, but for those in `settings`."""
    return build(folder, world, {**SEED_NUMBERS, **(settings or {})})
