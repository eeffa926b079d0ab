"""Finds with whom the writer is or becomes a couple: "me and Ana are official", "Ana proposed and I said yes", "seeing
a guy called Omar"."""

from collections.abc import Iterator
from typing import NamedTuple

from kg_assets.claims.parsed.subjects import companions
from kg_assets.claims.parsed.who import is_name, name_ending_at, names_called, relative_at
from kg_assets.claims.parsed.words import relation_of, shared, words
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Tokens = tuple[int, ...]
_YES = frozenset({"yes", "yeah", "yep"})
_HE_OR_SHE = frozenset({"he", "she", "they"})
_ME = frozenset({"me", "us"})
_MINE = frozenset({"my", "our"})
_HIM = frozenset({"him", "her", "them"})


class Paired(NamedTuple):
    """The tokens that name somebody with whom the writer is a couple, and the sentence in which they stand."""

    s: Sentence
    tokens: Tokens


def paired(s: Sentence, clause: Clause, before: Sentence | None) -> Iterator[Paired]:
    """The people with whom a clause says that the writer is a couple."""
    if clause.is_negative or clause.mood != "stated":
        return
    if _are_a_pair(s, clause) and _is_one_of_them(s, clause):
        yield from (Paired(s, name) for name in companions(s, clause) if _may_be_partner(s, name))
    yield from (Paired(s, name) for name in _seen(s, clause))
    if clause.lemma == "say" and not _YES.isdisjoint(s.low[clause.verb + 1 : clause.verb + 3]):
        yield from _promised(s, clause, before)


def _are_a_pair(s: Sentence, clause: Clause) -> bool:
    """Whether a clause says that its subjects are a couple: "are official", "are courting"."""
    said = s.child(clause.verb, "acomp", "attr") if clause.lemma == "be" else None
    is_now = clause.tense in ("present", "progressive", "perfect")
    is_said = said is not None and s.low[said] in words("of_a_pair")
    if clause.is_passive and clause.lemma in words("promised_to_each_other"):
        return is_now and s.child(clause.verb, "prep", "agent", "dobj") is None
    is_doing = clause.lemma in words("done_by_a_pair") and clause.tense in ("progressive", "perfect")
    return is_now and (is_said or (is_doing and s.child(clause.verb, "dobj") is None))


def _is_one_of_them(s: Sentence, clause: Clause) -> bool:
    """Whether the writer is among the subjects: "me and Ana are official", but not "Tom and Ana are married"."""
    subject = clause.subject
    own = closed_class("first_persons") | _ME | {"myself"}
    parts = () if subject is None else (subject, *s.subtree(subject))
    return any(s.low[one] in own and s.dep[one] != "poss" for one in parts)


def _may_be_partner(s: Sentence, name: Tokens) -> bool:
    relative = relative_at(s, name[-1])
    return relative is None or relative.predicate == "partner_is"


def _seen(s: Sentence, clause: Clause) -> Iterator[Tokens]:
    """The name of somebody whom the writer is dating: "seeing a guy called Omar", "dating this girl Ines"."""
    is_own = clause.subject is None or s.low[clause.subject] in closed_class("first_persons")
    inner = s.child(clause.verb, "xcomp") if clause.lemma in words("beginning_it") else None
    verb = clause.verb if inner is None else inner
    is_going_on = inner is not None or clause.tense in ("progressive", "perfect")
    whom = s.child(verb, "dobj")
    lemma = s.lemma[verb].lower()
    if not is_own or not is_going_on or whom is None or lemma not in words("seeing_somebody"):
        return
    if lemma not in words("only_of_pairs") and _is_on_business(s, whom + 1):
        return
    yield from (name for name in _new_one(s, lemma, whom) if not _is_titled(s, name))


def _new_one(s: Sentence, lemma: str, whom: int) -> Iterator[Tokens]:
    """The name of the person whom the writer is dating: "Omar" in "seeing a guy called Omar" and in "dating Omar"."""
    if s.low[whom] in words("somebody_new"):
        called = names_called(s, s.subtree(whom))
        at = whom + 1 + (s.low_at(whom + 1) in ("called", "named"))
        is_beside = at < len(s) and (is_name(s, at) or (at > whom + 1 and s.word(at)[:1].isupper()))
        yield from called[:1] or ([(at,)] if is_beside else [])
    elif lemma in words("only_of_pairs") and is_name(s, whom) and relation_of(s.low[whom]) is None:
        yield name_ending_at(s, whom)
    elif s.low[whom + 1 : whom + 2] and s.low[max(0, whom - 1)] in words("somebody_new") and is_name(s, whom):
        yield (whom,)


def _is_on_business(s: Sentence, first: int) -> bool:
    """Whether the words from a token on say that somebody is seen for a purpose: "about my roof", "for my knee"."""
    for at in range(first, len(s) - 1):
        is_for = s.low[at] == "for" and not _is_how_long(s, at + 1)
        if is_for or s.low[at] in ("about", "regarding", "re"):
            return True
    return False


