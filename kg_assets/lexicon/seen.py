"""Makes sightings in some files of messages: words whose form could make them terms, counted for each conversation
(stage 2B.4.1)."""

from collections.abc import Callable, Iterable

import polars as pl

from kg_assets.core.stage import Shard, StageRun
from kg_assets.lexicon.alphabet import extracted, with_alphabet
from kg_assets.lexicon.chunks import compound_pattern, compounds, parsed_chunks
from kg_assets.lexicon.contracts import LEXICON_SIGHTINGS
from kg_assets.lexicon.settings import LexiconSettings
from kg_assets.lexicon.shapes import LABEL, QUOTED, quoted, sightings, term_key, unit_pattern
from kg_assets.lexicon.texts import read_messages, said_pieces
from kg_assets.store.message_files import grouped

_WHERE = ["conversation_id", "role", "zone"]
_SEEN = ["generator", "surface_text", "position"]
_KEYS = {"surface_text": pl.String, "term_key": pl.String}


def plan(run: StageRun) -> list[Shard]:
    """One shard for each group of files of messages (`files_per_shard`). Groups pay off, since compiling the patterns
    takes as long as reading one file."""
    groups = grouped(run.paths("kg.messages"), run.settings("lexicon").files_per_shard)
    return [
        Shard(f"{index:03d}", inputs={"kg.messages": [str(path) for path in group]})
        for index, group in enumerate(groups)
    ]


def run_shard(run: StageRun) -> None:
    """Write the sightings in some files of messages: words whose form could make them terms, such as capitals, with how
    often each was seen."""
    settings: LexiconSettings = run.settings("lexicon")
    schema = LEXICON_SIGHTINGS.arrow_schema()
    if not settings.enable_lexicon_induction:
        run.write(LEXICON_SIGHTINGS.name, schema.empty_table())
        return
    seen = seen_in(said_pieces(read_messages(run.paths("kg.messages"))), settings)
    run.write(LEXICON_SIGHTINGS.name, seen.to_arrow().select(schema.names).cast(schema))


def seen_in(pieces: pl.DataFrame, settings: LexiconSettings) -> pl.DataFrame:
    """All sightings (words whose form could make them terms) in the texts, with how often each was seen.

    There is one row for each conversation, role, zone (prose, quote or code), generator (the rule that saw it), surface
    and position (at the start of a sentence or within it).
    """
    places = pieces.select(_WHERE).unique(maintain_order=True).with_row_index("place")
    texts = pieces.join(places, on=_WHERE, nulls_equal=True, maintain_order="left").select(
        "place", "zone", text=pl.concat_str(pl.lit("\n"), pl.col("text").str.replace_all("\u00a0", " ", literal=True))
    )
    texts = with_alphabet(texts)
    found = [_counted(texts, unit_pattern(), _shapes_of), _counted(texts, QUOTED, _quoted_of)]
    if settings.enable_noun_chunk_induction:
        prose = texts.filter(pl.col("zone") == "prose")
        model = settings.noun_chunk_model
        found.append(_counted(prose, compound_pattern(), compounds) if model is None else parsed_chunks(prose, model))
    seen = pl.concat(found)
    if not settings.enable_single_title_induction:
        seen = seen.filter(pl.col("generator") != "SINGLE_TITLE")
    counted = seen.group_by("place", *_SEEN).agg(pl.col("sightings").sum())
    surfaces = counted["surface_text"].unique().to_list()
    keys = pl.DataFrame({"surface_text": surfaces, "term_key": [term_key(s) for s in surfaces]}, schema=_KEYS)
    return counted.join(keys, on="surface_text").join(places, on="place").drop("place")


def _counted(texts: pl.DataFrame, pattern: str, read: Callable[[pl.Series], pl.DataFrame]) -> pl.DataFrame:
    """How often each sighting occurs in the texts: rows with the text's `place` (conversation, role and zone), the
    sighting, and the number of its `sightings`.

    `pattern` cuts the texts into pieces (units). Each distinct unit is read only once: `read` gets the distinct units
    and gives a data frame with what was seen in each `unit`.
    """
    units = extracted(texts, pattern).with_columns(code=pl.col("unit").cast(pl.Categorical).to_physical())
    distinct = units.select("unit", "code").unique("code", keep="any")
    known = read(distinct["unit"]).join(distinct, on="unit").select("code", *_SEEN).with_row_index("seen")
    counted = (
        units.group_by("place", "code").len("times")
        .join(known.select("code", "seen"), on="code")
        .group_by("place", "seen").agg(pl.col("times").sum().cast(pl.Int64).alias("sightings"))
    )  # fmt: skip
    return counted.join(known.drop("code"), on="seen").select("place", *_SEEN, "sightings")


def _shapes_of(units: pl.Series) -> pl.DataFrame:
    # Headings and table rows give no sightings. Few of them occur twice.
    telling = units.filter(~units.str.contains(LABEL))
    return _frame((unit, *seen) for unit in telling.to_list() for seen in sightings(unit))


def _quoted_of(units: pl.Series) -> pl.DataFrame:
    return _frame((unit, *seen) for unit in units.to_list() if (seen := quoted(unit)) is not None)


def _frame(rows: Iterable[tuple[str, ...]]) -> pl.DataFrame:
    names = ["unit", *_SEEN]
    # Building the columns takes half as long as building rows. Without rows there are no columns to build.
    columns = dict(zip(names, zip(*rows, strict=True), strict=False))
    return pl.DataFrame(columns, schema=dict.fromkeys(names, pl.String))
