"""The command `annals`: reads the command line, calls the command, turns errors into one line and an exit code.

What a command does belongs to `kg_assets.cli.commands`; modules are imported only when their command is called, so
that a command that reads does not pay for Dagster.
"""

import argparse
import importlib
import importlib.metadata
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn, TypeAlias

from kg_assets.cli.console import harmless_output
from kg_assets.core.collector import rarely
from kg_assets.core.errors import FULL_DISK, AnnalsError, is_of_full_disk
from kg_assets.core.worker import describe_without_content

_Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

_PLACES = ("ANNALS_HOME", "ANNALS_CONFIG")
_LONGEST_PLACE = 200
# More rows, calls or builds than anybody has; SQLite and DuckDB count in 64 bits.
_MANY = 10**9
# Modules of commands that show what the published build holds.
_SHOWING = ("reading", "searching", "recalling", "querying", "reporting", "exporting", "explaining")
_LONGEST_QUERY = 86_400  # as the setting allows
_SEEDS = 2**63 - 1

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
    # What is written is for its owner: also what a library writes, which knows no modes.
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
        if module.rpartition(".")[2] in _SHOWING:
            _say_what_is_not_forgotten_yet()
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
    """Between a forgetting that was killed and its end the published build still holds the words."""
    from kg_assets.store.home import Home
    from kg_assets.store.registry import interrupted_forgetting

    told = interrupted_forgetting(Home.from_environment())
    if told is not None:
        print(f"annals: {told}", file=sys.stderr)


def _typed_place(error: Exception, arguments: Sequence[str]) -> str | None:
    """What the system says of a path that was typed, or that the environment names; None if it is about another."""
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


def _within(least: int, most: int) -> Callable[[str], int]:
    """The kind of an option that takes a whole number between two."""

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from {least} to {most}")
        return value

    return number


def _with_excluded_words(arguments: list[str]) -> list[str]:
    """`annals search bicycle -tour`: a word with a minus is a word to leave out, not an option of ours."""
    if arguments[:1] not in (["search"], ["ask"]):
        return arguments
    return [f" {a}" if a.startswith("-") and not a.startswith("--") and a not in ("-", "-h") else a for a in arguments]


