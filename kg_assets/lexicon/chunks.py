"""Finds noun phrases in lower case that could be somebody's own term (generator NOUN_CHUNK, stage 2B.4.1).

With a spaCy pipeline that has a parser, these are its noun chunks. Without one, they are two words between a determiner
and something that can follow a noun phrase ("the sprint board is"). Many of these are no terms; the selection later
looks at who says them and sorts them out.
"""

from functools import cache
from typing import Any

import polars as pl

from kg_assets.core.errors import ConfigError
from kg_assets.lexicon.shapes import shape_rules

_MAX_WORDS = 5
_LONGEST = 100_000
_FIELDS = ["determiner", "surface_text", "first", "second", "mark", "follower"]


@cache
def compound_pattern() -> str:
    """The pattern for a determiner, two words in lower case, and what comes after them."""
    determiners = "|".join(sorted(f"[{d[0].upper()}{d[0]}]{d[1:]}" for d in shape_rules().chunk_determiners))
    return rf"(?:^|[^\p{{L}}])(?:{determiners}) \p{{Ll}}{{3,}} \p{{Ll}}{{3,}}(?:[^\p{{L}}][\p{{L}}']*|$)"


def compounds(units: pl.Series) -> pl.DataFrame:
    """The sightings in `units` (pieces that `compound_pattern` matched): the two words of each unit, if they can be a
    compound."""
    rules = shape_rules()
    parts = pl.col("unit").str.extract_groups(r"(\p{L}+) ((\p{Ll}+) (\p{Ll}+))([^\p{L}]?)([\p{L}']*)$")
    stop = sorted(rules.chunk_stopwords)
    return (
        pl.DataFrame({"unit": units})
        .with_columns(parts.struct.rename_fields(_FIELDS).alias("parts")).unnest("parts")
        .filter(
            (pl.col("mark") != " ") | (pl.col("follower") == "")
            | pl.col("follower").is_in(sorted(rules.chunk_followers))
        )
        .filter(
            ~pl.col("first").is_in(stop), ~pl.col("second").is_in(stop),
            ~pl.col("first").str.contains("est$") | pl.col("first").is_in(sorted(rules.est_nouns)),
            ~pl.col("second").str.contains("(?:ed|ly)$"),
        )
        .select("unit", "surface_text", generator=pl.lit("NOUN_CHUNK"), position=pl.lit("inside"))
    )  # fmt: skip


def parsed_chunks(texts: pl.DataFrame, model: str) -> pl.DataFrame:
    """The noun chunks that a parser finds, with how often each occurs: a row for each surface and each value of the
    column `place` (conversation, role and zone)."""
    pipeline = _pipeline(model)
    pieces = [(place, piece) for place, text in texts.select("place", "text").iter_rows() for piece in _cut(text)]
    docs = pipeline.pipe(((piece, place) for place, piece in pieces), as_tuples=True)
    rows = [
        (place, "NOUN_CHUNK", surface, "inside")
        for doc, place in docs
        for chunk in doc.noun_chunks
        if (surface := _bare(chunk))
    ]
    names = ["place", "generator", "surface_text", "position"]
    schema = pl.Schema({name: pl.String() for name in names} | {"place": texts.schema["place"]})
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    return frame.group_by(names).len("sightings").with_columns(pl.col("sightings").cast(pl.Int64))


def _cut(text: str) -> list[str]:
    """A text in pieces that the pipeline accepts; it refuses texts of a million characters. Long texts are cut at line
    ends, where noun phrases end, too."""
    if len(text) <= _LONGEST:
        return [text]
    return [line[at : at + _LONGEST] for line in text.splitlines() for at in range(0, len(line), _LONGEST)]


def _bare(chunk: Any) -> str:
    """The words of the chunk without stop words, punctuation, determiners, pronouns and numbers at its start. "" unless
    2 to `_MAX_WORDS` words remain, all in lower case and of letters only (hyphens may join them)."""
    words = [token for token in chunk if not token.is_space]
    while words and (words[0].is_stop or words[0].is_punct or words[0].pos_ in ("DET", "PRON", "NUM")):
        words = words[1:]
    surface: str = chunk.doc[words[0].i : words[-1].i + 1].text if words else ""
    has_letters_only = all(part.isalpha() for part in surface.replace("-", " ").split(" "))
    return surface if 2 <= len(words) <= _MAX_WORDS and surface.islower() and has_letters_only else ""


@cache
def _pipeline(model: str) -> Any:
    """The configured pipeline. spaCy is imported only here, because it takes longer to load than most stages take to
    run."""
    import spacy

    try:
        pipeline = spacy.load(model, exclude=["ner", "lemmatizer"])
    except OSError as error:
        raise ConfigError(
            f"lexicon.noun_chunk_model names {model!r}, which is neither an installed spaCy pipeline nor a folder "
            f"of one; install it, or set it to null to find compounds by rule"
        ) from error
    if not pipeline.has_pipe("parser"):
        raise ConfigError(f"lexicon.noun_chunk_model: {model!r} has no parser, which noun chunks need; name another")
    return pipeline
