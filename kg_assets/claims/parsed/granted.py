"""Makes the claims of what a sentence takes for granted of the writer's home, job and studies (`workplaces`,
`ones_own`)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kg_assets.claims.parsed.holding import alone
from kg_assets.claims.parsed.making import Maker
from kg_assets.claims.parsed.ones_own import ones_own
from kg_assets.claims.parsed.statements import Statements
from kg_assets.claims.parsed.ties import Tie
from kg_assets.claims.parsed.who import Who
from kg_assets.claims.parsed.workplaces import workplaces
from kg_assets.claims.reading.model import SELF, RawClaim
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence

_MYSELF = Who(SELF, "self", None)


class Granted:
    """Reads what one sentence takes for granted, be it a statement, a question or a request."""

    def __init__(self, s: Sentence, make: Maker, stated: Statements) -> None:
        self.s, self.make, self.stated = s, make, stated

    def works(self, clauses: Sequence[Clause]) -> Iterator[RawClaim]:
        """Where the writer works: "a poster for Solvane where I work"."""
        for name in workplaces(self.s):
            if self.stated.are_own_words(*self.s.span(name)):
                within = next((c for c in clauses if c.first <= name[0] <= c.last), alone(self.s, name))
                yield self.make.tie(within, Tie(_MYSELF, "works_at", name))

    def owns(self, clauses: Sequence[Clause]) -> Iterator[RawClaim]:
        """What the things that the writer calls their own tell of their life: "my landlord in Ghent"."""
        for found in ones_own(self.s, clauses):
            start, end = self.s.span(found.phrase)
            if self.stated.are_own_words(start, end):
                said = alone(self.s, found.object)
                made = self.make.claim(said, _MYSELF, found.row.predicate, found.object, False, "state", "own", None)
                yield replace(made, qualifier_type=None, qualifier_span=None, char_start=start, char_end=end)
