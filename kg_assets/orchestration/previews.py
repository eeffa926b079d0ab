"""The first rows and the charts of a table, as Markdown for its page. Of columns marked `content` only
lengths appear.
"""

import re
from collections.abc import Sequence

from kg_assets.core.contract import Chart, Table
from kg_assets.engine.runner import Engine
from kg_assets.store.contents import Content
from kg_assets.store.settings import StoreSettings
from kg_assets.store.sqlrun import add_views, identifier, preview_columns, session

_LONG_ID = re.compile(r"[0-9a-f-]{32,64}", re.ASCII)  # eight of its digits tell the rows of a preview apart
_BAR = 8  # blocks of the longest bar of a chart


def drawn(engine: Engine, table: Table, contents: Sequence[Content], chart: Chart) -> str:
    """A chart that the contract of a table declares, drawn as a Markdown table with bars."""
    store: StoreSettings = engine.config.section("store")
    shown = ", ".join(identifier(column.name) for column in table.columns if not column.content)
    rows = f"(SELECT {shown} FROM {table.name})"
    with session(1, store.memory_limit) as connection:
        add_views(connection, {table.name: [engine.contents.path(content) for content in contents]})
        found = connection.execute(chart.select.replace("{rows}", rows)).fetchall()
    return chart_markdown(chart.meaning, found)


def chart_markdown(meaning: str, found: Sequence[tuple[str, str, int]]) -> str:
    """Numbers, each with a row and a column name, as bars in a Markdown table; rows and columns are sorted by
    name.
    """
    if not found:
        return "_nothing to count_"
    numbers = {(row, column): number for row, column, number in found}
    columns = sorted({column for _, column, _ in found})
    longest = max(numbers.values())
    lines = [meaning, "", "| | " + " | ".join(columns) + " |", "|" + "---|" * (len(columns) + 1)]
    for row in sorted({row for row, _, _ in found}):
        cells = [_bar(numbers.get((row, column), 0), longest) for column in columns]
        lines.append(f"| {row} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _bar(number: int, longest: int) -> str:
    if not number:
        return ""
    return "█" * max(1, round(_BAR * number / longest)) + f" {number}"


def preview(engine: Engine, table: Table, contents: Sequence[Content]) -> str:
    """The first rows of a table's first file as a Markdown table; private columns appear as their lengths."""
    if table.file_format != "parquet" or not contents:
        return "_not a table of rows_"
    store: StoreSettings = engine.config.section("store")
    with session(1, store.memory_limit) as connection:
        add_views(connection, {table.name: [engine.contents.path(contents[0])]})
        cursor = connection.execute(
            f"SELECT {', '.join(preview_columns(table))} FROM {table.name} LIMIT {store.preview_rows}"
        )
        names = [column[0] for column in cursor.description]
        rows = cursor.fetchall()
    if not rows:
        return "_no rows_"
    lines = ["| " + " | ".join(names) + " |", "|" + "---|" * len(names)]
    lines += ["| " + " | ".join(_cell(value) for value in row) + " |" for row in rows]
    return "\n".join(lines)


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    if _LONG_ID.fullmatch(text):
        text = f"{text[:8]}…"
    text = text if len(text) <= 40 else f"{text[:39]}…"
    return text.replace("|", "\\|").replace("\n", " ")
