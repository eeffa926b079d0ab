"""Commands that find messages: `search`, `ask`."""

import argparse
import sys
from collections.abc import Iterator, Mapping
from typing import Any
from zoneinfo import ZoneInfo

from kg_assets.claims.saying import row_said
from kg_assets.cli.console import marked, strong
from kg_assets.cli.fact_lines import holding_lines, holding_text
from kg_assets.cli.highlight import excerpt
from kg_assets.cli.zone import shown_zone
from kg_assets.core.harmless import harmless, harmless_json, shell_command
from kg_assets.queries.configured import reading_config
from kg_assets.queries.context import characters_of, context
from kg_assets.queries.holding import Holding, holding
from kg_assets.queries.searching import Found, Search, found_of, index_of, looked_for
from kg_assets.search.settings import FindingSettings
from kg_assets.store.home import Home
from kg_assets.store.private import seen_elsewhere
from kg_assets.store.readonly import opened


def search(options: argparse.Namespace) -> int:
    """Print the messages that fit a question or words."""
    settings = _settings()
    answer, held = _found(Home.from_environment(), options, options.limit or settings.limit, settings)
    if not answer.hits:
        _tell(f"nothing was found: {answer.tried}")
    if options.json:
        print(harmless_json(answer.hits))
        return 0
    for line in holding_lines(held, shown_zone()):
        print(line)
    for hit in answer.hits:
        for line in _lines(hit, settings):
            print(line)
    return 0


def ask(options: argparse.Namespace) -> int:
    """Print what an assistant would be given to answer a question."""
    settings = _settings()
    # An assistant may be anywhere: what is only for this machine is not told to it.
    answer, held = _found(seen_elsewhere(Home.from_environment()), options, settings.context_hits, settings)
    wanted = settings.tokens if options.tokens is None else options.tokens
    characters = characters_of(wanted, settings.least_tokens, settings.most_tokens, settings.token_characters)
    if wanted < settings.least_tokens:
        _tell(f"an answer has room for {settings.least_tokens} tokens at least")
    if not answer.hits:
        _tell(f"nothing was found: {answer.tried}")
    # Half of the room at most: the messages are where an assistant sees what was said.
    told = holding_text(held, shown_zone(), characters // 2)
    print(told + context(answer.hits, characters - len(told)), end="")
    return 0


def _settings() -> FindingSettings:
    settings: FindingSettings = reading_config().section("finding")
    return settings


def _tell(note: str) -> None:
    """Print a note about the answer on standard error, so that standard output holds nothing but the answer."""
    print(f"annals: {harmless(note)}", file=sys.stderr)


def _found(home: Home, options: argparse.Namespace, limit: int, settings: FindingSettings) -> tuple[Found, Holding]:
    """The messages that a search finds, and the claims that answer it if it is a question."""
    wanted = Search(
        " ".join(options.words), limit, options.since, options.until, tuple(options.role or ()),
        tuple(options.source or ()), options.conversation, options.entity,
    )  # fmt: skip
    config = reading_config()
    zone = ZoneInfo(config.section("time").anchor_timezone)
    with opened(home) as warehouse:
        index = index_of(home, warehouse, config)
        looked = looked_for(warehouse, index, wanted, settings, zone)
        answer = found_of(index, looked, settings, limit)
        held = (
            Holding()
            if getattr(options, "json", False)
            else holding(home, warehouse, index, looked, options.until, config)
        )
    if answer.note:
        _tell(f"without likeness by the model: {answer.note}")
    return answer, held


def _lines(hit: Mapping[str, Any], settings: FindingSettings) -> Iterator[str]:
    title, said = harmless(hit["title"] or "untitled"), hit["created_at_utc"] or "no date"
    yield f"{strong(title)}  {said}  {hit['role']}  {hit['score']:.2f}"
    if hit["before"] is not None:
        yield f"  ↑ {_neighbour(hit['before'], settings)}"
    spans = [(place["start"], place["end"]) for place in hit["matched"]]
    yield f"  {excerpt(harmless(hit['text']), spans, settings.excerpt_characters, marked)}"
    if hit["after"] is not None:
        yield f"  ↓ {_neighbour(hit['after'], settings)}"
    if hit["why"]:
        yield f"  found by {harmless('; '.join(hit['why']))}"
    for claim in hit["claims"]:
        yield f"  claim: {harmless(row_said(claim))}  {claim['assertion_id'][:8]}"
    yield f"  {shell_command('annals', 'show', hit['message_id'])}"


def _neighbour(message: Mapping[str, Any], settings: FindingSettings) -> str:
    return f"{message['role']}: {excerpt(harmless(message['text']), [], settings.neighbour_characters, str)}"
