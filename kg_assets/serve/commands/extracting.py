"""`annals extract`: lets a language model read the messages of the next build, and says beforehand what that takes."""

import argparse

from kg_assets.core.errors import ConfigError, QueryError
from kg_assets.models.estimate import Plan, describe_plan
from kg_assets.models.settings import ModelSettings
from kg_assets.serve.commands.keeping import engine_for
from kg_assets.serve.console import Progress
from kg_assets.serve.extraction import Collected, Questions
from kg_assets.store.home import Home
from kg_assets.store.locks import Locks

_YES = ("y", "yes")


def extract(options: argparse.Namespace) -> int:
    """Say what is to be asked, ask the person once, ask the model, say what is left."""
    if options.limit is not None and options.limit < 1:
        raise QueryError(f"--limit takes a number of messages from 1 on; {options.limit} was given")
    engine = engine_for(Home.from_environment())
    models: ModelSettings = engine.config.section("models")
    if not options.estimate:
        _require_live(models)
    progress = Progress(engine.config.section("serve").progress_after_seconds)
    engine.progress = progress
    try:
        # Shared throughout: a sweep in between would take away what the requests are made of.
        with Locks(engine.home).warehouse_shared("asking a model"):
            questions = Questions(engine, options.limit)
            plan = questions.plan()
            progress.close()
            if not plan.calls:
                print(f"nothing is left to ask: all {plan.requests:,} requests are settled; `annals build` uses them")
                return 0
            print(describe_plan(plan, models))
            if options.estimate:
                return 0
            if not (options.yes or _agrees()):
                print("nothing was sent")
                return 1
            collected = questions.ask(lambda answers: progress("answers", answers, plan.calls))
    finally:
        progress.close()
    _report(plan, collected)
    return 0


def _require_live(models: ModelSettings) -> None:
    if models.mode != "live":
        raise ConfigError(
            f"models.mode is {models.mode}, so no model is called; set it to live in the file that ANNALS_CONFIG "
            f"names (docs/models.md), or see with --estimate what calling would take"
        )


def _agrees() -> bool:
    """Ask once; no answer is a no."""
    try:
        return input("Send them? [y/N] ").strip().lower() in _YES
    except EOFError:
        print()
        return False


def _report(plan: Plan, collected: Collected) -> None:
    print(f"{collected.answered:,} answers, by {collected.calls:,} calls and {collected.tokens:,} tokens")
    for reason, times in sorted(collected.failed.items()):
        print(f"  {times:,} without a usable answer: {reason.replace('_', ' ')}")
    if collected.failed:
        print("  what the endpoint did not serve is asked again by the next run")
    left = plan.calls - collected.answered - collected.failed.total()
    if collected.stopped is not None:
        print(f"stopped: {collected.stopped}")
    if left > 0:
        print(f"{left:,} requests are left; the same command goes on from there")
    if collected.answered:
        print("the next build uses the answers: annals build")
