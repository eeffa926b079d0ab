"""Reads statements about how the person finds something: "it's hard for me to relax" gives "i find it hard
to relax"."""

from kg_assets.beliefs.frame import BeliefType
from kg_assets.beliefs.other_subjects import LOOSE, ME, SUBJECTS, UNNAMED, Clause, Stated, is_infinitive

_NOW = ("VBZ", "VBP")
_OF_WHOM = ("to", "for")  # "important to me"
_OWN = frozenset({"i", "my", "me", "myself"})
_OURS = _OWN | {"we", "us", "our", "ourselves"}
_GERUND = "ing"
_ANYBODY = frozenset({"one", "oneself", "yourself"})
_NO_THINGS = frozenset({"PROPN", "PRON", "DET", "NUM"})


def found_doing(clause: Clause) -> Stated | None:
    """The statement "i find it hard to relax" from "it is hard for me to relax", or "i find it good to help" from "it
    feels good to help". None for other clauses."""
    s, words, lexicon = clause.s, clause.words, clause.lexicon
    core = _core(clause) if words[clause.subject] == "it" else None
    doing = None if core is None else _doing(clause, core)
    if core is None or doing is None or doing < core or not _is_mine(clause, core, doing):
        return None
    if s.tag[clause.verb] == "VBN" and not is_infinitive(s, doing):
        return None  # "it's been tough going"
    matters = words[core] in lexicon.value_adjectives
    if not (clause.lemma == "feel" or matters or words[core] in lexicon.found | lexicon.hard):
        return None
    before = {t for child in s.children(doing, "nsubj", "mark") if s.tag[doing] == "VB" for t in s.subtree(child)}
    told = tuple(t for t in s.subtree(doing, ("punct", *LOOSE)) if t not in before)
    told += tuple(t for t in (told[-1] + 1,) if words[t : t + 1] in (("no",), ("yes",)))
    is_courtesy = s.lemma[doing].lower() in lexicon.polite_doings or any(
        s.lemma[t].lower() in lexicon.announcements for t in told
    )
    is_courtesy = is_courtesy and words[core] not in lexicon.hard
    if is_courtesy or any(words[t] in UNNAMED for t in told):
        return None
    kind: BeliefType = "CAPABILITY_LIMIT" if words[core] in lexicon.hard else "VALUE" if matters else "FEELING_STATE"
    return clause.stated("find", ("it", (*s.children(core, "advmod"), core), told), kind, core)


def _core(clause: Clause) -> int | None:
    """The adjective of "it is hard to …", even if the parser takes it for a verb ("it's fulfilling to …")."""
    s, words, verb = clause.s, clause.words, clause.verb
    if s.tag[verb] == "VBG" and words[verb] in clause.lexicon.found:
        return verb if any(s.lemma[aux] == "be" and s.tag[aux] in _NOW for aux in s.children(verb, "aux")) else None
    core = s.child(verb, "acomp") or next((t for t in s.children(verb, "attr") if words[t] == "fun"), None)
    return core if _is_so(clause) else None


def _is_so(clause: Clause) -> bool:
    """Whether the clause says that something is so now: "is", "has been"; not "was"."""
    s, verb = clause.s, clause.verb
    has_been = s.tag[verb] == "VBN" and any(s.tag[aux] in _NOW for aux in s.children(verb, "aux", "auxpass"))
    return s.tag[verb] in _NOW or has_been


def _doing(clause: Clause, core: int) -> int | None:
    """The verb of the activity that is judged: "relax" in "it's hard for me to relax"."""
    s, verb = clause.s, clause.verb
    below = (*s.children(verb, "xcomp", "advcl"), *s.children(core, "xcomp", "advcl"))
    return next(
        (
            c
            for c in below
            if is_infinitive(s, c) or (s.tag[c] == "VBG" and s.child(c, "mark", "nsubj") is None)
        ),
        None,
    )  # fmt: skip


def _is_mine(clause: Clause, core: int, doing: int) -> bool:
    """Whether the sentence says how the person finds what is done ("it's hard for me"), and not how everybody does."""
    s, words = clause.s, clause.words
    whose = s.child(doing, "nsubj")
    is_mine = clause.lemma == "feel" if whose is None else words[whose] in ME
    told = {words[t] for t in s.subtree(doing)}
    is_always = any(words[t] == "always" for t in s.children(clause.verb, "advmod"))
    return (
        is_mine
        or _is_to_me(clause, core)
        or not told.isdisjoint({"myself", "i"})
        or (is_always and "my" in told)  # "always fun to ride my bike"
        # "It's so rewarding to teach": who says so finds it so.
        or (words[core] in clause.lexicon.felt_of_things and whose is None and told.isdisjoint(_ANYBODY))
    )


