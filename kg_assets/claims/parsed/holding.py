"""Makes claims from what a sentence takes for granted: that the writer has, takes or pays for something (see `held`
and `own_pets`), and what their own things tell of their home, job and studies (see `ones_own`)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kg_assets.claims.parsed.ailments import dose_changed, given_up_since, taken_off_it
from kg_assets.claims.parsed.antecedents import Thing
from kg_assets.claims.parsed.held import held, illness_behind, paid_before, taken_before
from kg_assets.claims.parsed.homes import home_here
from kg_assets.claims.parsed.making import Maker
from kg_assets.claims.parsed.ones_own import ones_own
from kg_assets.claims.parsed.own_pets import own_pets
from kg_assets.claims.parsed.people import Who
from kg_assets.claims.parsed.statements import Statements
from kg_assets.claims.parsed.words import words
from kg_assets.claims.reading.model import SELF, RawClaim, SpanPair
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence

Tokens = tuple[int, ...]
_MYSELF = Who(SELF, "self", None)


class Holding:
    """Makes the claims of what the writer of one sentence has, uses or takes, and of what that tells about them."""

    def __init__(
        self, s: Sentence, before: Sentence | None, clauses: Sequence[Clause], make: Maker, stated: Statements
    ) -> None:  # fmt: skip
        self.s, self.before, self.clauses, self.make, self.stated = s, before, clauses, make, stated

    def claims(self, told: Sequence[RawClaim]) -> Iterator[RawClaim]:
        """The claims of things that the writer has or takes. Left out are those that the claims in `told`, which
        were read from the same sentence, already tell.
        """
        places = [c.object_span for c in told if c.object_span is not None and c.predicate in words("told_of_holding")]
        pets = [("pet_is", tokens) for tokens in own_pets(self.s)]
        for predicate, tokens in (*held(self.s, self.clauses), *pets):
            start, end = self.s.span(tokens)
            if not any(a < end and start < b for a, b in places) and self.stated.are_own_words(start, end):
                yield self._plainly(predicate, tokens)
                yield from self.for_what(predicate, tokens)
        for meant in taken_before(self.s, self.before):
            start, end = meant.s.span(meant.tokens)
            is_told = any(a < end and start < b for a, b in places)
            if not is_told and self.stated.hold(self.s.start[-1], self.s.end[-1]):
                yield self._used(alone(self.s, (self.s.root,)), meant)
                yield from self.for_what("uses", meant.tokens if meant.s is self.s else (0,))
        yield from self._of_health(places)
        yield from self.home()

    def _of_health(self, places: Sequence[SpanPair]) -> Iterator[RawClaim]:
        """The claims of what the writer takes no more, or takes in another dose."""
        if not self.stated.hold(self.s.start[-1], self.s.end[-1]):
            return
        changed, given_up = dose_changed(self.s, self.clauses), given_up_since(self.s)
        if changed and not self._is_told(changed, places):
            yield self._plainly("uses", changed)
        if given_up:
            made = self.make.claim(
                alone(self.s, tuple(range(len(self.s)))), _MYSELF, "uses", given_up, True, "state", "held", None
            )
            yield replace(shown(made), qualifier_type="since" if made.qualifier_span else None)
        ended = taken_off_it(self.s, self.before)
        if ended is not None and not (ended.s is self.s and self._is_told(ended.tokens, places)):
            made = self._meant(alone(self.s, (self.s.root,)), "uses", ended, "state", is_over=True)
            yield replace(made, qualifier_type="since") if made.qualifier_type == "at" else made

    def _is_told(self, tokens: Tokens, places: Sequence[SpanPair]) -> bool:
        start, end = self.s.span(tokens)
        return any(a < end and start < b for a, b in places)

    def home(self) -> Iterator[RawClaim]:
        """The claim that the writer lives at the place that "here" means, or the claim that they moved there. Nothing
        if the sentence says no such thing."""
        found = home_here(self.s, self.before)
        if found is not None and self.stated.hold(self.s.start[-1], self.s.end[-1]):
            modality = "fact" if found.predicate == "moved_to" else "state"
            yield self._meant(alone(self.s, (self.s.root,)), found.predicate, found.place, modality)

    def of_ones_own(self, clauses: Sequence[Clause]) -> Iterator[RawClaim]:
        """The claims about the writer's life that their own things tell: "my landlord in Ghent" tells where they live.
        The sentence may be a statement, a question or a request. The verbs of `clauses` must be those that carry the
        meaning (as `as_meant` gives them)."""
        for found in ones_own(self.s, clauses):
            start, end = self.s.span(found.phrase)
            if self.stated.are_own_words(start, end):
                said = alone(self.s, found.object)
                made = self.make.claim(said, _MYSELF, found.row.predicate, found.object, False, "state", "own", None)
                yield replace(made, qualifier_type=None, qualifier_span=None, char_start=start, char_end=end)

    def paid(self, clause: Clause) -> Iterator[RawClaim]:
        """The claim that the writer uses the service for which they say that they pay. Nothing if the clause says no
        such thing."""
        meant = paid_before(self.s, clause, self.before)
        if meant is not None:
            yield self._used(clause, meant)

    def for_what(self, predicate: str, medicine: Tokens) -> Iterator[RawClaim]:
        """The claim that the writer has the illness for which they take a medicine: anxiety for "on citalopram for my
        anxiety". Nothing if none is told."""
        ill = illness_behind(self.s, medicine) if predicate == "uses" else ()
        if ill:
            yield self._plainly("has_condition", ill)

    def _plainly(self, predicate: str, tokens: Tokens) -> RawClaim:
        """The claim that the writer has something. Its words are only those that name the thing."""
        start, end = self.s.span(tokens)
        made = self.make.claim(alone(self.s, tokens), _MYSELF, predicate, tokens, False, "state", "held", None)
        return replace(
            shown(made), qualifier_type=None, qualifier_span=None, char_start=start, char_end=end
        )  # fmt: skip

    def _used(self, clause: Clause, meant: Thing) -> RawClaim:
        """The claim that the writer takes or uses what a clause means by "it"."""
        return self._meant(clause, "uses", meant, "state")

    def _meant(
        self, clause: Clause, predicate: str, meant: Thing, modality: str, is_over: bool = False
    ) -> RawClaim:  # fmt: skip
        """The claim whose object is the thing that a pronoun or "here" stands for."""
        made = self.make.claim(clause, _MYSELF, predicate, (), is_over, modality, "it", None)
        span = meant.s.span(meant.tokens)
        return replace(
            shown(made), object=meant.s.words(meant.tokens), object_kind="string", object_span=span,
            char_start=min(span[0], made.char_start),
        )  # fmt: skip


def alone(s: Sentence, tokens: Tokens) -> Clause:
    """A clause that consists of these tokens, for words that belong to no verb."""
    return Clause(
        s.root, "be", None, None, None, "present", "stated", False, False, False, False, tokens, 0, tokens[-1]
    )  # fmt: skip


def shown(made: RawClaim) -> RawClaim:
    """The claim, without the mark `passing`: it names the thing, and so is understood without the conversation."""
    return replace(made, notes={name: note for name, note in made.notes.items() if name != "passing"})
