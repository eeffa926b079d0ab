"""The classes of visibility: who may see something. They have a module of their own because the command line lists them
too."""

# The most open first (seed 001 §42A.2.12A).
VISIBILITY = ("cloud_allowed", "cloud_warn", "local_only", "blocked")
