"""The arguments of the commands about self-beliefs: `beliefs`, `belief`, `annotate`."""

from kg_assets.cli.parsers.arguments import MANY, Commands, command, within

PLACE = 40


def add(commands: Commands) -> None:
    """Register the commands `beliefs`, `belief` and `annotate`."""
    beliefs = command(commands, "beliefs", "believing", "Say who you say you are, the firmest first.")
    beliefs.add_argument("--stream", metavar="STREAM", help="only identity, state, meta or relational")
    beliefs.add_argument("--status", metavar="STATUS", help="only what is surface, developing or core")
    beliefs.add_argument(
        "--as-of", metavar="MOMENT", help="as it stood then: 2022, 2022-06, 2022-06-01 (default: that of the build)"
    )
    beliefs.add_argument("--limit", type=within(1, MANY), metavar="N", help="at most so many of each stream")
    belief = command(commands, "belief", "believing", "Say how firmly a belief stands, and by which words of yours.")
    belief.add_argument("belief", metavar="ID", help="its id or the beginning of one, as `annals beliefs` shows it")
    for parser in (beliefs, belief):
        parser.add_argument("--json", action="store_true", help="print JSON")
    _add_annotating(commands)


def _add_annotating(commands: Commands) -> None:
    meaning = "Have people mark beliefs in sentences, and see how well what was read agrees."
    annotate = commands.add_parser("annotate", help=meaning, description=meaning)
    actions = annotate.add_subparsers(dest="action", metavar="ACTION", title="actions", required=True)
    export = command(actions, "export", "annotating", "Write sentences to mark, without what was read from them.")
    export.add_argument("file", metavar="FILE", help="a new file that ends in .csv or .jsonl")
    export.add_argument("--many", type=within(2, MANY), metavar="N", default=100, help="how many (default: 100)")
    export.add_argument("--draw", metavar="WORD", default="1", help="another word draws other sentences (default: 1)")
    score = command(actions, "score", "annotating", "Compare what was read with marks, and two people with each other.")
    score.add_argument("files", nargs="+", metavar="FILE", help="a marked file; a second one of another person")
    score.add_argument("--json", action="store_true", help="print JSON")
