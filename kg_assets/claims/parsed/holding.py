"""Makes the claims of what a sentence takes for granted: what the writer has, takes or pays for (`held`, `own_pets`),
and what their own things tell of home, job and studies (`ones_own`)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kg_assets.claims.parsed.antecedents import Thing
from kg_assets.claims.parsed.held import held, illness_behind, paid_before, taken_before
from kg_assets.claims.parsed.making import Maker
from kg_assets.claims.parsed.ones_own import ones_own
from kg_assets.claims.parsed.own_pets import own_pets
from kg_assets.claims.parsed.statements import Statements
from kg_assets.claims.parsed.who import Who
from kg_assets.claims.parsed.words import words
from kg_assets.claims.reading.model import SELF, RawClaim
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence

Tokens = tuple[int, ...]
_MYSELF = Who(SELF, "self", None)


class Holding:
    """Reads what the writer of one sentence has, uses or takes, and what that tells of them."""

    def __init__(
        self, s: Sentence, before: Sentence | None, clauses: Sequence[Clause], make: Maker, stated: Statements
    ) -> None:  # fmt: skip
        self.s, self.before, self.clauses, self.make, self.stated = s, before, clauses, make, stated

    def claims(self, told: Sequence[RawClaim]) -> Iterator[RawClaim]:
        """What is not `told` by other claims of the sentence."""
        places = [c.object_span for c in told if c.object_span is not None and c.predicate in words("told_of_holding")]
        pets = [("pet_is", tokens) for tokens in own_pets(self.s)]
        for predicate, tokens in (*held(self.s, self.clauses), *pets):
            start, end = self.s.span(tokens)
            if not any(a < end and start < b for a, b in places) and self.stated.hold(start, end):
                yield self._plainly(predicate, tokens)
                yield from self.for_what(predicate, tokens)
        for meant in taken_before(self.s, self.before):
            if self.stated.hold(self.s.start[-1], self.s.end[-1]):
                yield self._used(alone(self.s, (self.s.root,)), meant)
                yield from self.for_what("uses", meant.tokens if meant.s is self.s else (0,))

    def of_ones_own(self, clauses: Sequence[Clause]) -> Iterator[RawClaim]:
        """What the things that the writer calls their own tell of their life, be it stated, asked or asked for: "my
        landlord in Ghent". The clauses are given as they are meant."""
        for found in ones_own(self.s, clauses):
            start, end = self.s.span(found.phrase)
            if self.stated.are_own_words(start, end):
                said = alone(self.s, found.object)
                made = self.make.claim(said, _MYSELF, found.row.predicate, found.object, False, "state", "own", None)
                yield replace(made, qualifier_type=None, qualifier_span=None, char_start=start, char_end=end)

    def paid(self, clause: Clause) -> Iterator[RawClaim]:
        """The service for which a clause says that the writer pays."""
        meant = paid_before(self.s, clause, self.before)
        if meant is not None:
            yield self._used(clause, meant)

    def for_what(self, predicate: str, medicine: Tokens) -> Iterator[RawClaim]:
        """The illness for which the writer takes a medicine."""
        ill = illness_behind(self.s, medicine) if predicate == "uses" else ()
        if ill:
            yield self._plainly("has_condition", ill)

    def _plainly(self, predicate: str, tokens: Tokens) -> RawClaim:
        """The claim of something that the writer has, in its own words alone."""
        start, end = self.s.span(tokens)
        made = self.make.claim(alone(self.s, tokens), _MYSELF, predicate, tokens, False, "state", "held", None)
        return replace(
            _shown(made), qualifier_type=None, qualifier_span=None, char_start=start, char_end=end
        )  # fmt: skip

    def _used(self, clause: Clause, meant: Thing) -> RawClaim:
        """The claim that the writer takes or uses what a clause means by "it"."""
        made = self.make.claim(clause, _MYSELF, "uses", (), False, "state", "it", None)
        span = meant.s.span(meant.tokens)
        return replace(
            _shown(made), object=meant.s.words(meant.tokens), object_kind="string", object_span=span,
            char_start=min(span[0], made.char_start),
        )  # fmt: skip


def alone(s: Sentence, tokens: Tokens) -> Clause:
    """A clause that says these tokens, for words that no verb tells."""
    return Clause(
        s.root, "be", None, None, None, "present", "stated", False, False, False, False, tokens, 0, tokens[-1]
    )  # fmt: skip


def _shown(made: RawClaim) -> RawClaim:
    """The claim as one that is not only of the talk: what it means is named."""
    return replace(made, notes={name: note for name, note in made.notes.items() if name != "passing"})
