"""Makes the requests about messages (seed 000 §4.4.4), and declares the form that an answer must have."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kg_assets.claims.contracts import MODALITIES, POLARITIES, QUALIFIERS, RETRACTIONS_OF
from kg_assets.claims.extraction.windows import Window
from kg_assets.core.errors import ConfigError
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.yamlfile import read_yaml
from kg_assets.llm.asker import Asker
from kg_assets.llm.request import Request
from kg_assets.llm.schema import strict_object
from kg_assets.llm.settings import ModelSettings

PROMPT_FILE = "prompts/claims_v1.md"
VOCABULARY_FILE = "config/predicates.yaml"
_SCHEMA_NAME = "claims"
_VOCABULARY_PLACE = "{{vocabulary}}"
# Kinds of objects that a model can give; canonical JSON from a model would be an invention.
LITERALS = ("string", "number", "boolean", "date")


def _or_null(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


_TEXT = {"type": "string"}
_TEXT_OR_NULL = {"type": ["string", "null"]}
_SPOKEN_OF = _or_null(strict_object(subject=_TEXT_OR_NULL, predicate=_TEXT_OR_NULL, object=_TEXT_OR_NULL))
_CLAIM = strict_object(
    subject=_TEXT,
    predicate=_TEXT,
    object=_or_null(strict_object(kind={"type": "string", "enum": ["entity", *LITERALS]}, value=_TEXT)),
    # Rules and models never read a question as a claim (design §9).
    modality={"type": "string", "enum": [modality for modality in MODALITIES if modality != "question"]},
    polarity={"type": "string", "enum": list(POLARITIES)},
    quote=_TEXT,
    qualifier=_or_null(
        strict_object(type={"type": "string", "enum": list(QUALIFIERS)}, text=_TEXT_OR_NULL, iso=_TEXT_OR_NULL)
    ),
    confidence={"type": "number"},
)
_RETRACTION = strict_object(
    type={"type": "string", "enum": list(RETRACTIONS_OF)},
    quote=_TEXT,
    target=_SPOKEN_OF,
    replacement=_SPOKEN_OF,
    confidence={"type": "number"},
)
# What is asked for ...
SCHEMA = strict_object(claims={"type": "array", "items": _CLAIM}, retractions={"type": "array", "items": _RETRACTION})
# ... and what an answer must at least be. Whatever else is wrong with a claim costs that claim, not the whole answer:
# at temperature 0 asking again would bring the same.
_ACCEPTED = {
    "type": "object",
    "properties": {
        "claims": {"type": "array", "items": {"type": "object"}},
        "retractions": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["claims"],
}


@dataclass(frozen=True, slots=True)
class Prompt:
    """The instructions of a request, with the vocabulary filled in."""

    instructions: str

    @property
    def version(self) -> str:
        """The SHA-256 of the instructions, as a run's configuration records it."""
        return sha256_hex(self.instructions)


def read_prompt(prompt: Path, vocabulary: Path) -> Prompt:
    """The prompt file, with the predicates of the vocabulary file and their meanings filled in."""
    labels = read_yaml(vocabulary)
    predicates = labels.get("predicates", labels) if isinstance(labels, dict) else None
    if not isinstance(predicates, dict) or not predicates:
        raise ConfigError(f"{vocabulary}: predicates with their meanings were expected")
    lines = [f"- {label}: {entry['meaning']}" for label, entry in predicates.items()]
    return Prompt(prompt.read_text(encoding="utf-8").replace(_VOCABULARY_PLACE, "\n".join(lines)))


def request_about(window: Window, prompt: Prompt, settings: ModelSettings) -> Request:
    """The request about one message."""
    shown = {
        "context": list(window.context),
        "target": {
            "role": window.role,
            "text": window.masked.text,
            "entities": [
                {
                    "id": entity.local_id,
                    "name": entity.name,
                    "type": entity.entity_type,
                    "salience": entity.salience,
                    "reliability": entity.reliability,
                }
                for entity in window.entities
            ],
            "times": list(window.times),
        },
    }
    return _asker(prompt, settings).about(shown, window.about)


@cache
def _asker(prompt: Prompt, settings: ModelSettings) -> Asker:
    """The object that makes requests. It is made once for each prompt with its settings, because it checks the schema
    of answers, which takes as long as the rest of a request."""
    return Asker(settings, _SCHEMA_NAME, prompt.instructions, SCHEMA, _ACCEPTED)
