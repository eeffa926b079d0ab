"""A chat of 100,000 messages in one line of descent: memory grows with the messages, not with their square."""

import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sources.harness import build, conversation, node

MESSAGES = 100_000


def chain(count: int) -> bytes:
    nodes = [node(f"n{i:06d}", f"n{i - 1:06d}" if i else None, text=f"Yes, number {i}.") for i in range(count)]
    return json.dumps([conversation(*nodes)]).encode()


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
