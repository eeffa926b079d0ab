"""Turns template rules into text. It knows nothing of people, topics or exports."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Draw: TypeAlias = Callable[[], float]
# The value of a bound slot: one word, or several of which each use takes any.
Binding: TypeAlias = Mapping[str, str | tuple[str, ...]]

_SLOT = re.compile(r"\{((?:[aA] )?[A-Za-z]\w*|\d+-\d+)\}", re.ASCII)
_RANGE = re.compile(r"(\d+)-(\d+)", re.ASCII)


def capitalised(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def _with_article(text: str) -> str:
    return ("an " if text[:1].lower() in "aeiou" else "a ") + text


def _with_capital_article(text: str) -> str:
    return capitalised(_with_article(text))


@dataclass(slots=True)
class _Slot:
    alternatives: list["_Template"] | None
    name: str
    form: Callable[[str], str] | None
    low: int = 0
    span: int = 0


_Template: TypeAlias = "str | tuple[str | _Slot, ...]"


class Grammar:
    """Rules by name, each a list of templates such as `slice the {vegetable} into {2-9} parts`.

    A slot (`{…}`) names another rule, a number range, or one of `bound`, whose values the caller gives for each
    expansion. `{Rule}` begins with a capital letter, unless a rule has exactly that name; `{a rule}` adds the
    indefinite article.
    """

    def __init__(self, rules: Mapping[str, Sequence[str]], bound: Iterable[str]) -> None:
        self._bound = frozenset(bound)
        self._rules: dict[str, list[_Template]] = {name: [] for name in rules}
        for name, alternatives in rules.items():
            self._rules[name].extend(self._compile(template, name) for template in alternatives)

    def __contains__(self, rule: str) -> bool:
        return rule in self._rules

    def size(self, rule: str) -> int:
        """How many templates a rule has to choose from."""
        return len(self._rules[rule])

    def expand(self, rule: str, draw: Draw, binding: Binding) -> str:
        """One text of the rule. `draw` gives random numbers in [0, 1), by which it is chosen."""
        alternatives = self._rules[rule]
        template = alternatives[int(draw() * len(alternatives))]
        return template if isinstance(template, str) else _fill(template, draw, binding)

    def some(self, rule: str, count: int, draw: Draw, binding: Binding) -> tuple[str, ...]:
        """Up to `count` different texts of the rule, in the order in which they were drawn."""
        found: dict[str, None] = {}
        for _ in range(4 * count):
            found[self.expand(rule, draw, binding)] = None
            if len(found) == count:
                break
        return tuple(found)

    def _compile(self, template: str, rule: str) -> _Template:
        pieces = _SLOT.split(template)
        if len(pieces) == 1:
            return template
        parts: list[str | _Slot] = []
        for index, piece in enumerate(pieces):
            if index % 2:
                parts.append(self._slot(piece, rule))
            elif piece:
                parts.append(piece)
        return tuple(parts)

    def _slot(self, text: str, rule: str) -> _Slot:
        number = _RANGE.fullmatch(text)
        if number:
            low, high = int(number[1]), int(number[2])
            return _Slot(None, "", None, low, high - low + 1)
        form: Callable[[str], str] | None = None
        name = text
        if text.startswith(("a ", "A ")):
            name, form = text[2:], _with_article if text[0] == "a" else _with_capital_article
        elif text[0].isupper() and text not in self._rules:
            name, form = text[0].lower() + text[1:], capitalised
        if name in self._bound:
            return _Slot(None, name, form)
        if name not in self._rules:
            raise KeyError(f"rule {rule!r} names the slot {{{text}}}, which is neither a rule nor bound")
        return _Slot(self._rules[name], name, form)


def _fill(template: tuple[str | _Slot, ...], draw: Draw, binding: Binding) -> str:
    out: list[str] = []
    for part in template:
        if isinstance(part, str):
            out.append(part)
            continue
        alternatives = part.alternatives
        if alternatives is None:
            text = str(part.low + int(draw() * part.span)) if part.span else _bound(binding[part.name], draw)
        else:
            chosen = alternatives[int(draw() * len(alternatives))]
            text = chosen if isinstance(chosen, str) else _fill(chosen, draw, binding)
        out.append(part.form(text) if part.form else text)
    return "".join(out)


def _bound(value: str | tuple[str, ...], draw: Draw) -> str:
    return value if isinstance(value, str) else value[int(draw() * len(value))]
