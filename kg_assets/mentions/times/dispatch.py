"""The table from each type of time expression to the function that resolves it, that is, finds its place on the
calendar."""

from collections.abc import Callable
from typing import Any

from kg_assets.mentions.times.expressions import Expression
from kg_assets.mentions.times.model import Context, ImpossibleDate, OpenExpression, Value

Resolver = Callable[[Any, Context], Value]
_RESOLVERS: dict[type, Resolver] = {}


def resolves(shape: type) -> Callable[[Resolver], Resolver]:
    """Registers the decorated function as the resolver of one type of expression."""

    def register(function: Resolver) -> Resolver:
        _RESOLVERS[shape] = function
        return function

    return register


def value_of(expression: Expression, context: Context) -> Value:
    """The interval or moment that an expression names, in local time. Raises OpenExpression if it stays unresolved,
    ImpossibleDate if there is no such date."""
    resolver = _RESOLVERS.get(type(expression))
    if resolver is None:
        raise OpenExpression(type(expression).__name__.lower())
    try:
        return resolver(expression, context)
    except (OverflowError, ValueError) as error:
        raise ImpossibleDate(str(error)) from None
