"""What holds of every table that points into the text of messages."""

from kg_assets.core.contract import Rule

# SQL counts codepoints from the beginning for every row: in a text of megabytes with a row in every line that never
# ends. Rows of longer texts are verified where they are made.
_LONGEST_CHECKED_IN_SQL = 200_000


def true_offsets(table: str, surface: str = "surface_text") -> Rule:
    """Offsets are sacred: the message's text at the offsets is the surface, for every row that has offsets."""
    return Rule(
        "offsets_are_true",
        f"text_raw[char_start:char_end] is {surface}, for every row with offsets in texts up to 200,000 codepoints.",
        f"SELECT 1 FROM {{{table}}} t JOIN {{kg.messages}} m USING (message_id) WHERE char_start IS NOT NULL "
        f"AND length(m.text_raw) <= {_LONGEST_CHECKED_IN_SQL} AND ("
        "char_end <= char_start OR substring(m.text_raw, char_start + 1, char_end - char_start) "
        f"IS DISTINCT FROM {surface})",
    )
