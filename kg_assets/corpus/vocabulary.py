"""Loads the lists and templates of `config/corpus/`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml
from kg_assets.corpus.grammar import Grammar

_ROOT = "config/corpus"
_TOPIC_BOUND = ("subject", "project", "n")
_PUBLIC_NAME = re.compile(r"(?:the )?([A-Z]\w+(?: [A-Z]\w+)*)")
_FACT_BOUND = ("o", "s", "x", "when", "city", "org")


@dataclass(frozen=True, slots=True)
class Style:
    """The proportions of one kind of corpus; `config/corpus/corpus.yaml` explains each."""

    turns_mean: float
    turns_max: int
    life_lines: int
    focus: int
    paragraphs_mean: float
    user_lines_mean: float
    long_paste: float
    mention: float
    echo: float
    facts_per_conversation: float
    traps: float
    system_instructions: float
    codename_in_code: float
    restated: float
    memory: float
    typo: float
    lowercase: float
    foreign: float
    artifact: float
    dated: float
    emoji: float
    regenerated: float
    edited: float
    python: float
    search: float
    reasoning: float
    image: float
    drawing: float
    voice: float
    canvas: float
    file: float
    error: float
    agent: float
    widget: float
    custom_instructions: float
    model_context: float
    untitled: float
    untimed_conversation: float
    untimed_message: float
    bare_node: float
    other_message_id: float
    shuffled: float
    archived: float
    returns: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    bytes_per_conversation: int
    conversations_per_file: int
    fact_share: float
    minor_names_per_conversation: float
    minor_names_max: int
    topic_weights: dict[str, int]
    models: dict[str, str]
    block_weights: dict[str, int]
    code_blocks: dict[str, float]
    python_factor: dict[str, float]
    styles: dict[str, Style]
    names: dict[str, Any]
    project_kinds: list[str]
    topics: dict[str, Grammar]
    focus: dict[str, list[str]]
    public_names: list[str]
    facts: Grammar
    everyday: list[dict[str, Any]]
    code: dict[str, Grammar]
    extras: Grammar


@cache
def vocabulary() -> Vocabulary:
    """All lists and templates from which the generator draws; read once per process."""
    numbers = _load("corpus.yaml")
    shared, mentions, facts, extras = (_load(f"{name}.yaml") for name in ("shared", "mentions", "facts", "extras"))
    named = {f"name_{kind}": templates for kind, templates in mentions.items() if kind not in ("weekday", "echo")}
    common = shared | named | {"echo": mentions["echo"], "weekday": mentions["weekday"]}
    files = sorted(data_path(f"{_ROOT}/topics").glob("*.yaml"))
    rules_of = {path.stem: _load(f"topics/{path.name}") for path in files}
    focus = {topic: own.pop("focus") for topic, own in rules_of.items()}
    topics = {topic: Grammar(common | own, [*_TOPIC_BOUND, *focus[topic]]) for topic, own in rules_of.items()}
    rules = facts["rules"] | {f"everyday_{i}": entry["say"] for i, entry in enumerate(facts["everyday"])}
    rules |= {f"object_{i}": [entry["object"]] for i, entry in enumerate(facts["everyday"])}
    rules |= {f"subject_{i}": [entry["subject"]] for i, entry in enumerate(facts["everyday"]) if "subject" in entry}
    for predicate, (second, third) in facts["told"].items():
        rules[f"restate_{predicate}"] = [frame.replace("{verb}", second) for frame in facts["told_frames"]]
        rules[f"memory_{predicate}"] = [f"User {third}."]
    return Vocabulary(
        numbers["bytes_per_conversation"],
        numbers["conversations_per_file"],
        numbers["fact_share"],
        numbers["minor_names_per_conversation"],
        numbers["minor_names_max"],
        numbers["topic_weights"],
        numbers["models"],
        numbers["block_weights"],
        numbers["code_blocks"],
        numbers["python_factor"],
        {name: Style(**values) for name, values in numbers["styles"].items()},
        _load("names.yaml"),
        _load("project_kinds.yaml")["project_kinds"],
        topics,
        focus,
        _public_names(
            [(facts["rules"] if file == "facts" else rules_of[file])[name] for file, name in numbers["public_lists"]]
        ),
        Grammar(rules, _FACT_BOUND),
        facts["everyday"],
        {name: Grammar(rules, ("camel", "slug")) for name, rules in _load("code.yaml").items()},
        Grammar(extras, ("subject", "clock")),
    )


def _public_names(lists: Sequence[Sequence[str]]) -> list[str]:
    """Names that everybody knows, taken from lists of texts: the capitalised words at the beginning of each entry,
    without an article."""
    heads = {match[1] for entries in lists for entry in entries if (match := _PUBLIC_NAME.match(entry))}
    return sorted(heads)


def _load(name: str) -> Any:
    return read_yaml(data_path(f"{_ROOT}/{name}"))
