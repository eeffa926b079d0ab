"""Decides the role of a message and whether it is prose (design §9, "What counts as a person's prose")."""

from typing import Any

from kg_assets.sources.mapping import CompiledMapping

UNKNOWN = "unknown"


def normalize_role(raw: Any, content_type: str | None, mapping: CompiledMapping) -> str | None:
    """The role that is stored (seed 000 §1.11); None if the mapping does not know it."""
    if content_type is not None:
        decided = mapping.given.role_by_content_type.get(content_type)
        if decided is not None:
            return decided
    return mapping.roles.get(raw.lower() if isinstance(raw, str) else str(raw).lower())


def is_prose(
    role: str, content_type: str | None, recipient: str | None, hidden: bool, mapping: CompiledMapping
) -> bool:
    """Whether a message can be prose: somebody's own words. It cannot if it is hidden, or if the mapping
    excludes its role, content type or recipient."""
    return not (
        hidden
        or role in mapping.excluded_roles
        or (content_type is not None and content_type in mapping.excluded_content_types)
        or (recipient is not None and recipient not in mapping.prose_recipients)
    )
