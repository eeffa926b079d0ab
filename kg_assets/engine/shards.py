"""Runs shards, each from arguments that can be sent to another process, in a worker or in this process."""

import importlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from kg_assets.core.config import Config, load_usable
from kg_assets.core.stage import House
from kg_assets.engine.arrow import leave_pandas
from kg_assets.engine.memory import give_back, hold_little
from kg_assets.engine.stagerun import Given, Run
from kg_assets.store.home import Home


def run_shard(**call: Any) -> dict[str, Any]:
    """The function that a worker runs: runs a shard, or a stage without shards, and returns its outcome."""
    hold_little()
    leave_pandas()
    run = shard_run(**call)
    run.execute()
    outcome = run.outcome()
    del run
    # A worker lives on: memory that it kept would be kept once in every worker.
    give_back()
    return outcome


def run_shards_here(calls: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Run shards in this process. While the files of one shard are compressed, the next one is computed."""
    before: tuple[int, Run] | None = None
    for index, call in enumerate(calls):
        run = shard_run(**call)
        run.call()
        if before is not None:
            before[1].finish()
            yield before[0], before[1].outcome()
        before = index, run
    if before is not None:
        before[1].finish()
        yield before[0], before[1].outcome()


def shard_run(
    house: str,
    stage: str,
    home: str,
    override: str | None,
    payload: dict[str, Any],
    inputs: dict[str, list[str]],
    ledger: dict[str, list[dict[str, Any]]],
    horizon: str | None,
    as_of: str | None,
    threads: int,
    scope: str = "",
    slot: str = "",
) -> Run:
    """A shard that is ready to run, from arguments that can be sent to another process."""
    found = resolve_house(house)
    config = _config(house, override)
    given = Given(horizon=horizon, as_of=as_of, ledger=ledger)
    return Run(found.stage(stage), Home(Path(home)), config, given, inputs, payload, threads, scope, slot)


@cache
def _config(house: str, override: str | None) -> Config:
    # Whoever starts a stage has checked that all its files can be read.
    return load_usable(resolve_house(house).sections, Path(override) if override else None)


def resolve_house(reference: str) -> House:
    """The `House` object that a reference such as "kg_assets.house:HOUSE" names."""
    module, _, name = reference.partition(":")
    house: House = getattr(importlib.import_module(module), name)
    return house
