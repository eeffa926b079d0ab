"""Clauses of a parsed sentence: the verb, its subject, its complement, its tense and its mood.

What a clause says about somebody's life is decided by the modules that read clauses, not here.
"""

from typing import Literal, NamedTuple

from kg_assets.language.phrases import complement
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Tense = Literal[
    "past", "perfect", "present", "progressive", "past_progressive", "future", "infinitive", "gerund", "wish"
]  # fmt: skip
Mood = Literal["stated", "asked", "ordered", "supposed", "possible", "reported"]

_VERBS = frozenset({"VERB", "AUX"})
_HEADS = frozenset({"ROOT", "conj", "ccomp", "advcl", "relcl", "parataxis", "acl", "dep", "appos", "pcomp", "csubj"})
_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "expl", "csubjpass")
_AUXILIARIES = ("aux", "auxpass")
_WH_TAGS = frozenset({"WP", "WP$", "WRB", "WDT"})
_PAST_TAGS = frozenset({"VBD", "VBN"})
_OPENERS = frozenset({"CCONJ", "INTJ", "ADV", "PUNCT", "X", "SYM", "SCONJ", "SPACE"})
_IN_LISTS = frozenset({"dobj", "pobj", "attr", "conj", "pcomp", "nsubj"})
_IMPERSONAL = frozenset({"it", "that", "this"})
_ASKERS = frozenset({"what", "how", "why", "where", "when", "who", "which", "whats", "hows", "wheres"})


class Clause(NamedTuple):
    """A verb with the words that belong to it. Numbers are indexes of tokens in the sentence."""

    verb: int
    lemma: str
    particle: int | None
    antecedent: int | None  # the noun that a clause about it leaves out ("the car I bought")
    subject: int | None  # None where the speaker left an I out
    tense: Tense
    mood: Mood
    is_negative: bool
    is_passive: bool
    is_hedged: bool
    is_linked: bool  # it shares the subject of the clause before it
    complement: tuple[int, ...]  # from the first to the last token, without gaps
    first: int
    last: int


def clauses_of(s: Sentence) -> list[Clause]:
    """The clauses of a sentence that have a subject (or left out an "I"), in order."""
    if not s.is_parsed:
        return []
    verbs = [token for token in range(len(s)) if _is_head(s, token)]
    known: dict[int, Mood] = {}
    readings = {verb: _mood(s, verb, known) for verb in verbs}
    asks = any(mood == "asked" for mood in readings.values())
    found = []
    for verb in verbs:
        subject, is_known, is_linked = _subject(s, verb)
        if is_known and not (subject is None and _opens_a_sentence_of_its_own(s, verb)):
            found.append(_clause(s, verb, subject, is_linked, _in_question(s, verb, readings, asks)))
    return found


def _is_head(s: Sentence, token: int) -> bool:
    if s.pos[token] not in _VERBS or s.tag[token] == "MD" or s.dep[token] in _AUXILIARIES:
        return False
    if s.dep[token] in _HEADS:
        return True
    # The parser takes a verb of a second sentence without a stop for a complement: it has a subject of its own.
    return s.child(token, "nsubj", "nsubjpass") is not None


def _clause(s: Sentence, verb: int, subject: int | None, is_linked: bool, mood: Mood) -> Clause:
    parts = complement(s, verb)
    own = [verb, *parts, *([subject] if subject is not None and not is_linked else [])]
    own += s.children(verb, "aux", "auxpass", "neg", "advmod", "prt")
    for adjunct in s.children(verb, "npadvmod", "prep", "advmod"):
        own += s.subtree(adjunct) if adjunct < verb else (adjunct,)
    return Clause(
        verb,
        s.lemma[verb].lower(),
        _particle(s, verb),
        _antecedent(s, verb, subject),
        subject,
        "progressive" if subject is None and _tense(s, verb) == "gerund" else _tense(s, verb),
        mood,
        is_negative(s, verb),
        s.child(verb, "auxpass") is not None or s.child(verb, "nsubjpass") is not None,
        _is_hedged(s, verb),
        is_linked,
        parts,
        min(own),
        max(own),
    )


def _particle(s: Sentence, verb: int) -> int | None:
    found = s.child(verb, "prt")
    if found is not None:
        is_near = found == verb + 1 or found + 1 >= len(s) or s.pos[found + 1] != "ADP"
        is_near = is_near and not any(s.pos[between] == "VERB" for between in range(verb + 1, found))
        return found if is_near else None
    return next(
        (c for c in s.children(verb, "advmod") if c == verb + 1 and s.low[c] in closed_class("particles")), None
    )


