"""The tense and the mood of a verb in a parsed sentence: which time it speaks of; and whether what it says is stated,
asked, ordered, supposed, possible or reported."""

from typing import Literal

from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Tense = Literal[
    "past", "perfect", "present", "progressive", "past_progressive", "future", "infinitive", "gerund", "wish"
]  # fmt: skip
Mood = Literal["stated", "asked", "ordered", "supposed", "possible", "reported"]
VERBS = frozenset({"VERB", "AUX"})
SUBJECTS = ("nsubj", "nsubjpass", "csubj", "expl", "csubjpass")
AUXILIARIES = ("aux", "auxpass")
WH_TAGS = frozenset({"WP", "WP$", "WRB", "WDT"})
PAST_TAGS = frozenset({"VBD", "VBN"})
_IMPERSONAL = frozenset({"it", "that", "this"})
_NOT_ALL = frozenset({"only", "just", "merely", "but"})
_TRUE = frozenset({"true", "right", "correct", "case"})
_ASKERS = frozenset({"what", "how", "why", "where", "when", "who", "which", "whats", "hows", "wheres"})


def is_negative(s: Sentence, verb: int) -> bool:
    """Whether the verb itself is denied ("I don't ski") or said to be over ("I no longer ski")."""
    negators = closed_class("negators")
    if any(s.low[child] == "longer" and s.low[child - 1] == "no" for child in s.children(verb, "advmod") if child):
        return True
    subject = s.child(verb, *SUBJECTS)
    if subject is not None and "neither" in (
        s.low[subject],
        *(s.low[c] for c in s.children(subject, "det", "preconj")),
    ):
        return True
    return any(
        s.dep[child] == "neg" or (s.dep[child] in ("advmod", "preconj") and s.low[child] in negators)
        for child in s.children(verb)
        if child < verb or s.pos[verb] == "AUX" or s.low[child] in ("never", "n't", "nt", "not")
    )


def is_denied_by_cleft(s: Sentence, verb: int) -> bool:
    """Whether the words before deny what the clause says: "It's not opera that I love", "It's not that I hate it",
    but not "It's not fair that I lost it"."""
    above = s.head[verb]
    if s.dep[verb] in ("relcl", "acl", "ccomp") and s.low[above] == "way" and s.low[above - 1] == "no":
        return True  # "there's no way I'm moving"
    if not _NOT_ALL.isdisjoint(s.low):
        return False  # "it's not only chess that I love"
    if s.dep[verb] == "relcl" and is_clefted(s, above):
        return is_negative(s, s.head[above])
    is_said_of_it = s.dep[verb] == "ccomp" and s.lemma[above] == "be" and above < verb and _is_about_it(s, above)
    found = s.child(above, "acomp", "attr") if is_said_of_it else None
    is_all = is_said_of_it and (found is None or s.low[found] in _TRUE)
    return is_all and is_negative(s, above)


def is_clefted(s: Sentence, noun: int) -> bool:
    """Whether a noun stands behind "it is" or "it was": "opera" of "It's opera that I love"."""
    being = s.head[noun]
    return s.dep[noun] in ("attr", "acomp") and s.lemma[being] == "be" and _is_about_it(s, being)


def _is_about_it(s: Sentence, being: int) -> bool:
    subject = s.child(being, "nsubj", "expl")
    return subject is not None and s.low[subject] == "it"


def _looks_past(low: str) -> bool:
    """Whether a form is a past form, whatever the parser says: "lost", "retook", "quit"."""
    pasts = closed_class("pasts")
    return low in pasts or low in closed_class("past_forms") or (low.startswith(("re", "mis")) and low[2:] in pasts)


def _shares_tense(s: Sentence, verb: int) -> bool:
    """Whether a joined verb also has the auxiliaries of the first verb: "writing" in "I've been reading and
    writing"."""
    if s.children(verb, *AUXILIARIES, *SUBJECTS) or s.dep[verb] != "conj" or s.pos[s.head[verb]] not in VERBS:
        return False
    return s.tag[verb] == s.tag[s.head[verb]]


