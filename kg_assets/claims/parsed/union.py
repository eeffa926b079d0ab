"""Joins the claims of the two ways of reading into one list: those of the word rules and those of the clauses.

The word rules know more ways of saying a predicate, and they cut objects as the vocabulary wants them. So a claim of
the clauses is dropped if its object overlaps that of a claim of the word rules (see `_is_same`). A claim of the word
rules is dropped if its object runs across clauses.
"""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

from kg_assets.claims.parsed.afterthoughts import as_thought_better
from kg_assets.claims.parsed.completing import (
    completed,
    marked,
    without_a_stray_mark,
    without_its_period,
    without_what_is_asked,
    without_who_is_spoken_to,
)
from kg_assets.claims.parsed.events import EVENT_RULE
from kg_assets.claims.parsed.fellows import of_each
from kg_assets.claims.parsed.health_told import is_of_others_health
from kg_assets.claims.parsed.held_since import dated_by_the_next
from kg_assets.claims.parsed.misread import is_misread, is_misread_too
from kg_assets.claims.parsed.naming import NEWCOMER_RULE, is_of_a_newcomer
from kg_assets.claims.parsed.roles import RELATION_RULE
from kg_assets.claims.parsed.stretches import tokens_of
from kg_assets.claims.parsed.words import relation_of, words
from kg_assets.claims.reading.lexicon import lexicon
from kg_assets.claims.reading.model import RawClaim, SpanPair, relative_of_self
from kg_assets.language.sentence import Sentence

_PET_RULE = "clause.c.have.pet"
_MEDICINE_RULE = "clause.medicine"
_MEDICINE_TURNS = "turn.medicine."  # they read what the parser finds no verb in; what the clauses read is told by them
_NEAR = len(", and the ")
_JOINED = re.compile(r"[^\W\d_]+ & [^\W\d_]+")


def joined(
    by_words: Sequence[RawClaim],
    by_clauses: Sequence[RawClaim],
    sentences: Sequence[Sentence],
    times: Sequence[tuple[int, int, str]],
) -> list[RawClaim]:
    """The claims of a message from both readings, without repeating what both say."""
    starts = [s.char_start for s in sentences]
    taken = _Places([c for c in by_clauses if c.rule_id == _MEDICINE_RULE], _object_place)
    sure = [
        marked(completed(claim, sentences, starts), sentences, starts)
        for claim in by_words
        if not is_misread(claim, sentences, starts)
        and not _is_of_another(claim, sentences, starts)
        and not (claim.rule_id.startswith(_MEDICINE_TURNS) and any(taken.near(claim)))
        and not is_of_others_health(claim, sentences, starts)
    ]
    sure = _rejoined(sure, sentences, starts)
    sure = [_cut(claim, sentences, starts) for claim in sure]
    rightly = [
        claim
        for claim in by_clauses
        if not is_misread_too(claim, sentences, starts) and not is_of_others_health(claim, sentences, starts)
    ]
    by_clauses = [_cut(without_a_stray_mark(claim), sentences, starts) for claim in rightly]
    # A message can hold thousands of claims, so each is compared only with those that can be the same.
    of_begin: dict[object, list[RawClaim]] = defaultdict(list)
    for claim in by_clauses:
        of_begin[_begin(claim)].append(claim)
        if claim.rule_id == EVENT_RULE and claim.object_span is not None:
            of_begin[claim.object_span[0]].append(claim)
    bounding = words("parse_knows_better") | words("parse_knows_the_end")
    better = _Places([c for c in by_clauses if c.predicate in bounding], _object_place)
    wholes = _Places([c for c in by_clauses if c.predicate in words("which_one_goes_on")], _object_place)
    wheres = _Places([c for c in by_clauses if c.predicate in words("begun_somewhere")], _object_place)
    torn = _torn(sure, wholes, sentences, starts)
    kept = [
        _dated(_bounded(claim, better), of_begin)
        for claim in sure
        if not (_is_begun(claim) and any(_tells_where(other, claim) for other in wheres.near(claim)))
        and not any(_is_within(claim, whole) for whole in torn)
        and not any(_says_more(other, claim) for other in of_begin.get(_begin(claim), ()))
    ]
    named = {(claim.subject, claim.predicate) for claim in by_clauses if claim.rule_id == NEWCOMER_RULE}
    nameless = [claim for claim in kept if _is_nameless(claim, named)]
    nameless = nameless or [claim for claim in by_clauses if _is_nameless(claim, named)]
    named = named if len(nameless) == 1 else set()
    kept = [claim for claim in _rejoined(kept, sentences, starts) if not _is_nameless(claim, named)]
    objects, wholes = _Places(kept, _object_place), _Places(kept, _whole_place)
    told = {
        (claim.subject, claim.predicate, claim.polarity) for claim in kept if claim.predicate in words("known_by_name")
    }
    named_so_far = {(claim.predicate, claim.object) for claim in kept}
    added = [
        claim
        for claim in by_clauses
        if ((claim.subject, claim.predicate, claim.polarity) not in told or _is_by_name_beside(claim, named_so_far))
        and not _is_nameless(claim, named)
        and not any(_is_same(claim, o) for o in (objects if claim.object_span else wholes).near(claim))
    ]
    lived = _outside_of_games(_parted([*kept, *added]), sentences, starts)
    meant = list(as_thought_better(lived, sentences, starts))
    told_of = of_each(_told_together(meant, sentences, starts), sentences, starts)
    return sorted(
        dated_by_the_next(told_of, sentences, times),
        key=lambda c: (c.char_start, -c.char_end, c.predicate, c.object or "", c.subject, c.polarity, c.rule_id),
    )


