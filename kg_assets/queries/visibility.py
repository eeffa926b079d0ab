"""The SQL condition that decides which rows may be shown to a reader. All queries of the overlay use it."""


def seen(of: str = "", is_local: str = "$is_local") -> str:
    """The SQL condition that a row may be shown. `of` is the alias of its table with a dot ("n."); `is_local` is the
    SQL for whether the answer stays on this machine."""
    mark = f"{of}visibility_class"
    return f"({mark} IN ('cloud_allowed', 'cloud_warn') OR {is_local} AND {mark} = 'local_only')"
