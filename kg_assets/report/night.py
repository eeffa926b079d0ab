"""What a nightly build did, step by step. The account has numbers only, and no word of the person's messages."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kg_assets.core.counting import counted
from kg_assets.overlay.reading.contracts import CLEANUP_JOBS, FOLD_PAIRS, HEALTH, HYGIENE
from kg_assets.store.builds import Builds, Manifest
from kg_assets.store.contents import ContentStore
from kg_assets.store.home import Home
from kg_assets.store.publish import publications
from kg_assets.store.rows import read_table

FOUND = {
    "observed_never_suggested": "only seen once and long ago",
    "suggested_never_confirmed": "never confirmed",
    "near_duplicate": "with a name nearly like another's",
    "conflicting_evidence": "with evidence for and against",
    "orphan": "tied to nothing",
    "old_trace": "traces that a summary may replace",
    "old_usage": "used long ago",
    "stale_procedure": "procedures grown old",
}
# What is said about the first steps: the tables, and the name for one row of each.
_TAKEN_IN = {"kg.conversations": "conversation", "kg.messages": "message"}
_READ = {"kg.assertions": "claim", "memory.semantic_event": "event", "beliefs.belief_nodes": "self-belief"}
_NAMES = {"overlay.alias_lexicon": "name"}
_DECISIONS = "overlay.promotion_decisions"


@dataclass(frozen=True)
class Step:
    """One step of the nightly build: its name, a sentence about it, and its numbers by name."""

    name: str
    said: str
    numbers: Mapping[str, float] = field(default_factory=dict)


def steps_of_night(home: Home, build: str) -> list[Step]:
    """The steps of a nightly build: what the newest generation of a build added, compared with the build
    published before. Empty if the build is not sealed."""
    builds = Builds(home)
    sealed = [ref for ref in builds.sealed() if ref.build == build]
    if not sealed:
        return []
    night = _Night(home, builds.load(sealed[-1]), _before(home, builds, build))
    return list(night.steps())


def _before(home: Home, builds: Builds, build: str) -> Manifest | None:
    """The build other than this one that was published last and is still kept; None if there is none."""
    kept = set(builds.sealed())
    others = [ref for ref in publications(home) if ref.build != build and ref in kept]
    return builds.load(others[-1]) if others else None


class _Night:
    def __init__(self, home: Home, now: Manifest, before: Manifest | None) -> None:
        self._contents = ContentStore(home)
        self._now = now
        self._before = before

    def steps(self) -> Iterator[Step]:
        known = set(self._before.sources) if self._before else set()
        new = len(set(self._now.sources) - known)
        grown, numbers = self._grown(_TAKEN_IN)
        sources = f"{counted(new, 'new source')} of {len(self._now.sources)}"
        yield Step("taken in", f"{sources}; {grown}", {"new_sources": new, **numbers})
        yield Step("read", *self._grown(_READ))
        yield Step("names", *self._grown(_NAMES))
        waiting = self._rows("overlay.tier4_queue")
        yield Step(
            "mentions",
            f"{counted(self._count('overlay.mention_resolutions'), 'mention')} looked up, {len(waiting)} left open",
            {"mentions_open": len(waiting)},
        )
        yield self._evidence()
        yield from self._hygiene()
        yield from self._cleaning()
        pairs = sum(row["verdict"] == "proposed" for row in self._rows(FOLD_PAIRS.name))
        yield Step("folding", f"{counted(pairs, 'pair')} that may be one", {"pairs_proposed": pairs})
        debt = {row["measure"]: row["value"] for row in self._rows(HEALTH.name)}
        if "debt_score" in debt:
            yield Step("health", f"debt {debt['debt_score']:.0f} of 100", {"debt": debt["debt_score"]})
        yield Step("digest", f"{counted(self._count('overlay.weekly_digest'), 'line')} about the week")
        warned = len(self._now.warned_checks)
        yield Step("checks", f"{counted(warned, 'check')} warned, none failed", {"checks_warned": warned})

    def _evidence(self) -> Step:
        reasons = Counter(row["reason"] for row in self._rows(_DECISIONS) if not row["is_promoted"])
        total = self._count(_DECISIONS)
        earned = total - sum(reasons.values())
        said = f"{counted(total, 'bundle')} weighed, {counted(earned, 'edge')} earned"
        most = ", ".join(
            f"{reason.replace('_', ' ')} {n}" for reason, n in sorted(reasons.items(), key=_most_first)[:3]
        )
        return Step("evidence", f"{said}; not yet: {most}" if most else said, {"edges_earned": earned})

    def _hygiene(self) -> Iterator[Step]:
        for row in self._rows(HYGIENE.name):
            faded, kept = row["demoted_edge_count"], row["kept_by_person_count"]
            yield Step(
                "hygiene",
                f"faded: {counted(faded, 'edge')}; kept by the person's word: {kept}",
                {"edges_faded": faded, "edges_kept_by_person": kept},
            )

    def _cleaning(self) -> Iterator[Step]:
        found = {row["job"]: row["found"] for row in self._rows(CLEANUP_JOBS.name)}
        for job, said in FOUND.items():
            if number := found.get(job):
                yield Step(job.replace("_", " "), f"{counted(number, 'node')}: {said}", {f"found_{job}": number})
        idle = [job for job, number in found.items() if not number]
        if idle:
            yield Step("cleanup", f"{counted(len(idle), 'job')} found nothing", {f"found_{job}": 0 for job in idle})

    def _grown(self, tables: Mapping[str, str]) -> tuple[str, dict[str, float]]:
        """Two values: a text with the number of rows of each table and how many more they are than in the build before
        ("1,204 claims (+12)"); and these increases by table."""
        said, numbers = [], {}
        for table, noun in tables.items():
            rows = self._count(table)
            more = rows - (self._before.tables[table].rows if self._before and table in self._before.tables else 0)
            said.append(f"{counted(rows, noun)} ({more:+})")
            numbers[f"{table.rpartition('.')[2]}_more"] = float(more)
        return ", ".join(said), numbers

    def _count(self, table: str) -> int:
        return self._now.tables[table].rows if table in self._now.tables else 0

    def _rows(self, table: str) -> list[dict[str, Any]]:
        held = self._now.tables[table].contents if table in self._now.tables else ()
        return [row for content in held for row in read_table(self._contents.path(content)).to_pylist()]


def _most_first(entry: tuple[str, int]) -> tuple[int, str]:
    return -entry[1], entry[0]
