"""The tree of a conversation (seed 000 §1.6): repaired parents, the key of each message's position in the tree, order,
active path (from a root to the current leaf), imputed times.

Nodes are numbers here: positions in the caller's lists. Nothing is recursive, because chains can be very deep.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

ORIGINAL = "original"
IMPUTED_PARENT = "imputed_parent"
IMPUTED_PRIOR = "imputed_prior"
# Of notes: when the file was last written, and the first instant of the month that the file's name says.
FILE_TIME = "file_time"
FILE_NAME_MONTH = "file_name_month"


@dataclass(slots=True)
class Tree:
    """The tree of the messages only, as lists by node number (its index in `ids`): `parents` has the parent (-1 for
    none), and `paths` where in the tree the message is.

    An entry of `paths` is the numbers of children from a root down to the message, joined by `/`. If it would be longer
    than `path_chars`, it begins anew below the parent, as `@` and the parent's index in `order`: whole entries for a
    long chain would need the square of its length.
    """

    parents: list[int]
    paths: list[str]
    order: list[int]  # messages in the order of `order_index`
    cycles: int = 0
    orphans: int = 0
    repaired: int = 0
    siblings_of_nothing: frozenset[int] = field(default_factory=frozenset)


def link_parents(
    ids: Sequence[str], parents: Sequence[str | None], children: Sequence[Sequence[object]] | None
) -> tuple[list[int], int, int]:
    """Three values: the parent of each node as a number (-1 for none); how many parents were repaired; and how many
    nodes name a parent that is not there and got no other.

    If a node names a parent that is there, that is its parent. Otherwise the parent is repaired: it is the node that
    lists this one as a child (of several, the one with the smallest id).
    """
    place = {node: number for number, node in enumerate(ids)}
    linked = [-1] * len(ids)
    loose = []
    for number, parent in enumerate(parents):
        found = place.get(parent, -1) if parent is not None else -1
        linked[number] = found
        if found < 0:
            loose.append(number)
    claimed = _claimed_by(ids, children, {ids[number] for number in loose}) if children is not None and loose else {}
    repaired = orphans = 0
    for number in loose:
        claimant = claimed.get(ids[number])
        if claimant is not None and claimant != number:
            linked[number] = claimant
            repaired += 1
        elif parents[number] is not None:
            orphans += 1
    return linked, repaired, orphans


def _claimed_by(ids: Sequence[str], children: Sequence[Sequence[object]], wanted: set[str]) -> dict[str, int]:
    claimed: dict[str, int] = {}
    for number, listed in enumerate(children):
        for child in listed:
            if isinstance(child, str) and child in wanted:
                known = claimed.get(child)
                if known is None or ids[number] < ids[known]:
                    claimed[child] = number
    return claimed


def break_cycles(ids: Sequence[str], parents: list[int]) -> int:
    """Make the node with the smallest id in each cycle a root. Returns how many cycles there were."""
    state = bytearray(len(parents))  # 0 unseen, 1 on the present walk, 2 known to end in a root
    cycles = 0
    for start in range(len(parents)):
        walk = []
        node = start
        while node >= 0 and state[node] == 0:
            state[node] = 1
            walk.append(node)
            node = parents[node]
        if node >= 0 and state[node] == 1:
            ring = walk[walk.index(node) :]
            parents[min(ring, key=lambda number: ids[number])] = -1
            cycles += 1
        for seen in walk:
            state[seen] = 2
    return cycles


def build_tree(
    ids: Sequence[str],
    parents: Sequence[str | None],
    children: Sequence[Sequence[object]] | None,
    has_message: Sequence[bool],
    path_chars: int,
) -> tuple[Tree, list[int]]:
    """Two values: the tree of the messages; and the parent of every node, also of those without a message, for the
    active path (-1 if it has none). Numbers are indexes in `ids`."""
    linked, repaired, orphans = link_parents(ids, parents, children)
    cycles = break_cycles(ids, linked)
    nearest = _nearest_with_message(linked, has_message)
    offspring: dict[int, list[int]] = {}
    for number, present in enumerate(has_message):
        if present:
            offspring.setdefault(nearest[number], []).append(number)
    for listed in offspring.values():
        if len(listed) > 1:
            listed.sort(key=lambda number: ids[number])
    paths, order = _walk(offspring, len(ids), path_chars)
    shared = frozenset(n for n in offspring.get(-1, ()) if linked[n] >= 0)
    tree = Tree(nearest, paths, order, cycles, orphans, repaired, shared)
    return tree, linked


def _walk(offspring: Mapping[int, Sequence[int]], nodes: int, path_chars: int) -> tuple[list[str], list[int]]:
    """The `paths` text of every message, and the order of the messages: each before its children, siblings in the order
    in which `offspring` lists them."""
    paths = [""] * nodes
    order: list[int] = []
    stack = [(number, str(index)) for index, number in enumerate(offspring.get(-1, ()))]
    stack.reverse()
    while stack:
        number, path = stack.pop()
        paths[number] = path
        below = offspring.get(number)
        if below:
            longest = len(path) + 1 + len(str(len(below) - 1))
            prefix = f"{path}/" if longest <= path_chars else f"@{len(order)}/"
            stack.extend((below[i], prefix + str(i)) for i in range(len(below) - 1, -1, -1))
        order.append(number)
    return paths, order


def _nearest_with_message(parents: Sequence[int], has_message: Sequence[bool]) -> list[int]:
    """For each node the nearest ancestor that has a message, or -1."""
    unknown = -2
    nearest = [unknown] * len(parents)
    for start in range(len(parents)):
        walk = []
        node = start
        while nearest[node] == unknown:
            walk.append(node)
            parent = parents[node]
            if parent < 0 or has_message[parent]:
                nearest[node] = parent
                break
            node = parent
        found = nearest[node]
        for seen in walk:
            nearest[seen] = found
    return nearest


def active_path(leaf: int, parents: Sequence[int]) -> set[int]:
    """The leaf and all its ancestors."""
    path = set()
    while leaf >= 0:
        path.add(leaf)
        leaf = parents[leaf]
    return path


def newest_leaf(tree: Tree, times: Sequence[str | None]) -> int:
    """Where the active path ends when the export does not say: the leaf with the newest time; of several the
    last in order."""
    inner = {tree.parents[number] for number in tree.order}
    best = -1
    best_time = ""
    for number in tree.order:
        if number not in inner and (times[number] or "") >= best_time:
            best, best_time = number, times[number] or ""
    return best


_QUALITY_TOLD: Mapping[object, str] = {FILE_TIME: FILE_TIME, FILE_NAME_MONTH: FILE_NAME_MONTH}


def impute_times(
    tree: Tree, times: Sequence[str | None], told: Sequence[object] | None = None
) -> tuple[list[str | None], list[str | None]]:
    """The time of each message, imputed where it has none, and the quality of each time (seed 000 §1.5). `told` holds
    what a source says of each time that is only that of its file, or only a month.

    A message without a time takes its parent's. A root takes the last time before it in tree order, unless it stands
    below a node without a message. There it may be one of several versions, and nothing is taken from a sibling
    (design §9).
    """
    filled: list[str | None] = list(times)
    quality: list[str | None] = [None] * len(times)
    before: str | None = None
    for number in tree.order:
        parent = tree.parents[number]
        if filled[number] is not None:
            quality[number] = _QUALITY_TOLD.get(told[number], ORIGINAL) if told is not None else ORIGINAL
        elif parent >= 0:
            if filled[parent] is not None:
                filled[number], quality[number] = filled[parent], IMPUTED_PARENT
        elif before is not None and number not in tree.siblings_of_nothing:
            filled[number], quality[number] = before, IMPUTED_PRIOR
        before = filled[number] or before
    return filled, quality


def renamed(ids: Sequence[str], renames: Mapping[str, str]) -> list[str]:
    """The message ids; an id that two conversations have is replaced by the one in `renames`."""
    return [renames.get(node, node) for node in ids] if renames else list(ids)
