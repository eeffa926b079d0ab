"""Values that an object computes when they are first asked for.

`functools.cached_property` takes a lock at each first use, which costs more than computing most values of a sentence.
Here two threads may compute the same value twice.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, Self, TypeVar, overload

Value = TypeVar("Value")
Owner = TypeVar("Owner")


class once(Generic[Value]):
    """A property that is computed once and then kept in the object's `__dict__`."""

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...

    def __get__(self, instance: object | None, owner: type) -> Value | Self:
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._compute(instance)
        return value


def kept(compute: Callable[[Owner], Value]) -> Callable[[Owner], Value]:
    """The function, changed so that it keeps its value in the `__dict__` of the object that it is called with. `once`
    does the same for a property; this is for functions in other modules than the object's class."""
    name = f"{compute.__module__}.{compute.__qualname__}"

    @wraps(compute)
    def value_of(owner: Owner) -> Value:
        values = owner.__dict__
        if name not in values:
            values[name] = compute(owner)
        value: Value = values[name]
        return value

    return value_of
