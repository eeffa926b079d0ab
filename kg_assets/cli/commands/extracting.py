"""`annals extract`: says how many calls of a language model the next build needs, and then makes them."""

import argparse
from collections.abc import Iterator, Mapping

from kg_assets.cli.commands.keeping import engine_for, progress_of
from kg_assets.cli.extraction import Collected, Questions
from kg_assets.core.counting import counted
from kg_assets.core.errors import ConfigError, QueryError
from kg_assets.llm.estimate import Plan, describe_plan
from kg_assets.llm.settings import ModelSettings
from kg_assets.store.home import Home
from kg_assets.store.locks import Locks

_YES = ("y", "yes")


def extract(options: argparse.Namespace) -> int:
    """Say what a model would be asked, get the person's consent once, ask the model, and say what is left to ask."""
    if options.limit is not None and options.limit < 1:
        raise QueryError(
            f"--limit takes a number from 1 on: of messages, beliefs, events and so on; {options.limit} was given"
        )
    engine = engine_for(Home.from_environment())
    models: ModelSettings = engine.config.section("models")
    if not options.estimate:
        _require_live(models)
    progress = progress_of(engine)
    engine.progress = progress
    try:
        # Held throughout: a sweep in between would remove the files that the requests are made from.
        with Locks(engine.home).warehouse_shared("asking a model"):
            questions = Questions(engine, options.limit)
            plans = questions.plan()
            progress.close()
            if not any(plan.calls for plan in plans.values()):
                settled = sum(plan.requests for plan in plans.values())
                print(f"nothing is left to ask of {counted(settled, 'request')}; `annals build` uses the answers")
                return 0
            for told in _described(questions, plans):
                print(told)
            for remark in questions.remarks(plans):
                print(f"  {remark}")
            if options.estimate:
                return 0
            if not (options.yes or _agrees()):
                print("nothing was sent")
                return 1
            collected = questions.ask(plans, progress)
    finally:
        progress.close()
    _report(collected)
    # An endpoint that is down or refuses access is a failure. Requests held back by a budget are not: it was set.
    return 1 if collected.has_endpoint_failed or (collected.failed and not collected.answered) else 0


def _described(questions: Questions, plans: Mapping[str, Plan]) -> Iterator[str]:
    """Texts that say what each model is asked, one for each endpoint and model."""
    places: dict[tuple[str, str], dict[str, Plan]] = {}
    for about, plan in plans.items():
        endpoint = questions.endpoint_of(about)
        places.setdefault((endpoint.base_url, endpoint.model), {})[about] = plan
    for asked in places.values():
        yield describe_plan(asked, questions.endpoint_of(next(iter(asked))))


def _require_live(models: ModelSettings) -> None:
    if models.mode != "live":
        raise ConfigError(
            f"models.mode is {models.mode}, so no model is called; set it to live in the file that ANNALS_CONFIG "
            f"names (docs/models.md), or see with --estimate what calling would take"
        )


def _agrees() -> bool:
    """Ask the person whether they agree, and return the answer; no answer counts as no."""
    try:
        return input("Send them? [y/N] ").strip().lower() in _YES
    except EOFError:
        print()
        return False


def _report(collected: Collected) -> None:
    cost = f"{counted(collected.calls, 'call')} and {counted(collected.tokens, 'token')}"
    print(f"{counted(collected.answered, 'answer')}, by {cost}")
    for reason, times in sorted(collected.failed.items()):
        print(f"  {times:,} without a usable answer: {reason.replace('_', ' ')}")
    if collected.failed:
        print("  what the endpoint did not serve is asked again by the next run")
    if collected.stopped is not None:
        print(f"stopped: {collected.stopped}")
    if collected.left:
        print(f"left to ask: {counted(collected.left, 'request')}; the same command goes on from there")
    if collected.answered:
        print("the next build uses the answers: annals build")
