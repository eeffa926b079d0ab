"""The process in which a typed statement runs: `python -m kg_assets.queries.asked`. It can write no file.

It reads one question (a line of JSON) from standard input, which stays open for as long as somebody waits, and answers
in frames on standard output. A frame has one byte for its kind, eight bytes for the length of its content, then the
content. Kind `N` is names of columns, `R` rows, `B` bytes of an Arrow stream, `E` the end, `X` an error.
"""

import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

import duckdb

from kg_assets.core.confined import forbid_writing, limit_files, limit_memory, limit_processor
from kg_assets.core.errors import AnnalsError, QueryError
from kg_assets.queries.statement import only_reading
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened
from kg_assets.store.rows import instant_text

# Rows that are sent at a time: few enough that rows with long texts do not take gigabytes in the reader of the pipe.
_AT_ONCE = 1000
# Memory that the program needs besides what DuckDB counts: stacks of threads, Python, rows on their way.
_BESIDE = 256 << 20


def main() -> int:
    question = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_who_asked, daemon=True).start()
    stream = os.fdopen(os.dup(1), "wb")
    # Output that a library prints must not get between the frames.
    os.dup2(2, 1)
    try:
        _answer(question, stream)
    except (AnnalsError, duckdb.Error, MemoryError) as error:
        _frame(stream, b"X", json.dumps(_explained(error, question)).encode())
    stream.flush()
    return 0


def _end_with_who_asked() -> None:
    """End this process when standard input closes. Otherwise a statement would run on after the asking process was
    killed."""
    while os.read(0, 1):
        pass
    os._exit(1)


def _answer(question: dict[str, Any], stream: Any) -> None:
    memory, seconds = question["memory"], question["seconds"]
    forbid_writing()
    limit_processor(seconds * question["threads"] + 2)
    limits = {
        "threads": question["threads"],
        "memory_limit": f"{memory}B",
        "max_execution_time": seconds * 1000,
        "temp_directory": "",
        "python_enable_replacements": False,
    }
    with opened(Home(Path(question["home"]), question["is_elsewhere"]), limits) as warehouse:
        limit_files(0)
        limit_memory(memory + _BESIDE)
        connection = warehouse.connection
        cursor = connection.execute(only_reading(connection, question["sql"]))
        most = question["rows"]
        if question["form"] == "arrow":
            rows = _send_arrow(cursor, stream, most)
        else:
            _frame(stream, b"N", json.dumps([column[0] for column in cursor.description]).encode())
            rows = _send_rows(cursor, stream, most)
    _frame(stream, b"E", json.dumps({"has_more": rows > most}).encode())


def _send_rows(cursor: Any, stream: Any, most: int) -> int:
    sent = 0
    while sent <= most and (rows := cursor.fetchmany(min(_AT_ONCE, most + 1 - sent))):
        sent += len(rows)
        kept = rows[: len(rows) - max(0, sent - most)]
        _frame(stream, b"R", json.dumps([[_plain(value) for value in row] for row in kept]).encode())
    return sent


def _plain(value: Any) -> Any:
    """A value that JSON can hold: bytes become hexadecimal digits, other types that JSON lacks become
    text."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).hex()
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    return str(instant_text(value))


def _send_arrow(cursor: Any, stream: Any, most: int) -> int:
    import pyarrow as pa

    reader = cursor.to_arrow_reader(_AT_ONCE)
    sent = 0
    with pa.ipc.new_stream(pa.PythonFile(_Frames(stream), mode="w"), reader.schema) as writer:
        for batch in reader:
            writer.write_batch(batch.slice(0, max(0, most - sent)))
            sent += batch.num_rows
            if sent > most:
                break
    return sent


class _Frames:
    """A file object for an Arrow stream: what is written to it goes to standard output, each piece as a frame of kind
    `B`."""

    closed = False

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, data: Any) -> int:
        view = bytes(data)
        _frame(self._stream, b"B", view)
        return len(view)

    def flush(self) -> None:
        self._stream.flush()

    def close(self) -> None:
        self.flush()


def _frame(stream: Any, kind: bytes, payload: bytes) -> None:
    stream.write(kind + len(payload).to_bytes(8, "big"))
    stream.write(payload)
    stream.flush()


def _explained(error: BaseException, question: dict[str, Any]) -> dict[str, str]:
    if isinstance(error, AnnalsError):
        return {"kind": type(error).__name__, "text": str(error)}
    text = str(error).strip()
    if isinstance(error, MemoryError | duckdb.OutOfMemoryException):
        return {"kind": "memory", "text": ""}
    if isinstance(error, duckdb.InterruptException):
        return {"kind": "seconds", "text": ""}
    if "does not exist" in text:
        text = f"{text}\n(`annals tables` lists tables and columns)"
    return {"kind": QueryError.__name__, "text": text}


if __name__ == "__main__":
    sys.exit(main())
