"""The ledger keeps what it was given, through tears, damage, erasure and newer versions."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from kg_assets.core.errors import LedgerError
from kg_assets.store import files
from kg_assets.store.home import Home
from kg_assets.store.ledger import Draft, Kind, Ledger


class Review(BaseModel):
    message_id: str
    verdict: str


def call_body(body: Any) -> None:
    if "model" not in body:
        raise ValueError(f"private words: {body}")


REVIEW = Kind("review", 2, "decision", Review)
CALL = Kind("call", 1, "call", call_body)
BODY = {"message_id": "m1", "verdict": "confirm"}


@pytest.fixture
def ledger(home: Home) -> Ledger:
    return Ledger(home, (REVIEW, CALL))


def again(home: Home) -> Ledger:
    return Ledger(home, (REVIEW, CALL))


def test_lines_are_canonical_and_chained(home: Home, ledger: Ledger) -> None:
    ledger.append("review", BODY, at="2026-01-01T00:00:00.000Z")
    ledger.append("call", {"model": "ü"}, payload=b"answer")
    first, second = ledger.path.read_bytes().splitlines()
    assert first == (
        b'{"at":"2026-01-01T00:00:00.000Z","body":{"message_id":"m1","verdict":"confirm"},"kind":"review",'
        b'"payload":null,"position":1,"previous":null,"version":2}'
    )
    assert json.loads(second) == {
        "at": None,
        "body": {"model": "ü"},
        "kind": "call",
        "payload": hashlib.sha256(b"answer").hexdigest(),
        "position": 2,
        "previous": hashlib.sha256(first).hexdigest(),
        "version": 1,
    }
    assert ledger.path.stat().st_mode & 0o777 == 0o600
    assert [entry.line() for entry in again(home).entries()] == [first, second]


def test_reading_by_kind_and_position(home: Home, ledger: Ledger) -> None:
    assert ledger.entries() == []
    assert ledger.position() == ledger.decision_position() == 0
    ledger.append("call", {"model": "a"})
    assert (ledger.position(), ledger.decision_position()) == (1, 0)
    added = ledger.append_all([Draft("review", BODY), Draft("call", {"model": "b"}), Draft("review", BODY)])
    assert [entry.position for entry in added] == [2, 3, 4]
    ledger.append("call", {"model": "c"})
    assert (ledger.position(), ledger.decision_position()) == (5, 4)
    assert ledger.decision_position(until=3) == 2
    assert [entry.position for entry in ledger.entries(["call"])] == [1, 3, 5]
    assert [entry.position for entry in ledger.entries(["review"], until=3)] == [2]
    assert ledger.append_all([]) == []


def test_bodies_are_checked_and_not_repeated(home: Home, ledger: Ledger) -> None:
    with pytest.raises(LedgerError, match=r"a review entry does not fit version 2: verdict: missing"):
        ledger.append("review", {"message_id": "private words"})
    with pytest.raises(LedgerError, match="its validator raised ValueError") as error:
        ledger.append("call", {"private": 1})
    assert "private" not in str(error.value)
    with pytest.raises(LedgerError, match="unknown ledger kinds: other; known are call, review"):
        ledger.append("other", {})
    with pytest.raises(LedgerError, match="unknown ledger kinds: other"):
        ledger.entries(["other"])
    with pytest.raises(LedgerError, match="declared twice"):
        Ledger(home, (CALL, CALL))
    assert not ledger.path.exists()


def test_two_instances_see_each_other(home: Home, ledger: Ledger) -> None:
    other = again(home)
    for i in range(5):
        assert ledger.append("call", {"model": f"a{i}"}).position == 2 * i + 1
        assert other.append("call", {"model": f"b{i}"}).position == 2 * i + 2
    assert ledger.entries() == other.entries() == again(home).entries()


@pytest.mark.parametrize("torn", [b'{"at":null,"bo', b"\0" * 40, b"\0" * 30 + b"\n"])
def test_a_torn_last_line_is_set_aside(home: Home, ledger: Ledger, torn: bytes) -> None:
    ledger.append("review", BODY)
    whole = ledger.path.read_bytes()
    with ledger.path.open("ab") as stream:
        stream.write(torn)
    assert again(home).position() == ledger.position() == 1
    assert ledger.path.read_bytes() == whole + torn, "reading changes nothing"
    assert again(home).append("call", {"model": "a"}).position == 2
    assert (home.ledger / "ledger.torn.1").read_bytes() == torn
    assert ledger.path.read_bytes().startswith(whole)
    assert [entry.kind for entry in ledger.entries()] == ["review", "call"]
    with ledger.path.open("ab") as stream:
        stream.write(b"{")
    ledger.append("review", BODY)
    assert (home.ledger / "ledger.torn.2").read_bytes() == b"{"
    assert again(home).position() == 3


def damage(lines: list[bytes]) -> list[tuple[list[bytes], int]]:
    return [
        ([lines[0], b"{broken", lines[2]], 2),
        ([lines[0], lines[2]], 2),
        ([lines[0], lines[1].replace(b'"b"', b'"x"'), lines[2]], 2),
        ([lines[1], lines[0], lines[2]], 1),
        ([lines[0], lines[1], b"[]"], 3),
        ([b"", *lines], 1),
    ]


@pytest.mark.parametrize("case", range(6))
def test_damage_names_the_line_and_changes_nothing(home: Home, ledger: Ledger, case: int) -> None:
    for name in "abc":
        ledger.append("call", {"model": name})
    lines, number = damage(ledger.path.read_bytes().splitlines())[case]
    broken = b"".join(line + b"\n" for line in lines)
    ledger.path.write_bytes(broken)
    with pytest.raises(LedgerError, match=rf"damaged at line {number}: .*Restore the file from a backup"):
        again(home).entries()
    with pytest.raises(LedgerError, match=f"line {number}"):
        again(home).append("review", BODY)
    assert ledger.path.read_bytes() == broken


def test_what_a_newer_version_wrote_is_kept_and_left_alone(home: Home, ledger: Ledger) -> None:
    newer = Ledger(home, (Kind("review", 3, "decision", dict), Kind("merge", 1, "decision", dict), CALL))
    newer.append("merge", {"a": "b"})
    newer.append("review", {"other": "shape"})
    ledger.append("review", BODY)
    assert [entry.position for entry in ledger.entries()] == [3]
    assert ledger.decision_position() == 3
    assert ledger.notes() == [
        "1 ledger entries of kind merge, version 1, are not understood by this version and were left alone; "
        "install the version that wrote them to use them",
        "1 ledger entries of kind review, version 3, are not understood by this version and were left alone; "
        "install the version that wrote them to use them",
    ]
    assert [entry.kind for entry in newer.entries()] == ["merge", "review", "review"]


def test_payloads_can_be_erased(home: Home, ledger: Ledger) -> None:
    entry = ledger.append("call", {"model": "a"}, payload=b"secret")
    assert entry.payload is not None
    assert ledger.payload(entry.payload) == b"secret"
    assert (ledger.payloads / entry.payload).stat().st_mode & 0o777 == 0o600
    assert ledger.erase_payload(entry.payload) == 6
    assert ledger.payload(entry.payload) is None
    assert ledger.is_erased(entry.payload)
    assert ledger.erase_payload(entry.payload) == 0
    assert again(home).entries() == [entry]
    assert not [path for path in home.root.rglob("*") if path.is_file() and b"secret" in path.read_bytes()]
    ledger.append("call", {"model": "a"}, payload=b"secret")
    assert ledger.payload(entry.payload) == b"secret"
    assert not ledger.is_erased(entry.payload)


def test_a_lost_or_damaged_payload_is_not_an_erased_one(ledger: Ledger) -> None:
    entry = ledger.append("call", {"model": "a"}, payload=b"answer")
    assert entry.payload is not None
    path = ledger.payloads / entry.payload
    path.write_bytes(b"answes")
    with pytest.raises(LedgerError, match="is damaged"):
        ledger.payload(entry.payload)
    path.unlink()
    with pytest.raises(LedgerError, match="is missing"):
        ledger.payload(entry.payload)
    ledger.append("call", {"model": "a"}, payload=b"answer")
    assert ledger.payload(entry.payload) == b"answer"


def test_a_full_disk_leaves_no_half_line(home: Home, ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger.append("review", BODY)
    whole = ledger.path.read_bytes()
    real = os.write

    def fail(descriptor: int, data: memoryview) -> int:
        if len(data) < 100:
            raise OSError(28, "No space left on device")
        return real(descriptor, data[:50])

    monkeypatch.setattr(files.os, "write", fail)
    with pytest.raises(LedgerError, match="the disk is full"):
        ledger.append("review", BODY)
    monkeypatch.undo()
    assert ledger.path.read_bytes() == whole
    assert ledger.append("review", BODY).position == 2


def test_many_processes_append_at_once(home: Home) -> None:
    script = (
        "import sys\nfrom pathlib import Path\nfrom kg_assets.store.home import Home\n"
        "from kg_assets.store.ledger import Kind,Ledger\n"
        "ledger=Ledger(Home(Path(sys.argv[1])),(Kind('call',1,'call',dict),))\n"
        "for i in range(60): ledger.append('call',{'who':sys.argv[2],'i':i},payload=f'{sys.argv[2]} {i%7}'.encode())\n"
    )
    names = ["a", "b", "c"]
    running = [subprocess.Popen([sys.executable, "-c", script, str(home.root), name]) for name in names]
    assert [process.wait() for process in running] == [0, 0, 0]
    entries = Ledger(home, (Kind("call", 1, "call", dict),)).entries()
    assert len(entries) == 180
    for name in names:
        assert [entry.body["i"] for entry in entries if entry.body["who"] == name] == list(range(60))
    assert len(list((home.ledger / "payloads").iterdir())) == 21


def test_sweeping_removes_what_a_kill_left(home: Home, ledger: Ledger) -> None:
    ledger.append("call", {"model": "a"}, payload=b"answer")
    (home.ledger / "payloads" / ".unfinished-x").write_bytes(b"half")
    assert ledger.sweep() == 4
    assert [path.name for path in Path(ledger.payloads).iterdir()] == [hashlib.sha256(b"answer").hexdigest()]


PRIVATE = Kind("note", 2, "decision", dict, is_private=True)
OPEN = Kind("note", 1, "decision", dict)


def test_private_bodies_are_erased_and_leave_the_log_whole(home: Home) -> None:
    ledger = Ledger(home, [PRIVATE])
    first, second = (ledger.append("note", {"number": number}) for number in (7, 8))
    assert (first.body, ledger.path.read_bytes().count(b"number")) == ({"number": 7}, 0)
    assert ledger.append("note", {"number": 7}).payload != first.payload, (
        "a hash that can be guessed says what it hides"
    )
    assert first.payload is not None
    ledger.erase_payload(first.payload)
    assert [entry.body["number"] for entry in ledger.entries()] == [8, 7]
    again = Ledger(home, [PRIVATE])
    assert [(entry.position, entry.body["number"]) for entry in again.entries()] == [(2, 8), (3, 7)]
    assert again.position() == 3
    assert second == again.entries()[0]


def test_bodies_of_an_older_version_are_moved_to_where_they_can_be_erased(home: Home) -> None:
    old = Ledger(home, [OPEN])
    for number in (5, 6):
        old.append("note", {"number": number}, at="2026-01-01T00:00:00.000Z")
    new = Ledger(home, [PRIVATE])
    new.append("note", {"number": 9})
    assert [entry.body["number"] for entry in new.entries()] == [5, 6, 9]
    assert new.hide_bodies() == 2
    assert new.hide_bodies() == 0
    for ledger in (new, Ledger(home, [PRIVATE])):
        assert [(e.position, e.body["number"], e.at) for e in ledger.entries()] == [
            (1, 5, "2026-01-01T00:00:00.000Z"), (2, 6, "2026-01-01T00:00:00.000Z"), (3, 9, None)
        ]  # fmt: skip
    assert b"number" not in new.path.read_bytes()
    new.append("note", {"number": 10})
    assert [entry.body["number"] for entry in Ledger(home, [PRIVATE]).entries()] == [5, 6, 9, 10]
