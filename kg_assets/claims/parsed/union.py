"""One list of claims from both ways of reading: by the words' surface, and by clauses.

The words' reading knows more ways of saying a predicate and cuts objects as the vocabulary wants them; where it has
read a stretch, the clauses add nothing. A reading of the words that the clauses show to run across them is dropped.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

from kg_assets.claims.parsed.alone import is_shown_by_the, says_little_of_what
from kg_assets.claims.parsed.events import EVENT_RULE
from kg_assets.claims.parsed.passing import is_of_the_talk
from kg_assets.claims.parsed.sorts import is_said_before_asking
from kg_assets.claims.parsed.words import relation_of, shared, words
from kg_assets.claims.reading.lexicon import lexicon
from kg_assets.claims.reading.model import RawClaim, SpanPair
from kg_assets.language.phrases import bare, with_what_tells
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

# Lists of what a predicate's object never is: "allergic to nuts and vegetarian", "we work as a team".
_NEVER = {"has_condition": "diets", "works_as": "not_jobs"}
_NEAR = len(", and the ")
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_MAIN = frozenset({"ROOT", "ccomp", "parataxis"})


def joined(
    by_words: Sequence[RawClaim], by_clauses: Sequence[RawClaim], sentences: Sequence[Sentence]
) -> list[RawClaim]:
    """The claims of a message, each fact once."""
    starts = [s.char_start for s in sentences]
    sure = [
        _marked(_completed(claim, sentences, starts), sentences, starts)
        for claim in by_words
        if not _is_misread(claim, sentences, starts)
    ]
    sure = _rejoined(sure, sentences, starts)
    sure = [_without_who_is_spoken_to(claim, sentences, starts) for claim in sure]
    by_clauses = [_without_who_is_spoken_to(_without_a_stray_mark(claim), sentences, starts) for claim in by_clauses]
    # A message can hold thousands of claims: each is compared with those alone that can be the same.
    of_begin: dict[object, list[RawClaim]] = defaultdict(list)
    for claim in by_clauses:
        of_begin[_begin(claim)].append(claim)
    bounding = words("parse_knows_better") | words("parse_knows_the_end")
    better = _Places([c for c in by_clauses if c.predicate in bounding], _object_place)
    wholes = _Places([c for c in by_clauses if c.predicate in words("which_one_goes_on")], _object_place)
    wheres = _Places([c for c in by_clauses if c.predicate in words("begun_somewhere")], _object_place)
    torn = _torn(sure, wholes, sentences, starts)
    kept = [
        _dated(_bounded(claim, better), of_begin)
        for claim in sure
        if not (claim.predicate == "started" and any(_tells_where(other, claim) for other in wheres.near(claim)))
        and not any(_is_within(claim, whole) for whole in torn)
        and not any(_says_more(other, claim) for other in of_begin.get(_begin(claim), ()))
    ]
    objects, wholes = _Places(kept, _object_place), _Places(kept, _whole_place)
    told = {
        (claim.subject, claim.predicate, claim.polarity) for claim in kept if claim.predicate in words("known_by_name")
    }
    added = [
        claim
        for claim in by_clauses
        if (claim.subject, claim.predicate, claim.polarity) not in told
        and not any(_is_same(claim, o) for o in (objects if claim.object_span else wholes).near(claim))
    ]
    return sorted(
        [*kept, *added],
        key=lambda c: (c.char_start, -c.char_end, c.predicate, c.object or "", c.subject, c.polarity, c.rule_id),
    )


def _rejoined(
    claims: Sequence[RawClaim], sentences: Sequence[Sentence], starts: Sequence[int]
) -> list[RawClaim]:  # fmt: skip
    """Claims of which the words took the end for another object ("a film with good music and great actors")."""
    found: list[RawClaim] = []
    # Where in `found` the claims are whose objects end at a place: a message can hold thousands.
    ending: dict[int, set[int]] = defaultdict(set)
    for claim in sorted(claims, key=lambda c: c.object_span or (c.char_start, c.char_end)):
        at = _place_before(claim, found, ending, sentences, starts)
        if at is None:
            at = len(found)
            found.append(claim)
        else:
            found[at] = _as_one(found[at], claim, sentences, starts)
        span = found[at].object_span
        if span is not None:
            ending[span[1]].add(at)
    return found


def _place_before(
    claim: RawClaim, found: Sequence[RawClaim], ending: Mapping[int, Collection[int]], sentences: Sequence[Sentence],
    starts: Sequence[int],
) -> int | None:  # fmt: skip
    """The first claim right before another that goes on with it."""
    if claim.object_span is None:
        return None
    begin = claim.object_span[0]
    near = sorted(at for end in range(begin - _NEAR, begin) for at in ending.get(end, ()))
    return next((at for at in near if _ends_with(found[at], claim, sentences, starts)), None)


def _as_one(
    claim: RawClaim, further: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]
) -> RawClaim:  # fmt: skip
    """A claim with the object of another that it goes on with."""
    assert claim.object_span is not None
    assert further.object_span is not None
    s, inside = _tokens_of((claim.object_span[0], further.object_span[1]), sentences, starts)
    return claim if s is None else replace(claim, object=s.words(inside), object_span=s.span(inside))


def _ends_with(
    claim: RawClaim, other: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]
) -> bool:  # fmt: skip
    """Whether what another claim says is joined to what stands behind a preposition in this one."""
    own, further = claim.object_span, other.object_span
    if own is None or further is None or own[1] >= further[0] or _begin(claim)[:3] != _begin(other)[:3]:
        return False
    if claim.predicate not in words("which_one_goes_on"):
        return False
    s, inside = _tokens_of(own, sentences, starts)
    _, joined_to = _tokens_of(further, sentences, starts)
    if s is None or not inside or not joined_to or further[0] - own[1] > _NEAR or s.words(inside) != claim.object:
        return False
    last = joined_to[-1]
    noun = s.head[last]
    return s.dep[last] == "conj" and noun in inside and s.dep[noun] == "pobj" and s.head[s.head[noun]] in inside


class _Places:
    """Claims by the place that a function gives them, None for those that stay out."""

    def __init__(self, claims: Sequence[RawClaim], place: Callable[[RawClaim], SpanPair | None]) -> None:
        found = [(span, claim) for claim in claims if (span := place(claim)) is not None]
        found.sort(key=lambda pair: pair[0])
        self._place = place
        self._claims = [claim for _, claim in found]
        self._starts = [start for (start, _), _ in found]
        # How far what begins no later than each of them reaches.
        self._reach = list(accumulate((end for (_, end), _ in found), max))

    def near(self, claim: RawClaim) -> Iterator[RawClaim]:
        """All whose place can overlap that of a claim, and perhaps others."""
        wanted = self._place(claim)
        if wanted is None:
            return
        at = bisect_left(self._starts, wanted[1])
        while at > 0 and self._reach[at - 1] > wanted[0]:
            at -= 1
            yield self._claims[at]


def _object_place(claim: RawClaim) -> SpanPair | None:
    return claim.object_span


def _whole_place(claim: RawClaim) -> SpanPair | None:
    return (claim.char_start, claim.char_end) if claim.object_span is None else None


def _begin(claim: RawClaim) -> tuple[str, str, str, int | None]:
    """What one says with more of the complement has in common with the other."""
    begin = None if claim.object_span is None else claim.object_span[0]
    return claim.subject, claim.predicate, claim.polarity, begin


def _bounded(claim: RawClaim, better: _Places) -> RawClaim:
    """A claim with the object as a clause bounds it; when it is so, and how surely, stays as the words say it."""
    for other in better.near(claim):
        if _knows_better(other, claim):
            return replace(claim, object=other.object, object_kind=other.object_kind, object_span=other.object_span)
    return claim


def _dated(claim: RawClaim, of_begin: Mapping[object, Sequence[RawClaim]]) -> RawClaim:
    """A claim with the time that a clause has for it from the beginning of the sentence."""
    if claim.qualifier_span is not None:
        return claim
    dated = next((other for other in of_begin.get(_begin(claim), ()) if other.qualifier_span is not None), None)
    if dated is None:
        return claim
    return replace(claim, qualifier_type=dated.qualifier_type, qualifier_span=dated.qualifier_span)


def _knows_better(claim: RawClaim, other: RawClaim) -> bool:
    """Whether a clause says the same of a place of which it knows the bounds."""
    if (claim.predicate, claim.subject, claim.polarity) != (other.predicate, other.subject, other.polarity):
        return False
    own, read = claim.object_span, other.object_span
    if own is None or read is None:
        return False
    if claim.predicate in words("parse_knows_the_end"):
        return own[0] == read[0] and own[1] < read[1]
    return _overlap(own, read)


def _says_more(claim: RawClaim, other: RawClaim) -> bool:
    """Whether a clause says the same with more of the complement ("thankful", "thankful for them")."""
    own, read = claim.object_span, other.object_span
    if own is None or read is None or claim.predicate != other.predicate or claim.polarity != other.polarity:
        return False
    if claim.subject != other.subject or own[0] != read[0] or own[1] <= read[1]:
        return False
    tail = (claim.object or "")[read[1] - read[0] :].split()
    if not tail:
        return False
    goes_on = claim.predicate in words("which_one_goes_on") and tail[0].lower() in words("opens_which_one")
    opens = words("feelings_go_on") | words("opens_which_one")
    return goes_on or (claim.predicate in words("whole_complement") and tail[0].lower() in opens)


def _is_misread_doing(s: Sentence, claim: RawClaim, inside: Sequence[int]) -> bool:
    """Of what is felt or done: "I'm off to the gym", "we got into an accident", "the studio I go to often"."""
    first, last = inside[0], inside[-1]
    if claim.predicate == "feels":
        return s.low[last] in words("whereabouts") and s.low[last + 1 : last + 2] == ("to",)
    if claim.predicate == "interested_in":
        return s.low[last] in words("mishaps")
    if claim.predicate == "started" and any(s.tag[t] in _FINITE and s.dep[t] in _MAIN for t in inside[1:]):
        return True  # "Starting a farm takes patience"
    is_of_noun = s.dep[first] == "relcl" and s.child(first, "dobj") is None
    return claim.predicate == "habit" and (is_of_noun or s.low[first] == "last")


def _is_arranged_now(s: Sentence, claim: RawClaim) -> bool:
    """ "I'm going through a divorce right now": is no plan by its time."""
    when = claim.qualifier_span
    if claim.rule_id != "arranged" or when is None:
        return False
    return s.text[when[0] - s.char_start : when[1] - s.char_start].lower() in words("of_now")


def _tells_where(other: RawClaim, started: RawClaim) -> bool:
    """Whether a clause says more of what was begun: "a new job at Kelda" is where one works."""
    own, read = other.object_span, started.object_span
    return own is not None and read is not None and other.subject == started.subject and _overlap(own, read)


def _torn(
    by_words: Sequence[RawClaim], wholes: _Places, sentences: Sequence[Sentence], starts: Sequence[int]
) -> list[RawClaim]:  # fmt: skip
    """Claims of clauses of which the words took the end for another object: "books about growth and mindset"."""
    return [
        whole
        for claim in by_words
        for whole in wholes.near(claim)
        if _is_within(claim, whole)
        and whole.object_span != claim.object_span
        and _is_joined_in_a_phrase(claim.object_span, sentences, starts)
    ]


def _is_joined_in_a_phrase(span: SpanPair | None, sentences: Sequence[Sentence], starts: Sequence[int]) -> bool:
    s, inside = (None, ()) if span is None else _tokens_of(span, sentences, starts)
    if s is None or not inside:
        return False
    return s.dep[inside[-1]] == "conj" and s.dep[s.head[inside[-1]]] == "pobj"


def _is_within(claim: RawClaim, whole: RawClaim) -> bool:
    """Whether two claims say the same, the one of a part of what the other says it of."""
    own, read = claim.object_span, whole.object_span
    if own is None or read is None or _begin(claim)[:3] != _begin(whole)[:3]:
        return False
    return read[0] <= own[0] and own[1] <= read[1]


def _is_same(claim: RawClaim, other: RawClaim) -> bool:
    """Whether the words' reading has taken what a clause says; what happened stands beside the state that it led to."""
    own, read = claim.object_span, other.object_span
    doings = words("tells_what_was_done")
    is_event = claim.rule_id == EVENT_RULE and not _is_verb_of(claim.predicate, other.predicate)
    is_being = claim.predicate.startswith("be_") and claim.notes.get("passing")
    if is_event and not is_being and claim.predicate not in doings and other.predicate not in doings:
        return False
    if own is None or read is None:
        return own is read and claim.char_start < other.char_end and other.char_start < claim.char_end
    return _overlap(own, read)


