"""Requests to a model about what a person says of themselves: what it is shown, and the form of its answer."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kg_assets.beliefs.frame import BELIEF_TYPES, MODALITIES, POLARITIES, TEMPORAL_SCOPES
from kg_assets.llm.asker import Asker
from kg_assets.llm.request import Request
from kg_assets.llm.schema import strict_object
from kg_assets.llm.settings import ModelSettings

ATOMS_PROMPT, FRAME_PROMPT = "prompts/belief_atoms_v1.md", "prompts/belief_frame_v1.md"
MATCH_PROMPT = "prompts/belief_match_v1.md"
_TEXT, _NUMBER = {"type": "string"}, {"type": "number"}
_ATOM = strict_object(
    atom_text=_TEXT,
    belief_type={"type": "string", "enum": list(BELIEF_TYPES)},
    polarity={"type": "string", "enum": list(POLARITIES)},
    confidence=_NUMBER,
    source_idx={"type": "integer"},
    quote=_TEXT,
)
ATOMS = strict_object(atoms={"type": "array", "items": _ATOM})
FRAME = strict_object(
    temporal_scope={"type": "string", "enum": list(TEMPORAL_SCOPES)},
    modality={"type": "string", "enum": list(MODALITIES)},
    degree=_NUMBER,
    conditional={"type": ["string", "null"]},
    confidence=_NUMBER,
)
MATCH = strict_object(is_same_belief={"type": "boolean"}, confidence=_NUMBER, reasoning=_TEXT)
# The least that an answer must be, or else the model is asked again. Asking again would not mend any other fault: at
# temperature 0 the same answer comes back.
_SOME_ATOMS = {"type": "object", "properties": {"atoms": {"type": "array"}}, "required": ["atoms"]}
_OBJECT = {"type": "object"}


class BeliefQuestions:
    """Makes the requests to a model about atoms (single beliefs in sentences) and about frames. `file` gives the path
    of a prompt by its name."""

    def __init__(self, file: Callable[[str], Path], models: ModelSettings) -> None:
        def asker(name: str, prompt: str, schema: Mapping[str, Any], accepted: Mapping[str, Any]) -> Asker:
            return Asker(models, name, file(prompt).read_text(encoding="utf-8"), schema, accepted)

        self._atoms = asker("belief_atoms", ATOMS_PROMPT, ATOMS, _SOME_ATOMS)
        self._frame = asker("belief_frame", FRAME_PROMPT, FRAME, _OBJECT)

    def atoms(self, candidates: Sequence[str], message_id: str) -> Request:
        """§4.3: the request that asks which beliefs these pieces of a message (`candidates`) hold."""
        shown = [{"idx": idx, "text": text} for idx, text in enumerate(candidates)]
        return self._atoms.about({"candidates": shown}, [message_id])

    def frame(self, sentence: str, belief: str, message_id: str) -> Request:
        """§4.8: the request that asks when a belief is so, and how surely and how strongly it is said."""
        return self._frame.about({"sentence": sentence, "belief": belief}, [message_id])


class MatchQuestions:
    """Makes the requests about whether two beliefs are one."""

    def __init__(self, file: Callable[[str], Path], models: ModelSettings) -> None:
        instructions = file(MATCH_PROMPT).read_text(encoding="utf-8")
        self._match = Asker(models, "belief_match", instructions, MATCH, _OBJECT)

    def match(self, one: str, other: str, message_ids: Iterable[str]) -> Request:
        """§4.11: the request that asks whether two beliefs are the same. The two are shown in sorted order, so that the
        request does not depend on which was said first."""
        first, second = sorted((one, other))
        return self._match.about({"one": first, "other": second}, message_ids)
