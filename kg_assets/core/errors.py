"""Errors that a person can cause or mend. Each says what was found, what was expected and what to do."""


class AnnalsError(Exception):
    """Base of every error that is shown to a person without a traceback."""


class ConfigError(AnnalsError):
    """A configuration file holds something that cannot be used."""


class SourceError(AnnalsError):
    """A source path or file cannot be read as what it claims to be."""


class LedgerError(AnnalsError):
    """The ledger or one of its payloads is damaged or missing."""


class WarehouseError(AnnalsError):
    """The warehouse does not hold what was asked for, or holds something that contradicts itself."""


class DeterminismError(WarehouseError):
    """Two runs of one fingerprint gave different bytes."""


class BusyError(AnnalsError):
    """Another process holds the lock."""


class ContractError(AnnalsError):
    """Rows do not keep the contract of their table."""


class QueryError(AnnalsError):
    """A query or a name that a person typed cannot be answered."""
