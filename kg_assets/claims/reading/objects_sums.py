"""Readers for objects that are addresses, sums, measures and dates."""

import re
from collections.abc import Callable

from kg_assets.claims.reading import objects_places
from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import Object
from kg_assets.claims.reading.phrases import noun_phrase
from kg_assets.claims.reading.sentence import Sentence

_AMOUNT_WORDS = word_list("objects_self", "amount_words")
_AMOUNT_WORDS_2 = word_list("objects_self", "amount_words_2")
Found = list[Object] | None
_CONTACT = re.compile(
    r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,32})+|https?://\S+|@[\w.]{2,40}|\+?\d[\d ()./-]{5,20}\d|"
    r"(?:www\.)?[\w-]{2,40}\.(?:com|org|net|io|dev|me|co|de|uk|nl|fr|es|it|eu|ch|at|be|se|no|dk|fi|pl|ca|au|in|app|blog|info)(?![\w])\S{0,40}"
)
_UNITS = word_list("objects_sums", "units")
_DISTANT = word_list("objects_sums", "distant")  # behind a number that says how far
_AFTER_SUMS = word_list("objects_sums", "after_sums")
_MONEY = word_list("objects_sums", "money")
_PERIODS = word_list("objects_sums", "periods")
_PAYS = word_list("objects_sums", "pays")
_SAYS = frozenset({"is", "was", ":", "on", "'s"})
_LONGEST_MONTH = 31
_INCHES = ("'", "’", "ft", "foot", "feet")


def literal(s: Sentence, index: int, end: int) -> Found:
    """An e-mail or web address, a handle or a telephone number."""
    start = s.starts[index]
    found = _CONTACT.match(s.text, start, s.end)
    if found is None or index >= end:
        return None
    text = found[0].rstrip(".,;:!?)")
    last = index
    while last < len(s) and s.ends[last] <= start + len(text):
        last += 1
    return [Object(index, last, "string", text)] if last > index else None


def contact(s: Sentence, index: int, end: int) -> Found:
    """The address after "my … is" ("my handle is tom_92"). A single word with a sign or digit in it counts
    as a handle."""
    found = literal(s, index, end)
    if found or index >= end:
        return found
    word = s.low[index]
    is_closed = index + 1 >= end or not s.low[index + 1].isalnum()
    is_handle = is_closed and not word.isalpha() and word[0].isalnum() and not word.isdigit() and "'" not in word
    return [Object(index, index + 1)] if is_handle else None


def reached(s: Sentence, index: int, end: int) -> Found:
    """The address at which somebody says they can be reached: what follows "reach me at"."""
    if s.word(index) not in ("me", "us") or s.word(index + 1) not in ("at", "on", "under", "via"):
        return None
    return literal(s, index + 2, end)


def _amount(s: Sentence, index: int, end: int) -> int:
    """The token behind the number that begins at `index`; `index` itself if none begins there. "k", "grand" and the
    like count only with a number."""
    at = index
    while at < end and (s.low[at] in _AMOUNT_WORDS and at == index):
        at += 1
    first = at
    while at < end and (
        s.low[at][0].isdigit()
        or s.low[at] in s.words.numbers
        or s.low[at] in _AMOUNT_WORDS_2
        or (s.low[at][0] in "$€£¥" and len(s.low[at]) > 1)
    ):
        at += 1
    return at if any(_is_figure(s, place) for place in range(first, at)) else index


def _is_figure(s: Sentence, at: int) -> bool:
    return s.low[at][0].isdigit() or s.low[at][0] in "$€£¥" or s.low[at] in s.words.numbers


def _is_money(s: Sentence, first: int, last: int) -> bool:
    text = s.surface(first, last)
    is_thousands = s.low[last - 1] == "grand" or s.low[last - 1].endswith("k")
    follows = s.word(last)
    is_counted = follows.isalpha() and follows not in _PERIODS and follows not in _AFTER_SUMS
    return any(sign in text for sign in "$€£¥") or follows in _MONEY or (is_thousands and not is_counted)


