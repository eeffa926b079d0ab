"""The arguments of the commands that look after the home and its builds."""

from kg_assets.cli.parsers.arguments import MANY, Commands, command, within

PLACE = 70


def add(commands: Commands) -> None:
    """Register the commands `builds`, `sources`, `graph-health`, `jobs`, `doctor`, `gc`, `forget` and `ui`."""
    builds = command(commands, "builds", "keeping", "List the builds.")
    builds.add_argument("--json", action="store_true", help="print an array of objects")
    sources = command(commands, "sources", "keeping", "List the sources, or take one back.")
    sources.add_argument("--remove", metavar="SOURCE", help="take back the source with this hash (or its beginning)")
    sources.add_argument("--yes", action="store_true", help="do not ask before taking it back")
    sources.add_argument("--json", action="store_true", help="print an array of objects")
    health = command(commands, "graph-health", "people", "Say how the graph of people and events stands.")
    jobs = command(commands, "jobs", "people", "Say which steps of the newest builds are done.")
    jobs.add_argument("--limit", type=within(1, MANY), metavar="N", help="of at most so many builds")
    for parser in (health, jobs):
        parser.add_argument("--json", action="store_true", help="print JSON")
    doctor = command(commands, "doctor", "keeping", "Say whether all is well, and what to do if not.")
    doctor.add_argument("--deep", action="store_true", help="also read every file and compare it with its hash")
    doctor.add_argument("--json", action="store_true", help="print the findings as JSON")
    gc = command(commands, "gc", "keeping", "Remove what no kept build needs.")
    gc.add_argument("--keep", type=within(1, MANY), metavar="N", help="published builds to keep")
    gc.add_argument("--dry-run", action="store_true", help="only say what would go")
    gc.add_argument("--unfinished", action="store_true", help="also remove builds that were never finished")
    _add_forgetting(commands)
    ui = command(commands, "ui", "interface", "Open the Dagster interface on this machine.")
    ui.add_argument("--port", type=within(1, 65535), metavar="PORT")


def _add_forgetting(commands: Commands) -> None:
    meaning = "Remove what a source, conversation, message, entity or text says from every place of the home, for good."
    forget = command(commands, "forget", "forgetting", meaning)
    kinds = ("source", "conversation", "message", "entity", "pattern")
    forget.add_argument("target", nargs="?", choices=kinds, metavar="KIND", help=f"one of {', '.join(kinds)}")
    what = "the hash or id (or its beginning), the entity's name, or the text that messages hold, in any case"
    forget.add_argument("what", nargs="?", metavar="WHAT", help=what)
    forget.add_argument(
        "--everything-since",
        dest="since",
        metavar="DATE",
        help="all that was said from then on: 2024, 2024-06, 2024-06-01",
    )
    forget.add_argument(
        "--only-assistant", action="store_true", help="what assistants stated of you or others and you never said"
    )
    forget.add_argument("--type", metavar="TYPE", help="which entity is meant where a name fits several")
    forget.add_argument("--regex", action="store_true", help="the pattern is a regular expression (RE2)")
    forget.add_argument("--dry-run", action="store_true", help="only say what would go")
    forget.add_argument("--yes", action="store_true", help="do not ask")
    forget.add_argument("--resume", action="store_true", help="end a forgetting that was cut off")
    forget.add_argument("--json", action="store_true", help="print the receipt as JSON")
