"""What a clause says by the way: how somebody is called ("my therapist is Dr. Lambert"), and as whom one speaks."""

from collections.abc import Iterator

from kg_assets.claims.parsed.sorts import SORTS
from kg_assets.claims.parsed.who import relative_at
from kg_assets.claims.parsed.words import words
from kg_assets.language.clauses import Clause
from kg_assets.language.phrases import bare
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Told = tuple[str, tuple[int, ...]]


def called(s: Sentence, clause: Clause) -> Told | None:
    """The name of a person of the person's: the relation's predicate, or one made of the noun."""
    if clause.lemma != "be" or clause.subject is None or clause.is_negative:
        return None
    relative, said = relative_at(s, clause.subject), s.child(clause.verb, "attr")
    if relative is None or relative.name or said is None or s.pos[said] != "PROPN" or s.child(said, "det", "poss"):
        return None
    name = bare(s, tuple(token for token in clause.complement if token <= said), frozenset())
    predicate = f"{relative.noun.replace(' ', '_')}_is" if relative.predicate == "other" else relative.predicate
    return (predicate, name) if name else None


def roles(s: Sentence, clause: Clause) -> Iterator[Told]:
    """ "As a nurse", "as a Manchester City fan": what the person who speaks is."""
    if clause.subject is None or s.low[clause.subject] not in closed_class("first_persons"):
        return
    for prep in s.children(clause.verb, "prep"):
        noun = s.child(prep, "pobj")
        if s.low[prep] != "as" or noun is None or prep > clause.verb or s.child(noun, "det") is None:
            continue
        tokens = bare(s, s.subtree(noun, ("relcl", "punct")), frozenset())
        if s.low[noun] in words("devotees") and len(tokens) > 1:
            yield "likes", tokens[:-1]
        elif tokens and SORTS["job"](s, tokens):
            yield "works_as", tokens
