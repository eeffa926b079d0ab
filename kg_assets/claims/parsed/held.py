"""Reads what the writer has, uses or takes, from words that take it for granted, mostly "my …". A question or a
complaint does so, too: "they doubled my metformin" tells of a medicine, "how do I bleed the brakes on my Trek FX2" of a
bicycle, "my Gousto sub" of a service.

Only things whose kind the words themselves show count: medicines, things with the name of their make (as "Trek"),
and known services. For anything else "my" says too little ("my focus", "my turn").
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from kg_assets.claims.parsed.antecedents import Thing
from kg_assets.claims.parsed.medicine_names import is_surely_one, medicine_at
from kg_assets.claims.parsed.words import relation_of, shared, words
from kg_assets.claims.reading.lexicon import word_list
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Tokens = tuple[int, ...]
_MINE = frozenset({"my", "our"})
_ARTICLES = frozenset({"a", "an", "the", "my", "our"})
_FARTHEST = 3  # words between "my" and what it belongs to
_FAR = 10  # tokens behind a medicine among which "for my …" may stand
_LONGEST_ILLNESS = 3  # words
_LONGEST_SERVICE = 3  # words
_IT = frozenset({"it", "them", "that"})


class Held(NamedTuple):
    """Something that somebody has or uses: the predicate that says how, and the tokens that name it."""

    predicate: str
    tokens: Tokens


def held(s: Sentence, clauses: Sequence[Clause]) -> Iterator[Held]:
    """What the writer of a sentence has or uses, as the sentence takes for granted: by "my", by "mine" behind the name
    of a make ("a 2011 corsa, mine's slipping"), or by words such as "got" and "subscription". `clauses` are the clauses
    of the sentence."""
    if not words("somebody_elses").isdisjoint(s.low):
        return
    for at in range(len(s) - 1):
        reading = _reading_of(s, at, clauses)
        if reading is not None and not _is_supposed(s, at):
            yield from reading(s, at)


def _reading_of(
    s: Sentence, at: int, clauses: Sequence[Clause]
) -> Callable[[Sentence, int], Iterator[Held]] | None:  # fmt: skip
    """The function that reads what somebody has from the words around this token, chosen by the token's word ("my",
    "mine", "got", "on" and the like). None for other words.
    """
    low = s.low[at]
    if low in _MINE:
        return _behind_my
    if low in words("ones_own"):
        return _like_mine
    if low in words("having_service") and _is_of_the_writer(s, at, clauses):
        return _got
    if low in words("members_of_services"):
        return _as_a_member
    if low in words("served_by"):
        return _served
    return _opening_on if low == "on" else None


def taken_before(s: Sentence, before: Sentence | None) -> Iterator[Thing]:
    """The medicine that the writer takes, told without a subject ("been on lexapro since feb") or as "it" or only a
    dose: "is it ok to drink on sertraline? been on 50mg since January". Empty if no medicine, or more than one, is
    named before."""
    if not words("somebody_elses").isdisjoint(s.low):
        return
    for at in range(len(s) - 1):
        if s.low[at] not in words("taking_it") or _is_supposed(s, at) or not _is_said_of_oneself(s, at):
            continue
        named = medicine_at(s, at + 1)
        if named and is_surely_one(s, named[-1]) and _is_left_out(s, at, named[-1]):
            yield Thing(s, named)
            return
        if s.low[at + 1] in _IT or _is_dose(s, at + 1):
            here = _medicines(s, at)
            holder = s if here or before is None else before
            found = _beside_another(holder, here or _medicines(holder, len(holder)))
            if len({holder.words(one).lower() for one in found}) == 1:
                yield Thing(holder, found[0])
            return


def _is_left_out(s: Sentence, at: int, medicine: int) -> bool:
    """Whether "I am" or "I have" is left out before "on" or "taking": "been on lexapro, is it normal", "still taking
    statins". "Been on ozempic?" asks somebody else and does not count."""
    is_told = at > 0 and s.low[at - 1] in words("being_on_so") and s.low[at - 1] not in words("putting_on")
    is_of_others = any(s.low[t] in closed_class("third_persons") or relation_of(s.low[t]) for t in range(at))
    is_of_others = is_of_others or ":" in s.low[:at]
    # "Been on zoloft before?", "been on effexor in my twenties": asked, or over.
    is_asked = s.ends_asking and "," not in s.low[medicine:]
    is_over = not words("taken_once").isdisjoint(s.low[medicine + 1 :])
    return is_told and not (is_of_others or is_asked or is_over)


