"""What shards keep for those after them: found by the same files and scope, and never half of it."""

from pathlib import Path

from kg_assets.store.home import Home
from kg_assets.store.remembered import Remembered

FILES = [Path("one/aaaa.parquet"), Path("two/bbbb.parquet")]


def test_what_was_kept_is_found_by_the_same_files_and_scope_only(tmp_path: Path) -> None:
    home = Home(tmp_path).prepare()
    kept = Remembered(home, "read_claims", "scope")
    kept.write(kept.name(FILES), {"asked": [1, None, "é"]})
    assert kept.read(kept.name(FILES)) == {"asked": [1, None, "é"]}
    assert kept.read(kept.name(FILES[:1])) == {}
    assert kept.name(FILES, "1 of 2") == kept.name(FILES[:1], "1 of 2") != kept.name(FILES, "2 of 2")
    others = (Remembered(home, "read_claims", "other"), Remembered(home, "detect", "scope"))
    assert [other.read(other.name(FILES)) for other in others] == [{}, {}]


def test_a_damaged_file_is_as_none_and_is_replaced(tmp_path: Path) -> None:
    home = Home(tmp_path).prepare()
    kept = Remembered(home, "read_claims", "scope")
    name = kept.name(FILES)
    kept.write(name, {"asked": 1})
    path = home.remembered / name
    assert path.stat().st_mode & 0o777 == 0o600
    for damaged in (path.read_bytes()[:-1], b"", path.read_bytes().replace(b"1", b"2")):
        path.write_bytes(damaged)
        assert kept.read(name) == {}
    kept.write(name, {"asked": 2})
    assert kept.read(name) == {"asked": 2}
