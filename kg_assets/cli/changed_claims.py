"""The claims whose history differs between two builds, and why: the effect of a change of rules, code or sources.

`comparison` compares builds table by table; `history` tells one claim's whole story.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from kg_assets.claims.saying import claim_said, value_said
from kg_assets.cli.history import TABLE, decision_in_words, eligibility_in_words, span_in_words
from kg_assets.cli.sides import add_sides
from kg_assets.cli.zone import shown_zone
from kg_assets.core.harmless import harmless
from kg_assets.engine.runner import Engine
from kg_assets.store.builds import Manifest
from kg_assets.store.sqlrun import session

CHANGED_SQL = "sql/comparing/changed_claims.sql"
_READ = (TABLE, "kg.assertions", "kg.entities", "kg.predicates")
_BY_RULE = ("SUPERSEDED", "OBJECT_DISAGREEMENT", "OBJ_CONFIDENCE_TOO_CLOSE", "OBJ_TRANSITION_CONFLICT")
_CAUSES = {
    "SUPERSEDED": "rule {predicate}: functional",
    "OBJECT_DISAGREEMENT": "rule {predicate}: functional; several values of one moment",
    "OBJ_CONFIDENCE_TOO_CLOSE": "rule {predicate}: functional; neither value wins",
    "OBJ_TRANSITION_CONFLICT": "rule {predicate}: functional; the other value is itself in doubt",
    "CORRECTION_SUPERSESSION_FROM_STAGE4": "corrected",
    "RETRACTED": "taken back",
    "NEGATED": "denied",
    "ENDED_BY_RETRACTION": "said to have ended",
    "ENDED_BY_RESTATEMENT": "later said to have lasted until some time",
}
_NO_LOG: dict[str, list[Any]] = {"decisions": [], "eligibility_reasons": []}
# Each kind of change is one line of the report. Where a rule decided, the relation is part of the kind.
_KIND = (
    "status_before, status_after, code, is_told_by_before, CASE WHEN list_contains($by_rule, code) THEN predicate END"
)
_COUNTS = f"""
SELECT {_KIND} AS relation, count(*) AS claims FROM changed GROUP BY ALL
ORDER BY status_before NULLS LAST, status_after NULLS LAST, claims DESC, code NULLS LAST, is_told_by_before, relation
"""
_CLAIMS = f"""
SELECT * FROM changed
QUALIFY $most IS NULL
    OR row_number() OVER (PARTITION BY {_KIND} ORDER BY said_at_utc NULLS LAST, assertion_id) <= $most
ORDER BY
    status_before NULLS LAST, status_after NULLS LAST, code NULLS LAST, predicate, said_at_utc NULLS LAST, assertion_id
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """One sort of change; claims that changed in the same way are counted together. It has the status before and after
    (None if that build does not have the claim), and the code of the decision that made the difference."""

    status_before: str | None
    status_after: str | None
    code: str | None
    is_told_by_before: bool  # the deciding code is from the earlier build's log and no longer applies
    relation: str | None  # the relation whose rule decided

    def in_words(self) -> str:
        change = f"{self.status_before or 'not there'} → {self.status_after or 'not there'}"
        return f"{change} ({self._cause()})" if self._cause() else change

    def _cause(self) -> str:
        if self.code is None:
            return "other times" if self.status_before == self.status_after else ""
        cause = _CAUSES[self.code].format(predicate=self.relation)
        return f"no longer: {cause}" if self.is_told_by_before else cause


