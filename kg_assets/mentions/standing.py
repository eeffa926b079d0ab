"""What an earlier build wrote of the messages of a shard, where it still stands.

A new conversation changes a few terms of the lexicon, and with them the names of a few messages in every shard. A shard
that reads the same files but for names takes over the rows of all other messages.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson
import pyarrow as pa
import pyarrow.compute as pc

from kg_assets.core.contract import Table
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.stage import StageRun
from kg_assets.store.rows import read_table

MESSAGES = "kg.messages"
_DIGITS = 24  # of a hash that tells one message's names from others
# The names of a message that could not be read are never what they were: it is read again, and told again.
_UNREAD = ""


class Standing:
    """The rows of an earlier shard of this stage over the same files of messages and of `others`.

    `digests` says of each message what else its rows depend on (`digest_of`); one without an entry has nothing of it.
    """

    def __init__(self, run: StageRun, others: Sequence[str], digests: Mapping[str, str]) -> None:
        self._run = run
        self._digests = dict(digests)
        self._sources = {name: [path.name for path in run.paths(name)] for name in others}
        self._recalled = run.recall(MESSAGES)
        self._before = run.earlier(MESSAGES) if self._recalled.get("sources") == self._sources else {}
        known: Mapping[str, str] = self._recalled.get("digests", {})
        asked = self._digests.keys() | known.keys()
        self._changed = frozenset(one for one in asked if self._digests.get(one) != known.get(one))

    def __contains__(self, message_id: str) -> bool:
        return bool(self._before) and message_id not in self._changed

    def without(self, rows: pa.Table) -> pa.Table:
        """The rows of messages that are to be read."""
        return rows.filter(self._of_changed(rows)) if self._before else rows

    def beside(self, contract: Table, made: pa.Table) -> pa.Table:
        """What stands of a table, and what was made now."""
        if contract.name not in self._before:
            return made
        before = read_table(self._before[contract.name]).cast(made.schema)
        return pa.concat_tables([before.filter(pc.invert(self._of_changed(before))), made])

    def recall(self, key: str) -> Any:
        """What the earlier shard has kept under a name, if its rows stand."""
        return self._recalled.get(key) if self._before else None

    def remember(self, unread: Iterable[str] = (), **kept: Any) -> None:
        """Keep for the next shard what this one has read; `unread` are the messages that could not be."""
        digests = self._digests | dict.fromkeys(sorted(unread), _UNREAD)
        self._run.remember(MESSAGES, {"sources": self._sources, "digests": digests, **kept})

    def _of_changed(self, rows: pa.Table) -> pa.ChunkedArray:
        return pc.is_in(rows.column("message_id"), pa.array(sorted(self._changed), pa.string()))


def digest_of(value: object) -> str:
    """A short hash of what the rows of one message depend on."""
    return sha256_hex(orjson.dumps(value))[:_DIGITS]
