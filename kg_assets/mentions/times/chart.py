"""Reads one cluster, a short stretch of text that may name times. Patterns make nodes (pieces read as time
expressions), joins make larger nodes of neighbours, and the order of seed §2A.7.1 ranks them."""

from collections import defaultdict
from functools import lru_cache, partial

from kg_assets.mentions.times.expressions import Blocked, Expression
from kg_assets.mentions.times.grammar import Grammar, Join, Pattern
from kg_assets.mentions.times.nodes import Node, does_float, kind_of
from kg_assets.mentions.times.prefilter import shape_of
from kg_assets.mentions.times.templates import template_of
from kg_assets.mentions.times.words import Words

Spans = tuple[tuple[str, int, int], ...]

_ROUNDS = 5
_MOST_SHAPES = 50_000
_MOST_TEMPLATES = 8_192
_MOST_KINDS = 4_096
_LONGEST_PREFIX = 24
_MOST_PER_START = 24
# The largest expressions people write need about forty; runs with more are lists or attacks and grow no further.
_MOST_NODES = 96
_LAST_MARKS = " .!?"
# Kinds of weak nodes that count when the whole message is that expression.
_ALONE = frozenset(
    {
        "day",
        "dashday",
        "lonedate",
        "weekday",
        "month",
        "year",
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


class Reading:
    """What was read in a cluster, a short stretch of text that may name times: its candidates (`nodes`), the best
    first.

    Clusters that differ only in their numbers are read once, as a template with stand-ins for the numbers. If that was
    done, `text` is the cluster's own text, and `expression` puts its numbers back in.
    """

    __slots__ = ("_made", "_text", "nodes")

    def __init__(self, nodes: tuple[Node, ...], text: str | None) -> None:
        self.nodes = nodes
        self._text = text
        self._made: dict[int, Expression] = {}

    def expression(self, node: Node) -> Expression:
        """The expression of a candidate, with the numbers of the cluster's own text."""
        if self._text is None:
            return node.expression
        made = self._made.get(id(node))
        if made is None:
            made = self._made[id(node)] = node.again(self._text) or Blocked()
        return made


def read(grammar: Grammar, text: str, lead: int, end: int, is_whole: bool) -> Reading:
    """What was read in a cluster, a short stretch of text that may name times: its candidates. Clusters that differ
    only in their numbers have one template (`template_of`), and each template is read only once."""
    template = template_of(text)
    nodes = _read_template(grammar, template, lead, end, is_whole)
    return Reading(nodes, None if template == text else text)


@lru_cache(maxsize=_MOST_TEMPLATES)
def _read_template(grammar: Grammar, text: str, lead: int, end: int, is_whole: bool) -> tuple[Node, ...]:
    return read_cluster(grammar, text, lead, end, is_whole)


def read_cluster(grammar: Grammar, text: str, lead: int, end: int, is_whole: bool) -> tuple[Node, ...]:
    """The candidates of a cluster, in the order in which they win.

    A weak candidate counts only if it is the whole message (`is_whole`) and of a kind in `_ALONE`.
    """
    nodes = _Nodes(grammar, text)
    _seed(grammar, text, (lead, end), is_whole, nodes)
    _grow(grammar, text, nodes)
    alone = text[lead:end].strip(_LAST_MARKS) if is_whole else None
    candidates = [n for n in nodes.all if not n.is_weak or _stands_alone(n, text, alone)]
    for node in candidates:
        node.floats = does_float(node.expression)
    candidates.sort(key=rank)
    return tuple(candidates)


def rank(node: Node) -> tuple[int, int, float, int, int, str]:
    """The sort key by which a node wins or loses against others, by the order of seed §2A.7.1. The pattern's id decides
    between nodes that are equal in that order."""
    return (node.start - node.end, node.precedence, -node.confidence, node.start, -node.end, node.pattern_id)


def _stands_alone(node: Node, text: str, alone: str | None) -> bool:
    return alone is not None and node.kind in _ALONE and text[node.start : node.end].strip(_LAST_MARKS) == alone


class _Nodes:
    """The nodes of a cluster (pieces of text read as time expressions), by where they start. Each combination of start,
    end, kind and pattern is kept once, and the number of nodes per start is limited."""

    def __init__(self, grammar: Grammar, text: str) -> None:
        self._articles = {found.start(): found.end() for found in grammar.article.finditer(text)}
        self._seen: set[tuple[int, int, str, str]] = set()
        self.all: list[Node] = []
        self.by_start: dict[int, list[Node]] = defaultdict(list)
        self.last_start = -1
        self.kinds: set[str] = set()
        self.gaps: dict[tuple[int, int], int] = {}

    def add(self, node: Node) -> None:
        key = (node.start, node.end, node.kind, node.pattern_id)
        here = self.by_start[node.start]
        if key in self._seen or len(here) >= _MOST_PER_START:
            return
        self._seen.add(key)
        self.all.append(node)
        self.kinds.add(node.kind)
        here.append(node)
        if node.start > self.last_start:
            self.last_start = node.start
        after_article = self._articles.get(node.start)
        if after_article is not None and after_article <= node.end:
            self.by_start[after_article].append(node)
            self.last_start = max(self.last_start, after_article)

    def after_gap(self, text: str, end: int, join: Join) -> int:
        """Where the gap of a join ends that begins at `end`, the end of a left node; -1 if that join finds no gap
        there. A gap is the text between the two nodes that a join combines, such as " at "."""
        key = (end, join.gap_number)
        known = self.gaps.get(key)
        if known is None:
            found = join.gap.match(text, end)
            known = self.gaps[key] = -1 if found is None else found.end()
        return known


def _seed(grammar: Grammar, text: str, bounds: tuple[int, int], is_whole: bool, nodes: _Nodes) -> None:
    for pattern in _possible(grammar, shape_of(text)):
        if is_whole or not pattern.is_only_alone:
            _match(grammar, pattern, text, bounds, nodes)


@lru_cache(maxsize=_MOST_SHAPES)
def _possible(grammar: Grammar, shape: str) -> tuple[Pattern, ...]:
    """The patterns that can match a text of this shape (the text with 0 for every digit, see `shape_of`)."""
    return tuple(grammar.patterns[index] for index in sorted(grammar.possible.Match(shape) or ()))


def forget_shapes() -> None:
    """Empty the caches of texts that were read. Results never depend on them, but measurements of time do."""
    _possible.cache_clear()
    _read_template.cache_clear()


def _match(grammar: Grammar, pattern: Pattern, text: str, bounds: tuple[int, int], nodes: _Nodes) -> None:
    for found in pattern.regex.finditer(text):
        values = found.groups()
        start, stop = found.span()
        for group in pattern.inner:
            if values[group - 1] is not None:
                start, stop = found.span(group)
                break
        if start < bounds[0] or stop > bounds[1]:
            continue
        spans = tuple((name, *found.span(index + 1)) for name, index in pattern.fields if values[index] is not None)
        expression = _built(pattern, grammar.words, spans, text)
        if expression is None:
            continue
        nodes.add(
            Node(start, stop, pattern.kind or kind_of(expression), expression, pattern.pattern_id, pattern.precedence,
                 pattern.confidence, pattern.is_weak, pattern.guard, partial(_built, pattern, grammar.words, spans))
        )  # fmt: skip


def _built(pattern: Pattern, words: Words, spans: Spans, text: str) -> Expression | None:
    """The expression that a pattern makes of its named groups. `spans` says where each group stands in `text`: the text
    that the pattern matched, or another text with the same template."""
    return pattern.builder({name: text[start:end] for name, start, end in spans}, words, pattern.arguments)


def _joined(join: Join, left: Node, right: Node, text: str) -> Expression | None:
    """The expression of two joined nodes, made again from another text that differs only in its numbers."""
    first, last = left.again(text), right.again(text)
    return None if first is None or last is None else join.joiner(first, last, join.arguments)


def _grow(grammar: Grammar, text: str, nodes: _Nodes) -> None:
    """Join neighbouring nodes in up to `_ROUNDS` rounds. Each round looks only at pairs with a node made in the round
    before. It stops early once there are more than `_MOST_NODES` nodes."""
    first_fresh = 0
    for _ in range(_ROUNDS):
        total = len(nodes.all)
        # The two sides of a join start at different places.
        if first_fresh == total or len(nodes.by_start) < 2:
            return
        fresh = set(map(id, nodes.all[first_fresh:]))
        fresh_kinds = {node.kind for node in nodes.all[first_fresh:]}
        useful = _useful_joins(grammar, frozenset(nodes.kinds))
        if not useful:
            return
        for index in range(total):
            if len(nodes.all) > _MOST_NODES:
                return
            left = nodes.all[index]
            if left.end <= nodes.last_start:
                for join in useful.get(left.kind, ()):
                    if index >= first_fresh or not join.right.isdisjoint(fresh_kinds):
                        _join(text, nodes, left, join, fresh)
        first_fresh = total


@lru_cache(maxsize=_MOST_KINDS)
def _useful_joins(grammar: Grammar, kinds: frozenset[str]) -> dict[str, list[Join]]:
    """The joins that can combine two nodes of these kinds, in lists by the kind of the left node."""
    useful = {
        kind: [join for join in grammar.joins[kind] if not join.right.isdisjoint(kinds)]
        for kind in sorted(kinds)
        if kind in grammar.joins
    }
    return {kind: joins for kind, joins in useful.items() if joins}


def _join(text: str, nodes: _Nodes, left: Node, join: Join, fresh: set[int]) -> None:
    right_start = nodes.after_gap(text, left.end, join)
    if right_start < 0 or right_start not in nodes.by_start:
        return
    for right in list(nodes.by_start[right_start]):
        if right.kind not in join.right or not (id(left) in fresh or id(right) in fresh):
            continue
        expression = join.joiner(left.expression, right.expression, join.arguments)
        if expression is None:
            continue
        start = _start(text, left, join)
        if start is None:
            continue
        confidence = min(join.confidence, left.confidence, right.confidence)
        end = right.end + _closes(text, left.end, right_start, right.end)
        nodes.add(
            Node(start, end, kind_of(expression), expression, join.pattern_id, join.precedence, confidence,
                 join.is_weak, join.guard or left.guard, partial(_joined, join, left, right))
        )  # fmt: skip


def _closes(text: str, gap: int, gap_end: int, end: int) -> int:
    """Whether the text between two joined nodes opened a bracket that closes directly behind the right one (`Friday
    (10/28)`): 1 if so, else 0."""
    return int(text.startswith(")", end) and "(" in text[gap:gap_end])


def _start(text: str, left: Node, join: Join) -> int | None:
    """Where a joined node starts: at the word that the join wants before it (its prefix), if the word is there and
    belongs to the node; else where the left node starts. None if the join requires the prefix and it is missing."""
    if join.prefix is None:
        return left.start
    low = max(0, left.start - _LONGEST_PREFIX)
    found = join.prefix.search(text, low, left.start)
    if found is not None:
        return found.start() if join.keeps_prefix else left.start
    return None if join.is_prefix_required else left.start
