"""Asking for builds: from the paths that a person names, from the inbox, and every night. Nothing is run here."""
