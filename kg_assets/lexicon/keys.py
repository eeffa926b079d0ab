"""The key of an entity, made from what a mention names, and the id of the entity with that key (stage 2B.7.1,
2B.10)."""

from collections.abc import Iterable

from kg_assets.core.ids import IdSpace
from kg_assets.mentions.ner.candidates import normal_name

# The person, an entity of every build (§2B.1).
SELF_TYPE, SELF_KEY, SELF_NAME = "PERSON", "__SELF__", "SELF"
# The key of a relative who has no name: this, followed by the relation.
RELATIVE = f"{SELF_KEY}/"
# Words before a relation by which alone somebody is called ("my brother").
MY = ("my ", "our ", "your ")
YOURS = "your "


def entity_key(entity_type: str, surface: str, normalized: str | None) -> str:
    """The key of what a mention names. For a file path, the path unchanged; else the detector's normal form; without
    one, the surface in lower case with single spaces (stage 2B.7.1)."""
    if entity_type == "FILEPATH":
        return surface
    return normalized or normal_name(surface)


def relative_name(words: str) -> str:
    """The name that is shown for a relative who is called only by the relation: "your sister"."""
    return f"{YOURS}{normal_name(words.strip().removeprefix(RELATIVE))}"


def relation_word(words: str) -> str:
    """The relation without "my" or the like: "brother" for "my brother". `words` are in lower case."""
    return next((words.removeprefix(my) for my in MY if words.startswith(my)), words)


def name_without_mentions(key: str) -> str:
    """The name of an entity that has no mention: `relative_name` for a relative, else its key."""
    return relative_name(key) if key.startswith(RELATIVE) else key


def entity_id(ids: IdSpace, entity_type: str, key: str) -> str:
    """The id of the entity with this type and key (§2B.10).

    It does not depend on the entity's name, so a new name changes no id.
    """
    return entity_ids(ids, [(entity_type, key)])[0]


def entity_ids(ids: IdSpace, named: Iterable[tuple[str, str]]) -> list[str]:
    """The ids of the entities with these types and keys. Making many at once costs half as much as one by
    one."""
    return ids.make_each(("entity", entity_type, key) for entity_type, key in named)
