"""Everything that people are recorded to say in the tests of claims, and what invented people say."""

import json
from pathlib import Path

from kg_assets.core.yamlfile import read_yaml
from kg_assets.corpus.generator import CorpusSpec, generate

_CLAIMS = Path(__file__).parents[1]


def said() -> list[str]:
    """The texts of the gold files and of the cases."""
    gold = [
        json.loads(line)["text"]
        for name in ("claims.jsonl", "claims_traps.jsonl", "held_out.jsonl")
        for line in (_CLAIMS / "gold" / name).read_text("utf-8").splitlines()
    ]
    cases = read_yaml(Path(__file__).parent / "cases.yaml")
    return [*gold, *(row[0] for rows in cases.values() for row in rows)]


def invented() -> list[str]:
    """The texts of a small export, by the person, the assistant and their tools."""
    return [
        part
        for conversation in generate(CorpusSpec(11, conversations=12))
        for node in conversation["mapping"].values()
        for part in ((node.get("message") or {}).get("content") or {}).get("parts") or ()
        if isinstance(part, str)
    ]
