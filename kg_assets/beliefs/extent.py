"""Decides which words belong to what a clause says of its "I": those that go with its verb, without those that begin
another thought."""

from collections.abc import Sequence

from kg_assets.language.sentence import Sentence

_ASIDE = frozenset(
    {"nsubj", "nsubjpass", "expl", "aux", "auxpass", "neg", "conj", "cc", "advcl", "mark", "punct", "intj", "parataxis",
     "preconj", "csubj", "dep", "discourse"}
)  # fmt: skip
BRACKETS = frozenset("{}[]<>")
_LOOSE = ("parataxis", "discourse")
_OPENS_REMARK = frozenset({"so", "such"})
_NEXT = frozenset({"next", "last", "this", "that"})
_WHEN = frozenset({"when", "since", "after", "before", "while", "until", "once"})
_DASHES = frozenset({"-", "–", "—", "--"})
_UNCERTAIN = frozenset({"doubt", "wonder", "question"})


def own_tokens(s: Sentence, verb: int) -> tuple[int, ...]:
    """The tokens that depend on a verb and, together with it, say something of the "I": "rainy days" in "I love rainy
    days". The subject, helpers, remarks, and clauses that are statements of their own are left out."""
    kept: list[int] = []
    for child in s.children(verb):
        if s.dep[child] == "npadvmod" and _is_time_or_address(s, verb, child):
            continue
        if s.dep[child] in _ASIDE and not is_object_clause(s, verb, child) and not _is_said_no(s, verb, child):
            continue
        if s.dep[child] == "ccomp" and child < verb:
            continue
        kept += s.subtree(child, _LOOSE)
    aside = {token for clause in _clauses_of_time(s, verb, kept) for token in s.subtree(clause)}
    aside |= {token for token in kept if _is_addressed(s, token)}
    if not _OPENS_REMARK.isdisjoint(s.low):
        aside |= {
            token
            for remark in kept
            if _is_remark(s, remark)
            for token in (*s.subtree(remark), *s.children(s.head[remark], "cc"))
        }
    end = min(_no_matter(s), set_against(s, verb))
    aside |= {token for token in kept if token >= end}
    return tuple(before_dash(s, verb, sorted(set(kept) - aside)))


def set_against(s: Sentence, verb: int) -> int:
    """The index at which a contrast begins, such as "…, not light ones" or "…, but also darker ones"; the length of the
    sentence if there is none. The contrast is not part of the atom."""
    if "not" not in s.low and "but" not in s.low:
        return len(s)
    for comma in range(verb + 1, len(s) - 2):
        if s.low[comma : comma + 3] == (",", "but", "also"):
            return comma
        is_thing = s.pos[comma + 2] in ("NOUN", "PROPN", "ADJ", "DET", "PRON", "NUM") or s.tag[comma + 2] == "VBG"
        if s.low[comma] == "," and s.low[comma + 1] == "not" and is_thing:
            return comma
    return len(s)


def _no_matter(s: Sentence) -> int:
    """The index at which "no matter" begins; the length of the sentence if it does not occur."""
    if "matter" not in s.low:
        return len(s)
    return next((token for token in range(len(s) - 1) if s.low[token : token + 2] == ("no", "matter")), len(s))


def _is_addressed(s: Sentence, token: int) -> bool:
    """Whether a token is the name of the person spoken to, at the end of the sentence: "…, Jon"."""
    if s.pos[token] != "PROPN" or s.dep[token] not in ("appos", "npadvmod"):
        return False
    is_last = token + 1 == len(s) or s.pos[token + 1] == "PUNCT"
    return is_last and s.low[token - 1] == ","


def _is_remark(s: Sentence, token: int) -> bool:
    """Whether a token begins a remark on what was said before a comma: "…, such an inspiration", "…, so
    heartwarming"."""
    first = s.first_below(token)
    if s.dep[token] == "conj":
        first = min((child for child in s.children(s.head[token], "cc") if s.low[child] == "so"), default=first)
    is_opened = s.low[first] == "so" or s.low[first : first + 2] in (("such", "a"), ("such", "an"))
    return s.dep[token] in ("appos", "conj", "npadvmod") and is_opened and s.low[first - 1] == ","


def _is_time_or_address(s: Sentence, verb: int, child: int) -> bool:
    """Whether a word that depends on the verb gives a time ("next week") or names the person spoken to ("John" in "Hey
    John, I …")."""
    if child < verb:
        return True
    return any(s.low[below] in _NEXT for below in s.children(child, "det", "amod"))


def _clauses_of_time(s: Sentence, verb: int, among: Sequence[int]) -> list[int]:
    """The clauses of time that the parser attaches to another word than the verb, as in "I loved taking lessons when I
    was younger". They belong to the frame of the atom, not to its text."""
    return [
        token
        for token in among
        if s.dep[token] == "advcl"
        and s.head[token] != verb
        and any(s.low[mark] in _WHEN for mark in s.children(token, "mark", "advmod"))
    ]


def before_dash(s: Sentence, verb: int, tokens: Sequence[int]) -> Sequence[int]:
    """The tokens before a dash that follows the verb and has spaces on both sides; all tokens if there is no such dash.
    What follows the dash is another thought."""
    if _DASHES.isdisjoint(s.low):
        return tokens
    for dash in range(verb + 1, len(s) - 1):
        if s.low[dash] in _DASHES and s.end[dash - 1] < s.start[dash] and s.end[dash] < s.start[dash + 1]:
            return [token for token in tokens if token < dash]
    return tokens


def _is_said_no(s: Sentence, verb: int, child: int) -> bool:
    """Whether a token that looks like a remark on the statement is part of it: a "no" or "yes" that is the object ("say
    no"), or a bracket. Brackets stay because they may show a template that was not filled in."""
    if s.low[child] in BRACKETS:
        return True
    return s.low[child] in ("no", "yes") and child > verb and s.dep[child] == "intj"


def is_object_clause(s: Sentence, verb: int, child: int) -> bool:
    """Whether a clause that depends on the verb says more of its object: what "it" is ("I love it when it rains"), what
    is doubted ("I doubt if I matter"), or what is done ("fine being alone")."""
    objects = s.children(verb, "dobj")
    if s.dep[child] != "advcl" or child < verb:
        return False
    if s.lemma[verb].lower() in _UNCERTAIN and is_in_question(s, child):
        return True
    return (bool(objects) and s.low[objects[0]] == "it") or is_in_doing(s, child)


def is_in_question(s: Sentence, child: int) -> bool:
    """Whether a clause is opened by "if" or "whether": "I doubt if I matter"."""
    return any(s.low[mark] in ("if", "whether") for mark in s.children(child, "mark"))


def is_in_doing(s: Sentence, child: int) -> bool:
    """Whether a clause says what the person does ("fine being alone") or what something is like ("feel like nobody
    listens")."""
    if any(words == "like" for words in (s.low[below] for below in s.children(child, "mark"))):
        return True
    return s.tag[child] == "VBG" and not any(
        s.tag[below] in ("IN", "WRB") for below in s.children(child, "mark", "advmod")
    )