def _beside_another(s: Sentence, found: list[Tokens]) -> list[Tokens]:
    """The medicine that the person already takes, of several that are named: "ramipril" in "can I take ibuprofen with
    ramipril?". All of `found` if "with" or "on" does not single out one of them."""
    own = [one for one in found if s.low_at(one[0] - 1) in ("with", "w", "on")]
    return own if len(found) > 1 and len(own) == 1 else found


def illness_behind(s: Sentence, medicine: Tokens) -> Tokens:
    """The illness for which the writer takes a medicine: "on citalopram for my anxiety"; empty if none is told."""
    for at in range(medicine[-1] + 1, min(medicine[-1] + _FAR, len(s) - 1)):
        if s.low[at] in words("taking_ends"):
            return ()
        if s.low[at] != "for":
            continue
        first = at + 1 + (s.low[at + 1] in (*_MINE, "the"))
        for length in range(_LONGEST_ILLNESS, 0, -1):
            if first + length <= len(s) and " ".join(s.low[first : first + length]) in shared("conditions"):
                return tuple(range(first, first + length))
    return ()


def paid_before(s: Sentence, clause: Clause, before: Sentence | None) -> Thing | None:
    """The service that "it" means where the writer says that they pay for it: "Showmax" in "what's good on Showmax, I'm
    paying 99 a month for it"."""
    behind = s.low[clause.verb : clause.last + 1]
    is_for_it = any(one == "for" and other in _IT for one, other in pairwise(behind))
    if clause.lemma != "pay" or clause.is_negative or not is_for_it or not _is_ours(s, clause):
        return None
    if clause.tense not in ("present", "progressive", "perfect"):
        return None
    for holder, within in ((s, range(clause.first)), (before, range(0 if before is None else len(before)))):
        found = [] if holder is None else [one for at in within if (one := _service(holder, at))]
        if holder is not None and len(found) == 1:
            return Thing(holder, found[0])
    return None


def _behind_my(s: Sentence, at: int) -> Iterator[Held]:
    first = at + 1
    while first < min(at + 1 + _FARTHEST, len(s) - 1) and _describes(s, first):
        first += 1
    if not words("not_ones_own").isdisjoint(s.low[at + 1 : first + 1]) or _is_over(s, at):
        return
    medicine = medicine_at(s, first) or _named_behind(s, first)
    if medicine and is_surely_one(s, medicine[-1]):
        if not _is_for_somebody(s, medicine[-1]):
            yield Held("uses", medicine)
        return
    make = _of_a_make(s, at + 1) or _of_a_make(s, first)
    if make:
        yield Held("owns", make)
        return
    service = _paid_service(s, first)
    if service:
        yield Held("uses", service)


def _is_over(s: Sentence, at: int) -> bool:
    """Whether the verb before "my" says that the writer no longer has the thing: "I cancelled my Gousto sub"."""
    is_done = at > 0 and s.tag[at - 1] in ("VBD", "VBN")
    return is_done and s.lemma[at - 1].lower() in words("having_no_more")


def _describes(s: Sentence, at: int) -> bool:
    """Whether a word may stand between "my" and its noun without being a part of the name: "new", "old"."""
    is_part = s.low[at] in words("makes") | shared("tools") or is_surely_one(s, at)
    return s.pos[at] == "ADJ" and not is_part


def _is_for_somebody(s: Sentence, medicine: int) -> bool:
    """Whether a medicine is meant for somebody else: "is my ibuprofen cream ok for my dog"."""
    near = range(medicine + 1, min(medicine + _FAR, len(s) - 2))
    return any(s.low[t] == "for" and s.low[t + 1] in _MINE and relation_of(s.low[t + 2]) is not None for t in near)


def _named_behind(s: Sentence, at: int) -> Tokens:
    """The medicine whose name stands behind the form in which it is taken: "Fostair" in "my new inhaler, Fostair".
    Empty if there is none.
    """
    is_form = at + 2 < len(s) and s.low[at] in words("medicine_forms") | words("remedies")
    name = at + 1 + (s.low_at(at + 1) in (",", "("))
    return (name,) if is_form and is_surely_one(s, name) else ()


