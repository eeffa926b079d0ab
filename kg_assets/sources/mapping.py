"""Export mappings (seed 000 §0.3-0.4): JSON pointers that say where an export keeps what, compiled once.

The YAML files lie in `config/mappings/`. This module finds values by a mapping; other modules read messages
with it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import as_model, parse_yaml

Getter = Callable[[Any], Any]
PartType = Literal["text", "image", "file", "tool_call", "tool_result", "other"]
Role = Literal["user", "assistant", "system", "tool", "other", "unknown"]
Pointers = str | list[str] | None


class PartRule(BaseModel):
    """One rule of §0.4: which parts of a message it is for, and at which JSON pointers the text, type and file of such
    a part are found.

    If `text_extract_path` has several pointers, the texts that they find are joined. Of several pointers in
    `mime_type_path` or `file_path_path`, the first that finds a text counts.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    match_path: str = ""
    match_value: str | list[str] = "*"
    part_type: PartType
    text_extract_path: Pointers = None
    mime_type_path: Pointers = None
    mime_type_format: str = "{}"
    file_path_path: Pointers = None
    metadata_paths: list[str] = Field(default_factory=list)
    each_path: str | None = None


class EmbeddedJson(BaseModel):
    """For text that is itself JSON (a call of a tool): which of its fields hold the words."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    content_types: list[str]
    recipient_prefix: str
    text_paths: list[str]


class ProseRules(BaseModel):
    """Which messages are never a person's or an assistant's own prose (design §9): those with an excluded
    role or content type, and those to a recipient that `recipients` does not list."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    excluded_roles: tuple[Role, ...] = ("system", "tool")
    excluded_content_types: tuple[str, ...] = ()
    recipients: tuple[str, ...] = ("all",)