def tense_of(s: Sentence, verb: int) -> Tense:
    if _shares_tense(s, verb) or (s.dep[verb] == "ccomp" and _is_made_to(s, verb)):
        return tense_of(s, s.head[verb])
    if _is_wish(s, verb):
        return "wish"
    helpers = {s.low[child] for child in s.children(verb, *AUXILIARIES)}
    lemmas = {s.lemma[child].lower() for child in s.children(verb, *AUXILIARIES)}
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
    if tag in PAST_TAGS:
        is_present = tag == "VBN" and any(
            s.tag[child] in ("VBP", "VBZ") and s.lemma[child].lower() == "be"
            for child in s.children(verb, *AUXILIARIES)
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
        return bool(helpers & {"would", "'d", "d"}) and s.tag[verb] not in PAST_TAGS
    return bool(helpers & {"ca", "can", "could", "cannot"}) and is_negative(s, verb)


def mood_of(s: Sentence, verb: int, known: dict[int, Mood]) -> Mood:
    """The mood of a clause by its own words or, if these state something, by the clause on which it depends. Whether
    the sentence ends in a question mark plays no part (see `in_question`).

    `known` holds the moods found so far, by verb, and gets this one: clauses depend on each other in long chains.
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
    if is_asked(s, verb):
        return "asked"
    if _is_unreal(s, verb) or _is_dreamt(s, verb):
        return "supposed"
    subject = s.child(verb, *SUBJECTS)
    is_form_of_order = s.tag[verb] in ("VB", "VBP") and s.low[verb] not in closed_class("pasts")
    is_bare = is_form_of_order and not s.children(verb, "aux", "neg")
    if subject is None and is_bare and s.dep[verb] in ("ROOT", "parataxis"):
        return "ordered"
    if _is_wish(s, verb):
        return "stated"
    if any(s.low[child] in closed_class("possible") for child in s.children(verb, "aux")):
        if s.lemma[verb].lower() in closed_class("denied_abilities") and is_negative(s, verb):
            return "stated"
        is_had = s.tag[verb] in PAST_TAGS and all(s.low[a] == "'d" for a in s.children(verb, "aux"))
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
    """Whether an "if" or "unless" opens a clause, so that its main clause is only a supposition: "I'd move
    if I could"."""
    return any(s.low[child] in ("if", "unless") for child in s.children(token, "mark"))


def _is_unreal(s: Sentence, verb: int) -> bool:
    """Whether the auxiliary stands before the subject instead of an "if": "Had I studied law, …"."""
    subject = s.child(verb, "nsubj", "nsubjpass")
    helpers = [verb, *s.children(verb, *AUXILIARIES)]
    return subject is not None and any(s.low[h] in ("had", "were", "should") and h < subject for h in helpers) and (
        s.dep[verb] != "relcl" and not _is_fronted(s, verb))  # fmt: skip


def _is_dreamt(s: Sentence, verb: int) -> bool:
    """Whether a clause follows "dreamt" directly ("I dreamt I was flying"), although the parser does not make it depend
    on that word."""
    subject = s.child(verb, "nsubj", "nsubjpass")
    return subject is not None and subject > 0 and s.low[subject - 1] in closed_class("dreamt")


def is_asked(s: Sentence, verb: int) -> bool:
    subject = s.child(verb, "nsubj", "nsubjpass", "expl")
    if s.dep[verb] in ("relcl", "pcomp", "acl") or (s.dep[verb] == "advcl" and s.child(verb, "mark") is not None):
        return False
    aux = s.children(verb, *AUXILIARIES)
    is_embedded = s.dep[verb] in ("ccomp", "csubj") and s.child(verb, "mark") is not None
    if subject is not None and not is_embedded:
        if s.tag[subject] in WH_TAGS and s.dep[verb] in ("ROOT", "ccomp", "conj", "parataxis"):
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
    """Whether the auxiliary stands before the subject though nothing is asked: "So did I", "never have I"."""
    return any(s.low[child] in ("so", "neither", "nor", "never", "here", "there", "only") and child < verb
               for child in s.children(verb, "advmod", "neg", "cc", "preconj"))  # fmt: skip


def _is_exclamation(s: Sentence, token: int) -> bool:
    """Whether a question word opens an exclamation and so asks nothing: "What a day!", "how lovely!". A "when" is
    always taken to ask nothing."""
    return s.low[token] == "when" or (s.text.rstrip().endswith("!") and s.low[token] in ("what", "how"))


def _mood_below(s: Sentence, verb: int, known: dict[int, Mood]) -> Mood:
    """The mood of a clause as far as the clause on which it depends decides it: "supposed" for "I had a garden" in "I
    wish I had a garden"."""
    head = s.head[verb]
    dep = s.dep[verb]
    if s.low[head] == "wish" and dep == "ccomp":
        return "supposed"  # "Wish I had a garden": no verb to the parser
    while s.pos[head] not in VERBS and s.head[head] != head:
        if s.low[head] in closed_class("chances"):
            return "possible"  # "there's a chance that I …"
        dep, head = s.dep[head], s.head[head]
    if s.pos[head] not in VERBS:
        return "stated"
    if s.dep[verb] == "ccomp" and dep in ("acomp", "attr") and is_negative(s, head):
        return "supposed"  # "I'm not sure I follow"
    above = mood_of(s, head, known)
    if dep == "ccomp" or (s.dep[verb] == "ccomp" and dep == "advmod"):
        return _of_complement(s, verb, head, above)
    if dep == "conj" and is_in_condition(s, verb):
        return "supposed"
    if dep in ("conj", "parataxis"):
        is_own = s.child(verb, *SUBJECTS) is not None
        if above == "ordered" and dep == "conj" and is_own and tense_of(s, verb) == "future":
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
    verbs = (t for t in range(verb - 1, -1, -1) if s.pos[t] in VERBS and s.dep[t] not in ("aux", "auxpass"))
    before = next(verbs, None) if s.dep[verb] in ("conj", "parataxis", "dep") else None
    is_next = before is not None and s.dep[before] == "advcl" and not _has_stop_between(s, before, verb)
    return is_next and before is not None and _own_mood(s, before) == "supposed"


def _shares_helper(s: Sentence, head: int, verb: int) -> bool:
    """Whether one auxiliary of possibility, such as "would", counts for two joined verbs: "Would you come
    and I pay"."""
    return s.dep[verb] == "conj" and any(s.low[a] in closed_class("possible") for a in s.children(head, "aux"))


def _is_made_to(s: Sentence, verb: int) -> bool:
    """Whether a verb is what "me" or "us" was made to do or feel, so that it happened: "It made me feel at
    home"."""
    subject = s.child(verb, "nsubj") if s.dep[verb] == "ccomp" and s.tag[verb] == "VB" else None
    return subject is not None and s.low[subject] in ("me", "us") and s.lemma[s.head[verb]].lower() == "make"


def _of_complement(s: Sentence, verb: int, head: int, above: Mood) -> Mood:
    if _is_made_to(s, verb):
        return "supposed" if is_negative(s, head) else above
    subject = s.child(head, *SUBJECTS)
    if subject is None and s.dep[head] in ("xcomp", "conj") and s.pos[s.head[head]] in VERBS:
        subject = s.child(s.head[head], *SUBJECTS)  # "keeps claiming that …"
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


def is_by_hearsay(s: Sentence, verb: int) -> bool:
    """Whether a clause tells what somebody else says: "According to Gaby, Rolf has left"."""
    above = s.head[verb] if s.dep[verb] == "conj" else verb
    return any(s.low[child] == "according" for child in s.children(above, "prep"))


def in_question(s: Sentence, verb: int, moods: dict[int, Mood], asks: bool) -> Mood:
    """The mood of a clause: the one in `moods`; but "reported" for hearsay, and "asked" if the sentence ends in a
    question mark and the clause is part of what it asks."""
    mood = moods[verb]
    if mood == "stated" and is_by_hearsay(s, verb):
        return "reported"
    if mood != "stated" or not s.ends_asking:
        return mood
    if not asks:
        # Without an inversion ("You live here?") the last clause is asked, together with the clauses before it up to a
        # stop.
        if verb == max(moods) and _asks_behind_it(s, verb):
            return mood
        return "asked" if verb == max(moods) or not _has_stop_between(s, verb, max(moods)) else mood
    return mood


def _asks_behind_it(s: Sentence, verb: int) -> bool:
    """Whether a clause before the question mark asks nothing, because the question stands behind it and has no verb:
    "She's into pottery, gift ideas?"."""
    comma = next((at for at in range(len(s) - 1, verb, -1) if s.low[at] == ","), None)
    if comma is None:
        return False
    behind = [at for at in range(comma + 1, len(s)) if s.pos[at] != "PUNCT"]
    if not behind or any(s.pos[at] in VERBS for at in behind) or s.pos[behind[0]] == "PROPN":
        return False
    is_asked_for = not closed_class("asked_for").isdisjoint(s.low[at] for at in behind)
    return is_asked_for or (len(behind) > 1 and s.low[behind[0]] not in closed_class("tags"))


def is_hedged(s: Sentence, verb: int) -> bool:
    head = s.head[verb]
    return s.dep[verb] == "ccomp" and head < verb and s.lemma[head].lower() in closed_class("hedges")
