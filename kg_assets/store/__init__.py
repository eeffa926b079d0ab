"""The warehouse on disk: contents, results, pointers, builds, publication, locks and the ledger. No Dagster."""