class ExportMapping(BaseModel):
    """The keys of `export_mapping.yaml` (§0.3), and further keys that real exports need."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format_version: str = "1.0"
    source_kind: Literal["chatgpt", "claude", "note", "document", "mail", "calendar"] = "chatgpt"
    conversation_id_path: Pointers = None
    conversation_title_path: str | None = None
    conversation_created_path: str | None = None
    conversation_updated_path: str | None = None
    current_node_path: str | None = None
    default_model_path: str | None = None
    messages_path: str = "/mapping"
    messages_is_mapping: bool = True
    message_object_path: str | None = None
    message_id_path: str | None = None
    message_role_path: str | None = None
    message_parent_path: str | None = None
    message_children_path: str | None = None
    message_created_path: str | None = None
    message_updated_path: str | None = None
    message_time_quality_path: str | None = None
    message_content_path: Pointers = None
    content_type_path: str | None = None
    author_name_path: str | None = None
    recipient_path: str | None = None
    channel_path: str | None = None
    model_path: str | None = None
    hidden_path: str | None = None
    role_mapping: dict[str, Role] = Field(default_factory=dict)
    role_by_content_type: dict[str, Role] = Field(default_factory=dict)
    prose: ProseRules = Field(default_factory=ProseRules)
    content_part_rules: list[PartRule] = Field(default_factory=list)
    known_attachment_paths: list[str] = Field(default_factory=list)
    attachment_rule: PartRule = Field(default_factory=lambda: PartRule(part_type="file"))
    embedded_json: list[EmbeddedJson] = Field(default_factory=list)

    @field_validator("format_version", mode="before")
    @classmethod
    def _as_text(cls, value: Any) -> str:
        return str(value)

    @field_validator("role_mapping", mode="before")
    @classmethod
    def _lower_case(cls, value: Any) -> Any:
        return {str(k).lower(): v for k, v in value.items()} if isinstance(value, dict) else value


def pointer_tokens(pointer: str) -> tuple[str, ...]:
    """The reference tokens of a JSON pointer (RFC 6901)."""
    if pointer == "":
        return ()
    if not pointer.startswith("/"):
        raise ConfigError(f"{pointer!r} is no JSON pointer; one starts with '/' or is empty")
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/"))


def resolve(value: Any, tokens: Sequence[str]) -> Any:
    """What the reference tokens of a JSON pointer lead to in a value; None if they lead to nothing. Elements of arrays
    are named by digits without leading zeros (RFC 6901 §4)."""
    for token in tokens:
        if isinstance(value, dict):
            value = value.get(token)
        elif isinstance(value, list):
            if not (token.isascii() and token.isdigit()) or (token[0] == "0" and token != "0"):
                return None
            index = int(token) if len(token) < 10 else len(value)
            value = value[index] if index < len(value) else None
        else:
            return None
    return value


def compile_pointer(pointer: str | None) -> Getter:
    """A function that takes a value and gives what the JSON pointer finds in it, None if it finds nothing. For no
    pointer the function always gives None."""
    if pointer is None:
        return _nothing
    tokens = pointer_tokens(pointer)
    if not tokens:
        return _itself
    if len(tokens) == 1 and not tokens[0].isdigit():
        return _one_step(tokens[0])
    if len(tokens) == 2 and not any(token.isdigit() for token in tokens):
        return _two_steps(*tokens)
    if len(tokens) == 3 and not any(token.isdigit() for token in tokens):
        return _three_steps(*tokens)
    return lambda value: resolve(value, tokens)


def _nothing(value: Any) -> Any:
    return None


def _itself(value: Any) -> Any:
    return value


# Objects have `get` and nothing else in JSON has: asking forgiveness is three times as fast as looking first.
def _one_step(key: str) -> Getter:
    def get(value: Any) -> Any:
        try:
            return value.get(key)
        except AttributeError:
            return None

    return get


def _two_steps(first: str, second: str) -> Getter:
    def get(value: Any) -> Any:
        try:
            return value.get(first).get(second)
        except AttributeError:
            return None

    return get


def _three_steps(first: str, second: str, third: str) -> Getter:
    def get(value: Any) -> Any:
        try:
            return value.get(first).get(second).get(third)
        except AttributeError:
            return None

    return get


def pointer_list(pointers: Pointers) -> list[str]:
    """The pointers as a list, whether one, several or none are given."""
    if pointers is None:
        return []
    return [pointers] if isinstance(pointers, str) else list(pointers)


@dataclass(frozen=True, slots=True)
class CompiledRule:
    """A part rule with its pointers compiled to functions."""

    match: Getter
    values: frozenset[str] | None  # None: any value that is not null
    part_type: str
    text: tuple[Getter, ...]
    mime: tuple[Getter, ...]
    mime_format: str
    file: tuple[Getter, ...]
    metadata: tuple[tuple[str, Getter], ...]
    each: Getter | None

    def matches(self, part: Any) -> bool:
        found = self.match(part)
        if self.values is None:
            return found is not None
        return isinstance(found, str) and found in self.values


class PartRules:
    """The part rules of a mapping in their order.

    As long as the first rules all compare what stands at the same pointer with fixed texts, they are looked up in a
    table.
    """

    __slots__ = ("_leading", "_place", "_rest")

    def __init__(self, rules: Sequence[PartRule]) -> None:
        path = rules[0].match_path if rules else ""
        leading = list(takewhile(lambda rule: rule.match_path == path and "*" not in rule.match_value, rules))
        self._place = compile_pointer(path)
        self._leading: dict[str, CompiledRule] = {}
        for rule in leading:
            for value in pointer_list(rule.match_value):
                self._leading.setdefault(value, _compile_rule(rule))
        self._rest = tuple(_compile_rule(rule) for rule in rules[len(leading) :])

    def match(self, part: Any) -> CompiledRule | None:
        """The first rule that matches a part, or None."""
        value = self._place(part)
        rule = self._leading.get(value) if isinstance(value, str) else None
        if rule is not None:
            return rule
        return next((rule for rule in self._rest if rule.matches(part)), None)


@dataclass(frozen=True, slots=True)
class CompiledEmbedded:
    content_types: frozenset[str]
    recipient_prefix: str
    text: tuple[Getter, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CompiledMapping:
    """A mapping whose pointers are functions of a conversation, a node, a message object or its content."""

    given: ExportMapping
    conversation_id: tuple[Getter, ...]
    title: Getter
    conversation_created: Getter
    conversation_updated: Getter
    current_node: Getter
    default_model: Getter
    messages: Getter
    message_object: Getter
    message_id: Getter
    role: Getter
    parent: Getter
    children: Getter
    created: Getter
    updated: Getter
    time_quality: Getter
    content: tuple[Getter, ...]
    content_type: Getter
    author_name: Getter
    recipient: Getter
    channel: Getter
    model: Getter
    hidden: Getter
    roles: dict[str, str]
    rules: PartRules
    attachments: tuple[Getter, ...]
    attachment_rule: CompiledRule
    embedded: tuple[CompiledEmbedded, ...]
    embedded_prefixes: tuple[str, ...]
    excluded_roles: frozenset[str]
    excluded_content_types: frozenset[str]
    prose_recipients: frozenset[str]


def compile_mapping(given: ExportMapping) -> CompiledMapping:
    """The mapping with each of its pointers compiled to a function."""
    return CompiledMapping(
        given=given,
        conversation_id=_compile_all(given.conversation_id_path),
        title=compile_pointer(given.conversation_title_path),
        conversation_created=compile_pointer(given.conversation_created_path),
        conversation_updated=compile_pointer(given.conversation_updated_path),
        current_node=compile_pointer(given.current_node_path),
        default_model=compile_pointer(given.default_model_path),
        messages=compile_pointer(given.messages_path),
        message_object=compile_pointer(given.message_object_path or ""),
        message_id=compile_pointer(given.message_id_path),
        role=compile_pointer(given.message_role_path),
        parent=compile_pointer(given.message_parent_path),
        children=compile_pointer(given.message_children_path),
        created=compile_pointer(given.message_created_path),
        updated=compile_pointer(given.message_updated_path),
        time_quality=compile_pointer(given.message_time_quality_path),
        content=_compile_all(given.message_content_path),
        content_type=compile_pointer(given.content_type_path),
        author_name=compile_pointer(given.author_name_path),
        recipient=compile_pointer(given.recipient_path),
        channel=compile_pointer(given.channel_path),
        model=compile_pointer(given.model_path),
        hidden=compile_pointer(given.hidden_path),
        roles=dict(given.role_mapping),
        rules=PartRules(given.content_part_rules),
        attachments=tuple(compile_pointer(path) for path in given.known_attachment_paths),
        attachment_rule=_compile_rule(given.attachment_rule),
        embedded=tuple(
            CompiledEmbedded(frozenset(e.content_types), e.recipient_prefix, _compile_all(e.text_paths))
            for e in given.embedded_json
        ),
        embedded_prefixes=tuple(e.recipient_prefix for e in given.embedded_json),
        excluded_roles=frozenset(given.prose.excluded_roles),
        excluded_content_types=frozenset(given.prose.excluded_content_types),
        prose_recipients=frozenset(given.prose.recipients),
    )


def _compile_all(pointers: Pointers) -> tuple[Getter, ...]:
    return tuple(compile_pointer(pointer) for pointer in pointer_list(pointers))


def _compile_rule(rule: PartRule) -> CompiledRule:
    values = [rule.match_value] if isinstance(rule.match_value, str) else rule.match_value
    return CompiledRule(
        match=compile_pointer(rule.match_path),
        values=None if "*" in values else frozenset(values),
        part_type=rule.part_type,
        text=_compile_all(rule.text_extract_path),
        mime=_compile_all(rule.mime_type_path),
        mime_format=rule.mime_type_format,
        file=_compile_all(rule.file_path_path),
        metadata=tuple((path, compile_pointer(path)) for path in rule.metadata_paths),
        each=None if rule.each_path is None else compile_pointer(rule.each_path),
    )


def load_mapping(path: Path) -> CompiledMapping:
    """Read and compile a mapping file; unchanged files are compiled once per process."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: the export mapping cannot be read: {error}") from None
    return _load(str(path), text)


@lru_cache(maxsize=16)
def _load(path: str, text: str) -> CompiledMapping:
    document = parse_yaml(path, text)
    if not isinstance(document, dict | None):
        raise ConfigError(f"{path}: expected keys of an export mapping, found {type(document).__name__}")
    given = as_model(Path(path), document or {}, ExportMapping, "see docs/sources.md for the keys")
    try:
        return compile_mapping(given)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from None
