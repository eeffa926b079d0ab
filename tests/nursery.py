"""Commands in children of one process that has loaded the program: a start costs little, and a kill is a real one.

The process itself asks no database and writes no table: a child hangs whose parent had started a library's threads.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

if TYPE_CHECKING:
    from kg_assets.core.config import Config
    from kg_assets.language.settings import LanguageSettings

ROOT = Path(__file__).resolve().parents[1]
CALLS = {"rename": ("rename", "replace"), "unlink": ("unlink", "remove"), "fsync": ("fsync",)}
OWN_RULES = "ANNALS_CONFIG"
_LOADED = ("kg_assets.cli.main", "kg_assets.cli.commands.forgetting", "dagster", "duckdb", "pyarrow.parquet", "polars",
           "numpy")  # fmt: skip
_FOUND_BY_CONTENT = ("kg_assets.core.codeversion", "kg_assets.core.yamlfile", "kg_assets.language.pipeline")


class Ended(NamedTuple):
    """How a command ended, and how many calls of each kind it made; none are known of one killed."""

    returncode: int
    calls: dict[str, int]
    stdout: str
    stderr: str

    @property
    def was_killed(self) -> bool:
        return self.returncode == -signal.SIGKILL


class Nursery:
    """Starts commands, one after the other; what is given here is in the environment of all of them.

    `house` names a module of tests whose `HOUSE` the commands build in place of the whole one.
    """

    def __init__(self, house: str = "", **environment: str) -> None:
        self._given = environment
        self._folder = TemporaryDirectory(prefix="annals-nursery-")
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__)), self._folder.name, house], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        )  # fmt: skip

    def run(
        self, home: Path, *command: str, call: str = "", at: int = 0, when: str = "before", **environment: str
    ) -> Ended:
        """Run a command; it kills itself before or after its so many-th call of a kind, if that is asked."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        wanted = {**os.environ, **self._given, "ANNALS_HOME": str(home), **environment}
        asked = {"command": command, "call": call, "at": at, "when": when, "environment": wanted}
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        code = json.loads(self._process.stdout.readline())
        out, err = ((Path(self._folder.name) / name).read_text(errors="replace") for name in ("out", "err"))
        said, mark, calls = out.rpartition("CALLS ")
        return Ended(code, json.loads(calls), said, err) if mark else Ended(code, {}, out, err)

    def end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        self._folder.cleanup()


def _deadly(call: str, at: int, when: str) -> dict[str, int]:
    """Make this process kill itself at a call of a kind; what is returned counts the calls of every kind."""
    seen = dict.fromkeys(CALLS, 0)

    def replaced(kind: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*given: Any, **named: Any) -> Any:
            seen[kind] += 1
            is_last = kind == call and seen[kind] == at
            if is_last and when == "before":
                os.kill(os.getpid(), signal.SIGKILL)
            result = real(*given, **named)
            if is_last:
                os.kill(os.getpid(), signal.SIGKILL)
            return result

        return counted

    for kind, names in CALLS.items():
        for name in names:
            setattr(os, name, replaced(kind, getattr(os, name)))
    return seen


def _child(asked: dict[str, Any], folder: Path) -> int:
    os.environ.clear()
    os.environ.update(asked["environment"])
    time.tzset()
    for name, number in (("out", 1), ("err", 2)):
        os.dup2(os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    if OWN_RULES in os.environ:
        _forget_rules()
    calls = _deadly(asked["call"], asked["at"], asked["when"])
    from kg_assets.cli.main import main

    try:
        code = main(asked["command"])
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    except BaseException:
        traceback.print_exc()
        return 1
    print("CALLS", json.dumps(calls), flush=True)
    return code


def _move_into(house: str) -> None:
    """Let the program have another house, before any module has taken the whole one."""
    import kg_assets.engine.runner
    import kg_assets.house

    # It is in no package, so it has the code version that the environment names.
    kg_assets.engine.runner.stage_code_version = lambda *_: os.environ.get("ANNALS_TEST_CODE", "0" * 64)
    kg_assets.house.HOUSE = importlib.import_module(house).HOUSE


def _load() -> None:
    """Do here what every child would do first: read the program, its syntax trees and its rules, load the pipeline."""
    os.environ.pop(OWN_RULES, None)
    from kg_assets.core.codeversion import entry_modules, import_closure, module_hash
    from kg_assets.core.config import load_config
    from kg_assets.house import HOUSE
    from kg_assets.language.pipeline import load_pipeline

    shipped = [stage for stage in HOUSE.stages if stage.function.startswith("kg_assets.")]
    modules = {name for stage in shipped for name in import_closure(entry_modules(stage))[0]}
    for name in (*_LOADED, *sorted(modules)):
        importlib.import_module(name)
    for name in modules:
        module_hash(name)
    if not any(stage.name == "read_sentences" for stage in HOUSE.stages):
        return
    config = load_config(HOUSE.sections, None)
    language: LanguageSettings = config.section("language")
    if language.model is not None:
        load_pipeline(language.model)
    _read_rules(config)


def _read_rules(config: Config) -> None:
    """Read and compile the rules and lists that ship, which takes a fifth of a small build."""
    from kg_assets.claims.read import readers_of
    from kg_assets.claims.settings import reader_settings
    from kg_assets.core.data import shipped_path
    from kg_assets.engine.own_files import check_file
    from kg_assets.house import HOUSE
    from kg_assets.mentions.detected import engines_of

    config_folder = shipped_path("config")
    for path in sorted(config_folder.rglob("*.yaml")):
        check_file(path, path.relative_to(config_folder).as_posix(), HOUSE.readers)
    language: LanguageSettings = config.section("language")
    engines_of(config.section("mentions"), config.section("time"), language.model)
    readers_of(reader_settings(config.section("claims")))


def _forget_rules() -> None:
    """What was read of the rules that ship is not what a child with rules of its own reads."""
    for name, module in list(sys.modules.items()):
        if name.startswith("kg_assets.") and name not in _FOUND_BY_CONTENT:
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def _end(code: int) -> NoReturn:
    """End as an interpreter does, but for freeing all that was loaded."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _serve(folder: Path, house: str) -> None:
    """Fork a child for each command that is asked for."""
    if house:
        _move_into(house)
    _load()
    # A collection in a child would touch, and so copy, every page of what was loaded; so would freeing it at its end.
    gc.collect()
    gc.freeze()
    answers = os.fdopen(os.dup(1), "w")
    for line in iter(sys.stdin.readline, ""):
        child = os.fork()
        if child == 0:
            _end(_child(json.loads(line), folder))
        _, status = os.waitpid(child, 0)
        answers.write(f"{os.waitstatus_to_exitcode(status)}\n")
        answers.flush()


if __name__ == "__main__":
    _serve(Path(sys.argv[1]), sys.argv[2])
    _end(0)
