"""Reads statements about oneself in clauses that name something as the person's own: "honesty matters to me", "dance is
my passion", "what keeps me going is my family"."""

from kg_assets.beliefs.extent import own_tokens
from kg_assets.beliefs.frame import BeliefType
from kg_assets.beliefs.lexicon import Lexicon
from kg_assets.beliefs.other_subjects import APART, LOOSE, ME, SUBJECTS, UNNAMED, Clause, Stated, is_infinitive

_MINE = ("mine", "my")


def valued(clause: Clause) -> Stated | None:
    """The statement "i value honesty" from "honesty matters to me", or "i find jazz relaxing" from "jazz is relaxing to
    me". None for other clauses."""
    s, words, lexicon, verb = clause.s, clause.words, clause.lexicon, clause.verb
    if "me" not in words or not any(
        words[t] in ("to", "for") and words[t + 1] == "me" for t in range(verb, len(s) - 1)
    ):
        return None
    needed = lexicon.value_verbs.get(clause.lemma)
    is_verb = needed is not None and (not needed or bool(needed & set(words[verb:])))
    cores = s.children(verb, "acomp", "attr")
    cores += tuple(t for core in cores if words[core] == "thing" for t in s.children(core, "amod"))
    if is_verb or any(words[core] in lexicon.value_adjectives for core in cores):
        strong = tuple(t for child in s.children(verb, "npadvmod", "dobj") for t in s.subtree(child, APART))
        return clause.stated("value", (clause.named(),), "VALUE", *cores, *strong)
    found = next((core for core in cores if words[core] in lexicon.found and clause.lemma == "be"), None)
    if found is None:
        return None
    kind: BeliefType = "CAPABILITY_LIMIT" if words[found] in lexicon.hard else "PREFERENCE"
    told = tuple(token for token in (*s.children(found, "advmod"), found))
    return clause.stated("find", (clause.named(), told), kind, found)


def my_own(clause: Clause) -> Stated | None:
    """The statement "i value dance" from "dance is my passion", or "i like reading" from "reading is a favorite of
    mine", or "i value music" from "music is a big part of my life". None for other clauses."""
    s, words, lexicon, verb = clause.s, clause.words, clause.lexicon, clause.verb
    for core in s.children(verb, "attr") if clause.lemma == "be" else ():
        below = s.subtree(core, APART)
        is_me = (words[core] in ME or _is_part_of_me(clause, core)) and not s.children(core, "conj", "appos")
        is_me = is_me and not s.children(verb, "neg", "acomp")
        if is_me and s.pos[clause.subject] in ("NOUN", "PROPN", "VERB"):
            return clause.stated("value", (clause.named(),), "VALUE", core)  # "dance is just me"
        at = next((t for t in below if words[t] in lexicon.my_own), core)
        told = None if is_infinitive(s, clause.subject) else lexicon.my_own.get(words[at])
        is_mine = any(words[t] == "my" for t in s.children(core, "poss")) or any(
            words[t] in _MINE and s.dep[t] in ("pobj", "poss") for t in below
        )
        is_mine = is_mine or any(words[t] in ("to", "for") and words[t + 1 : t + 2] == ("me",) for t in below)
        if told is not None and is_mine:
            beside = s.children(core, "amod", "det")
            found = clause.stated(told, (clause.named(),), _type_of(lexicon, told), *beside)
            return found._replace(heard=tuple(sorted({*found.heard, at})))
    return None


def _is_part_of_me(clause: Clause, core: int) -> bool:
    """Whether a clause says that something is a part of the person: "Weaving is a part of me"."""
    ways = clause.s.children(core, "prep") if clause.words[core] == "part" else ()
    return any(clause.words[t] in ME for way in ways for t in clause.s.children(way, "pobj"))


def _type_of(lexicon: Lexicon, verb: str) -> BeliefType:
    if verb in lexicon.value:
        return "VALUE"
    return "FEELING_STATE" if verb in lexicon.feeling else "PREFERENCE"