def _is_verb_of(event: str, predicate: str) -> bool:
    """Whether an event is told by the verb of a relation: "I study at McGill" says that one studies there, no more."""
    verb = event.partition("_")[0]
    return verb in lexicon().bases(predicate.partition("_")[0], "third")


def _overlap(one: SpanPair, other: SpanPair) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _is_misread(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> bool:
    """Whether the parse shows that an object is none: a verb of another clause, a time, or both ends of two things."""
    if claim.object_span is None:
        return False
    if not any(sign.isalnum() for sign in claim.object or ""):
        return True  # "my fam, 'cause it's quiet"
    s, inside = _tokens_of(claim.object_span, sentences, starts)
    if s is None or not inside:
        return False
    if claim.predicate in words("of_verbs"):
        return (
            _is_misread_doing(s, claim, inside)
            or _is_arranged_now(s, claim)
            or (claim.predicate == "started" and _is_time(claim, sentences, starts))
        )
    if _is_of_no_such_kind(s, claim, inside):
        return True
    if s.low[inside[0]] in words("asked_for") and inside[0] > 0 and s.low[inside[0] - 1] == ",":
        return True  # "he doesn't eat pork, ideas for dinner"
    if claim.predicate == "visited" and s.low[inside[-1]] in words("no_sights"):
        return True  # "we explored nature"
    is_doing = s.tag[inside[0]] == "VB" and s.child(inside[0], "dobj") is not None
    if claim.predicate in words("of_places") and is_doing:
        return True  # "I moved to avoid the dog"
    is_other_kind = claim.predicate in _NEVER and s.low[inside[-1]] in shared(_NEVER[claim.predicate])
    is_no_job = claim.predicate == "works_as" and (
        " ".join(s.low[token] for token in inside[-2:]) in words("no_jobs")
        or s.low[inside[-1]] in words("no_jobs")
        or (inside[0] > 0 and s.low[inside[0] - 1] == "no" and claim.polarity == "positive")
    )
    is_no_place = claim.predicate == "lives_in" and s.tag[inside[0]] == "VBG"
    # "I left Bonn": a place, where the words took what was left for an employer.
    is_no_place = is_no_place or (claim.rule_id == "leave.org" and s.entity[inside[-1]] in words("places"))
    is_of_others = claim.predicate == "age_is" and claim.subject_span is None and _is_of_relatives(s, inside)
    return (
        is_other_kind
        or is_of_others
        or is_no_job
        or is_no_place
        or _is_time(claim, sentences, starts)
        or any(_opens_a_clause(s, token, inside) for token in inside)
    )


def _is_of_no_such_kind(s: Sentence, claim: RawClaim, inside: Sequence[int]) -> bool:
    """ "In charge of the newsletter" is no group; "writing about films, studying their music" tells of no studies."""
    match claim.predicate:
        case "owns":
            return _is_no_possession(s, claim, inside)
        case "is_trait":
            return _is_no_trait(s, inside)
        case "member_of":
            return s.word(inside[0]) in words("no_groups")
        case "studies":
            return claim.rule_id == "study" and _is_said_by_the_way(s, inside[0])
    return False


def _is_no_trait(s: Sentence, inside: Sequence[int]) -> bool:
    """ "My advice: stay calm and focused"."""
    verb = next((up for up in s.ancestors(inside[-1]) if s.pos[up] in ("VERB", "AUX")), None)
    is_bare = verb is not None and s.low[verb] in ("be", "stay", "remain", "keep") and not s.children(verb, "aux")
    told = () if verb is None else s.children(verb, "nsubj")
    is_urged = is_bare and not any(s.low[subject] in closed_class("first_persons") for subject in told)
    return is_urged or is_said_before_asking(s, inside)


def _is_no_possession(s: Sentence, claim: RawClaim, inside: Sequence[int]) -> bool:
    """ "Started to learn these design tools", "been reading that book and painting", "painting and drawing have helped
    me", "I still have his guitar"."""
    first, last = inside[0], inside[-1]
    if claim.rule_id == "have.thing" and _is_object_of_another(s, last):
        return True
    if s.tag[last] == "VBG" and (s.dep[last] == "conj" or first == 0):
        return True
    return first > 0 and s.low[first - 1] in closed_class("others_words")


def _is_said_by_the_way(s: Sentence, noun: int) -> bool:
    """Whether a thing is the object of a doing that is strewn in."""
    verb = next((up for up in s.ancestors(noun) if s.pos[up] == "VERB"), None)
    if verb is None or s.tag[verb] != "VBG" or s.children(verb, "aux"):
        return False
    above = s.head[verb]
    return s.dep[verb] in ("conj", "advcl") and s.tag[above] == "VBG" and bool(s.children(above, "aux"))


def _is_object_of_another(s: Sentence, noun: int) -> bool:
    """Whether a thing is the object of a verb by which nobody has it."""
    while s.dep[noun] == "conj":
        noun = s.head[noun]
    verb = s.head[noun]
    return s.dep[noun] == "dobj" and s.pos[verb] == "VERB" and s.lemma[verb].lower() not in words("verbs_of_having")


def _timed_of_its_own(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> RawClaim:
    """A claim without a time that the next clause has for itself ("I grew up in Rome but live in Oslo now")."""
    if claim.object_span is None or claim.qualifier_span is None:
        return claim
    own, when = claim.object_span, claim.qualifier_span
    s, time = _tokens_of(when, sentences, starts)
    if s is None or not time:
        return claim
    if when[0] >= own[1]:
        _, between = _tokens_of((own[1], when[0]), sentences, starts)
        is_elsewhere = any(s.pos[t] in ("VERB", "AUX") and s.dep[t] == "conj" for t in between)
    elif s.dep[s.head[time[0]]] == "agent":
        is_elsewhere = True  # "inspired by autumn"
    elif when[1] <= own[0]:
        _, between = _tokens_of((when[1], own[0]), sentences, starts)
        is_elsewhere = _ends_a_clause(s, time[0], between)
    else:
        is_elsewhere = s.dep[time[-1]] in ("compound", "nmod") and s.head[time[-1]] > time[-1]
    return replace(claim, qualifier_type=None, qualifier_span=None) if is_elsewhere else claim


def _ends_a_clause(s: Sentence, time: int, between: Sequence[int]) -> bool:
    """ "Crashed it yesterday, so I'm …": whether a clause stands before a time and another begins behind it."""
    verb = next((up for up in s.ancestors(time) if s.pos[up] in ("VERB", "AUX")), None)
    is_of_first = verb is not None and verb < time
    return is_of_first and any(s.dep[token] in ("nsubj", "nsubjpass") and s.head[token] != verb for token in between)


def _completed(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> RawClaim:
    """A claim with its own time and the whole of its object, as the parse shows them."""
    timed = _timed_of_its_own(_without_a_stray_mark(claim), sentences, starts)
    ended = _with_each_other(_ended(timed, sentences, starts), sentences, starts)
    whole = _with_what_they_have(ended, sentences, starts)
    told = _told_which(_without_a_loose_end(whole, sentences, starts), sentences, starts)
    return _in_company(told, sentences, starts)


def _without_a_loose_end(
    claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]
) -> RawClaim:  # fmt: skip
    """ "Volunteering here about a year ago": what opens the time is none of the object."""
    s, inside = (None, ()) if claim.object_span is None else _tokens_of(claim.object_span, sentences, starts)
    is_loose = (
        s is not None and len(inside) > 1 and s.low[inside[-1]] in ("about", "around", "over", "almost", "nearly")
    )
    if s is None or not is_loose or claim.qualifier_span is None or s.words(inside) != claim.object:
        return claim
    if inside[-1] + 1 >= len(s) or s.start[inside[-1] + 1] != claim.qualifier_span[0]:
        return claim
    kept = inside[:-1]
    return replace(claim, object=s.words(kept), object_span=s.span(kept))


def _without_a_stray_mark(claim: RawClaim) -> RawClaim:
    """ "My job 'cause of the noise": the mark belongs to the word behind the object."""
    own, said = claim.object_span, claim.object or ""
    is_stray = len(said) > 2 and (said[-1] in "-–—" or (said[-2] == " " and said[-1] in closed_class("quotes")))
    if own is None or not is_stray:
        return claim
    kept = said[:-1].rstrip()
    return replace(claim, object=kept, object_span=(own[0], own[1] - len(said) + len(kept)))


def _without_who_is_spoken_to(
    claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]
) -> RawClaim:  # fmt: skip
    """ "I love the thought Nate!": a name behind a thing that is nobody's and has no name of its own."""
    last = (claim.object or "").rpartition(" ")[2]
    if claim.object_span is None or not last[:1].isupper() or last.lower() not in shared("given_names"):
        return claim
    s, inside = _tokens_of(claim.object_span, sentences, starts)
    if s is None or len(inside) < 2 or s.words(inside) != claim.object:
        return claim
    name, thing = inside[-1], inside[-2]
    ends = name + 1 == len(s) or s.low[name + 1] in (".", "!", "?", ",")
    is_plain = (
        s.tag[thing] in ("NN", "NNS") and relation_of(s.low[thing]) is None and s.low[thing] not in words("titled")
    )
    is_of_pet = s.low[thing] in shared("pet_kinds")
    if (
        not ends
        or not is_plain
        or is_of_pet
        or any(s.dep[t] == "poss" and s.head[t] in (name, thing) for t in range(thing))
    ):
        return claim
    kept = inside[:-1]
    return replace(claim, object=s.words(kept), object_span=s.span(kept))


def _with_each_other(
    claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]
) -> RawClaim:  # fmt: skip
    """ "Each other's company", "supporting each other": the two words stand together."""
    s, inside = (None, ()) if claim.object_span is None else _tokens_of(claim.object_span, sentences, starts)
    if s is None or not inside or s.words(inside) != claim.object:
        return claim
    first, end = inside[0], inside[-1] + 1
    first -= s.low[first] == "other" and first > 0 and s.low[first - 1] == "each"
    end += 2 * (s.low[end : end + 2] == ("each", "other") and s.pos[end - 1] == "VERB")
    whole = tuple(range(first, end))
    return claim if whole == tuple(inside) else replace(claim, object=s.words(whole), object_span=s.span(whole))


