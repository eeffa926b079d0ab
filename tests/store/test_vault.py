"""Sources are copied once, under the hash of what was copied."""

import hashlib
import io
from pathlib import Path

import pytest

from kg_assets.core.errors import SourceError
from kg_assets.store import vault as module
from kg_assets.store.home import Home
from kg_assets.store.vault import Vault


@pytest.mark.parametrize("data", [b"", b"x", b"0123456789" * 300_000])
@pytest.mark.parametrize("by", ["path", "stream"])
def test_put_and_map(home: Home, tmp_path: Path, data: bytes, by: str) -> None:
    vault, source = Vault(home), tmp_path / "export.json"
    source.write_bytes(data)
    given = source if by == "path" else io.BytesIO(data)
    sha256 = hashlib.sha256(data).hexdigest()
    assert vault.put(given) == (sha256, len(data))
    assert vault.put(io.BytesIO(data)) == (sha256, len(data))
    assert vault.open_mmap(sha256)[:] == data
    assert [path.name for path in home.sources.iterdir()] == [sha256]
    assert vault.path(sha256).stat().st_mode & 0o777 == 0o600
    source.write_bytes(b"changed afterwards")
    assert vault.open_mmap(sha256)[:] == data


def test_a_cloned_file_has_the_hash_of_what_was_cloned(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """File systems that share blocks take another way; here the clone is played by a copy."""

    def clone(stream: io.BytesIO, descriptor: int) -> bool:
        module.write_all(descriptor, stream.read())
        return True

    monkeypatch.setattr(module, "_clone", clone)
    assert Vault(home).put(io.BytesIO(b"abc")) == (hashlib.sha256(b"abc").hexdigest(), 3)


def test_a_stream_that_breaks_leaves_nothing(home: Home) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            if self.tell() > 10:
                raise ConnectionError("gone")
            return super().read(11)

    with pytest.raises(ConnectionError):
        Vault(home).put(Broken(b"x" * 50))
    assert not list(home.sources.iterdir())


def test_errors_name_the_file(home: Home, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"nowhere\.json cannot be read: No such file"):
        Vault(home).put(tmp_path / "nowhere.json")
    with pytest.raises(SourceError, match="is no longer in the vault"):
        Vault(home).open_mmap("0" * 64)
    with pytest.raises(SourceError, match="is no sha256"):
        Vault(home).open_mmap("../current.json")
