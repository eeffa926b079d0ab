"""Reads opinions of the person that are told without an "I": "it was great to meet them" (they liked meeting them),
"painting is a fun way to relax"."""

from typing import NamedTuple

from kg_assets.claims.parsed.sorts import is_task
from kg_assets.claims.parsed.words import words
from kg_assets.language.clauses import Clause
from kg_assets.language.phrases import bare
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

_VERBS = frozenset({"VERB", "AUX"})
_DOINGS = ("xcomp", "advcl", "csubj", "acl", "ccomp")
_NOW = frozenset({"present", "perfect"})
Tokens = tuple[int, ...]


class Opinion(NamedTuple):
    """An opinion of the person: its predicate, its modality, and the tokens of what it is about."""

    predicate: str
    modality: str
    object: Tokens


def opinion(s: Sentence, clause: Clause, timed: frozenset[int]) -> Opinion | None:
    """The opinion of the person that a clause states; None if it states none."""
    if clause.subject is None or clause.is_negative or clause.is_passive:
        return None
    if clause.lemma in ("mean", "matter"):
        return _of_what_matters(s, clause)
    if clause.lemma != "be":
        return None
    said = s.child(clause.verb, "acomp", "attr")
    judged = None if said is None else _judgement(s, said)
    if said is None or judged is None:
        return None
    if s.low[clause.subject] == "it":
        return _of_doing(s, clause, said, judged, timed)
    return _of_thing(s, clause, judged)


def _of_what_matters(s: Sentence, clause: Clause) -> Opinion | None:
    """The opinion that something is important to the person: "Family time" in "Family time means a lot to me". None for
    other clauses."""
    subject = clause.subject
    to_me = any(s.low[token] == "me" and s.low[token - 1] == "to" for token in clause.complement)
    is_much = clause.lemma == "matter" or any(
        s.low[token] in ("lot", "world", "much", "ton") for token in clause.complement
    )
    if subject is None or not (to_me and is_much) or s.pos[subject] in ("PRON", "DET"):
        return None
    own = s.subtree(subject, ("punct", "intj"))
    if any(_is_of_others(s, token) for token in own):
        return None
    found = bare(s, own, frozenset())
    return Opinion("appreciate", "fact", found) if found else None


def _judgement(s: Sentence, said: int) -> str | None:
    """What the adjective behind "be" says of a thing: `pleasing`, `needful` (it is needed) or `trying` (it is hard).
    None if it says none of these."""
    for token in (said, *s.children(said, "amod")):
        for kind in ("pleasing", "needful", "trying"):
            if s.low[token] in words(kind):
                return kind
    return None


def _of_doing(s: Sentence, clause: Clause, said: int, judged: str, timed: frozenset[int]) -> Opinion | None:
    """The opinion of what follows "it is …", which pleases, is needed or is hard: "meet them" in "It was great to meet
    them". None for other clauses."""
    below = [child for holder in (said, clause.verb) for child in s.children(holder, *_DOINGS) if child > said]
    bare_ones = [c for c in below if s.tag[c] in ("VB", "VBG") and _is_own_doing(s, c)]
    doing = next(iter(bare_ones), None)
    if doing is None:
        return None
    is_marked = s.child(doing, "mark") is not None  # "for me to …" is a clause of its own in the parse
    behind = tuple(range(said, s.subtree(doing)[-1] + 1)) if is_marked else clause.complement
    if doing not in behind:
        return None
    if (judged == "needful" and clause.tense in _NOW) or (judged == "pleasing" and clause.tense == "present"):
        found = bare(s, tuple(token for token in behind if token >= _first(s, said)), timed)
        return _checked(s, "believes", "state", found)
    found = bare(s, tuple(token for token in behind if token >= doing), timed)
    return _checked(s, *(("struggles_with", "state") if judged == "trying" else ("likes", "preference")), found)


def _is_own_doing(s: Sentence, verb: int) -> bool:
    """Whether it is the person who does what is judged ("meet" in "it was great to meet them"): the verb has no
    subject, or its subject is the "me" of "for me to"."""
    subject, mark = s.child(verb, "nsubj"), s.child(verb, "mark")
    is_for_me = mark is not None and s.low[mark] == "for" and subject is not None and s.low[subject] in ("me", "us")
    return is_for_me or (subject is None and mark is None)


def _first(s: Sentence, said: int) -> int:
    return min((said, *s.children(said, "amod", "compound")))


def _checked(s: Sentence, predicate: str, modality: str, found: Tokens) -> Opinion | None:
    if len(found) < 2 or is_task(s, found) or s.lemma[found[0]].lower() in words("greetings"):
        return None
    if any(s.low[token] in closed_class("second_persons") for token in found):
        return None
    return Opinion(predicate, modality, found)


def _is_of_others(s: Sentence, token: int) -> bool:
    """Whether a word refers to the listener or to something named before. A "these" or the like inside a clause that is
    the subject does not count."""
    if s.low[token] in closed_class("second_persons"):
        return True
    is_inner = s.dep[token] == "det" and any(s.dep[above] == "csubj" for above in s.ancestors(token))
    return s.low[token] in closed_class("others_words") and not is_inner


def _of_what_was_done(s: Sentence, clause: Clause, judged: str) -> Opinion | None:
    """The opinion of something done in the past, which was pleasing or hard: "Watching the sunset" in "Watching the
    sunset was so peaceful". None for other clauses."""
    subject = clause.subject
    if subject is None or judged == "needful" or s.dep[subject] != "csubj" or clause.tense != "past":
        return None
    found = bare(s, tuple(range(s.first_below(subject), clause.verb)), frozenset())
    return _checked(s, *(("struggles_with", "state") if judged == "trying" else ("enjoy", "fact")), found)


def _of_thing(s: Sentence, clause: Clause, judged: str) -> Opinion | None:
    """The opinion of a named subject, told in the present with a reason or a way: "Painting is a fun way to relax". Of
    the past only what was done counts (`_of_what_was_done`). None for other clauses."""
    subject = clause.subject
    if subject is None or s.pos[subject] in ("PRON", "DET"):
        return None
    if s.pos[subject] in _VERBS and s.low[clause.verb - 1] == ",":
        return None  # "quit bowling, is a used ball worth anything"
    own = s.subtree(subject, ("punct", "relcl", "intj", "npadvmod", "discourse", "advmod"))
    if any(_is_of_others(s, token) for token in (*own, *clause.complement)):
        return None
    if clause.tense not in _NOW:
        return _of_what_was_done(s, clause, judged)
    says_why = any(s.low[token] in words("reasons_of_liking") for token in clause.complement)
    is_general = judged == "needful" or s.pos[subject] in _VERBS
    if any(s.tag[token] in ("WP", "WDT", "WRB", "WP$") for token in own):
        return None
    found = bare(s, tuple(range(own[0], (clause.complement or (clause.verb,))[-1] + 1)), frozenset())
    if not (says_why or is_general) or len(found) < 5 or is_task(s, own):
        return None
    return Opinion("believes", "state", found)
