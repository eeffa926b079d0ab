"""Files stand whole or not at all, and errors say what to do."""

import errno
import os
from pathlib import Path

import pytest

from kg_assets.core.errors import WarehouseError
from kg_assets.store import files


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_atomic_write_replaces_and_is_private(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    path.chmod(0o644)
    files.write_atomic(path, b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o600
    assert names(tmp_path) == ["a.json"]


def test_create_only_accepts_the_same_and_refuses_other_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a"
    assert files.create_only(path, b"one")
    assert not files.create_only(path, b"one")
    with pytest.raises(files.DifferentContentError, match=r"/a exists already"):
        files.create_only(path, b"two")
    assert path.read_bytes() == b"one"
    assert names(tmp_path) == ["a"]


def test_create_only_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: object, target: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(files.os, "link", refuse)
    assert files.create_only(tmp_path / "a", b"one")
    assert (tmp_path / "a").read_bytes() == b"one"


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES])
def test_a_failed_write_leaves_the_old_file_and_explains(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    real = os.write

    def fail(descriptor: int, data: memoryview) -> int:
        if len(data) < 500:
            raise OSError(code, os.strerror(code))
        return real(descriptor, data[:500])

    monkeypatch.setattr(files.os, "write", fail)
    with pytest.raises(WarehouseError, match=r"cannot write .*/a: .* The file that stood there before has not changed"):
        files.write_atomic(path, b"n" * 800)
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a"]


def test_short_writes_are_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(files.os, "write", lambda descriptor, data: real(descriptor, data[:7]))
    files.write_atomic(tmp_path / "a", b"0123456789" * 5)
    assert (tmp_path / "a").read_bytes() == b"0123456789" * 5


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'{"a": tru}', "line 1, column 7"),
        (b'{"a":\n "private words', "line 2, column 2"),
        (b'{"a": "\xff"}', "byte 7 is not UTF-8"),
        (b"", "line 1, column 1"),
    ],
)
def test_damaged_json_names_file_and_place_without_content(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(data)
    with pytest.raises(WarehouseError) as error:
        files.read_json(path)
    assert str(path) in str(error.value)
    assert said in str(error.value)
    assert "remove the file" in str(error.value)
    assert "private" not in str(error.value)


def test_an_object_is_an_object(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"[1]")
    with pytest.raises(WarehouseError, match="an object was expected, a list was found"):
        files.read_object(tmp_path / "a")
    with pytest.raises(WarehouseError, match="is missing"):
        files.read_object(tmp_path / "b")


def test_json_is_canonical(tmp_path: Path) -> None:
    files.write_json(tmp_path / "a", {"b": 1.0, "a": "ü"})
    assert (tmp_path / "a").read_bytes() == '{"a":"ü","b":1}'.encode()
