"""Finds whom or what a clause is about: the person, a relative, somebody named, or a thing."""

from kg_assets.claims.reading.lexicon import lexicon, word_list
from kg_assets.claims.reading.model import SELF, Subject, relative_of_self
from kg_assets.claims.reading.sentence import Sentence

_POSSESSIVES = frozenset({"my", "our"})
_OF_RELATIVES = _POSSESSIVES | {"the"}
_FIRST = frozenset({"i", "we"})
_BEFORE_ANOTHERS = 5  # tokens: "she has now got a"
_REPEATS = frozenset({"he", "she"})
_INTRODUCERS = word_list("subjects", "introducers")
_NAMING = frozenset({",", "is", "'s", "called", "named", "name", "-", "–"})
_HONORIFICS = word_list("subjects", "honorifics")
_CHILDREN = word_list("subjects", "children")
_PARENTS = word_list("subjects", "parents")
_NOT_NAMES = word_list("subjects", "not_names")
_ADJECTIVES = word_list("subjects", "adjectives")
_FORMER = word_list("subjects", "former")
_OPENING = word_list("subjects", "opening")
_PERCEIVING = word_list("subjects", "perceiving")
# Verbs that say what a thing costs or weighs.
_PRICES = word_list("subjects", "prices")
_SUM_SIGNS = frozenset("$€£0123456789")
_MONTH_LIKE = word_list("subjects", "month_like")
# Words that end the words for a thing: those that cannot be part of them, and finite verbs.
_OUTSIDE_THINGS = lexicon()["stops"] | lexicon()["prepositions"]
_FINITE_FORMS = frozenset(
    form for form, readings in lexicon().forms.items() if any(tag in ("third", "past") for _, tag in readings)
)
# For a thing without an article: words that end it, words that it cannot have, other words, and what may precede it.
_OUTSIDE_BARE = lexicon()["stops"] | _PRICES
_NOT_BARE = lexicon()["prepositions"] | lexicon()["determiners"] | lexicon()["pointing"]
_NO_SUMS = lexicon()["pet_kinds"] | {"time", "it", "today"}
_BEFORE_BARE = frozenset({".", ",", "and", ";", ":", "-", "*", "but", "btw"})
# The last word of every relation noun, and of its plural.
_RELATED = frozenset(noun.split()[-1] for noun in lexicon().relations) | frozenset(
    f"{noun.split()[-1]}s" for noun in lexicon().relations
)


def speaks_of_relatives(s: Sentence) -> bool:
    """Whether `relation_at` may find anything in the sentence. False is certain."""
    return not _RELATED.isdisjoint(s.low)


def relation_at(s: Sentence, index: int) -> tuple[str, str, int, int] | None:
    """The noun of relation ("brother") that stands at `index`, behind a "my" or the like; adjectives may come before
    it. Four values: its predicate; the noun in lower case; its first token; and the token behind it. None if there is
    none."""
    at = index
    while at < len(s) and at < index + 3 and s.low[at] in _ADJECTIVES:
        two = f"{s.low[at]} {s.word(at + 1)}"
        if two in s.words.relations:
            break
        at += 1
    if at > index and (at >= len(s) or s.low[at] not in s.words.relations) and s.low[at - 1] in s.words.relations:
        at -= 1
    if at >= len(s):
        return None
    for length in (2, 1):
        noun = " ".join(s.low[at : at + length])
        if at + length <= len(s) and noun in s.words.relations:
            if noun in s.words["only_by_name"] and not _has_name(s, at + length):
                return None
            return s.words.relations[noun], noun, at, at + length
    singular = s.low[at][:-1]
    if s.low[at].endswith("s") and s.words.relations.get(singular) == "pet_is":
        return "pet_is", s.low[at], at, at + 1
    return None


def _has_name(s: Sentence, at: int) -> bool:
    """Whether a name begins at `at`, or behind a comma there: "my girl, Zoë"."""
    at += s.word(at) == ","
    return name_run(s, at) > at


def is_of_the_past(s: Sentence, index: int, noun: int) -> bool:
    """Whether a relative is a former one ("my ex husband", "our former boss"). Claims about them are read, but the
    person is not said to have this relative now."""
    return any(low in _FORMER for low in s.low[index:noun])


