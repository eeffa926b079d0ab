"""Which messages answer a question by what was read in them: a claim of whom it asks about, in the relation it names.

"What am I allergic to" has no word of "I've had a shellfish allergy since childhood"; the claim has them all.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg_assets.claims.saying import row_said
from kg_assets.core.data import data_path
from kg_assets.search.settings import FindingSettings
from kg_assets.search.typed import Typed
from kg_assets.search.words import Words
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import rows_of

_CLAIMED = "sql/search/claimed.sql"
_NEEDS = ("kg.assertions", "kg.predicates", "kg.entities", "kg.assertion_temporalized")
_ASKING = frozenset({
    "what", "who", "whom", "whose", "which", "when", "where", "why", "how", "am", "is", "are", "was", "were", "do",
    "does", "did", "have", "has", "had", "can", "will",
})  # fmt: skip
_ONESELF = frozenset({"i", "i'm", "me", "my", "mine", "myself", "we", "our", "us"})
_SELF = "SELF"
_SHORTEST_ALIKE = 4  # letters that two forms of a word share at least: allergic, allergy


def answers(warehouse: OpenWarehouse, words: Words, typed: Typed, settings: FindingSettings) -> dict[str, str]:
    """Messages by the claim that answers the question, the best first; none of what is no question."""
    is_plain = typed.terms and not (typed.without_terms or typed.phrases or typed.without_phrases or typed.beginnings)
    asked = typed.text.lower().replace("’", "'").split()
    if not is_plain or not (asked[0] in _ASKING or asked[-1].endswith("?")):
        return {}
    if not set(_NEEDS) <= warehouse.manifest.tables.keys():
        return {}
    named = _relations_named(warehouse, words, typed.terms)
    given = {"predicates": sorted(named), "most": settings.answering_claims}
    sql = data_path(_CLAIMED).read_text(encoding="utf-8")
    rows = rows_of(warehouse, sql, given) if named else []
    fits = [(fit, row) for row in rows if (fit := _fit(row, words, typed.terms, named, bool(_ONESELF & {*asked})))]
    found: dict[str, str] = {}
    for _, row in sorted(fits, key=lambda pair: -pair[0]):
        found.setdefault(row["message_id"], row_said(row))
    return dict(list(found.items())[: settings.answers])


def _relations_named(warehouse: OpenWarehouse, words: Words, terms: Sequence[str]) -> dict[str, dict[str, bool]]:
    """The relations that terms of a question name, each with these terms and whether its own name has them."""
    told = rows_of(warehouse, "SELECT canonical_label, raw_predicate_json FROM kg.predicates ORDER BY 1", {})
    by_name: dict[str, dict[str, bool]] = {}
    by_phrase: dict[str, dict[str, bool]] = {}
    for row in told:
        label = row["canonical_label"]
        own = {*words.terms(label.replace("_", " "))}
        said = {*words.terms(" ".join(_phrases(row["raw_predicate_json"])))} - own
        by_name |= {label: dict.fromkeys(own & {*terms}, True)} if own & {*terms} else {}
        by_phrase |= {label: dict.fromkeys(said & {*terms}, False)} if said & {*terms} else {}
    taken = {term for found in by_name.values() for term in found}
    # A word that names a relation means that one: "lives with" is a phrase of conditions, too.
    rest = {label: {t: False for t in found if t not in taken} for label, found in by_phrase.items()}
    return by_name | {label: by_name.get(label, {}) | found for label, found in rest.items() if found}


def _phrases(raw: str | None) -> Sequence[str]:
    phrases: Sequence[str] = (json.loads(raw) if raw else {}).get("phrases", ())
    return phrases


def _fit(
    row: Mapping[str, Any], words: Words, terms: Sequence[str], named: Mapping[str, Mapping[str, bool]], is_own: bool
) -> float:
    """The share of a question's terms that a claim accounts for, 0 where it is no answer."""
    subject = {*words.terms(row["subject"])} & {*terms}
    # "Where does my sister live" asks about her, "where do I live" about nobody else.
    if not (subject or (is_own and row["subject"] == _SELF)):
        return 0
    own = [*words.terms(row["quote"] or ""), *words.terms(row["object"] or "")]
    relation = {
        term for term, is_name in named[row["predicate"]].items() if is_name or any(_alike(term, one) for one in own)
    }
    if not relation:
        return 0
    covered = {*_covered(terms, own), *relation, *subject}
    share = len(covered) / len(terms)
    return share if share >= 0.5 else 0


def _covered(terms: Sequence[str], own: Sequence[str]) -> Iterator[str]:
    return (term for term in terms if any(_alike(term, one) for one in own))


def _alike(one: str, other: str) -> bool:
    """Whether two stems are of one word as far as letters show it: one begins with the other."""
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _SHORTEST_ALIKE and long.startswith(short) and len(long) - len(short) <= 2)