def _of_a_make(s: Sentence, first: int) -> Tokens:
    """The tokens of a thing that is called by its make: "2014 astra", "bmw 320d". They begin at the token `first`.
    Empty if no such thing begins there, or if the word for the make more often means something else."""
    last = first
    while last < len(s) and _is_of_a_name(s, last):
        last += 1
    low = s.low[first:last]
    makes = [word for word in low if word in words("makes")]
    is_sure = any(word not in words("makes_or_words") for word in makes) or len(makes) > 1
    is_numbered = any(_has_digit(word) and word not in words("makes_or_words") for word in low)
    is_sure = is_sure or not words("appliances").isdisjoint(s.low[last : last + 2])  # "my Ninja air fryer"
    # "My 2022 golf handicap", "my 2018 jazz album": a year alone makes no car of a word before another noun.
    is_car = is_sure or (is_numbered and (last >= len(s) or s.pos[last] != "NOUN"))
    if not makes or not is_car or _is_a_sum(s, first, last):
        return ()
    full = _with_its_noun(s, last)
    is_of_else = last < len(s) and (s.low[last] in words("bought_for_it") | shared("jobs") or s.tag[last] == "POS")
    return () if is_of_else and full == last else tuple(range(first, full))


def _with_its_noun(s: Sentence, last: int) -> int:
    """The end of a thing whose make ends before the token `last`: behind "wagon" in "2011 Volvo wagon", behind
    "printer" in "HP latex printer"; `last` itself if no such noun follows."""
    for at in range(last, min(last + 2, len(s))):
        if s.low[at] in words("appliances") | words("bodies_of_cars"):
            return at + 1
        if s.pos[at] not in ("NOUN", "ADJ", "PROPN"):
            break
    return last


def _is_of_a_name(s: Sentence, at: int) -> bool:
    low = s.low[at]
    is_year = low.lstrip("'’").isdigit() or (low in ("'", "’") and s.low[at + 1 : at + 2] and s.low[at + 1].isdigit())
    return low in words("makes") or is_year or (_has_digit(low) and low[:1].isalnum()) or (low == "royal")


def _has_digit(low: str) -> bool:
    return any(sign.isdigit() for sign in low)


def _is_a_sum(s: Sentence, first: int, last: int) -> bool:
    return s.low_at(first - 1) in ("$", "£", "€") or s.low_at(last) in ("%", "pm")


def _like_mine(s: Sentence, at: int) -> Iterator[Held]:
    """A thing that is called by its make, where "mine" behind it shows that it is the writer's: "2011 corsa" in "a new
    clutch on a 2011 corsa, mine's slipping"."""
    begins = [0, *(t + 1 for t in range(at) if s.low[t] in _ARTICLES)]
    found = [make for first in begins if (make := _of_a_make(s, first))]
    is_alone = s.low_at(at + 1) not in ("or", "and") and s.low_at(at - 1) not in ("of", "like", "to")
    if len(found) == 1 and is_alone:
        yield Held("owns", found[0])


def _got(s: Sentence, at: int) -> Iterator[Held]:
    """What somebody says they have: "09 hilux" in "got a 09 hilux", "Netflix" in "I have a Netflix subscription",
    "HelloFresh" in "we get HelloFresh every week"."""
    first = at + 1 + (s.low_at(at + 1) in ("a", "an", "the"))
    make = () if first == at + 1 else _of_a_make(s, first) or _of_a_make(s, first + 1)
    if make and s.low[at] in ("got", "have"):
        yield Held("owns", make)
        return
    while service := _paid_service(s, first):
        yield Held("uses", service)
        first = service[-1] + 2
        if s.low_at(first - 1) not in ("and", "&", ",", "n"):
            return


def _paid_service(s: Sentence, first: int) -> Tokens:
    """The tokens of a known service that begins at a token. A service whose name is also a common word counts only
    if a word for what one pays for follows it, such as "subscription". Empty if there is none.
    """
    found = _service(s, first)
    if not found:
        return ()
    is_paid = s.low[found[-1] + 1 : found[-1] + 2] and s.low[found[-1] + 1] in words("paid_services")
    is_common = " ".join(s.low[t] for t in found) in word_list("objects_world", "common_words")
    is_of_else = found[-1] + 1 < len(s) and s.pos[found[-1] + 1] == "NOUN" and s.head[found[-1]] == found[-1] + 1
    return found if is_paid or not (is_common or is_of_else) else ()


