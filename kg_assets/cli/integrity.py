"""Whether the files of a home are as they were written: each is read and compared with the hash that names
it.

Each damage comes with the command that mends it. `examination` looks for everything else that can be wrong.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kg_assets.core.errors import AnnalsError
from kg_assets.core.harmless import shell_command
from kg_assets.engine.runner import Engine
from kg_assets.store.contents import Content
from kg_assets.store.files import sha256_of
from kg_assets.store.publish import current
from kg_assets.store.registry import member_rows, open_ledger, place_of, registered
from kg_assets.store.results import files_of
from kg_assets.store.vault import Vault


@dataclass(frozen=True, slots=True)
class Damage:
    """A damaged or missing file, and what to do about it."""

    said: str
    mend: str


def damaged_files(engine: Engine) -> Iterator[Damage]:
    """Every damaged file of a table, every damaged copy of a source, and every damaged payload of the ledger."""
    yield from damaged_tables(engine)
    yield from _damaged_sources(engine)
    yield from _damaged_payloads(engine)


def counted_files(engine: Engine) -> tuple[int, int]:
    """The number of files that `damaged_files` reads, and the sum of their bytes."""
    members = {row["sha256"]: row["bytes"] for row in member_rows(registered(open_ledger(engine.home)))}
    sizes = [content.bytes for content in {**_reusable(engine), **_held(engine)}] + list(members.values())
    ledger = open_ledger(engine.home)
    payloads = [ledger.payloads / sha256 for sha256 in ledger.payload_hashes()]
    sizes += [path.stat().st_size for path in payloads if path.exists()]
    return len(sizes), sum(sizes)


def damaged_tables(engine: Engine) -> Iterator[Damage]:
    """Files of tables whose bytes have changed, and files of builds that are missing or cut short."""
    held = _held(engine)
    published = current(engine.home)
    for content in sorted({**_reusable(engine), **held}, key=engine.contents.path):
        holders = held.get(content, ())
        if engine.contents.exists(content):
            try:
                engine.contents.verify(content)
                continue
            except AnnalsError as error:
                said, first = str(error).partition(";")[0], "rm that file, then "
        elif holders:
            path = engine.contents.path(content)
            is_cut = path.exists()
            said = f"{path} of {content.table} is {'cut short' if is_cut else 'missing'}"
            first = "rm that file, then " if is_cut else ""
        else:
            # A result that lacks files is not used again; nobody misses them.
            continue
        if published is None or published.ref.build in holders or not holders:
            yield Damage(said, f"{first}annals build")
        else:
            builds = " ".join(f"--build {build}" for build in holders)
            yield Damage(f"{said}; of an older build", f"{first}annals backfill --stale {builds}")


def _held(engine: Engine) -> dict[Content, tuple[str, ...]]:
    """The files of sealed builds, and of the results of unfinished builds; each with the names of the builds that need
    it."""
    held: dict[Content, set[str]] = {}
    for ref in engine.builds.sealed():
        for content in engine.builds.load(ref).contents():
            held.setdefault(content, set()).add(ref.build)
    for build in engine.builds.started():
        for pointer in engine.builds.pointers(build).values():
            for content in files_of(engine.results.read(pointer["result"]) or {}):
                held.setdefault(content, set()).add(build)
    return {content: tuple(sorted(builds)) for content, builds in held.items()}


def _reusable(engine: Engine) -> dict[Content, tuple[str, ...]]:
    """The files of every stored result, also those of single shards, because a later build may reuse them. Unlike
    `_held`, this names no builds."""
    names = sorted(path.stem for path in engine.home.results.glob("*.json"))
    return {content: () for name in names for content in files_of(engine.results.read(name) or {})}


def _damaged_sources(engine: Engine) -> Iterator[Damage]:
    vault = Vault(engine.home)
    for source in registered(open_ledger(engine.home)):
        for member in source.members:
            path = vault.path(member.sha256)
            if path.exists() and sha256_of(path) != member.sha256:
                said = f"{path}, the copy of {member.name}, is damaged"
                again = shell_command("annals", "build", str(place_of(engine.home, source) or "PATH"))
                yield Damage(said, f"rm that file, then {again} (or wherever the original lies)")


def _damaged_payloads(engine: Engine) -> Iterator[Damage]:
    ledger = open_ledger(engine.home)
    for sha256 in ledger.payload_hashes():
        try:
            ledger.payload(sha256)
        except AnnalsError as error:
            said, _, mend = str(error).partition("; ")
            yield Damage(said, mend)