def _is_to_me(clause: Clause, core: int) -> bool:
    """Whether the sentence says that it is so for the person: "important to me", "hard for me"."""
    s, words = clause.s, clause.words
    ways = (*s.children(core, "prep", "mark"), *s.children(clause.verb, "prep"))
    is_said = any(words[way] in _OF_WHOM and any(words[t] == "me" for t in s.children(way, "pobj")) for way in ways)
    return is_said or any(words[t] == "me" and words[t - 1] == "for" for t in s.subtree(core))


def felt_doing(clause: Clause) -> Stated | None:
    """The statement "i feel happy to see children laugh" from "it makes me happy to see children laugh", or "i am
    scared to think of the war" from "it scares me to think of the war". None for other clauses."""
    s, words, verb, lexicon = clause.s, clause.words, clause.verb, clause.lexicon
    if words[clause.subject] != "it" or s.tag[verb] not in _NOW:
        return None
    below = [*s.children(verb, "ccomp", "xcomp", "oprd", "acomp", "advcl")]
    core = next((t for t in below if words[t] in lexicon.feelings and s.pos[t] == "ADJ"), None)
    participle = lexicon.moving.get(clause.lemma)
    if (clause.lemma != "make" or core is None) and participle is None:
        return None
    below += s.children(core, "xcomp", "advcl", "ccomp") if core is not None else ()
    told = next((told for told in (_of_doing(clause, t) for t in below if t > verb + 1 and t != core) if told), ())
    if not told or words[verb + 1 : verb + 2] != ("me",) or any(words[t] in UNNAMED for t in told):
        return None
    if participle is not None:
        return clause.stated("be", (participle, told), "FEELING_STATE")
    return clause.stated("feel", ((core,), told), "FEELING_STATE", core) if core is not None else None


def _of_doing(clause: Clause, doing: int) -> tuple[int, ...]:
    """The words that say what moves the person: "to think of the war" in "it scares me to think of the war". Empty if
    there are none."""
    s, words = clause.s, clause.words
    told = tuple(t for t in s.subtree(doing, ("punct", *LOOSE)) if words[t] not in ("me", "too"))
    if any(words[t] == "when" for t in s.children(doing, "advmod", "mark")):
        return told if s.child(doing, "nsubj") is not None else ()
    is_open = s.child(doing, "mark") is None and not any(words[t] != "me" for t in s.children(doing, "nsubj"))
    return told if is_open and (is_infinitive(s, doing) or s.tag[doing] == "VBG") else ()


def found_that(clause: Clause) -> Stated | None:
    """The statement "i find it important that everybody is heard", read from "it's important to me that everybody is
    heard". None for other clauses."""
    s, words, lexicon = clause.s, clause.words, clause.lexicon
    core = _core(clause) if words[clause.subject] == "it" else None
    if core is None or not _is_to_me(clause, core):
        return None
    matters = words[core] in lexicon.value_adjectives
    if not matters and words[core] not in lexicon.found:
        return None
    for what in (*s.children(clause.verb, "ccomp"), *s.children(core, "ccomp")):
        told = s.subtree(what, ("punct", *LOOSE))
        is_opened = any(words[mark] == "that" for mark in s.children(what, "mark"))
        if is_opened and what > core and not any(words[t] in UNNAMED - {"that"} for t in told):
            kind: BeliefType = "VALUE" if matters else "FEELING_STATE"
            return clause.stated("find", ("it", (*s.children(core, "advmod"), core), told), kind, core)
    return None


