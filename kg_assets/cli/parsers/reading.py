"""The arguments of the commands that search, show and export what builds hold, and of `mcp`."""

from kg_assets.cli.parsers.arguments import MANY, Commands, command, within

PLACE = 20
# In these commands a word with a minus is a word to leave out, not an option: `annals search bicycle -tour`.
WITH_WORDS_TO_LEAVE_OUT = ("search", "ask")
_LONGEST_QUERY = 86_400  # as the setting allows


def add(commands: Commands) -> None:
    """Register the commands `search`, `ask`, `mcp`, `show`, `query`, `report`, `tables`, `export` and `diff`."""
    search = command(commands, "search", "searching", "Find messages: ask a question, or give words.")
    search.add_argument("words", nargs="+", metavar="WORD", help='a question or words; "a phrase", begin* or -without')
    search.add_argument("--limit", type=within(1, MANY), metavar="N", help="how many messages")
    search.add_argument("--json", action="store_true", help="print an array of objects")
    ask = command(commands, "ask", "searching", "Print what an assistant would be given to answer a question.")
    ask.add_argument("words", nargs="+", metavar="WORD", help="the question")
    ask.add_argument("--tokens", type=within(1, MANY), metavar="N", help="at most so many tokens")
    for parser in (search, ask):
        moment = "2022, 2022-06, 2022-06-01 or 2022-06-01T12:00Z"
        parser.add_argument("--since", metavar="MOMENT", help=f"only what was said from then on: {moment}")
        parser.add_argument("--until", metavar="MOMENT", help="only what was said up to the end of then")
        parser.add_argument(
            "--role", action="append", metavar="ROLE", help="only user, assistant, ... (may be repeated)"
        )
        parser.add_argument(
            "--source", action="append", metavar="KIND", help="only chatgpt, note, ... (may be repeated)"
        )
        parser.add_argument(
            "--conversation", metavar="ID", help="only in this conversation: its id or a beginning of it"
        )
        parser.add_argument(
            "--entity", metavar="ENTITY", help="only where this is named: a name, an alias, a key or an id"
        )
    mcp = command(commands, "mcp", "agents", "Serve the memory to agents (Model Context Protocol).")
    mcp.add_argument("--http", action="store_true", help="over HTTP on loopback (default: standard input and output)")
    mcp.add_argument("--port", type=within(1, 65535), metavar="N", help="the port of --http")
    show = command(commands, "show", "reading", "Show a message in its branch, or a conversation.")
    show.add_argument("id", metavar="MESSAGE|CONVERSATION", help="an id, or a unique beginning of one")
    show.add_argument("--find", metavar="WORDS", help="highlight these words")
    show.add_argument("--mentions", action="store_true", help="mark what was found in the texts (always in a terminal)")
    show.add_argument("--json", action="store_true", help="print an array of objects")
    query = command(commands, "query", "querying", "Ask the published build in SQL (one statement, read-only).")
    query.add_argument("sql", metavar="SQL")
    query.add_argument("--format", choices=("table", "csv", "json", "parquet"), default="table")
    query.add_argument("--out", metavar="FILE", help="write there instead of standard output")
    query.add_argument(
        "--seconds", type=within(1, _LONGEST_QUERY), metavar="N", help="how long it may take (default: query_seconds)"
    )
    report = command(commands, "report", "reporting", "Write what you said as one page to open in a browser.")
    report.add_argument("--out", metavar="FILE", help="write there (default: report.html in the folder with your data)")
    report.add_argument("--open", action="store_true", help="open it in the browser")
    tables = command(commands, "tables", "reading", "List what is there, with meanings.")
    tables.add_argument("table", nargs="?", metavar="TABLE", help="show the columns of this table")
    tables.add_argument("--json", action="store_true", help="print an array of objects")
    export = command(commands, "export", "exporting", "Write the graph, the claims or all tables for other tools.")
    export.add_argument("format", choices=("graphml", "gexf", "neo4j", "jsonld", "notes", "duckdb"), metavar="FORMAT",
                        help="graphml, gexf (Gephi), neo4j, jsonld, notes (Obsidian, Logseq) or duckdb")  # fmt: skip
    export.add_argument("--out", metavar="PATH", help="the file or folder to make (default: in this folder)")
    export.add_argument("--build", metavar="BUILD", help="this build (default: the published one)")
    export.add_argument("--force", action="store_true", help="replace an earlier export at that place")
    diff = command(commands, "diff", "comparing", "Say how two builds differ, and why claims have another history.")
    diff.add_argument("a", metavar="A", help="a build, or BUILD@2 for its second generation")
    diff.add_argument("b", metavar="B")
    diff.add_argument(
        "--limit", type=within(0, MANY), metavar="N", help="at most so many claims of each kind of change"
    )
    diff.add_argument("--json", action="store_true", help="print an array of objects")
