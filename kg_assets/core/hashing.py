"""sha256 of bytes and text."""

import hashlib


def sha256_hex(data: bytes | str | memoryview) -> str:
    """Hex sha256 of bytes, or of text as UTF-8."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()
