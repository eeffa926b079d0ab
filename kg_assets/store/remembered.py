"""Answers that a shard keeps for later shards, so that after a small change of the inputs only what is new is computed.

An answer depends only on its question, on the input files that it is kept with, and on the stage's code and
configuration. So a lost answer changes no row; it is only computed again. If a shard has a slot (its number among the
shards, such as "3 of 8"), its answers are kept under the slot instead of the files. Then each answer must itself say
from what it was made. A damaged or missing file counts as no answers. `gc` removes the files that no kept build names,
because they hold private text.
"""

import hashlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from kg_assets.core.canonical import canonical
from kg_assets.core.hashing import sha256_hex
from kg_assets.store.files import explained, make_private_folder, unfinished, write_all
from kg_assets.store.home import Home

_HASH_BYTES = 32


class Remembered:
    """The kept answers of one stage. `scope` stands for one version of its code and configuration; answers of another
    scope are not found."""

    def __init__(self, home: Home, stage: str, scope: str) -> None:
        self._folder = home.remembered
        self._stage = stage
        self._scope = scope

    def name(self, files: Sequence[Path], slot: str = "") -> str:
        """The name of the file that keeps the answers for these input files, made from their names, which are hashes
        of their contents; or, with a `slot`, for that slot."""
        about = [slot] if slot else [file.name for file in files]
        return f"{self._stage}-{sha256_hex(canonical([self._scope, *about]))[:24]}.json"

    def holds(self, name: str) -> bool:
        """Whether there is a file of this name; only `read` looks whether it is whole."""
        return (self._folder / name).exists()

    def read(self, name: str) -> dict[str, Any]:
        """The answers in a file; empty if the file is missing or damaged."""
        try:
            data = (self._folder / name).read_bytes()
        except OSError:
            return {}
        digest, body = data[:_HASH_BYTES], data[_HASH_BYTES:]
        if hashlib.sha256(body).digest() != digest:
            return {}
        answers: dict[str, Any] = orjson.loads(body)
        return answers

    def write(self, name: str, answers: Mapping[str, Any]) -> None:
        """Keep these answers instead of earlier ones. A power cut may lose them."""
        make_private_folder(self._folder)
        body = orjson.dumps(answers)
        path = self._folder / name
        with explained(path), unfinished(self._folder) as (descriptor, temporary):
            write_all(descriptor, hashlib.sha256(body).digest() + body)
            os.replace(temporary, path)
