"""Deterministic ids: uuid5 over canonical JSON arrays (seed 000 "Canonical JSON", §1.3).

Which components make which id belongs to the stage that makes it.
"""

import hashlib
import uuid
from collections.abc import Iterable
from typing import Any

import orjson

from kg_assets.core.canonical import canonical
from kg_assets.core.hashing import sha256_hex as sha256_hex  # offered here as well: who needs ids needs content hashes

Component = str | int | float | bool | None | list[Any] | tuple[Any, ...]

NULL = "__NULL__"
EMPTY = "__EMPTY__"

# The first hex digit of the fourth group, with its two high bits replaced by the variant of RFC 4122.
_VARIANT = {digit: "89ab"[int(digit, 16) & 3] for digit in "0123456789abcdef"}
_DIRECT = frozenset({str, int, bool})


class IdSpace:
    """Makes the ids of one namespace (`id_namespace` in the configuration)."""

    __slots__ = ("_seeded", "namespace")

    def __init__(self, namespace: str | uuid.UUID) -> None:
        self.namespace = namespace if isinstance(namespace, uuid.UUID) else uuid.UUID(namespace)
        self._seeded = hashlib.sha1(self.namespace.bytes, usedforsecurity=False)

    def make(self, *components: Component) -> str:
        """uuid5(namespace, JCS([components])), with None written as "__NULL__" and "" as "__EMPTY__", in
        inner lists too.

        Raises `CanonicalError` for a component that RFC 8785 cannot hold.
        """
        return self.make_each([components])[0]

    def make_each(self, rows: Iterable[tuple[Component, ...]]) -> list[str]:
        """The id of each row of components, as `make` gives it. A separate call for each id would double the
        time."""
        made = []
        seeded = self._seeded.copy
        for components in rows:
            sha1 = seeded()
            sha1.update(id_name(components))
            digest = sha1.hexdigest()
            variant = _VARIANT[digest[16]]
            made.append(f"{digest[:8]}-{digest[8:12]}-5{digest[13:16]}-{variant}{digest[17:20]}-{digest[20:32]}")
        return made


def id_name(components: tuple[Component, ...]) -> bytes:
    """The bytes that are hashed for an id: the canonical JSON array of the components."""
    if _DIRECT.issuperset(map(type, components)) and "" not in components:
        try:
            return orjson.dumps(components, option=orjson.OPT_STRICT_INTEGER)
        except TypeError:
            pass  # canonical() says what is wrong with it
    return canonical(_encoded(components))


def _encoded(component: Any) -> Any:
    if component is None:
        return NULL
    if isinstance(component, str):
        return component or EMPTY
    if isinstance(component, (list, tuple)):
        return [_encoded(inner) for inner in component]
    return component