def found_to_be(clause: Clause) -> Stated | None:
    """The statement "i find rowing relaxing" from "rowing is so relaxing", or "i find running my own bakery awesome"
    from "running my own bakery is awesome". None for other clauses."""
    s, words, lexicon, verb = clause.s, clause.words, clause.lexicon, clause.verb
    core = _behind(clause)
    if core is None or not _is_so(clause) or s.children(verb, "advcl"):
        return None
    named = clause.named()
    if s.children(verb, *SUBJECTS) != (clause.subject,) or any(_points(clause, t) for t in named):
        return None  # "it's amazing how …"
    is_own = s.tag[clause.subject] == "VBG" and not _OWN.isdisjoint(words[t] for t in named)
    if words[core] not in (lexicon.felt_of_things | lexicon.felt_of_doings if is_own else lexicon.felt_of_things):
        return None
    is_for_some = any(words[t] in _OF_WHOM for t in (*s.children(core, "prep"), *s.children(verb, "prep")))
    if is_for_some or not (is_own or _is_bare(clause)):
        return None
    further = tuple(t for t in s.children(core, "conj") if s.pos[t] == "ADJ" or words[t] in lexicon.felt_of_things)
    joined = tuple(sorted({core, *further, *(s.children(core, "cc") if further else ())}))
    kind: BeliefType = "CAPABILITY_LIMIT" if words[core] in lexicon.hard else "PREFERENCE"
    return clause.stated("find", (named, joined), kind, core)


def _behind(clause: Clause) -> int | None:
    """What is said behind "be" of the subject, as a token: "relaxing" in "rowing is relaxing". None for other verbs."""
    below = clause.s.children(clause.verb, "acomp", "attr") if clause.lemma == "be" else ()
    return next((t for t in below if t > clause.verb), None)


def valued_doing(clause: Clause) -> Stated | None:
    """The statement "i value looking after our garden", read from "looking after our garden is vital". Only an activity
    with something that is "my" or "our" counts. None for other clauses."""
    s, words, verb, lexicon = clause.s, clause.words, clause.verb, clause.lexicon
    core = _behind(clause)
    if core is None or s.tag[verb] not in _NOW:
        return None
    if words[core] not in lexicon.value_adjectives and words[core] not in lexicon.mattering:
        return None
    named = clause.named()
    is_ours = s.tag[clause.subject] == "VBG" and not _OURS.isdisjoint(words[t] for t in named)
    is_whole = s.children(verb, *SUBJECTS) == (clause.subject,)
    if not is_ours or not is_whole or any(_points(clause, t) for t in named) or s.children(core, "prep"):
        return None
    return clause.stated("value", (named,), "VALUE", core)


def _points(clause: Clause, token: int) -> bool:
    """Whether a word of the subject stands for something named elsewhere, as "this" or "them" does. A "their" behind a
    noun of the subject does not, because it means that noun."""
    s = clause.s
    is_theirs = s.dep[token] == "poss" and any(s.pos[t] == "NOUN" for t in range(s.first_below(clause.subject), token))
    return clause.words[token] in UNNAMED and s.dep[token] != "mark" and not is_theirs


def found_a_way(clause: Clause) -> Stated | None:
    """The statement "i find weaving a good way to fill my evenings", read from "weaving is a good way to fill my
    evenings". None for other clauses."""
    s, words, verb = clause.s, clause.words, clause.verb
    below = s.children(verb, "attr") if clause.lemma == "be" else ()
    core = next((t for t in below if words[t] == "way" and s.children(t, "amod")), None)
    doing = None if core is None else next((t for t in s.children(core, "relcl", "acl") if is_infinitive(s, t)), None)
    if core is None or doing is None or not _is_so(clause) or s.children(verb, "neg"):
        return None
    told = s.subtree(core, ("punct", *LOOSE))
    is_mine = not _OWN.isdisjoint(words[t] for t in s.subtree(doing))
    if not is_mine or not _is_bare(clause) or any(words[t] in UNNAMED for t in (*told, *clause.named())):
        return None
    return clause.stated("find", (clause.named(), told), "PREFERENCE")


def _is_bare(clause: Clause) -> bool:
    """Whether the subject is something that everybody knows, such as "rowing" or "crowded trains": a gerund, or a noun
    without an article that names no person."""
    s, words, subject, lexicon = clause.s, clause.words, clause.subject, clause.lexicon
    if s.tag[subject] == "VBG":
        return True
    unfit = lexicon.generic | lexicon.people | lexicon.pointing | lexicon.at_hand
    # At the head of a sentence the parser takes "Weaving" for a name.
    is_doing = subject == 0 and s.low[subject].endswith(_GERUND) and not s.entity[subject]
    is_told = (is_doing or s.pos[subject] not in _NO_THINGS) and not s.children(subject, "det", "poss", "nummod")
    return is_told and unfit.isdisjoint((words[subject], s.lemma[subject].lower()))