def _antecedent(s: Sentence, verb: int, subject: int | None) -> int | None:
    if s.dep[verb] != "relcl" or subject is None or s.tag[subject] in _WH_TAGS:
        return None
    has_object = any(
        s.tag[child] not in _WH_TAGS for child in s.children(verb, "dobj", "attr", "acomp", "ccomp", "xcomp")
    )
    is_when = any(s.tag[child] == "WRB" for child in s.children(verb, "advmod"))
    noun = _nearest(s, verb)
    return None if has_object or is_when or s.pos[noun] not in ("NOUN", "PROPN") else noun


def _nearest(s: Sentence, verb: int) -> int:
    """The word that a relative clause is about: the head that the parser gave it, or the noun right before
    the clause if that head belongs to an earlier clause ("a way to get through stuff I carry")."""
    head, before = s.head[verb], s.first_below(verb) - 1
    if before <= head or s.pos[before] not in ("NOUN", "PROPN"):
        return head
    above = s.ancestors(before)
    between = above[: above.index(head)] if head in above else ()
    return before if any(s.pos[token] in _VERBS for token in between) else head


def stranded(s: Sentence, clause: Clause) -> int | None:
    """The preposition in a relative clause whose object is the noun outside ("in" of "the choir I sing in"),
    or None."""
    if clause.antecedent is None:
        return None
    for prep in s.children(clause.verb, "prep", "advmod"):
        with_joined = (prep, *s.children(prep, "conj"))  # "on and off the stage"
        is_bare = all(s.child(one, "pobj", "pcomp") is None for one in with_joined)
        if prep > clause.verb and s.pos[prep] == "ADP" and is_bare and prep != clause.particle:
            return prep
    return None


def _subject(s: Sentence, verb: int) -> tuple[int | None, bool, bool]:
    """The subject (None if an "I" is left out or there is no subject); whether the clause has one, be it left
    out; and whether it is shared with another clause."""
    own = s.child(verb, *_SUBJECTS)
    if own is not None:
        return own, True, False
    of_helper = next((s.child(helper, *_SUBJECTS) for helper in s.children(verb, *_AUXILIARIES)), None)
    if of_helper is not None:
        return of_helper, True, False  # "and they're inspiring", where the parser hangs "they" on the helper
    if s.dep[verb] == "conj" and s.pos[s.head[verb]] in _VERBS and not _is_order(s, verb):
        lent, is_known, _ = _subject(s, s.head[verb])
        agrees = lent is None or s.tag[verb] != "VBZ" or s.low[lent] not in closed_class("first_persons")
        return lent, is_known and agrees, True
    if s.dep[verb] == "relcl":
        return None, False, False
    return None, _leaves_out_i(s, verb), False


def _opens_a_sentence_of_its_own(s: Sentence, verb: int) -> bool:
    """Whether a gerund is the subject of the sentence ("Trying new things has been a blast")."""
    behind = complement(s, verb)
    after = (behind[-1] if behind else verb) + 1
    if s.tag[verb] == "VBG" and not s.children(verb, "aux") and any(_is_short_is(s, token) for token in behind):
        return True
    return (
        s.tag[verb] == "VBG"
        and after < len(s)
        and s.tag[after] in ("VBZ", "VBP", "VBD", "MD")
        and not s.children(verb, "aux")
    )


def _is_short_is(s: Sentence, token: int) -> bool:
    """Whether a 's is "is" although the parser takes it for a possessive, because an article follows:
    "Finding a flat's a tough job"."""
    return s.low[token] == "'s" and token + 1 < len(s) and s.low[token + 1] in ("a", "an", "the", "no", "my", "so")


def _is_order(s: Sentence, verb: int) -> bool:
    """Whether a joined verb is an order of its own ("I moved, tell me …"): a base form after a verb of
    another form."""
    head = s.head[verb]
    if any(s.tag[helper] == "MD" for helper in s.children(verb, "aux")):
        return False  # "I moved and can't speak it yet"
    if s.lemma[head] == "be" and s.tag[verb] in ("VB", "VBP"):
        return True
    return s.tag[verb] == "VB" and s.tag[head] not in ("VB", "VBP") and not s.children(head, "aux")


