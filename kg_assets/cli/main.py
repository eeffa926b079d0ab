"""The command `annals`: reads the command line, runs the command, and turns an error into a line and an exit
code.

`kg_assets.cli.parsers` registers the commands and `kg_assets.cli.commands` carries them out. A module of
`commands` is imported only when its command runs, so that a command that only reads does not load Dagster.
"""

import argparse
import importlib
import importlib.metadata
import os
import pkgutil
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from kg_assets.cli import parsers
from kg_assets.cli.console import harmless_output
from kg_assets.cli.parsers.arguments import TELLING_THEMSELVES
from kg_assets.core.collector import rarely
from kg_assets.core.data import HOME_SETTINGS, home_root
from kg_assets.core.errors import FULL_DISK, AnnalsError, is_of_full_disk
from kg_assets.core.worker import describe_without_content

_PLACES = ("ANNALS_HOME", "ANNALS_CONFIG")
_LONGEST_PLACE = 200
# How argparse reports an unknown choice; it lists all choices.
_NO_CHOICE = re.compile(r"invalid choice: '(.*)' \(choose from (.*)\)$", re.DOTALL)

_EPILOG = """\
where things lie:
  ANNALS_HOME     the folder with your data (default: ./data)
  ANNALS_CONFIG   a YAML file of changed settings, or a folder that shadows config/
                  (default: settings.yaml in the folder with your data, if there)
  ANNALS_THREADS  how many processes may work at once (default: one per core)
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the return value is the exit code."""
    rarely()
    # Every file is for its owner only, also one that a library writes without a mode.
    os.umask(0o077)
    with harmless_output():
        return _run(list(sys.argv[1:] if arguments is None else arguments))


def _run(arguments: list[str]) -> int:
    options = _parser().parse_args(_with_excluded_words(arguments))
    if not options.command:
        _parser().print_help(sys.stderr)
        return 2
    module, _, name = options.function.partition(":")
    try:
        if getattr(options, "is_showing", False):
            _say_what_is_not_forgotten_yet()
        if options.function not in TELLING_THEMSELVES:
            _say_what_is_mistyped()
        code: int = getattr(importlib.import_module(module), name)(options)
        sys.stdout.flush()
        return code
    except AnnalsError as error:
        print(f"annals: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The reader of our output has gone (as `head` does); nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except UnicodeEncodeError:
        print("annals: what was typed holds a byte that is no UTF-8; type it anew", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("annals: stopped; what was committed is kept, the same command goes on from there", file=sys.stderr)
        return 130
    except Exception as error:
        typed = _typed_place(error, arguments)
        if typed is not None:
            print(f"annals: {typed}", file=sys.stderr)
            return 1
        if os.environ.get("ANNALS_DEBUG"):
            raise
        if is_of_full_disk(error):
            print(f"annals: {FULL_DISK}", file=sys.stderr)
            return 1
        # Without the message: exceptions of libraries may quote a person's words.
        print(f"annals: {options.command} failed: {describe_without_content(error)}", file=sys.stderr)
        print("this is a fault of the program; ANNALS_DEBUG=1 shows all of it", file=sys.stderr)
        return 1


def _say_what_is_not_forgotten_yet() -> None:
    """Warn that a removal of words (`annals forget`) was cut off. Until it is finished, the published build still has
    the words."""
    from kg_assets.store.home import Home
    from kg_assets.store.registry import interrupted_forgetting

    told = interrupted_forgetting(Home.from_environment())
    if told is not None:
        print(f"annals: {told}", file=sys.stderr)


def _say_what_is_mistyped() -> None:
    """Warn of settings with typing mistakes. A command that builds nothing runs in spite of them."""
    if not os.environ.get("ANNALS_CONFIG") and not (home_root() / HOME_SETTINGS).is_file():
        return
    from kg_assets.queries.configured import ON_GOING, mistyped, reading_config

    found = mistyped(reading_config())
    for why in found:
        print(f"annals: {why}", file=sys.stderr)
    if found:
        print(f"annals: {ON_GOING}", file=sys.stderr)


def _typed_place(error: Exception, arguments: Sequence[str]) -> str | None:
    """A one-line text for a system error about a path that was typed or that the environment names; None for other
    errors."""
    if not isinstance(error, OSError) or not isinstance(error.filename, str):
        return None
    named = [Path(word) for word in (*arguments, *(os.environ.get(name, "") for name in _PLACES)) if word]
    above = {str(one) for path in named for one in (*path.parents, *path.absolute().parents)}
    if error.filename not in above and not any(
        error.filename.startswith((str(path), str(path.absolute()))) for path in named
    ):
        return None
    shown = error.filename if len(error.filename) <= _LONGEST_PLACE else f"{error.filename[:_LONGEST_PLACE]}…"
    return f"{shown}: {(error.strerror or 'it cannot be used').lower()}; name another place"


def _with_excluded_words(arguments: list[str]) -> list[str]:
    """The arguments of a command. If it takes words to leave out, a blank is put before each word that begins with a
    minus, which argparse would otherwise take for an option."""
    taking = {name for module in _registered() for name in getattr(module, "WITH_WORDS_TO_LEAVE_OUT", ())}
    if not taking.intersection(arguments[:1]):
        return arguments
    return [f" {a}" if a.startswith("-") and not a.startswith("--") and a not in ("-", "-h") else a for a in arguments]


class _Version(argparse.Action):
    """Prints the version. It is looked up only when asked for, because that takes a while."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"annals {importlib.metadata.version('annals')}")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """The parser. For an unknown choice or option it suggests the one that was perhaps meant."""

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        found, left = self.parse_known_args(args, namespace)
        if left:
            self._used(found).refuse(left)
        return found

    def _used(self, found: argparse.Namespace) -> "_Parser":
        """The parser of the innermost subcommand that was given."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                inner = action.choices.get(str(getattr(found, action.dest, None)))
                return inner._used(found) if isinstance(inner, _Parser) else self
        return self

    def refuse(self, left: Sequence[str]) -> NoReturn:
        """Report arguments that no option takes, with the option that was perhaps meant."""
        unknown = next((word.partition("=")[0] for word in left if word.startswith("-")), None)
        if unknown is None:
            self.error(f"{' '.join(left)!r} is more than it takes")
        from kg_assets.core.mistyped import nearest

        known = sorted(name for name in self._option_string_actions if name.startswith("--"))
        self.error(f"there is no option {unknown!r} here{nearest(unknown, known)}")

    def error(self, message: str) -> NoReturn:
        wrong = _NO_CHOICE.search(message)
        if wrong is not None:
            from kg_assets.core.mistyped import nearest

            near = nearest(wrong[1], re.findall(r"'([^']*)'", wrong[2]))
            if "did you mean" in near:
                message = f"there is no {wrong[1]!r} here{near}"
        super().error(message)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="annals",
        description="A bitemporal knowledge graph of what you have said and written, on your own machine.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for module in _registered():
        module.add(commands)
    return parser


def _registered() -> list[Any]:
    """The modules that register commands, in the order of the list of commands."""
    names = [one.name for one in pkgutil.iter_modules(parsers.__path__)]
    modules = [importlib.import_module(f"{parsers.__name__}.{name}") for name in names]
    return sorted((one for one in modules if hasattr(one, "PLACE")), key=lambda one: one.PLACE)


if __name__ == "__main__":
    sys.exit(main())
