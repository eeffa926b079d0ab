"""Builds: the request, the pointers that name the results of stages, and the sealed manifests (design §3).

When the pointer of a stage is replaced, the new result is part of the build. Whether a build is published is not
decided here.
"""

import difflib
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kg_assets.core.errors import QueryError, WarehouseError
from kg_assets.store.contents import Content
from kg_assets.store.files import (
    DifferentContentError,
    canonical,
    create_only,
    make_private_folder,
    read_object,
    sync_directory,
    write_json,
)
from kg_assets.store.home import Home

_AS_OF = re.compile(r"(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?Z", re.ASCII)
_BUILD = re.compile(r"\d{8}T\d{6}Z-[0-9a-f]{8}", re.ASCII)
_MANIFEST = re.compile(r"(\d{8}T\d{6}Z-[0-9a-f]{8})(?:@([2-9]|[1-9]\d+))?\.json", re.ASCII)
_STAGE = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
_REQUEST_SUFFIX = ".request.json"
_NEAREST = 3


def build_id(as_of: str, sources: Sequence[str], ledger_position: int) -> str:
    """The name of a build (design §3): `<as_of compact UTC>-<8 hex>`. The hex digits are a hash of moment, sources and
    ledger position."""
    match = _AS_OF.fullmatch(as_of)
    if match is None:
        raise WarehouseError(f"as_of {as_of!r} cannot be used: an instant like 2026-01-31T12:00:00.000Z was expected")
    year, month, day, hour, minute, second = match.groups()
    identity = {"as_of": as_of, "ledger_position": ledger_position, "sources": sorted(set(sources))}
    digest = hashlib.sha256(canonical(identity)).hexdigest()
    return f"{year}{month}{day}T{hour}{minute}{second}Z-{digest[:8]}"


@dataclass(frozen=True, order=True, slots=True)
class BuildRef:
    """A build and one of its generations, written `ID` for the first and `ID@2`, `ID@3` … for later ones."""

    build: str
    generation: int = 1

    def __str__(self) -> str:
        return self.build if self.generation == 1 else f"{self.build}@{self.generation}"


