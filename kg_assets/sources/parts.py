"""Finds the parts of a message in its content and among its attachments, and classifies them (seed 000 §1.10,
§1.13).

The mapping file says what each content type means. `text` joins parts to the message's text.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from kg_assets.sources.mapping import CompiledMapping, CompiledRule, Getter

# Fields in which the fallback looks for words, in this order (seed 000 §1.10), and those of structured items besides.
FALLBACK_FIELDS = ("text", "content", "value", "parts")
ITEM_FIELDS = (*FALLBACK_FIELDS, "replacement", "comment")
FIELD_SEPARATOR = "\n\n"
ITEM_SEPARATOR = "\n"
DEEPEST_TEXT = 6  # levels of lists and objects in which text is looked for

# Keys of a content that hold no part themselves.
_FRAME_KEYS = frozenset({"content_type", "parts"})


class Part(NamedTuple):
    """One part as classified; `raw` is the part as it stands in the source."""

    part_type: str
    text: str | None
    mime_type: str | None
    file_path: str | None
    metadata: dict[str, Any] | None
    raw: Any

    @property
    def is_attachment(self) -> bool:
        """Whether the part counts as an attachment: an image, a file, or anything with a file's path or type
        (seed 000 §1.13.2)."""
        return self.part_type in ("image", "file") or self.file_path is not None or self.mime_type is not None


def content_of(message: Any, mapping: CompiledMapping) -> Any:
    """The content of a node: of what the mapping's pointers find, the first that is not empty; if all are empty, the
    first; None if nothing is found."""
    found = None
    for get in mapping.content:
        content = get(message)
        if content is None:
            continue
        if content != "" and content != []:
            return content
        found = content if found is None else found
    return found


def message_parts(content: Any, node: Any, recipient: str | None, mapping: CompiledMapping) -> list[Part]:
    """All parts of a message: those of its content, then the files that were attached to it."""
    if isinstance(content, dict):
        parts = _parts_of_object(content, recipient, mapping)
    elif isinstance(content, list):
        parts = [classify(item, mapping) for item in content]
    else:
        parts = [] if content is None else [classify(content, mapping)]
    for get in mapping.attachments:
        attached = get(node)
        if isinstance(attached, list):
            parts.extend(apply_rule(mapping.attachment_rule, item) for item in attached)
    return parts


def _parts_of_object(content: dict[str, Any], recipient: str | None, mapping: CompiledMapping) -> list[Part]:
    listed = content.get("parts")
    if isinstance(listed, list) and listed:
        parts = [string_part(item) if isinstance(item, str) else classify(item, mapping) for item in listed]
    else:
        parts = _parts_of_fields(content, listed, mapping)
    if recipient is None or not recipient.startswith(mapping.embedded_prefixes):
        return parts
    embedded = _embedded_getters(content, recipient, mapping)
    return parts if embedded is None else [_with_embedded_text(part, embedded) for part in parts]


def _parts_of_fields(content: dict[str, Any], listed: Any, mapping: CompiledMapping) -> list[Part]:
    """The parts of a content that has no list of parts: the items that its rule names, else the content
    itself; none if all its fields are null."""
    rule = mapping.rules.match(content)
    items = rule.each(content) if rule is not None and rule.each is not None else None
    if rule is not None and isinstance(items, list):
        return [string_part(item) if isinstance(item, str) else apply_rule(rule, item) for item in items]
    if listed in (None, []) and all(v is None for key, v in content.items() if key not in _FRAME_KEYS):
        return []
    if rule is not None:
        return [apply_rule(rule, content)]
    return [classify(content, mapping)]


def classify(part: Any, mapping: CompiledMapping) -> Part:
    """Give a part its type. A string is a text. For anything else the first rule that matches names the type; if none
    matches, the fallback of §1.10 does."""
    if isinstance(part, str):
        return string_part(part)
    rule = mapping.rules.match(part)
    if rule is not None:
        return apply_rule(rule, part)
    text = _fallback_text(part)
    return Part("other" if text is None else "text", text, None, None, None, part)


def string_part(text: str) -> Part:
    return Part("text", text, None, None, None, text)


def apply_rule(rule: CompiledRule, part: Any) -> Part:
    """A part with the type, text and file that the rule gives it. Where the rule has text paths and none leads to a
    text, `FALLBACK_FIELDS` are tried."""
    texts = [text for text in (text_of(get(part)) for get in rule.text) if text is not None]
    text = FIELD_SEPARATOR.join(texts) if texts else None
    if text is None and rule.text:
        text = _fallback_text(part)
    mime = _first_text(rule.mime, part)
    metadata = {path: value for path, value in ((path, get(part)) for path, get in rule.metadata) if value is not None}
    return Part(
        rule.part_type,
        text,
        None if mime is None else rule.mime_format.replace("{}", mime),
        _first_text(rule.file, part),
        metadata or None,
        part,
    )


def _first_text(getters: Sequence[Getter], part: Any) -> str | None:
    for get in getters:
        value = get(part)
        if isinstance(value, str) and value:
            return value
    return None


def _fallback_text(part: Any) -> str | None:
    if isinstance(part, list):
        return text_of(part)
    if not isinstance(part, dict):
        return None
    for field in FALLBACK_FIELDS:
        text = text_of(part.get(field))
        if text is not None:
            return text
    return None


def text_of(value: Any, depth: int = 0) -> str | None:
    """The words in a JSON value: the text itself; for a list, the words of its items joined; for an object, the words
    of the first field of `ITEM_FIELDS` that has any."""
    if isinstance(value, str):
        return value
    if depth >= DEEPEST_TEXT:
        return None
    if isinstance(value, list):
        found = [text for text in (text_of(item, depth + 1) for item in value) if text is not None]
        return ITEM_SEPARATOR.join(found) if found else None
    if isinstance(value, dict):
        for field in ITEM_FIELDS:
            text = text_of(value.get(field), depth + 1)
            if text is not None:
                return text
    return None


def _embedded_getters(content: dict[str, Any], recipient: str, mapping: CompiledMapping) -> tuple[Getter, ...] | None:
    content_type = mapping.content_type(content)
    if not isinstance(content_type, str):
        return None
    for embedded in mapping.embedded:
        if recipient.startswith(embedded.recipient_prefix) and content_type in embedded.content_types:
            return embedded.text
    return None


def _with_embedded_text(part: Part, getters: Sequence[Getter]) -> Part:
    """The part with the words that `getters` find in its text, which is JSON, as its text. Unchanged if the text is no
    sound JSON object or if no words are found."""
    if part.text is None or not part.text.lstrip().startswith("{"):
        return part
    try:
        document = msgspec.json.decode(part.text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return part
    texts = [text for text in (text_of(get(document)) for get in getters) if text is not None]
    if not texts:
        return part
    return Part(part.part_type, FIELD_SEPARATOR.join(texts), part.mime_type, part.file_path, part.metadata, part.raw)
