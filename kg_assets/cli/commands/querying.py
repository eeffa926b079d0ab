"""`annals query`: runs a typed SQL statement and writes its whole answer as a table, CSV, JSON or Parquet, or
nothing."""

import argparse
import csv
import io
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from kg_assets.cli.console import print_table
from kg_assets.core.amounts import bytes_of
from kg_assets.core.config import threads_from_environment
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import escaped_json, harmless
from kg_assets.exports.output import check_target, new_file
from kg_assets.queries.ask import Answer, Limits, asked, asked_arrow
from kg_assets.queries.configured import reading_config
from kg_assets.queries.settings import ServeSettings
from kg_assets.store.home import Home

# What is printed is gathered first, in memory up to so many bytes, so that an answer that fails prints nothing.
_HELD_IN_MEMORY = 16 << 20


def query(options: argparse.Namespace) -> int:
    """Ask the published build in SQL."""
    home, config = Home.from_environment(), reading_config()
    settings: ServeSettings = config.section("serve")
    limits = Limits(
        rows=settings.query_most_rows,
        seconds=options.seconds or settings.query_seconds,
        memory=bytes_of(settings.query_memory),
        threads=threads_from_environment(config.section("store").threads),
    )
    out = Path(options.out).expanduser().absolute() if options.out else None
    if out is not None:
        check_target(home, out, is_folder=False, force=True)
    if options.format == "table" and out is None:
        return _print(home, options.sql, limits, settings)
    if options.format == "parquet":
        if out is None and sys.stdout.isatty():
            raise QueryError("Parquet is not for a terminal; name a file with --out FILE, or pipe it")
        with _whole(out) as stream:
            _write_parquet(home, options.sql, limits, stream)
        return 0
    write = _write_json if options.format == "json" else _write_csv
    with _whole(out) as stream, asked(home, options.sql, limits) as answer:
        write(answer, lambda text: stream.write(text.encode("utf-8")))
    return 0


def _print(home: Home, sql: str, limits: Limits, settings: ServeSettings) -> int:
    most = settings.query_rows
    with asked(home, sql, limits, is_cut=True) as answer:
        rows = list(islice(answer.rows, most + 1))
    print_table(answer.names, rows[:most], settings.cell_width)
    if len(rows) > most:
        print(f"(the first {most} rows; --format csv prints all)", file=sys.stderr)
    return 0


@contextmanager
def _whole(out: Path | None) -> Iterator[BinaryIO]:
    """A stream for an answer. It reaches its file or standard output only when the answer is complete."""
    if out is not None:
        with new_file(out, force=True) as made, made.open("wb") as stream:
            yield stream
        return
    with tempfile.SpooledTemporaryFile(max_size=_HELD_IN_MEMORY) as held:
        yield held  # type: ignore[misc]
        held.seek(0)
        if sys.stdout.isatty():
            # Lines of text: Parquet is not for a terminal, and a terminal obeys what it is sent.
            sys.stdout.writelines(map(harmless, io.TextIOWrapper(held, encoding="utf-8", newline="")))
            return
        sys.stdout.flush()
        shutil.copyfileobj(held, sys.stdout.buffer)
        sys.stdout.buffer.flush()


def _write_json(answer: Answer, write: Callable[[str], object]) -> None:
    """Write an array of objects. Two columns of the same name are refused, and so are NaN and infinite numbers."""
    twice = sorted({name for name in answer.names if answer.names.count(name) > 1})
    if twice:
        raise QueryError(
            f"several columns are called {', '.join(twice)}, and a JSON object holds each name once; use AS"
        )
    before = "[\n "
    for row in answer.rows:
        write(before + _object(dict(zip(answer.names, row, strict=True))))
        before = ",\n "
    write("\n]\n" if before.startswith(",") else "[]\n")


def _object(row: dict[str, Any]) -> str:
    try:
        text = json.dumps(row, indent=1, ensure_ascii=False, allow_nan=False)
    except ValueError:
        raise QueryError("a number is NaN or infinite, which JSON cannot say; use --format csv, or ::VARCHAR") from None
    return escaped_json(text).replace("\n", "\n ")


def _write_csv(answer: Answer, write: Callable[[str], object]) -> None:
    lines = csv.writer(_Text(write), lineterminator="\n")
    lines.writerow(answer.names)
    lines.writerows(answer.rows)


class _Text:
    """The file object that the `csv` writer writes to."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self.write = write


def _write_parquet(home: Home, sql: str, limits: Limits, stream: BinaryIO) -> None:
    import pyarrow.parquet as pq

    with asked_arrow(home, sql, limits) as answer, pq.ParquetWriter(stream, answer.schema) as writer:
        for batch in answer.batches:
            writer.write_batch(batch)
