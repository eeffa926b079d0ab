"""Texts of others made safe to show: what they say stays, what they could do goes."""


def harmless(text: str) -> str:
    """A text without the control characters that could move the cursor or colour the terminal; lines stay lines."""
    return "".join(c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text)
