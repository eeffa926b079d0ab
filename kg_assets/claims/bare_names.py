"""Reads what a message says about people whom it calls by first name alone: "yara cant eat gluten".

Such a claim counts only if the person says elsewhere who that is ("my sister Yara"). A message is read by itself, so
this is not known here yet. Every name that may be a person's is read as if "my friend" stood in its place, and
grounding later keeps only the claims about people who are known (`sql/claims/unknown_names.sql`).
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kg_assets.claims.parsed.circle import heard_of, short_names_of
from kg_assets.claims.parsed.reader import read_sentences
from kg_assets.claims.parsed.union import joined
from kg_assets.claims.parsed.words import words
from kg_assets.claims.reading.model import RawClaim, SpanPair, relative_of_self
from kg_assets.claims.reading.reader import ClaimReader
from kg_assets.claims.reading.regions import closed_regions, likely_regions
from kg_assets.claims.reading.tokens import straighten
from kg_assets.core.spans import OffsetMap, Ranges
from kg_assets.core.spans import replace as replaced
from kg_assets.language.clauses import clauses_of
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

# The word rules know relatives by such words; a friend may be "he" as well as "she".
_STAND_IN = "my friend"
_AS_READ = relative_of_self("friend")
_QUOTE = re.compile('["“”«»]')
Time = tuple[int, int, str]


def told_by_bare_names(
    reader: ClaimReader, sentences: Sequence[Sentence], times: Sequence[Time], names: Sequence[SpanPair], text: str,
    hidden: Sequence[SpanPair], circle: frozenset[str], told: Sequence[RawClaim],
) -> list[RawClaim]:  # fmt: skip
    """The claims of a message about people whom it calls by first name alone; `subject` is the name as written.

    `told` are the claims that were read from the message in the usual way: what they already say of the same name at
    the same place is left out. `circle` are the names that the message itself shows to be people's.
    """
    heard, short = heard_of(sentences), short_names_of(sentences)
    if not heard and not short:
        return []
    by_words = list(_Parts(reader, sentences, times, names, text, hidden).of_friends(heard, short - heard))
    by_clauses = read_sentences(sentences, times, text, hidden, circle, heard) if heard else []
    found = (claim for claim in joined(by_words, by_clauses, sentences, times) if claim.subject in heard | short)
    # Claims about things do not count here: somebody who is called by name is no thing.
    of_people = [claim for claim in told if claim.predicate not in words("said_of_things")]
    places = {
        name: Ranges(_where(c) for c in of_people if c.subject == name) for name in {c.subject for c in of_people}
    }
    # "Rusty is a 70 pound boxer" tells of a dog and no job.
    pets = {claim.object for claim in told if claim.predicate == "pet_is"}
    found = (claim for claim in found if not (claim.predicate == "works_as" and claim.subject in pets))
    return [c for c in found if c.subject not in places or not places[c.subject].intersects(*_where(c))]


def _where(claim: RawClaim) -> SpanPair:
    return claim.object_span or (claim.char_start, claim.char_end)


class _Parts:
    """Gives the word rules the sentences of a message, with "my friend" in place of a name.

    A sentence with the name is read together with the next one, where "she" may mean the same person. No more is read
    for each name, so that the work grows in proportion to the message.
    """

    def __init__(
        self, reader: ClaimReader, sentences: Sequence[Sentence], times: Sequence[Time], names: Sequence[SpanPair],
        text: str, hidden: Sequence[SpanPair],
    ) -> None:  # fmt: skip
        self._reader, self._text = reader, text
        self._sentences = [s for s in sentences if s.is_parsed]
        opened = _QUOTE.search(text)
        self._quoted_from = len(text) if opened is None else opened.start()
        self._times, self._names = sorted(times), sorted((start, end, "") for start, end in set(names))
        # Ranges of others' words (a quotation, a letter, a text to improve) are looked for in the whole message, since
        # the words that open them may lie outside of the sentences that are read.
        plain = straighten(text)
        self._closed = Ranges([*hidden, *closed_regions(plain, likely_regions(plain))])

    def of_friends(self, heard: frozenset[str], short: frozenset[str]) -> Iterator[RawClaim]:
        """The claims that the word rules read about the names in `heard`, and about those in `short` that carry an "s"
        for "is" ("chidis a nurse"). Each claim is given once."""
        found: dict[tuple[object, ...], RawClaim] = {}
        for n, s in enumerate(self._sentences):
            words = {s.word(at) for at in range(len(s))}
            called = [(name, name, _STAND_IN) for name in sorted(words & heard)]
            called += [(name, f"{name}s", f"{_STAND_IN}'s") for name in sorted({word[:-1] for word in words} & short)]
            for name, written, stand_in in called:
                for claim in self._of_a_friend(n, name, written, stand_in):
                    key = (claim.subject, claim.predicate, claim.object, claim.polarity, claim.char_start)
                    found.setdefault(key, claim)
        yield from found.values()

    def _of_a_friend(self, n: int, name: str, written: str, stand_in: str) -> Iterator[RawClaim]:
        """The claims that the word rules read about `name` in sentence number `n`, with `stand_in` put where `written`
        stands."""
        called = re.compile(rf"(?<!\w){re.escape(written)}(?!\w)")
        s = self._sentences[n]
        found = called.search(self._text, s.char_start, s.char_end)
        if found is None:
            return
        first, last = self._clause_of(s, found.start()), s.char_end
        following = self._sentences[n + 1] if n + 1 < len(self._sentences) else None
        if following is not None and following.sentence_index == s.sentence_index + 1:
            last = following.char_end
        part = self._text[first:last]
        if _STAND_IN in part.lower():
            return  # a friend of theirs could not be told from the stand-in
        told = replaced(part, [(found.start(), found.end(), stand_in) for found in called.finditer(part)])

        def moved(start: int, end: int) -> SpanPair:
            return told.offsets.to_target(max(start, first) - first, min(end, last) - first)

        times = [(*moved(start, end), said) for start, end, said in _inside(self._times, first, last)]
        names = [moved(start, end) for start, end, _ in _inside(self._names, first, last)]
        closed = [moved(*span) for span in self._closed.touching(first, last)]
        for claim in self._reader.read(told.text, closed, "user", times, names):
            if claim.subject == _AS_READ and claim.subject_span is not None and _STAND_IN not in (claim.object or ""):
                yield _in_place(claim, name, self._text, told.offsets, first)

    def _clause_of(self, s: Sentence, at: int) -> int:
        """The offset at which reading begins for a name at `at`. It is `at` itself if the words before the name ask
        something ("what's a quick dinner, ndidi doesn't eat pork"), else the start of the sentence, so that a request
        for a made-up story is noticed."""
        before = self._text[s.char_start : at].rstrip()
        opens = before.endswith((",", ";", ":")) or before.rpartition(" ")[2].lower() in closed_class("clause_openings")
        moods = [clause.mood for clause in clauses_of(s) if s.start[clause.verb] < at]
        is_asked = "asked" in moods and set(moods) <= {"asked", "stated"}
        return at if opens and is_asked and at < self._quoted_from else s.char_start


def _inside(places: Sequence[Time], first: int, last: int) -> list[Time]:
    """The entries of `places`, which are sorted, that lie between `first` and `last`."""
    begun = places[bisect_left(places, (first,)) : bisect_left(places, (last,))]
    return [place for place in begun if place[1] <= last]


def _in_place(claim: RawClaim, name: str, text: str, offsets: OffsetMap, first: int) -> RawClaim:
    """The claim with the name as its subject, and with its places moved back to where they are in the message."""

    def place(span: SpanPair) -> SpanPair:
        start, end = offsets.to_source(*span)
        return start + first, end + first

    def back(span: SpanPair | None) -> SpanPair | None:
        return None if span is None else place(span)

    start, end = place((claim.char_start, claim.char_end))
    whom = back(claim.subject_span)
    if whom is not None and text.startswith(name, whom[0]):
        whom = whom[0], whom[0] + len(name)  # without the "s" of "chidis"; a pronoun stays
    return replace(
        claim, subject=name, subject_span=whom,
        object_span=back(claim.object_span), qualifier_span=back(claim.qualifier_span), char_start=start, char_end=end,
    )  # fmt: skip
