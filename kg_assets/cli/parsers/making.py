"""The arguments of the commands that make and choose builds, and of `extract` and `demo`."""

from kg_assets.cli.parsers.arguments import MANY, Commands, command, within

PLACE = 10
_SEEDS = 2**63 - 1


def add(commands: Commands) -> None:
    """Register the commands `build`, `nightly`, `backfill`, `extract`, `publish` and `demo`."""
    build = command(commands, "build", "building", "Build from your exports and notes, and publish the result.")
    build.add_argument("paths", nargs="*", metavar="PATH", help="an export (json, zip or folder) or notes (.md, .txt)")
    build.add_argument(
        "--as-of", metavar="INSTANT", help="the build's point in time (default: the newest in the sources)"
    )
    build.add_argument("--only", action="store_true", help="build from these paths only, not from earlier sources")
    build.add_argument("--tables", action="store_true", help="print also every table with its rows")
    build.add_argument("--strict", action="store_true", help="stop if a conversation or a text cannot be read")
    build.add_argument("--json", action="store_true", help="print the outcome as JSON")
    meaning = "Take in what is new where your sources lie, build and publish: the nightly run, once, for cron."
    command(commands, "nightly", "building", meaning)
    backfill = command(
        commands, "backfill", "building", "Redo the stages of builds that code or configuration made stale."
    )
    backfill.add_argument("--stale", action="store_true", required=True, help="redo what `annals doctor` calls stale")
    backfill.add_argument("--build", action="append", metavar="BUILD", help="only this build (may be repeated)")
    backfill.add_argument("--json", action="store_true", help="print the outcome as JSON")
    extract = command(
        commands, "extract", "extracting", "Let the language model of the settings read what is new, before a build."
    )
    extract.add_argument("--estimate", action="store_true", help="only say how many calls and tokens it takes")
    extract.add_argument("--yes", action="store_true", help="do not ask before sending")
    extract.add_argument("--limit", type=within(0, MANY), metavar="N", help="ask at most so many questions")
    publish = command(commands, "publish", "building", "Choose the build that readers see.")
    publish.add_argument("build", nargs="?", metavar="BUILD", help="show this build and pin it")
    publish.add_argument("--latest", action="store_true", help="unpin, and show the newest build again")
    publish.add_argument("--none", action="store_true", help="show no build any more, until the next one")
    demo = command(commands, "demo", "demo", "Make a small invented export, build it and show what can be asked.")
    demo.add_argument("--seed", type=within(0, _SEEDS), default=None, help="another invented life")
