"""Counts in finished conversations how often every planted name and every kind of content occurs."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from ahocorasick_rs import AhoCorasick, MatchKind

from kg_assets.corpus.names import Name

# Thresholds and weights by which the lexicon selects (stage 2B.5.1). They are repeated here, because the truth must not
# depend on the program that is tested.
_MIN_WEIGHTED, _MIN_CONVERSATIONS, _MAX_CODE_RATIO = 3.0, 2, 0.5
_ROLE_WEIGHT = {"user": 1.0, "assistant": 0.5}

_FENCE = re.compile(r"^ {0,3}(```+|~~~+)", re.ASCII)
_PROSE_TYPES = ("text", "multimodal_text")
_TEXT_FIELDS = (
    "text",
    "result",
    "summary",
    "output_str",
    "user_profile",
    "user_instructions",
    "model_set_context",
    "content",
    "title",
    "snippet",
)


def texts_of(content: dict[str, Any]) -> Iterator[str]:
    """The strings in a message's content that a reader would see as text."""
    for part in content.get("parts") or ():
        if isinstance(part, str):
            yield part
        elif part.get("content_type") == "audio_transcription":
            yield part["text"]
    for name in _TEXT_FIELDS:
        value = content.get(name)
        if isinstance(value, str):
            yield value
    for thought in content.get("thoughts") or ():
        yield thought["summary"]
        yield thought["content"]


def zones(text: str) -> list[tuple[int, str]]:
    """Where each zone (prose, code, quote) of a text begins. A zone consists of whole lines."""
    found: list[tuple[int, str]] = []
    position, fence = 0, ""
    for line in text.splitlines(keepends=True):
        mark = _FENCE.match(line)
        if fence:
            zone = "code"
            if mark and mark[1].startswith(fence) and not line.strip().strip("`~"):
                fence = ""
        elif mark:
            zone, fence = "code", mark[1]
        else:
            zone = "quote" if line.lstrip(" ").startswith(">") else "prose"
        if not found or found[-1][1] != zone:
            found.append((position, zone))
        position += len(line)
    return found


def _zone_at(found: list[tuple[int, str]], position: int) -> str:
    zone = "prose"
    for start, name in found:
        if start > position:
            break
        zone = name
    return zone


def message_zone(message: dict[str, Any]) -> str | None:
    """The zone of a message that as a whole is no prose ("hidden", "thoughts" and the like). None if the zone depends
    on the line."""
    content_type = message["content"]["content_type"]
    if message["metadata"].get("is_visually_hidden_from_conversation"):
        return "hidden"
    if content_type == "thoughts":
        return "thoughts"
    if message["recipient"] == "bio":
        return "memory"
    if (
        content_type not in _PROSE_TYPES
        or message["author"]["role"] not in _ROLE_WEIGHT
        or message["recipient"] != "all"
    ):
        return "machine"
    return None


@dataclass(slots=True)
class _Tally:
    by_role_zone: Counter[tuple[str, str]] = field(default_factory=Counter)
    messages: dict[tuple[str, str], int] = field(default_factory=dict)
    conversations: int = 0
    last_conversation: str = ""


