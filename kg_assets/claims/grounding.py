"""From candidates to grounded claims (seed 000 §4.5, §4.6.1-4.6.5): what holds, who is meant, what value and time."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from kg_assets.claims.claim import Claim, Qualifier
from kg_assets.claims.contracts import QUALIFIERS
from kg_assets.claims.literals import Literal, LiteralReader, read_number_words
from kg_assets.claims.newcomers import newcomers_of, relative_of
from kg_assets.claims.resolution import PRONOUNS, Known, Resolution, Resolver, Words, known_of
from kg_assets.claims.settings import ClaimSettings
from kg_assets.claims.validation import Checked, Rejection, Row, check, without_suppressed
from kg_assets.claims.vocabulary import Vocabulary, read_vocabulary
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import StageRun
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
_PLACED = {"n": pa.int64(), "message_id": pa.string(), "char_start": pa.int64(), "char_end": pa.int64()}
_ARGUMENTS = pa.schema({**_PLACED, "side": pa.string()})
_QUALIFIED = pa.schema({**_PLACED, "words": pa.string(), "value": pa.string()})
_detectors = cache(DetectEngine)
_times = cache(TimeEngine)


class _Argument(NamedTuple):
    """A subject or an object that names an entity."""

    n: int
    side: str
    words: Words
    place: tuple[int, int] | None


class Grounder:
    """Everything that candidates are grounded in, read once; what it found wanting is kept beside."""

    def __init__(self, stage: StageRun) -> None:
        self._stage = stage
        self.settings: ClaimSettings = stage.settings("claims")
        self.ids = IdSpace(stage.settings("sources").id_namespace)
        self.vocabulary: Vocabulary = read_vocabulary(stage.file(PREDICATES_FILE))
        self._literals = LiteralReader(read_number_words(stage.file(LITERALS_FILE)), _time_engine(stage))
        merges = standing_merges(*(stage.ledger_entries(kind) for kind in LEDGER_KINDS))
        self._merges: dict[str, Merge] = {merge.entity_id: merge for merge in merges}
        self.resolver = self._resolver()
        self.newcomers: dict[str, Known] = {}
        self.rejected: list[Rejection] = []

    @property
    def survivors(self) -> dict[str, str]:
        """Which entity stands for each that a person merged."""
        return {own: merge.into_id for own, merge in self._merges.items()}

    def ground(self, candidates: Sequence[Row]) -> list[Claim]:
        """The claims among candidates, in the order of §4.9."""
        held = [claim for claim in self._checked(candidates) if not self._is_invented(claim)]
        kept, lost = without_suppressed(held)
        self.rejected += lost
        kept.sort(key=lambda claim: claim.order)
        resolved = self._resolved(kept)
        qualifiers = self._qualifiers(kept)
        claims = []
        for n, checked in enumerate(kept):
            literal = self._literal(checked)
            subject, thing = resolved.get((n, "subject")), resolved.get((n, "object"))
            kind = checked.row["object_kind"]
            if subject is None or (kind == "entity" and thing is None):
                self._reject(checked.row, "PRONOUN")
                continue
            if kind not in (None, "entity") and literal is None:
                self._reject(checked.row, "BAD_OBJECT")
                continue
            predicate_id = self.ids.make("pred", checked.label.norm)
            claims.append(Claim(checked, predicate_id, subject, thing, literal, qualifiers.get(n)))
        return claims

    def _resolver(self) -> Resolver:
        rows = self._stage.query("sql/claims/known_entities.sql", parameters=TIERS).to_pylist()
        active = known_of(row for row in rows if row["status"] == "active")
        resolver = Resolver(active, self.survivors, self.settings, self.ids, _detect_engine(self._stage))
        for row in rows:
            if row["status"] == "merged":
                resolver.add_key(row["entity_type"], row["entity_key"], row["merged_into"])
        for merge in self._merges.values():
            resolver.add_key(merge.entity_type, merge.entity_key, merge.into_id)
        return resolver

    def _checked(self, candidates: Sequence[Row]) -> Iterator[Checked]:
        """Phase 3, message file by message file, so that the texts of all need not be held at once."""
        of_message: dict[str, list[Row]] = defaultdict(list)
        for row in candidates:
            of_message[row["message_id"]].append(row)
        for message_id, text in texts_of(self._stage, of_message.keys()):
            for row in of_message[message_id]:
                outcome = check(row, text or "", self.vocabulary)
                if isinstance(outcome, Rejection):
                    self._reject(row, outcome.reason)
                    continue
                if outcome.span_issue is not None:
                    self._warn(outcome.span_issue, row)
                yield outcome

    def _is_invented(self, claim: Checked) -> bool:
        """Design §9: an entity id that no entity has is an invention of the model."""
        named = [("subject", claim.row["subject"])]
        if claim.row["object_kind"] == "entity":
            named.append(("object", claim.row["object"]))
        for side, words in named:
            is_placed = claim.place_of(side) is not None
            if self.resolver.is_invented(words, is_placed) and not self._reserved(words, claim, is_placed):
                self._reject(claim.row, "UNKNOWN_ENTITY", argument=side)
                return True
        return False

    def _reserved(self, words: str, claim: Checked, is_placed: bool) -> Resolution | None:
        return self.resolver.reserved(words, claim.row["role"], is_placed)

    def _resolved(self, claims: Sequence[Checked]) -> dict[tuple[int, str], Resolution]:
        """The entity of every argument that names one; pronouns that nothing is mentioned at have none."""
        resolved: dict[tuple[int, str], Resolution] = {}
        open_arguments: list[_Argument] = []
        for argument in self._arguments(claims):
            claim = claims[argument.n]
            found = self._reserved(argument.words.words, claim, argument.place is not None)
            if found is None:
                open_arguments.append(argument)
                continue
            resolved[argument.n, argument.side] = found
            if found.step == "relative" and found.entity_id not in self.resolver.known:
                self._add_relative(found.entity_id, argument.words.words)
        resolved |= self._mentioned(open_arguments, claims)
        worded = [
            argument
            for argument in open_arguments
            if (argument.n, argument.side) not in resolved and argument.words.words.strip() not in PRONOUNS
        ]
        by_words = self._by_words(worded, claims)
        return resolved | {(one.n, one.side): by_words[one.words] for one in worded}

    def _arguments(self, claims: Sequence[Checked]) -> Iterator[_Argument]:
        for n, claim in enumerate(claims):
            yield _Argument(n, "subject", Words(claim.row["subject"], None), claim.place_of("subject"))
            if claim.row["object_kind"] == "entity":
                wanted = self.vocabulary.entity_type(claim.label.norm)
                yield _Argument(n, "object", Words(claim.row["object"], wanted), claim.place_of("object"))

    def _mentioned(
        self, arguments: Sequence[_Argument], claims: Sequence[Checked]
    ) -> dict[tuple[int, str], Resolution]:
        """Step 3 (design §9: the argument's own span)."""
        placed = [
            {
                "n": one.n,
                "side": one.side,
                "message_id": claims[one.n].row["message_id"],
                "char_start": one.place[0],
                "char_end": one.place[1],
            }
            for one in arguments
            if one.place is not None
        ]
        rows = self._stage.query(
            "sql/claims/argument_mentions.sql",
            parameters={**TIERS, "least_mention_overlap": self.settings.least_mention_overlap},
            tables={"arguments": pa.Table.from_pylist(placed, schema=_ARGUMENTS)},
        ).to_pylist()
        return {
            (row["n"], row["side"]): Resolution(row["entity_id"], row["tier"], row["confidence"], "span", row["among"])
            for row in rows
        }

    def _by_words(self, arguments: Sequence[_Argument], claims: Sequence[Checked]) -> dict[Words, Resolution]:
        """Steps 4 to 8, for distinct words."""
        asked = Counter(argument.words for argument in arguments)
        first: dict[Words, str] = {}
        for argument in arguments:
            first.setdefault(argument.words, claims[argument.n].row["message_id"])
        found = self.resolver.resolve(sorted(asked, key=_word_order))
        unknown = {words: asked[words] for words, known in found.items() if known is None}
        created = newcomers_of(self.ids, unknown, self._merges)
        for words, newcomer in created.items():
            if newcomer.entity_id not in self.newcomers:
                self._add(newcomer)
                self._stage.event(
                    "WARN", "ENTITY_CREATED_DURING_GROUNDING", first[words], entity_id=newcomer.entity_id,
                    claims=asked[words],
                )  # fmt: skip
        resolved: dict[Words, Resolution] = {}
        for words, known in found.items():
            if known is not None and known.among > 1:
                self._stage.event(
                    "WARN", "AMBIGUOUS_ENTITY_RESOLUTION", first[words], entity_id=known.entity_id, among=known.among,
                    step=known.step, claims=asked[words],
                )  # fmt: skip
            resolved[words] = known or _of_newcomer(created[words], self.settings.link_confidence_new)
        return resolved

    def _add_relative(self, own: str, words: str) -> None:
        merge = next((m for m in self._merges.values() if m.into_id == own), None)
        self._add(relative_of(own, words) if merge is None else survivor_of(merge))

    def _add(self, newcomer: Known) -> None:
        self.newcomers[newcomer.entity_id] = newcomer
        self.resolver.add(newcomer)

    def _literal(self, claim: Checked) -> Literal | None:
        kind = claim.row["object_kind"]
        return None if kind in (None, "entity") else self._literals.read(kind, claim.row["object"])

    def _qualifiers(self, claims: Sequence[Checked]) -> dict[int, Qualifier]:
        """§4.6.5."""
        qualified = [n for n, claim in enumerate(claims) if claim.row["qualifier_type"] in QUALIFIERS]
        given = [
            {
                "n": n,
                "message_id": claims[n].row["message_id"],
                "char_start": claims[n].row["qualifier_start"],
                "char_end": claims[n].row["qualifier_end"],
                "words": claims[n].row["qualifier_text"],
                "value": claims[n].row["qualifier_value"],
            }
            for n in qualified
        ]
        rows = self._stage.query(
            "sql/claims/qualifiers.sql", tables={"qualified": pa.Table.from_pylist(given, schema=_QUALIFIED)}
        ).to_pylist()
        linked = {row["n"]: row for row in rows}
        found: dict[int, Qualifier] = {}
        for n, claim in enumerate(claims):
            kind, row = claim.row["qualifier_type"], linked.get(n)
            if row is not None:
                found[n] = Qualifier(kind, row["time_mention_id"], row["linked_by"], row["valid_from_utc"])
            elif kind in QUALIFIERS and claim.row["qualifier_value"]:
                found[n] = Qualifier(kind, None, "value", None)
            elif kind is not None:
                found[n] = Qualifier(None, None, None, None)
                self._stage.event(
                    "INFO", "TEMPORAL_QUALIFIER_UNLINKED", claim.row["message_id"],
                    candidate_id=claim.row["candidate_id"],
                )  # fmt: skip
        return found

    def _reject(self, row: Row, reason: str, **detail: Any) -> None:
        """§4.5.5, without the person's words."""
        if row["extraction_method"] != "person":  # which is no candidate
            self.rejected.append(Rejection(row["candidate_id"], row["message_id"], reason, detail))
        self._warn("CANDIDATE_INVALID", row, reason=reason)

    def _warn(self, code: str, row: Row, **detail: Any) -> None:
        self._stage.event("WARN", code, row["message_id"], candidate_id=row["candidate_id"], **detail)


def texts_of(stage: StageRun, message_ids: Iterable[str]) -> Iterator[tuple[str, str | None]]:
    """The texts of some messages, file by file."""
    wanted = pa.array(sorted(message_ids), pa.string())
    for path in stage.paths("kg.messages"):
        table = pq.read_table(path, columns=["message_id", "text_raw"])
        named = table.filter(pc.is_in(table.column("message_id"), wanted))
        yield from zip(named.column("message_id").to_pylist(), named.column("text_raw").to_pylist(), strict=True)


def survivor_of(merge: Merge) -> Known:
    """The entity that a person joined others to, where no mention speaks of it."""
    return Known(merge.into_id, merge.into_type, merge.into_key, merge.into_key, (), 0.0, 4, None)


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
