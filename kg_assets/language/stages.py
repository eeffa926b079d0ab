"""The reading of sentences as a declaration: what it reads and writes, and which function does it."""

from kg_assets.core.stage import Room, Stage
from kg_assets.language.contracts import SENTENCES
from kg_assets.language.settings import LanguageSettings

READ_SENTENCES = Stage(
    name="read_sentences",
    group="stage_2a_language",
    meaning="Reads every sentence once: where it stands, its words, and how they hang together.",
    tables=(SENTENCES,),
    function="kg_assets.language.read:run_shard",
    plan="kg_assets.language.read:plan",
    reads=("kg.messages",),
    texts=("kg.messages",),
    by_message=True,
    config=("language",),
    files=("config/language",),
    models=("language.model",),
    # What computes below spaCy: other versions may give other numbers.
    distributions=("thinc", "blis"),
)

STAGES = (READ_SENTENCES,)

ROOM = Room(
    stages=STAGES,
    sections={"language": LanguageSettings},
    readers={
        "language/clauses.yaml": ("kg_assets.core.wordlists:every_list config/language/clauses.yaml",),
        "language/names.yaml": ("kg_assets.language.capitals:name_lists",),
        "language/spelling.yaml": ("kg_assets.language.plain:spellings",),
        "language/worth.yaml": ("kg_assets.language.worth:assistant_cue",),
    },
)