def _leaves_out_i(s: Sentence, verb: int) -> bool:
    """Whether a verb opens the sentence or a part of it with the "I" left out ("Sold the car in May")."""
    aux = s.children(verb, *_AUXILIARIES)
    opens = min((verb, *aux))
    if _is_said_of_a_thing(s, verb) or _is_joined_to_a_thing(s, verb):
        return False
    opens_question = s.dep[verb] == "advcl" and verb == 0 and _is_asked(s, s.head[verb])
    if not opens_question and s.dep[verb] not in (
        ("ROOT", "conj") if s.tag[verb] == "VBG" and not aux else ("ROOT", "conj", "ccomp", "advcl")
    ):
        return False
    is_denied = s.tag[opens] in ("VBP", "MD", "VB") and opens != verb and bool(s.children(verb, "neg"))
    if is_denied and s.lemma[opens] == "do" and s.lemma[verb].lower() not in closed_class("denied_states"):
        return False  # "don't worry" is an order
    is_sure = opens == verb and s.low[verb] in closed_class("pasts")
    if opens == verb and not is_sure and s.low[verb] == s.lemma[verb].lower() and s.tag[verb] != "VBG":
        return False  # "split the list" is an order as well as a past
    is_past = is_sure or s.tag[opens] in _PAST_TAGS
    if not is_past and s.tag[opens] != "VBG" and not is_denied and s.low[opens] not in ("gon", "ca"):
        return False
    if (
        s.child(verb, "mark") is not None
        or any(s.low[helper] != "got" for helper in s.children(verb, "auxpass"))
        or (s.low[verb] in closed_class("said_of_others") and not _is_surely_own(s, verb))
    ):
        return False
    before = range(_last_stop(s, opens) + 1, opens)
    return all(s.pos[token] in _OPENERS and s.tag[token] not in _WH_TAGS for token in before)


def _is_said_of_a_thing(s: Sentence, verb: int) -> bool:
    """Whether a verb without a subject left out an "it": "Took some luck", "cost a fortune", "meant a
    lot"."""
    if s.low[verb] in closed_class("said_of_things"):
        return True
    taken = s.child(verb, "dobj", "npadvmod") if s.low[verb] in ("took", "taking", "taken") else None
    return taken is not None and s.lemma[taken].lower() in closed_class("taken_by_things")


def _is_joined_to_a_thing(s: Sentence, verb: int) -> bool:
    """Whether a gerund is one item in a list of things: "Exercise, music, and spending time with friends"."""
    head = s.head[verb]
    if s.dep[verb] != "conj" or s.tag[verb] != "VBG" or s.pos[head] in _VERBS:
        return False
    while s.dep[head] == "appos" and s.pos[s.head[head]] in ("NOUN", "PROPN"):
        head = s.head[head]
    is_list = s.dep[head] == "ROOT" and any(s.low[token] == "," for token in range(head + 1, verb))
    return is_list or s.dep[head] in _IN_LISTS


def _is_surely_own(s: Sentence, verb: int) -> bool:
    """Whether a verb without a subject can only be the person's: "Looking forward to May", "been busy
    painting". Other forms of "look" and "be" may be said of things."""
    is_forward = s.low[verb] == "looking" and s.low[verb + 1 : verb + 2] == ("forward",)
    said = s.child(verb, "acomp") if s.low[verb] == "been" else None
    is_there = s.low[verb] == "been" and any(s.low[prep] == "to" for prep in s.children(verb, "prep"))
    return is_forward or is_there or (said is not None and s.low[said] in closed_class("own_states"))


def _last_stop(s: Sentence, token: int) -> int:
    return next((at for at in range(token - 1, -1, -1) if s.low[at] in (".", "!", "?", ",", ";", ":", "-", "—")), -1)


def is_negative(s: Sentence, verb: int) -> bool:
    """Whether the verb itself is denied."""
    negators = closed_class("negators")
    return any(
        s.dep[child] == "neg" or (s.dep[child] in ("advmod", "preconj") and s.low[child] in negators)
        for child in s.children(verb)
        if child < verb or s.pos[verb] == "AUX" or s.low[child] in ("never", "n't", "nt", "not")
    )


def _looks_past(low: str) -> bool:
    """Whether a form is a past form, whatever the parser says: "lost", "retook", "quit"."""
    pasts = closed_class("pasts")
    return low in pasts or low in closed_class("past_forms") or (low.startswith(("re", "mis")) and low[2:] in pasts)


