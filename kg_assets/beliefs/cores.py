"""Finds the belief type of "I am …" by the noun or adjective that follows (`type_of_core`)."""

from collections.abc import Sequence

from kg_assets.beliefs.frame import BeliefType
from kg_assets.beliefs.situation import Situation, points_away, speaks_of_people

_KINDS_OF = ("compound", "nmod", "relcl")


def has_content(at: Situation, rest: Sequence[int]) -> bool:
    """Whether one of these tokens carries a meaning of its own: an adjective, noun, verb, pronoun or adverb."""
    return any(at.s.pos[token] in ("ADJ", "NOUN", "VERB", "PRON", "ADV", "AUX") for token in rest)


def type_of_core(at: Situation, core: int, tokens: Sequence[int]) -> BeliefType | None:
    """The belief type of "I am …". `core` is the main word behind the "am", a noun or an adjective; `tokens` are the
    words that belong to it. None if the clause does not say who the person is."""
    if at.s.pos[core] in ("NOUN", "PROPN", "PRON", "NUM") or (at.s.dep[core] == "attr" and at.s.pos[core] != "ADJ"):
        return _of_noun(at, core, tokens)
    return _of_adjective(at, core, tokens)


def _of_adjective(at: Situation, core: int, tokens: Sequence[int]) -> BeliefType | None:
    lexicon, word = at.lexicon, at.words[core]
    # The parser attaches the "at" in "hopeless at names" to either the adjective or the verb.
    below = [at.words[child] for child in (*at.s.children(core), *at.s.children(at.verb, "prep"))]
    if at.lemma != "feel" and points_away(
        at, tokens if word in lexicon.feelings else _without_infinitives(at, core, tokens)
    ):
        return None
    ready_for = lexicon.ready_for.get(word, frozenset())
    if any(at.s.lemma[doing].lower() in ready_for for doing in at.s.children(core, "xcomp")):
        return None if points_away(at, tokens) else "BELIEF_ABOUT_SELF"  # "ready to be a mother"
    if not _is_of_oneself(at, core, word, below):
        return None
    if lexicon.abilities.get(word, frozenset()) & set(below):
        return "CAPABILITY_LIMIT"
    if at.lemma == "feel":
        return "FEELING_STATE"
    if word in lexicon.value_feelings:
        return "VALUE"
    if any(not needed and preposition in below for preposition, needed in lexicon.states_of_being.items()):
        return "PREFERENCE"  # "more into reading"
    if word in lexicon.likings:
        return "PREFERENCE"
    as_what = {t for child in tokens if at.words[child] == "as" for t in at.s.subtree(child)}  # "shy as a kid"
    if speaks_of_people(at, [t for t in _without_infinitives(at, core, tokens) if t not in as_what]):
        return "RELATIONAL"
    if word in lexicon.feelings:
        return "FEELING_STATE"
    if at.s.tag[core] in ("VBN", "VBG", "VBD") and word not in lexicon.participles:
        return None
    return "BELIEF_ABOUT_SELF" if "enough" in below or at.lemma == "go" else "TRAIT"


def _without_infinitives(at: Situation, core: int, tokens: Sequence[int]) -> list[int]:
    """The tokens without those of an infinitive ("to make it work" in "determined to make it work"): an "it" there does
    not point to something said before."""
    below = {token for child in at.s.children(core, "xcomp") for token in at.s.subtree(child)}
    return [token for token in tokens if token not in below]


def _is_of_oneself(at: Situation, core: int, word: str, below: Sequence[str]) -> bool:
    """Whether an adjective says how the person is. It does not if it is a courtesy ("happy to help") or only says what
    they think of something."""
    lexicon = at.lexicon
    is_held = at.lemma in ("stay", "remain") and word in lexicon.held
    if word in lexicon.not_self and not is_held and not at.is_habit and lexicon.not_self_unless.get(word) not in below:
        return False
    if at.s.pos[core] not in ("ADJ", "VERB", "ADV", "NOUN") or not word[:1].isalpha():
        return False
    if any(lexicon.is_polite(word, at.s.lemma[child]) for child in at.s.children(core, "xcomp")):
        return False
    for child in at.s.children(core, "ccomp"):
        subject = at.s.child(child, "nsubj", "nsubjpass")
        if subject is not None and at.words[subject] != "i":
            return False
        if word in lexicon.polite and at.s.child(child, "mark") is None:
            return False
    return not (word in lexicon.abilities and at.lemma == "be" and not below)


def _of_noun(at: Situation, core: int, tokens: Sequence[int]) -> BeliefType | None:
    lexicon, lemma = at.lexicon, at.s.lemma[core].lower()
    if at.words[core] in ("someone", "somebody") and at.s.child(core, "relcl") is not None:
        return "TRAIT"
    if at.s.entity[core] or at.s.tag[core] in ("PRP", "CD", "NNP", "DT", "WP", "NNPS", "PRP$"):
        return None
    if lemma in lexicon.not_kinds or (lemma in lexicon.pointing and lemma != "one"):
        return None
    if lemma in lexicon.liking_nouns:
        is_said_of_what = any(
            at.s.dep[token] in ("pobj", "pcomp") or (at.s.head[token] == core and at.s.dep[token] in _KINDS_OF)
            for token in tokens
        )
        return "PREFERENCE" if is_said_of_what and not points_away(at, tokens) else None
    if lemma in lexicon.roles:
        return "RELATIONAL"
    if lemma in lexicon.kinds:
        is_of_people = speaks_of_people(at, [token for token in tokens if token != core and at.s.head[token] != core])
        return "RELATIONAL" if is_of_people else "TRAIT"
    articles = {at.words[child] for child in at.s.children(core, "det", "poss")}
    # "I'm living my dreams" is read as being them; "my own worst critic" is what somebody is.
    has_article = bool(articles & {"a", "an", "the", "no"}) or (
        "my" in articles and at.s.child(core, "amod") is not None
    )
    return "BELIEF_ABOUT_SELF" if has_article else None