def name_run(s: Sentence, index: int, limit: int = 4) -> int:
    """The token after the name that begins at `index` (at most `limit` tokens); `index` itself if no name begins."""
    at = index
    while at < len(s) and at < index + limit and _is_name_word(s, at):
        at += 1
        if at < len(s) and s.low[at] == "'s":
            break
    return at


def _may_be_name(s: Sentence, at: int) -> bool:
    """Whether a word may pass `_is_name_word`. False is certain."""
    return s.capitals[at] or s.named[at] >= 0 or s.low[at] == "&" or s.low[at] in _HONORIFICS


def _is_name_word(s: Sentence, at: int) -> bool:
    low = s.low[at]
    if s.timed[at] >= 0 or not (low[0].isalpha() or low == "&"):
        return False
    if low in _HONORIFICS and at + 1 < len(s):
        return s.capitals[at + 1]
    if low == "&":
        return _joins_names(s, at)
    if not s.is_name(at) or low in _NOT_NAMES:
        return False
    opens_otherwise = low in s.words["adverbs"] or (low.endswith("ly") and low in s.words["hedges"])
    return at > 0 or not opens_otherwise or s.named[at] >= 0  # "Finally quit smoking!", "Supposedly Heike lives …"


def _joins_names(s: Sentence, at: int) -> bool:
    """Whether a sign like "&" joins two capitalised words to one name ("Purl & Plain")."""
    return 0 < at < len(s) - 1 and s.capitals[at - 1] and s.capitals[at + 1]


def _own_subject(s: Sentence, index: int) -> tuple[Subject, int] | None:
    low = s.low[index]
    if low == "i" and s.text[s.starts[index]] == "i" and s.word(index + 1) in (".", ")", "=", "<", ">", "+", "-", "/"):
        return None
    after = index + 1
    if low == "we" and s.word(after) in ("all", "humans") and not _is_past(s, after + 1):
        return None  # "We all know …": people at large
    if s.word(after) in ("both", "all", "myself", "personally"):
        after += 1
    return Subject(SELF, "self", index, after, None, None, low == "we"), after


def _is_past(s: Sentence, at: int) -> bool:
    tags = {tag for _, tag in s.words.forms.get(s.word(at), ())}
    return "past" in tags and "base" not in tags


def kin_subject(s: Sentence, index: int) -> tuple[Subject, int] | None:
    """Two values: the subject that begins with "my" or the like and a noun of relation ("my brother Omar", "my sister",
    "my wife and I"); and the token at which its verb may begin."""
    is_bare = index == 0 and s.low[index] in _PARENTS and _is_third(s, index + 1)
    if s.low[index] not in _POSSESSIVES and not is_bare and not _is_house_pet(s, index):
        return None
    if s.word(index - 1) in _PERCEIVING:
        return None  # "seeing my teammates succeed"
    found = relation_at(s, index + (not is_bare))
    if found is None:
        return None
    relation, noun, at, after = found
    predicate = None if is_of_the_past(s, index, at) else relation
    if index >= 2 and s.low[index - 2 : index] == ["me", "and"]:
        return Subject(SELF, "self", index - 2, after, None, None, True), after
    comma = after + (s.word(after) == ",")
    if comma > after and s.word(comma) in ("a", "an"):
        comma = _named_in_apposition(s, comma)
    end = name_run(s, comma)
    plural = s.low[index] == "our"
    if end > comma and not (comma > after and s.word(end) not in (",", "who")):
        after = end + (comma > after and s.word(end) == ",")
        value, span = s.surface(comma, end), s.span(comma, end)
        subject = Subject(value, "kin", index, after, span, predicate, plural)
    else:
        subject = Subject(relative_of_self(noun), "kin", index, after, s.span(index, after), predicate, plural)
    if s.word(after) == "and" and s.word(after + 1) in ("i", "me", "myself"):
        return Subject(SELF, "self", index, after + 2, None, None, True), after + 2
    if s.word(after) in _REPEATS and after > index + 1:
        after += 1  # "my husband he's a welder"
    return subject, after