def _is_of_another(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> bool:
    """Whether the word rules gave the name of a new pet or person to a relative mentioned before: "my girlfriend has a
    cat, she's called Mog" does not name the girlfriend."""
    if claim.rule_id != "relation.is" or claim.object_span is None:
        return False
    s, inside = tokens_of(claim.object_span, sentences, starts)
    if s is None or not inside:
        return False
    before = sentences[s.sentence_index - 1] if s.sentence_index else None
    return is_of_a_newcomer(s, inside, before, claim.predicate)


def _parted(claims: Sequence[RawClaim]) -> Iterator[RawClaim]:
    """The claims, but a claim about two people whose names are joined by "&" becomes two: "our twins Ada & Lou
    are 2"."""
    pairs = {c.object for c in claims if c.predicate in words("known_by_name") and _JOINED.fullmatch(c.object or "")}
    for claim in claims:
        if claim.object in pairs and claim.predicate in words("known_by_name"):
            for name, span in _halves(claim.object, claim.object_span):
                yield replace(claim, object=name, object_span=span)
        elif claim.subject in pairs:
            for name, span in _halves(claim.subject, claim.subject_span):
                yield replace(claim, subject=name, subject_span=span)
        else:
            yield claim


def _halves(names: str | None, span: SpanPair | None) -> Iterator[tuple[str, SpanPair | None]]:
    """Both names of "Ada & Lou", each with its place."""
    one, _, other = (names or "").partition(" & ")
    yield one, None if span is None else (span[0], span[0] + len(one))
    yield other, None if span is None else (span[1] - len(other), span[1])


def _outside_of_games(
    claims: Iterator[RawClaim], sentences: Sequence[Sentence], starts: Sequence[int]
) -> list[RawClaim]:  # fmt: skip
    """The claims without those about a life in a game: "in Stardew I married Leah"."""
    played = {s.sentence_index for s in sentences if not words("played_worlds").isdisjoint(s.low)}
    if not played:
        return list(claims)
    lives = words("told_of_lives")
    placed = ((claim, bisect_right(starts, claim.char_start) - 1) for claim in claims)
    return [
        claim
        for claim, at in placed
        if claim.predicate not in lives or at < 0 or sentences[at].sentence_index not in played
    ]


def _is_by_name_beside(claim: RawClaim, told: Collection[tuple[str, str | None]]) -> bool:
    """Whether the name in a claim stands right beside the noun of relation ("my brother Tom"), and its predicate and
    object are not among `told`."""
    is_beside = claim.rule_id == RELATION_RULE or (claim.rule_id == _PET_RULE and (claim.object or "")[:1].isupper())
    if not is_beside or (claim.object or "").startswith(relative_of_self("")):
        return False
    return (claim.predicate, claim.object) not in told


def _cut(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> RawClaim:
    """The claim without words at the end of its object that do not belong to it: a request, a season, or the name of
    the person who is addressed."""
    told = without_what_is_asked(claim, sentences, starts)
    return without_its_period(without_who_is_spoken_to(told, sentences, starts), sentences, starts)


def _is_nameless(claim: RawClaim, named: Collection[tuple[str, str]]) -> bool:
    """Whether a claim leaves out a name that the message gives later: "I got a dog last week, he's called Rex"."""
    if (claim.subject, claim.predicate) not in named or claim.rule_id == NEWCOMER_RULE or not claim.object:
        return False
    return claim.object.startswith(relative_of_self("")) or any(
        relation_of(word.lower()) is not None for word in claim.object.split()
    )


def _rejoined(
    claims: Sequence[RawClaim], sentences: Sequence[Sentence], starts: Sequence[int]
) -> list[RawClaim]:  # fmt: skip
    """The claims, with two joined into one if the word rules read the end of an object as another object: "good music"
    and "great actors" in "a film with good music and great actors"."""
    found: list[RawClaim] = []
    # The indexes in `found` of the claims whose objects end at a place, since a message can hold thousands.
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
    """The index in `found` of the first claim whose object ends right before that of `claim` and is continued by it.
    None if there is none."""
    if claim.object_span is None:
        return None
    begin = claim.object_span[0]
    near = sorted(at for end in range(begin - _NEAR, begin) for at in ending.get(end, ()))
    return next((at for at in near if _ends_with(found[at], claim, sentences, starts)), None)


def _as_one(
    claim: RawClaim, further: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]
) -> RawClaim:  # fmt: skip
    """The claim with its object extended to the end of the object of `further`."""
    assert claim.object_span is not None
    assert further.object_span is not None
    s, inside = tokens_of((claim.object_span[0], further.object_span[1]), sentences, starts)
    return claim if s is None else replace(claim, object=s.words(inside), object_span=s.span(inside))


def _ends_with(
    claim: RawClaim, other: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]
) -> bool:  # fmt: skip
    """Whether the object of `other` is joined to the last noun of the object of `claim`: "great actors" to "music" in
    "a film with good music and great actors"."""
    own, further = claim.object_span, other.object_span
    if own is None or further is None or own[1] >= further[0] or _begin(claim)[:3] != _begin(other)[:3]:
        return False
    if claim.predicate not in words("which_one_goes_on"):
        return False
    s, inside = tokens_of(own, sentences, starts)
    _, joined_to = tokens_of(further, sentences, starts)
    if s is None or not inside or not joined_to or further[0] - own[1] > _NEAR or s.words(inside) != claim.object:
        return False
    last = joined_to[-1]
    noun = s.head[last]
    return s.dep[last] == "conj" and noun in inside and s.dep[noun] == "pobj" and s.head[noun] in inside


