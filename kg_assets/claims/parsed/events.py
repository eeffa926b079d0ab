"""Reads events: what somebody did, or what happened to them, in a clause that fills no frame (a pattern for one
predicate). The predicate is made from the verb."""

from typing import NamedTuple

from kg_assets.claims.parsed.deaths import death_told
from kg_assets.claims.parsed.frame_objects import thought, which_one
from kg_assets.claims.parsed.habits import habit, pursuit
from kg_assets.claims.parsed.passing import leaves_out_what
from kg_assets.claims.parsed.sorts import is_task
from kg_assets.claims.parsed.words import base_form, participle_of, shared, words
from kg_assets.language.clauses import Clause, stranded
from kg_assets.language.phrases import bare, is_what_was_had
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

OF_CLAUSES = "clause."  # the ids of rules that read clauses begin so
EVENT_RULE = f"{OF_CLAUSES}event"
EVENT = "event"  # the category of predicates that are made from verbs
_HAPPENED = frozenset({"past", "perfect", "progressive", "past_progressive"})
_MEANING = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM"})
_OF_ANOTHER = ("pcomp", "ccomp", "relcl", "csubj")
Tokens = tuple[int, ...]


class Event(NamedTuple):
    """An event, plan or habit: its predicate, its modality, and the tokens of its object."""

    predicate: str
    modality: str
    object: Tokens
    is_of_talk: bool = False  # what it was done with is a pronoun


def event(s: Sentence, clause: Clause, timed: frozenset[int]) -> Event | None:
    """The event, plan or habit that a clause tells, such as `repaint` with the object "shed" for "I repainted the
    shed". None if it tells none."""
    if s.word(clause.verb).lower() == "gotta":
        return None  # a duty
    if clause.lemma == "be" and any(s.low[token] == "far" for token in s.children(clause.verb, "advmod", "acomp")):
        return None  # "I'm far from happy with it"
    if _is_a_text_asked_for(s, clause):
        return None
    death = death_told(s, clause, timed)
    if death is not None:
        return Event(death, "fact", ())
    had = _had_done(s, clause)
    if had:
        return Event("have", "fact", had)
    clause = _what_had_to_be(s, clause)
    told = _told(s, clause, timed)
    if told is not None and told.modality == "fact":
        told = told._replace(is_of_talk=leaves_out_what(s, clause.verb, told.object))
    return (
        None
        if told is None
        or (told.object and is_task(s, told.object))
        or clause.lemma in words("at_a_screen")
        or _is_idle(s, clause, told)
        else told
    )


def _is_a_text_asked_for(s: Sentence, clause: Clause) -> bool:
    """Whether a gerund that opens a sentence only says what kind of list is wanted: "moving checklist for a cat"."""
    what = s.child(clause.verb, "dobj")
    is_gerund = clause.subject is None and clause.verb == 0 and s.tag[0] == "VBG"
    return is_gerund and what == 1 and s.low[what] in words("texts_asked_for")


def _had_done(s: Sentence, clause: Clause) -> Tokens:
    """What somebody had done to something of theirs: "knee replaced" of "had my knee replaced"; empty if the clause
    tells no such thing."""
    done = s.child(clause.verb, "ccomp")
    what = None if done is None else s.child(done, "nsubj", "nsubjpass")
    if clause.lemma != "have" or clause.tense not in ("past", "perfect") or clause.is_negative or done is None:
        return ()
    is_done = s.tag[done] == "VBN" and not s.children(done, "aux", "auxpass") and clause.verb < done
    if what is None or not is_done or s.pos[what] not in ("NOUN", "PROPN") or not s.children(what, "det", "poss"):
        return ()
    return bare(s, tuple(range(s.first_below(what), done + 1)), frozenset())


