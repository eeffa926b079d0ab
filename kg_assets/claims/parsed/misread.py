"""Finds claims of the word rules that the parse shows to be wrong: their objects run across clauses, or are of a kind
that the predicate does not take."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from kg_assets.claims.parsed.medicine_names import is_surely_one
from kg_assets.claims.parsed.sorts import is_said_before_asking
from kg_assets.claims.parsed.stretches import is_time, opens_a_clause, tokens_of
from kg_assets.claims.parsed.who import is_by_marriage, relative_at
from kg_assets.claims.parsed.words import relation_of, shared, words
from kg_assets.claims.reading.model import RawClaim, relative_of_self
from kg_assets.language.moods import is_in_condition
from kg_assets.language.phrases import does_the_next
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

# Lists of what a predicate's object never is: "allergic to nuts and vegetarian", "we work as a team".
_NEVER = {"has_condition": "diets", "works_as": "not_jobs"}
_UNNAMED = relative_of_self("")
_OF_CUSTOMERS = frozenset({"be.with", "join.org", "clause.c.join", "clause.c.join.soon", "clause.c.be.job.at"})
_ARTICLES = frozenset({"a", "an", "the", "some"})
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_MAIN = frozenset({"ROOT", "ccomp", "parataxis"})


def _is_misread_doing(s: Sentence, claim: RawClaim, inside: Sequence[int]) -> bool:
    """Whether a claim with the predicate `feels`, `interested_in`, `started` or `habit` is misread: "I'm off
    to the gym", "we got into an accident", "the studio I go to often"."""
    first, last = inside[0], inside[-1]
    if claim.predicate == "feels":
        is_off = s.low[last] in words("whereabouts") and s.low_at(last + 1) == "to"
        return is_off or is_in_condition(s, s.head[first])
    if claim.predicate == "interested_in":
        end = next((token for token in inside if s.dep[token] == "prep"), last + 1)
        return any(s.low[token] in words("mishaps") for token in inside if token < end)
    if claim.predicate == "plans_to":  # "by January I shall have been here for five years"
        is_done = s.low[first] == "have" and s.tag[first + 1 : first + 2] == ("VBN",)
        is_going_on = s.low[max(0, first - 2) : first] == ("have", "been")
        return (is_done or is_going_on) and claim.rule_id == "arranged"
    if claim.predicate == "started" and any(s.tag[t] in _FINITE and s.dep[t] in _MAIN for t in inside[1:]):
        return True  # "Starting a farm takes patience"
    if claim.predicate != "habit":
        return False
    is_of_noun = s.dep[first] == "relcl" and s.child(first, "dobj") is None
    is_open = any(s.dep[t] == "prep" and s.children(t) and not s.children(t, "pobj", "pcomp", "prep") for t in inside)
    is_open = is_open or any(s.dep[t] == "pcomp" and s.pos[t] == "ADV" for t in inside)
    return is_of_noun or is_open or s.low[first] == "last"


def _is_arranged_now(s: Sentence, claim: RawClaim) -> bool:
    """Whether a claim of the rule `arranged` tells of now and not of a plan: "I'm going through a divorce right
    now"."""
    when = claim.qualifier_span
    if claim.rule_id != "arranged" or when is None:
        return False
    return s.text[when[0] - s.char_start : when[1] - s.char_start].lower() in words("of_now")


def _is_remark(s: Sentence, claim: RawClaim, inside: Sequence[int]) -> bool:
    """Whether what the person says about something of their own ("my degree is …") only tells how it is, and does
    not name it: "is terrible", "is closing", "is a joke", "is her life"."""
    if not claim.rule_id.startswith("own.") or claim.predicate not in words("told_by_a_noun"):
        return False
    head = next((token for token in inside if s.head[token] not in inside), inside[-1])
    subject = s.child(head, "nsubj")
    is_doing = subject is not None and s.lemma[subject].lower() in words("nouns_of_doings")  # "my hobby is knitting"
    is_going_on = s.tag[head] == "VBG" and bool(s.children(head, "aux")) and not is_doing
    # What somebody likes may be a word that the parser does not know for a noun ("dal").
    is_no_noun = s.pos[head] in ("ADJ", "ADV") or s.tag[head] in ("VBN", "VBD") or s.dep[head] == "acomp"
    is_how = s.low[head] in words("how_things_are") if claim.predicate == "likes" else is_no_noun
    dets = {s.low[child] for child in s.children(head, "det", "poss")}
    is_named = any(s.word(token)[:1].isupper() for token in inside) or s.low[inside[-1]] in shared("conditions")
    is_job = claim.predicate == "works_as" and s.low[inside[-1]] in shared("jobs")
    is_likened = bool(dets & {"a", "an", "his", "her", "their"}) and claim.predicate != "likes"
    return not is_named and not is_job and (is_going_on or is_how or is_likened)