class Census:
    """Counts conversations. Call `observe` once for each, then ask for the results."""

    def __init__(self, names: Sequence[Name], projects: Sequence[str]) -> None:
        self._names = list(names)
        self._matcher = AhoCorasick([name.surface for name in self._names], matchkind=MatchKind.Standard)
        self._tallies = [_Tally() for _ in self._names]
        self._project_index = {i: name.surface for i, name in enumerate(self._names) if name.surface in projects}
        self._activity: dict[str, dict[str, Counter[str]]] = {name: defaultdict(Counter) for name in projects}
        self._counts: dict[str, Counter[str]] = defaultdict(Counter)
        self._totals: Counter[str] = Counter()

    def observe(self, conversation: dict[str, Any], about: str | None) -> None:
        """Count one conversation. `about` is the name of the project that it is about, or None."""
        self._totals["conversations"] += 1
        if conversation["title"] is None:
            self._totals["untitled_conversations"] += 1
        if conversation["create_time"] is None:
            self._totals["untimed_conversations"] += 1
        active = _active_path(conversation)
        for node_id, node in conversation["mapping"].items():
            self._totals["nodes"] += 1
            if len(node["children"]) > 1:
                self._totals["forks"] += 1
            message = node["message"]
            if message is None:
                self._totals["nodes_without_message"] += 1
                continue
            self._count_message(message, node_id, node_id in active)
            self._count_names(message, node_id, conversation["conversation_id"], conversation["update_time"], about)

    def name_records(self) -> list[dict[str, Any]]:
        """One record for each surface (name as written) that occurs, sorted by kind, entity and surface."""
        pairs = [(name, tally) for name, tally in zip(self._names, self._tallies, strict=True) if tally.by_role_zone]
        pairs.sort(key=lambda pair: (pair[0].kind, pair[0].entity, pair[0].surface))
        return [_record(name, tally) for name, tally in pairs]

    def activity(self) -> dict[str, dict[str, dict[str, int]]]:
        """For each project and month two numbers: `about` is how many messages conversations about the project have,
        `mentioning` how many messages anywhere have its name."""
        return {
            name: {
                month: {"about": 0, "mentioning": 0} | dict(sorted(months[month].items())) for month in sorted(months)
            }
            for name, months in self._activity.items()
        }

    def counts(self) -> dict[str, Any]:
        tables = {
            key: {name: self._counts[key][name] for name in sorted(self._counts[key])} for key in sorted(self._counts)
        }
        return {**tables, "totals": {key: self._totals[key] for key in sorted(self._totals)}}

    def _count_message(self, message: dict[str, Any], node_id: str, active: bool) -> None:
        content, totals = message["content"], self._totals
        self._counts["content_types"][content["content_type"]] += 1
        self._counts["roles"][message["author"]["role"]] += 1
        self._counts["recipients"][message["recipient"]] += 1
        for part in content.get("parts") or ():
            self._counts["part_types"]["string" if isinstance(part, str) else part["content_type"]] += 1
        totals["messages"] += 1
        totals["text_characters"] += sum(map(len, texts_of(content)))
        totals["messages_off_the_active_path"] += not active
        totals["hidden_messages"] += bool(message["metadata"].get("is_visually_hidden_from_conversation"))
        totals["untimed_messages"] += message["create_time"] is None
        totals["messages_with_other_id"] += message["id"] != node_id
        totals["messages_with_references"] += bool(message["metadata"].get("content_references"))

    def _count_names(
        self, message: dict[str, Any], node_id: str, conversation_id: str, ended: float, about: str | None
    ) -> None:
        month = _month(message["create_time"] or ended)
        if about is not None:
            self._activity[about][month]["about"] += 1
        whole = message_zone(message)
        role = message["author"]["role"]
        said: dict[str, None] = {}
        for text in texts_of(message["content"]):
            matches = self._matches(text)
            found = zones(text) if matches and whole is None else []
            for index, start in matches:
                zone = whole or _zone_at(found, start)
                tally = self._tallies[index]
                tally.by_role_zone[role, zone] += 1
                tally.messages[node_id, f"{role}/{zone}"] = tally.messages.get((node_id, f"{role}/{zone}"), 0) + 1
                if zone == "prose" and tally.last_conversation != conversation_id:
                    tally.last_conversation = conversation_id
                    tally.conversations += 1
                if index in self._project_index and zone == "prose":
                    said[self._project_index[index]] = None
        for project in said:
            self._activity[project][month]["mentioning"] += 1

    def _matches(self, text: str) -> list[tuple[int, int]]:
        """Whole-word matches as (name, start). Of overlapping ones the leftmost and then the longest is
        kept."""
        hits = self._matcher.find_matches_as_indexes(text, overlapping=True)
        if not hits:
            return []
        whole = [
            (start, -end, index)
            for index, start, end in hits
            if not (start and _is_word(text[start - 1])) and not (end < len(text) and _is_word(text[end]))
        ]
        whole.sort()
        kept: list[tuple[int, int]] = []
        reached = 0
        for start, negative_end, index in whole:
            if start >= reached:
                kept.append((index, start))
                reached = -negative_end
        return kept


def _record(name: Name, tally: _Tally) -> dict[str, Any]:
    counts = tally.by_role_zone
    prose = {role: counts[role, "prose"] for role in ("user", "assistant")}
    in_code = sum(number for (_, zone), number in sorted(counts.items()) if zone == "code")
    spoken = sum(number for (_, zone), number in sorted(counts.items()) if zone in ("prose", "quote", "code"))
    weighted = sum(_ROLE_WEIGHT[role] * prose[role] for role in prose)
    code_ratio = in_code / spoken if spoken else 0.0
    above = weighted >= _MIN_WEIGHTED and tally.conversations >= _MIN_CONVERSATIONS and code_ratio <= _MAX_CODE_RATIO
    return {
        "surface": name.surface,
        "entity": name.entity,
        "kind": name.kind,
        "shape": name.shape,
        "plan": name.plan,
        "counts": {f"{role}/{zone}": number for (role, zone), number in sorted(counts.items())},
        "in_prose": sum(prose.values()),
        "in_code": in_code,
        "conversations": tally.conversations,
        "user_weighted_count": weighted,
        "code_ratio": round(code_ratio, 12),
        "above_thresholds": above,
        "messages": [
            {"message_id": node_id, "where": where, "count": number}
            for (node_id, where), number in sorted(tally.messages.items())
        ],
    }


def _active_path(conversation: dict[str, Any]) -> set[str]:
    path: set[str] = set()
    node: str | None = conversation["current_node"]
    while node is not None:
        path.add(node)
        node = conversation["mapping"][node]["parent"]
    return path


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _month(moment: float) -> str:
    return datetime.fromtimestamp(moment, tz=UTC).strftime("%Y-%m")
