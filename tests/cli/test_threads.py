"""`annals threads`: conversations by words, or by what they are about."""

import pytest

from kg_assets.cli.commands.overlay import threads
from kg_assets.cli.main import _parser
from kg_assets.core.errors import QueryError


def test_words_and_a_name_are_not_looked_for_together() -> None:
    with pytest.raises(QueryError, match="say one of them"):
        threads(_parser().parse_args(["threads", "boats", "--about", "Ana"]))
