"""Declares the tables of voices and sentences. What their rows mean belongs here; how they are made does not."""

from kg_assets.core.contract import Chart, Column, Rule, Table
from kg_assets.language.voices import VOICES
from kg_assets.language.worth import UNREAD_REASONS
from kg_assets.sources.offsets import true_offsets

_NAME = "kg.sentences"
_TOKENS = (
    "token_start",
    "token_end",
    "token_lemma",
    "token_tag",
    "token_pos",
    "token_dep",
    "token_head",
    "token_entity",
)
_LENGTHS = ", ".join(f"coalesce(len({name}), -1)" for name in _TOKENS)

MESSAGE_VOICES = Table(
    name="kg.message_voices",
    meaning="Messages of chats that are not the person's own words, and the answers to them: somebody else "
    "wrote them, they are part of a role-play, or the person says that the text is copied. No claim, "
    "belief or event is read from these. A message that no pattern recognises as such has no row.",
    decided_by="kg_assets/language/voices.py (Voices); kg_assets/language/hear.py (run_shard)",
    columns=(
        Column("message_id", "text", "The message", references="kg.messages.message_id"),
        Column("voice", "text", "Whose words it is: of another person, of a role, or copied", values=VOICES),
        Column("shown_by_message_id", "text", "The message that shows it", references="kg.messages.message_id"),
    ),
    key=("message_id",),
    charts=(
        Chart(
            "by_voice",
            "How many messages are not the person's own words, and why.",
            "SELECT voice, 'messages', count(*) FROM {rows} GROUP BY ALL",
        ),
    ),
)

SENTENCES = Table(
    name=_NAME,
    meaning="Every sentence of what people wrote, and those of assistants that recall something of the person: where "
    "it stands and, if it was worth a parse, its tokens in order. Lists have an entry for each token.",
    decided_by="kg_assets/language/bounds.py (sentence_bounds); kg_assets/language/worth.py (why_unread); "
    "kg_assets/language/parser.py (Parser); kg_assets/language/read.py (_Reading)",
    columns=(
        Column("message_id", "text", "The message it stands in", references="kg.messages.message_id"),
        Column("sentence_index", "int", "Its place among the sentences of the message, from 0"),
        Column("char_start", "int", "First codepoint"),
        Column("char_end", "int", "Codepoint after the last"),
        Column("sentence_text", "text", "The words as they stand", content=True),
        Column(
            "unread_reason", "text", "Why it was not parsed; NULL where it was", nullable=True, values=UNREAD_REASONS
        ),
        Column("token_start", "ints", "First codepoint of each token; NULL without a parse, like all lists",
               nullable=True),
        Column("token_end", "ints", "Codepoint after each token", nullable=True),
        Column("token_lemma", "texts", "Base form of each token", nullable=True, content=True),
        Column("token_tag", "texts", "Part of speech, fine (Penn Treebank)", nullable=True),
        Column("token_pos", "texts", "Part of speech, coarse (Universal Dependencies)", nullable=True),
        Column("token_dep", "texts", "How each token hangs on its head", nullable=True),
        Column("token_head", "ints", "Index of that head in the lists, from 0; the root's is its own", nullable=True),
        Column(
            "token_entity", "texts", "Kind of the name that the token stands in, or empty; names are looked for where "
            "there is a proper noun", nullable=True,
        ),
    ),
    key=("message_id", "sentence_index"),
    rules=(
        true_offsets(_NAME, "sentence_text"),
        Rule(
            "sentences_are_in_order",
            "Sentences of one message do not overlap, and their index follows their place.",
            "SELECT 1 FROM (SELECT char_start, sentence_index, lag(char_end) OVER of_message AS before, "
            f"row_number() OVER of_message AS n FROM {{{_NAME}}} "
            "WINDOW of_message AS (PARTITION BY message_id ORDER BY sentence_index)) "
            "WHERE char_start < before OR sentence_index <> n - 1",
        ),
        Rule(
            "parsed_or_with_a_reason",
            "A sentence has tokens or a reason, never both or neither, and as many entries in each list.",
            f"SELECT 1 FROM {{{_NAME}}} WHERE (token_head IS NULL) <> (unread_reason IS NOT NULL) "
            f"OR least({_LENGTHS}) <> greatest({_LENGTHS}) OR len(token_head) = 0",
        ),
        Rule(
            "tokens_lie_inside",
            "Every token lies within its sentence, is not empty, and begins where the one before it does or later.",
            f"SELECT 1 FROM {{{_NAME}}} WHERE list_min(token_start) < char_start OR list_max(token_end) > char_end "
            "OR token_start <> list_sort(token_start) "
            "OR len(list_filter(list_zip(token_start, token_end), lambda t: t[1] >= t[2])) > 0",
        ),
        Rule(
            "one_root",
            "Every head is a token of the sentence, and exactly one token is its own head.",
            f"SELECT 1 FROM {{{_NAME}}} WHERE list_min(token_head) < 0 OR list_max(token_head) >= len(token_head) "
            "OR token_head IS NOT NULL "
            "AND len(list_filter(list_zip(token_head, range(len(token_head))), lambda t: t[1] = t[2])) <> 1",
        ),
    ),
    charts=(
        Chart(
            "by_reason",
            "How many sentences were parsed, and why others were not.",
            "SELECT coalesce(unread_reason, 'parsed'), 'sentences', count(*) FROM {rows} GROUP BY ALL",
        ),
    ),
)  # fmt: skip
