"""`annals mcp`: the memory for agents, over standard input and output or HTTP on loopback."""

import argparse

from kg_assets.core.errors import QueryError
from kg_assets.queries.configured import Followed
from kg_assets.store.home import Home


def mcp(options: argparse.Namespace) -> int:
    """Serve until the client closes the input, or a signal ends the process."""
    from kg_assets.mcp.running import over_http, over_stdio

    if options.port is not None and not options.http:
        raise QueryError("--port is of --http: without it the client starts this command and speaks over its input")
    home = Home.from_environment()
    if options.http:
        over_http(home, Followed(home), options.port)
    else:
        over_stdio(home, Followed(home))
    return 0