class _Version(argparse.Action):
    """Asked for only then, because the versions of what is installed take a while to find."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"annals {importlib.metadata.version('annals')}")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="annals",
        description="A bitemporal knowledge graph of what you have said and written, on your own machine.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    _add_making(commands)
    _add_reading(commands)
    _add_recalling(commands)
    _add_believing(commands)
    _add_overlay(commands)
    _add_deciding(commands)
    _add_keeping(commands)
    return parser


def _command(commands: _Commands, name: str, module: str, meaning: str) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=meaning, description=meaning)
    parser.set_defaults(function=f"kg_assets.cli.commands.{module}:{name.replace('-', '_')}")
    return parser


def _add_making(commands: _Commands) -> None:
    build = _command(commands, "build", "building", "Build from your exports and notes, and publish the result.")
    build.add_argument("paths", nargs="*", metavar="PATH", help="an export (json, zip or folder) or notes (.md, .txt)")
    build.add_argument(
        "--as-of", metavar="INSTANT", help="the build's point in time (default: the newest in the sources)"
    )
    build.add_argument("--only", action="store_true", help="build from these paths only, not from earlier sources")
    build.add_argument("--tables", action="store_true", help="print also every table with its rows")
    build.add_argument("--strict", action="store_true", help="stop if a conversation or a text cannot be read")
    build.add_argument("--json", action="store_true", help="print the outcome as JSON")
    meaning = "Take in what is new where your sources lie, build and publish: the nightly run, once, for cron."
    _command(commands, "nightly", "building", meaning)
    backfill = _command(
        commands, "backfill", "building", "Redo the stages of builds that code or configuration made stale."
    )
    backfill.add_argument("--stale", action="store_true", required=True, help="redo what `annals doctor` calls stale")
    backfill.add_argument("--build", action="append", metavar="BUILD", help="only this build (may be repeated)")
    backfill.add_argument("--json", action="store_true", help="print the outcome as JSON")
    extract = _command(
        commands, "extract", "extracting", "Let the language model of the settings read what is new, before a build."
    )
    extract.add_argument("--estimate", action="store_true", help="only say how many calls and tokens it takes")
    extract.add_argument("--yes", action="store_true", help="do not ask before sending")
    extract.add_argument("--limit", type=_within(0, _MANY), metavar="N", help="ask at most so many questions")
    publish = _command(commands, "publish", "building", "Choose the build that readers see.")
    publish.add_argument("build", nargs="?", metavar="BUILD", help="show this build and pin it")
    publish.add_argument("--latest", action="store_true", help="unpin, and show the newest build again")
    publish.add_argument("--none", action="store_true", help="show no build any more, until the next one")
    demo = _command(commands, "demo", "demo", "Make a small invented export, build it and show what can be asked.")
    demo.add_argument("--seed", type=_within(0, _SEEDS), default=None, help="another invented life")


def _add_reading(commands: _Commands) -> None:
    search = _command(commands, "search", "searching", "Find messages: ask a question, or give words.")
    search.add_argument("words", nargs="+", metavar="WORD", help='a question or words; "a phrase", begin* or -without')
    search.add_argument("--limit", type=_within(1, _MANY), metavar="N", help="how many messages")
    search.add_argument("--json", action="store_true", help="print an array of objects")
    ask = _command(commands, "ask", "searching", "Print what an assistant would be given to answer a question.")
    ask.add_argument("words", nargs="+", metavar="WORD", help="the question")
    ask.add_argument("--tokens", type=_within(1, _MANY), metavar="N", help="at most so many tokens")
    for command in (search, ask):
        moment = "2022, 2022-06, 2022-06-01 or 2022-06-01T12:00Z"
        command.add_argument("--since", metavar="MOMENT", help=f"only what was said from then on: {moment}")
        command.add_argument("--until", metavar="MOMENT", help="only what was said up to the end of then")
        command.add_argument(
            "--role", action="append", metavar="ROLE", help="only user, assistant, ... (may be repeated)"
        )
        command.add_argument(
            "--source", action="append", metavar="KIND", help="only chatgpt, note, ... (may be repeated)"
        )
        command.add_argument(
            "--conversation", metavar="ID", help="only in this conversation: its id or a beginning of it"
        )
        command.add_argument(
            "--entity", metavar="ENTITY", help="only where this is named: a name, an alias, a key or an id"
        )
    mcp = _command(commands, "mcp", "agents", "Serve the memory to agents (Model Context Protocol).")
    mcp.add_argument("--http", action="store_true", help="over HTTP on loopback (default: standard input and output)")
    mcp.add_argument("--port", type=_within(1, 65535), metavar="N", help="the port of --http")
    show = _command(commands, "show", "reading", "Show a message in its branch, or a conversation.")
    show.add_argument("id", metavar="MESSAGE|CONVERSATION", help="an id, or a unique beginning of one")
    show.add_argument("--find", metavar="WORDS", help="highlight these words")
    show.add_argument("--mentions", action="store_true", help="mark what was found in the texts (always in a terminal)")
    show.add_argument("--json", action="store_true", help="print an array of objects")
    query = _command(commands, "query", "querying", "Ask the published build in SQL (one statement, read-only).")
    query.add_argument("sql", metavar="SQL")
    query.add_argument("--format", choices=("table", "csv", "json", "parquet"), default="table")
    query.add_argument("--out", metavar="FILE", help="write there instead of standard output")
    query.add_argument(
        "--seconds", type=_within(1, _LONGEST_QUERY), metavar="N", help="how long it may take (default: query_seconds)"
    )
    report = _command(commands, "report", "reporting", "Write what you said as one page to open in a browser.")
    report.add_argument("--out", metavar="FILE", help="write there (default: report.html in the folder with your data)")
    report.add_argument("--open", action="store_true", help="open it in the browser")
    tables = _command(commands, "tables", "reading", "List what is there, with meanings.")
    tables.add_argument("table", nargs="?", metavar="TABLE", help="show the columns of this table")
    tables.add_argument("--json", action="store_true", help="print an array of objects")
    export = _command(commands, "export", "exporting", "Write the graph, the claims or all tables for other tools.")
    export.add_argument("format", choices=("graphml", "gexf", "neo4j", "jsonld", "notes", "duckdb"), metavar="FORMAT",
                        help="graphml, gexf (Gephi), neo4j, jsonld, notes (Obsidian, Logseq) or duckdb")  # fmt: skip
    export.add_argument("--out", metavar="PATH", help="the file or folder to make (default: in this folder)")
    export.add_argument("--build", metavar="BUILD", help="this build (default: the published one)")
    export.add_argument("--force", action="store_true", help="replace an earlier export at that place")
    diff = _command(commands, "diff", "comparing", "Say how two builds differ, and why claims have another history.")
    diff.add_argument("a", metavar="A", help="a build, or BUILD@2 for its second generation")
    diff.add_argument("b", metavar="B")
    diff.add_argument(
        "--limit", type=_within(0, _MANY), metavar="N", help="at most so many claims of each kind of change"
    )
    diff.add_argument("--json", action="store_true", help="print an array of objects")


def _add_recalling(commands: _Commands) -> None:
    moment = "2022, 2022-06, 2022-06-01 or 2022-06-01T12:00Z"
    about = "only what concerns this entity: a name, an alias, a key, an id, or SELF"
    as_of = _command(commands, "as-of", "recalling", "Say what was true at a moment, by what was known then or since.")
    as_of.add_argument("moment", nargs="?", metavar="MOMENT", help=f"{moment} (default: that of the build)")
    as_of.add_argument("--known", metavar="MOMENT", help="by what was known then (default: at the time of the build)")
    as_of.add_argument("--about", metavar="ENTITY", help=about)
    as_of.add_argument(
        "--basis", choices=("dated", "stated"), default="stated",
        help="dated: only what words date; stated: also what was only said, denied or planned by then (default)",
    )  # fmt: skip
    timeline = _command(commands, "timeline", "recalling", "Say all that is known of an entity, in the order of time.")
    timeline.add_argument("entity", metavar="ENTITY", help="a name, an alias, a key, an id, or SELF")
    changes = _command(commands, "changes", "recalling", "Say what changed between two moments.")
    changes.add_argument("since", metavar="FROM", help=moment)
    changes.add_argument("until", metavar="TO", help=moment)
    changes.add_argument("--about", metavar="ENTITY", help=about)
    for command in (as_of, timeline):
        unsure = "show also what is not certain enough, and what only the assistant said"
        command.add_argument("--all", action="store_true", help=unsure)
    for command in (as_of, timeline, changes):
        command.add_argument("--json", action="store_true", help="print an array of objects")


def _add_believing(commands: _Commands) -> None:
    beliefs = _command(commands, "beliefs", "believing", "Say who you say you are, the firmest first.")
    beliefs.add_argument("--stream", metavar="STREAM", help="only identity, state, meta or relational")
    beliefs.add_argument("--status", metavar="STATUS", help="only what is surface, developing or core")
    beliefs.add_argument(
        "--as-of", metavar="MOMENT", help="as it stood then: 2022, 2022-06, 2022-06-01 (default: that of the build)"
    )
    beliefs.add_argument("--limit", type=_within(1, _MANY), metavar="N", help="at most so many of each stream")
    belief = _command(commands, "belief", "believing", "Say how firmly a belief stands, and by which words of yours.")
    belief.add_argument("belief", metavar="ID", help="its id or the beginning of one, as `annals beliefs` shows it")
    for command in (beliefs, belief):
        command.add_argument("--json", action="store_true", help="print JSON")
    _add_annotating(commands)


def _add_annotating(commands: _Commands) -> None:
    meaning = "Have people mark beliefs in sentences, and see how well what was read agrees."
    annotate = commands.add_parser("annotate", help=meaning, description=meaning)
    actions = annotate.add_subparsers(dest="action", metavar="ACTION", title="actions", required=True)
    export = _command(actions, "export", "annotating", "Write sentences to mark, without what was read from them.")
    export.add_argument("file", metavar="FILE", help="a new file that ends in .csv or .jsonl")
    export.add_argument("--many", type=_within(2, _MANY), metavar="N", default=100, help="how many (default: 100)")
    export.add_argument("--draw", metavar="WORD", default="1", help="another word draws other sentences (default: 1)")
    score = _command(
        actions, "score", "annotating", "Compare what was read with marks, and two people with each other."
    )
    score.add_argument("files", nargs="+", metavar="FILE", help="a marked file; a second one of another person")
    score.add_argument("--json", action="store_true", help="print JSON")


def _add_overlay(commands: _Commands) -> None:
    node = _command(commands, "node", "overlay", "Say what is known of a person, project, tool, goal or duty.")
    node.add_argument("node", nargs="+", metavar="NODE", help="its id, its name, or words of its name")
    node.add_argument("--ask", metavar="QUESTION", help="another question: confidence_breakdown, connected_nodes ...")
    threads = _command(commands, "threads", "overlay", "List conversations: what they were about, decided, left open.")
    threads.add_argument("--about", metavar="NODE", help="only those that name it")
    threads.add_argument("--limit", type=_within(1, _MANY), default=10, metavar="N", help="at most so many (10)")
    digest = _command(commands, "digest", "overlay", "Say what the last week brought.")
    for command in (node, threads, digest):
        command.add_argument("--json", action="store_true", help="print JSON")


def _add_reviewing_relations(actions: _Commands) -> None:
    module = "kg_assets.cli.commands.reviewing_relations"
    meaning = "Decide which relations and names the overlay proposes are right."
    relations = actions.add_parser("relations", help=meaning, description=meaning)
    relations.set_defaults(function=f"{module}:review")
    relations.add_argument("--page", type=_within(1, _MANY), default=1, metavar="K", help="which page of the queue")
    relations.add_argument("--json", action="store_true", help="print JSON")
    steps = relations.add_subparsers(dest="step", metavar="STEP", title="decide on one")
    which = "the id of a relation or a name in the queue, or its beginning"

    def step(name: str, meaning: str) -> argparse.ArgumentParser:
        parser = steps.add_parser(name, help=meaning, description=meaning)
        parser.set_defaults(function=f"{module}:{name}")
        return parser

    step("approve", "Say that a relation or a name is right.").add_argument("item", metavar="ITEM", help=which)
    reject = step("reject", "Say that a relation or a name is wrong.")
    reject.add_argument("item", metavar="ITEM", help=which)
    rename = step("rename", "Say in which other relation two nodes stand.")
    rename.add_argument("item", metavar="ITEM", help=which)
    rename.add_argument("relation", metavar="RELATION", help="one of overlay.relation_types, or learned_…")
    link = step("link", "Say which node a new name belongs to.")
    link.add_argument("item", metavar="ITEM", help=which)
    link.add_argument("node", metavar="NODE", help="the node's id or name")
    silence = step("silence", "Say that words mean nobody.")
    silence.add_argument("words", nargs="+", metavar="WORD", help="the words")


def _add_deciding(commands: _Commands) -> None:
    meaning = "Say what the builds cannot know: which names are one entity, which claims are right."
    review = commands.add_parser("review", help=meaning, description=meaning)
    actions = review.add_subparsers(dest="action", metavar="ACTION", title="actions", required=True)
    who = "a name, an alias, a key, an id or the beginning of one, or SELF"
    merge = _command(actions, "merge", "deciding", "Say that two entities are one.")
    merge.add_argument("into", metavar="INTO", help=f"the entity that stays: {who}")
    merge.add_argument("other", metavar="OTHER", help="the entity that becomes part of it, named likewise")
    meaning = "Say that a merged entity is one of its own after all, or that one name means several."
    split = _command(actions, "split", "deciding", meaning)
    split.add_argument(
        "entity", metavar="ENTITY", help=f"what was merged, or the name: {who.removesuffix(', or SELF')}"
    )
    split.add_argument("--apart", action="store_true", help="part a name into the groups that are shown without this")
    for action in (merge, split):
        action.add_argument(
            "--type", metavar="TYPE", help="which one is meant where a name fits several: PERSON, ORG ..."
        )
        action.add_argument("--build", action="store_true", help="build with it at once")
        action.add_argument("--json", action="store_true", help="print what was recorded as JSON")
    _add_people(actions)
    merges = _command(actions, "merges", "deciding", "List the merges that stand.")
    merges.add_argument("--json", action="store_true", help="print an array of objects")
    verdicts = _command(actions, "verdicts", "reviewing", "List the verdicts that stand, the newest first.")
    verdicts.add_argument("--json", action="store_true", help="print an array of objects")
    claims = _command(actions, "claims", "reviewing", "Go through claims one by one, the least certain first.")
    claims.add_argument("--about", metavar="ENTITY", help=f"only claims about this entity: {who}")
    claims.add_argument("--limit", type=_within(0, _MANY), metavar="N", help="at most so many")
    _add_reviewing_beliefs(actions)
    _add_reviewing_relations(actions)
    _add_judging(commands)


def _add_reviewing_beliefs(actions: _Commands) -> None:
    module = "kg_assets.cli.commands.reviewing_beliefs"
    meaning = "Decide which beliefs are one and which side of a contradiction counts."
    beliefs = actions.add_parser("beliefs", help=meaning, description=meaning)
    beliefs.set_defaults(function=f"{module}:review")
    beliefs.add_argument("--limit", type=_within(0, _MANY), metavar="N", help="go through at most so many")
    steps = beliefs.add_subparsers(dest="step", metavar="STEP", title="decide on one")
    which = "a belief's words, its id or the beginning of one"

    def step(name: str, function: str, meaning: str) -> argparse.ArgumentParser:
        parser = steps.add_parser(name, help=meaning, description=meaning)
        parser.set_defaults(function=f"{module}:{function}")
        return parser

    merge = step("merge", "merge", "Say that two beliefs are one.")
    merge.add_argument("into", metavar="INTO", help=f"the one whose words stay: {which}")
    merge.add_argument("other", metavar="OTHER", help="the one that becomes part of it")
    split = step("split", "split", "Say that words which count as another belief are one of their own.")
    split.add_argument("words", nargs="+", metavar="WORD", help="the words, as `annals belief` shows them")
    resolve = step("resolve", "resolve", "Say how a contradiction ends.")
    resolve.add_argument("one", metavar="ONE", help=which)
    resolve.add_argument("other", metavar="OTHER", help="the one against it")
    resolve.add_argument("--by", choices=("newer", "weight", "person"), default="person",
                         help="for what was said last, for what weighs more, or as you say (default)")  # fmt: skip
    resolve.add_argument("--keep", metavar="BELIEF", help="the one that counts (default: both stand)")
    rollback = step("rollback", "rollback", "Say that what a version of the extractor read counts no more.")
    rollback.add_argument(
        "version", metavar="VERSION", help="as `annals query 'FROM beliefs.extraction_runs'` lists it"
    )
    decided = step("decisions", "decided", "List the decisions that stand, the newest first.")
    decided.add_argument("--json", action="store_true", help="print an array of objects")


def _add_people(actions: _Commands) -> None:
    entities = _command(actions, "entities", "people", "Go through names that may be one person, the likeliest first.")
    entities.add_argument("--limit", type=_within(1, _MANY), metavar="N", help="at most so many pairs")
    entities.add_argument("--json", action="store_true", help="print the pairs as JSON and ask nothing")
    who = "a name, an alias, an id, or as in 'sister Anna'"
    for name, meaning in (("same", "Say that two names are one."), ("different", "Say that two names are two.")):
        ruling = _command(actions, name, "people", meaning)
        ruling.add_argument("one", metavar="ONE", help=who)
        ruling.add_argument("other", metavar="OTHER", help="the other, named likewise")
        ruling.add_argument("--build", action="store_true", help="build with it at once")
        ruling.add_argument("--json", action="store_true", help="print what was recorded as JSON")


def _add_judging(commands: _Commands) -> None:
    which = "an assertion's id, or a unique beginning of one; `annals why WORDS` finds it"
    for name, meaning in (("confirm", "Say that a claim is right."), ("reject", "Say that a claim is wrong.")):
        _command(commands, name, "judging", meaning).add_argument("claim", metavar="CLAIM", help=which)
    correct = _command(commands, "correct", "judging", "Say what a claim should be.")
    correct.add_argument("claim", metavar="CLAIM", help=which)
    correct.add_argument("--predicate", metavar="P", help="the right relation")
    correct.add_argument("--object", metavar="O", help="the right object")
    correct.add_argument("--polarity", choices=("positive", "negative"), help="whether it is so or is not")
    tell = _command(commands, "tell", "telling", "Add a fact in your own words, as if you had said it to an assistant.")
    tell.add_argument("words", nargs="+", metavar="WORDS", help='what is so, as in: "I\'ve lived in Lyon since 2023"')
    tell.add_argument("--at", metavar="MOMENT", help="when you say it (default: now): 2024-05-01 or 2024-05-01T12:00Z")
    tell.add_argument("--build", action="store_true", help="make the next build at once")
    undo = _command(commands, "undo", "judging", "Take a decision back: the last one, or the one that is named.")
    undo.add_argument(
        "decision",
        nargs="*",
        metavar="DECISION",
        help="its place in the ledger, or the id or words of a judged claim",
    )
    why = _command(commands, "why", "explaining", "Say where a claim comes from and how sure it is.")
    why.add_argument("claim", nargs="+", metavar="CLAIM", help="a claim's id or its beginning, or words of the claim")
    why.add_argument("--json", action="store_true", help="print it as JSON")


def _add_keeping(commands: _Commands) -> None:
    builds = _command(commands, "builds", "keeping", "List the builds.")
    builds.add_argument("--json", action="store_true", help="print an array of objects")
    sources = _command(commands, "sources", "keeping", "List the sources, or take one back.")
    sources.add_argument("--remove", metavar="SOURCE", help="take back the source with this hash (or its beginning)")
    sources.add_argument("--yes", action="store_true", help="do not ask before taking it back")
    sources.add_argument("--json", action="store_true", help="print an array of objects")
    health = _command(commands, "graph-health", "people", "Say how the graph of people and events stands.")
    jobs = _command(commands, "jobs", "people", "Say which steps of the newest builds are done.")
    jobs.add_argument("--limit", type=_within(1, _MANY), metavar="N", help="of at most so many builds")
    for command in (health, jobs):
        command.add_argument("--json", action="store_true", help="print JSON")
    doctor = _command(commands, "doctor", "keeping", "Say whether all is well, and what to do if not.")
    doctor.add_argument("--deep", action="store_true", help="also read every file and compare it with its hash")
    doctor.add_argument("--json", action="store_true", help="print the findings as JSON")
    gc = _command(commands, "gc", "keeping", "Remove what no kept build needs.")
    gc.add_argument("--keep", type=_within(1, _MANY), metavar="N", help="published builds to keep")
    gc.add_argument("--dry-run", action="store_true", help="only say what would go")
    gc.add_argument("--unfinished", action="store_true", help="also remove builds that were never finished")
    _add_forgetting(commands)
    ui = _command(commands, "ui", "interface", "Open the Dagster interface on this machine.")
    ui.add_argument("--port", type=_within(1, 65535), metavar="PORT")


def _add_forgetting(commands: _Commands) -> None:
    meaning = "Remove what a source, conversation, message, entity or text says from every place of the home, for good."
    forget = _command(commands, "forget", "forgetting", meaning)
    kinds = ("source", "conversation", "message", "entity", "pattern")
    forget.add_argument("target", nargs="?", choices=kinds, metavar="KIND", help=f"one of {', '.join(kinds)}")
    what = "the hash or id (or its beginning), the entity's name, or the text that messages hold, in any case"
    forget.add_argument("what", nargs="?", metavar="WHAT", help=what)
    forget.add_argument("--type", metavar="TYPE", help="which entity is meant where a name fits several")
    forget.add_argument("--regex", action="store_true", help="the pattern is a regular expression (RE2)")
    forget.add_argument("--dry-run", action="store_true", help="only say what would go")
    forget.add_argument("--yes", action="store_true", help="do not ask")
    forget.add_argument("--resume", action="store_true", help="end a forgetting that was cut off")
    forget.add_argument("--json", action="store_true", help="print the receipt as JSON")


if __name__ == "__main__":
    sys.exit(main())
