"""A fingerprint has one result for ever, and it is reused only while its files are there."""

from collections.abc import Callable

import pytest

from kg_assets.core.errors import DeterminismError, WarehouseError
from kg_assets.store.builds import Manifest
from kg_assets.store.contents import ContentStore
from kg_assets.store.home import Home
from kg_assets.store.results import ResultStore, contents_of, files_of, shards_of


def test_a_result_is_found_while_its_files_are_there(home: Home, make_build: Callable[..., Manifest]) -> None:
    manifest = make_build("2026-01-01T00:00:00.000Z", "a")
    fingerprint = manifest.stages["parse"].fingerprint
    results, store = ResultStore(home), ContentStore(home)
    result = results.get(fingerprint)
    assert result is not None
    assert [content.table for content in contents_of(result)] == ["kg.messages", "beliefs.atoms"]
    assert shards_of(result) == [f"s{fingerprint[1:]}"]
    for content in files_of(result):
        path = store.path(content)
        data = path.read_bytes()
        path.unlink()
        assert results.get(fingerprint) is None
        path.write_bytes(data[:-1])
        assert results.get(fingerprint) is None
        path.write_bytes(data)
        assert results.get(fingerprint) == result
    assert results.get("0abc") is None


def test_two_results_of_one_fingerprint_are_an_error_naming_both(
    home: Home, make_build: Callable[..., Manifest]
) -> None:
    results = ResultStore(home)
    one = make_build("2026-01-01T00:00:00.000Z", "a").tables["kg.messages"].contents[0]
    two = make_build("2026-01-01T00:00:00.000Z", "b", "c").tables["kg.messages"].contents[0]
    results.record("abc", {"contents": [one.to_json()]})
    results.record("abc", {"contents": [one.to_json()]})
    with pytest.raises(DeterminismError) as error:
        results.record("abc", {"contents": [two.to_json()]})
    for named in ("abc", "kg.messages", one.sha256, two.sha256):
        assert named in str(error.value)
    with pytest.raises(DeterminismError, match="differ in count; the first is"):
        results.record("abc", {"contents": [one.to_json()], "count": 1})
    assert results.get("abc") == {"contents": [one.to_json()]}


def test_a_name_that_leaves_the_folder_is_refused(home: Home) -> None:
    with pytest.raises(WarehouseError, match="is no fingerprint"):
        ResultStore(home).get("../current")
