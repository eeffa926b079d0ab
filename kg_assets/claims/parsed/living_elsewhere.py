"""Finds where relatives and friends live, from a place right behind the word or name for them: "my brother Prenesh in
Perth says come", "a birthday message for my grandmother in Abeokuta"."""

from collections.abc import Iterator

from kg_assets.claims.parsed.ties import Tie
from kg_assets.claims.parsed.who import relative_at, relative_named
from kg_assets.claims.parsed.words import shared, told_as, words
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Tokens = tuple[int, ...]
_NOUNS = ("NOUN", "PROPN")


def living_elsewhere(s: Sentence) -> Iterator[Tie]:
    """The ties of relatives and friends to the places behind them, in the order of the text."""
    is_shown = not words("shown_or_made_up").isdisjoint(s.low) or not closed_class("conditions").isdisjoint(s.low)
    for token in range(0 if is_shown else len(s) - 2):
        relative = relative_at(s, token) if s.pos[token] in _NOUNS else None
        one = None if relative is None else relative_named(s, token)
        if relative is None or one is None or told_as(relative.noun) not in words("living_elsewhere"):
            continue
        if any(s.low[t] in words("not_quite_ones_own") for t in s.children(token, "amod", "compound")):
            continue
        last = max(relative.head, *relative.name) if relative.name else relative.head
        place = _place(s, last + 1)
        if place and not _is_done_there(s, relative.head):
            yield Tie(one, "lives_in", place)


def _place(s: Sentence, at: int) -> Tokens:
    """The known place behind an "in" at this token: the longest run of names that is one, and no part of a longer name.
    An unknown name may be anything ("my brother in Halo"): only what the parser takes for a place counts."""
    if s.low_at(at) != "in":
        return ()
    last = at + 1
    while last < len(s) and s.pos[last] == "PROPN":
        last += 1
    for end in range(min(max(last, at + 2), len(s)), at + 1, -1):
        found = tuple(range(at + 1, end))
        is_more = end < len(s) and (s.pos[end] in (*_NOUNS, "ADJ") or s.tag[end] in ("HYPH", "POS"))
        behind = end + (s.low_at(end) == ",")
        is_more = is_more or s.low_at(end) in words("away_for_a_while") or s.low_at(behind)[:1].isdigit()
        is_known = s.words(found).lower() in shared("known_places") or (
            all(s.entity[t] == "GPE" for t in found) and s.word(found[-1])[:1].isupper()
        )
        if not is_more and is_known and s.low[found[-1]] not in words("no_homes"):
            return found
    return ()


def _is_done_there(s: Sentence, head: int) -> bool:
    """Whether the place is that of what is done with somebody, and not their home: "I met my brother in Leeds", "I was
    with my wife in Rome"."""
    above = s.head[head]
    if s.dep[head] == "pobj":
        is_companion = s.low[above] in ("with", "w") and s.lemma[s.head[above]].lower() not in words("living_with")
        return is_companion or s.lemma[s.head[above]].lower() in words("met_somewhere")
    is_object = s.dep[head] in ("dobj", "dative", "conj", "nsubjpass")
    return is_object and s.lemma[above].lower() in words("met_somewhere")
