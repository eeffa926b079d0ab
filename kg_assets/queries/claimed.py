"""Which messages answer a question by what was read in them: a claim of whom it asks about, in the relation it names.

"What am I allergic to" has no word of "I've had a shellfish allergy since childhood"; the claim has them all.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from kg_assets.claims.saying import row_said
from kg_assets.core.data import data_path
from kg_assets.search.asking import is_about_oneself, is_question
from kg_assets.search.settings import FindingSettings
from kg_assets.search.typed import Typed
from kg_assets.search.words import Words
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import rows_of

_CLAIMED = "sql/search/claimed.sql"
_NEEDS = ("kg.assertions", "kg.predicates", "kg.entities", "kg.assertion_temporalized")
_SELF = "SELF"


def answers(warehouse: OpenWarehouse, words: Words, typed: Typed, settings: FindingSettings) -> dict[str, str]:
    """Each message with the claim of it that answers the question, the best first; none of what is no question."""
    marked = (typed.named, typed.phrases, typed.beginnings, typed.without_terms, typed.without_phrases)
    is_plain = typed.terms and not any(marked)
    if not is_plain or not is_question(typed.text):
        return {}
    if not set(_NEEDS) <= warehouse.manifest.tables.keys():
        return {}
    named = _relations_named(warehouse, words, typed.terms)
    given = {"predicates": sorted(named), "most": settings.answering_claims}
    sql = data_path(_CLAIMED).read_text(encoding="utf-8")
    rows = rows_of(warehouse, sql, given) if named else []
    is_own = is_about_oneself(typed.text)
    shares = ((_share(row, words, typed.terms, named, is_own, settings.alike_letters), row) for row in rows)
    fits = [(share, row) for share, row in shares if share >= settings.answering_share]
    found: dict[str, str] = {}
    for _, row in sorted(fits, key=lambda pair: -pair[0]):
        found.setdefault(row["message_id"], row_said(row))
    return found


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


def _share(
    row: Mapping[str, Any], words: Words, terms: Sequence[str], named: Mapping[str, Mapping[str, bool]], is_own: bool,
    letters: int,
) -> float:  # fmt: skip
    """The share of a question's terms that a claim accounts for, 0 where it is of somebody or something else."""
    subject = {*words.terms(row["subject"])} & {*terms}
    # "Where does my sister live" asks about her, "where do I live" about nobody else.
    if not (subject or (is_own and row["subject"] == _SELF)):
        return 0
    own = [*words.terms(row["quote"] or ""), *words.terms(row["object"] or "")]
    covered = {term for term in terms if any(_are_alike(term, one, letters) for one in own)}
    relation = {term for term, is_name in named[row["predicate"]].items() if is_name or term in covered}
    return len(covered | relation | subject) / len(terms) if relation else 0


def _are_alike(one: str, other: str, letters: int) -> bool:
    """Whether two stems are of one word as far as letters show it: allergic, allergy."""
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= letters and long.startswith(short) and len(long) - len(short) <= letters // 2)
