"""Finds claims of the published build by id or by words, and says each claim in one line.

What is then done with a claim belongs to the command.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rapidfuzz import fuzz, process

from kg_assets.claims.saying import claim_said, value_said
from kg_assets.cli.highlight import highlight_spans
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless
from kg_assets.language.bounds import sentence_bounds
from kg_assets.queries.numbers import serve_settings
from kg_assets.store.decisions import ClaimJudged
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

_OF_AN_ID = re.compile(r"[0-9A-Fa-f-]+", re.ASCII)
# What became of a claim in stage 4, in words.
SUPERSESSIONS = {"retraction": "taken back", "correction": "corrected", "temporal_end": "no longer so"}
_CLAIMS = """
SELECT a.assertion_id, a.message_id, a.fact_key, s.canonical_name, a.subject_entity_id, p.canonical_label,
    coalesce(o.canonical_name, a.object_value), a.object_entity_id IS NOT NULL, a.polarity, a.modality,
    a.asserted_role, a.asserted_at_utc, c.title, m.text_raw, a.char_start, a.char_end, a.surface_text,
    a.confidence_final, a.has_user_corroboration, a.superseded_by_assertion_id, a.supersession_type,
    a.extraction_method, a.extraction_model, a.raw_assertion_json
FROM kg.assertions a
JOIN kg.messages m USING (message_id)
JOIN kg.conversations c USING (conversation_id)
JOIN kg.entities s ON s.entity_id = a.subject_entity_id
JOIN kg.predicates p USING (predicate_id)
LEFT JOIN kg.entities o ON o.entity_id = a.object_entity_id
"""


# A claim gets another id when what it is made of changes: a verdict on it, a merge, other rules.
_FORMER = """
SELECT assertion_id, message_id, fact_key, polarity, surface_text, char_start, char_end, predicate_id, max(build_id)
FROM kg_history.assertions WHERE starts_with(assertion_id, ?) GROUP BY ALL ORDER BY assertion_id LIMIT 1
"""
_IN_ITS_PLACE = """
WHERE a.message_id = ? AND (a.char_start < ? AND a.char_end > ?) IS NOT FALSE
    AND (a.predicate_id = ? OR a.extraction_method = 'person')
ORDER BY a.superseded_by_assertion_id IS NOT NULL, a.assertion_id
"""


@dataclass(frozen=True, slots=True)
class Former:
    """A claim of an earlier build whose id is gone. `now` has the claims of the published build that may have taken its
    place: they overlap its words, and either have its predicate or were stated by the person in a correction."""

    assertion_id: str
    build: str
    judged: ClaimJudged
    now: Sequence["Claim"]


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim with its place in a message. The fields are in the order of the SELECT."""

    assertion_id: str
    message_id: str
    fact_key: str
    subject: str
    subject_id: str
    predicate: str
    stored_object: str | None
    is_about_entity: bool
    polarity: str
    modality: str
    role: str
    said_at: str | None
    title: str | None
    text: str | None
    char_start: int | None
    char_end: int | None
    quote: str | None
    confidence: float
    is_corroborated: bool
    superseded_by: str | None
    supersession: str | None
    method: str
    model: str | None
    raw: str

    @property
    def object(self) -> str | None:
        """The object's name, or its value as a person reads it."""
        if self.stored_object is None or self.is_about_entity:
            return self.stored_object
        value = json.loads(self.stored_object)
        return value if isinstance(value, str) else value_said(self.stored_object)

    @property
    def short_id(self) -> str:
        return self.assertion_id[:8]

    def judged(self) -> ClaimJudged:
        """The claim in the form in which a verdict names it: message, quote, fact and polarity."""
        return ClaimJudged.model_validate(
            {
                "message_id": self.message_id, "quote": self.quote or "", "fact_key": self.fact_key,
                "polarity": self.polarity,
            }
        )  # fmt: skip


def claim_named(warehouse: OpenWarehouse, typed: str) -> Claim:
    """The claim whose id is `typed`, or the only one whose id begins with `typed`. Otherwise an error that lists the
    claims that may be meant."""
    require_long_enough(warehouse, typed)
    found = claims_beginning(warehouse, typed)
    if len(found) == 1:
        return found[0]
    if found:
        raise ambiguous(typed, found)
    gone = former(warehouse, typed)
    if gone is not None:
        now = listed(gone.now) if gone.now else "  nothing"
        raise QueryError(f"no claim has the id {typed!r} any more; what the same words say now:\n{now}")
    raise QueryError(f"no claim has the id {typed!r}; `annals why WORDS` finds claims by their words")


def former(warehouse: OpenWarehouse, typed: str) -> Former | None:
    """The claim of a kept earlier build whose id begins with `typed`; if several do, the first by id. None if none
    does, if `typed` is too short, or if it cannot be an id."""
    if len(typed) < serve_settings().shortest_beginning or not _OF_AN_ID.fullmatch(typed):
        return None
    rows = select(warehouse.connection, _FORMER, [typed.lower()]).fetchall()
    if not rows:
        return None
    own, message_id, fact_key, polarity, quote, start, end, predicate, build = rows[0]
    judged = ClaimJudged(message_id=message_id, quote=quote or "", fact_key=fact_key, polarity=polarity)
    return Former(own, build, judged, claims_of(warehouse, _IN_ITS_PLACE, [message_id, end, start, predicate]))


