"""The span that a name recogniser (a backend) finds, and the interface that all recognisers share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class NerSpan:
    """One name that a recogniser found. The offsets are None if it cannot prove them."""

    start: int | None
    end: int | None
    label: str
    surface: str
    confidence: float
    details: Mapping[str, object] = field(default_factory=dict)


class NerBackend(Protocol):
    """A recogniser of names. Its name, version and configuration together determine what it finds."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def config(self) -> Mapping[str, object]: ...

    def find(self, texts: Sequence[str]) -> list[list[NerSpan]]:
        """The spans of each text, with offsets into it."""
        ...
