"""Puts the answers into docs/analysts.md: each block of SQL is followed by what the demo says to it.

    python docs/answers.py            builds the demo anew and rewrites the page
    python docs/answers.py HOME       asks a demo that is there

The page's questions are written by hand; a test compares its answers with those of a fresh demo.
"""

import contextlib
import io
import re
import sys
import tempfile
from pathlib import Path

from kg_assets.cli.console import print_table
from kg_assets.cli.demonstration import request_demo, write_settings
from kg_assets.core.config import load_config
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import run_build, seal_and_publish
from kg_assets.house import HOUSE
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened, select

PAGE = Path(__file__).with_name("analysts.md")
BLOCK = re.compile(r"```sql\n(?P<sql>.*?)```\n\n```text\n.*?```\n", re.DOTALL)
WIDTH = 60  # characters of a value


def built_demo(folder: Path) -> Home:
    """The demo, built and published in a folder."""
    home = Home(folder / "home").prepare()
    write_settings(home)
    engine = Engine(home, HOUSE, load_config(HOUSE.sections, home.settings), 1, home.settings)
    build = request_demo(engine).build
    run_build(engine, build)
    seal_and_publish(engine, build)
    return engine.home


def answered(page: str, home: Home) -> str:
    """The text of the page, with each block of SQL followed by what this home answers."""
    with opened(home) as warehouse:
        return BLOCK.sub(lambda found: _block(warehouse.connection, found["sql"]), page)


def _block(connection: object, sql: str) -> str:
    answer = select(connection, sql)
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        print_table(answer.names, answer.fetchall(), WIDTH)
    return f"```sql\n{sql}```\n\n```text\n{shown.getvalue()}```\n"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        asked = Home(Path(sys.argv[1])) if len(sys.argv) > 1 else built_demo(Path(scratch))
        PAGE.write_text(answered(PAGE.read_text(encoding="utf-8"), asked), encoding="utf-8")
