"""Errors as Dagster keeps them: in our words only, for its storage outlives what a person forgets."""

from collections.abc import Iterator
from contextlib import contextmanager

import dagster as dg

from kg_assets.core.errors import AnnalsError
from kg_assets.core.worker import describe_without_content


@contextmanager
def only_our_words() -> Iterator[None]:
    """Errors as failures that say nothing private: exceptions of libraries may quote a person's words."""
    try:
        yield
    except AnnalsError as error:
        raise dg.Failure(description=str(error), allow_retries=False) from None
    except Exception as error:
        raise dg.Failure(description=describe_without_content(error), allow_retries=False) from None
