"""What a build brought, in a few lines: numbers from its tables, compared with the build published before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kg_assets.core.counting import counted
from kg_assets.core.data import data_path
from kg_assets.engine.runner import Engine, StageOutcome
from kg_assets.store.builds import BuildRef
from kg_assets.store.contents import Content
from kg_assets.store.settings import StoreSettings
from kg_assets.store.sqlrun import add_views, session

_QUESTION = "sql/serve/brought.sql"
_READ = ("kg.conversations", "kg.messages", "kg.entities", "kg.assertions", "kg.assertion_temporalized")
_BEFORE = "before.assertions"


@dataclass(frozen=True, slots=True)
class Brought:
    """What a build brought, as the numbers that a command prints at its end."""

    conversations: int
    messages: int
    first_day: str | None
    last_day: str | None
    entities: int
    claims: int
    new_claims: int
    superseded: int
    denied: int
    taken_back: int
    conflicts: int


def brought(engine: Engine, outcomes: Mapping[str, StageOutcome], before: BuildRef | None) -> Brought:
    """The numbers of a build, from the outcomes of its stages. `new_claims` counts the claims that the build `before`
    does not have."""
    contents = {name: found for outcome in outcomes.values() for name, found in outcome.tables.items()}
    files = {name: [engine.contents.path(content) for content in contents[name]] for name in _READ}
    earlier = _claims_of(engine, before)
    files[_BEFORE] = earlier or files["kg.assertions"]
    store: StoreSettings = engine.config.section("store")
    with session(engine.threads, store.memory_limit, engine.home.tmp) as connection:
        add_views(connection, files)
        row = connection.execute(data_path(_QUESTION).read_text(encoding="utf-8")).fetchone()
    told = Brought(*row)
    return told if earlier else replace(told, new_claims=told.claims)


def _claims_of(engine: Engine, build: BuildRef | None) -> list[Path]:
    if build is None:
        return []
    contents: Sequence[Content] = engine.builds.load(build).tables["kg.assertions"].contents
    return [path for content in contents if (path := engine.contents.path(content)).exists()]


def in_words(told: Brought, before: BuildRef | None) -> list[str]:
    """Up to three lines: what was read, what was learnt, and what became of the claims."""
    days = f", {told.first_day} to {told.last_day}" if told.first_day else ""
    since = "" if before is None else f", {told.new_claims:,} of them not in {before}"
    fates = {
        "overtaken by newer ones": told.superseded,
        "denied": told.denied,
        "taken back": told.taken_back,
        "in conflict": told.conflicts,
    }
    said = ", ".join(f"{number:,} {fate}" for fate, number in fates.items() if number)
    named = "one person, place or thing" if told.entities == 1 else f"{told.entities:,} persons, places and things"
    lines = [
        f"  read    {counted(told.conversations, 'conversation')}, {counted(told.messages, 'message')}{days}",
        f"  learnt  {counted(told.claims, 'claim')} about {named}{since}",
        f"          of the claims {said or 'none was overtaken, denied or taken back'}",
    ]
    return lines if told.claims else lines[:2]


def what_next(told: Brought) -> list[tuple[str, str]]:
    """Commands that a person may run next, each with what it does."""
    following = [("annals report --open", "a page that shows all of it, month by month")]
    if told.claims and told.last_day:
        # Without a moment, the build's moment counts. A day would mean its first moment, before what was said on it.
        following.append(("annals as-of --about SELF", "what holds now"))
        following.append((f"annals changes {told.last_day[:7]} {told.last_day}", "what changed in its last month"))
        following.append(("annals review claims", "judge what is least certain"))
    return following