def _as_a_member(s: Sentence, at: int) -> Iterator[Held]:
    """The service of which somebody is "a member": "Kindle Unlimited" in "I'm a Kindle Unlimited member"."""
    first = at - 1
    while first > 0 and s.low[first] not in ("a", "an"):
        first -= 1
    found = _service(s, first + 1)
    if found and found[-1] == at - 1 and s.low[max(0, first - 2) : first] in (("i", "be"), ("i", "am"), ("i", "'m")):
        yield Held("uses", found)


def _served(s: Sentence, at: int) -> Iterator[Held]:
    """The firm that supplies somebody's home: "Octopus" in "we're on Octopus for the electric"."""
    what = at + 2 + (s.low_at(at + 2) in ("the", "our", "my"))
    is_by = at >= 2 and s.low[at - 1] in ("on", "with") and s.low_at(at + 1) == "for"
    is_ours = at >= 3 and s.low[at - 3] in ("i", "we") and s.lemma[at - 2].lower() in ("be", "'m", "'re")
    if is_by and is_ours and what < len(s) and s.low[what] in words("supplied"):
        yield Held("uses", (at,))


def _opening_on(s: Sentence, at: int) -> Iterator[Held]:
    """The medicine in a sentence that begins with "on" because its "I'm" is left out: "on citalopram 20 mg and
    yawning loads".
    """
    is_open = at == 0 or s.pos[at - 1] == "PUNCT"
    found = medicine_at(s, at + 1) if is_open and at + 2 < len(s) else ()
    if (
        found
        and is_surely_one(s, found[-1])
        and (_is_dose(s, found[-1] + 1) or s.low[found[-1] + 1] in ("since", "for"))
    ):
        yield Held("uses", found)


def _is_of_the_writer(s: Sentence, at: int, clauses: Sequence[Clause]) -> bool:
    """Whether a verb of having opens a clause or follows "I", so that it is the writer who has something."""
    if any(clause.verb == at and clause.mood != "stated" for clause in clauses):
        return False
    before = at - 1
    while before >= 0 and s.pos[before] in ("AUX", "ADV"):
        before -= 1
    if before >= 0 and s.low[before] in closed_class("first_persons"):
        return before == 0 or s.pos[before - 1] != "AUX"
    return s.low[at] == "got" and (before < 0 or s.pos[before] in ("PUNCT", "CCONJ"))


def _is_supposed(s: Sentence, at: int) -> bool:
    """Whether an "if" or the like stands before a token, with no comma or other sign between them."""
    for before in range(at - 1, -1, -1):
        if s.low[before] in (",", ";", ".", "?", "!"):
            return False
        if s.low[before] in closed_class("conditions"):
            return True
    return False


def _is_ours(s: Sentence, clause: Clause) -> bool:
    return clause.subject is None or s.low[clause.subject] in closed_class("first_persons")


def _is_said_of_oneself(s: Sentence, at: int) -> bool:
    """Whether the words before "on it" or "taking it" show that the writer speaks of themselves now: "I'm", "been",
    or no words at all.
    """
    before = at - 1
    while before >= 0 and s.low[before] in words("being_on_so"):
        before -= 1
    if before >= 0 and s.low[before] in ("i", "we"):
        return before == 0 or s.pos[before - 1] != "AUX"  # "should I take it"
    return s.low[at] != "take" and (before < 0 or s.pos[before] in ("PUNCT", "CCONJ"))


def _is_dose(s: Sentence, at: int) -> bool:
    low = s.low[at]
    is_whole = low[:1].isdigit() and low.lstrip("0123456789.") in words("doses")
    is_apart = low[:1].isdigit() and at + 1 < len(s) and s.low[at + 1] in words("doses")
    return is_whole or is_apart


def _medicines(s: Sentence, end: int) -> list[Tokens]:
    """The words before a token that name a medicine, by themselves or by a dose behind them."""
    return [(at,) for at in range(end) if is_surely_one(s, at) or _is_dosed(s, at)]


def _is_dosed(s: Sentence, at: int) -> bool:
    is_noun = s.pos[at] in ("NOUN", "PROPN") and s.low[at].isalpha() and s.low[at] not in words("medicine_forms")
    return is_noun and at + 2 < len(s) and _is_dose(s, at + 1)


def _service(s: Sentence, at: int) -> Tokens:
    """The tokens of a known service that begins at a token; empty if none begins."""
    for length in range(_LONGEST_SERVICE, 0, -1):
        if at + length <= len(s) and " ".join(s.low[at : at + length]) in shared("tools"):
            return tuple(range(at, at + length))
    return ()
