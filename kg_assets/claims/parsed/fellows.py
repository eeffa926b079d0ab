"""Repeats a claim for everybody who shares its subject: "Ulf and Britt have a boat" gives a claim about Ulf and one
about Britt, "Fenna and I work at Kestrel" one about Fenna and one about the writer."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kg_assets.claims.parsed.people import Who
from kg_assets.claims.parsed.stretches import tokens_of
from kg_assets.claims.parsed.who import in_relation, is_name, name_ending_at, others_named, relative_at, relative_named
from kg_assets.claims.parsed.words import shared, words
from kg_assets.claims.reading.model import SELF, RawClaim
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

_SUBJECTS = ("nsubj", "nsubjpass")
_NOT_ALL = frozenset({"not", "neither", "nor", "or", "either", "maybe", "perhaps"})
_OF_THE_FIRST = frozenset({"his", "her", "their"})


def of_each(claims: Sequence[RawClaim], sentences: Sequence[Sentence], starts: Sequence[int]) -> list[RawClaim]:
    """The claims; for one whose subject is joined to others ("Ulf and Britt have a boat"), also the same claim about
    each of the others."""
    found = list(claims)
    told = {(claim.subject, claim.predicate, claim.object_span) for claim in claims}
    for claim in claims:
        if claim.predicate not in words("held_by_each") or claim.object_span is None or claim.notes.get("passing"):
            continue
        s, inside = tokens_of(claim.object_span, sentences, starts)
        subject = _subject(s, inside[-1]) if s is not None and inside else None
        if s is None or subject is None or inside[-1] in s.subtree(subject):
            continue  # "me and my sons, Ben and Tom": who the subject itself names
        all_of_them = list(those_in(s, subject))
        if not any(one.value == claim.subject for one in all_of_them):
            continue
        for one in all_of_them:
            is_new = (one.value, claim.predicate, claim.object_span) not in told and one.span is not None
            # "My wife and I moved" is told of the person; the wife has no name to be found by.
            if is_new and not (claim.subject == SELF and one.sort == "kin"):
                told.add((one.value, claim.predicate, claim.object_span))
                found.append(
                    replace(
                        claim,
                        subject=one.value,
                        subject_span=one.span,
                        char_start=min(claim.char_start, (one.span or (claim.char_start,))[0]),
                    )
                )
    return found


def _subject(s: Sentence, token: int) -> int | None:
    """The subject of the verb on which an object depends. None if the object stands in a subordinate clause without a
    subject of its own."""
    while True:
        subject = s.child(token, *_SUBJECTS)
        if subject is not None and subject < token:
            return subject
        if s.dep[token] in ("relcl", "advcl", "ccomp") or s.head[token] == token:
            return None
        token = s.head[token]


def those_in(s: Sentence, subject: int) -> Iterator[Who]:
    """The people in a joined subject: the writer, relatives, and people by name. Empty if there is only one, or if one
    is excluded ("Karla and not Ben")."""
    joined = [subject]
    for at in joined:
        joined += s.children(at, "conj")
    if any(s.low[at] in _NOT_ALL for at in range(s.first_below(subject), max(joined) + 1)):
        return  # "Karla and not Ben", "neither she nor I"
    if len(joined) == 1 and not s.children(subject, "appos"):
        return
    for at in joined:
        if s.low[at] in closed_class("first_persons") or s.low[at] == "me":
            yield Who(SELF, "self", (s.start[at], s.end[at]))
        elif s.pos[at] in ("NOUN", "PROPN"):
            yield from _called(s, at)


def _called(s: Sentence, at: int) -> Iterator[Who]:
    relative = relative_at(s, at)
    if relative is not None:
        one = relative_named(s, at)
        if one is not None and (relative.name or relative.predicate != "other"):
            yield one
        for name in others_named(s, relative):
            if s.low[name[-1]] not in shared("tools"):
                yield Who(s.words(name), "person", s.span(name))
        return
    if any(s.low[child] in _OF_THE_FIRST for child in s.children(at, "poss")):
        name = in_relation(s, at)[2]  # "Gethin and his wife Mair"
    else:
        is_thing = s.low[at] in shared("tools") or s.low[at] in ("co", "co.") or s.entity[at] == "ORG"
        name = name_ending_at(s, at) if is_name(s, at) and not is_thing and not s.children(at, "poss", "det") else ()
    if name:
        yield Who(s.words(name), "person", s.span(name))
