"""The routes of corrections: what each kind of correction changes (§42A.4.4)."""

from typing import Any

from kg_assets.core.errors import QueryError

Row = dict[str, Any]
# What a correction changes: what the person has said, only names and relations, or nothing that lasts.
ROUTES = {
    "durable_fact_correction": "directive_authority",
    "relation_correction": "graph_correction_only",
    "naming_correction": "graph_correction_only",
    "temporary_context_note": "transient_only",
}


def correction(node: Row, kind: str, text: str) -> tuple[str, Row | None]:
    """Two values: what a correction of this `kind` changes (its route in `ROUTES`); and what the ledger gets. Only a
    `naming_correction` has something for the ledger, the body of an entry by which the words `text` name the node; else
    it is None."""
    if kind not in ROUTES:
        raise QueryError(f"there is no correction {kind!r}; the kinds are {', '.join(ROUTES)}")
    if kind != "naming_correction":
        return ROUTES[kind], None
    words = " ".join(text.lower().split())
    if not words:
        raise QueryError("say what it is called: --to NAME")
    return ROUTES[kind], {
        "normalized_mention": words, "action": "link_existing", "existing_node_id": node["node_id"],
    }  # fmt: skip
