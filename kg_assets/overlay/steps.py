"""Steps of SQL by the folder and the names of their files: what one stage's SQL is made of, in order."""

Steps = tuple[tuple[str, str], ...]
# Words in the form in which names are compared: one formula for nodes and for mentions.
NORMAL: Steps = (("normal", "sql/overlay/normal.sql"),)


def steps_in(folder: str, *names: str) -> Steps:
    """Each file of a folder of `sql/overlay` under its own name."""
    return tuple((name, f"sql/overlay/{folder}/{name}.sql") for name in names)
