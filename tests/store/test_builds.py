"""Builds: their names, their generations, and how a person may call them."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.core.errors import QueryError, WarehouseError
from kg_assets.store.builds import BuildRef, Builds, Manifest, build_id, parse_reference
from kg_assets.store.home import Home

AS_OF = "2026-01-31T12:34:56.789Z"


@settings(max_examples=50)
@given(st.lists(st.text("0123456789abcdef", min_size=1, max_size=4)), st.integers(0, 99))
def test_an_id_depends_on_which_sources_not_on_their_order(sources: list[str], position: int) -> None:
    name = build_id(AS_OF, sources, position)
    assert name.startswith("20260131T123456Z-")
    assert len(name) == len("20260131T123456Z-0123abcd")
    assert build_id(AS_OF, [*reversed(sources), *sources], position) == name
    others = {
        build_id(AS_OF, [*sources, "more"], position),
        build_id(AS_OF, sources, position + 1),
        build_id(AS_OF.replace("789", "788"), sources, position),
    }
    assert name not in others
    assert len(others) == 3


def test_an_instant_that_is_none_is_refused() -> None:
    with pytest.raises(WarehouseError, match="an instant like"):
        build_id("2026-01-31", [], 0)


def test_references() -> None:
    assert parse_reference("2026") == ("2026", None)
    assert parse_reference("2026@3") == ("2026", 3)
    for text in ("2026@", "2026@0", "2026@x", "2026@²"):
        with pytest.raises(QueryError, match="names no generation"):
            parse_reference(text)
    assert str(BuildRef("a")) == "a"
    assert str(BuildRef("a", 2)) == "a@2"


def test_generations(home: Home, make_build: Callable[..., Manifest]) -> None:
    builds = Builds(home)
    manifest = make_build(AS_OF, "a")
    assert manifest.generation == 1
    assert builds.seal(manifest) == 1
    changed = replace(manifest, warned_checks=("slow",))
    assert builds.seal(changed) == 2
    assert builds.seal(changed) == 2
    assert builds.seal(manifest) == 1
    numbers = [builds.seal(replace(manifest, warned_checks=(f"w{i}",))) for i in range(10)]
    assert numbers == list(range(3, 13))
    assert builds.generations(manifest.build) == list(range(1, 13))
    latest = builds.latest(manifest.build)
    assert latest is not None
    assert latest.ref == BuildRef(manifest.build, 12)
    assert builds.load(manifest.ref) == manifest
    assert builds.load(BuildRef(manifest.build, 2)) == replace(changed, generation=2)


def test_pointers_and_requests(home: Home) -> None:
    builds, build = Builds(home), build_id(AS_OF, [], 0)
    assert builds.pointer(build, "parse") is None
    assert builds.request(build) is None
    builds.point(build, "parse", {"result": "a"})
    builds.point(build, "parse", {"result": "b"})
    builds.point(build, "detect", {"result": "c"})
    builds.put_request(build, {"as_of": AS_OF})
    assert builds.pointers(build) == {"detect": {"result": "c"}, "parse": {"result": "b"}}
    assert builds.request(build) == {"as_of": AS_OF}
    assert builds.started() == builds.requested() == builds.known() == [build]
    with pytest.raises(WarehouseError, match="no name of a stage"):
        builds.point(build, "../x", {})
    with pytest.raises(WarehouseError, match="no name of a build"):
        builds.pointer("../x", "parse")


def test_names_a_person_types(home: Home, make_build: Callable[..., Manifest]) -> None:
    builds = Builds(home)
    with pytest.raises(QueryError, match="there are no builds yet"):
        builds.find("2026")
    first, second = make_build(AS_OF, "a"), make_build("2026-02-28T00:00:00.000Z", "b")
    unfinished = build_id("2027-01-01T00:00:00.000Z", [], 0)
    builds.put_request(unfinished, {})
    assert builds.find("202601") == first.build
    assert builds.find(second.build) == second.build
    assert builds.find_sealed("202602") == second.ref
    builds.seal(replace(second, warned_checks=("x",)))
    assert builds.find_sealed("202602") == BuildRef(second.build, 2)
    assert builds.find_sealed("202602@1") == second.ref
    with pytest.raises(QueryError, match=r"fits 2 builds: .*; type more"):
        builds.find("2026")
    with pytest.raises(QueryError, match=f"the nearest are .*{first.build}"):
        builds.find(first.build[:-1] + "x")
    with pytest.raises(QueryError, match="has no generation 7; it has"):
        builds.find_sealed("202602@7")
    with pytest.raises(QueryError, match="has not been finished"):
        builds.find_sealed("2027")
    with pytest.raises(QueryError, match="there is no build ''"):
        builds.find("")


def test_a_damaged_manifest_names_its_file(home: Home, make_build: Callable[..., Manifest]) -> None:
    manifest = make_build(AS_OF, "a")
    path = Builds(home).manifest_path(manifest.ref)
    for damage in (b"{", b"[]", b"{}", b'{"build": 1}'):
        path.write_bytes(damage)
        with pytest.raises(WarehouseError, match=rf"{path.name} is damaged: .*build again"):
            Builds(home).load(manifest.ref)
    path.unlink()
    with pytest.raises(WarehouseError, match="is not sealed"):
        Builds(home).load(manifest.ref)