def ambiguous(typed: str, found: Sequence[Claim]) -> QueryError:
    """The error for a `typed` beginning of an id that fits several claims."""
    return QueryError(f"{typed!r} is the beginning of {len(found)} claims; type more of it:\n{listed(found)}")


def require_long_enough(warehouse: OpenWarehouse, typed: str) -> None:
    """Refuse a beginning of an id that is too short. The error says how many claims have ids that begin with it."""
    fewest = serve_settings().shortest_beginning
    if len(typed) >= fewest or not _OF_AN_ID.fullmatch(typed):
        return
    number = len(_claims_starting(warehouse, typed))
    claims = f"{number} claims begin so" if number > 1 else "one claim begins so" if number else "no claim begins so"
    raise QueryError(
        f"{typed!r} is too short for an id, of which at least {fewest} characters are to be typed; {claims}"
    )


def looks_like_id(typed: str) -> bool:
    """Whether `typed` can only be an id or the beginning of one. True for hex digits that mix figures and letters
    ("3fa9"), for figures too few for a beginning of an id ("12"), and for a single hex digit; false for what may be a
    word or a year ("bead", "2024")."""
    has_figure, has_letter = any(map(str.isdecimal, typed)), any(map(str.isalpha, typed))
    is_short = len(typed) < serve_settings().shortest_beginning
    return bool(_OF_AN_ID.fullmatch(typed)) and (len(typed) == 1 or (has_figure and (has_letter or is_short)))


def claims_beginning(warehouse: OpenWarehouse, typed: str) -> list[Claim]:
    """The claims whose id is `typed` or begins with it; an empty list if it is too short."""
    if len(typed) < serve_settings().shortest_beginning:
        return []
    return _claims_starting(warehouse, typed)


def _claims_starting(warehouse: OpenWarehouse, typed: str) -> list[Claim]:
    return claims_of(warehouse, "WHERE starts_with(a.assertion_id, ?) ORDER BY a.assertion_id", [typed.lower()])


def claims_of(warehouse: OpenWarehouse, condition: str, parameters: list[Any]) -> list[Claim]:
    """The claims that meet a condition. `condition` is the rest of the SELECT: WHERE and ORDER BY."""
    if "kg.assertions" not in warehouse.manifest.tables:
        raise QueryError("the published build holds no claims; `annals build` makes one that does")
    return [Claim(*row) for row in select(warehouse.connection, _CLAIMS + condition, parameters).fetchall()]


def nearest_claims(warehouse: OpenWarehouse, words: str) -> list[Claim]:
    """The claims most like the words, the most like first; at most `most_listed`, none below
    `claim_least_likeness`.
    """
    everything = claims_of(warehouse, "ORDER BY a.assertion_id", [])
    names = [f"{stored(claim)} {said(claim)} {claim.quote or ''}".casefold() for claim in everything]
    hits = process.extract(
        words.casefold(),
        names,
        scorer=fuzz.token_set_ratio,
        limit=None,
        score_cutoff=serve_settings().claim_least_likeness,
    )
    ranked = sorted(hits, key=lambda hit: (-hit[1], everything[hit[2]].said_at or "~", everything[hit[2]].assertion_id))
    return [everything[index] for _, _, index in ranked[: serve_settings().most_listed]]


def said(claim: Claim) -> str:
    """The claim as a sentence."""
    told = claim_said(claim.subject, claim.predicate, claim.object, claim.polarity, claim.modality)
    return harmless(" ".join(told.split()))


def stored(claim: Claim) -> str:
    """The claim in one line as the build stores it: the names of subject and object around the predicate's label, such
    as "Anna works_at Acme"."""
    no = "not " if claim.polarity == "negative" else ""
    return harmless(" ".join(f"{claim.subject} {no}{claim.predicate} {claim.object or ''}".split()))


def listed(claims: Sequence[Claim]) -> str:
    """Claims in lines, for choosing among them: at most `most_listed`, then how many more there are."""
    most = serve_settings().most_listed
    lines = [f"  {c.short_id}  {said(c)}  ({', '.join(_about(c))})" for c in claims[:most]]
    if len(claims) > most:
        lines.append(f"  and {len(claims) - most} more")
    return "\n".join(lines)


def _about(claim: Claim) -> Iterator[str]:
    """What is shown beside a claim: its day, who said it, and whether it was taken back, corrected or ended."""
    yield (claim.said_at or "no date")[:10]
    yield claim.role
    if claim.supersession is not None:
        yield SUPERSESSIONS[claim.supersession]


def words_in_sentence(claim: Claim, mark: Callable[[str], str]) -> str:
    """The sentence around the claim's words on one line, with these words marked; cut to `widest_sentence`
    characters on either side. A note in brackets if the claim has no words in its message.
    """
    text = harmless(claim.text or "")
    if claim.char_start is None or claim.char_end is None:
        return "(the model named no words for it)"
    around = [(s, e) for s, e in sentence_bounds(text) if s < claim.char_end and claim.char_start < e]
    start = min([claim.char_start, *(s for s, _ in around)])
    end = max([claim.char_end, *(e for _, e in around)])
    widest = serve_settings().widest_sentence
    first, last = max(start, claim.char_start - widest), min(end, claim.char_end + widest)
    piece = text[first:last].replace("\n", " ").replace("\t", " ")
    shown = highlight_spans(piece, [(claim.char_start - first, claim.char_end - first)], mark)
    return ("…" if first > start else "") + shown + ("…" if last < end else "")
