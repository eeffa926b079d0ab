"""The rule that offsets into a message's text are true, for every table that has such offsets."""

from kg_assets.core.contract import Rule

# SQL counts codepoints from the beginning for every row: in a text of megabytes with a row in every line that never
# ends. Rows of longer texts are verified where they are made.
_LONGEST_CHECKED_IN_SQL = 200_000


def true_offsets(
    table: str, surface: str | None = "surface_text", start: str = "char_start", end: str = "char_end"
) -> Rule:
    """The rule that a message's text between the two offsets is the text in the column `surface`. Rows without offsets
    are not checked, nor are texts longer than 200,000 codepoints.

    With `surface` None the rule only says that the offsets lie within the text.
    """
    holds = (
        f"substring(m.text_raw, {start} + 1, {end} - {start}) IS DISTINCT FROM {surface}"
        if surface is not None
        else f"{start} < 0 OR {end} > length(m.text_raw)"
    )
    said = f"is {surface}" if surface is not None else "is there"
    return Rule(
        "offsets_are_true",
        f"text_raw[{start}:{end}] {said}, for every row with offsets in texts up to 200,000 codepoints.",
        f"SELECT 1 FROM {{{table}}} t JOIN {{kg.messages}} m USING (message_id) WHERE {start} IS NOT NULL "
        f"AND length(m.text_raw) <= {_LONGEST_CHECKED_IN_SQL} AND ("
        f"{end} <= {start} OR {holds})",
    )