def goes_on(s: Sentence, clause: Clause, sort: str) -> bool:
    """Whether the thing that a clause tells is still going on when the person writes: "I'm looking into flats", "still
    hunting for one", "judo calms me"."""
    if clause.tense == "present":
        return clause.is_passive or sort != "self"
    adverbs = {s.low[child] for child in s.children(clause.verb, "advmod")}
    if clause.tense == "perfect" and clause.lemma in words("had_all_along") and "always" in adverbs:
        return True  # "I've always had a soft spot for owls"
    if clause.tense == "perfect" and _has_been_doing(s, clause.verb):
        return True
    helpers = [*s.children(clause.verb, "aux"), *(s.children(s.head[clause.verb], "aux") if clause.is_linked else ())]
    is_helped = any(s.lemma[helper].lower() == "be" or s.low[helper] in ("'m", "m", "'re") for helper in helpers)
    is_bare = clause.subject is None and s.dep[clause.verb] == "ROOT" and s.tag[clause.verb] == "VBG"
    is_bare = is_bare and not any(s.tag[token] in ("VBD", "VBZ") for token in range(clause.verb + 1, len(s)))
    is_still = bool(adverbs & {"still", "currently"}) or (is_bare and not s.children(clause.verb, "aux"))
    return clause.tense == "progressive" and (is_helped or is_still)


def _has_been_doing(s: Sentence, verb: int) -> bool:
    """Whether a verb tells of something that went on up to now: "I've been volunteering and reading a lot"."""
    while s.dep[verb] == "conj" and not s.children(verb, "aux") and s.tag[s.head[verb]] == "VBG":
        verb = s.head[verb]
    return s.tag[verb] == "VBG" and any(s.low[child] == "been" for child in s.children(verb, "aux"))


def without_times(s: Sentence, tokens: Tokens, timed: frozenset[int]) -> Tokens:
    """The object, cut before the first time in it ("this for a long time"), and before what something written or said
    to a person is about.

    A time stays if the object goes on behind it: "a trip last week with friends" (see `_goes_on`).
    """
    for at, token in enumerate(tokens):
        if at and s.low[token] in words("topics_of_talk") and _is_to_somebody(s, tokens[:at]):
            return bare(s, tokens[:at], timed)
        pobj = s.child(token, "pobj") if s.low[token] == "for" else None
        if at and pobj is not None and s.low[pobj] in words("lengths_of_time") and s.word(pobj).islower():
            return bare(s, tokens[:at], timed)
        if at and token in timed and not is_what_was_had(s, token) and not _goes_on(s, tokens[at:], timed):
            return bare(s, tokens[:at], timed)
    return tokens


def _goes_on(s: Sentence, tokens: Tokens, timed: frozenset[int]) -> bool:
    """Whether the object goes on behind a time with a phrase that has a noun ("a trip last week to Rome")."""
    behind = [token for token in tokens if token not in timed]
    if not behind:
        return False
    opens = s.dep[behind[0]] in ("prep", "advcl") or s.tag[behind[0]] == "TO"
    return opens and any(s.pos[token] in ("NOUN", "PROPN") for token in behind)


