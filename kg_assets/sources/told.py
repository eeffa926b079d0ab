"""Words that a person tells Annals directly, instead of in a conversation. They become an export of one message, which
is read like any other source."""

from typing import Any

from kg_assets.core.canonical import canonical
from kg_assets.core.errors import SourceError
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.instants import to_millis

# The channel of a message that was told to Annals itself and not to an assistant.
CHANNEL = "told"
_ID_LETTERS = 16


def is_told(conversation_id: str) -> bool:
    """Whether the id is that of a conversation made of words that the person told Annals directly."""
    return conversation_id.startswith(f"{CHANNEL}:")


def told_export(words: str, at: str, most_characters: int) -> bytes:
    """The words that a person told Annals, as the bytes of an export: a JSON list of one conversation with one message,
    in the form of ChatGPT's exports. The same words at the same time give the same bytes. SourceError if there are no
    words or too many."""
    said = words.strip()
    if not said:
        raise SourceError('there are no words; say what is so, as in: annals tell "I\'ve lived in Lyon since 2023"')
    if len(said) > most_characters:
        raise SourceError(
            f"{len(said):,} characters are more than told_most_characters ({most_characters:,}) of the section "
            "sources; write a longer text to a file and name that: annals build PATH"
        )
    message = sha256_hex(canonical([at, said]))[:_ID_LETTERS]
    seconds = to_millis(at) / 1000
    node: dict[str, Any] = {
        "id": message, "parent": None, "children": [],
        "message": {
            "id": message, "author": {"role": "user"}, "create_time": seconds, "channel": CHANNEL,
            "content": {"content_type": "text", "parts": [said]}, "metadata": {},
        },
    }  # fmt: skip
    conversation = {
        "conversation_id": f"{CHANNEL}:{message}", "title": "Told to Annals", "create_time": seconds,
        "update_time": seconds, "current_node": message, "mapping": {message: node},
    }  # fmt: skip
    return canonical([conversation])