@dataclass(frozen=True, slots=True)
class ChangedClaim:
    """A claim whose status or times differ between the builds, or that only one of them has. The fields are
    in the order of the SELECT.
    """

    assertion_id: str
    subject: str
    predicate: str
    object: str | None
    polarity: str
    said_at_utc: str | None
    status_before: str | None
    status_after: str | None
    code: str | None
    is_told_by_before: bool
    from_before: str | None
    to_before: str | None
    hint_before: str | None
    precision_before: str | None
    from_after: str | None
    to_after: str | None
    hint_after: str | None
    precision_after: str | None
    by_assertion_id: str | None
    by_subject: str | None
    by_predicate: str | None
    by_object: str | None
    by_polarity: str | None
    log: str | None  # None if the builds do not both have one

    @property
    def kind(self) -> Kind:
        relation = self.predicate if self.code in _BY_RULE else None
        return Kind(self.status_before, self.status_after, self.code, self.is_told_by_before, relation)

    def said(self) -> str:
        return _sentence(self.subject, self.predicate, self.object, self.polarity)

    def reason(self) -> str:
        """The decision that made the difference, in words; empty where only one build has the claim, and
        where no decision or reason is logged.
        """
        if self.status_before is None or self.status_after is None:
            return ""
        log = json.loads(self.log) if self.log else _NO_LOG
        decided = next((d for d in log["decisions"] if d["code"] == self.code), None)
        if decided is not None:
            words = decision_in_words(decided)
            if self.by_subject is not None and self.by_predicate is not None:
                words += f": {_sentence(self.by_subject, self.by_predicate, self.by_object, self.by_polarity)}"
        elif log["eligibility_reasons"]:
            words = f"nothing closes it: {eligibility_in_words(log['eligibility_reasons'])}"
        else:
            return ""
        return f"no longer: {words}" if self.is_told_by_before else words

    def spans(self) -> tuple[str, str]:
        """The times at which the claim was true, first by the earlier and then by the later build, as exactly as its
        words say. A build without the claim gives an empty text."""
        zone = shown_zone()
        before = span_in_words(self.from_before, self.to_before, self.hint_before, self.precision_before, zone)
        after = span_in_words(self.from_after, self.to_after, self.hint_after, self.precision_after, zone)
        return before if self.status_before else "", after if self.status_after else ""

    def to_json(self) -> dict[str, Any]:
        return {k: v for k, v in asdict(self).items() if k != "log"} | {"reason": self.reason()}


@dataclass(frozen=True, slots=True)
class ClaimComparison:
    """How many claims changed in which way, and the claims to show."""

    counts: Sequence[tuple[Kind, int]]
    claims: Sequence[ChangedClaim]
    not_compared: Sequence[str] = ()  # columns that one of the builds does not have


def compare_claims(engine: Engine, a: Manifest, b: Manifest, most: int | None) -> ClaimComparison | None:
    """The claims that differ, at most `most` of each kind (None: all). None if a build was made before claims
    had a history.
    """
    if any(name not in manifest.tables for manifest in (a, b) for name in _READ):
        return None
    if a.tables[TABLE].contents == b.tables[TABLE].contents:
        return ClaimComparison([], [])
    select = engine.config.file(CHANGED_SQL).read_text(encoding="utf-8").strip()
    with session(engine.threads, engine.config.section("store").memory_limit, engine.home.tmp) as connection:
        not_compared = _add_tables(engine, connection, a, b)
        connection.execute(f"CREATE TABLE changed AS {select}")
        by_rule = {"by_rule": list(_BY_RULE)}
        counts = [(Kind(*row[:-1]), row[-1]) for row in connection.execute(_COUNTS, by_rule).fetchall()]
        claims = connection.execute(_CLAIMS, by_rule | {"most": most}).fetchall()
    return ClaimComparison(counts, [ChangedClaim(*row) for row in claims], not_compared)


def _add_tables(engine: Engine, connection: Any, a: Manifest, b: Manifest) -> list[str]:
    """Add the tables of both builds as `before.…` and `after.…`. Returns the columns that are not
    compared."""
    unlike: list[str] = []
    for name in _READ:
        contract = engine.house.tables[name]
        sides = {
            f"{side}.{contract.table_name}": [
                engine.contents.path(content) for content in manifest.tables[name].contents
            ]
            for side, manifest in (("before", a), ("after", b))
        }
        unlike += [f"{name}.{column}" for column in add_sides(connection, contract, sides)]
    return unlike


def report_lines(found: ClaimComparison) -> Iterator[str]:
    """The report for a person: each kind of change with its number, and under it the claims to show."""
    if found.not_compared:
        yield f"compared without {', '.join(found.not_compared)}, which the builds do not both have"
    if not found.counts:
        yield "every claim has the same history in both"
        return
    changed = sum(number for _, number in found.counts)
    yield "one claim has another history:" if changed == 1 else f"{changed} claims have another history:"
    for kind, number in found.counts:
        yield ""
        yield f"{kind.in_words()}: {number}"
        for claim in found.claims:
            if claim.kind == kind:
                yield from _claim_lines(claim)


def _claim_lines(claim: ChangedClaim) -> Iterator[str]:
    yield f"  {claim.assertion_id[:8]}  {claim.said()}  ({(claim.said_at_utc or 'no date')[:10]})"
    before, after = claim.spans()
    yield (
        f"            {before} → {after}" if before and after and before != after else f"            {after or before}"
    )
    if reason := claim.reason():
        yield f"            {reason}"


def _sentence(subject: str, predicate: str, thing: str | None, polarity: str | None) -> str:
    return harmless(claim_said(subject, predicate, value_said(thing or ""), polarity or "positive"))
