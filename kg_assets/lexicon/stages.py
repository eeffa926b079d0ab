"""Declares the stages of 2B: what each reads and writes, and which function does the work."""

from kg_assets.core.stage import Room, Stage
from kg_assets.lexicon.contracts import (
    ENTITIES_CONSOLIDATED,
    ENTITY_MENTION_CANDIDATES,
    ENTITY_MENTIONS,
    LEXICON_BUILDS,
    LEXICON_COMMON_WORDS,
    LEXICON_OCCURRENCES,
    LEXICON_SIGHTINGS,
    LEXICON_TERM_CANDIDATES,
    LEXICON_TERMS,
)
from kg_assets.lexicon.merges import LEDGER_KINDS
from kg_assets.lexicon.settings import EntitySettings, LexiconSettings, TrustSettings

# The second file is also used by the recogniser of names.
_WORDS = ("config/lexicon", "config/detectors/openers.yaml")

SEE = Stage(
    name="see_terms",
    group="stage_2b_lexicon",
    meaning="Sees every shape that could be a word of the person's own.",
    tables=(LEXICON_SIGHTINGS,),
    function="kg_assets.lexicon.seen:run_shard",
    plan="kg_assets.lexicon.seen:plan",
    reads=("kg.messages",),
    texts=("kg.messages",),
    config=("lexicon",),
    files=_WORDS,
)

COMMON = Stage(
    name="common_words",
    group="stage_2b_lexicon",
    meaning="Counts which words are common speech.",
    tables=(LEXICON_COMMON_WORDS,),
    function="kg_assets.lexicon.common:run",
    reads=("kg.messages",),
    texts=("kg.messages",),
    config=("lexicon",),
)

SCAN_TERMS = Stage(
    name="find_terms",
    group="stage_2b_lexicon",
    meaning="Finds every place of what was seen often enough.",
    tables=(LEXICON_OCCURRENCES,),
    function="kg_assets.lexicon.scan:run_shard",
    plan="kg_assets.lexicon.scan:plan",
    reads=("kg.messages",),
    texts=("kg.messages",),
    config=("lexicon", "trust"),
    files=(
        *_WORDS,
        "sql/lexicon/openers.sql",
        "sql/lexicon/terms_seen.sql",
        "sql/lexicon/common_words.sql",
        "sql/lexicon/prospects.sql",
    ),
)

SELECT_TERMS = Stage(
    name="select_terms",
    group="stage_2b_lexicon",
    meaning="Weighs the candidates and takes the terms of the personal lexicon.",
    tables=(LEXICON_BUILDS, LEXICON_TERM_CANDIDATES, LEXICON_TERMS),
    function="kg_assets.lexicon.select:run",
    config=("sources", "lexicon", "trust"),
    files=(
        *_WORDS, "sql/lexicon/openers.sql", "sql/lexicon/terms_seen.sql", "sql/lexicon/common_words.sql",
        "sql/lexicon/candidates.sql", "sql/lexicon/recognised_types.sql",
    ),
    reads_horizon=True,
)  # fmt: skip

MENTION = Stage(
    name="mention",
    group="stage_2b_entities",
    meaning="Chooses the final mentions, the lexicon's among them, and says which entity each belongs to.",
    tables=(ENTITY_MENTION_CANDIDATES, ENTITY_MENTIONS),
    function="kg_assets.lexicon.mention:run_shard",
    plan="kg_assets.lexicon.mention:plan",
    reads=("kg.messages", "kg.entity_mention_candidates__detected", "kg.lexicon_occurrences"),
    texts=("kg.messages", "kg.entity_mention_candidates__detected", "kg.lexicon_occurrences"),
    config=("sources", "mentions", "lexicon"),
    files=("sql/lexicon/terms.sql",),
    ledger=LEDGER_KINDS,
)

CONSOLIDATE = Stage(
    name="consolidate",
    group="stage_2b_entities",
    meaning="Brings mentions together in entities, with what a person has merged, and says how much each matters.",
    tables=(ENTITIES_CONSOLIDATED,),
    function="kg_assets.lexicon.consolidate:run",
    config=("sources", "entities"),
    files=(
        "sql/entities/keys.sql",
        "sql/entities/names.sql",
        "sql/entities/consolidated.sql",
        "sql/entities/statistics.sql",
    ),
    ledger=LEDGER_KINDS,
    reads_horizon=True,
)

STAGES = (SEE, COMMON, SCAN_TERMS, SELECT_TERMS, MENTION, CONSOLIDATE)

ROOM = Room(
    stages=STAGES,
    sections={"trust": TrustSettings, "lexicon": LexiconSettings, "entities": EntitySettings},
    readers={
        "lexicon/shapes.yaml": ("kg_assets.lexicon.shapes:shape_rules",),
        "lexicon/denylist.txt": ("kg_assets.lexicon.shapes:denylist",),
    },
)
