"""Who may be told of a row, as a condition of SQL: the one home of that rule for everything that asks the overlay."""


def seen(of: str = "", is_local: str = "$is_local") -> str:
    """Rows that may be shown; `of` is their alias with a dot, `is_local` whether the answer stays on this machine."""
    mark = f"{of}visibility_class"
    return f"({mark} IN ('cloud_allowed', 'cloud_warn') OR {is_local} AND {mark} = 'local_only')"
