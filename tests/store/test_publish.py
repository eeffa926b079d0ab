"""Publication: what may be shown, and how the published build is read."""

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

import duckdb
import pyarrow as pa
import pytest

from kg_assets.core.contract import Column, Table
from kg_assets.core.errors import WarehouseError
from kg_assets.store import database
from kg_assets.store.builds import BuildRef, Builds, Manifest, TableRecord
from kg_assets.store.contents import ContentStore
from kg_assets.store.database import prune_history
from kg_assets.store.home import Home
from kg_assets.store.opened import Reader, open_current
from kg_assets.store.publish import (
    Current,
    current,
    may_publish,
    newest,
    publications,
    publish,
    unpin,
    verdict,
    withdraw,
)

JANUARY, FEBRUARY = "2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"
Make = Callable[..., Manifest]
Contracts = dict[str, Table]


def test_what_may_publish_itself(home: Home, make_build: Make, contracts: Contracts) -> None:
    old, new = make_build(JANUARY, "a", sources=("x",)), make_build(FEBRUARY, "b", sources=("y",))
    assert verdict(new, None, pinned=False).allowed
    assert verdict(new, old, pinned=False).allowed
    assert verdict(replace(new, as_of=JANUARY), old, pinned=False).allowed
    assert verdict(replace(old, generation=2), old, pinned=True).allowed
    refused = {
        "blocking checks failed (kg.messages)": verdict(
            replace(new, failed_checks=("kg.messages",)), None, pinned=False
        ),
        "is pinned; `annals publish --latest` unpins it": verdict(new, old, pinned=True),
        f"its as_of {JANUARY} is before {FEBRUARY}": verdict(old, new, pinned=False),
        "blocking checks failed": verdict(replace(old, failed_checks=("x",)), old, pinned=False),
        "was asked for later": verdict(replace(new, as_of=JANUARY), old, pinned=False, knows_less=True),
    }
    assert verdict(new, old, pinned=False, knows_less=True).allowed, "a later moment is newer, whoever asked when"
    for said, found in refused.items():
        assert not found.allowed
        assert said in found.reason
    assert may_publish(home, old).allowed
    publish(home, new, contracts, [])
    assert not may_publish(home, old).allowed
    publish(home, old, contracts, [], pin=True)
    assert "is pinned" in may_publish(home, new).reason
    unpin(home)
    assert may_publish(home, new).allowed


def test_what_was_made_from_more_is_newer_though_its_horizon_lies_earlier(home: Home, make_build: Make) -> None:
    """An undated note of February's file, then a chat of January: a file says nothing of when words were said."""
    note, more = make_build(FEBRUARY, "a", sources=("n",)), make_build(JANUARY, "a", "b", sources=("n", "c"))
    assert verdict(more, note, pinned=False).allowed
    other, chosen = replace(more, sources=("c",)), replace(more, horizon=FEBRUARY)
    assert not any(verdict(candidate, note, pinned=False).allowed for candidate in (other, chosen))
    assert not verdict(more, replace(note, horizon=JANUARY), pinned=False).allowed, "a person chose that moment"
    assert not verdict(more, note, pinned=False, knows_less=True).allowed
    builds = Builds(home)
    for asked, build in enumerate((note, more)):
        builds.put_request(build.build, {"as_of": build.as_of, "sources": [], "ledger_position": asked})
    assert newest(builds) == more


def test_both_names_answer_and_comments_are_there(home: Home, make_build: Make, contracts: Contracts) -> None:
    manifest = make_build(JANUARY, "a", "b")
    assert publish(home, manifest, contracts, []) == Current(manifest.ref) == current(home)
    assert home.database.stat().st_mode & 0o777 == 0o444
    with duckdb.connect(home.database, read_only=True) as connection:
        for name in ("messages", "kg.messages", "kg.main.messages", "beliefs.atoms", "kg_history.messages"):
            assert connection.execute(f"SELECT count(*) FROM {name}").fetchone() == (2,)
        comments = connection.execute(
            "SELECT schema_name, comment FROM duckdb_views() WHERE view_name = 'messages' ORDER BY 1"
        ).fetchall()
        assert [schema for schema, _ in comments] == ["kg_history", "main"]
        assert comments[1][1] == "What was said; a person's own words."
        assert comments[0][1].startswith("What was said; a person's own words. One set of rows per sealed build")
        columns = connection.execute(
            "SELECT column_name, comment FROM duckdb_columns() WHERE table_name = 'messages' AND schema_name = 'main' "
            "ORDER BY column_index"
        ).fetchall()
        assert columns == [(c.name, c.meaning) for c in contracts["kg.messages"].columns]
        unsaid = connection.execute(
            "SELECT schema_name, table_name, column_name FROM duckdb_columns() WHERE comment IS NULL"
            " AND table_name NOT LIKE '\\_%' ESCAPE '\\' AND NOT internal"
        ).fetchall()
        assert unsaid == [], "of the history too"
        version = connection.execute("SELECT tags FROM duckdb_databases() WHERE database_name = 'kg'").fetchone()
        assert version is not None
        assert "v1.4" in str(version[0])
        tables = connection.execute("SELECT table_name FROM duckdb_tables() ORDER BY 1").fetchall()
        assert tables == [("_files",), ("_made",), ("_published",)]


