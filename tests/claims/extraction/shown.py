"""A message and what a model is shown of its branch, by hand; and claims as a model writes them."""

from collections.abc import Sequence
from typing import Any

from kg_assets.claims.extraction.settings import ExtractionSettings
from kg_assets.claims.extraction.windows import Material, Mention, Time, Window, windows
from kg_assets.core.data import data_path
from kg_assets.core.faults import Gathered
from kg_assets.core.yamlfile import read_yaml


def settings(**changed: Any) -> ExtractionSettings:
    """The shipped settings with these keys changed."""
    return ExtractionSettings.model_validate(read_yaml(data_path("config/pipeline.yaml"))["extraction"] | changed)


def message(message_id: str, text: str | None, parent: str | None = None, **changed: Any) -> dict[str, Any]:
    return {
        "message_id": message_id,
        "conversation_id": "c1",
        "order_index": int(message_id[1:]),
        "parent_id": parent,
        "role": "user",
        "text_raw": text,
        "is_prose": True,
        "export_content_type": "text",
        "code_fence_ranges_json": None,
        "blockquote_ranges_json": None,
    } | changed


def material(
    *messages: dict[str, Any],
    mentions: dict[str, Sequence[Mention]] | None = None,
    times: dict[str, Sequence[Time]] | None = None,
    names: dict[str, tuple[str, str]] | None = None,
) -> Material:
    return Material({m["message_id"]: m for m in messages}, mentions or {}, times or {}, names or {})


def window_of(made: Material, message_id: str, **changed: Any) -> Window:
    (window,) = [w for w in windows(made, settings(**changed), Gathered()) if w.message_id == message_id]
    return window


def window(text: str, role: str = "user", names: Sequence[str] = (), **changed: Any) -> Window:
    """A message alone; each of the names stands in it once and is an entity whose id is `id of <name>`."""
    mentions = [Mention(text.index(n), text.index(n) + len(n), f"id of {n}", 0) for n in names]
    known = {f"id of {n}": (n, "OTHER") for n in names}
    return window_of(material(message("m1", text, role=role), mentions={"m1": mentions}, names=known), "m1", **changed)


def claim(quote: str, predicate: str = "likes", **changed: Any) -> dict[str, Any]:
    """A claim of an answer."""
    return {
        "subject": "SELF",
        "predicate": predicate,
        "object": None,
        "modality": "state",
        "polarity": "positive",
        "quote": quote,
        "qualifier": None,
        "confidence": 0.9,
    } | changed


def literal(value: str, kind: str = "string") -> dict[str, str]:
    return {"kind": kind, "value": value}
