"""The search index of a build: one file of arrays with words, vectors and texts of messages. The same
messages and settings give the same bytes.

It holds the texts, too: looking up ten of them in `kg.messages` would cost as much as reading all.
"""

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import polars as pl

from kg_assets.core.errors import ConfigError
from kg_assets.core.stage import StageRun
from kg_assets.core.yamlfile import read_yaml
from kg_assets.search.embedded import pooled, vectors_in
from kg_assets.search.postings import COLUMNS, index_arrays
from kg_assets.search.settings import EmbeddingSettings, TermSettings
from kg_assets.search.stages import SEARCH_INDEX, WORDS_FILE
from kg_assets.search.words import Words
from kg_assets.store.arrays import Array, text_at, write_arrays
from kg_assets.store.rows import read_batches, read_table


def build_index(run: StageRun) -> None:
    """Index every message with text, in the order of the table's files, and write the file."""
    settings = run.settings("search")
    words, months = read_words(run.file(WORDS_FILE), run.settings("terms"))
    messages = _messages(run.paths("kg.messages"), settings.slice_messages)
    zone = run.settings("time").anchor_timezone
    arrays, facts = index_arrays(messages, _titles(run.paths("kg.conversations")), settings, words, months, zone)
    vectors = vectors_in(run)
    if vectors:
        arrays |= pooled(ids_in(arrays), vectors, arrays["session"], arrays["asks"], settings)
    embedding: EmbeddingSettings = run.settings("embedding")
    facts |= {"embedding_model": embedding.model, "embedding_source": embedding.source}
    run.count("indexed_messages", facts["rows"])
    with tempfile.TemporaryDirectory(prefix="annals-index-") as folder:
        path = Path(folder) / "index"
        write_arrays(path, arrays, facts)
        run.write_file(SEARCH_INDEX.name, path, facts["rows"])


def ids_in(arrays: Mapping[str, Array]) -> list[str]:
    """The message ids of an index, in the order of its rows."""
    ids, ends = arrays["ids"], arrays["id_ends"]
    return [text_at(ids, ends, row).decode() for row in range(len(ends) - 1)]


def read_words(path: Path, settings: TermSettings) -> tuple[Words, list[str]]:
    """Two values: the reader of words, made of the settings and of the words that a search passes over; and the names
    of the months."""
    passed_over, months = read_lists(path)
    try:
        return Words(settings.stemmer, frozenset(passed_over), settings.longest_word), months
    except KeyError:
        raise ConfigError(
            f"terms.stemmer is {settings.stemmer!r}, which is no Snowball stemmer; one is english, german or french"
        ) from None


def read_lists(path: Path) -> tuple[list[str], list[str]]:
    """The words that a search passes over, and the names of the months, from the file."""
    given = read_yaml(path)
    expected = {"passed_over", "months"}
    if not isinstance(given, dict) or set(given) != expected or not all(isinstance(given[key], list) for key in given):
        raise ConfigError(f"{path}: expected the lists {' and '.join(sorted(expected))}; the shipped file shows how")
    for key, told in given.items():
        odd = [word for word in told if not isinstance(word, str)]
        if odd:
            raise ConfigError(f"{path}, {key}: {odd[0]!r} is no word; put it between quotation marks")
    if len(given["months"]) != 12:
        raise ConfigError(f"{path}, months: {len(given['months'])} names were given, a year has 12")
    return given["passed_over"], given["months"]


def _messages(paths: list[Path], at_once: int) -> Iterator[pl.DataFrame]:
    for path in paths:
        for batch in read_batches(path, at_once, COLUMNS):
            yield pl.DataFrame(batch).filter(pl.col("text_raw").str.len_bytes() > 0)


def _titles(paths: list[Path]) -> dict[str, str]:
    titles: dict[str, str] = {}
    for path in paths:
        columns = read_table(path, columns=["conversation_id", "title"]).to_pydict()
        titles.update(
            (key, title) for key, title in zip(columns["conversation_id"], columns["title"], strict=True) if title
        )
    return titles