def _with_what_they_have(
    claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]
) -> RawClaim:  # fmt: skip
    """ "Allergic to animals with fur": what tells them apart belongs to the condition."""
    if claim.object_span is None or claim.predicate != "has_condition" or " to " not in (claim.object or ""):
        return claim
    s, inside = _tokens_of(claim.object_span, sentences, starts)
    at = inside[-1] + 1 if inside else 0
    if s is None or not 0 < at < len(s) or s.low[at] != "with" or s.child(at, "pobj") is None:
        return claim
    whole = tuple(range(inside[0], s.subtree(at)[-1] + 1))
    more = s.words(whole)[len(s.words(inside)) :]
    return replace(claim, object=f"{claim.object}{more}", object_span=s.span(whole))


def _told_which(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> RawClaim:
    """A claim whose object goes on with what says which one ("my favourite is a song from a play I saw")."""
    if claim.object_span is None or claim.predicate not in words("which_one_goes_on") - words("whole_complement"):
        return claim
    s, inside = _tokens_of(claim.object_span, sentences, starts)
    if s is None or not inside or s.words(inside) != claim.object:
        return claim
    if claim.predicate == "owns" and s.pos[inside[-1]] == "PROPN":
        return claim  # its make says which one
    is_apart = claim.predicate in words("set_against_another")
    within = inside if is_apart else _with_its_phrase(s, inside, claim.qualifier_span)
    whole = bare(s, with_what_tells(s, within), frozenset()) if s.pos[within[-1]] in ("NOUN", "PROPN") else within
    if whole == tuple(inside) or whole[0] != inside[0]:
        return claim
    return replace(claim, object=s.words(whole), object_span=s.span(whole))


def _in_company(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> RawClaim:
    """ "At the fair with my cousins": with whom something is done belongs to it."""
    if claim.object_span is None or claim.object_kind == "entity":
        return claim
    if claim.predicate not in words("done_in_company"):
        return claim
    s, inside = _tokens_of(claim.object_span, sentences, starts)
    at = inside[-1] + 1 if inside else 0
    if s is None or not 0 < at < len(s) or s.low[at] != "with" or s.words(inside) != claim.object:
        return claim
    who = s.child(at, "pobj")
    is_somebody = who is not None and (s.entity[who] == "PERSON" or relation_of(s.low[who]) is not None)
    own = [token for token in s.subtree(at, ("relcl",)) if token >= at]
    whole = bare(s, (*inside, *own), frozenset()) if own == list(range(at, own[-1] + 1)) else inside
    if not is_somebody or len(whole) <= len(inside):
        return claim
    return replace(claim, object=s.words(whole), object_span=s.span(whole))


def _with_its_phrase(s: Sentence, inside: Sequence[int], when: SpanPair | None) -> Sequence[int]:
    """A thing with what stands right behind it and hangs on it ("a poster in my kitchen")."""
    at, last = inside[-1] + 1, inside[-1]
    if s.pos[last] not in ("NOUN", "PROPN") or at >= len(s) or s.dep[at] != "prep":
        return inside
    is_of_doing = s.low[at] in ("for", "about") and s.head[at] == s.head[last]  # "writing a song for my brother"
    if not is_of_doing and (s.head[at] not in inside or s.pos[s.head[at]] not in ("NOUN", "PROPN")):
        return inside
    if s.low[at] in words("daters") - {"in", "on", "at"}:
        return inside
    own = [token for token in s.subtree(at) if token >= at]
    if s.low[own[-1]] in words("lengths_of_time") | words("time_nouns"):
        return inside
    is_time = when is not None and s.start[own[0]] < when[1] and when[0] < s.end[own[-1]]
    is_whole = own == list(range(at, own[-1] + 1))
    return inside if is_time or not is_whole else bare(s, (*inside, *own), frozenset())


def _marked(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> RawClaim:
    """A claim with the mark of what is known from the talk alone."""
    if claim.object_span is None or claim.notes.get("passing"):
        return claim
    s, inside = _tokens_of(claim.object_span, sentences, starts)
    if s is None:
        return claim
    is_half = claim.predicate in words("of_doings") and says_little_of_what(s, inside)
    is_half = is_half or is_shown_by_the(s, claim.predicate, inside) or _is_of_then(s, claim, inside)
    if not is_half and not is_of_the_talk(s, claim.subject, claim.predicate, inside):
        return claim
    return replace(claim, notes={**claim.notes, "passing": True})


def _is_of_then(s: Sentence, claim: RawClaim, inside: Sequence[int]) -> bool:
    """ "I felt at home", "I used to love the fair": how it was with somebody, of which nothing says that it is so.

    What has a name is as often still liked ("I loved Middlemarch").
    """
    if claim.predicate == "feels":
        return claim.modality == "fact" and claim.qualifier_span is None
    is_over = claim.modality == "fact" or claim.rule_id == "like.past"
    is_named = any(s.pos[token] == "PROPN" or s.low[token] in closed_class("quotes") for token in inside)
    return claim.predicate in words("tastes") and is_over and not is_named


def _ended(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> RawClaim:
    """A claim whose object ends before what dates or explains it ("drinking coffee after having a panic attack")."""
    if claim.object_span is None or claim.predicate not in words("of_verbs") - {"believes"} or claim.object is None:
        return claim
    s, inside = _tokens_of(claim.object_span, sentences, starts)
    end = next((token for token in inside[1:] if s is not None and _ends_a_doing(s, token)), None)
    if s is None or end is None or s.words(inside) != claim.object:
        return claim
    kept = bare(s, [token for token in inside if token < end], frozenset())
    return replace(claim, object=s.words(kept), object_span=s.span(kept)) if kept else claim


def _has_subject_at(s: Sentence, verb: int, at: int) -> bool:
    """Whether a joined sentence of its own begins there ("… and the love for it is infectious")."""
    subject = s.child(verb, "nsubj", "nsubjpass") if s.dep[verb] == "conj" else None
    return subject is not None and s.first_below(subject) == at


def _ends_a_doing(s: Sentence, token: int) -> bool:
    """Whether what follows is strewn in, dates what is done, or is a sentence of its own."""
    if s.low[token] in words("fillers"):
        return True
    if s.dep[token] == "cc" and any(_has_subject_at(s, verb, token + 1) for verb in range(token + 1, len(s))):
        return True
    is_behind = s.dep[token] in ("prep", "mark") and s.low[token] in words("behind_a_doing")
    return is_behind and (s.child(token, "pcomp") is not None or s.dep[token] == "mark")


def _is_of_relatives(s: Sentence, inside: Sequence[int]) -> bool:
    """ "Got three kids, 5 and 8": the ages are theirs."""
    above = [s.head[token] for token in inside] + [s.head[s.head[token]] for token in inside]
    return any(relation_of(s.low[token]) is not None for token in above)


def _tokens_of(
    span: SpanPair, sentences: Sequence[Sentence], starts: Sequence[int]
) -> tuple[Sentence | None, Sequence[int]]:  # fmt: skip
    """The sentence in which a stretch lies, and its tokens there."""
    at = bisect_right(starts, span[0]) - 1
    if at < 0 or not sentences[at].is_parsed:
        return None, ()
    s = sentences[at]
    first, end = bisect_left(s.start, span[0]), bisect_left(s.start, span[1])
    return s, [token for token in range(first, end) if s.end[token] <= span[1]]


def _is_time(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> bool:
    """ "I started a few days ago": what stands there says when."""
    assert claim.object_span is not None
    s, inside = _tokens_of(claim.object_span, sentences, starts)
    is_dated = claim.predicate in words("dated")
    return s is not None and bool(inside) and not is_dated and s.low[inside[-1]] in words("time_nouns") and (
        inside[-1] + 1 < len(s) and s.low[inside[-1] + 1] in ("ago", "later", "earlier")
    )  # fmt: skip


def _opens_a_clause(s: Sentence, token: int, inside: Sequence[int]) -> bool:
    """Whether a token is the verb of a clause that begins within the object but is not of it."""
    if s.pos[token] != "VERB":
        return False
    if token == inside[0] and s.dep[token] in ("conj", "ROOT") and s.child(token, "dobj") is not None:
        return True
    if s.tag[token] not in _FINITE:
        return False
    is_clause = s.dep[token] in ("ROOT", "conj", "ccomp")
    return is_clause and any(c < inside[0] or c in inside for c in s.children(token, "nsubj"))
