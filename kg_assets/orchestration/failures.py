"""Errors in the form in which Dagster may keep them: only in our own words, because Dagster's storage keeps them even
after a person has had something forgotten."""

from collections.abc import Iterator
from contextlib import contextmanager

import dagster as dg

from kg_assets.core.errors import AnnalsError
from kg_assets.core.worker import describe_without_content


@contextmanager
def only_our_words() -> Iterator[None]:
    """Turn errors into Dagster failures without private content: a library's exception may quote a person's
    words.
    """
    try:
        yield
    except AnnalsError as error:
        raise dg.Failure(description=str(error), allow_retries=False) from None
    except Exception as error:
        raise dg.Failure(description=describe_without_content(error), allow_retries=False) from None
