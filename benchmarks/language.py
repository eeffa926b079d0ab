"""The reading of sentences: where its time goes, what is read, and what one new conversation costs.

    make bench ONLY=language                 20 MB of the invented life and of everyday chats
    python benchmarks/language.py 100        another size, in megabytes

Figures are processor time, of the process and its workers, in Y: the time in which orjson parses the same export
without garbage collection. Loading the pipeline is told by itself: it does not grow with the export. The number of
sentences that are read is compared with two simpler choices: every sentence, and only those with a first-person word.
"""

import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import duckdb
from _everyday import with_one_more, write_everyday
from _yardstick import parsing

from kg_assets.core.config import load_config
from kg_assets.corpus.generator import CorpusSpec, write_export
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import given_of, holding, require_kept
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.language.bounds import sentence_bounds
from kg_assets.language.parser import Parser, Stretch, parser_of
from kg_assets.language.worth import why_unread
from kg_assets.store.home import Home

_SEED, _MEGABYTES = 7, 20
_STAGE = "read_sentences"
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|im|me|my|we|us|our)\b", re.I)


def own_texts(export: Path) -> list[str]:
    """The person's texts of an export."""
    found = []
    for conversation in json.loads(export.read_bytes()):
        for node in conversation["mapping"].values():
            message = node.get("message") or {}
            if message.get("author", {}).get("role") == "user":
                found += [part for part in message["content"].get("parts") or () if isinstance(part, str)]
    return found


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def steps(export: Path, parser: Parser, y: float) -> None:
    """Print the processor time of each step of reading the person's texts in this process, in multiples of Y for this
    export."""
    settings = load_config(HOUSE.sections).section("language")
    texts = own_texts(export)
    places = [sentence_bounds(text) for text in texts]
    every = [Stretch("", text, place) for text, found in zip(texts, places, strict=True) for place in found]
    words = [stretch.text[slice(*stretch.place)] for stretch in every]

    def judged() -> list[str | None]:
        return [
            reason
            for text, found in zip(texts, places, strict=True)
            for reason in why_unread([text[slice(*place)] for place in found], settings)
        ]

    chosen = [stretch for stretch, reason in zip(every, judged(), strict=True) if reason is None]
    first = [s for s, said in zip(every, words, strict=True) if _FIRST_PERSON.search(said)]
    print(f"  {sum(map(len, texts)) / 1e6:.2f} MB of the person, {len(every):,} sentences")
    print(f"  {'bounds':<28} {_seconds(lambda: [sentence_bounds(text) for text in texts]) / y:6.1f} Y")
    print(f"  {'what is worth a parse':<28} {_seconds(judged) / y:6.1f} Y")
    for name, stretches in (("chosen", chosen), ("every sentence", every), ("first person only", first)):
        started = time.process_time()
        tokens = sum(len(sentence) for found in parser.parse(stretches) for sentence in found)
        spent = time.process_time() - started
        read = sum(s.place.end - s.place.start for s in stretches) / max(1, sum(map(len, words)))
        print(
            f"  parse: {name:<21} {spent / y:6.1f} Y   {read:4.0%} of the characters, {tokens / spent:7,.0f} tokens/s"
        )


def build_of(export: Path, home: Path, threads: int) -> None:
    """In the child: run a build up to the sentences, and print what the stage cost."""
    engine = Engine(Home(home).prepare(), HOUSE, load_config(HOUSE.sections), threads)
    build = request_build(engine, [export], only=True).build
    with holding(engine, build, "benchmark"):
        given = given_of(engine, build)
        for stage in HOUSE.stages:
            before = _spent() if stage.name == _STAGE else 0.0
            outcome = engine.run_in_build(build, stage, given)
            require_kept(outcome)
            if stage.name == _STAGE:
                break
    engine.stop_workers()
    contents = [str(engine.contents.path(content)) for content in outcome.tables["kg.sentences"]]
    found = duckdb.sql(f"SELECT count(*), count(token_head), sum(len(token_head)) FROM read_parquet({contents})")
    size = sum(content.bytes for content in outcome.tables["kg.sentences"])
    print(json.dumps([_spent() - before, *found.fetchall()[0], size]))


def _spent() -> float:
    """Processor seconds of this process and of its workers that have ended."""
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def stage(name: str, export: Path, home: Path, threads: int, y: float) -> None:
    """The whole stage in a process of its own."""
    command = [sys.executable, __file__, "--stage", str(export), str(home), str(threads)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    spent, rows, parsed, tokens, size = json.loads(answer.splitlines()[-1])
    print(f"  stage: {name:<21} {spent / y:6.1f} Y   {rows:,} rows, {parsed:,} parsed, {tokens:,} tokens, "
          f"{size / 1e6:.1f} MB of Parquet")  # fmt: skip


def main() -> int:
    if sys.argv[1:2] == ["--stage"]:
        build_of(Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]))
        return 0
    size = int(float(sys.argv[1]) * 1_000_000) if sys.argv[1:] else _MEGABYTES * 1_000_000
    parser: list[Parser] = []
    print(f"loading the pipeline: {_seconds(lambda: parser.append(parser_of('en_core_web_sm'))):.2f} s")
    with tempfile.TemporaryDirectory() as folder:
        for corpus in ("life", "everyday"):
            place = Path(folder, corpus)
            if corpus == "life":
                write_export(CorpusSpec(_SEED, target_bytes=size), place)
            else:
                write_everyday(_SEED, size, place)
            export = place / "conversations.json"
            _, y = parsing([export])
            print(f"{corpus}: {size / 1e6:.0f} MB, Y = {y:.3f} s")
            steps(export, parser[0], y)
            for threads in (1, 2):
                stage(
                    f"{threads} process{'es' * (threads > 1)}", export, Path(folder, f"{corpus}{threads}"), threads, y
                )
            news = with_one_more(export, place / "more.json")
            stage("one new conversation", news, Path(folder, f"{corpus}1"), 1, y)
    return 0


if __name__ == "__main__":
    sys.exit(main())
