"""The ledger: the file to which everything is appended that cannot be computed again, such as a person's decisions and
the answers of models (design §1.1, §6).

Each entry is one line of canonical JSON with the hash of the line before it, so that a changed line is noticed. Large
or private content is a payload: a file beside the log, which the entry names by its hash. A payload can be erased, and
the log stays valid. The bodies of private kinds of entries (with names, quotes, paths of files) are payloads too. They
are salted: the hash that stays in the log after an erasure cannot confirm a guess of what was erased. What the entries
of each kind mean is decided by the code that reads them, not here.
"""

import hashlib
import json
import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, Protocol, runtime_checkable

from kg_assets.core.errors import AnnalsError, LedgerError, WarehouseError
from kg_assets.store.files import (
    TEMPORARY_PREFIX,
    canonical,
    explained,
    link_into_place,
    make_private_folder,
    remove,
    sha256_of,
    sync_directory,
    unfinished,
    write_all,
    write_atomic,
)
from kg_assets.store.home import Home
from kg_assets.store.locks import Locks

Role = Literal["decision", "intake", "call"]
_SALT_BYTES = 16
_FIELDS = {"position", "kind", "version", "at", "body", "payload", "previous"}


@runtime_checkable
class Model(Protocol):
    """A pydantic model class, without importing pydantic."""

    def model_validate(self, obj: Any) -> Any: ...


Validator = Callable[[Any], object] | Model


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of ledger entry, such as `claim_rejected`: its name, the version in which it is written, its role, and
    what checks the body of an entry."""

    name: str
    version: int
    role: Role
    validator: Validator
    is_private: bool = False  # its bodies can be erased

    def check(self, body: Mapping[str, Any]) -> None:
        """Raise an error for a body that does not fit. The error does not repeat what the body says."""
        try:
            if isinstance(self.validator, Model):
                self.validator.model_validate(body)
            else:
                self.validator(body)
        except AnnalsError:
            raise
        except (ValueError, TypeError, KeyError) as error:
            places = _places(error)
            raise LedgerError(f"a {self.name} entry does not fit version {self.version}: {places}") from error


def _places(error: Exception) -> str:
    listed = getattr(error, "errors", None)
    if callable(listed):
        return "; ".join(f"{'.'.join(map(str, e['loc'])) or 'body'}: {e['type']}" for e in listed(include_input=False))
    # The text of other errors may repeat what the body says.
    return f"its validator raised {type(error).__name__}"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the ledger: a line of its file."""

    position: int
    kind: str
    version: int
    at: str | None
    body: Mapping[str, Any]
    payload: str | None
    previous: str | None

    def line(self) -> bytes:
        return canonical({name: getattr(self, name) for name in sorted(_FIELDS)})


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry that is to be appended and so has no position yet."""

    kind: str
    body: Mapping[str, Any]
    at: str | None = None
    payload: bytes | None = None


@dataclass(slots=True)
class _Known:
    """What has been read of the ledger's file so far, and verified."""

    entries: list[Entry] = field(default_factory=list)
    size: int = 0
    tail: str | None = None  # sha256 of the last line
    bodies: dict[str, Mapping[str, Any]] = field(default_factory=dict)  # of private entries, by their payload's hash
    identity: tuple[int, int] | None = None  # device and inode of the file that was read


