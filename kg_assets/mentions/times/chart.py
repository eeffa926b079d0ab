"""Reads one cluster: patterns give nodes, joins give larger ones, and the seed's order picks the winners."""

import re
from collections import defaultdict

from kg_assets.mentions.times.grammar import Grammar, Join, Pattern
from kg_assets.mentions.times.nodes import Node, does_float, kind_of

_ROUNDS = 5
_LONGEST_PREFIX = 24
_MOST_PER_START = 24


def read_cluster(grammar: Grammar, text: str, lead: int, end: int, is_whole: bool) -> tuple[Node, ...]:
    """The candidates of a cluster in the order in which they win; alone in a message, weak ones count."""
    nodes = _Nodes(grammar, text)
    _seed(grammar, text, lead, end, nodes)
    _grow(grammar, text, nodes)
    alone = text[lead:end].strip(_LAST_MARKS) if is_whole else None
    candidates = [n for n in nodes.all if not n.is_weak or _stands_alone(n, text, alone)]
    return tuple(sorted(candidates, key=rank))


def rank(node: Node) -> tuple[int, int, float, int, int, str]:
    """The order of seed §2A.7.1, made total by the pattern's id (within a message a place has one surface)."""
    return (node.start - node.end, node.precedence, -node.confidence, node.start, -node.end, node.pattern_id)


def _stands_alone(node: Node, text: str, alone: str | None) -> bool:
    return alone is not None and node.kind in _ALONE and text[node.start : node.end].strip(_LAST_MARKS) == alone


_LAST_MARKS = " .!?"
_ALONE = frozenset(
    {
        "day",
        "dashday",
        "lonedate",
        "weekday",
        "month",
        "clock",
        "clockrange",
        "part",
        "period",
        "quarter",
        "at",
        "daypart",
        "loneclock",
    }
)


class _Nodes:
    """Nodes by where they start, each reading once."""

    def __init__(self, grammar: Grammar, text: str) -> None:
        self._article, self._text = grammar.article, text
        self.all: list[Node] = []
        self.by_start: dict[int, list[Node]] = defaultdict(list)
        self._seen: set[tuple[int, int, str, str]] = set()

    def add(self, node: Node) -> bool:
        key = (node.start, node.end, node.kind, node.pattern_id)
        if key in self._seen or len(self.by_start[node.start]) >= _MOST_PER_START:
            return False
        self._seen.add(key)
        self.all.append(node)
        self.by_start[node.start].append(node)
        article = self._article.match(self._text, node.start, node.end)
        if article is not None:
            self.by_start[article.end()].append(node)
        return True


def _seed(grammar: Grammar, text: str, lead: int, end: int, nodes: _Nodes) -> None:
    for index in sorted(grammar.possible.Match(text) or ()):
        _match(grammar, grammar.patterns[index], text, lead, end, nodes)


def _match(grammar: Grammar, pattern: Pattern, text: str, lead: int, end: int, nodes: _Nodes) -> None:
    for found in pattern.regex.finditer(text):
        # a group may be written twice in alternatives; the second spelling ends in an underscore
        groups = {name.rstrip("_"): value for name, value in found.groupdict().items() if value is not None}
        expression = pattern.builder(groups, grammar.words, pattern.arguments)
        if expression is None:
            continue
        start, stop = found.span(_inner_group(found))
        if start < lead or stop > end:
            continue
        kind = pattern.kind or kind_of(expression)
        node = Node(
            start, stop, kind, expression, pattern.pattern_id, pattern.precedence, pattern.confidence,
            pattern.is_weak, pattern.guard, does_float(expression),
        )  # fmt: skip
        nodes.add(node)


def _inner_group(found: re.Match[str]) -> str | int:
    """The group that is the mention when the pattern names one; what stands before it is only a cue."""
    return next((name for name in ("x", "x_") if found.groupdict().get(name) is not None), 0)


def _grow(grammar: Grammar, text: str, nodes: _Nodes) -> None:
    """Join neighbours for a few rounds; each round looks only at pairs that hold a node of the round before."""
    fresh = set(range(len(nodes.all)))
    for _ in range(_ROUNDS):
        before = len(nodes.all)
        fresh_nodes = {id(nodes.all[index]) for index in fresh}
        for left in list(nodes.all):
            for join in grammar.joins.get(left.kind, ()):
                _join(text, nodes, left, join, fresh_nodes)
        fresh = set(range(before, len(nodes.all)))
        if not fresh:
            return


def _join(text: str, nodes: _Nodes, left: Node, join: Join, fresh: set[int]) -> None:
    gap = join.gap.match(text, left.end)
    if gap is None:
        return
    for right in list(nodes.by_start.get(gap.end(), ())):
        if right.kind not in join.right or not (id(left) in fresh or id(right) in fresh):
            continue
        expression = join.joiner(left.expression, right.expression, join.arguments)
        if expression is None:
            continue
        start = _start(text, left, join)
        if start is None:
            continue
        confidence = min(join.confidence, left.confidence, right.confidence)
        nodes.add(
            Node(start, right.end, kind_of(expression), expression, join.pattern_id, join.precedence, confidence,
                 join.is_weak, join.guard or left.guard, does_float(expression))
        )  # fmt: skip


def _start(text: str, left: Node, join: Join) -> int | None:
    """Where the joined node starts: at its prefix if there is one; None if a required one is missing."""
    if join.prefix is None:
        return left.start
    low = max(0, left.start - _LONGEST_PREFIX)
    found = join.prefix.search(text, low, left.start)
    if found is not None:
        return found.start() if join.keeps_prefix else left.start
    return None if join.is_prefix_required else left.start