def favorite(clause: Clause) -> Stated | None:
    """The statement "i like blue" from "my favorite color is blue", or "i fear failing" from "my biggest fear is
    failing". None for other clauses."""
    s, words, lexicon = clause.s, clause.words, clause.lexicon
    if clause.lemma != "be" or "my" not in words:
        return None
    if words[clause.subject] in lexicon.own_things and words[clause.subject] not in lexicon.my_own:
        return None
    own = (clause.subject, *s.children(clause.subject, "amod", "poss"))
    told = next((lexicon.my_own[words[t]] for t in own if words[t] in lexicon.my_own), None)
    core = next((t for t in s.children(clause.verb, "attr", "xcomp") if t > clause.verb), None)
    if told is None or core is None or not any(words[t] == "my" for t in own) or s.pos[core] in ("PRON", "DET", "ADJ"):
        return None
    if words[core] in lexicon.pointing or any(
        words[t] in ("i", "we", *UNNAMED) and s.dep[t] != "det" for t in s.subtree(core)
    ):
        return None
    heard = (*(t for t in own if words[t] != "my"), *s.children(clause.verb, "neg"))
    apart = {
        t for joined in s.children(core, "conj") if s.child(joined, *SUBJECTS) is not None for t in s.subtree(joined)
    }
    behind = tuple(t for t in s.subtree(core, ("punct", *LOOSE)) if t not in apart)
    while behind and s.dep[behind[-1]] == "cc":
        behind = behind[:-1]  # "my goal is to sleep, and my brother snores"
    if is_infinitive(s, core):
        is_aim = s.lemma[clause.subject].lower() in lexicon.aims and s.tag[clause.verb] != "VBD"
        return clause.stated("aim", (behind,), "BELIEF_ABOUT_SELF", *heard) if is_aim else None
    return clause.stated(told, (behind,), _type_of(lexicon, told), *heard)


def of_what(clause: Clause) -> Stated | None:
    """The statement "i am scared by being alone" from "what scares me most is being alone", or "i value honesty" from
    "what matters to me is honesty". None for other clauses."""
    s, words, lexicon, verb, told = clause.s, clause.words, clause.lexicon, clause.verb, clause.subject
    is_what = s.dep[told] == "csubj" and any(words[t] == "what" for t in s.children(told, "nsubj"))
    if not is_what or s.tag[told] == "VBD" or s.children(verb, "neg"):
        return None
    being = next((t for t in (verb, *s.children(verb, "aux")) if s.tag[t] == "VBZ" and s.lemma[t] == "be"), None)
    if being is None:
        return None
    thing = tuple(t for t in s.subtree(verb, ("punct", *LOOSE)) if t > being)
    if not thing or any(words[t] in UNNAMED or words[t] in lexicon.pointing for t in thing):
        return None
    lemma = s.lemma[told].lower()
    inner = clause._replace(verb=told)
    if lemma in lexicon.value_verbs and any(words[t] == "me" for t in s.subtree(told)):
        return clause.stated("value", (thing,), "VALUE")
    if inner.me("dobj") is None:
        return None
    if lemma in lexicon.moving:
        parted = s.children(told, "prt", "oprd")
        return clause.stated("be", (lexicon.moving[lemma], parted, "by", thing), "FEELING_STATE")
    doing = tuple(t for child in s.children(told, "xcomp", "oprd") for t in s.subtree(child))
    if lemma in lexicon.helping and doing:
        return clause.stated("be", (lexicon.helping[lemma], doing, "by", thing), "BELIEF_ABOUT_SELF")
    return None


def something_liked(clause: Clause) -> Stated | None:
    """The statement "i love teaching children", read from "teaching children is something I love". None for other
    clauses."""
    s, words, lexicon, verb = clause.s, clause.words, clause.lexicon, clause.verb
    for core in s.children(verb, "attr") if clause.lemma == "be" and s.tag[verb] != "VBD" else ():
        for liked in s.children(core, "relcl") if words[core] == "something" else ():
            lemma, is_mine = s.lemma[liked].lower(), any(words[t] == "i" for t in s.children(liked, "nsubj"))
            is_known = not any(words[t] in UNNAMED and s.dep[t] not in ("det", "poss") for t in clause.named())
            is_said = is_mine and is_known and not s.children(liked, "aux", "neg", "prep") and s.tag[liked] == "VBP"
            if is_said and (lemma in lexicon.preference or lexicon.value.get(lemma, "") is None):
                return clause.stated(lemma, (clause.named(),), _type_of(lexicon, lemma), liked)
    return None


def what_i_do(clause: Clause) -> Stated | None:
    """The statement "i love helping people" from "helping people is what I love", or "i relax by running" from "running
    is how I relax". None for other clauses."""
    s, words, lexicon, verb = clause.s, clause.words, clause.lexicon, clause.verb
    for done in s.children(verb, "ccomp") if clause.lemma == "be" and s.tag[verb] == "VBZ" else ():
        lemma, subject = s.lemma[done].lower(), s.child(done, "nsubj")
        opener = {words[t] for t in s.children(done, "dobj", "advmod")}
        if subject is None or words[subject] != "i" or s.tag[done] != "VBP" or s.children(done, "neg") or done < verb:
            continue
        if "what" in opener and lemma in lexicon.preference:
            return clause.stated(lemma, (clause.named(),), "PREFERENCE")
        if "how" in opener and lemma in lexicon.unwinding:
            behind = tuple(t for t in own_tokens(s, done) if t > done)
            return clause.stated(lemma, (behind, "by", clause.named()), "BELIEF_ABOUT_SELF")
    return None
