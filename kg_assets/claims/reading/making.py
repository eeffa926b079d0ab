"""Makes claims from matched patterns: spans, polarity, modality, qualifier, confidence and notes."""

from dataclasses import dataclass, field
from typing import NamedTuple

from kg_assets.claims.reading.frames import Frame, Match, factors
from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import SELF, Object, ObjectKind, Polarity, RawClaim, SpanPair, Subject, VerbGroup
from kg_assets.claims.reading.qualifiers import qualifier
from kg_assets.claims.reading.sentence import Sentence

# Patterns whose negation is part of the expression and denies nothing ("can't get enough of", "doesn't run without").
_SAID_BY_DENIAL = frozenset({"enough.of", "resist", "run.without", "have.aversion"})
_PAST = frozenset({"past", "used_to", "past_progressive"})


class Setting(NamedTuple):
    """The clause around a claim: its subject, its verb, and the tokens between which its time is searched."""

    subject: Subject
    verb: VerbGroup
    first: int
    last: int
    anchor: int
    hedges: tuple[str, ...] = ()


@dataclass(slots=True)
class Maker:
    """Makes the claims of one sentence. The words of a claim are taken from the original message."""

    s: Sentence
    original: str
    claims: list[RawClaim] = field(default_factory=list)

    def from_match(self, setting: Setting, match: Match) -> None:
        for found in match.objects:
            if setting.subject.value != SELF and (found.value or "").startswith("__SELF__/"):
                continue
            self.add(setting, match.frame, found)

    def add(self, setting: Setting, frame: Frame, found: Object) -> None:
        predicate = found.predicate or frame.predicate
        if predicate in ("relation", "other") or _is_nobody(setting.subject):
            return
        notes = {key: value for key, value in found.notes if key not in ("object_last", "thing_first", "thing_last")}
        extra = dict(found.notes)
        subject, span = setting.subject.value, setting.subject.span
        if "who" in extra:
            subject, span = str(extra["who"]), None
            del notes["who"]
        if predicate == "costs" and "thing" in extra:
            subject = str(extra["thing"])
            span = self.s.span(_number(extra["thing_first"]), _number(extra["thing_last"]))
            del notes["thing"]
        stop = _number(extra["object_last"]) if "object_last" in extra else found.last
        start, end = self.s.span(found.first, stop)
        if "thing" in extra or (found.value and not found.value.startswith("__SELF__/")):
            end = (
                start + len(found.value or "")
                if self.original[start : start + len(found.value or "")] == found.value
                else end
            )
        text = (
            found.value
            if found.value is not None and found.value.startswith("__SELF__/")
            else found.value or self.original[start:end]
        )
        self._keep(setting, frame, predicate, (subject, span), (text, found.kind, (start, end)), found, notes)

    def _is_a_day(self, span: tuple[int, int]) -> bool:
        return self.original[slice(*span)].lower() in self.s.words["short_days"] | self.s.words["weekdays"]

    def _keep(
        self,
        setting: Setting,
        frame: Frame,
        predicate: str,
        who: tuple[str, tuple[int, int] | None],
        what: tuple[str, ObjectKind, tuple[int, int]],
        found: Object,
        notes: dict[str, object],
    ) -> None:
        verb = setting.verb
        qualifier_type, qualifier_span = qualifier(self.s, setting.first, setting.last, setting.anchor)
        if frame.is_undated or (what[1] == "date" and qualifier_span == what[2]):
            qualifier_type, qualifier_span = None, None
        if predicate == "habit" and qualifier_span is not None and self._is_a_day(qualifier_span):
            qualifier_type, qualifier_span = None, None  # "netball weds nights" is not of one Wednesday
        negative = verb.is_negative or frame.flips or found.is_negated
        is_idiom = predicate in ("dislikes", "struggles_with")
        if (is_idiom and verb.tense == "negated_can") or frame.id in _SAID_BY_DENIAL:
            negative = False
        start = min(self.s.starts[setting.anchor], what[2][0])
        end = max(what[2][1], self.s.ends[min(found.last, len(self.s)) - 1], start + 1)
        is_change = _brings_about(frame, verb, predicate) or not _TAKEN_ON.isdisjoint(
            self.s.low[verb.first : verb.last + 2]
        )
        modality = _modality(frame, verb, predicate, is_change)
        begins = modality == "state" and verb.tense in _PAST and is_change and not negative
        if qualifier_type == "at" and (begins or frame.is_since or self._is_birthday(predicate, qualifier_span)):
            qualifier_type = "since"
        confidence = frame.confidence
        if setting.hedges:
            notes["hedge"] = " ".join(setting.hedges)
            is_doubt = not self.s.words["hedges"].isdisjoint(setting.hedges)
            confidence *= factors()["hedged" if is_doubt else "thought"]
        if setting.subject.is_plural:
            notes["plural"] = True
        if verb.tense not in ("present", "progressive"):
            notes["tense"] = verb.tense
        if verb.is_ended or frame.flips:
            notes["ended"] = True
        polarity: Polarity = "negative" if negative else "positive"
        text, kind, span = what
        if any(c.predicate == predicate and c.object_span == span and c.subject == who[0] for c in self.claims):
            return
        self.claims.append(
            RawClaim(
                who[0],
                who[1],
                predicate,
                text,
                kind,
                span,
                polarity,
                modality,
                qualifier_type,
                qualifier_span,
                start,
                end,
                frame.id,
                frame.priority,
                round(confidence, 12),
                notes,
            )
        )

    def relation(
        self,
        relation: str,
        value: str,
        span: tuple[int, int],
        start: int,
        is_plural: bool,
        rule_id: str,
        is_negative: bool = False,
        is_past: bool = False,
    ) -> None:
        """Add the claim that somebody is related to the person, as "my" with a noun tells it ("my brother Tom").
        Nothing is added if the sentence already told it. A relation told in the past ("was my boss") becomes a fact."""
        if relation == "other":
            return
        notes: dict[str, object] = {"plural": True} if is_plural else {}
        if is_past:
            notes["tense"] = "past"
        for claim in self.claims:
            if claim.predicate == relation and claim.object == value:
                return
        first = min(start, span[0])
        polarity: Polarity = "negative" if is_negative else "positive"
        self.claims.append(
            RawClaim(
                SELF, None, relation, value, "entity", span, polarity, "fact" if is_past else "state", None, None,
                first, span[1], rule_id, 9, factors()["relation"], notes,
            )
        )  # fmt: skip

    def _is_birthday(self, predicate: str, when: SpanPair | None) -> bool:
        """Whether an age began on the day on which it is told, because its time is "today": somebody who is "44 today"
        is 44 from that day on."""
        return predicate == "age_is" and when is not None and self.original[slice(*when)].lower() == "today"

    def age_beside(self, name: str, place: tuple[int, int], age: tuple[int, int]) -> None:
        """Add the age that is written beside a name in a list of names ("Ava, 7, and Mia, 9")."""
        self.claims.append(
            RawClaim(
                name, place, "age_is", self.original[age[0] : age[1]], "number", age, "positive", "state", None, None,
                place[0], age[1], "relation.age", 9, factors()["relation"],
            )
        )  # fmt: skip


