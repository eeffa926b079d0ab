"""JSON-LD 1.1 with PROV-O: every claim as an entity that comes from words of a message, by somebody, in a build.

One object a line, so that the file can be written and read as a stream. Identifiers are compact: the context says what
`claim:` and its like stand for.
"""

import json
import re
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from kg_assets.core.instants import NO_INSTANT
from kg_assets.exports.source import ExportedBuild, Row, counting_rows

_URN = "urn:annals:"
_KINDS = (
    "agent", "build", "claim", "conflict", "conversation", "entity", "message", "relation", "retraction", "software",
    "source", "stage",
)  # fmt: skip
_VOCABULARY = "annals"
_INSTANTS = ("asOf", "horizon", "saidAt", "validFrom", "validTo", "validUntilHint", "detectedAt")
_NUMBERS = ("confidence", "salience")
_LINKS = (
    "supersededBy", "retractedBy", "negatedBy", "inConversation", "retracts", "replacedBy", "member", "ranStage",
)  # fmt: skip
_STANDARD_LINKS = (
    "rdf:subject", "rdf:predicate", "prov:entity", "prov:used", "prov:wasDerivedFrom", "prov:wasAttributedTo",
    "prov:wasGeneratedBy", "prov:wasAssociatedWith",
)  # fmt: skip
_DECIMAL = re.compile(r"-?\d+(?:\.\d+)?", re.ASCII)
# As exact as the words were.
_DATES = (
    ("xsd:gYear", re.compile(r"\d{4}", re.ASCII)),
    ("xsd:gYearMonth", re.compile(r"\d{4}-\d{2}", re.ASCII)),
    ("xsd:date", re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)),
)
_PERSON, _ASSISTANT = "agent:person", "agent:assistant"
_AGENTS = {"user": _PERSON, "assistant": _ASSISTANT}


def context() -> dict[str, Any]:
    """What every name in the file stands for."""
    names: dict[str, Any] = {
        "prov": "http://www.w3.org/ns/prov#",
        "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
        "skos": "http://www.w3.org/2004/02/skos/core#",
        "dcterms": "http://purl.org/dc/terms/",
        "oa": "http://www.w3.org/ns/oa#",
        "xsd": "http://www.w3.org/2001/XMLSchema#",
        _VOCABULARY: f"{_URN}vocabulary:",
    }
    names |= {kind: f"{_URN}{kind}:" for kind in _KINDS}
    names |= {name: {"@id": f"{_VOCABULARY}:{name}", "@type": "xsd:dateTime"} for name in _INSTANTS}
    names |= {name: {"@id": f"{_VOCABULARY}:{name}", "@type": "xsd:double"} for name in _NUMBERS}
    names |= {name: {"@id": f"{_VOCABULARY}:{name}", "@type": "@id"} for name in _LINKS}
    return names | {name: {"@type": "@id"} for name in _STANDARD_LINKS}


def write_jsonld(build: ExportedBuild, target: Path) -> dict[str, int]:
    """Write the file; returns how many claims, entities and messages it speaks of."""
    counts: dict[str, int] = {}
    with target.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write(f'{{"@context":{_text(context())},\n"@graph":[\n')
        stream.writelines(_lines(_things(build, counts)))
        stream.write("\n]}\n")
    return counts


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _lines(things: Iterator[dict[str, Any]]) -> Iterator[str]:
    joint = ""
    for thing in things:
        yield joint + _text({name: value for name, value in thing.items() if value is not None})
        joint = ",\n"


def _things(build: ExportedBuild, counts: dict[str, int]) -> Iterator[dict[str, Any]]:
    made_by = _id("build", str(build.manifest.ref))
    yield from _making(build)
    for row in build.rows_of("jsonld/conversations.sql"):
        yield _conversation(row)
    for row in counting_rows(build.rows_of("jsonld/messages.sql"), counts, "message"):
        yield _message(row)
    for row in counting_rows(build.rows_of("jsonld/entities.sql"), counts, "entity"):
        yield _entity(row, made_by)
    for row in build.rows_of("jsonld/relations.sql"):
        yield _relation(row)
    for row in counting_rows(build.rows_of("jsonld/claims.sql"), counts, "claim"):
        yield _claim(row, made_by)
    for row in build.rows_of("jsonld/retractions.sql"):
        yield _retraction(row, made_by)
    for row in build.rows_of("jsonld/conflicts.sql"):
        yield _conflict(row, made_by)


