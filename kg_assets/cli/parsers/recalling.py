"""The arguments of the commands that ask when something was so."""

from kg_assets.cli.parsers.arguments import Commands, command

PLACE = 30


def add(commands: Commands) -> None:
    """Register the commands `as-of`, `timeline` and `changes`."""
    moment = "2022, 2022-06, 2022-06-01 or 2022-06-01T12:00Z"
    about = "only what concerns this entity: a name, an alias, a key, an id, or SELF"
    as_of = command(commands, "as-of", "recalling", "Say what was true at a moment, by what was known then or since.")
    as_of.add_argument("moment", nargs="?", metavar="MOMENT", help=f"{moment} (default: that of the build)")
    as_of.add_argument("--known", metavar="MOMENT", help="by what was known then (default: at the time of the build)")
    as_of.add_argument("--about", metavar="ENTITY", help=about)
    as_of.add_argument(
        "--basis", choices=("dated", "stated"), default="stated",
        help="dated: only what words date; stated: also what was only said, denied or planned by then (default)",
    )  # fmt: skip
    timeline = command(commands, "timeline", "recalling", "Say all that is known of an entity, in the order of time.")
    timeline.add_argument("entity", metavar="ENTITY", help="a name, an alias, a key, an id, or SELF")
    changes = command(commands, "changes", "recalling", "Say what changed between two moments.")
    changes.add_argument("since", metavar="FROM", help=moment)
    changes.add_argument("until", metavar="TO", help=moment)
    changes.add_argument("--about", metavar="ENTITY", help=about)
    for parser in (as_of, timeline):
        unsure = "show also what is not certain enough, and what only the assistant said"
        parser.add_argument("--all", action="store_true", help=unsure)
    for parser in (as_of, timeline, changes):
        parser.add_argument("--json", action="store_true", help="print an array of objects")
