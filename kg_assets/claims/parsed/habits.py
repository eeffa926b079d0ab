"""Reads what somebody does regularly, from a clause that says how often ("swims every morning") or that names a pursuit
("plays the cello")."""

from kg_assets.claims.parsed.words import words
from kg_assets.claims.reading.lexicon import word_list
from kg_assets.language.clauses import Clause
from kg_assets.language.phrases import bare
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Tokens = tuple[int, ...]


def habit(s: Sentence, clause: Clause) -> Tokens:
    """The tokens of what a clause says somebody does regularly, from the verb on: "swims every morning". Empty if it
    tells no such thing, or if its present tense may only mean this moment."""
    is_to_you = any(s.low[token] in closed_class("second_persons") for token in clause.complement)
    if is_to_you or s.dep[clause.verb] in ("advcl", "relcl"):
        return ()
    rest = bare(s, clause.complement, frozenset())
    if not _has_rhythm(s, clause) or (clause.lemma in words("standing") and clause.lemma not in words("habits_too")):
        return ()
    if not rest and clause.complement and clause.lemma in words("small_talk"):
        return ()  # "we work well together"
    last = rest[-1] if rest else clause.verb
    if rest and s.low[rest[0]] == "like":
        return ()  # "I work like a horse" says how, not how often
    does = _mistaken_do(s, clause)
    return tuple(range(clause.verb if does is None else does, last + 1))


def _has_rhythm(s: Sentence, clause: Clause) -> bool:
    """Whether a clause says how often ("every morning", "five hours a night"), or its verb does. Other clauses in the
    present may be about this moment only."""
    own = range(clause.first, clause.last + 1)
    if clause.lemma in words("habits_by_themselves") or (
        clause.is_negative and clause.lemma in words("abstained_from")
    ):
        return True
    if _is_pursuit(s, clause) or _is_usual(s, clause):
        return True
    if clause.lemma not in words("standing") and _is_done_much(s, clause):
        return True
    is_dose = clause.lemma == "take" and clause.verb + 1 < len(s) and s.low[clause.verb + 1][0].isdigit()
    return is_dose or any(
        s.low[token] in words("rhythms")
        or (s.low[token] in ("a", "per") and token < clause.last and s.low[token + 1] in words("time_nouns"))
        for token in own
    )


def pursuit(s: Sentence, clause: Clause) -> Tokens:
    """The tokens of a verb with a game, an instrument or a sport: "playing chess" in "has been playing chess since he
    was five". Empty for anything else."""
    what = s.child(clause.verb, "dobj")
    return tuple(range(clause.verb, (clause.verb if what is None else what) + 1)) if _is_pursuit(s, clause) else ()


def _is_usual(s: Sentence, clause: Clause) -> bool:
    """Whether the present tense tells what is usually done, by the verb and its object or place: "I grow tomatoes on
    the balcony", "I cycle to work". "I drive to Leeds on Friday" tells of one time."""
    is_aside = s.dep[clause.verb] not in ("ROOT", "conj", "ccomp") or not words("telling_a_story").isdisjoint(s.low)
    if is_aside or any(s.entity[token] in ("DATE", "TIME") for token in range(clause.first, clause.last + 1)):
        return False
    behind = [at for at in range(clause.verb + 1, clause.last + 1) if s.pos[at] in ("NOUN", "PROPN", "VERB")]
    what = s.child(clause.verb, "dobj")
    if what is not None:
        is_one = any(s.low[child] in ("the", "this", "that", "these") for child in s.children(what, "det"))
        is_usual = f"{clause.lemma} {s.low[what]}" in words("done_usually")
        return is_usual and (not is_one or clause.lemma in words("done_usually_to_the"))
    preps = [at for at in range(clause.verb + 1, clause.last + 1) if s.pos[at] in ("ADP", "PART")]
    return bool(preps and behind) and f"{clause.lemma} {s.low[preps[0]]} {s.low[behind[0]]}" in words("done_usually")


def _is_done_much(s: Sentence, clause: Clause) -> bool:
    """Whether "a lot" or "too much" says how often something is done: "travels a lot", but not "too much traffic"."""
    return any(
        s.low[at : at + 2] in (("a", "lot"), ("too", "much"))
        and s.low_at(at + 2) != "of"
        and not (s.low[at] == "too" and s.pos[s.head[at + 1]] == "NOUN")
        for at in range(clause.verb + 1, clause.last)
    )


def _is_pursuit(s: Sentence, clause: Clause) -> bool:
    """Whether a clause tells of a game, an instrument or a sport: "plays the cello", "does ballet"."""
    if _mistaken_do(s, clause) is not None:
        return True
    what = s.child(clause.verb, "dobj")
    if what is None:
        return False
    match clause.lemma:
        case "play":
            return s.low[what] in words("games") | word_list("objects_tastes", "instruments")
        case "do" | "run":
            return s.low[what] in words("sports")
    return False


def _mistaken_do(s: Sentence, clause: Clause) -> int | None:
    """The token of "does" in "does ballet", where the parser takes the sport for the verb. None for other clauses."""
    if s.low[clause.verb] not in words("sports") or clause.is_negative:
        return None
    return next((at for at in s.children(clause.verb, "aux") if s.low[at] in ("do", "does")), None)
