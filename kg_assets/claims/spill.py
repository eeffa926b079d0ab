"""Keeps rows on disk until they are written, so that a large table need not be in memory together with the
data it was made from.

The file has no name, so the system deletes it when nobody reads it any more, also after a kill.
"""

import mmap
from collections.abc import Iterable
from tempfile import TemporaryFile

import pyarrow as pa


def on_disk(schema: pa.Schema, parts: Iterable[pa.Table]) -> pa.Table:
    """The rows of all parts, in their order, as a table that is read from a memory-mapped file."""
    with TemporaryFile(prefix="annals-") as file:
        with pa.ipc.new_file(pa.PythonFile(file, mode="w"), schema) as writer:
            for part in parts:
                writer.write_table(part)
        file.flush()
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return pa.ipc.open_file(pa.py_buffer(mapped)).read_all()
