"""Every kind of thing is forgotten out of whole lives, with kills in the middle: nothing of it can be told any more.

What is left is compared with a home that was given the same sources without it, table by table of the whole house.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import orjson
import pytest

from kg_assets.cli.commands.forgetting import target_meant
from kg_assets.cli.commands.keeping import engine_for
from kg_assets.core.config import load_config
from kg_assets.corpus.generator import CorpusSpec, demo, write_export
from kg_assets.forgetting.targets import Target
from kg_assets.house import HOUSE
from kg_assets.sources.redact import readers, redact
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened
from kg_assets.store.registry import open_ledger, registered, unfinished_forgettings
from tests.conftest import SHARED
from tests.forgetting.test_forgetting import words_in
from tests.nursery import Nursery
from tests.soak.doors import contents, copied, seeded

KINDS = ("source", "conversation", "message", "entity", "pattern", "since", "assistant")
LIVES = ("demo", "samples", "20 MB")
KILLS = 3
# Rooms whose tables a life of this house fills: a forgetting that is compared without them proves nothing of them.
_ROOMS = ("beliefs.", "memory.", "overlay.")
_MOST_CALLS = {"rename": 50, "unlink": 400, "fsync": 400}  # among which a kill is drawn


class Life(NamedTuple):
    """A built home and the exports that it was built of."""

    home: Path
    exports: tuple[Path, ...]


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    made = Nursery(ANNALS_THREADS="1")
    yield made
    made.end()


@pytest.fixture(scope="module", params=LIVES)
def life(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, nursery: Nursery) -> Life:
    folder = tmp_path_factory.mktemp("life")
    exports = _exports(request.param, folder)
    done = nursery.run(folder / "home", "build", *map(str, exports))
    assert done.returncode == 0, done.stderr
    return Life(folder / "home", exports)


def _exports(life: str, folder: Path) -> tuple[Path, ...]:
    """Two exports of a life, of which the newer one repeats a third of the older; or those that others have made."""
    if life == "samples":
        found = [p for p in sorted((SHARED / "samples" / "exports").glob("*.json")) if "schema-v1" not in p.name]
        if not found:
            pytest.skip("the shared data folder is not here")
        return tuple(found)
    write_export(demo() if life == "demo" else CorpusSpec(5, target_bytes=20_000_000), folder / "whole")
    whole = orjson.loads((folder / "whole" / "conversations.json").read_bytes())
    third = len(whole) // 3
    made = []
    for name, part in (("older", whole[: 2 * third]), ("newer", whole[third:])):
        made.append(folder / name / "conversations.json")
        made[-1].parent.mkdir()
        made[-1].write_bytes(orjson.dumps(part))
    return tuple(made)


def _what(home: Path, kind: str) -> str:
    """The thing of this kind of which the build holds the most, as a person would name it; of sources the last."""
    if kind == "source":
        return registered(open_ledger(Home(home)))[-1].export_sha256
    said = {
        "conversation": "SELECT conversation_id FROM kg.messages GROUP BY 1 ORDER BY count(*) DESC, 1",
        "message": "SELECT message_id FROM kg.messages LEFT JOIN kg.assertions USING (message_id) WHERE role = 'user' "
        "GROUP BY 1 ORDER BY count(assertion_id) DESC, 1",
        "entity": "SELECT entity_id FROM kg.entities WHERE entity_key <> '__SELF__' AND entity_type = 'PERSON' "
        "AND status = 'active' ORDER BY mention_count DESC, 1",
        "pattern": "SELECT canonical_name FROM kg.entities WHERE entity_key <> '__SELF__' AND entity_type = 'PERSON' "
        "AND status = 'active' AND length(canonical_name) > 4 ORDER BY mention_count DESC, 1 OFFSET 1",
        "since": "SELECT strftime(quantile_disc(created_at_utc, 0.8), '%Y-%m-%dT%H:%M:%S.%gZ') FROM kg.messages",
        "assistant": "SELECT '' FROM kg.assertions WHERE asserted_role = 'assistant' AND NOT has_user_corroboration",
    }[kind]  # fmt: skip
    with opened(Home(home)) as warehouse:
        row = warehouse.connection.execute(f"{said} LIMIT 1").fetchone()
    if row is None:
        pytest.skip(f"nothing here is a {kind}")
    return str(row[0])


def _without(life: Life, target: Target, folder: Path) -> list[Path]:
    """The exports as they would be if it had never been said, under their own names."""
    reader = readers(load_config(HOUSE.sections))["chatgpt"]
    left = []
    added = {source.path: source for source in registered(open_ledger(Home(life.home)))}
    for number, path in enumerate(life.exports):
        source, data = added[str(path)], path.read_bytes()
        kept = None if source.export_sha256 in target.sources else redact(data, path.name, reader, target.cut)[0]
        if kept is not None:
            left.append(folder / str(number) / path.name)
            left[-1].parent.mkdir(parents=True)
            left[-1].write_bytes(kept)
    return left


def _forgotten(nursery: Nursery, home: Path, kind: str, what: str) -> int:
    """Forget it, killed at calls that change the home as often as it takes to be killed so many times; how often."""
    chance, killed = seeded(f"forgetting {kind}"), 0
    for _ in range(KILLS):
        call, most = chance.choice(sorted(_MOST_CALLS.items()))
        at, when = chance.randint(1, most), chance.choice(("before", "after"))
        done = nursery.run(home, *_again(home, kind, what), call=call, at=at, when=when)
        killed += done.was_killed
        if not done.was_killed:
            assert done.returncode == 0, done.stderr
            return killed
    done = nursery.run(home, *_again(home, kind, what))
    assert done.returncode == 0, done.stderr
    return killed


def _again(home: Path, kind: str, what: str) -> list[str]:
    is_begun = unfinished_forgettings(open_ledger(Home(home)))
    named = {"since": ["--everything-since", what], "assistant": ["--only-assistant"]}.get(kind, [kind, what])
    return ["forget", "--resume"] if is_begun else ["forget", *named, "--yes"]


def _options(kind: str, what: str) -> argparse.Namespace:
    given: dict[str, object] = {"target": None, "what": None, "since": None, "only_assistant": False}
    named = {"since": {"since": what}, "assistant": {"only_assistant": True}}.get(kind, {"target": kind, "what": what})
    return argparse.Namespace(**given | named, regex=False, type=None)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_forgotten_was_never_there(
    life: Life, nursery: Nursery, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    what = _what(life.home, kind)
    target = target_meant(engine_for(Home(life.home)), _options(kind, what))
    if not target.cut and not target.sources:
        pytest.skip(f"nothing here is told by an {kind} alone")
    exports = _without(life, target, tmp_path / "never")
    done = nursery.run(tmp_path / "never" / "home", "build", *map(str, exports))
    assert done.returncode == 0, done.stderr
    home = copied(life.home, tmp_path / "home")
    killed = _forgotten(nursery, home, kind, what)
    left, never = contents(home), contents(tmp_path / "never" / "home")
    assert {name for name in never if left.get(name) != never[name]} == set()
    assert left.keys() == never.keys()
    assert all(any(name.startswith(room) for name in left) for room in _ROOMS)
    changed = sum(left[name] != hashes for name, hashes in contents(life.home).items())
    assert changed, "what was forgotten stood in some table"
    if kind == "pattern":
        assert not list(words_in(Home(home), [what]))
    with capsys.disabled():
        print(f"\n{kind}: {changed} of {len(left)} tables are others, all as if it had never been; {killed} kills")
