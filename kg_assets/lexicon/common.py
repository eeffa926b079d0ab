"""Counts how often each word is written in lower case, which shows the words of common speech (design §9
"Lexicon and names").

A common word is no term even if a heading, a list or a hurried writer gives it a capital: "the Deadline" is a deadline.
Counted are all words of the person, and those of assistants in a sample of conversations, which is enough.
"""

import polars as pl

from kg_assets.core.hashing import sha256_hex
from kg_assets.core.stage import StageRun
from kg_assets.lexicon.contracts import LEXICON_COMMON_WORDS
from kg_assets.lexicon.settings import LexiconSettings
from kg_assets.lexicon.texts import read_messages, said_pieces
from kg_assets.store.message_files import grouped

# Whole tokens are matched first, so that no end of a name and no part of an address counts as a word.
_TOKEN = r"[\p{L}\p{M}\p{N}_@./:\\-]+"
_WORD = r"^\p{Ll}{2,}$"


def run(stage: StageRun) -> None:
    """Write how often words are written in lower case in the person's prose and in a sample of conversations."""
    settings: LexiconSettings = stage.settings("lexicon")
    schema = LEXICON_COMMON_WORDS.arrow_schema()
    if not settings.enable_lexicon_induction:
        stage.write(LEXICON_COMMON_WORDS.name, schema.empty_table())
        return
    counted = []
    for paths in grouped(stage.paths("kg.messages"), settings.files_per_shard):
        messages = read_messages(paths)
        sampled = sample(messages["conversation_id"].unique().to_list(), settings.common_word_sample)
        heard = messages.filter((pl.col("role") == "user") | pl.col("conversation_id").is_in(sampled))
        prose = said_pieces(heard).filter(pl.col("zone") == "prose")
        tokens = prose.select(word=pl.col("text").str.extract_all(_TOKEN)).explode("word").drop_nulls()
        words = tokens.group_by("word").len("times").with_columns(pl.col("word").str.strip_chars("./:-\\"))
        counted.append(words.filter(pl.col("word").str.contains(_WORD)))
    total = pl.concat(counted).group_by("word").agg(pl.col("times").sum().cast(pl.Int64)).sort("word")
    stage.write(LEXICON_COMMON_WORDS.name, total.to_arrow().cast(schema))


def sample(conversations: list[str], one_of: int) -> list[str]:
    """About one in `one_of` conversations. Each is chosen by the hash of its own id alone, so that new ones
    do not change the sample."""
    return [c for c in conversations if int(sha256_hex(c)[:8], 16) % one_of == 0]