def _is_somebody(s: Sentence, inside: Sequence[int]) -> bool:
    """Whether an object is only a first name: "Pavel left Dita" does not tell of leaving a job."""
    only = inside[-1]
    return len(inside) == 1 and s.low[only] in shared("given_names")


def _is_a_stay(s: Sentence, place: int) -> bool:
    """Whether words around a place tell only of a visit: "here in Rome for three days"."""
    if s.low[max(0, place - 2) : place] not in (("here", "in"), ("over", "in")):
        return False
    stays = (child for prep in range(place + 1, len(s)) if s.low[prep] == "for" for child in s.children(prep, "pobj"))
    return any(s.lemma[noun].lower() in words("lengths_of_a_stay") for noun in stays)


def _is_of_another(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> bool:
    """Whether the noun for a relative without a name is only part of a word for another relative: "brother" of "my
    foster brother", "mother" of "my mother-in-law"."""
    sides = ((claim.subject, claim.subject_span), (claim.object or "", claim.object_span))
    for value, span in sides:
        s, inside = (
            tokens_of(span, sentences, starts) if span is not None and value.startswith(_UNNAMED) else (None, ())
        )
        if s is not None and inside and relative_at(s, inside[-1]) is None:
            before = {s.low[child] for child in s.children(inside[-1], "amod", "compound")}
            if before & words("another_one") or is_by_marriage(s, inside[-1]):
                return True
    return False


def is_misread_too(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> bool:
    """Whether a claim read from a clause, and not by the word rules, is misread. Of the checks of `is_misread` only
    `_is_said_of_else` is made, and whether what is started is a mere unit."""
    s, inside = (None, ()) if claim.object_span is None else tokens_of(claim.object_span, sentences, starts)
    if s is None or not inside:
        return False
    is_unit = claim.predicate == "started" and s.words(inside).lower() in words("bare_units")
    return is_unit or _is_said_of_else(s, claim, inside)


def _is_asked_behind_a_comma(s: Sentence, inside: Sequence[int]) -> bool:
    """Whether an object follows a comma and belongs to a request, not to a statement: "allergic to nuts, safe to eat
    coconut"."""
    begins = inside[0] > 0 and s.low[inside[0] - 1] == ","
    return begins and any(s.low[at] in closed_class("asked_for") for at in inside)


def _is_said_of_else(s: Sentence, claim: RawClaim, inside: Sequence[int]) -> bool:
    """Whether an object is not what its predicate says: it is only asked for ("he doesn't eat pork, ideas for dinner"),
    serves the person ("I'm with Vodafone" names no employer), is no name, or is another relative ("Tom is my brother in
    law")."""
    first, last = inside[0], inside[-1]
    is_how = s.pos[first] == "ADJ" and s.word(first).islower()
    return (
        _is_asked_behind_a_comma(s, inside)
        or (claim.rule_id in _OF_CUSTOMERS and s.low[first] in words("served_by"))
        or (claim.predicate == "from_place" and _is_only_away(s, first))
        # "I live on toast".
        or (claim.predicate == "lives_in" and s.low_at(first - 1) == "on" and _is_bare_noun(s, last))
        # "I go by bus" and the like give no name.
        or (claim.predicate == "name_is" and (s.low[first] in words("no_own_names") or is_how))
        or (claim.rule_id == "relation.reversed" and any(map(partial(is_by_marriage, s), range(len(s)))))
        # "My wife had a baby boy, Leo".
        or (claim.rule_id == "relation.apposed" and s.dep[last] == "appos" and relative_at(s, s.head[last]) is None)
    )


def _is_only_away(s: Sentence, place: int) -> bool:
    """Whether "from" does not say who somebody is but where they or something come from just now: "I'm far from rich",
    "we're home from Lanzarote", "on the ferry from Geelong", "to take the train from Leeds", "tired from Berlin"."""
    if s.low_at(place - 1) != "from":
        return False
    if s.low_at(place - 2) in words("not_from_there"):
        return True
    verb = next((at for at in range(place - 2, -1, -1) if s.lemma[at].lower() == "be"), None)
    between = [] if verb is None else [at for at in range(verb + 1, place - 1) if s.pos[at] != "ADV"]
    is_of_another = any(s.dep[at] in ("nsubj", "nsubjpass") for at in between)
    if not between or is_of_another or s.pos[between[-1]] in ("PUNCT", "CCONJ"):
        return False  # "I'm in Boston, originally from Ohio"
    is_on_the_way = s.low[between[0]] in words("on_the_way") or any(s.low[at] in shared("distances") for at in between)
    return is_on_the_way or all(s.low[at] in shared("feelings") for at in between)


def _is_bare_noun(s: Sentence, token: int) -> bool:
    """Whether a noun stands alone and names no kind of place: "toast", "benefits"."""
    return (
        s.pos[token] == "NOUN"
        and not s.children(token, "det", "poss", "nummod")
        and s.low[token] not in shared("places")
    )


def is_misread(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> bool:
    """Whether the parse shows that a claim's object is wrong: it belongs to another clause, is a time, or is of a kind
    that the predicate does not take."""
    if _is_of_another(claim, sentences, starts):
        return True
    if claim.object_span is None:
        return False
    if not any(sign.isalnum() for sign in claim.object or ""):
        return True  # "my fam, 'cause it's quiet"
    s, inside = tokens_of(claim.object_span, sentences, starts)
    if s is None or not inside:
        return False
    is_of_the_next = claim.predicate in words("had_or_liked") and does_the_next(s, inside[-1])
    is_of_the_next = is_of_the_next or _is_only_thought(s, claim, inside)
    if is_of_the_next or _is_remark(s, claim, inside) or _is_said_of_else(s, claim, inside):
        return True
    if claim.predicate in words("of_verbs"):
        return (
            _is_misread_doing(s, claim, inside)
            or _is_arranged_now(s, claim)
            or (claim.predicate == "started" and is_time(claim, sentences, starts))
        )
    if _is_of_no_such_kind(s, claim, inside) or (claim.rule_id == "make.craft" and _has_particle(s, inside)):
        return True
    if _is_cut_short(s, claim, inside):
        return True
    head = next((token for token in inside if s.head[token] not in inside), inside[-1])
    if claim.predicate == "visited" and {s.low[inside[-1]], s.low[head]} & words("no_sights"):
        return True  # "we explored nature", "I was in the final of a quiz"
    is_doing = s.tag[inside[0]] == "VB" and s.child(inside[0], "dobj") is not None
    is_doing = is_doing and s.low[inside[-1]] not in words("ends_of_towns")  # "grove city"
    if claim.predicate in words("of_places") and is_doing:
        return True  # "I moved to avoid the dog"
    is_other_kind = claim.predicate in _NEVER and s.low[inside[-1]] in shared(_NEVER[claim.predicate])
    is_no_job = claim.predicate == "works_as" and (
        # "Climbed on Saturday, first lead"
        s.low[inside[0]] in ("first", "second", "last", "next")
        or " ".join(s.low[token] for token in inside[-2:]) in words("no_jobs")
        or s.low[inside[-1]] in words("no_jobs")
        or (inside[0] > 0 and s.low[inside[0] - 1] == "no" and claim.polarity == "positive")
        or (s.low[inside[0]] in words("no_more") and claim.polarity == "positive")
    )
    is_no_place = claim.predicate == "lives_in" and (s.tag[inside[0]] == "VBG" or _is_a_stay(s, inside[0]))
    # "My son's at St Anne's" goes to school there.
    is_pupil = claim.rule_id == "be.with" and claim.subject.removeprefix(_UNNAMED) in shared("child_words")
    is_left = claim.rule_id == "leave.org" and _is_somebody(s, inside)
    # "I left Bonn": the word rules took the place for an employer.
    is_no_place = is_no_place or (claim.rule_id == "leave.org" and s.entity[inside[-1]] in words("places"))
    is_of_others = claim.predicate == "age_is" and claim.subject_span is None and _is_of_relatives(s, inside)
    return (
        is_other_kind
        or is_of_others
        or is_no_job
        or is_no_place
        or is_pupil
        or is_left
        or is_time(claim, sentences, starts)
        or any(opens_a_clause(s, token, inside) for token in inside)
    )


def _is_only_thought(s: Sentence, claim: RawClaim, inside: Sequence[int]) -> bool:
    """Whether a negative opinion includes the words for thinking it: "starting to think sales isn't for me"."""
    is_turned = claim.rule_id == "turn.not.for.me"
    return is_turned and any(s.lemma[token].lower() in words("thinking_it") for token in inside)


def _is_cut_short(s: Sentence, claim: RawClaim, inside: Sequence[int]) -> bool:
    """Whether an exception behind a denied object is left out, so that the claim denies too much: "I have no allergies
    except penicillin"."""
    behind = s.low[inside[-1] + 1 : inside[-1] + 2]
    return claim.polarity == "negative" and not words("excepting").isdisjoint(behind)


def _is_of_no_such_kind(s: Sentence, claim: RawClaim, inside: Sequence[int]) -> bool:
    """Whether an object is of a kind that its predicate does not take: "in charge of the newsletter" is no
    group, "writing about films, studying their music" tells of no studies."""
    match claim.predicate:
        case "owns":
            return _is_no_possession(s, claim, inside)
        case "is_trait":
            return _is_no_trait(s, inside)
        case "member_of":
            return s.word(inside[0]) in words("no_groups") or is_surely_one(s, inside[-1])
        case "works_at":  # "I have been with the firm for two years" names no employer, and a medicine is none
            is_the_one = (
                len(inside) == 1 and s.low[inside[0]] in words("some_employer") and s.low[inside[0] - 1] == "the"
            )
            return is_the_one or is_surely_one(s, inside[-1])
        case "visited":  # "back from three weeks in the Highlands"
            return s.pos[inside[0]] == "NUM" and any(s.low[token] in words("time_nouns") for token in inside[1:3])
        case "from_place":  # "from October our site diaries are kept in Portuguese"
            is_of_one = inside[0] >= 2 and s.pos[inside[0] - 2] in ("AUX", "VERB")  # "I am from March"
            is_month = s.low[inside[0]] in shared("months") and not is_of_one
            return is_month or s.low[inside[0]] in shared("weekdays")
        case "diet_is":
            return s.tag[inside[0]] == "VBZ" and s.word(inside[0]).islower()  # "can't eat shellfish, makes me ill"
        case "studies":
            return claim.rule_id == "study" and _is_said_by_the_way(s, inside[0])
    return False


def _has_particle(s: Sentence, inside: Sequence[int]) -> bool:
    """Whether the verb of an object has a particle that changes its meaning: "writing all my plans down" does not tell
    of making something."""
    return any(
        s.pos[s.head[t]] == "VERB" and s.child(s.head[t], "prt") is not None for t in inside if s.dep[t] == "dobj"
    )


def _is_no_trait(s: Sentence, inside: Sequence[int]) -> bool:
    """Whether a trait is only advised ("My advice: stay calm and focused") or said before a question ("I'm curious, how
    was it?")."""
    verb = next((up for up in s.ancestors(inside[-1]) if s.pos[up] in ("VERB", "AUX")), None)
    is_bare = verb is not None and s.low[verb] in ("be", "stay", "remain", "keep") and not s.children(verb, "aux")
    told = () if verb is None else s.children(verb, "nsubj")
    is_urged = is_bare and not any(s.low[subject] in closed_class("first_persons") for subject in told)
    return is_urged or is_said_before_asking(s, inside)


def _is_no_possession(s: Sentence, claim: RawClaim, inside: Sequence[int]) -> bool:
    """Whether an object of `owns` is no possession of the person: "started to learn these design tools",
    "been reading that book and painting", "painting and drawing have helped me", "I still have his
    guitar"."""
    first, last = inside[0], inside[-1]
    if any(relation_of(s.low[one]) is not None and s.low[other] in _ARTICLES for one, other in pairwise(inside)):
        return True  # "I bought my son a bike"
    if any(s.low[token] in words("marks_of_hurt") for token in inside[:3]):
        return True  # "I have a bruise of which a boxer would be proud"
    if claim.rule_id == "have.thing" and (_is_object_of_another(s, last) or _did_something(s, last)):
        return True
    if s.tag[last] == "VBG" and (s.dep[last] == "conj" or first == 0):
        return True
    return first > 0 and s.low[first - 1] in closed_class("others_words")


def _is_said_by_the_way(s: Sentence, noun: int) -> bool:
    """Whether a noun is the object of a gerund that is joined to another: "their music" in "been writing about films,
    studying their music"."""
    verb = next((up for up in s.ancestors(noun) if s.pos[up] == "VERB"), None)
    if verb is None or s.tag[verb] != "VBG" or s.children(verb, "aux"):
        return False
    above = s.head[verb]
    return s.dep[verb] in ("conj", "advcl") and s.tag[above] == "VBG" and bool(s.children(above, "aux"))


def _is_object_of_another(s: Sentence, noun: int) -> bool:
    """Whether a thing is the object of a verb other than one of having."""
    while s.dep[noun] == "conj":
        noun = s.head[noun]
    verb = s.head[noun]
    return s.dep[noun] == "dobj" and s.pos[verb] == "VERB" and s.lemma[verb].lower() not in words("verbs_of_having")


def _did_something(s: Sentence, noun: int) -> bool:
    """Whether a thing is the subject of the "have" behind it, so that nobody is said to have the thing: "Painting and
    drawing have helped me"."""
    verb = s.head[noun]
    return (
        s.dep[noun] == "nsubj"
        and s.pos[verb] == "VERB"
        and any(s.lemma[t].lower() == "have" for t in s.children(verb, "aux"))
    )


def _is_of_relatives(s: Sentence, inside: Sequence[int]) -> bool:
    """Whether numbers are the ages of relatives and not of the person: "Got three kids, 5 and 8"."""
    above = [s.head[token] for token in inside] + [s.head[s.head[token]] for token in inside]
    return any(relation_of(s.low[token]) is not None for token in above)
