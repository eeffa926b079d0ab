"""Makes the raw claims of one sentence: the words and places of their arguments, their times, confidence and notes."""

from dataclasses import replace

from kg_assets.claims.parsed.alone import says_little
from kg_assets.claims.parsed.events import OF_CLAUSES, may_be_of_another
from kg_assets.claims.parsed.frames import Frame, factors
from kg_assets.claims.parsed.passing import is_of_the_talk, is_yours
from kg_assets.claims.parsed.people import Who
from kg_assets.claims.parsed.ties import Tie
from kg_assets.claims.parsed.when import NEVER_SAID, Dating, of_what_is_to_come
from kg_assets.claims.parsed.who import in_relation, relative_at
from kg_assets.claims.parsed.words import words
from kg_assets.claims.reading.model import SELF, ObjectKind, Polarity, RawClaim, SpanPair, relative_of_self
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence

Tokens = tuple[int, ...]


class Maker:
    """Makes the claims of one sentence."""

    def __init__(self, s: Sentence, dating: Dating) -> None:
        self.s, self.dating = s, dating

    def claim(
        self, clause: Clause, one: Who, predicate: str, tokens: Tokens, is_negative: bool, modality: str, rule: str,
        frame: Frame | None,
    ) -> RawClaim:  # fmt: skip
        s = self.s
        if tokens and predicate in words("known_by_name"):
            names = (in_relation(s, token)[2] for token in tokens)
            tokens = next((name for name in names if name and name[-1] == tokens[-1]), tokens)  # "her boyfriend Emre"
        is_undated = frame is not None and frame.undated
        is_event = modality == "fact" and (frame is None or frame.modality == "fact")
        # The time of an event may stand inside its object ("a trip last week to Rome"), so all its words are searched.
        when = NEVER_SAID if is_undated else self.dating.when(clause, () if rule == "event" else tokens, is_event)
        if frame is not None and frame.begins and not is_negative and modality == "state" and when.kind == "at":
            when = when._replace(kind="since")
        span = s.span(tokens) if tokens else None
        start, end = s.span([*range(clause.first, clause.last + 1), *tokens])
        notes: dict[str, object] = {}
        if clause.is_hedged:
            notes["hedged"] = True
        is_mood = rule == "event" and clause.lemma == "be" and clause.tense == "present"
        is_of_talk = is_mood or is_yours(s, tokens) or is_of_the_talk(s, one.value, predicate, tokens)
        is_of_noun = clause.antecedent is not None and clause.is_negative  # "books I haven't read in years"
        is_of_talk = is_of_talk or is_of_noun or may_be_of_another(s, clause)
        is_of_talk = is_of_talk or says_little(s, clause, predicate, tokens, rule == "event", when.span is not None)
        if is_of_talk or (frame is not None and frame.passing):
            notes["passing"] = True
        confidence = (frame.confidence if frame is not None else factors().event) * (
            factors().hedge if clause.is_hedged else 1
        )
        polarity: Polarity = "negative" if is_negative else "positive"
        value, kind = _value(self.s, predicate, tokens)
        made = RawClaim(
            one.value, one.span, predicate, value, kind, span, polarity, modality, when.kind, when.span,
            start, end, f"{OF_CLAUSES}{rule}", frame.priority if frame is not None else factors().event_priority,
            round(confidence, 6), notes,
        )  # fmt: skip
        return of_what_is_to_come(made, s) if predicate in words("dated_by_what_comes") else made

    def relation(self, clause: Clause, predicate: str, value: str, span: SpanPair) -> RawClaim:
        """The claim that somebody is a relative. Its words are only those that name the relative, and it has no time:
        what else the clause says of them makes a claim of its own."""
        made = self.claim(clause, Who(SELF, "self", None), predicate, (), False, "state", "relation", None)
        return replace(
            made, object=value, object_kind="entity", object_span=span, qualifier_type=None, qualifier_span=None,
            char_start=span[0], char_end=span[1], confidence=factors().relation,
        )  # fmt: skip

    def tie(self, clause: Clause, tie: Tie) -> RawClaim:
        """The claim that two people, or somebody and a thing, are related; its words are those that name the two."""
        made = self.relation(clause, tie.predicate, self.s.words(tie.name), self.s.span(tie.name))
        first, last = self.s.span((*tie.name,)) if tie.one.span is None else (
            min(tie.one.span[0], made.char_start), max(tie.one.span[1], made.char_end)
        )  # fmt: skip
        return replace(
            made,
            subject=tie.one.value,
            subject_span=tie.one.span,
            char_start=first,
            char_end=last,
        )


def _value(s: Sentence, predicate: str, tokens: Tokens) -> tuple[str | None, ObjectKind | None]:
    """The words of an object and its kind. The kind is `entity` if the object is a name and the predicate takes names
    (list `of_entities`), else `string`."""
    if not tokens:
        return None, None
    relative = relative_at(s, tokens[-1])
    if relative is not None and len(tokens) <= 3 and not relative.name:
        return relative_of_self(relative.noun), "string"
    last = tokens[-2] if len(tokens) > 1 and s.low[tokens[-1]] == "'s" else tokens[-1]  # "St. Brannoc's"
    is_named = predicate in words("of_entities") and s.pos[last] == "PROPN"
    return s.words(tokens), "entity" if is_named else "string"