def _shares_tense(s: Sentence, verb: int) -> bool:
    """Whether a joined verb shares the auxiliaries of the first: "I've been reading and writing"."""
    if s.children(verb, *_AUXILIARIES, *_SUBJECTS) or s.dep[verb] != "conj" or s.pos[s.head[verb]] not in _VERBS:
        return False
    return s.tag[verb] == s.tag[s.head[verb]]


def _tense(s: Sentence, verb: int) -> Tense:
    if _shares_tense(s, verb) or (s.dep[verb] == "ccomp" and _is_made_to(s, verb)):
        return _tense(s, s.head[verb])
    if _is_wish(s, verb):
        return "wish"
    helpers = {s.low[child] for child in s.children(verb, *_AUXILIARIES)}
    lemmas = {s.lemma[child].lower() for child in s.children(verb, *_AUXILIARIES)}
    tag = s.tag[verb]
    if helpers & closed_class("future"):
        return "future"
    if "do" in lemmas or "did" in helpers:
        return "past" if "did" in helpers else "present"
    if "have" in lemmas or "'ve" in helpers or "ve" in helpers:
        return "perfect"
    if tag == "VBG":
        if not helpers:
            return "gerund"
        return "past_progressive" if helpers & {"was", "were"} else "progressive"
    if tag in ("VB", "VBP") and not helpers and _looks_past(s.low[verb]):
        return "past"
    if tag in _PAST_TAGS:
        is_present = tag == "VBN" and any(
            s.tag[child] in ("VBP", "VBZ") and s.lemma[child].lower() == "be"
            for child in s.children(verb, *_AUXILIARIES)
        )
        return "present" if is_present and not helpers & {"got", "was", "were"} else "past"
    if "to" in helpers:
        return "infinitive"
    return "present"


def _is_wish(s: Sentence, verb: int) -> bool:
    """Whether a clause is a wish in spite of its auxiliary: "I'd love to go", "can't wait to go"."""
    lemma = s.lemma[verb].lower()
    if lemma not in closed_class("wished") and lemma != "wait":
        return False
    helpers = {s.low[child] for child in s.children(verb, "aux")}
    if lemma != "wait":
        return bool(helpers & {"would", "'d", "d"}) and s.tag[verb] not in _PAST_TAGS
    return bool(helpers & {"ca", "can", "could", "cannot"}) and is_negative(s, verb)


def _mood(s: Sentence, verb: int, known: dict[int, Mood]) -> Mood:
    """The mood of a clause by its own words and by the clause that it depends on, without the question mark.

    `known` holds the moods found so far, since clauses depend on each other in long chains.
    """
    if verb not in known:
        own = _own_mood(s, verb)
        known[verb] = own if own != "stated" or s.dep[verb] == "ROOT" else _mood_below(s, verb, known)
    return known[verb]


def _own_mood(s: Sentence, verb: int) -> Mood:
    marks = {s.low[child] for child in s.children(verb, "mark")}
    is_likened = "like" in marks and s.dep[verb] in ("advcl", "ccomp")
    if is_likened or marks & closed_class("conditions") or _is_in_case(s, verb):
        return "supposed"
    if any(s.low[child] in ("maybe", "perhaps", "possibly") for child in s.children(verb, "advmod")):
        return "possible"
    if s.dep[verb] in ("advcl", "pcomp") and _is_of_some_day(s, verb):
        return "supposed"
    if _is_asked(s, verb):
        return "asked"
    if _is_unreal(s, verb):
        return "supposed"
    subject = s.child(verb, *_SUBJECTS)
    is_form_of_order = s.tag[verb] in ("VB", "VBP") and s.low[verb] not in closed_class("pasts")
    is_bare = is_form_of_order and not s.children(verb, "aux", "neg")
    if subject is None and is_bare and s.dep[verb] in ("ROOT", "parataxis"):
        return "ordered"
    if _is_wish(s, verb):
        return "stated"
    if any(s.low[child] in closed_class("possible") for child in s.children(verb, "aux")):
        if s.lemma[verb].lower() in closed_class("denied_abilities") and is_negative(s, verb):
            return "stated"
        is_had = s.tag[verb] in _PAST_TAGS and all(s.low[a] == "'d" for a in s.children(verb, "aux"))
        return "stated" if is_had else "possible"
    if any(_hangs_supposed(s, child) for child in s.children(verb, "advcl")):
        return "supposed"
    return "stated"


