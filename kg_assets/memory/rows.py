"""Makes rows from events and names, whether rules or a model read them."""

from typing import Any

from kg_assets.core.canonical import canonical_text
from kg_assets.core.ids import IdSpace
from kg_assets.memory.event import Event
from kg_assets.memory.names import Mentioned


def event_id(ids: IdSpace, message_id: str, event: Event, read_by: str) -> str:
    return ids.make("event", message_id, event.category, event.start, event.end, read_by)


def event_row(
    event_id: str, message_id: str, conversation_id: str, text: str, event: Event, read_by: str
) -> tuple[Any, ...]:
    """An event as a row of `memory.semantic_event__rules` or `__model`."""
    time, subject = event.time, event.subject
    return (
        event_id, message_id, conversation_id, event.category, event.narrative,
        None if time is None else time.from_utc, None if time is None else time.to_utc,
        None if time is None else time.granularity,
        None if subject is None else canonical_text(subject._asdict()),
        canonical_text([actor._asdict() for actor in event.actors]), text[event.start : event.end], event.start,
        event.end, event.confidence, read_by,
    )  # fmt: skip


def mentioned_row(
    ids: IdSpace, message_id: str, conversation_id: str, name: Mentioned, read_by: str
) -> tuple[Any, ...]:
    """A name as a row of `memory.entity_mention__rules` or `__model`."""
    mentioned_id = ids.make("mentioned", message_id, name.start, name.end, read_by)
    return (
        mentioned_id, message_id, conversation_id, name.start, name.end, name.surface, name.canonical, name.type,
        name.mention_id, name.entity_id, name.role, name.organization, name.email, name.relation,
        canonical_text(list(name.aliases)), name.confidence, read_by,
    )  # fmt: skip
