"""Corrects claims of the word rules (`claims.reading`) by the parse: where the object ends, with whom, when,
and whether the claim is marked `passing`."""

from collections.abc import Sequence
from dataclasses import replace

from kg_assets.claims.parsed.alone import is_shown_by_the, says_little_of_what
from kg_assets.claims.parsed.passing import is_of_the_talk
from kg_assets.claims.parsed.stretches import tokens_of
from kg_assets.claims.parsed.when import of_what_is_to_come
from kg_assets.claims.parsed.who import names_called
from kg_assets.claims.parsed.words import relation_of, shared, words
from kg_assets.claims.reading.model import RawClaim, SpanPair
from kg_assets.language.moods import is_clefted
from kg_assets.language.phrases import bare, with_what_tells
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

_LONGEST_PERIOD = 4  # words: "on the bank holiday"
_MADE_TO_FEEL = "turn.left"  # the ids of the rules for "… makes me feel …" begin so


def _timed_of_its_own(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> RawClaim:
    """The claim, without its time if that belongs to another clause: "now" in "I grew up in Rome but live in Oslo now"
    does not date "grew up"."""
    if claim.object_span is None or claim.qualifier_span is None:
        return claim
    own, when = claim.object_span, claim.qualifier_span
    s, time = tokens_of(when, sentences, starts)
    if s is None or not time:
        return claim
    if when[0] >= own[1]:
        there, between = tokens_of((own[1], when[0]), sentences, starts)
        # A range that begins where a sentence ends belongs to the next sentence.
        is_elsewhere = there is s and any(s.pos[t] in ("VERB", "AUX") and s.dep[t] == "conj" for t in between)
        is_elsewhere = is_elsewhere or _opens_the_next(s, time[0])
    elif s.dep[s.head[time[0]]] == "agent":
        is_elsewhere = True  # "inspired by autumn"
    elif when[1] <= own[0]:
        there, between = tokens_of((when[1], own[0]), sentences, starts)
        is_elsewhere = there is s and _ends_a_clause(s, time[0], between)
    else:
        is_elsewhere = s.dep[time[-1]] in ("compound", "nmod") and s.head[time[-1]] > time[-1]
    return replace(claim, qualifier_type=None, qualifier_span=None) if is_elsewhere else claim


def _opens_the_next(s: Sentence, time: int) -> bool:
    """Whether a time belongs to the clause that is joined behind it: "last week" in "I've been busy, but last week I
    had a day off"."""
    verb = next((up for up in s.ancestors(time) if s.pos[up] in ("VERB", "AUX")), None)
    subject = None if verb is None or s.dep[verb] != "conj" else s.child(verb, "nsubj", "nsubjpass")
    return verb is not None and subject is not None and time < subject < verb


def _ends_a_clause(s: Sentence, time: int, between: Sequence[int]) -> bool:
    """Whether a time is the end of a clause, with another one behind it: "yesterday" in "Crashed it yesterday, so I'm
    …"."""
    verb = next((up for up in s.ancestors(time) if s.pos[up] in ("VERB", "AUX")), None)
    is_of_first = verb is not None and verb < time
    return is_of_first and any(s.dep[token] in ("nsubj", "nsubjpass") and s.head[token] != verb for token in between)


def completed(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> RawClaim:
    """A claim with its own time and the whole of its object, as the parse shows them."""
    named = _by_its_name(_before_ago(without_a_stray_mark(claim), sentences, starts), sentences, starts)
    timed = _timed_of_its_own(named, sentences, starts)
    ended = _with_each_other(_ended(timed, sentences, starts), sentences, starts)
    whole = _with_what_they_have(ended, sentences, starts)
    told = _told_which(_without_a_loose_end(whole, sentences, starts), sentences, starts)
    told = _without_its_occasion(told, sentences, starts)
    told = _behind_its_time(_where_it_lies(told, sentences, starts), sentences, starts)
    in_company = _in_company(told, sentences, starts)
    return told if in_company is told else _told_which(in_company, sentences, starts)


def _before_ago(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> RawClaim:
    """The claim, without a length of time at the end of its object if "ago" follows: "moved to Bergen ages ago" gets
    the object "Bergen", not "Bergen ages"."""
    s, inside = (None, ()) if claim.object_span is None else tokens_of(claim.object_span, sentences, starts)
    is_dated = s is not None and len(inside) > 1 and s.low[inside[-1] + 1 : inside[-1] + 2] == ("ago",)
    if s is None or not is_dated or s.low[inside[-1]] not in words("lengths_of_time"):
        return claim
    kept = bare(s, inside[:-1], frozenset())
    return replace(claim, object=s.words(kept), object_span=s.span(kept)) if kept else claim


def _by_its_name(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> RawClaim:
    """The claim, with only the name as its object if the object has one: "Havsörn" for "a boat called Havsörn"."""
    if claim.object_span is None or claim.predicate not in words("of_what_has_names"):
        return claim
    s, inside = tokens_of(claim.object_span, sentences, starts)
    names = names_called(s, inside) if s is not None and inside else []
    if s is None or len(names) != 1:
        return claim
    return replace(claim, object=s.words(names[0]), object_span=s.span(names[0]))


def _behind_its_time(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> RawClaim:
    """The claim, with the purpose or company behind its time added to the object and the time left out: "take a trip to
    see the seals" for "take a trip next month to see the seals".

    A habit gets the phrase that opens its clause instead ("during Easter we watch old films").
    """
    s, inside = (None, ()) if claim.object_span is None else tokens_of(claim.object_span, sentences, starts)
    if s is not None and claim.predicate in words("dated_by_what_comes"):
        return of_what_is_to_come(claim, s)
    if s is None or not inside or s.words(inside) != claim.object or claim.predicate not in words("of_verbs"):
        return claim
    if claim.predicate == "habit":
        opening = _opening_phrase(s, inside[0]) if claim.qualifier_span is None else ""
        return replace(claim, object=f"{claim.object} {opening}") if opening else claim
    if claim.qualifier_span is None or claim.qualifier_span[0] < s.end[inside[-1]]:
        return claim
    behind = next((token for token in range(len(s)) if s.start[token] >= claim.qualifier_span[1]), len(s))
    near = all(
        s.dep[token] == "prep" for token in range(inside[-1] + 1, behind) if s.end[token] <= claim.qualifier_span[0]
    )
    if behind + 1 >= len(s) or not near:
        return claim
    if s.low[behind] == "with" and s.head[behind] in inside and s.child(behind, "pobj") is not None:
        own = bare(s, s.subtree(behind, ("relcl",)), frozenset())
        return replace(claim, object=f"{claim.object} {s.words(own)}")  # "hike the dunes next May with two friends"
    verb = s.head[behind]
    if s.tag[behind] != "TO":
        return claim
    if s.dep[verb] not in ("advcl", "relcl", "acl", "xcomp") or s.head[verb] not in inside:
        return claim
    own = bare(s, tuple(token for token in s.subtree(verb, ("relcl",)) if token >= behind), frozenset())
    return replace(claim, object=f"{claim.object} {s.words(own)}") if own else claim


def _without_its_occasion(
    claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]
) -> RawClaim:  # fmt: skip
    """The claim, without the occasion of a gift in its object: "got a telescope for my birthday" gets the object
    "telescope"."""
    s, inside = (None, ()) if claim.object_span is None else tokens_of(claim.object_span, sentences, starts)
    if s is None or claim.predicate != "owns" or s.words(inside) != claim.object:
        return claim
    for prep in inside[1:]:
        occasion = s.child(prep, "pobj") if s.low[prep] in ("for", "as") else None
        if occasion is not None and s.lemma[occasion].lower() in words("occasions_of_gifts"):
            kept = bare(s, [token for token in inside if token < prep], frozenset())
            return replace(claim, object=s.words(kept), object_span=s.span(kept)) if kept else claim
    return claim


def without_what_is_asked(
    claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]
) -> RawClaim:  # fmt: skip
    """The claim, without a request that follows a comma in its object: "gift under 20" in "plays the violin, gift under
    20" is cut off."""
    s, inside = (None, ()) if claim.object_span is None else tokens_of(claim.object_span, sentences, starts)
    asked = closed_class("asked_for")
    if s is None or not inside or asked.isdisjoint(s.low[at] for at in inside):
        return claim
    comma = next((at for at in inside[1:] if s.low[at] == ","), None)
    kept = () if comma is None else tuple(at for at in inside if at < comma)
    is_asked = comma is not None and any(s.low[at] in asked for at in inside if at > comma)
    return replace(claim, object=s.words(kept), object_span=s.span(kept)) if kept and is_asked else claim


def without_its_period(
    claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]
) -> RawClaim:  # fmt: skip
    """The claim, without a season or feast at the end of its object that says when: "in lockdown" in "took up pottery
    in lockdown" is cut off."""
    if claim.object_span is None or claim.predicate not in words("dated_by_a_period"):
        return claim
    s, inside = tokens_of(claim.object_span, sentences, starts)
    if s is None or s.words(inside) != claim.object or s.lemma[inside[-1]].lower() not in words("periods"):
        return claim
    near = [at for at in inside[1:] if inside[-1] - at <= _LONGEST_PERIOD]
    opens = words("before_a_period")
    end = next((at for at in near if s.low[at] in opens or " ".join(s.low[at : at + 2]) in opens), None)
    kept = () if end is None else tuple(at for at in inside if at < end)
    return replace(claim, object=s.words(kept), object_span=s.span(kept)) if kept else claim


def _opening_phrase(s: Sentence, verb: int) -> str:
    """The phrase with "during" or "over" before the subject of a habit ("during Easter"); empty if there is
    none."""
    subject = s.child(verb, "nsubj")
    for prep in s.children(verb, "prep"):
        own = s.subtree(prep, ("relcl",))
        is_feast = s.low[prep] in ("during", "over") and s.child(prep, "pobj") is not None
        if subject is not None and own[-1] < subject and is_feast:
            said = s.words(own)
            return f"{said[:1].lower()}{said[1:]}"
    return ""


def _where_it_lies(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> RawClaim:
    """The claim of a visit. If the place visited has no name, the words behind it that say where it lies are added to
    the object: "the coast up in Norway" for "explored the coast up in Norway"."""
    s, inside = (None, ()) if claim.object_span is None else tokens_of(claim.object_span, sentences, starts)
    if s is None or not inside or claim.predicate != "visited" or s.words(inside) != claim.object:
        return claim
    last = inside[-1]
    at = last + 1
    at += at < len(s) and s.dep[at] in ("prt", "advmod") and s.low[at] in ("up", "down", "over", "out")
    if s.pos[last] != "NOUN" or at >= len(s) or s.low[at] not in ("in", "near", "on", "along", "of", "outside"):
        return claim
    where = s.child(at, "pobj")
    whole = bare(s, (*range(inside[0], at), *s.subtree(at, ("relcl",))), frozenset()) if where is not None else inside
    if where is None or not any(s.pos[token] == "PROPN" for token in s.subtree(at)) or s.entity[where] == "DATE":
        return claim
    return replace(claim, object=s.words(whole), object_kind="string", object_span=s.span(whole))


def _without_a_loose_end(
    claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]
) -> RawClaim:  # fmt: skip
    """The claim, without a word at the end of its object that belongs to the time: "about" in "volunteering here about
    a year ago" is cut off."""
    s, inside = (None, ()) if claim.object_span is None else tokens_of(claim.object_span, sentences, starts)
    is_loose = (
        s is not None and len(inside) > 1 and s.low[inside[-1]] in ("about", "around", "over", "almost", "nearly")
    )
    if s is None or not is_loose or claim.qualifier_span is None or s.words(inside) != claim.object:
        return claim
    if inside[-1] + 1 >= len(s) or s.start[inside[-1] + 1] != claim.qualifier_span[0]:
        return claim
    kept = inside[:-1]
    return replace(claim, object=s.words(kept), object_span=s.span(kept))


def without_a_stray_mark(claim: RawClaim) -> RawClaim:
    """The claim, without a dash or quotation mark at the end of its object that belongs to the next word: the one
    before "cause" in "my job 'cause of the noise" is cut off."""
    own, said = claim.object_span, claim.object or ""
    is_stray = len(said) > 2 and (said[-1] in "-–—" or (said[-2] == " " and said[-1] in closed_class("quotes")))
    if own is None or not is_stray:
        return claim
    kept = said[:-1].rstrip()
    return replace(claim, object=kept, object_span=(own[0], own[1] - len(said) + len(kept)))


def without_who_is_spoken_to(
    claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]
) -> RawClaim:  # fmt: skip
    """The claim, without a first name at the end of its object that addresses the listener: "Nate" in "I love the
    thought Nate!" is cut off."""
    last = (claim.object or "").rpartition(" ")[2]
    if claim.object_span is None or not last[:1].isupper() or last.lower() not in shared("given_names"):
        return claim
    s, inside = tokens_of(claim.object_span, sentences, starts)
    if s is None or len(inside) < 2 or s.words(inside) != claim.object:
        return claim
    name, thing = inside[-1], inside[-2]
    ends = name + 1 == len(s) or s.low[name + 1] in (".", "!", "?", ",")
    is_plain = (
        (s.tag[thing] in ("NN", "NNS") or s.low[thing - 1] == "the")
        and relation_of(s.low[thing]) is None
        and s.low[thing] not in words("titled")
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
    """The claim, with both words of "each other" in its object: "each other's company", "supporting each other"."""
    s, inside = (None, ()) if claim.object_span is None else tokens_of(claim.object_span, sentences, starts)
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
    """The claim, with the "with …" that belongs to what somebody cannot tolerate: "allergic to animals with fur", not
    "allergic to animals"."""
    if claim.object_span is None or claim.predicate != "has_condition" or " to " not in (claim.object or ""):
        return claim
    s, inside = tokens_of(claim.object_span, sentences, starts)
    at = inside[-1] + 1 if inside else 0
    if s is None or not 0 < at < len(s) or s.low[at] != "with" or s.child(at, "pobj") is None:
        return claim
    whole = tuple(range(inside[0], s.subtree(at)[-1] + 1))
    more = s.words(whole)[len(s.words(inside)) :]
    return replace(claim, object=f"{claim.object}{more}", object_span=s.span(whole))


def _told_which(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> RawClaim:
    """The claim. The words behind its object that say which thing is meant are added to the object: "my favourite is a
    song from a play I saw" gets "a song from a play I saw", not "a song"."""
    if claim.object_span is None or claim.predicate not in words("which_one_goes_on"):
        return claim
    s, inside = tokens_of(claim.object_span, sentences, starts)
    if s is None or not inside or s.words(inside) != claim.object:
        return claim
    if claim.predicate == "owns" and s.pos[inside[-1]] == "PROPN":
        return claim  # its make says which one
    if is_clefted(s, inside[-1]):
        return claim  # "It's rock that I love": the clause says what the claim says
    is_apart = claim.predicate in words("set_against_another") | words("whole_complement")
    within = inside if is_apart else _with_its_phrase(s, inside, claim.qualifier_span)
    whole = bare(s, with_what_tells(s, within), frozenset()) if s.pos[within[-1]] in ("NOUN", "PROPN") else within
    if whole == tuple(inside) or whole[0] != inside[0]:
        return claim
    return replace(claim, object=s.words(whole), object_span=s.span(whole))


def _in_company(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> RawClaim:
    """The claim, with the people with whom something is done added to its object: "at the fair with my cousins"."""
    if claim.object_span is None or claim.object_kind == "entity":
        return claim
    if claim.predicate not in words("done_in_company"):
        return claim
    s, inside = tokens_of(claim.object_span, sentences, starts)
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
    """The tokens of a thing with the prepositional phrase that follows it and belongs to it ("a poster in my
    kitchen"), unless the phrase is a time."""
    at, last = inside[-1] + 1, inside[-1]
    if s.pos[last] not in ("NOUN", "PROPN") or at >= len(s) or s.dep[at] != "prep":
        return inside
    is_of_doing = s.low[at] in ("for", "about") and s.head[at] == s.head[last]  # "writing a song for my brother"
    if not is_of_doing and (s.head[at] not in inside or s.pos[s.head[at]] not in ("NOUN", "PROPN")):
        return inside
    if s.low[at] in words("daters") - {"in", "on", "at"}:
        return inside
    own = [token for token in s.subtree(at, ("relcl",)) if token >= at]
    if s.low[own[-1]] in words("lengths_of_time") | words("time_nouns"):
        return inside
    is_time = when is not None and s.start[own[0]] < when[1] and when[0] < s.end[own[-1]]
    is_whole = own == list(range(at, own[-1] + 1))
    return inside if is_time or not is_whole else bare(s, (*inside, *own), frozenset())


def marked(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> RawClaim:
    """The claim, marked `passing` if its object cannot be understood without the conversation, or if it tells of a past
    feeling or liking, or of a feeling without its cause."""
    if claim.object_span is None or claim.notes.get("passing"):
        return claim
    s, inside = tokens_of(claim.object_span, sentences, starts)
    if s is None:
        return claim
    is_half = claim.predicate in words("of_doings") and says_little_of_what(s, inside)
    is_half = is_half or is_shown_by_the(s, claim.predicate, inside) or _is_of_then(s, claim, inside)
    is_half = is_half or _is_without_a_cause(s, claim, inside)
    if not is_half and not is_of_the_talk(s, claim.subject, claim.predicate, inside):
        return claim
    return replace(claim, notes={**claim.notes, "passing": True})


def _is_without_a_cause(s: Sentence, claim: RawClaim, inside: Sequence[int]) -> bool:
    """Whether a feeling leaves its cause open: "I'm thankful", "the colours make me feel calm"."""
    if claim.predicate != "feels" or claim.qualifier_span is not None:
        return False
    is_alone = " ".join(s.low[token] for token in inside) in words("felt_of_something")
    return is_alone or claim.rule_id.startswith(_MADE_TO_FEEL)


def _is_of_then(s: Sentence, claim: RawClaim, inside: Sequence[int]) -> bool:
    """Whether a feeling or liking is told of the past, so that it may be over: "I felt at home", "I used to love the
    fair". A liked thing with a name does not count, because people mostly still like it ("I loved Middlemarch")."""
    if claim.predicate == "feels":
        return claim.modality == "fact" and claim.qualifier_span is None
    is_over = claim.modality == "fact" or claim.rule_id == "like.past"
    is_named = any(s.pos[token] == "PROPN" or s.low[token] in closed_class("quotes") for token in inside)
    return claim.predicate in words("tastes") and is_over and not is_named


def _ended(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> RawClaim:
    """The claim, with its object cut before words that only date or explain it: "drinking coffee" of "drinking coffee
    after having a panic attack"."""
    if claim.object_span is None or claim.predicate not in words("of_verbs") - {"believes"} or claim.object is None:
        return claim
    s, inside = tokens_of(claim.object_span, sentences, starts)
    end = next((token for token in inside[1:] if s is not None and _ends_a_doing(s, token)), None)
    if s is None or end is None or s.words(inside) != claim.object:
        return claim
    kept = bare(s, [token for token in inside if token < end], frozenset())
    return replace(claim, object=s.words(kept), object_span=s.span(kept)) if kept else claim


def _has_subject_at(s: Sentence, verb: int, at: int) -> bool:
    """Whether a joined clause with a subject of its own begins at a token ("… and the love for it is
    infectious")."""
    subject = s.child(verb, "nsubj", "nsubjpass") if s.dep[verb] == "conj" else None
    return subject is not None and s.first_below(subject) == at


def _ends_a_doing(s: Sentence, token: int) -> bool:
    """Whether the object, which says what somebody does, ends before a token: the token begins a filler, a joined
    clause, or words that only date or explain it."""
    if s.low[token] in words("fillers"):
        return True
    if s.dep[token] == "cc" and any(_has_subject_at(s, verb, token + 1) for verb in range(token + 1, len(s))):
        return True
    is_behind = s.dep[token] in ("prep", "mark") and s.low[token] in words("behind_a_doing")
    return is_behind and (s.child(token, "pcomp") is not None or s.dep[token] == "mark")