def told(home: Home) -> list[list[tuple[object, ...]]]:
    """All that the published file says: its views and macros, what is said of them, its maps, and the rows."""
    asked = (
        "SELECT schema_name, view_name, sql, comment FROM duckdb_views() WHERE NOT internal ORDER BY ALL",
        "SELECT schema_name, table_name, column_name, data_type, comment FROM duckdb_columns() WHERE NOT internal"
        " ORDER BY ALL",
        "SELECT schema_name, function_name, macro_definition FROM duckdb_functions() WHERE NOT internal ORDER BY ALL",
        "FROM kg_history._files", "FROM kg_history._published", "FROM kg_history._made",
        "FROM kg_history.messages ORDER BY ALL", "FROM messages", "FROM beliefs_history.atoms ORDER BY ALL",
        "FROM words_of('m0')",
    )  # fmt: skip
    with duckdb.connect(home.database, read_only=True) as connection:
        return [connection.execute(select).fetchall() for select in asked]


def test_a_file_that_is_renewed_says_all_that_one_made_anew_says(
    home: Home, make_build: Make, contracts: Contracts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a build between the two was never shown; whatever else has changed, the file is made anew."""
    sql = tmp_path / "macros.sql"
    sql.write_text("CREATE MACRO words_of(i) AS TABLE SELECT text_raw FROM messages WHERE message_id = i;")
    renewed: list[bool] = []
    renew = database._is_renewed

    def noted(*given: Any) -> bool:
        renewed.append(renew(*given))
        return renewed[-1]

    def made_anew(manifest: Manifest, *more: str) -> list[list[tuple[object, ...]]]:
        monkeypatch.setattr(database, "_is_renewed", lambda *_: False)
        publish(home, manifest, contracts, [sql], made_sql="".join(more))
        return told(home)

    first = make_build(JANUARY, "a")
    make_build(JANUARY, "a", "b")
    second, third = make_build(FEBRUARY, "a", "b"), make_build(FEBRUARY, "c")
    for earlier, later in ((first, second), (second, third), (third, first)):
        made_anew(earlier)
        monkeypatch.setattr(database, "_is_renewed", noted)
        publish(home, later, contracts, [sql])
        assert renewed.pop()
        assert told(home) == made_anew(later)

    monkeypatch.setattr(database, "_is_renewed", noted)
    publish(home, first, contracts, [sql])
    assert not renewed.pop(), "what is shown and published again is mended"
    publish(home, second, contracts, [sql], made_sql="CREATE MACRO one() AS 1;")
    assert not renewed.pop(), "other macros"
    said = {name: replace(table, meaning="Otherwise.") for name, table in contracts.items()}
    publish(home, third, said, [sql], made_sql="CREATE MACRO one() AS 1;")
    assert not renewed.pop(), "other comments"
    home.database.chmod(0o600)
    home.database.write_bytes(home.database.read_bytes()[:5000])
    publish(home, second, said, [sql], made_sql="CREATE MACRO one() AS 1;")
    assert not renewed.pop(), "a damaged file"
    assert told(home)[-1] == [("a",)]


def test_what_a_read_write_session_left_is_removed(home: Home, make_build: Make, contracts: Contracts) -> None:
    publish(home, make_build(JANUARY, "a"), contracts, [])
    assert home.database.stat().st_mode & 0o222 == 0
    stray = home.warehouse / "kg.duckdb.wal"
    stray.write_bytes(b"left by a session that had the old file open for writing")
    publish(home, make_build(FEBRUARY, "b"), contracts, [])
    assert not stray.exists()
    with open_current(home) as opened:
        assert opened.manifest.as_of == FEBRUARY


def test_history_unites_builds_generations_and_contract_versions(
    home: Home, make_build: Make, contracts: Contracts, messages: Callable[..., pa.Table]
) -> None:
    first = make_build(JANUARY, "a")
    second = make_build(FEBRUARY, "a", "b")
    widened = Table(
        name="beliefs.atoms",
        meaning="What is believed.",
        columns=(
            Column("strength", "float", "How much."),
            Column("atom_id", "text", "Which."),
            Column("is_held", "bool", "Whether."),
        ),
        key=("atom_id",),
    )
    wide = ContentStore(home).write_table(widened, pa.table({"atom_id": ["a"], "is_held": [True], "strength": [0.5]}))
    again = replace(second, tables={**second.tables, "beliefs.atoms": TableRecord(widened.version(), (wide,))})
    assert Builds(home).seal(again) == 2
    third = Builds(home).load(BuildRef(second.build, 2))
    publish(home, third, contracts | {"beliefs.atoms": widened}, [])
    with open_current(home) as opened:
        rows = opened.connection.execute(
            "SELECT build_id, message_id, text_raw FROM kg_history.messages ORDER BY ALL"
        ).fetchall()
        one, two = first.build, second.build
        assert rows == [
            (one, "m0", "a"),
            (two, "m0", "a"),
            (two, "m1", "b"),
            (f"{two}@2", "m0", "a"),
            (f"{two}@2", "m1", "b"),
        ]
        atoms = opened.connection.execute(
            "SELECT build_id, atom_id, strength FROM beliefs_history.atoms ORDER BY ALL"
        ).fetchall()
        assert atoms == [(one, "a", None), (two, "a", None), (two, "b", None), (f"{two}@2", "a", 0.5)]
        assert opened.connection.execute("SELECT strength FROM beliefs.atoms").fetchall() == [(0.5,)]


def test_builds_of_before_instants_were_timestamps_are_read_beside_new_ones(
    home: Home, make_build: Make, contracts: Contracts
) -> None:
    """Files of an older contract hold the same instants as text; readers see TIMESTAMPs of both."""

    def beliefs(kind: Literal["text", "instant"]) -> Table:
        columns = (Column("atom_id", "text", "Which."), Column("held_utc", kind, "Since when.", nullable=True))
        return Table(name="beliefs.atoms", meaning="What is believed.", columns=columns, key=("atom_id",))

    def sealed(build: Manifest, contract: Table, *held: str | None) -> Manifest:
        rows = pa.table({"atom_id": [f"a{i}" for i in range(len(held))], "held_utc": pa.array(held, pa.string())})
        content = ContentStore(home).write_table(contract, rows)
        again = replace(build, tables={**build.tables, "beliefs.atoms": TableRecord(contract.version(), (content,))})
        return Builds(home).load(BuildRef(build.build, Builds(home).seal(again)))

    assert beliefs("text").version() != beliefs("instant").version()
    old = sealed(make_build(JANUARY, "a"), beliefs("text"), "2025-12-31T23:59:59.999Z", None, "never")
    new = sealed(make_build(FEBRUARY, "b"), beliefs("instant"), "2026-01-31T06:07:08.009Z")
    today = contracts | {"beliefs.atoms": beliefs("instant")}
    last, first = datetime(2025, 12, 31, 23, 59, 59, 999000), datetime(2026, 1, 31, 6, 7, 8, 9000)
    # What is no time has none; it is never told as another one.
    of_old = [("a0", last), ("a1", None), ("a2", None)]
    history = "SELECT build_id, atom_id, held_utc FROM beliefs_history.atoms WHERE build_id IN (?, ?) ORDER BY 1, 2"
    for shown, rows in ((new, [("a0", first)]), (old, of_old)):
        publish(home, shown, today, [])
        with open_current(home) as opened:
            ask = opened.connection.execute
            assert ask("SELECT DISTINCT typeof(held_utc) FROM beliefs.atoms").fetchall() == [("TIMESTAMP",)]
            assert ask("SELECT atom_id, held_utc FROM beliefs.atoms ORDER BY 1").fetchall() == rows
            both = [(str(old.ref), *row) for row in of_old] + [(str(new.ref), "a0", first)]
            assert ask(history, [str(old.ref), str(new.ref)]).fetchall() == both
    # Also where the views are made anew without the contracts.
    Builds(home).manifest_path(new.ref).unlink()
    assert prune_history(home)
    with open_current(home) as opened:
        kept = opened.connection.execute("SELECT DISTINCT typeof(held_utc) FROM beliefs_history.atoms").fetchall()
        assert kept == [("TIMESTAMP",)]


def test_macros_see_the_build(home: Home, make_build: Make, contracts: Contracts, tmp_path: Path) -> None:
    views = tmp_path / "macros.sql"
    views.write_text(
        "-- two statements; with a semicolon in a comment\n"
        "CREATE MACRO kg.said(word) AS TABLE SELECT message_id FROM kg.messages WHERE text_raw = word;\n"
        "CREATE VIEW loud AS SELECT upper(text_raw) AS text_raw FROM kg.messages;\n"
    )
    publish(home, make_build(JANUARY, "a", "b"), contracts, [views])
    with duckdb.connect(home.database, read_only=True) as connection:
        assert connection.execute("SELECT * FROM kg.said('b')").fetchall() == [("m1",)]
        assert connection.execute("SELECT * FROM said('a')").fetchall() == [("m0",)]
        assert connection.execute("SELECT * FROM loud ORDER BY 1").fetchall() == [("A",), ("B",)]


def test_statements_made_for_a_build_come_before_those_of_files(
    home: Home, make_build: Make, contracts: Contracts, tmp_path: Path
) -> None:
    views = tmp_path / "views.sql"
    views.write_text("CREATE VIEW aged AS SELECT age() AS age")
    publish(home, make_build(JANUARY, "a"), contracts, [views], made_sql="CREATE MACRO age() AS 7")
    with open_current(home) as opened:
        assert opened.connection.execute("FROM aged").fetchone() == (7,)
    with pytest.raises(WarehouseError, match="the macros of the build, statement 1"):
        publish(home, make_build(FEBRUARY, "b"), contracts, [], made_sql="CREATE VIEW v AS FROM kg.nothing")


def test_broken_sql_names_its_file_and_changes_nothing(
    home: Home, make_build: Make, contracts: Contracts, tmp_path: Path
) -> None:
    old, new = make_build(JANUARY, "a"), make_build(FEBRUARY, "b")
    publish(home, old, contracts, [])
    broken = tmp_path / "broken.sql"
    for text, said in {
        "SELECT 1; CREATE VIEW v AS SELECT * FROM kg.nothing": "statement 2",
        "CREATE VEIW": "SQL",
    }.items():
        broken.write_text(text)
        with pytest.raises(WarehouseError, match=rf"broken\.sql.*{said}"):
            publish(home, new, contracts, [broken])
        assert current(home) == Current(old.ref)
        assert publications(home) == [old.ref]
        assert not list(home.tmp.iterdir())
    # A build of an older version lacks tables: what needs them is left out.
    more = Table("kg.nothing", "New.", (Column("a", "text", "A."),), ("a",))
    broken.write_text("CREATE VIEW v AS SELECT * FROM kg.nothing; CREATE VIEW w AS SELECT * FROM kg.messages")
    publish(home, new, contracts | {"kg.nothing": more}, [broken])
    with open_current(home) as opened:
        assert opened.connection.execute("SELECT count(*) FROM w").fetchone() == (1,)


def test_a_build_without_its_files_is_not_published(home: Home, make_build: Make, contracts: Contracts) -> None:
    manifest = make_build(JANUARY, "a")
    with pytest.raises(WarehouseError, match="before it is sealed"):
        publish(home, replace(manifest, generation=7), contracts, [])
    ContentStore(home).path(manifest.contents()[0]).unlink()
    with pytest.raises(WarehouseError, match="1 of its files are missing"):
        publish(home, manifest, contracts, [])
    assert current(home) is None
    with pytest.raises(WarehouseError, match=r"nothing is published: .* `annals publish --latest`"):
        open_current(home)


def test_names_that_duckdb_would_take_for_patterns(
    tmp_path: Path, make_build: Make, contracts: Contracts, messages: Callable[..., pa.Table]
) -> None:
    """A home may lie under a folder whose name has quotes, braces or a per cent sign in it."""
    odd = Home(tmp_path / "it's {1} %").prepare()
    store = ContentStore(odd)
    content = store.write_table(contracts["kg.messages"], messages("a"))
    manifest = Manifest(
        build="20260101T000000Z-00000000",
        as_of=JANUARY,
        horizon=None,
        sources=(),
        ledger_position=0,
        tables={"kg.messages": TableRecord(contracts["kg.messages"].version(), (content,))},
        stages={},
    )
    Builds(odd).seal(manifest)
    publish(odd, manifest, contracts, [])
    with open_current(odd) as opened:
        assert opened.connection.execute("SELECT text_raw FROM messages").fetchall() == [("a",)]
        assert opened.connection.execute("SELECT text_raw FROM kg_history.messages").fetchall() == [("a",)]


def test_publications_and_pins(home: Home, make_build: Make, contracts: Contracts) -> None:
    old, new = make_build(JANUARY, "a"), make_build(FEBRUARY, "b")
    for manifest, pin in ((old, False), (old, False), (new, False), (old, True)):
        publish(home, manifest, contracts, [], pin=pin)
    assert publications(home) == [old.ref, new.ref, old.ref]
    assert current(home) == Current(old.ref, pinned=True)
    unpin(home)
    assert current(home) == Current(old.ref)
    home.current.write_bytes(b'{"build": "x"}')
    with pytest.raises(WarehouseError, match=r"current\.json is damaged"):
        current(home)
    home.published.write_bytes(b'[{"build": "x"}]')
    with pytest.raises(WarehouseError, match=r"published\.json is damaged"):
        publications(home)


def test_a_reader_sees_each_publication_and_ends_its_sessions_first(
    home: Home, make_build: Make, contracts: Contracts
) -> None:
    old, new = make_build(JANUARY, "a"), make_build(FEBRUARY, "b", "c")
    publish(home, old, contracts, [])
    reader, other = Reader(home), open_current(home)
    with reader.session() as before:
        publish(home, new, contracts, [])
        with reader.session() as after:
            count = "SELECT count(*) FROM messages"
            assert (before.manifest.ref, after.manifest.ref) == (old.ref, new.ref)
            assert before.connection.execute(count).fetchone() == (1,)
            assert after.connection.execute(count).fetchone() == (2,)
            assert other.connection.execute(count).fetchone() == (1,)
    with reader.session() as again:
        assert again.manifest.ref == new.ref
    other.close()
    reader.close()
    assert not list(home.tmp.iterdir())


def test_sessions_in_many_threads(home: Home, make_build: Make, contracts: Contracts) -> None:
    builds = [make_build(JANUARY, "a"), make_build(FEBRUARY, "b", "c")]
    publish(home, builds[0], contracts, [])
    reader, failures = Reader(home), list[str]()

    def read() -> None:
        for _ in range(30):
            with reader.session() as session:
                row = session.connection.execute("SELECT count(*) FROM messages").fetchone()
                if row != (session.manifest.ledger_position,):
                    failures.append(f"{session.manifest.ref} shows {row}")

    threads = [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    for i in range(8):
        publish(home, builds[i % 2], contracts, [])
    for thread in threads:
        thread.join()
    reader.close()
    assert failures == []
    assert not list(home.tmp.iterdir())


def test_a_home_that_can_only_be_read_is_read(
    home: Home, make_build: Make, contracts: Contracts, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(home, make_build(JANUARY, "a"), contracts, [])
    home.tmp.rmdir()
    with open_current(home) as opened:
        assert opened.connection.execute("SELECT count(*) FROM messages").fetchone() == (1,)


def test_what_is_withdrawn_is_seen_by_nobody_and_can_be_shown_again(
    home: Home, make_build: Make, contracts: Contracts
) -> None:
    """After the last source went there was no way to take what had been made of it from the readers."""
    first = make_build(JANUARY, "a")
    publish(home, first, contracts, [], pin=True)
    reader = Reader(home)
    with reader.session() as opened:
        assert withdraw(home) == first.ref
        assert opened.connection.execute("SELECT count(*) FROM messages").fetchone() == (1,), "who reads, reads on"
    with pytest.raises(WarehouseError, match=r"nothing is published: .* `annals publish --latest`"), reader.session():
        pass
    reader.close()
    assert (current(home), publications(home)) == (None, [])
    assert withdraw(home) is None
    second = make_build(FEBRUARY, "a", "b")
    assert may_publish(home, second).allowed, "what was pinned holds nothing back any more"
    publish(home, first, contracts, [])
    with open_current(home) as opened:
        assert opened.manifest.ref == first.ref


def test_a_withdrawal_that_was_killed_is_ended_by_the_next(home: Home, make_build: Make, contracts: Contracts) -> None:
    publish(home, make_build(JANUARY, "a"), contracts, [])
    home.database.unlink()  # the first of its steps: from here on nobody reads
    withdraw(home)
    assert (current(home), publications(home)) == (None, [])
