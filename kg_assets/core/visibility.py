"""The classes of who may see something. Kept apart from what uses them, because the command line lists them too."""

# The most open first (seed 001 §42A.2.12A).
VISIBILITY = ("cloud_allowed", "cloud_warn", "local_only", "blocked")
