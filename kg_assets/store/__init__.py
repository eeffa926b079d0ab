"""The warehouse on disk: contents, results, pointers, builds, publication, locks, vault, ledger. Nothing runs here."""
