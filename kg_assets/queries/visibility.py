"""The SQL condition that decides which rows may be shown to a reader. All queries of the overlay use it."""


def seen(of: str = "", is_local: str = "$is_local") -> str:
    """The condition for rows that may be shown. `of` is the alias of their table, followed by a dot; `is_local` is the
    SQL for whether the answer stays on this machine."""
    mark = f"{of}visibility_class"
    return f"({mark} IN ('cloud_allowed', 'cloud_warn') OR {is_local} AND {mark} = 'local_only')"