def _is_of_some_day(s: Sentence, verb: int) -> bool:
    """Whether a time clause is about something that may never happen or happens often: "for when I have
    kids", "once she gets a job", "when I'm playing"."""
    opens = {s.low[child] for child in s.children(verb, "advmod", "mark") if child < verb}
    helpers = [s.tag[child] for child in s.children(verb, "aux")]
    is_present = s.tag[verb] in ("VB", "VBP", "VBZ") and not helpers
    is_going_on = s.tag[verb] == "VBG" and helpers in (["VBP"], ["VBZ"])
    return bool(opens & {"when", "once", "whenever"}) and (is_present or is_going_on)


def _is_in_case(s: Sentence, verb: int) -> bool:
    first = s.first_below(verb)
    return s.low[first : first + 2] == ("in", "case") or (
        s.low[s.head[verb]] == "case" and s.dep[verb] in ("acl", "relcl")
    )


def _hangs_supposed(s: Sentence, token: int) -> bool:
    """Whether an adverbial clause with "if" or "unless" makes its main clause a hypothesis."""
    return any(s.low[child] in ("if", "unless") for child in s.children(token, "mark"))


def _is_unreal(s: Sentence, verb: int) -> bool:
    """Whether the auxiliary stands before the subject instead of an "if": "Had I studied law, …"."""
    subject = s.child(verb, "nsubj", "nsubjpass")
    helpers = [verb, *s.children(verb, *_AUXILIARIES)]
    return subject is not None and any(s.low[h] in ("had", "were", "should") and h < subject for h in helpers) and (
        s.dep[verb] != "relcl" and not _is_fronted(s, verb))  # fmt: skip


def _is_asked(s: Sentence, verb: int) -> bool:
    subject = s.child(verb, "nsubj", "nsubjpass", "expl")
    if s.dep[verb] in ("relcl", "pcomp", "acl") or (s.dep[verb] == "advcl" and s.child(verb, "mark") is not None):
        return False
    aux = s.children(verb, *_AUXILIARIES)
    is_embedded = s.dep[verb] in ("ccomp", "csubj") and s.child(verb, "mark") is not None
    if subject is not None and not is_embedded:
        if s.tag[subject] in _WH_TAGS and s.dep[verb] in ("ROOT", "ccomp", "conj", "parataxis"):
            return True
        inverted = (s.pos[verb] == "AUX" and verb < subject and s.low[subject] != "there") or any(
            child < subject for child in aux
        )
        if inverted and s.low[min((verb, *aux))] not in ("had",) and not _is_fronted(s, verb):
            return True
    left = [child for child in s.children(verb) if child < verb and s.low[child] in _ASKERS]
    is_told = (
        s.dep[verb] == "ccomp" and s.head[verb] < verb and s.lemma[s.head[verb]].lower() in closed_class("factive")
    )
    if is_told and left and s.low[left[0]] == "why":
        return False  # "it reminds me why I love this"
    is_of_noun = s.dep[verb] == "conj" and s.pos[s.head[verb]] in ("NOUN", "PROPN")  # "money and how I'll pay"
    is_open = is_of_noun or s.dep[verb] in ("ROOT", "parataxis", "ccomp")
    return bool(left) and is_open and not _is_exclamation(s, left[0])


def _is_fronted(s: Sentence, verb: int) -> bool:
    """Whether the auxiliary stands before the subject without a question: "So did I", "never have I"."""
    return any(s.low[child] in ("so", "neither", "nor", "never", "here", "there", "only") and child < verb
               for child in s.children(verb, "advmod", "neg", "cc", "preconj"))  # fmt: skip


def _is_exclamation(s: Sentence, token: int) -> bool:
    """Whether a question word opens no question: "What a day!", "how lovely!", or any "when"."""
    return s.low[token] == "when" or (s.text.rstrip().endswith("!") and s.low[token] in ("what", "how"))