def _told_together(
    claims: Sequence[RawClaim], sentences: Sequence[Sentence], starts: Sequence[int]
) -> list[RawClaim]:  # fmt: skip
    """The claims. If two words share one noun, as in "crime and spy films", one claim with both replaces the claims
    with each."""
    tastes = [c for c in claims if c.object_span is not None and c.predicate in words("tastes") | {"interested_in"}]
    kinds: dict[object, RawClaim] = {
        (*_begin(c)[:3], end): c for c in tastes if (end := _ends_before(c, sentences, starts)) is not None
    }
    wholes = [_as_one(one, c, sentences, starts) for c in tastes if (one := kinds.get(_begin(c))) is not None]
    if not wholes:
        return list(claims)
    return [*wholes, *(claim for claim in claims if not any(_is_within(claim, whole) for whole in wholes))]


def _ends_before(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> int | None:
    """The offset at which the next object starts, if the object of this claim is a single noun that shares the last
    noun of the next: "crime" in "crime and spy films". Else None."""
    s, inside = (None, ()) if claim.object_span is None else tokens_of(claim.object_span, sentences, starts)
    if s is None or len(inside) != 1 or s.tag[inside[0]] != "NN" or s.low[inside[0]].endswith("ing"):
        return None
    if s.children(inside[0], "det", "amod", "poss"):
        return None
    at = inside[0] + 1
    if s.low_at(at) not in ("and", "or") or at + 2 >= len(s):
        return None
    near = range(at + 2, min(at + 6, len(s)))
    thing = next((token for token in near if s.tag[token] == "NNS" or s.lemma[token].lower() == "theme"), None)
    is_kind = thing is not None and s.lemma[thing].lower() in words("comes_in_kinds")
    return s.start[at + 1] if is_kind else None


class _Places:
    """Claims by their places, to find those that overlap another. A claim for which `place` gives None stays
    out."""

    def __init__(self, claims: Sequence[RawClaim], place: Callable[[RawClaim], SpanPair | None]) -> None:
        found = [(span, claim) for claim in claims if (span := place(claim)) is not None]
        found.sort(key=lambda pair: pair[0])
        self._place = place
        self._claims = [claim for _, claim in found]
        self._starts = [start for (start, _), _ in found]
        # For each claim, the farthest end of the claims up to and including it.
        self._reach = list(accumulate((end for (_, end), _ in found), max))

    def near(self, claim: RawClaim) -> Iterator[RawClaim]:
        """The claims whose place may overlap that of this claim. Some of them may not overlap it."""
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
    """Four values of a claim: its subject; its predicate; its polarity; and where its object begins. Claims that have
    the same four read the same thing, and may differ in where the object ends."""
    begin = None if claim.object_span is None else claim.object_span[0]
    return claim.subject, claim.predicate, claim.polarity, begin


def _bounded(claim: RawClaim, better: _Places) -> RawClaim:
    """The claim of the word rules. If a claim of the clauses knows its object better (`_knows_better`), it gets that
    object; modality and confidence stay."""
    for other in better.near(claim):
        if _knows_better(other, claim):
            return replace(claim, object=other.object, object_kind=other.object_kind, object_span=other.object_span)
    return claim


def _dated(claim: RawClaim, of_begin: Mapping[object, Sequence[RawClaim]]) -> RawClaim:
    """The claim. If it has no time, it gets the time of a claim of the clauses with the same subject, predicate and
    polarity whose object begins at the same place. For a deed any claim of the clauses with an object that begins there
    will do."""
    if claim.qualifier_span is not None:
        return claim
    # In "I gave my bike to a school I help at on Sunday" the time of the deed is the time from which it is not owned.
    is_deed = claim.modality == "fact" or (claim.polarity == "negative" and claim.predicate == "owns")
    keys = [_begin(claim), *([] if not is_deed or claim.object_span is None else [claim.object_span[0]])]
    dated = next((o for key in keys for o in of_begin.get(key, ()) if o.qualifier_span is not None), None)
    if dated is None or (claim.predicate == "habit" and _is_within_object(dated.qualifier_span, claim)):
        return claim  # "netball weds nights" is not of one Wednesday
    return replace(claim, qualifier_type=dated.qualifier_type, qualifier_span=dated.qualifier_span)


def _is_within_object(span: SpanPair | None, claim: RawClaim) -> bool:
    own = claim.object_span
    return span is not None and own is not None and own[0] <= span[0] and span[1] <= own[1]


def _knows_better(claim: RawClaim, other: RawClaim) -> bool:
    """Whether the object of `claim` (read from clauses) should replace that of `other` (read by word rules): predicate,
    subject and polarity are the same, and the two objects overlap. For predicates of `parse_knows_the_end` both objects
    must begin at the same character, and that of `claim` must be shorter."""
    if (claim.predicate, claim.subject, claim.polarity) != (other.predicate, other.subject, other.polarity):
        return False
    own, read = claim.object_span, other.object_span
    if own is None or read is None:
        return False
    if claim.predicate in words("parse_knows_the_end"):
        return own[0] == read[0] and own[1] < read[1]
    return _overlap(own, read)


def _says_more(claim: RawClaim, other: RawClaim) -> bool:
    """Whether a claim of the clauses says the same as another, with a longer object: "thankful for them" instead of
    "thankful"."""
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


def _is_begun(claim: RawClaim) -> bool:
    """Whether a claim tells that something begins. So does one that the word rules took for a habit: "I start at Kelda
    on Monday"."""
    return claim.predicate == "started" or (claim.predicate == "habit" and (claim.object or "").startswith("start at "))


def _tells_where(other: RawClaim, started: RawClaim) -> bool:
    """Whether a claim of where somebody works (`other`) is read from the same words as a claim that they began
    something (`started`): both are read from "started a new job at Kelda"."""
    own, read = other.object_span, started.object_span
    return own is not None and read is not None and other.subject == started.subject and _overlap(own, read)


def _torn(
    by_words: Sequence[RawClaim], wholes: _Places, sentences: Sequence[Sentence], starts: Sequence[int]
) -> list[RawClaim]:  # fmt: skip
    """The claims of the clauses whose object has joined parts ("books about growth and mindset"), where the word rules
    made a claim from only the last part ("mindset")."""
    return [
        whole
        for claim in by_words
        for whole in wholes.near(claim)
        if _is_within(claim, whole)
        and whole.object_span != claim.object_span
        and claim.predicate not in words("whole_complement")
        and _is_joined_in_a_phrase(claim.object_span, sentences, starts)
    ]


def _is_joined_in_a_phrase(span: SpanPair | None, sentences: Sequence[Sentence], starts: Sequence[int]) -> bool:
    s, inside = (None, ()) if span is None else tokens_of(span, sentences, starts)
    if s is None or not inside:
        return False
    return s.dep[inside[-1]] == "conj" and s.dep[s.head[inside[-1]]] == "pobj"


def _is_within(claim: RawClaim, whole: RawClaim) -> bool:
    """Whether two claims say the same, and the object of the first lies within the object of the second."""
    own, read = claim.object_span, whole.object_span
    if own is None or read is None or _begin(claim)[:3] != _begin(whole)[:3]:
        return False
    return read[0] <= own[0] and own[1] <= read[1]


def _is_same(claim: RawClaim, other: RawClaim) -> bool:
    """Whether a claim of the word rules (`other`) was already made from the words of a claim of the clauses (`claim`):
    their objects overlap, whatever the predicates. An event may be kept beside the state that it led to."""
    own, read = claim.object_span, other.object_span
    is_begun = claim.predicate in words("begun_somewhere") and claim.qualifier_type == "since"
    if is_begun and other.predicate == "plans_to":
        return False  # "I'll be joining Siemens in March" is a plan and says since when the person will work there
    related = words("known_by_name") - {"name_is", "age_is"}
    if claim.predicate in related and other.predicate not in related:
        return False  # "Ana is my favourite colleague" tells both a liking and a relation
    doings = words("tells_what_was_done")
    is_event = claim.rule_id == EVENT_RULE and not _is_verb_of(claim.predicate, other.predicate)
    is_being = claim.predicate.startswith("be_") and claim.notes.get("passing")
    if is_event and not is_being and claim.predicate not in doings and other.predicate not in doings:
        return False
    if own is None or read is None:
        return own is read and claim.char_start < other.char_end and other.char_start < claim.char_end
    return _overlap(own, read)


def _is_verb_of(event: str, predicate: str) -> bool:
    """Whether an event only repeats what a predicate says: as an event, "I study at McGill" says no more than the claim
    with the predicate `studies_at`."""
    verb = event.partition("_")[0]
    return verb in lexicon().bases(predicate.partition("_")[0], "third")


def _overlap(one: SpanPair, other: SpanPair) -> bool:
    return one[0] < other[1] and other[0] < one[1]
