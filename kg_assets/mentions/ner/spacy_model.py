"""The recogniser that runs a spaCy pipeline, either an installed one or one in a folder."""

from collections.abc import Mapping, Sequence
from importlib import metadata
from typing import Any

from kg_assets.core.errors import ConfigError
from kg_assets.core.modelfiles import model_digest
from kg_assets.mentions.ner.rules import ner_rules
from kg_assets.mentions.ner.span import NerSpan


class SpacyBackend:
    """A pipeline loaded with `spacy.load`; `config/detectors/ner.yaml` maps its labels to ours."""

    def __init__(self, model: str) -> None:
        import spacy

        try:
            self._nlp: Any = spacy.load(model)
        except OSError as error:
            raise ConfigError(
                f"ner_model is {model!r}, and spaCy finds no such pipeline; install it, name a folder that holds one, "
                "or leave ner_model empty to use the gazetteers"
            ) from error
        self._rules = ner_rules()
        self._digest = model_digest(model)

    @property
    def name(self) -> str:
        return f"{self._nlp.meta['lang']}_{self._nlp.meta['name']}"

    @property
    def version(self) -> str:
        return str(self._nlp.meta["version"])

    @property
    def config(self) -> Mapping[str, object]:
        return {
            "backend": "spacy",
            # Two different models may have the same name and version.
            "model_sha256": self._digest,
            "spacy_version": metadata.version("spacy"),
            "pipes": list(self._nlp.pipe_names),
            "labels": dict(sorted(self._rules.labels.items())),
            "confidence": self._rules.model_confidence,
            "rules_version": self._rules.version,
        }

    def find(self, texts: Sequence[str]) -> list[list[NerSpan]]:
        """The names that the pipeline finds and whose label `config/detectors/ner.yaml` maps, for each text. spaCy
        counts codepoints, so offsets need no conversion."""
        return [self._spans(document) for document in self._nlp.pipe(texts)]

    def _spans(self, document: Any) -> list[NerSpan]:
        spans: list[NerSpan] = []
        for entity in document.ents:
            label = self._rules.labels.get(entity.label_)
            if label is None or not entity.text.strip():
                continue
            details = {"model_label": entity.label_}
            confidence = self._rules.model_confidence
            spans.append(NerSpan(entity.start_char, entity.end_char, label, entity.text, confidence, details))
        return spans
