"""Records of what people said of themselves (`*.jsonl`), as an export that is read like any other (seed 002 §1).

Each line is an object: `id`, `type` (self_definition), `text`, and if known `created_at` (ISO 8601 with its zone),
`conversation_id`, and `metadata` with `mode` and `arousal` (§4.1). Good lines become messages of the person, one
after another in their conversation. A bad line is refused with its reason; the other lines are still read.
"""

import io
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from kg_assets.core.canonical import canonical
from kg_assets.sources.refusals import SENTENCES, Refused, RefusedError

SUFFIX = ".jsonl"
# The channel of messages that were records; such a message's `metadata` is that of the record.
CHANNEL = "experience"
Mode = Literal["journaling", "introspection", "normal_chat", "roleplay", "heated", "unknown"]
# How far ahead of now a record may be dated: clocks differ by zones and settings, not by more.
_AHEAD = timedelta(days=1)
_LONGEST_FOUND = 40


class Situation(BaseModel):
    """The situation in which the words of a record were said, as far as whoever wrote the record knew it."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)
    mode: Mode | None = None
    arousal: float | None = Field(default=None, ge=0, le=1)


class Experience(BaseModel):
    """One record: what somebody said of themselves."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    id: str = Field(strict=True, min_length=1, max_length=200)
    type: Literal["self_definition"]
    text: str = Field(strict=True, min_length=1, max_length=20_000)
    created_at: AwareDatetime | None = None
    conversation_id: str | None = Field(default=None, strict=True, min_length=1, max_length=200)
    metadata: Situation = Situation()


def experiences_in(path: Path, name: str, now: datetime) -> tuple[bytes, list[Refused]] | None:
    """The good records of a file as an export, and the refused lines; None if no line could be a record.
    Raises `RefusedError` if all records are bad."""
    kept: dict[str, Experience] = {}
    refused: list[Refused] = []
    latest = now + _AHEAD
    could_be = False
    with path.open("rb") as stream:
        for number, line in enumerate(stream, start=1):
            if not line.strip():
                continue
            record, problem = _read(line, latest)
            could_be |= record is not None or (problem is not None and not problem.startswith(_NO_RECORD))
            if record is not None and record.id in kept:
                problem = None if kept[record.id] == record else f"record_contradicts|id {record.id!r}"
            elif record is not None:
                kept[record.id] = record
            if problem is not None:
                code, _, found = problem.partition("|")
                refused.append(Refused(f"{name}, line {number}" + (f": {found}" if found else ""), code))
    if could_be and not kept:
        raise RefusedError(refused[0].reason, f"{refused[0].name}: {SENTENCES[refused[0].reason]}")
    return (_as_export(list(kept.values())), refused) if could_be else None


_NO_RECORD = "record_no_object"


def _read(line: bytes, latest: datetime) -> tuple[Experience | None, str | None]:
    """The record of a line, or what is wrong with the line as `code|found`. Records dated later than `latest`
    are wrong."""
    try:
        given = json.loads(line)
    except (ValueError, RecursionError):
        return None, _NO_RECORD
    if not isinstance(given, dict) or not {"type", "text"} & given.keys():
        return None, _NO_RECORD
    try:
        record = Experience.model_validate(given)
    except ValidationError as error:
        return None, _problem(error)
    if record.created_at is not None and record.created_at > latest:
        return None, f"record_future|created_at {record.created_at.isoformat()}"
    return record, None


def _problem(error: ValidationError) -> str:
    """The first error of a record as `code|field`, followed by " is missing" or " is '…'" with the beginning
    of the wrong value; a text that is too long is not quoted."""
    first = error.errors(include_url=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    if first["type"] == "string_too_long":
        return f"record_too_long|{place}"
    found = "" if first["type"] == "missing" else f" is {str(first['input'])[:_LONGEST_FOUND]!r}"
    code = "record_unknown_value" if first["type"] == "literal_error" else "record_wrong_field"
    return f"{code}|{place}{found or ' is missing'}"


def opener_of(export: bytes) -> "closing[BinaryIO]":
    """The bytes of an export as a stream that is read from the beginning."""
    return closing(io.BytesIO(export))


def _as_export(records: Sequence[Experience]) -> bytes:
    talks: dict[str, list[Experience]] = defaultdict(list)
    for record in records:
        talks[record.conversation_id or record.id].append(record)
    return canonical([_conversation(name, said) for name, said in sorted(talks.items())])


def _conversation(name: str, said: Sequence[Experience]) -> Mapping[str, Any]:
    """Records as one conversation in the form of a ChatGPT export, in the order of time."""
    # Records without a time come before all others.
    ordered = sorted(said, key=lambda one: (one.created_at or datetime.min.replace(tzinfo=UTC), one.id))
    mapping = {}
    for place, one in enumerate(ordered):
        parent = ordered[place - 1].id if place else None
        children = [ordered[place + 1].id] if place + 1 < len(ordered) else []
        at = None if one.created_at is None else one.created_at.timestamp()
        mapping[one.id] = {
            "id": one.id, "parent": parent, "children": children,
            "message": {
                "id": one.id, "author": {"role": "user"}, "create_time": at, "channel": CHANNEL,
                "content": {"content_type": "text", "parts": [one.text]},
                "metadata": one.metadata.model_dump(exclude_none=True),
            },
        }  # fmt: skip
    return {
        "conversation_id": f"experiences:{name}", "title": "Experiences", "current_node": ordered[-1].id,
        "mapping": mapping,
    }  # fmt: skip
