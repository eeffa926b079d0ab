"""Declares the stages that find voices and sentences: what each reads and writes, and which function does the work."""

from kg_assets.core.stage import Room, Stage
from kg_assets.language.contracts import MESSAGE_VOICES, SENTENCES
from kg_assets.language.settings import LanguageSettings
from kg_assets.language.voices import VOICES_FILE

TELL_VOICES = Stage(
    name="tell_voices",
    group="stage_2a_language",
    meaning="Tells which messages of chats are not the person's own words.",
    tables=(MESSAGE_VOICES,),
    function="kg_assets.language.hear:run_shard",
    plan="kg_assets.language.hear:plan",
    reads=("kg.messages",),
    texts=("kg.messages",),
    files=(VOICES_FILE,),
)

READ_SENTENCES = Stage(
    name="read_sentences",
    group="stage_2a_language",
    meaning="Reads every sentence once: where it stands, its words, and how they hang together.",
    tables=(SENTENCES,),
    function="kg_assets.language.read:run_shard",
    plan="kg_assets.language.read:plan",
    reads=("kg.messages", "kg.message_voices"),
    texts=("kg.messages", "kg.message_voices"),
    by_message=True,
    config=("language",),
    files=("config/language",),
    models=("language.model",),
    # What computes below spaCy: other versions may give other numbers.
    distributions=("thinc", "blis"),
)

STAGES = (TELL_VOICES, READ_SENTENCES)

ROOM = Room(
    stages=STAGES,
    sections={"language": LanguageSettings},
    readers={
        "language/clauses.yaml": ("kg_assets.core.wordlists:every_list config/language/clauses.yaml",),
        "language/names.yaml": ("kg_assets.language.capitals:name_lists",),
        "language/spelling.yaml": ("kg_assets.language.plain:spellings",),
        "language/voices.yaml": ("kg_assets.language.voices:voices_of PATH",),
        "language/worth.yaml": ("kg_assets.language.worth:assistant_cue",),
    },
)
