"""Whether a message is prose, hidden, and whose it is (design §9, "What counts as a person's prose")."""

from typing import Any

from kg_assets.sources.mapping import CompiledMapping

UNKNOWN = "unknown"


def normalize_role(raw: Any, content_type: str | None, mapping: CompiledMapping) -> str | None:
    """The stored role (seed 000 §1.11); None when the mapping does not know it."""
    if content_type is not None:
        decided = mapping.given.role_by_content_type.get(content_type)
        if decided is not None:
            return decided
    return mapping.roles.get(raw.lower() if isinstance(raw, str) else str(raw).lower())


def is_prose(
    role: str, content_type: str | None, recipient: str | None, hidden: bool, mapping: CompiledMapping
) -> bool:
    """False for messages that are, as a whole, nobody's words of that moment."""
    return not (
        hidden
        or role in mapping.excluded_roles
        or (content_type is not None and content_type in mapping.excluded_content_types)
        or (recipient is not None and recipient not in mapping.prose_recipients)
    )
