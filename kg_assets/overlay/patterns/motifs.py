"""Finds sequences: nodes that several conversations name one after the other (seed 001 §42A.5.6)."""

from collections.abc import Iterable, Mapping, Sequence


def without_repeats(nodes: Iterable[str]) -> list[str]:
    """The nodes without repeats: of several equal nodes in succession only the first is kept."""
    kept: list[str] = []
    for node in nodes:
        if not kept or kept[-1] != node:
            kept.append(node)
    return kept


def find_motifs(
    sequences: Mapping[str, Sequence[str]], shortest: int, longest: int, least: int
) -> dict[tuple[str, ...], list[str]]:
    """The sequences of `shortest` to `longest` consecutive nodes that occur in at least `least` conversations, each
    with these conversations."""
    seen: dict[tuple[str, ...], list[str]] = {}
    for name in sorted(sequences):
        nodes = without_repeats(sequences[name])
        shown = {
            tuple(nodes[start : start + steps])
            for steps in range(shortest, min(longest, len(nodes)) + 1)
            for start in range(len(nodes) - steps + 1)
        }
        for order in shown:
            seen.setdefault(order, []).append(name)
    return {order: seen[order] for order in sorted(seen) if len(seen[order]) >= least}
