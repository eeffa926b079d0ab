"""What a shard keeps for those after it: answers by question, so that where inputs have changed a little only what is
new is computed.

An answer depends on its question, on the files of one input that it is kept beside, and on the stage's code and
configuration: whether it is found changes no row. Where a shard has a slot, its answers are kept by that, whatever the
files: then each must tell by itself what it was read from. A file that is damaged or gone is as one that never was.
What kept builds do not name is swept by `gc`, as all private text is.
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
    """The answers of one stage, of one version of its code and configuration (`scope`)."""

    def __init__(self, home: Home, stage: str, scope: str) -> None:
        self._folder = home.remembered
        self._stage = stage
        self._scope = scope

    def name(self, files: Sequence[Path], slot: str = "") -> str:
        """The file name of the answers about some files, whose names are hashes of what they hold; with a
        `slot`, of the answers of that slot."""
        about = [slot] if slot else [file.name for file in files]
        return f"{self._stage}-{sha256_hex(canonical([self._scope, *about]))[:24]}.json"

    def read(self, name: str) -> dict[str, Any]:
        """The answers, none if there is no whole file of them."""
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
        """Keep these answers in place of earlier ones. After a power cut they may be gone."""
        make_private_folder(self._folder)
        body = orjson.dumps(answers)
        path = self._folder / name
        with explained(path), unfinished(self._folder) as (descriptor, temporary):
            write_all(descriptor, hashlib.sha256(body).digest() + body)
            os.replace(temporary, path)