def _is_nobody(subject: Subject) -> bool:
    """Whether a subject is a relative without a name whose relation has no predicate in the vocabulary ("my uncle")."""
    return subject.relation == "other" and subject.value.startswith("__SELF__/")


# Verbs of a change whose result lasts: somebody who joined a firm in 2022 works there since then.
_CHANGES = word_list("making", "changes")
_TAKEN_ON = word_list("making", "taken_on")
# The ids of rules for such changes whose verb is "be" or "get" begin so.
_DONE_TO_ONE = ("diagnosed", "be.hired", "be.promoted")


def _brings_about(frame: Frame, verb: VerbGroup, predicate: str) -> bool:
    """Whether a verb in the past tells a change whose result still holds: somebody diagnosed in 2019 still has the
    illness, and somebody hired works there."""
    is_birth = predicate == "child_is" and verb.lemma == "have"  # "had a baby girl called Ivy"
    return is_birth or verb.lemma in _CHANGES or frame.id.startswith(_DONE_TO_ONE)


def _modality(frame: Frame, verb: VerbGroup, predicate: str, is_change: bool) -> str:
    """The modality of a claim. A state told in the past is mostly a fact ("I lived in Graz"), but a past change that
    brought a state about ("I joined Orlo") leaves it a state. "I used to love films" is a fact, "I loved the film" a
    preference."""
    if frame.modality == "preference" and verb.tense == "used_to":
        return "fact"
    if predicate == "habit" and verb.tense == "used_to":
        return "fact"
    if predicate == "has_goal" and verb.lemma == "be" and verb.tense in _PAST:
        return "fact"  # "my goal was to learn Greek"
    if verb.tense not in _PAST or frame.modality != "state" or frame.flips or is_change:
        return frame.modality
    return frame.modality if predicate in ("age_is", "owns") else "fact"


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
