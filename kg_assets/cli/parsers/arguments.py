"""What parsers share: how a command is registered with its function, and options that take a number."""

import argparse
from collections.abc import Callable
from typing import TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

# More rows, calls or builds than anybody has; SQLite and DuckDB count in 64 bits.
MANY = 10**9
# Modules of commands that show what the published build holds.
_SHOWING = ("reading", "searching", "recalling", "querying", "reporting", "exporting", "explaining")
# Commands that report mistyped settings themselves: those that build or remove refuse them; `doctor` and `ui`
# say more about them than commands that only read.
TELLING_THEMSELVES = tuple(
    f"kg_assets.cli.commands.{name}"
    for name in (
        "building:build", "building:nightly", "building:backfill", "building:publish", "extracting:extract",
        "telling:tell", "demo:demo", "forgetting:forget", "keeping:gc", "keeping:doctor", "interface:ui",
    )
)  # fmt: skip


def command(commands: Commands, name: str, module: str, meaning: str) -> argparse.ArgumentParser:
    """Register a command. Its function has the command's name and is in `module` of `kg_assets.cli.commands`."""
    parser = commands.add_parser(name, help=meaning, description=meaning)
    function = f"kg_assets.cli.commands.{module}:{name.replace('-', '_')}"
    parser.set_defaults(function=function, is_showing=module in _SHOWING)
    return parser


def within(least: int, most: int) -> Callable[[str], int]:
    """The type of an option (for argparse) that takes a whole number from `least` to `most`."""

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from {least} to {most}")
        return value

    return number