def _id(kind: str, name: str) -> str:
    return f"{kind}:{quote(name, safe='-._~')}"


def _id_or_none(kind: str, name: str | None) -> str | None:
    return None if name is None else _id(kind, name)


def _making(build: ExportedBuild) -> Iterator[dict[str, Any]]:
    """The activity that made everything else, with the versions of what took part, and those who speak."""
    manifest = build.manifest
    software = _id("software", f"annals-{version('annals')}")
    stages = {name: _id("stage", f"{manifest.ref}:{name}") for name in sorted(manifest.stages)}
    yield {
        "@id": _id("build", str(manifest.ref)),
        "@type": "prov:Activity",
        "rdfs:label": f"Build {manifest.ref}",
        **{
            name: instant
            for name, instant in (("asOf", manifest.as_of), ("horizon", manifest.horizon))
            if instant != NO_INSTANT
        },
        "prov:used": [_id("source", source) for source in sorted(manifest.sources)],
        "prov:wasAssociatedWith": software,
        "ranStage": list(stages.values()),
    }
    for name, record in sorted(manifest.stages.items()):
        yield {
            "@id": stages[name],
            "@type": f"{_VOCABULARY}:Stage",
            "rdfs:label": name,
            f"{_VOCABULARY}:codeVersion": record.code_version,
            f"{_VOCABULARY}:configurationHash": record.config_hash,
            f"{_VOCABULARY}:fingerprint": record.fingerprint,
        }
    for source in sorted(manifest.sources):
        yield {"@id": _id("source", source), "@type": "prov:Entity", f"{_VOCABULARY}:sha256": source}
    label = f"Annals {version('annals')}"
    yield {"@id": software, "@type": ["prov:Agent", "prov:SoftwareAgent"], "rdfs:label": label}
    yield {"@id": _PERSON, "@type": ["prov:Agent", "prov:Person"], "rdfs:label": "The person"}
    yield {"@id": _ASSISTANT, "@type": ["prov:Agent", "prov:SoftwareAgent"], "rdfs:label": "The assistant"}


def _conversation(row: Row) -> dict[str, Any]:
    return {
        "@id": _id("conversation", row["conversation_id"]),
        "@type": ["prov:Entity", "prov:Collection"],
        "dcterms:title": row["title"],
        f"{_VOCABULARY}:sourceKind": row["source_kind"],
    }


def _message(row: Row) -> dict[str, Any]:
    return {
        "@id": _id("message", row["message_id"]),
        "@type": "prov:Entity",
        "inConversation": _id("conversation", row["conversation_id"]),
        "prov:wasAttributedTo": _AGENTS.get(row["role"]),
        f"{_VOCABULARY}:role": row["role"],
        f"{_VOCABULARY}:timestampQuality": row["timestamp_quality"],
        "saidAt": row["created_at_utc"],
    }


def _entity(row: Row, made_by: str) -> dict[str, Any]:
    return {
        "@id": _id("entity", row["entity_id"]),
        "@type": ["prov:Entity", f"{_VOCABULARY}:Entity"],
        "skos:prefLabel": row["canonical_name"],
        "skos:altLabel": [name for name in row["aliases_json"] if name != row["canonical_name"]] or None,
        f"{_VOCABULARY}:entityType": row["entity_type"],
        f"{_VOCABULARY}:mentions": row["mention_count"],
        "salience": row["salience_score"],
        "prov:wasGeneratedBy": made_by,
    }


def _relation(row: Row) -> dict[str, Any]:
    return {
        "@id": _id("relation", row["canonical_label_norm"]),
        "@type": "rdf:Property",
        "rdfs:label": row["canonical_label"],
        f"{_VOCABULARY}:category": row["category"],
    }