def _is_third(s: Sentence, at: int) -> bool:
    """Whether a verb form of the third person or of the past stands at `at`."""
    tags = {tag for _, tag in s.words.forms.get(s.word(at), ())}
    return s.word(at) in ("'s", "is", "was", "has") or "third" in tags or ("past" in tags and "base" not in tags)


def _is_house_pet(s: Sentence, index: int) -> bool:
    """Whether "the" pet or "the" children at `index` get a name: "The cat's called Pixel", "the kids are called Ines
    and Luc"."""
    is_pet = s.low[index] == "the" and s.word(index + 1) in s.words["pet_kinds"] | _CHILDREN
    return is_pet and s.word(index + 2) in ("is", "'s", "are") and s.word(index + 3) in ("called", "named")


def _named_in_apposition(s: Sentence, index: int) -> int:
    """The token of the name in a description like ", a woman called Ilse,"; `index` if there is none."""
    for at in range(index + 1, min(index + 5, len(s) - 1)):
        if s.low[at] in ("called", "named"):
            return at + 1
    return index


def _relative_pronoun_subject(s: Sentence, index: int) -> tuple[Subject, int] | None:
    """The relative whom "who" refers to, mentioned right before: "I have a grown son who …", "a son, Emeka,
    who …"."""
    found = introduced(s, index)
    if found is None:
        return None
    return found._replace(first=index, last=index + 1), index + 1


def introduced(s: Sentence, before: int) -> Subject | None:
    """The one relative whom the words right before the token `before` mention: by name if the name follows, else
    without one. None if they mention none or several."""
    for at in range(before - 1, max(-1, before - 9), -1):
        noun = s.low[at]
        if noun not in s.words.relations or (at + 1 < before and f"{noun} {s.low[at + 1]}" in s.words.relations):
            continue
        first = at
        while first > 0 and (s.low[first - 1] in _ADJECTIVES or s.low[first - 1].endswith("-old")):
            first -= 1
        is_bare = first == 0 and noun in _PARENTS
        if not (is_bare or s.word(first - 1) in _INTRODUCERS) or noun.endswith(("s", "children", "folks")):
            return None
        found = relation_at(s, first)
        relation, noun = (found[0], found[1]) if found else (s.words.relations[noun], noun)
        if relation == "other":
            return _named_before(s, first)
        told = None if _is_anothers(s, first) else relation
        start = at + 1
        while start < before and s.low[start] in _NAMING:
            start += 1
        stop = name_run(s, start, 3)
        if start < stop <= before:
            return Subject(s.surface(start, stop), "kin", start, stop, s.span(start, stop), told)
        is_close = all(s.low[i] == "," for i in range(at + 1, before))
        return Subject(relative_of_self(noun), "kin", first, at + 1, s.span(first, at + 1), told) if is_close else None
    return None


def _named_before(s: Sentence, first: int) -> Subject | None:
    """The person whose name stands before a word for a relative of a kind for which the vocabulary has no relation:
    "Alfie" in "Alfie, my grandson"."""
    last = first - 2
    if last < 1 or s.low[last] != "," or not _is_name_word(s, last - 1):
        return None
    start = last - 1
    return Subject(s.surface(start, last), "kin", start, last, s.span(start, last))


def _is_anothers(s: Sentence, first: int) -> bool:
    """Whether somebody else has the relative: "she's got a little lad, Alfie"."""
    before = s.low[max(0, first - _BEFORE_ANOTHERS) : first - 1]
    return s.word(first - 1) not in _POSSESSIVES and not _REPEATS.isdisjoint(before)


def _named_subject(s: Sentence, index: int) -> tuple[Subject, int] | None:
    end = name_run(s, index)
    if end == index or (index > 0 and _is_name_word(s, index - 1)):
        return None
    if end < len(s) and s.low[end].isdigit():
        end += 1
    if s.low[index] in _MONTH_LIKE and end == index + 1 and s.named[index] < 0:
        return None
    opens = index == 0 or s.low[index - 1] in ("and", "but", "so", ",", "because", "when", "since", "that")
    if (
        s.word(end) == ","
        and s.word(end + 1) in _POSSESSIVES
        and (found := relation_at(s, end + 2))
        and s.word(found[3]) == ","
    ):
        return Subject(s.surface(index, end), "kin", index, found[3] + 1, s.span(index, end), found[0]), found[3] + 1
    if opens and s.word(end) == "and" and s.word(end + 1) in ("i", "me") and s.word(end + 2) not in ("am", "was"):
        return Subject(SELF, "self", index, end + 2, None, None, True), end + 2
    name = s.surface(index, end)
    return Subject(name, "person" if name in s.people else "named", index, end, s.span(index, end)), end