def _mood_below(s: Sentence, verb: int, known: dict[int, Mood]) -> Mood:
    """The mood that a clause takes from the clause that it depends on."""
    head = s.head[verb]
    dep = s.dep[verb]
    if s.low[head] == "wish" and dep == "ccomp":
        return "supposed"  # "Wish I had a garden": no verb to the parser
    while s.pos[head] not in _VERBS and s.head[head] != head:
        if s.low[head] in closed_class("chances"):
            return "possible"  # "there's a chance that I …"
        dep, head = s.dep[head], s.head[head]
    if s.pos[head] not in _VERBS:
        return "stated"
    if s.dep[verb] == "ccomp" and dep in ("acomp", "attr") and is_negative(s, head):
        return "supposed"  # "I'm not sure I follow"
    above = _mood(s, head, known)
    if dep == "ccomp" or (s.dep[verb] == "ccomp" and dep == "advmod"):
        return _of_complement(s, verb, head, above)
    if dep == "conj" and is_in_condition(s, verb):
        return "supposed"
    if dep in ("conj", "parataxis"):
        is_own = s.child(verb, *_SUBJECTS) is not None
        if above == "ordered" and dep == "conj" and is_own and _tense(s, verb) == "future":
            return "supposed"  # "keep going and we'll make it"
        return "stated" if is_own and above != "supposed" and not _shares_helper(s, head, verb) else above
    if dep == "advcl":
        marks = {s.low[child] for child in s.children(verb, "mark", "advmod")}
        if not marks or marks & closed_class("reasons"):
            return "stated"
    return "stated" if above in ("asked", "ordered") and dep in ("relcl", "appos") else above


def is_in_condition(s: Sentence, verb: int) -> bool:
    """Whether a clause belongs to a condition right before it ("I bake when it is cold and I'm sad"), even if
    the parser joins it to another verb."""
    verbs = (t for t in range(verb - 1, -1, -1) if s.pos[t] in _VERBS and s.dep[t] not in ("aux", "auxpass"))
    before = next(verbs, None) if s.dep[verb] in ("conj", "parataxis", "dep") else None
    is_next = before is not None and s.dep[before] == "advcl" and not _has_stop_between(s, before, verb)
    return is_next and before is not None and _own_mood(s, before) == "supposed"


def _shares_helper(s: Sentence, head: int, verb: int) -> bool:
    """Whether an auxiliary before two joined verbs counts for both: "Would you come and I pay"."""
    return s.dep[verb] == "conj" and any(s.low[a] in closed_class("possible") for a in s.children(head, "aux"))


def _is_made_to(s: Sentence, verb: int) -> bool:
    """Whether a verb is what "me" or "us" was made to do or feel, so that it happened: "It made me feel at
    home"."""
    subject = s.child(verb, "nsubj") if s.dep[verb] == "ccomp" and s.tag[verb] == "VB" else None
    return subject is not None and s.low[subject] in ("me", "us") and s.lemma[s.head[verb]].lower() == "make"


def _of_complement(s: Sentence, verb: int, head: int, above: Mood) -> Mood:
    if _is_made_to(s, verb):
        return "supposed" if is_negative(s, head) else above
    subject = s.child(head, *_SUBJECTS)
    if subject is None and s.dep[head] in ("xcomp", "conj") and s.pos[s.head[head]] in _VERBS:
        subject = s.child(s.head[head], *_SUBJECTS)  # "keeps claiming that …"
    is_run_on = verb < head or (s.child(verb, "mark") is None and _has_stop_between(s, head, verb))
    if is_run_on:
        return "stated"
    if s.lemma[head].lower() in closed_class("unreal"):
        return "supposed"
    if subject is not None and s.low[subject] in _IMPERSONAL and s.lemma[head].lower() in closed_class("factive"):
        return above
    if subject is not None and s.low[subject] not in closed_class("first_persons"):
        return "reported" if s.low[subject] not in closed_class("second_persons") else "supposed"
    return "supposed" if is_negative(s, head) else above


def _has_stop_between(s: Sentence, one: int, other: int) -> bool:
    return any(s.low[at] in (",", "-", "—", ":", ";", ".", "!", "...", "…") for at in range(one, other))


def _in_question(s: Sentence, verb: int, moods: dict[int, Mood], asks: bool) -> Mood:
    """The mood of a clause, also when the sentence ends in a question mark."""
    mood = moods[verb]
    if mood != "stated" or not s.ends_asking:
        return mood
    if not asks:
        # Nothing is turned round: what stands last is what is asked, and where there is no more, all of it.
        return "asked" if verb == max(moods) or not _has_stop_between(s, verb, max(moods)) else mood
    return mood


def _is_hedged(s: Sentence, verb: int) -> bool:
    head = s.head[verb]
    return s.dep[verb] == "ccomp" and head < verb and s.lemma[head].lower() in closed_class("hedges")
