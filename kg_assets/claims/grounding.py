"""Turns candidates into grounded claims (seed 000 §4.5, §4.6.1-4.6.5): checks them, and finds their entities,
values and times."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, NamedTuple

import pyarrow as pa

from kg_assets.claims.candidate import Candidate, Read
from kg_assets.claims.claim import Claim, Qualifier
from kg_assets.claims.contracts import PERSON, QUALIFIERS
from kg_assets.claims.literals import Literal, LiteralReader, read_number_words
from kg_assets.claims.newcomers import newcomers_of, relative_of
from kg_assets.claims.resolution import PRONOUNS, Known, Resolution, Resolver, Words, known_of, name_key
from kg_assets.claims.settings import ClaimSettings
from kg_assets.claims.validation import Checked, Rejection, check, without_suppressed
from kg_assets.claims.vocabulary import Vocabulary, read_vocabulary
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import Severity, StageRun
from kg_assets.lexicon.keys import RELATIVE, name_without_mentions, relative_name
from kg_assets.lexicon.merges import LEDGER_KINDS, Merge, standing_merges
from kg_assets.mentions.detect.candidate import DetectSettings
from kg_assets.mentions.detect.engine import DetectEngine
from kg_assets.mentions.times.engine import TimeEngine
from kg_assets.mentions.times.model import TimeSettings

PREDICATES_FILE = "config/predicates.yaml"
LITERALS_FILE = "config/claims/literals.yaml"
# §3.4.2's tiers, which §4 shares; LEXICON:* is the third, all else the fourth.
TIERS = {
    "structured_detectors": ["EMAIL", "URL", "DOI", "UUID", "IP_ADDRESS", "PHONE"],
    "pattern_detectors": [
        "GIT_SHA", "HASH_HEX", "FILEPATH", "BARE_DOMAIN", "ARXIV", "CVE", "ORCID", "HANDLE", "HASHTAG",
    ],
}  # fmt: skip
# Kinds that a name has one of: a place is no person, whatever else it is a part of.
_KINDS_OF_NAMES = ["PERSON", "ORG", "LOCATION"]
_PLACED = {"n": pa.int64(), "message_id": pa.string(), "char_start": pa.int64(), "char_end": pa.int64()}
_ARGUMENTS = pa.schema({**_PLACED, "side": pa.string(), "wanted": pa.string()})
_QUALIFIED = pa.schema({**_PLACED, "words": pa.string(), "value": pa.string()})
_detectors = cache(DetectEngine)
_times = cache(TimeEngine)


class _Argument(NamedTuple):
    """A subject or an object that names an entity: the number of its claim (`n`), its side (subject or object), its
    words and their place."""

    n: int
    side: str
    words: Words
    place: tuple[int, int] | None


class Newcomer(NamedTuple):
    """An entity that only claims name, the message that first named it, and how many arguments named it when
    it was made."""

    known: Known
    message_id: str
    claims: int


@dataclass
class Findings:
    """The rejections and events from grounding some candidates. They hold none of the person's words
    (§4.5.5)."""

    rejected: list[Rejection] = field(default_factory=list)
    events: list[tuple[Severity, str, str, dict[str, Any]]] = field(default_factory=list)

    def reject(self, row: Candidate, reason: str, **detail: Any) -> None:
        if row.extraction_method != PERSON:  # a correction by the person is no candidate
            self.rejected.append(Rejection(row.candidate_id, row.message_id, reason, detail))
        self.tell("WARN", "CANDIDATE_INVALID", row, reason=reason)

    def tell(self, severity: Severity, code: str, row: Candidate, **detail: Any) -> None:
        self.events.append((severity, code, row.message_id, {"candidate_id": row.candidate_id, **detail}))


class Grounder:
    """Grounds candidates in the vocabulary, entities and merges of a build, which are read once.

    Words keep the entity that they were first resolved to, in later calls of `ground` too.
    """

    def __init__(self, stage: StageRun) -> None:
        self._stage = stage
        self.settings: ClaimSettings = stage.settings("claims")
        self.ids = IdSpace(stage.settings("sources").id_namespace)
        self.vocabulary: Vocabulary = read_vocabulary(stage.file(PREDICATES_FILE))
        self._literals = LiteralReader(read_number_words(stage.file(LITERALS_FILE)), partial(_time_engine, stage))
        merges = standing_merges(*(stage.ledger_entries(kind) for kind in LEDGER_KINDS))
        self._merges: dict[str, Merge] = {merge.entity_id: merge for merge in merges}
        self.entities = stage.query("sql/claims/known_entities.sql", parameters=TIERS)
        self.resolver = self._resolver()
        self.newcomers: dict[str, Newcomer] = {}
        self._meanings: dict[Words, Resolution] = {}
        self._predicates: dict[str, str] = {}
        self._named: dict[str, set[str]] = defaultdict(set)

    @property
    def survivors(self) -> dict[str, str]:
        """The entity that each merged entity was merged into, by id."""
        return {own: merge.into_id for own, merge in self._merges.items()}

    def ground(self, candidates: Iterable[Read], findings: Findings) -> list[Claim]:
        """Check candidates and find their entities, values and times. Gives the claims in the order of
        `validation.Checked.order` (§4.9); rejections go to `findings`."""
        held = (claim for claim in self._checked(candidates, findings) if not self._is_invented(claim, findings))
        kept, lost = without_suppressed(held)
        findings.rejected += lost
        kept.sort(key=lambda claim: claim.order)
        for claim in kept:
            if claim.row.object_kind == "entity":
                self._named[claim.label.norm].add(name_key(claim.row.object or ""))
        subjects, objects = self._resolved(kept)
        qualifiers = self._qualifiers(kept, findings)
        claims = []
        for n, (checked, subject, thing) in enumerate(zip(kept, subjects, objects, strict=True)):
            kind, literal = self._kind(checked), self._literal(checked)
            if subject is None or (kind == "entity" and thing is None):
                findings.reject(checked.row, "PRONOUN")
            elif kind not in (None, "entity") and literal is None:
                findings.reject(checked.row, "BAD_OBJECT")
            else:
                predicate_id = self._predicate_id(checked.label.norm)
                claims.append(Claim(checked, predicate_id, subject, thing, literal, qualifiers.get(n)))
        return claims

    def _kind(self, claim: Checked) -> str | None:
        """The kind of a claim's object. Words that were read as a string are an `entity` all the same if another claim
        with this predicate has them as a name.

        Whether "ramipril" is read as a name depends on the sentence, and "off ramipril" must end "on ramipril".
        """
        kind, names = claim.row.object_kind, self._named.get(claim.label.norm)
        is_named = kind == "string" and names is not None and name_key(claim.row.object or "") in names
        return "entity" if is_named else kind

    def _resolver(self) -> Resolver:
        rows = self.entities.to_pylist()
        active = known_of(row for row in rows if row["status"] == "active")
        resolver = Resolver(active, self.survivors, self.settings, self.ids, _detect_engine(self._stage))
        for row in rows:
            if row["status"] == "merged":
                resolver.add_key(row["entity_type"], row["entity_key"], row["merged_into"])
        for merge in self._merges.values():
            resolver.add_key(merge.entity_type, merge.entity_key, merge.into_id)
        return resolver

    def _predicate_id(self, norm: str) -> str:
        known = self._predicates.get(norm)
        if known is None:
            known = self._predicates[norm] = self.ids.make("pred", norm)
        return known

    def _checked(self, candidates: Iterable[Read], findings: Findings) -> Iterator[Checked]:
        """The candidates that pass `check` (phase 3 of the stage). A rejection for each of the others goes to
        `findings`.
        """
        for row, text in candidates:
            outcome = check(row, text, self.vocabulary)
            if isinstance(outcome, Rejection):
                findings.reject(row, outcome.reason)
                continue
            if outcome.span_issue is not None:
                findings.tell("WARN", outcome.span_issue, row)
            yield outcome

    def _is_invented(self, claim: Checked, findings: Findings) -> bool:
        """Whether an argument is an entity id that no entity has: the model invented it (design §9). The
        claim is then rejected."""
        named = [("subject", claim.row.subject)]
        if claim.row.object_kind == "entity" and claim.row.object is not None:
            named.append(("object", claim.row.object))
        for side, words in named:
            is_placed = claim.place_of(side) is not None
            if self.resolver.is_invented(words, is_placed) and not self._reserved(words, claim, is_placed):
                findings.reject(claim.row, "UNKNOWN_ENTITY", argument=side)
                return True
        return False

    def _reserved(self, words: str, claim: Checked, is_placed: bool) -> Resolution | None:
        return self.resolver.reserved(words, claim.row.message.role, is_placed)

    def _resolved(self, claims: Sequence[Checked]) -> tuple[list[Resolution | None], list[Resolution | None]]:
        """The entities of the subjects and those of the objects, one for each claim.

        An object that names no entity is None, and so is a pronoun if no entity is mentioned at its place.
        """
        resolved: dict[str, list[Resolution | None]] = {side: [None] * len(claims) for side in ("subject", "object")}
        open_arguments: list[_Argument] = []
        for argument in self._arguments(claims):
            found = self._reserved(argument.words.words, claims[argument.n], argument.place is not None)
            if found is None:
                open_arguments.append(argument)
                continue
            resolved[argument.side][argument.n] = found
            if found.step == "relative" and found.entity_id not in self.resolver.known:
                self._add_relative(found.entity_id, argument.words.words, claims[argument.n].row.message_id)
        for n, side, resolution in self._mentioned(open_arguments, claims):
            resolved[side][n] = resolution
        worded = [
            argument
            for argument in open_arguments
            if resolved[argument.side][argument.n] is None and argument.words.words.strip() not in PRONOUNS
        ]
        self._learn(worded, claims)
        for argument in worded:
            resolved[argument.side][argument.n] = self._meanings[argument.words]
        return resolved["subject"], resolved["object"]

    def _arguments(self, claims: Sequence[Checked]) -> Iterator[_Argument]:
        known: dict[Words, Words] = {}  # the same is said again and again
        for n, claim in enumerate(claims):
            row, subject = claim.row, Words(claim.row.subject, None)
            yield _Argument(n, "subject", known.setdefault(subject, subject), claim.place_of("subject"))
            if self._kind(claim) == "entity" and row.object is not None:
                thing = Words(row.object, self.vocabulary.entity_type(claim.label.norm))
                yield _Argument(n, "object", known.setdefault(thing, thing), claim.place_of("object"))

    def _mentioned(
        self, arguments: Sequence[_Argument], claims: Sequence[Checked]
    ) -> Iterator[tuple[int, str, Resolution]]:
        """Step 3 of resolution: find the entity that is mentioned at an argument's own place (design §9: the
        argument's own span). Yields the number of the claim, the side (subject or object), and the resolution."""
        placed = [(one, one.place) for one in arguments if one.place is not None]
        columns: dict[str, list[Any]] = {
            "n": [one.n for one, _ in placed],
            "message_id": [claims[one.n].row.message_id for one, _ in placed],
            "char_start": [start for _, (start, _) in placed],
            "char_end": [end for _, (_, end) in placed],
            "side": [one.side for one, _ in placed],
            "wanted": [one.words.wanted for one, _ in placed],
        }
        rows = self._stage.query(
            "sql/claims/argument_mentions.sql",
            parameters={
                **TIERS,
                "least_mention_overlap": self.settings.least_mention_overlap,
                "link_confidence_new": self.settings.link_confidence_new,
                "kinds_of_names": _KINDS_OF_NAMES,
            },
            tables={"arguments": pa.table(columns, schema=_ARGUMENTS)},
        )
        known: dict[Resolution, Resolution] = {}  # many arguments, few mentions that differ in what counts
        for n, side, own, tier, confidence, among in zip(*(c.to_pylist() for c in rows.columns), strict=True):
            found = Resolution(own, tier, confidence, "span", among)
            yield n, side, known.setdefault(found, found)

    def _learn(self, arguments: Sequence[_Argument], claims: Sequence[Checked]) -> None:
        """Resolve words that were not resolved before (steps 4 to 8): by name, alias, key or similar name,
        else as a new entity."""
        asked = Counter(argument.words for argument in arguments if argument.words not in self._meanings)
        first: dict[Words, str] = {}
        for argument in arguments:
            first.setdefault(argument.words, claims[argument.n].row.message_id)
        found = self.resolver.resolve(sorted(asked, key=_word_order))
        unknown = {words: asked[words] for words, known in found.items() if known is None}
        created = newcomers_of(self.ids, unknown, self._merges)
        for words, newcomer in created.items():
            self._add(newcomer, first[words], asked[words])
        for words, known in found.items():
            if known is not None and known.among > 1:
                self._stage.event(
                    "WARN", "AMBIGUOUS_ENTITY_RESOLUTION", first[words], entity_id=known.entity_id, among=known.among,
                    step=known.step, claims=asked[words],
                )  # fmt: skip
            self._meanings[words] = known or _of_newcomer(created[words], self.settings.link_confidence_new)

    def _add_relative(self, own: str, words: str, message_id: str) -> None:
        merge = next((m for m in self._merges.values() if m.into_id == own), None)
        self._add(relative_of(own, words) if merge is None else survivor_of(merge), message_id, 1)

    def _add(self, newcomer: Known, message_id: str, claims: int) -> None:
        if newcomer.entity_id not in self.newcomers:
            self.newcomers[newcomer.entity_id] = Newcomer(newcomer, message_id, claims)
            self.resolver.add(newcomer)

    def _literal(self, claim: Checked) -> Literal | None:
        kind, words = self._kind(claim), claim.row.object
        if kind in (None, "entity") or words is None:
            return None
        # "my dog" names nobody: as a literal it is kept in the words that a person reads, not as `__SELF__/dog`.
        return self._literals.read(kind, relative_name(words) if words.startswith(RELATIVE) else words)

    def _qualifiers(self, claims: Sequence[Checked], findings: Findings) -> dict[int, Qualifier]:
        """The time that qualifies each claim (§4.6.5), by the claim's number."""
        given = [(n, claim) for n, claim in enumerate(claims) if claim.row.qualifier_type in QUALIFIERS]
        places = [claim.place_of("qualifier") or (None, None) for _, claim in given]
        columns: dict[str, list[Any]] = {
            "n": [n for n, _ in given],
            "message_id": [claim.row.message_id for _, claim in given],
            "char_start": [start for start, _ in places],
            "char_end": [end for _, end in places],
            "words": [claim.row.qualifier_text for _, claim in given],
            "value": [claim.row.qualifier_value for _, claim in given],
        }
        rows = self._stage.query(
            "sql/claims/qualifiers.sql", tables={"qualified": pa.table(columns, schema=_QUALIFIED)}
        ).to_pylist()
        linked = {row["n"]: row for row in rows}
        found: dict[int, Qualifier] = {}
        for n, claim in enumerate(claims):
            kind, row = claim.row.qualifier_type, linked.get(n)
            if row is not None:
                found[n] = Qualifier(kind, row["time_mention_id"], row["linked_by"], row["valid_from_utc"])
            elif kind in QUALIFIERS and claim.row.qualifier_value:
                found[n] = Qualifier(kind, None, "value", None)
            elif kind is not None:
                found[n] = Qualifier(None, None, None, None)
                findings.tell("INFO", "TEMPORAL_QUALIFIER_UNLINKED", claim.row)
        return found


def survivor_of(merge: Merge) -> Known:
    """The entity into which a person merged others. It is made from what the merge says of it, for an entity that no
    mention names."""
    return Known(
        merge.into_id, merge.into_type, merge.into_key, name_without_mentions(merge.into_key), (), 0.0, 4, None
    )


def _of_newcomer(newcomer: Known, confidence: float) -> Resolution:
    return Resolution(newcomer.entity_id, newcomer.tier, confidence, "created")


def _word_order(one: Words) -> tuple[str, str]:
    return one.words, one.wanted or ""


def _detect_engine(stage: StageRun) -> DetectEngine:
    settings = stage.settings("mentions")
    return _detectors(
        DetectSettings(
            phone_region=settings.phone_region,
            url_sort_query_params=settings.url_sort_query_params,
            url_keep_query=settings.url_keep_query,
            domain_tld_allowlist_enabled=settings.domain_tld_allowlist_enabled,
        )
    )


def _time_engine(stage: StageRun) -> TimeEngine:
    times = stage.settings("time")
    return _times(TimeSettings(times.anchor_timezone, times.date_order, times.languages, times.default_direction))