def subject_at(s: Sentence, index: int) -> tuple[Subject, int] | None:
    """Two values: the subject that begins at `index`; and the token at which its verb may begin. None if no subject
    begins. The caller finds out whom a pronoun means."""
    low = s.low[index]
    own = (
        (_own_subject(s, index) if low in _FIRST else None)
        or (kin_subject(s, index) if low in _OF_RELATIVES or index == 0 else None)
        or (_relative_pronoun_subject(s, index) if low == "who" else None)
        or (_named_subject(s, index) if _may_be_name(s, index) else None)
    )
    if own is not None:
        return own
    if (bare := _bare_thing(s, index)) is not None:
        return bare
    if low in ("he", "she", "it", "they"):
        return Subject(low, "pronoun", index, index + 1, s.span(index, index + 1)), index + 1
    if low in ("the", "my", "our"):
        return _thing_subject(s, index)
    if low in ("a", "an") and index == 0:
        found = _thing_subject(s, index)
        return found if found and s.word(found[1]) in _PRICES else None
    return None


def _bare_thing(s: Sentence, index: int) -> tuple[Subject, int] | None:
    """A thing without an article before a price or measure: "Rent is $900", "Tuition runs us 4k"."""
    if index != 0 and s.low[index - 1] not in _BEFORE_BARE:
        return None
    at = index
    while at < len(s) and at < index + 3 and s.low[at].isalpha() and s.low[at] not in _OUTSIDE_BARE:
        if s.low[at] in _NOT_BARE:
            return None
        at += 1
    if at == index or at >= len(s):
        return None
    is_priced = s.low[at] in _PRICES and (s.low[at] not in ("runs", "run") or s.word(at + 1) in ("us", "me"))
    amount = at + 1 + (s.word(at + 1) in ("about", "around", "roughly", "only", "like", "over"))
    is_sum = s.low[at] in ("is", "was") and s.word(amount)[:1] in _SUM_SIGNS
    if not (is_priced or (is_sum and s.low[index] not in _NO_SUMS)):
        return None
    return Subject(s.surface(index, at), "thing", index, at, s.span(index, at)), at


def _thing_subject(s: Sentence, index: int) -> tuple[Subject, int] | None:
    """A thing with "the" or "my" that may have a price or measure ("the label maker", "my rent"), or the name in such a
    phrase. None if there is none."""
    before = s.word(index - 1)
    is_led = s.word(index - 2) in s.words["prepositions"]  # "at idle my rack pulls 140 W"
    if before and before[0].isalnum() and before not in _OPENING and not is_led:
        return None
    at = index + 1
    while (
        at < len(s)
        and at < index + 6
        and (s.low[at].isalnum() or s.low[at] in ("'", "'s", "&") or "-" in s.low[at][1:-1])
        and s.low[at] not in _OUTSIDE_THINGS
    ):
        if at > index + 1 and s.low[at] in _FINITE_FORMS:
            break
        at += 1
    if at == index + 1 or at >= len(s):
        return None
    first = at
    while first > index + 1 and _is_name_word(s, first - 1):
        first -= 1
    if _is_name_word(s, index + 1) and first > index + 1:
        return Subject(s.surface(index + 1, at), "named", index, at, s.span(index + 1, at)), at
    if index + 1 < first < at:
        return Subject(s.surface(first, at), "named", index, at, s.span(first, at)), at
    return Subject(s.surface(index + 1, at), "thing", index, at, s.span(index + 1, at)), at


def says_there_is(s: Sentence, at: int) -> bool:
    """Whether "there's" begins at the token `at`. It introduces somebody or something else."""
    return s.word(at) == "theres" or (s.word(at) == "there" and s.word(at + 1) in ("'s", "is", "are", "was", "were"))