def money(s: Sentence, index: int, end: int) -> Found:
    """A sum with its period ("2,400 euros net a month")."""
    last = _amount(s, index, end)
    if last == index or not (_is_money(s, index, last) or _is_rate(s, index, last)):
        return None
    first = next(at for at in range(index, last) if _is_figure(s, at))
    while last < end and (
        s.low[last] in _MONEY
        or s.low[last] in ("net", "gross")
        or s.low[last] in _PERIODS
        or (s.low[last] in ("a", "an", "per", "/", "each", "every") and s.word(last + 1) in _PERIODS)
        or (s.low[last] == "per" and s.word(last + 1).isalpha())
        or s.low[last - 1] == "per"
    ):
        last += 1
    return [Object(first, last, "number")]


def money_rate(s: Sentence, index: int, end: int) -> Found:
    """A sum with an hour, month or other period, which makes it somebody's pay."""
    found = money(s, index, end)
    return found if found and s.low[found[0].last - 1] in _PERIODS else None


def _is_rate(s: Sentence, index: int, last: int) -> bool:
    """Whether a bare number is pay, because a period follows it ("make 3,100 a month")."""
    is_yearly = s.word(last) in ("a", "per") and s.word(last + 1) in _PERIODS
    return is_yearly and (s.word(index - 1) in _PAYS or (s.word(index - 1) in _SAYS and s.word(last + 1) != "day"))


def price_be(s: Sentence, index: int, end: int) -> Found:
    """A price after "is" ("my phone bill is 30 euros a month"). None after "total", "budget" or the like,
    since these are only calculations."""
    return (
        None
        if s.word(index - 2)
        in ("price", "total", "cost", "result", "answer", "budget", "sum", "salary", "income", "pay", "wage")
        else money(s, index, end)
    )


def price(s: Sentence, index: int, end: int) -> Found:
    """The price of something. The verb already says that it is a price, so the currency may be left out."""
    at = index + (s.word(index) in ("me", "us", "back"))
    found = money(s, at, end)
    last = _amount(s, at, end)
    if found or last == at or s.low[last - 1] in s.words.numbers:
        return found
    first = at + (s.low[at] in _AMOUNT_WORDS)
    while last < end and (s.low[last] in ("a", "per") or s.low[last - 1] in ("a", "per")):
        last += 1
    is_closed = last >= end or s.has_pause(last) or s.low[last] in _AFTER_SUMS or s.low[last] == ","
    return [Object(first, last, "number")] if is_closed else None


def paid(s: Sentence, index: int, end: int) -> Found:
    """The sum that is paid, as the price of the thing: "900 euros" in "pay 900 euros for rent"."""
    found = money(s, index, end)
    if not found:
        return None
    last = found[0].last
    stop = last
    while stop < end and s.low[stop] in ("a", "per", "month", "each", "monthly"):
        stop += 1
    if s.word(stop) not in ("for", "in", "on"):
        return None
    bounds = noun_phrase(s, stop + 1, end, frozenset({"of"}))
    if bounds is None:
        return None
    return [
        Object(
            found[0].first,
            bounds[1],
            "number",
            s.surface(found[0].first, last),
            "costs",
            (("thing", s.surface(*bounds)), ("thing_first", bounds[0]), ("thing_last", bounds[1])),
        )
    ]


def bought_for(s: Sentence, index: int, end: int) -> Found:
    """The sum that was paid, as the price of the thing: "300 euros" in "bought a bike for 300 euros"."""
    found = money(s, index, end)
    if not found:
        return None
    first = index - 2
    while first > 0 and s.low[first] not in ("a", "an", "my", "our", "the", "this"):
        if index - first > 6 or s.has_pause(first):
            return None
        first -= 1
    thing = noun_phrase(s, first, index - 1, frozenset({"of"})) if first > 0 else None
    if thing is None or thing[1] != index - 1:
        return None
    notes = (("thing", s.surface(*thing)), ("thing_first", thing[0]), ("thing_last", thing[1]))
    last = found[0].last
    return [Object(found[0].first, last, "number", s.surface(found[0].first, last), "costs", notes)]


