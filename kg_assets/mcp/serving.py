"""Answers agents' calls: checks the parameters, opens the published build, and keeps the answer within its
tokens.

The protocol belongs to `server`; nothing here depends on it.
"""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import ValidationError

from kg_assets.core.config import Config
from kg_assets.core.errors import AnnalsError, QueryError
from kg_assets.mcp.budget import fitted
from kg_assets.mcp.registry import TOOLS
from kg_assets.mcp.tool import Asking, Tool
from kg_assets.queries.configured import ON_GOING, mistyped
from kg_assets.queries.context import characters_of
from kg_assets.search.settings import FindingSettings
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse, Reader
from kg_assets.store.private import seen_elsewhere
from kg_assets.store.readonly import open_confined
from kg_assets.store.registry import interrupted_forgetting

_LONGEST_FOUND = 80
_LONGEST_ERROR = 1000


class Answering:
    """Answers calls. Each is answered from the build that is published when the call arrives."""

    def __init__(self, home: Home, config_now: Callable[[], Config]) -> None:
        self._home = home
        self._config_now = config_now
        self._readers = {shown: Reader(shown, opening=open_confined) for shown in (home, home.elsewhere())}
        self.tools: dict[str, Tool[Any]] = {tool.name: tool for tool in TOOLS}

    @contextmanager
    def session(self) -> Iterator[tuple[Home, OpenWarehouse]]:
        """The build that agents may see. An agent may be on another machine, so this build has nothing that is only for
        this machine."""
        home = seen_elsewhere(self._home)
        with self._readers[home].session() as warehouse:
            yield home, warehouse

    def close(self) -> None:
        """Close the published files."""
        for reader in self._readers.values():
            reader.close()

    def call(self, name: str, arguments: Mapping[str, Any], interruptible: "Interruptible") -> dict[str, Any]:
        """The answer of a tool. Errors that the caller can correct are raised as `QueryError`."""
        tool = self.tools.get(name)
        if tool is None:
            raise QueryError(f"there is no tool {name[:_LONGEST_FOUND]!r}; there are {', '.join(self.tools)}")
        given = _checked(tool, arguments)
        config = self._config_now()
        with self.session() as (home, warehouse), interruptible.held(warehouse):
            zone = ZoneInfo(config.section("time").anchor_timezone)
            answer = tool.answer(Asking(home, config, warehouse, zone, interruptible.begun), given)
        settings: FindingSettings = config.section("finding")
        wanted = settings.tokens if given.tokens is None else given.tokens
        least, most = settings.least_tokens, settings.most_tokens
        if not least <= wanted <= most:
            bound = f"at most {most:,}" if wanted > most else f"room for {least:,}"
            note = f"{wanted:,} tokens were allowed, an answer has {bound}"
            answer["note"] = "; ".join(filter(None, [answer.get("note"), note]))
        wrong = mistyped(config)
        first = [*filter(None, [interrupted_forgetting(self._home)]), *wrong, *([ON_GOING] if wrong else [])]
        if first:
            answer["note"] = "; ".join(filter(None, [*first, answer.get("note")]))
        characters = characters_of(wanted, least, most, settings.token_characters)
        told = fitted(answer, tool.rows, tool.extras, characters)
        tool.answers.model_validate(told)
        return told


class Interruptible:
    """A call that can be interrupted while it waits for work that it started."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ends: Callable[[], None] | None = None
        self._is_ended = False

    @contextmanager
    def held(self, warehouse: OpenWarehouse) -> Iterator[None]:
        """While this context lasts, `end` interrupts the connection, or calls the function that was last registered
        with `begun`."""
        self.begun(warehouse.connection.interrupt)
        try:
            yield
        finally:
            with self._lock:
                self._ends = None

    def begun(self, ends: Callable[[], None]) -> None:
        """Register the function that `end` calls. If the call has been cancelled already, call it at once."""
        with self._lock:
            self._ends = ends
            if self._is_ended:
                ends()

    def end(self) -> None:
        """Stop the running work, and any work that is registered later."""
        with self._lock:
            self._is_ended = True
            if self._ends is not None:
                self._ends()


def _checked(tool: Tool[Any], arguments: Mapping[str, Any]) -> Any:
    try:
        return tool.takes.model_validate(dict(arguments))
    except ValidationError as error:
        told = [
            f"{'.'.join(map(str, one['loc'])) or 'arguments'}: {one['msg']}, found {_short(one['input'])}"
            for one in error.errors(include_url=False)[:5]
        ]
        taken = ", ".join(tool.takes.model_fields)
        raise QueryError(f"{tool.name}: {'; '.join(told)}. It takes {taken}") from None


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST_FOUND else f"{text[:_LONGEST_FOUND]}…"


def explained(error: BaseException) -> str:
    """The error message for a client. It shows no path or state of this machine, unless the caller can
    correct the error."""
    if isinstance(error, AnnalsError):
        said = str(error)
        # The message repeats what the client sent, which may be long, and says at its end what to do. So it is cut in
        # the middle.
        half = _LONGEST_ERROR // 2
        return said if len(said) <= _LONGEST_ERROR else f"{said[:half]} […] {said[-half:]}"
    return f"the memory could not answer ({type(error).__name__}); this is a fault of the program"
