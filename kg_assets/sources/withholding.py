"""Makes copies of sources without what a person marked as private, for a build that may not read it.

The sources themselves stay whole.
"""

import io
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg_assets.core.config import Config
from kg_assets.sources.naming import names_in
from kg_assets.sources.redact import Cut, Found, Says, readers, redact, texts_of
from kg_assets.sources.scan import KIND_OF_ADAPTER
from kg_assets.store.decisions import MadePrivate
from kg_assets.store.ledger import Ledger
from kg_assets.store.registry import DECISIONS
from kg_assets.store.vault import Vault

_NEUTRAL_NAME = "withheld"
Member = Mapping[str, Any]  # a member file of a source, as a build is given it


@dataclass(frozen=True, slots=True)
class Rest:
    """What is left of the sources without the private things: the member files, cut where needed; and `found`, a record
    of what was cut."""

    members: tuple[dict[str, Any], ...]
    found: Found = field(default_factory=Found)


def without(members: Sequence[Member], marks: Sequence[MadePrivate], vault: Vault, config: Config) -> Rest:
    """The member files without what is marked. A file from which something was cut becomes a new copy in the
    vault."""
    if not marks:
        return Rest(tuple(dict(member) for member in members))
    says = _says(marks)
    cut = Cut(frozenset(mark for given in marks for mark in given.marks), says)
    whole = frozenset(given.key for given in marks if given.target == "source")
    reading, found, left = readers(config), Found(), []
    for member in members:
        if member["export_sha256"] in whole:
            continue
        reader = reading[KIND_OF_ADAPTER[member["adapter"]]]
        kept, cut_here = redact(memoryview(vault.open_mmap(member["sha256"])), member["name"], reader, cut)
        found.add(cut_here)
        if kept is None:
            continue
        row = dict(member)
        if cut_here.marks:
            row["sha256"], row["bytes"] = vault.put(io.BytesIO(kept))
        if says is not None:
            row["name"] = _NEUTRAL_NAME if says(row["name"]) else row["name"]
            if "refused" in row:
                row["refused"] = [[_NEUTRAL_NAME if says(name) else name, why] for name, why in row["refused"]]
        left.append(row)
    return Rest(tuple(sorted(left, key=lambda row: row["sha256"])), found)


def withheld_positions(ledger: Ledger, marks: Sequence[MadePrivate], found: Found) -> frozenset[int]:
    """The ledger positions of decisions that name something marked as private; the marks' own entries are
    among them."""
    says, keys = _says(marks), frozenset(given.key for given in marks) | found.message_ids
    return frozenset(entry.position for entry in ledger.entries(list(DECISIONS)) if _is_about(entry.body, keys, says))


def _is_about(body: Any, keys: Collection[str], says: Says | None) -> bool:
    return any(text in keys or (says is not None and says(text)) for text in texts_of(body, reads_json=True))


def _says(marks: Sequence[MadePrivate]) -> Says | None:
    return names_in([name for given in marks for name in given.names], in_any_case=True)
