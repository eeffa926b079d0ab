"""The warehouse on disk: contents, results, pointers, builds, publication, locks, vault, ledger. No stage
runs here."""
