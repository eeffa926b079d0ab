"""Errors that a person can cause or repair. Each says what was found, what was expected and what to do."""

import errno
import re


class AnnalsError(Exception):
    """Base of every error that is shown to a person without a traceback."""


class ConfigError(AnnalsError):
    """A setting in a configuration file or in the environment cannot be used."""


class SourceError(AnnalsError):
    """A source is missing or cannot be read, or what a person typed about sources cannot be used."""


class LedgerError(AnnalsError):
    """The ledger or one of its payloads is damaged or missing, or an entry or kind of entry cannot be
    used."""


class WarehouseError(AnnalsError):
    """The warehouse does not have what was asked for, contradicts itself, or could not be made or written."""


class DeterminismError(WarehouseError):
    """Two runs with the same fingerprint gave different bytes."""


class BusyError(AnnalsError):
    """Something that is needed, such as a lock or a port, is in use by another process or not ready."""


class ContractError(AnnalsError):
    """Rows break the contract of their table, or the SQL of a stage cannot be used."""


class QueryError(AnnalsError):
    """A query or a name that a person typed cannot be answered."""


FULL_DISK = (
    "the disk is full. What was finished is kept, and nothing that was published has changed: free some space "
    "(`annals gc` needs none to begin), then run the same command again"
)
_OUT_OF_SPACE = {errno.ENOSPC, errno.EDQUOT}
# SQLite, DuckDB and Arrow say so in words.
_SAYS_FULL = re.compile(r"database or disk is full|no space left on device|disk quota exceeded", re.IGNORECASE)


def is_of_full_disk(error: BaseException | None) -> bool:
    """Whether an error, or one that caused it, says that the disk is full."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if isinstance(error, OSError) and error.errno in _OUT_OF_SPACE:
            return True
        if _SAYS_FULL.search(str(error)):
            return True
        error = error.__cause__ or error.__context__
    return False
