"""Dagster's webserver behind the doorkeeper: `python -m kg_assets.cli.webserver`, with the webserver's own
options.

The token comes in the environment and is removed from it at once, so that no child process inherits it.
"""

import importlib
import os
import sys
import time
from pathlib import Path
from typing import Any

from kg_assets.cli.doorkeeper import Doorkeeper

TOKEN_VARIABLE = "ANNALS_UI_TOKEN"
PORT_VARIABLE = "ANNALS_UI_PORT"
SERVER_VARIABLE = "ANNALS_UI_CODE_SERVER"
_LOOK_SECONDS = 0.1


def main() -> None:
    """Run the webserver, with its application wrapped in a `Doorkeeper` from the start."""
    token, port = os.environ.pop(TOKEN_VARIABLE), int(os.environ.pop(PORT_VARIABLE))
    server = Path(os.environ.pop(SERVER_VARIABLE))
    cli: Any = importlib.import_module("dagster_webserver.cli")
    make = cli.create_app_from_workspace_process_context

    def guarded(*arguments: Any, **named: Any) -> Doorkeeper:
        return Doorkeeper(make(*arguments, **named), port, token)

    cli.create_app_from_workspace_process_context = guarded
    # The webserver was imported meanwhile. Wait for the code server: if it is not up, the pages would show an error.
    while not server.exists():
        time.sleep(_LOOK_SECONDS)
    sys.argv[0] = "dagster-webserver"
    cli.main()


if __name__ == "__main__":
    main()
