"""`annals mcp`: the memory for agents, over standard input and output or HTTP on loopback."""

import argparse

from kg_assets.queries.configured import reading_config
from kg_assets.store.home import Home


def mcp(options: argparse.Namespace) -> int:
    """Serve until the client closes our input, or until told to end."""
    from kg_assets.mcp.running import over_http, over_stdio

    home, config = Home.from_environment(), reading_config()
    if options.http:
        over_http(home, config, options.port)
    else:
        over_stdio(home, config)
    return 0