class Ledger:
    """The ledger of a home: the lines of `ledger/ledger.jsonl` and the files of `ledger/payloads/`."""

    def __init__(self, home: Home, kinds: Iterable[Kind]) -> None:
        self.home = home
        self._folder = home.ledger
        self._locks = Locks(home)
        self._known = _Known()
        self._kinds: dict[str, Kind] = {}
        for kind in kinds:
            if kind.name in self._kinds:
                raise LedgerError(f"ledger kind {kind.name} is declared twice")
            self._kinds[kind.name] = kind

    @property
    def path(self) -> Path:
        return self._folder / "ledger.jsonl"

    @property
    def payloads(self) -> Path:
        return self._folder / "payloads"

    # Reading

    def entries(self, kinds: Collection[str] | None = None, until: int | None = None) -> list[Entry]:
        """The entries of these kinds (None: of all known ones) in ledger order, up to and including the position
        `until`. Entries whose body was erased, or that a newer version wrote, are left out."""
        self._read()
        wanted = self._kinds.keys() if kinds is None else set(kinds)
        self._require(wanted)
        chosen = (
            self._with_body(entry)
            for entry in self._known.entries
            if entry.kind in wanted and self._is_understood(entry) and (until is None or entry.position <= until)
        )
        return [entry for entry in chosen if entry is not None]

    def position(self) -> int:
        """The position of the last entry, 0 if there is none."""
        self._read()
        return len(self._known.entries)

    def decision_position(self, until: int | None = None) -> int:
        """The position of the last decision of a person, 0 if there is none."""
        decisions = [kind.name for kind in self._kinds.values() if kind.role == "decision"]
        return max((entry.position for entry in self.entries(decisions, until)), default=0)

    def notes(self) -> list[str]:
        """Sentences for the person about entries that this version ignores, because a newer version wrote them: how
        many, and of which kind."""
        self._read()
        counts: dict[tuple[str, int], int] = {}
        for entry in self._known.entries:
            if not self._is_understood(entry):
                counts[entry.kind, entry.version] = counts.get((entry.kind, entry.version), 0) + 1
        return [
            f"{count} ledger entries of kind {kind}, version {version}, are not understood by this version and were "
            f"left alone; install the version that wrote them to use them"
            for (kind, version), count in sorted(counts.items())
        ]

    def payload(self, sha256: str) -> bytes | None:
        """The payload with this hash, None if it was erased. A lost or damaged payload is an error."""
        path = self.payloads / sha256
        try:
            data = path.read_bytes()
        except FileNotFoundError as error:
            if self.is_erased(sha256):
                return None
            raise LedgerError(f"payload {path} is missing; restore it from a backup") from error
        if hashlib.sha256(data).hexdigest() != sha256:
            raise LedgerError(f"payload {path} is damaged; restore it from a backup or erase it")
        return data

    def payload_hashes(self) -> list[str]:
        """The hash of every payload that an entry names, erased or not."""
        self._read()
        return sorted({entry.payload for entry in self._known.entries if entry.payload is not None})

    def is_erased(self, sha256: str) -> bool:
        return self._tombstone(sha256).exists()

    # Writing

    def append(self, kind: str, body: Mapping[str, Any], at: str | None = None, payload: bytes | None = None) -> Entry:
        """Add one entry. When this returns, the entry survives a power cut."""
        return self.append_all([Draft(kind, body, at, payload)])[0]

    def append_all(self, drafts: Sequence[Draft]) -> list[Entry]:
        """Add several entries with one write. After a crash the first of them may be there and the others
        not."""
        self._require({draft.kind for draft in drafts})
        for draft in drafts:
            self._kinds[draft.kind].check(draft.body)
        if not drafts:
            return []
        try:
            with self._locks.ledger("ledger append"):
                written = [self._as_written(draft) for draft in drafts]
                hashes = self._store_payloads([draft.payload for draft in written])
                self._mend()
                self._read()
                return [e for e in map(self._with_body, self._append_lines(written, hashes)) if e is not None]
        except WarehouseError as error:
            raise LedgerError(str(error)) from error

    def hide_bodies(self) -> int:
        """Move private bodies that an older version wrote into the lines to payloads, which can be erased;
        returns how many.

        The lines are rewritten with a new chain of hashes: this is the only time that a line changes.
        """
        with self._locks.ledger("ledger renewal"):
            self._mend()
            self._read()
            open_ones = [e for e in self._known.entries if self._is_private(e) and e.body]
            if not open_ones:
                return 0
            hidden = {e.position: _hidden(e.body) for e in open_ones}
            self._store_payloads(list(hidden.values()))
            data, previous = b"", None
            for entry in self._known.entries:
                if entry.position in hidden:
                    digest = hashlib.sha256(hidden[entry.position]).hexdigest()
                    entry = replace(entry, body={}, payload=digest, version=self._kinds[entry.kind].version)
                line = replace(entry, previous=previous).line()
                previous = hashlib.sha256(line).hexdigest()
                data += line + b"\n"
            write_atomic(self.path, data)
            return len(hidden)

    def erase_payload(self, sha256: str) -> int:
        """Delete a payload for good; returns the bytes freed. The entries that name it stay, and it is marked
        as erased."""
        with self._locks.ledger("ledger erasure"), explained(self.payloads):
            make_private_folder(self.payloads)
            write_atomic(self._tombstone(sha256), b"")
            path = self.payloads / sha256
            freed = path.stat().st_size if path.exists() else 0
            path.unlink(missing_ok=True)
            sync_directory(self.payloads)
        return freed

    def sweep(self) -> int:
        """Remove unfinished files that a killed process left; returns the bytes freed."""
        with self._locks.ledger("sweeping the ledger"):
            return sum(remove(path) for path in sorted(self._folder.rglob(f"{TEMPORARY_PREFIX}*")))

    # How it is done

    def _tombstone(self, sha256: str) -> Path:
        return self.payloads / f"{sha256}.erased"

    def _require(self, kinds: Iterable[str]) -> None:
        unknown = sorted(set(kinds) - self._kinds.keys())
        if unknown:
            known = ", ".join(sorted(self._kinds)) or "none"
            raise LedgerError(f"unknown ledger kinds: {', '.join(unknown)}; known are {known}")

    def _is_understood(self, entry: Entry) -> bool:
        kind = self._kinds.get(entry.kind)
        return kind is not None and entry.version <= kind.version

    def _is_private(self, entry: Entry) -> bool:
        return self._is_understood(entry) and self._kinds[entry.kind].is_private

    def _as_written(self, draft: Draft) -> Draft:
        """The draft in the form in which the log gets it: if its kind is private, its body is put into a payload."""
        if not self._kinds[draft.kind].is_private:
            return draft
        return Draft(draft.kind, {}, draft.at, _hidden(draft.body))

    def _with_body(self, entry: Entry) -> Entry | None:
        """The entry with its body as it was appended; None if the body has been erased since."""
        if entry.body or entry.payload is None or not self._is_private(entry):
            return entry
        if self.is_erased(entry.payload):
            self._known.bodies.pop(entry.payload, None)
            return None
        body = self._known.bodies.get(entry.payload)
        if body is None:
            data = self.payload(entry.payload)
            if data is None:
                return None
            body = self._known.bodies[entry.payload] = json.loads(data)["body"]
        return replace(entry, body=body)

    def _store_payloads(self, payloads: Sequence[bytes | None]) -> list[str | None]:
        if any(payload is not None for payload in payloads) and not self.payloads.exists():
            make_private_folder(self.payloads)
            sync_directory(self._folder)
        hashes = [None if payload is None else self._store_payload(payload) for payload in payloads]
        if any(hashes):
            sync_directory(self.payloads)
        return hashes

    def _store_payload(self, payload: bytes) -> str:
        sha256 = hashlib.sha256(payload).hexdigest()
        path = self.payloads / sha256
        with explained(path), unfinished(self.payloads) as (descriptor, temporary):
            write_all(descriptor, payload)
            os.fsync(descriptor)
            if not link_into_place(temporary, path) and sha256_of(path) != sha256:
                os.replace(temporary, path)
        # A person who brings the same words back has taken their erasure back.
        self._tombstone(sha256).unlink(missing_ok=True)
        return sha256

    def _append_lines(self, drafts: Sequence[Draft], hashes: Sequence[str | None]) -> list[Entry]:
        known, added, data = self._known, [], b""
        previous = known.tail
        for offset, (draft, sha256) in enumerate(zip(drafts, hashes, strict=True), start=1):
            version = self._kinds[draft.kind].version
            position = len(known.entries) + offset
            entry = Entry(position, draft.kind, version, draft.at, dict(draft.body), sha256, previous)
            line = entry.line()
            previous = hashlib.sha256(line).hexdigest()
            data += line + b"\n"
            added.append(entry)
        self._write(data, known.size)
        self._read()
        return added

    def _write(self, data: bytes, size: int) -> None:
        is_new = not self.path.exists()
        with explained(self.path):
            descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                os.fchmod(descriptor, 0o600)
                write_all(descriptor, data)
                os.fsync(descriptor)
            except BaseException:
                # Unacknowledged entries must not stay half written; if this fails too, the next append mends it.
                os.ftruncate(descriptor, size)
                raise
            finally:
                os.close(descriptor)
            if is_new:
                sync_directory(self._folder)

    def _mend(self) -> None:
        """Move an incomplete last line, whose append never returned, to a file of its own. Call only under
        the lock, when nobody is writing."""
        if not self.path.exists():
            return
        data = self._tail_bytes()
        torn = data[_whole(data) :]
        if not torn:
            return
        number = 1
        while (aside := self._folder / f"ledger.torn.{number}").exists():
            number += 1
        write_atomic(aside, torn)
        size = self.path.stat().st_size - len(torn)
        with explained(self.path), self.path.open("r+b") as stream:
            stream.truncate(size)
            os.fsync(stream.fileno())
        if size < self._known.size:
            self._known = _Known()

    def _tail_bytes(self) -> bytes:
        start = self._known.size if self._is_same_file() else 0
        with self.path.open("rb") as stream:
            stream.seek(start)
            return stream.read()

    def _is_same_file(self) -> bool:
        status = self.path.stat()
        return self._known.identity == (status.st_dev, status.st_ino) and status.st_size >= self._known.size

    def _read(self) -> None:
        """Read and verify the lines that were added since the last time."""
        if not self.path.exists():
            self._known = _Known()
            return
        if not self._is_same_file():
            self._known = _Known()
        data = self._tail_bytes()
        known = self._known
        for line in data[: _whole(data)].split(b"\n")[:-1]:
            known.entries.append(self._proved(line))
            known.tail = hashlib.sha256(line).hexdigest()
            known.size += len(line) + 1
        status = self.path.stat()
        known.identity = (status.st_dev, status.st_ino)

    def _proved(self, line: bytes) -> Entry:
        number = len(self._known.entries) + 1
        try:
            value = json.loads(line)
        except ValueError as error:
            raise self._damage(number, "JSON was expected") from error
        if not isinstance(value, dict) or value.keys() != _FIELDS:
            raise self._damage(number, f"an object with {', '.join(sorted(_FIELDS))} was expected")
        if value["position"] != number:
            raise self._damage(number, f"position {number} was expected, {value['position']} was found")
        if value["previous"] != self._known.tail:
            raise self._damage(number - 1 if number > 1 else 1, f"its hash is not the one that line {number} names")
        return Entry(**value)

    def _damage(self, number: int, found: str) -> LedgerError:
        return LedgerError(
            f"{self.path} is damaged at line {number}: {found}. Restore the file from a backup; the lines before "
            f"line {number} are whole, and nothing has been changed"
        )


def _hidden(body: Mapping[str, Any]) -> bytes:
    return canonical({"body": dict(body), "salt": os.urandom(_SALT_BYTES).hex()})


def _whole(data: bytes) -> int:
    """The number of bytes that are complete lines. After a power cut the last line may also be zeros."""
    end = data.rfind(b"\n") + 1
    start = data.rfind(b"\n", 0, max(0, end - 1)) + 1
    return start if b"\0" in data[start:end] else end
