"""A chat of 100,000 messages in one line of descent: memory grows with the messages, not with their square."""

import json
import resource
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kg_assets.core.config import load_config
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import make_build
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.store.home import Home
from tests.sources.harness import build, conversation, node

MESSAGES = 100_000
WHOLE_BUILD = 700  # megabytes
_LOOK = 0.1  # seconds between two looks at the memory
# Two in five messages state something.
_SAID = (
    "Yes, number {0}.", "I bought bike {0} in Oslo.", "Yes, number {0}.", "My friend Ana{1} lives in Bergen.",
    "Yes, number {0}.",
)  # fmt: skip
_FRIENDS = 97


def chain(count: int, said: tuple[str, ...] = ("Yes, number {0}.",)) -> bytes:
    texts = (said[i % len(said)].format(i, i % _FRIENDS) for i in range(count))
    nodes = [node(f"n{i:06d}", f"n{i - 1:06d}" if i else None, text=text) for i, text in enumerate(texts)]
    return json.dumps([conversation(*nodes)]).encode()


def own_memory() -> int:
    """Megabytes of this process that are no file's."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("RssAnon"))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs a system that tells a process's memory")
def test_a_whole_build_of_a_long_chain(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It took 1,208 MB: rows of claims as objects, wide columns copied to be written, and little was given back."""
    (tmp_path / "chain.json").write_bytes(chain(MESSAGES, _SAID))
    code = f"from tests.faults.test_long_chains import built_whole; built_whole({str(tmp_path)!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    peaks: dict[str, int] = json.loads(done.stdout.splitlines()[-1])
    most = sorted(peaks.items(), key=lambda stage: -stage[1])[:5]
    with capsys.disabled():
        print(f"\na whole build of a chain of {MESSAGES} messages: {most} MB at most in its largest stages")
    assert max(peaks.values()) < WHOLE_BUILD, most


def built_whole(folder: str) -> None:
    """Print the most memory that a build in one process took in each stage, looked at every tenth of a second."""
    peaks: dict[str, int] = {}
    stage, ended = ["start"], threading.Event()

    def look() -> None:
        while not ended.wait(_LOOK):
            peaks[stage[0]] = max(peaks.get(stage[0], 0), own_memory())

    def go_on(name: str, *_: object) -> None:
        stage[0] = name

    engine = Engine(Home(Path(folder) / "home").prepare(), HOUSE, load_config(HOUSE.sections), 1)
    engine.progress = go_on
    threading.Thread(target=look, daemon=True).start()
    make_build(engine, request_build(engine, [Path(folder) / "chain.json"]).build)
    ended.set()
    print(json.dumps(peaks))


@pytest.mark.slow
def test_the_sources_of_a_long_chain(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "chain.json").write_bytes(chain(MESSAGES))
    code = f"from tests.faults.test_long_chains import measured; measured({str(tmp_path)!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    megabytes = int(done.stdout)
    with capsys.disabled():
        print(f"\na chain of {MESSAGES} messages: {megabytes} MB at most in the stages of the sources")
    assert megabytes < 900  # 13 kB a message before: 1.5 GB, and the paths besides


def measured(folder: str) -> None:
    """Print the most memory that the stages of the sources took, in megabytes."""
    built = build(Path(folder) / "built", ("chatgpt", "chain.json", (Path(folder) / "chain.json").read_bytes()))
    assert built.table("kg.messages").num_rows == MESSAGES
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