def _is_how_long(s: Sentence, first: int) -> bool:
    """Whether the words at a token say how long: "three months", "a while", "ages"."""
    return any(
        s.entity[at] in ("DATE", "TIME") or s.low[at] in words("seen_for_long")
        for at in range(first, min(first + 3, len(s)))
    )


def _is_titled(s: Sentence, name: Tokens) -> bool:
    """Whether a title shows that somebody is seen for what they do: "Dr Patel", "Father Brian"."""
    before = s.low[name[0] - 1] if name[0] else ""
    return s.low[name[0]].rstrip(".") in words("no_partners_title") or before.rstrip(".") in words("no_partners_title")


def _promised(s: Sentence, clause: Clause, before: Sentence | None) -> Iterator[Paired]:
    """The person with whom the writer is engaged because a clause says "yes": somebody proposed and the writer accepts
    ("Ana" in "Ana proposed and I said yes"), or the writer asked and the other accepts."""
    is_own = clause.subject is not None and s.low[clause.subject] == "i"
    is_others = clause.subject is not None and s.low[clause.subject] in _HE_OR_SHE
    if _is_yes_to_a_thing(s, clause.verb):
        return
    for told, end in ((s, clause.verb), *(() if before is None else ((before, len(before)),))):
        for verb in range(end):
            name = (
                (_proposer(told, verb) or _asker(told, verb)) if is_own else _asked(told, verb) if is_others else None
            )
            if name is not None:
                yield Paired(told, name)
                return


def _is_yes_to_a_thing(s: Sentence, verb: int) -> bool:
    """Whether the yes is to something else: "I said yes to a drink"."""
    yes = next((at for at in range(verb + 1, verb + 3) if s.low[at] in _YES), verb)
    return s.low_at(yes + 1) == "to" and _HIM.isdisjoint(s.low[yes + 2 : yes + 3])


def _proposer(s: Sentence, verb: int) -> Tokens | None:
    """The name of the subject, if the verb says that they proposed to the writer; else None."""
    subject = s.child(verb, "nsubj")
    if s.low[verb] != "proposed" or subject is None or s.child(verb, "dobj", "ccomp", "xcomp", "neg") is not None:
        return None
    to_others = any(
        s.low[prep] == "to" and s.low[whom] not in _ME for prep in s.children(verb, "prep") for whom in s.children(prep)
    )
    at_work = any(
        s.low[token] in words("work_occasions") for prep in s.children(verb, "prep") for token in s.subtree(prep)
    )
    return None if to_others or at_work else _named(s, subject)


def _asker(s: Sentence, verb: int) -> Tokens | None:
    """The name of the subject, if the verb says that they asked the writer to marry them; else None: "Ana asked me to
    marry her", but not "asked me to marry her and Tom"."""
    subject, marry, whom = s.child(verb, "nsubj"), s.child(verb, "xcomp", "ccomp"), s.child(verb, "dobj")
    if s.low[verb] != "asked" or subject is None or marry is None or s.lemma[marry].lower() != "marry":
        return None
    whom = s.child(marry, "nsubj") if whom is None else whom
    is_me = whom is not None and s.low[whom] in _ME and s.child(verb, "neg") is None
    others = [t for t in s.children(marry, "dobj") if s.low[t] not in _HIM or s.child(t, "conj") is not None]
    return _named(s, subject) if is_me and not others else None


def _asked(s: Sentence, verb: int) -> Tokens | None:
    """The name of the person whom the writer asked to marry them, if the verb says so; else None."""
    marry, whom = s.child(verb, "xcomp", "ccomp"), s.child(verb, "dobj")
    asker = s.child(verb, "nsubj")
    if s.low[verb] != "asked" or marry is None or s.lemma[marry].lower() != "marry":
        return None
    whom = s.child(marry, "nsubj") if whom is None else whom
    is_own = asker is None or s.low[asker] == "i"
    is_me = any(s.low[child] in _ME and not _is_with_another(s, child) for child in s.children(marry, "dobj"))
    return _named(s, whom) if is_own and is_me and whom is not None else None


def _is_with_another(s: Sentence, me: int) -> bool:
    """Whether the writer is to be married to somebody else, so that they ask a priest or the like: "to marry me and
    Sue"."""
    is_joined = me + 2 < len(s) and s.low[me + 1] in ("and", "&", "to")
    return is_joined and (is_name(s, me + 2) or relative_at(s, me + 2) is not None or s.low[me + 2] in _MINE)


def _named(s: Sentence, token: int) -> Tokens | None:
    """The tokens of somebody's name, or of a partner without a name ("my girlfriend"); None for others."""
    relative = relative_at(s, token)
    if relative is not None:
        is_partner = relative.predicate == "partner_is"
        return (relative.name or (token,)) if is_partner else None
    is_somebody = is_name(s, token) and not s.children(token, "poss", "det") and not _is_only_a_place(s, token)
    name = name_ending_at(s, token) if is_somebody else ()
    return name if name and not _is_titled(s, name) else None


def _is_only_a_place(s: Sentence, token: int) -> bool:
    return s.low[token] in shared("known_places") and s.low[token] not in shared("given_names")