def _body_height(s: Sentence, index: int, end: int) -> Found:
    """A height in feet and inches: "5'9", "5 foot 4"."""
    inches = s.word(index + 2)
    is_told = s.low[index].isdigit() or s.low[index] in s.words.numbers
    if not is_told or s.word(index + 1) not in _INCHES or not (inches.isdigit() or inches in s.words.numbers):
        return None
    last = index + 3
    if s.word(last) in ('"', "in", "inches", "″") and last < len(s):
        last += 1
    return [Object(index, last, "number")]


def measure(s: Sentence, index: int, end: int) -> Found:
    """A number with a unit ("180 cm tall", "16 GB"), or a height in feet and inches."""
    if (height := _body_height(s, index, end)) is not None:
        return height
    last = _amount(s, index, end)
    if last == index:
        return None
    if s.word(last) in ("by", "x") and (second := _amount(s, last + 1, end)) > last + 1:
        last = second
    elif s.word(last) in _UNITS and s.word(last + 1) in ("by", "x") and _amount(s, last + 2, end) > last + 2:
        last = _amount(s, last + 2, end)
    low = s.low[last - 1]
    is_joined = low[0].isdigit() and low.lstrip("0123456789.,'\"") in _UNITS
    if s.word(last) not in _UNITS and not is_joined:
        return None
    first = next(at for at in range(index, last) if _is_figure(s, at))
    while last < end and ((s.low[last] in _UNITS and s.low[last] != "tall") or s.low[last][0].isdigit()):
        last += 1
    return [Object(first, last, "number")]


def measure_thing(s: Sentence, index: int, end: int) -> Found:
    """The measure of a thing. None for "my height is", which is the person's, for words of a task, and for a distance
    ("the beach is 400 m from here")."""
    noun = s.word(index - 2)
    found = None if noun in ("height", "weight") or noun in s.words["task_words"] else measure(s, index, end)
    return None if found and s.word(found[-1].last) in _DISTANT else found


def measure_own(s: Sentence, index: int, end: int) -> Found:
    """The measure after "my shoe size is"; a bare number counts too."""
    found = measure(s, index, end)
    is_bare = index < end and s.low[index][0].isdigit() and (index + 1 >= end or not s.low[index + 1].isalnum())
    return found or ([Object(index, index + 1, "number")] if is_bare else None)


def date(s: Sentence, index: int, end: int) -> Found:
    """The time expression that stands at `index`, in the writer's own words."""
    at = index + (s.word(index) == "the")
    if at >= end or s.timed[at] < 0:
        return None
    last = at
    while last < len(s) and s.timed[last] == s.timed[at]:
        last += 1
    return [Object(at, last, "date")]


def born_date(s: Sentence, index: int, end: int) -> Found:
    """The date of a birth, and the place after it. None for a birthday that is tomorrow or on Saturday."""
    found = date(s, index, end)
    if not found or not any(_names_a_date(s, at) for at in range(found[0].first, found[0].last)):
        return None
    if s.word(found[0].last) not in ("in", "near") or found[0].last + 1 >= end:
        return found
    place = objects_places.birthplace(s, found[0].last + 1, end)
    return [*found, place[0]._replace(predicate="born_in")] if place else found


def _names_a_date(s: Sentence, at: int) -> bool:
    """Whether a word of a time names a month, year or decade ("'87", "80s"), or is a date in digits."""
    low = s.low[at]
    digits = low.strip("'").removesuffix("s")
    is_year = digits.isdigit() and (len(digits) == 4 or int(digits) > _LONGEST_MONTH)
    return is_year or low in s.words["months"] or (low[0].isdigit() and not low.isalnum())


KINDS: dict[str, Callable[[Sentence, int, int], Found]] = {
    "literal": literal,
    "contact": contact,
    "reached": reached,
    "money": money,
    "money_rate": money_rate,
    "price": price,
    "price_be": price_be,
    "paid": paid,
    "measure": measure,
    "measure_thing": measure_thing,
    "measure_own": measure_own,
    "bought_for": bought_for,
    "date": date,
    "born_date": born_date,
}
