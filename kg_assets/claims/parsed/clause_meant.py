"""Tells how a clause is meant before it is read: which verb carries its meaning ("have" of "I've got"), whether it only
nearly happened, and which of its tokens are a time."""

from kg_assets.claims.parsed.events import Event
from kg_assets.claims.parsed.words import base_form, words
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence


def as_meant(s: Sentence, clause: Clause) -> Clause:
    """The clause with the verb that carries its meaning: "have" for "I've got", "married" for "I'm married to"."""
    if s.low[clause.verb] == "got" and (clause.tense == "perfect" or _is_has_got(s, clause)):
        return clause._replace(lemma="have", tense="present", is_passive=False)
    lemma = base_form(s, clause.verb)
    undergone = s.child(clause.verb, "acomp", "oprd") if lemma in ("be", "get") else None
    if undergone is not None and s.low[undergone] in words("undergone"):
        # "I'm married to", "got engaged to": what the parser takes for an adjective is the verb.
        behind = tuple(token for token in clause.complement if token > undergone)
        return clause._replace(verb=undergone, lemma=base_form(s, undergone), is_passive=True, complement=behind)
    return clause._replace(lemma=lemma)


def _is_has_got(s: Sentence, clause: Clause) -> bool:
    """Whether a clause is like "she's got a dog", which the parser takes for a passive."""
    helper = s.child(clause.verb, "auxpass")
    is_short = helper is not None and s.low[helper] in ("'s", "be")  # "shes got"
    return is_short and s.child(clause.verb, "dobj") is not None


def nearly(s: Sentence, clause: Clause) -> bool:
    """Whether "nearly" or the like says that something did not happen: "I nearly bought a boat"."""
    return any(child < clause.verb and s.low[child] in words("nearly") for child in s.children(clause.verb, "advmod"))


def is_done_some(s: Sentence, clause: Clause) -> bool:
    """Whether only the amount is denied: "I haven't painted much lately" still tells of painting."""
    own = range(clause.verb + 1, clause.last + 1)
    return any(s.low[token] in words("measures_of_doing") and s.dep[token] != "amod" for token in own)


def is_had_done(s: Sentence, verb: int) -> bool:
    """Whether a clause says that somebody had something done to a thing, so that it tells of the person and not of the
    thing: "Got my hair cut short"."""
    return s.dep[verb] == "ccomp" and s.tag[verb] in ("VB", "VBN", "VBG") and not s.children(verb, "aux", "auxpass")


def is_a_saying(s: Sentence, clause: Clause, told: Event) -> bool:
    """Whether a clause is a general saying that something does something to "us": "Cats make us happier"."""
    return clause.tense == "present" and bool(told.object) and s.low[told.object[0]] in ("us", "our")


def dated(s: Sentence) -> frozenset[int]:
    """The tokens that the parser labels as a date or time behind a preposition of time ("in May"). They count even if
    the grammar of times found no time there."""
    return frozenset(
        token for token in range(len(s)) if s.entity[token] in ("DATE", "TIME") and _opens_date(s, token)
    )  # fmt: skip


def _opens_date(s: Sentence, token: int) -> bool:
    first = token
    while first and s.entity[first - 1] == s.entity[token]:
        first -= 1
    return s.low[first] in words("daters") or (first > 0 and s.low[first - 1] in words("daters"))
