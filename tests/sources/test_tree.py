"""Trees of every shape: whatever the links say, each message has one place and nothing recurses."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.sources.tree import Tree, active_path, build_tree, impute_times, newest_leaf


def tree_of(
    links: dict[str, str | None], silent: str = "", children: dict[str, list[str]] | None = None
) -> tuple[Tree, list[str]]:
    ids = list(links)
    listed = None if children is None else [children.get(node, []) for node in ids]
    tree, _ = build_tree(ids, [links[node] for node in ids], listed, [node not in silent.split() for node in ids], 256)
    return tree, ids


def paths_of(links: dict[str, str | None], **more: object) -> dict[str, str]:
    tree, ids = tree_of(links, **more)  # type: ignore[arg-type]
    return {ids[number]: tree.paths[number] for number in tree.order}


def test_children_are_numbered_by_id_and_ordered_by_numbers() -> None:
    links: dict[str, str | None] = {"root": None} | {f"n{i:02d}": "root" for i in range(12)}
    paths = paths_of(links)
    assert list(paths.values()) == ["0", *(f"0/{i}" for i in range(12))]  # 0/2 before 0/10


def test_orphans_are_roots() -> None:
    assert paths_of({"b": None, "a": "nowhere", "c": "b"}) == {"a": "0", "b": "1", "c": "1/0"}


def test_a_cycle_is_cut_at_its_smallest_id() -> None:
    tree, ids = tree_of({"c": "b", "b": "a", "a": "c", "d": "c"})
    assert tree.cycles == 1
    assert [ids[n] for n in tree.order] == ["a", "b", "c", "d"]
    assert paths_of({"x": "x"}) == {"x": "0"}


def test_a_node_without_a_message_hands_its_children_up() -> None:
    assert paths_of({"r": None, "s": "r", "a": "s", "b": "a"}, silent="r s") == {"a": "0", "b": "0/0"}


def test_a_missing_parent_is_taken_from_the_children_and_a_named_one_wins() -> None:
    children = {"a": ["b", "c"], "b": ["c"]}
    tree, _ = tree_of({"a": None, "b": None, "c": "b"}, children=children)
    assert tree.repaired == 1
    assert [tree.paths[n] for n in range(3)] == ["0", "0/0", "0/0/0"]


def test_ten_thousand_deep_and_ten_thousand_wide() -> None:
    deep = paths_of({f"n{i:05d}": f"n{i - 1:05d}" if i else None for i in range(10_000)})
    assert deep["n00127"] == "/".join("0" * 128)
    assert deep["n00128"] == "@127/0"
    assert whole_path(deep, "n09999") == "/".join("0" * 10_000)
    wide = paths_of({"r": None} | {f"n{i:05d}": "r" for i in range(10_000)})
    assert wide["n09999"] == "0/9999"


def whole_path(paths: dict[str, str], node: str) -> str:
    """The child numbers from the root: every path that begins at an ancestor goes on from that one's."""
    in_order = list(paths.values())
    pieces = [paths[node]]
    while pieces[-1].startswith("@"):
        place, _, pieces[-1] = pieces[-1][1:].partition("/")
        pieces.append(in_order[int(place)])
    return "/".join(reversed(pieces))


def test_paths_take_as_much_room_as_there_are_messages() -> None:
    """A chat of 20,000 messages in one line of descent took 1.7 GB: each path repeated those of all before it."""
    links = {f"n{i:05d}": f"n{i - 1 - i % 3 // 2:05d}" if i else None for i in range(20_000)}
    paths = paths_of(links)
    assert sum(map(len, paths.values())) < 20_000 * 256
    assert len(set(paths.values())) == 20_000
    for node in ("n00199", "n00200", "n00700"):
        parent = links[node] or ""
        assert whole_path(paths, node).rpartition("/")[0] == whole_path(paths, parent)


@given(st.lists(st.integers(-1, 30), max_size=30), st.lists(st.booleans(), min_size=30, max_size=30), st.randoms())
@settings(max_examples=200)
def test_any_links_give_every_message_one_place(links: list[int], present: list[bool], shuffler: random.Random) -> None:
    nodes: dict[str, str | None] = {f"n{i:02d}": None if p < 0 else f"n{p:02d}" for i, p in enumerate(links)}
    silent = " ".join(node for node, there in zip(nodes, present, strict=False) if not there)
    paths = paths_of(nodes, silent=silent)
    assert set(paths) == set(nodes) - set(silent.split())
    assert len(set(paths.values())) == len(paths)
    keys = [[int(part) for part in path.split("/")] for path in paths.values()]
    assert keys == sorted(keys)
    assert all(path.rpartition("/")[0] in {*paths.values(), ""} for path in paths.values())
    order = list(nodes)
    shuffler.shuffle(order)
    assert paths_of({node: nodes[node] for node in order}, silent=silent) == paths


def test_times_come_from_the_parent_and_not_from_siblings() -> None:
    tree, ids = tree_of({"r": None, "a": "r", "b": "r", "c": "a", "z": None}, silent="r")
    times, quality = impute_times(tree, [{"a": "T1"}.get(node) for node in ids])
    found = {node: (times[n], quality[n]) for n, node in enumerate(ids)}
    assert found["a"] == ("T1", "original")
    assert found["c"] == ("T1", "imputed_parent")
    assert found["b"] == (None, None)  # another version of a
    assert found["z"] == ("T1", "imputed_prior")


def test_nothing_to_impute_from_is_null() -> None:
    tree, _ = tree_of({"a": None, "b": "a"})
    assert impute_times(tree, [None, None]) == ([None, None], [None, None])


def test_the_active_path_ends_at_the_newest_leaf_when_none_is_named() -> None:
    tree, ids = tree_of({"r": None, "a": "r", "b": "r"})
    leaf = newest_leaf(tree, ["1", "3", "2"])
    assert ids[leaf] == "a"
    assert active_path(leaf, [-1, 0, 0]) == {0, 1}
    assert newest_leaf(Tree([], [], []), []) == -1