def _is_to_somebody(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are only a name or an e-mail address; then the words behind them are what somebody wrote or said
    to that person."""
    return all(s.pos[token] == "PROPN" or "@" in s.low[token] for token in tokens)


def _is_idle(s: Sentence, clause: Clause, told: Event) -> bool:
    """Whether a clause is a figure of speech from the list `idle` ("I'll cross that bridge")."""
    near = [token for token in told.object[:6] if s.pos[token] in ("NOUN", "PROPN", "ADJ", "NUM")]
    said = {word for token in near for word in (s.lemma[token].lower(), s.low[token])}
    return any(f"{verb} {word}" in words("idle") for verb in (clause.lemma, told.predicate) for word in said)


def _told(s: Sentence, clause: Clause, timed: frozenset[int]) -> Event | None:
    tense = clause.tense
    if tense == "perfect" and _has_been_doing(s, clause.verb) and (pursued := pursuit(s, clause)):
        return Event("habit", "state", pursued)
    if tense == "future":
        return _planned(s, clause, timed)
    if tense == "present" and not clause.is_passive and clause.lemma != "be":
        done = habit(s, clause)
        return Event("habit", "state", done) if done else None
    if tense not in _HAPPENED and not ((clause.is_passive or clause.lemma == "be") and tense == "present"):
        return None
    return _happened(s, clause, timed)


def _what_had_to_be(s: Sentence, clause: Clause) -> Clause:
    """The clause, with the inner verb in place of "had to", "got to" or "was able to": "I had to leave" then tells of
    leaving."""
    able = s.child(clause.verb, "acomp")
    is_able = clause.lemma == "be" and able is not None and s.low[able] in ("able", "busy")
    inner = s.child(able if is_able and able is not None else clause.verb, "xcomp")
    if (
        not (is_able or clause.lemma in ("have", "get", "use"))
        or inner is None
        or inner not in clause.complement
        or (is_able and s.pos[inner] != "VERB")
        or (clause.lemma == "use" and s.child(clause.verb, "dobj") is not None)  # "used the app to practice"
        or clause.tense == "present"
    ):
        return clause
    joined = [child for child in s.children(inner, "cc") if s.child(inner, "conj") is not None]
    end = min(joined) if joined and not s.children(inner, "dobj", "prep") else len(s)
    behind = tuple(token for token in clause.complement if inner < token < end)
    return clause._replace(verb=inner, lemma=base_form(s, inner), particle=s.child(inner, "prt"), complement=behind)


def _is_of_another(s: Sentence, clause: Clause, name: str, rest: Tokens) -> bool:
    """Whether a clause tells no event of its subject: somebody else did it, the object stands outside the clause, or
    the clause only judges what is done."""
    behind = [token for token in clause.complement if token > clause.verb]
    is_lent = clause.is_linked or clause.subject is None
    if is_lent and behind and s.low[behind[0]] in ("me", "us") and clause.lemma in words("does_to"):
        return True  # "I joined a march and it was great, made me cry"
    if clause.is_linked and s.tag[clause.verb] == "VBG" and s.lemma[s.head[clause.verb]].lower() in words("aiming"):
        return True  # "focusing on better shooting and making more of an impact"
    if s.dep[clause.verb] == "relcl" and (name.endswith("_to") or s.low[clause.verb - 1] == "to"):
        return True  # "all I had to overcome to get here"
    if (
        clause.subject is not None
        and clause.lemma != "be"
        and s.lemma[clause.subject].lower() in words("told_by_a_doing")
    ):
        return True  # "my hobbies are fishing and judo"
    if _is_said_of_doing(s, clause.verb) or _is_judged(s, clause):
        return True  # "giving a talk can be helpful"
    above = s.head[clause.verb]
    if s.dep[clause.verb] == "xcomp" and s.dep[above] == "relcl" and s.child(clause.verb, "dobj") is None:
        return True  # "all I had to overcome to get here"
    is_alone = clause.subject is None and s.tag[clause.verb] == "VBG" and not s.children(clause.verb, "aux")
    return is_alone and not rest and name == clause.lemma  # "everyone's cheering, chanting"


def _is_said_of_doing(s: Sentence, verb: int) -> bool:
    """Whether the verb is part of a subject of which something is said in general: "giving a talk can be fun". "Giving
    a talk has been fun" is about the past and does not count."""
    while s.dep[verb] == "conj":
        verb = s.head[verb]
    if s.dep[verb] != "csubj":
        return False
    main = s.head[verb]
    is_modal = any(s.tag[child] == "MD" for child in s.children(main, "aux"))
    return is_modal or s.tag[main] in ("VBZ", "VBP")


def _is_judged(s: Sentence, clause: Clause) -> bool:
    """Whether the clause is a gerund that opens the sentence and is only judged: "Giving a talk before an exam can be
    helpful". The parser may take another word ("exam") for what is judged."""
    verb = clause.verb
    while s.dep[verb] == "conj":
        verb = s.head[verb]
    opens = verb == 0 and s.tag[verb] == "VBG" and not s.children(verb, "aux", "nsubj")
    return clause.subject is None and opens and any(_judges(s, token) for token in range(clause.verb + 1, len(s)))


def _judges(s: Sentence, verb: int) -> bool:
    said = s.child(verb, "acomp") if s.low[verb] in ("is", "be") else None
    subject = s.child(verb, "nsubj", "expl")
    judging = words("needful") | words("pleasing") | words("trying")
    return said is not None and s.low[said] in judging and (subject is None or s.pos[subject] != "PRON")


def _happened(s: Sentence, clause: Clause, timed: frozenset[int]) -> Event | None:
    name, rest = _name(s, clause, timed)
    rest = _with_what_is_listed(s, rest)
    if _is_of_another(s, clause, name, rest) or _is_no_verb(s, clause) or _is_yours(s, clause):
        return None
    if not rest and not clause.is_passive and clause.lemma not in words("no_events"):
        found = thought(s, clause) if name not in words("small_talk") else ()
        if len(found) > 2:
            return Event(name, "fact", found)  # "I discovered that I can juggle"
    if clause.antecedent is not None:
        rest = which_one(s, clause, timed)
    if _says_nothing(s, clause, name, rest) or (rest and s.low[rest[0]] == "of"):
        return None
    if rest and all(s.pos[token] == "ADV" and s.low[token] not in words("whereabouts") for token in rest):
        return None if name in words("small_talk") else Event(name, "fact", ())
    if rest and not _has_substance(s, rest):
        return Event(name, "fact", ()) if name != clause.lemma and s.low[rest[-1]] in ("time", "times") else None
    return Event(name, "fact", rest)


def _with_what_is_listed(s: Sentence, rest: Tokens) -> Tokens:
    """The object, with the items behind its colon: "my true loves: rowing and judo" in "found my true loves: rowing and
    judo"."""
    at = rest[-1] + 1 if rest else len(s)
    listed = s.child(rest[-1], "appos") if rest else None
    if listed is None or at >= len(s) or s.low[at] != ":" or listed <= at:
        return rest
    own = bare(s, tuple(range(at + 1, s.subtree(listed, ("relcl",))[-1] + 1)), frozenset())
    return (*rest, at, *own) if own and own[0] == at + 1 else rest


def _says_nothing(s: Sentence, clause: Clause, name: str, rest: Tokens) -> bool:
    """Whether a verb with the words behind it tells of nothing that happened, so that it makes no event."""
    lemma, none = clause.lemma, words("no_events")
    if clause.is_passive and s.low[clause.verb] in closed_class("said_of_others"):
        return True
    if not rest:
        is_empty = s.dep[clause.verb] in ("advcl", "relcl") or name in words("small_talk") | none
        return is_empty or lemma in none or lemma in shared("be") or _lacks_whom(s, clause)
    is_more = name != lemma or lemma in words("event_if_past")
    if lemma in none and not (is_more and _has_substance(s, rest)):
        return True
    return name.endswith("_to") and s.lemma[rest[0]].lower() in words("turns_of_speech")  # "starting to see"


def _is_no_verb(s: Sentence, clause: Clause) -> bool:
    """Whether the word that the parser takes for the verb is none: a name in mid-sentence, a word that says how
    somebody is ("So pumped!"), or a sign."""
    verb = clause.verb
    is_name = s.word(verb).istitle() and verb > 0 and s.word(verb - 1).islower()
    is_bare = clause.subject is None and s.tag[verb] == "VBN" and not s.children(verb, "aux", "auxpass", "dobj")
    softened = any(s.low[child] in words("intensifiers") for child in s.children(verb, "advmod") if child < verb)
    is_no_word = not s.word(verb)[-1].isalpha() or is_name
    if clause.subject is None and s.low[max(0, verb - 1) : verb + 1] == ("well", "done"):
        return True  # "Well done, Peter!"
    return is_no_word or (is_bare and softened) or _is_an_adjective(s, verb)


def _is_an_adjective(s: Sentence, verb: int) -> bool:
    """Whether a participle is really an adjective, because it is joined to a word for how somebody is: "excited and
    scared", "staying calm and prepared"."""
    if s.dep[verb] != "conj" or s.tag[verb] not in ("VBN", "VBD"):
        return False
    is_of_state = s.tag[verb] == "VBN" and s.child(s.head[verb], "acomp", "attr") is not None
    is_feeling = s.low[verb] in shared("feelings")
    return (is_feeling or is_of_state) and not s.children(verb, "aux", "auxpass", "dobj")


def may_be_of_another(s: Sentence, clause: Clause) -> bool:
    """Whether the parser only guesses who did something: "I met a woman who had lost her home, yet stayed
    cheerful"."""
    head = s.head[clause.verb]
    if not clause.is_linked or s.tag[clause.verb] != "VBD" or head > clause.verb:
        return False
    between = range(head + 1, clause.verb)
    about = [t for t in between if s.dep[t] == "relcl" and s.tag[s.child(t, "nsubj", "nsubjpass") or 0] == "WP"]
    return any(s.tag[t] in ("VBD", "VBN") for t in about)


def _lacks_whom(s: Sentence, clause: Clause) -> bool:
    """Whether a preposition of the verb has no noun behind it, or only a pronoun: "on" in "what I've been working on",
    "with" in "I sat with her"."""
    if any(not s.children(prep) and s.dep[clause.verb] in _OF_ANOTHER for prep in s.children(clause.verb, "prep")):
        return True
    below = [below for prep in s.children(clause.verb, "prep", "prt") for below in s.children(prep, "pobj")]
    return any(s.low[token] in words("pointing_back") for token in below)


def _is_yours(s: Sentence, clause: Clause) -> bool:
    """Whether the object of a verb of little meaning is the listener's ("I've got your back"), which says nothing of
    the speaker's life."""
    return clause.lemma in words("light_verbs") and any(
        s.low[token] in ("your", "you", "u") for token in clause.complement[:2]
    )


def _planned(s: Sentence, clause: Clause, timed: frozenset[int]) -> Event | None:
    """The plan that a clause in the future tells; its object is the verb with its words: "visit Rome" for "I'll visit
    Rome in May". What somebody "will always" feel is no plan."""
    rest = bare(s, clause.complement, timed)
    adverbs = {s.low[child] for child in s.children(clause.verb, "advmod", "neg")}
    if clause.lemma in words("kept_in_mind") or adverbs & {"always", "never", "forever"}:
        return None
    thing = s.child(clause.verb, "dobj")
    if thing is not None and s.low[thing] in ("that", "this"):
        return None  # "I'll keep that in mind" says something of the talk
    if {"have", "been"} <= {s.low[child] for child in s.children(clause.verb, "aux", "auxpass")}:
        return None  # "we shall have been married ten years" is so already
    is_nothing = clause.lemma in words("no_events") and clause.lemma not in words("event_if_past")
    if is_nothing or not rest or not _has_substance(s, rest):
        return None
    return Event("plans_to", "intention", tuple(range(clause.verb, rest[-1] + 1)))


def _name(s: Sentence, clause: Clause, timed: frozenset[int]) -> tuple[str, Tokens]:
    """Two values: the predicate of the event, made from the verb and perhaps words behind it ("give_birth"); and the
    tokens behind the verb that are no part of the predicate."""
    verb = s.low[clause.verb] if clause.is_passive else clause.lemma
    parts = ["be", verb] if clause.is_passive else [verb]
    rest = list(clause.complement)
    if clause.particle is not None:
        parts.append(s.low[clause.particle])
        rest = [token for token in rest if token != clause.particle]
    rest = [token for token in rest if token > clause.verb]
    light = _light_noun(s, clause, rest)
    if light is not None:
        parts.append(s.low[light])
        rest = [token for token in rest if token > light]
    gap = stranded(s, clause)
    if gap is not None:
        parts.append(s.low[gap])  # "the choir I sing in"
        rest = [token for token in rest if token != gap]
    if clause.lemma == "be" and len(rest) > 1 and s.pos[rest[0]] == "ADV" and s.low[rest[0]] in words("whereabouts"):
        parts.append(s.low[rest[0]])
        rest = rest[1:]
    rest = _without_length(s, _skip(s, rest, timed))
    if rest and s.tag[rest[0]] == "VBG" and clause.lemma == "go":
        parts.append(s.low[rest[0]])
        rest = _skip(s, rest[1:], timed)
    if (
        clause.antecedent is None
        and len(rest) > 1
        and s.tag[rest[0]] == "TO"
        and s.pos[rest[1]] in ("VERB", "AUX", "ADV")
        and (
            s.dep[s.head[rest[0]]] != "advcl" or clause.lemma in words("striving")
        )  # "cycling to lose weight" says why
    ):
        return "_".join([*parts, "to"]), bare(s, tuple(rest[1:]), timed)
    if len(rest) > 1 and s.low[rest[0]] in ("it", "them", "him", "her") and _is_linking(s, rest[1:], timed):
        rest = rest[1:]  # "put it in the oven" is known by the oven
    if clause.antecedent is None and rest and _is_linking(s, rest, timed):
        behind = bare(s, tuple(rest[1:]), timed)
        if behind or len(rest) == 1:
            parts.append(s.low[rest[0]])
        rest = list(behind)
    return "_".join(part.replace("'", "") for part in parts), bare(s, tuple(rest), timed)


def _light_noun(s: Sentence, clause: Clause, rest: list[int]) -> int | None:
    """The noun, participle or adjective that forms one expression with a verb of little meaning and has no word like
    "a" before it: "birth" in "give birth"."""
    if clause.lemma not in words("light_verbs") or not rest or clause.is_passive:
        return None
    noun = rest[0]
    is_bare = s.dep[noun] in ("dobj", "acomp", "oprd") and not s.children(
        noun, "det", "amod", "poss", "compound", "nummod"
    )
    return noun if is_bare and s.tag[noun] in ("NN", "VBN", "JJ") and not s.children(noun, "conj") else None


def _without_length(s: Sentence, rest: list[int]) -> list[int]:
    """The tokens behind a verb; none if they only say how long ("for about four months")."""
    is_long = bool(rest) and s.low[rest[0]] == "for" and any(s.low[t] in words("lengths_of_time") for t in rest[1:6])
    is_all = is_long and all(rest[0] in s.ancestors(token) or s.low[token] == "now" for token in rest[1:])
    return [] if is_all else rest


def _skip(s: Sentence, rest: list[int], timed: frozenset[int]) -> list[int]:
    """The tokens, without the times, adverbs and words of degree ("very") that come first. Adverbs in the list
    `adverbs_of_sense` stay."""
    at = 0
    while (
        at < len(rest)
        and s.low[rest[at]] not in words("adverbs_of_sense")
        and (
            rest[at] in timed
            or s.low[rest[at]] in closed_class("degrees")
            or (s.pos[rest[at]] == "ADV" and at + 1 < len(rest))
            or (s.pos[rest[at]] == "ADP" and at + 1 < len(rest) and rest[at + 1] in timed)
        )
    ):
        at += 1
    return rest[at:]


def _is_linking(s: Sentence, rest: list[int], timed: frozenset[int]) -> bool:
    return s.pos[rest[0]] in ("ADP", "PART") and not (
        len(rest) > 1 and rest[1] in timed
    ) and s.dep[rest[0]] in ("prep", "agent", "dative", "prt")  # fmt: skip


def _has_substance(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens say something by themselves: one of them is a noun, verb, adjective or number that is not in the
    list `empty_objects`, and they do not open with a conjunction or with a pronoun such as "what". "My", "it" and
    "this" may open them."""
    is_open = s.low[tokens[0]] in words("of_the_person") | words("pointing_back") | words("pointing")
    if s.pos[tokens[0]] in ("PRON", "SCONJ") and not is_open:
        return False
    return any(s.pos[token] in _MEANING and s.low[token] not in words("empty_objects") for token in tokens)


def told_in_passive(s: Sentence, clause: Clause, timed: frozenset[int]) -> Event | None:
    """The event in which an unnamed thing did something to the person, told of the person in the passive: "it gave me
    hope" gives `be_given` with the object "hope". None for other clauses."""
    participle = participle_of(clause.lemma)
    if clause.lemma not in words("told_in_passive") or participle is None:
        return None
    told = undergone(s, clause, timed)
    if told is None or s.low[told.object[0]] not in ("me", "us") or len(told.object) < 2:
        return None
    first, behind = told.object[1], told.object[2:]
    is_linked = bool(behind) and (s.dep[first] == "prep" or s.tag[first] == "TO")
    name = f"be_{participle}" + (f"_{s.low[first]}" if is_linked else "")
    rest = bare(s, behind if is_linked else told.object[1:], timed)
    modality = "state" if clause.tense == "present" else "fact"  # "it helps me stay calm" goes on
    return Event(name, modality, rest) if rest and _has_substance(s, rest) else None


def undergone(s: Sentence, clause: Clause, timed: frozenset[int]) -> Event | None:
    """The event in which a named thing did something to the person: `help` with the object "me relax" for "writing
    helps me relax". None if the clause tells of no such event."""
    if clause.lemma not in words("does_to") or clause.tense not in (*_HAPPENED, "present") or clause.is_passive:
        return None
    behind = [token for token in clause.complement if token > clause.verb]
    if not behind or s.low[behind[0]] not in ("me", "us", "my", "our"):
        return None
    rest = bare(s, clause.complement, timed)
    if rest and s.child(rest[-1], "ccomp") is not None:
        return None  # "made me realize it was late": what was realized is cut off
    return (
        Event(clause.lemma, "fact", tuple(range(behind[0], rest[-1] + 1))) if rest and _has_substance(s, rest) else None
    )
