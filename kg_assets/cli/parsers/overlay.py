"""The arguments of the commands about nodes, conversations and digests of the overlay, and of `private`."""

import argparse

from kg_assets.cli.parsers.arguments import MANY, Commands, command, within
from kg_assets.core.visibility import VISIBILITY
from kg_assets.queries.corrections import ROUTES
from kg_assets.queries.questions import QUESTIONS

PLACE = 50


def add(commands: Commands) -> None:
    """Register the commands `node`, `threads`, `digest` and `private`."""
    node = command(commands, "node", "overlay", "Say what is known of a person, project, tool, goal or duty.")
    node.add_argument("node", nargs="*", metavar="NODE", help="its id, its name, or words of its name")
    node.add_argument("--ask", metavar="QUESTION", choices=tuple(QUESTIONS), help="another question, see below")
    width = max(map(len, QUESTIONS))
    node.epilog = "questions:\n" + "\n".join(f"  {name:<{width}}  {tells}" for name, tells in QUESTIONS.items())
    node.formatter_class = argparse.RawDescriptionHelpFormatter
    node.add_argument("--all", action="store_true", help="of --ask search_knowledge: also what another stands for")
    node.add_argument("--timeline", action="store_true", help="what happened to it, in order")
    node.add_argument("--correct", choices=tuple(ROUTES), metavar="KIND", help=f"correct it: {', '.join(ROUTES)}")
    node.add_argument("--to", metavar="WORDS", default="", help="of naming_correction: what it is called as well")
    node.add_argument("--as-of", metavar="MOMENT", help="what it was tied to then: 2022, 2022-06, 2022-06-01")
    node.add_argument("--decided", action="store_true", help="the decisions that name this person")
    node.add_argument("--about", metavar="SUBJECT", help="only decisions that name this, too (with --decided)")
    threads = command(commands, "threads", "overlay", "List conversations: what they were about, decided, left open.")
    threads.add_argument("words", nargs="*", metavar="WORD", help="what was spoken of and when: Henderson last Tuesday")
    threads.add_argument("--resume", action="store_true", help="the latest one, as a card to go on from")
    threads.add_argument("--about", metavar="NODE", help="only those that name it")
    threads.add_argument("--limit", type=within(1, MANY), default=10, metavar="N", help="at most so many (10)")
    digest = command(commands, "digest", "overlay", "Say what the last week brought.")
    private = command(
        commands, "private", "private", "Keep a person, a conversation, a message or a source to yourself."
    )
    private.add_argument("what", nargs="*", metavar="NAME|ID", help="what it is; nothing lists what is marked")
    private.add_argument(
        "--as", dest="visibility", choices=VISIBILITY, default="local_only",
        help="blocked: in no build; local_only (default): for your own commands and report; cloud_warn: told, with its "
        "class; cloud_allowed: as if it had no mark",
    )  # fmt: skip
    for parser in (node, threads, digest, private):
        parser.add_argument("--json", action="store_true", help="print JSON")