def _claim(row: Row, made_by: str) -> dict[str, Any]:
    message = _id("message", row["message_id"])
    return {
        "@id": _id("claim", row["assertion_id"]),
        "@type": ["prov:Entity", "rdf:Statement", f"{_VOCABULARY}:Claim"],
        "rdf:subject": _id("entity", row["subject_entity_id"]),
        "rdf:predicate": _id("relation", row["canonical_label_norm"]),
        "rdf:object": _object(row),
        **{f"{_VOCABULARY}:{name}": row[name] for name in ("polarity", "modality", "status")},
        f"{_VOCABULARY}:extractionMethod": row["extraction_method"],
        f"{_VOCABULARY}:extractionModel": row["extraction_model"],
        "confidence": row["confidence_final"],
        "saidAt": row["asserted_at_utc"],
        "validFrom": row["valid_from_utc"],
        "validTo": row["valid_to_utc"],
        "validUntilHint": row["valid_until_hint_utc"],
        f"{_VOCABULARY}:validTimeType": row["valid_time_type"],
        f"{_VOCABULARY}:validTimePrecision": row["valid_time_precision"],
        "supersededBy": _id_or_none("claim", row["superseded_by"]),
        "retractedBy": _id_or_none("retraction", row["retracted_by_retraction_id"]),
        "negatedBy": _id_or_none("claim", row["negated_by_assertion_id"]),
        "prov:wasAttributedTo": _AGENTS[row["asserted_role"]],
        "prov:wasGeneratedBy": made_by,
        "prov:wasDerivedFrom": message,
        "prov:qualifiedDerivation": _words(message, row),
    }


def _object(row: Row) -> dict[str, Any] | None:
    """An entity by its name, or a literal."""
    if row["object_entity_id"] is not None:
        return {"@id": _id("entity", row["object_entity_id"])}
    return None if row["object_value"] is None else literal(row["object_value_type"], row["object_value"])


def literal(kind: str, stored: str) -> dict[str, Any]:
    """A literal, stored as JSON, with the type that XML Schema has for it; what JSON alone can say stays JSON."""
    value = json.loads(stored)
    if kind == "json":
        return {"@value": value, "@type": "@json"}
    if kind == "number":
        # A decimal has no exponent.
        return {"@value": stored, "@type": "xsd:decimal" if _DECIMAL.fullmatch(stored) else "xsd:double"}
    if kind == "boolean":
        return {"@value": value}
    types = (name for name, form in _DATES if kind == "date" and form.fullmatch(value))
    name = next(types, None)
    return {"@value": value} if name is None else {"@value": value, "@type": name}


def _words(message: str, row: Row) -> dict[str, Any]:
    """Which words of the message: their codepoints, and the words themselves."""
    derivation: dict[str, Any] = {"@type": "prov:Derivation", "prov:entity": message}
    if row["char_start"] is not None and row["char_end"] is not None:
        position = {"@type": "oa:TextPositionSelector", "oa:start": row["char_start"], "oa:end": row["char_end"]}
        words = {"@type": "oa:TextQuoteSelector", "oa:exact": row["surface_text"]}
        derivation["oa:hasSelector"] = [position, words] if row["surface_text"] is not None else position
    return derivation


def _retraction(row: Row, made_by: str) -> dict[str, Any]:
    message = _id("message", row["message_id"])
    return {
        "@id": _id("retraction", row["retraction_id"]),
        "@type": ["prov:Entity", f"{_VOCABULARY}:Retraction"],
        f"{_VOCABULARY}:retractionType": row["retraction_type"],
        "retracts": _id_or_none("claim", row["target_assertion_id"]),
        "replacedBy": _id_or_none("claim", row["replacement_assertion_id"]),
        "confidence": row["confidence"],
        "prov:wasAttributedTo": _AGENTS.get(row["role"]),
        "prov:wasGeneratedBy": made_by,
        "prov:wasDerivedFrom": message,
        "prov:qualifiedDerivation": _words(message, row),
    }


def _conflict(row: Row, made_by: str) -> dict[str, Any]:
    return {
        "@id": _id("conflict", row["conflict_group_id"]),
        "@type": ["prov:Entity", f"{_VOCABULARY}:Conflict"],
        f"{_VOCABULARY}:conflictType": row["conflict_type"],
        "detectedAt": row["detected_at_utc"],
        "member": [_id("claim", member) for member in row["members"]],
        "prov:wasGeneratedBy": made_by,
    }
