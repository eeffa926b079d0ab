"""The hash that tells one version of the belief extractor from another (seed 002 §6)."""

from collections.abc import Mapping
from pathlib import Path

import orjson

from kg_assets.core.hashing import sha256_hex

_DIGITS = 12


def extractor_version(files: Mapping[str, Path], choices: Mapping[str, object]) -> str:
    """§6: one hash of the contents of the prompts and word lists (`files`), and of the model names and thresholds
    (`choices`)."""
    contents = {name: sha256_hex(path.read_bytes()) for name, path in files.items()}
    return sha256_hex(orjson.dumps([contents, dict(choices)], option=orjson.OPT_SORT_KEYS))[:_DIGITS]