def parse_reference(text: str) -> tuple[str, int | None]:
    """The build (perhaps only a prefix of its name), and the generation or None, in a text like `ID` or
    `ID@2`."""
    build, at, generation = text.partition("@")
    if at and not (generation.isascii() and generation.isdigit() and int(generation) >= 1):
        raise QueryError(f"{text!r} names no generation: a number from 1 on was expected after @")
    return build, int(generation) if at else None


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table of a sealed build: the version of its contract and its files."""

    contract: str
    contents: tuple[Content, ...]

    @property
    def rows(self) -> int:
        return sum(content.rows for content in self.contents)

    @property
    def bytes(self) -> int:
        return sum(content.bytes for content in self.contents)


@dataclass(frozen=True, slots=True)
class StageRecord:
    """A stage of a sealed build: the fingerprint of its result, and the versions of its code and
    configuration."""

    fingerprint: str
    code_version: str
    config_hash: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """Everything that a sealed build consists of."""

    build: str
    as_of: str
    horizon: str | None
    sources: tuple[str, ...]
    ledger_position: int
    tables: Mapping[str, TableRecord]
    stages: Mapping[str, StageRecord]
    failed_checks: tuple[str, ...] = ()
    warned_checks: tuple[str, ...] = ()
    generation: int = 1
    # The sections that its stages read, as they were then: readers use them while the present ones cannot be used.
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def ref(self) -> BuildRef:
        return BuildRef(self.build, self.generation)

    def contents(self) -> list[Content]:
        return [content for name in sorted(self.tables) for content in self.tables[name].contents]

    def to_json(self) -> dict[str, Any]:
        return {
            "build": self.build,
            "generation": self.generation,
            "as_of": self.as_of,
            "horizon": self.horizon,
            "sources": list(self.sources),
            "ledger_position": self.ledger_position,
            "tables": {
                name: {
                    "contract": table.contract,
                    "rows": table.rows,
                    "bytes": table.bytes,
                    "contents": [content.to_json() for content in table.contents],
                }
                for name, table in self.tables.items()
            },
            "stages": {
                name: {
                    "fingerprint": stage.fingerprint,
                    "code_version": stage.code_version,
                    "config_hash": stage.config_hash,
                }
                for name, stage in self.stages.items()
            },
            "checks": {"failed": list(self.failed_checks), "warned": list(self.warned_checks)},
            "settings": {name: dict(values) for name, values in self.settings.items()},
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Manifest":
        return cls(
            build=value["build"],
            generation=value["generation"],
            as_of=value["as_of"],
            horizon=value["horizon"],
            sources=tuple(value["sources"]),
            ledger_position=value["ledger_position"],
            tables={
                name: TableRecord(table["contract"], tuple(Content.from_json(c) for c in table["contents"]))
                for name, table in value["tables"].items()
            },
            stages={
                name: StageRecord(stage["fingerprint"], stage["code_version"], stage["config_hash"])
                for name, stage in value["stages"].items()
            },
            failed_checks=tuple(value["checks"]["failed"]),
            warned_checks=tuple(value["checks"]["warned"]),
            settings=value.get("settings", {}),  # builds of earlier versions have none
        )


class Builds:
    """Reads and writes the folder `warehouse/builds`: requests, the stages' pointers, and sealed manifests."""

    def __init__(self, home: Home) -> None:
        self._folder = home.builds

    # Requests

    def request_path(self, build: str) -> Path:
        return self._folder / f"{_checked(build)}{_REQUEST_SUFFIX}"

    def put_request(self, build: str, request: Mapping[str, Any]) -> None:
        """Write the request of a build; it replaces an earlier one."""
        write_json(self.request_path(build), dict(request))

    def request(self, build: str) -> dict[str, Any] | None:
        path = self.request_path(build)
        return read_object(path) if path.exists() else None

    def asked_at(self, build: str) -> int:
        """The ledger position at which a build was last asked for; -1 if it never was.

        Of two builds for the same moment, the one that was asked for later knows more.
        """
        request = self.request(build) or {}
        return int(request.get("calls_position", request.get("ledger_position", -1)))

    def blocked(self, build: str) -> tuple[int, ...]:
        """The ledger positions of the privacy marks that kept something out of a build."""
        return tuple((self.request(build) or {}).get("blocked", ()))

    def requested(self) -> list[str]:
        """Builds that have a request, oldest as_of first."""
        names = (path.name.removesuffix(_REQUEST_SUFFIX) for path in self._folder.glob(f"*{_REQUEST_SUFFIX}"))
        return sorted(name for name in names if _BUILD.fullmatch(name))

    # Stage pointers

    def folder(self, build: str) -> Path:
        return self._folder / _checked(build)

    def pointer_path(self, build: str, stage: str) -> Path:
        if not _STAGE.fullmatch(stage):
            raise WarehouseError(f"{stage!r} is no name of a stage: small letters, digits and _ were expected")
        return self.folder(build) / f"{stage}.json"

    def point(self, build: str, stage: str, pointer: Mapping[str, Any]) -> None:
        """Make this result of a stage part of the build, by replacing the pointer."""
        path = self.pointer_path(build, stage)
        if not path.parent.exists():
            make_private_folder(path.parent)
            sync_directory(self._folder)
        write_json(path, dict(pointer))

    def pointer(self, build: str, stage: str) -> dict[str, Any] | None:
        path = self.pointer_path(build, stage)
        return read_object(path) if path.exists() else None

    def pointers(self, build: str) -> dict[str, dict[str, Any]]:
        """The pointers of a build, by the name of the stage."""
        names = sorted(path.stem for path in self.folder(build).glob("*.json") if _STAGE.fullmatch(path.stem))
        return {name: read_object(self.pointer_path(build, name)) for name in names}

    def started(self) -> list[str]:
        """The builds that have a folder: results of stages may be part of them already."""
        return sorted(path.name for path in self._folder.glob("*") if path.is_dir() and _BUILD.fullmatch(path.name))

    # Sealed manifests

    def manifest_path(self, ref: BuildRef) -> Path:
        _checked(ref.build)
        return self._folder / f"{ref}.json"

    def seal(self, manifest: Manifest) -> int:
        """Write a manifest as the build's next generation, and return its number. If a generation has the
        same manifest, return that one."""
        for generation in self.generations(manifest.build):
            if (
                self._bytes(manifest, generation)
                == self.manifest_path(BuildRef(manifest.build, generation)).read_bytes()
            ):
                return generation
        generation = max(self.generations(manifest.build), default=0) + 1
        while True:
            path = self.manifest_path(BuildRef(manifest.build, generation))
            try:
                create_only(path, self._bytes(manifest, generation))
            except DifferentContentError:
                generation += 1
                continue
            return generation

    @staticmethod
    def _bytes(manifest: Manifest, generation: int) -> bytes:
        return canonical(replace(manifest, generation=generation).to_json())

    def sealed(self) -> list[BuildRef]:
        """Every sealed generation, oldest as_of first."""
        matches = (_MANIFEST.fullmatch(path.name) for path in self._folder.glob("*.json"))
        return sorted(BuildRef(match[1], int(match[2] or 1)) for match in matches if match)

    def generations(self, build: str) -> list[int]:
        return [ref.generation for ref in self.sealed() if ref.build == build]

    def load(self, ref: BuildRef) -> Manifest:
        """The manifest of a sealed generation."""
        path = self.manifest_path(ref)
        if not path.exists():
            raise WarehouseError(f"build {ref} is not sealed: {path} is missing; {self._nearest(str(ref))}")
        value = read_object(path)
        try:
            return Manifest.from_json(value)
        except (KeyError, TypeError, AttributeError) as error:
            raise WarehouseError(f"{path} is damaged: {error!r}; remove the file and build again") from error

    def latest(self, build: str) -> Manifest | None:
        """The newest generation of a build, or None if it was never sealed."""
        generations = self.generations(build)
        return self.load(BuildRef(build, generations[-1])) if generations else None

    # Names

    def known(self) -> list[str]:
        """Every build that is requested, started or sealed."""
        return sorted({*self.requested(), *self.started(), *(ref.build for ref in self.sealed())})

    def find(self, text: str) -> str:
        """The build with this name or unique prefix. A generation after @ is ignored."""
        prefix, _ = parse_reference(text)
        names = self.known()
        if prefix in names:
            return prefix
        fitting = [name for name in names if prefix and name.startswith(prefix)]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise QueryError(f"{prefix!r} fits {len(fitting)} builds: {_listed(fitting)}; type more of the name")
        raise QueryError(f"there is no build {prefix!r}; {self._nearest(prefix)}")

    def find_sealed(self, text: str) -> BuildRef:
        """The sealed generation that `ID`, `ID@GEN` or a unique prefix of them means (default: the newest)."""
        _, generation = parse_reference(text)
        build = self.find(text)
        generations = self.generations(build)
        if not generations:
            raise QueryError(f"build {build} has not been finished; run `annals build` again to finish it")
        if generation is not None and generation not in generations:
            held = ", ".join(str(BuildRef(build, g)) for g in generations)
            raise QueryError(f"build {build} has no generation {generation}; it has {held}")
        return BuildRef(build, generation or generations[-1])

    def _nearest(self, text: str) -> str:
        names = self.known()
        if not names:
            return "there are no builds yet; `annals build PATH` makes one"
        near = difflib.get_close_matches(text, names, n=_NEAREST, cutoff=0.5) or names[-_NEAREST:]
        return f"the nearest are {_listed(near)}"


def _checked(build: str) -> str:
    if not _BUILD.fullmatch(build):
        raise WarehouseError(f"{build!r} is no name of a build: 20260131T120000Z-0123abcd was expected")
    return build


def _listed(names: Iterable[str]) -> str:
    ordered = sorted(names)
    more = len(ordered) - 8
    return ", ".join(ordered[:8]) + (f" and {more} more" if more > 0 else "")
