"""Who a clause speaks of: the person, a relative, somebody named, a thing."""

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import SELF, Subject, relative_of_self
from kg_assets.claims.reading.sentence import Sentence

_POSSESSIVES = frozenset({"my", "our"})
_FIRST = frozenset({"i", "we"})
_HONORIFICS = frozenset({"mr", "mrs", "ms", "dr", "prof"})
_PARENTS = frozenset({"mum", "mom", "dad"})
_NOT_NAMES = word_list("subjects", "not_names")
_ADJECTIVES = word_list("subjects", "adjectives")
_OPENING = word_list("subjects", "opening")
_MONTH_LIKE = word_list("subjects", "month_like")


def relation_at(s: Sentence, index: int) -> tuple[str, str, int, int] | None:
    """A relation noun after its possessive: predicate, noun as written, first and last token of it."""
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
            return s.words.relations[noun], noun, at, at + length
    return None


def name_run(s: Sentence, index: int, limit: int = 4) -> int:
    """The end of the name that begins here; the index itself if none does."""
    at = index
    while at < len(s) and at < index + limit and _is_name_word(s, at):
        at += 1
        if at < len(s) and s.low[at] == "'s":
            break
    return at


def _is_name_word(s: Sentence, at: int) -> bool:
    if s.timed[at] >= 0 or not s.low[at][0].isalpha():
        return False
    if s.low[at].rstrip(".") in _HONORIFICS and at + 1 < len(s):
        return s.tokens[at + 1].is_capital
    return s.is_name(at) and s.low[at] not in _NOT_NAMES


def _own_subject(s: Sentence, index: int) -> tuple[Subject, int] | None:
    low = s.low[index]
    if low not in _FIRST:
        return None
    token = s.tokens[index]
    if low == "i" and s.text[token.start] == "i" and s.word(index + 1) in (".", ")", "=", "<", ">", "+", "-", "/"):
        return None
    after = index + 1
    if s.word(after) in ("both", "all", "myself", "personally"):
        after += 1
    return Subject(SELF, "self", index, after, None, None, low == "we"), after


def _kin_subject(s: Sentence, index: int) -> tuple[Subject, int] | None:
    """ "my brother Omar", "my sister", "my wife and I"."""
    is_bare = index == 0 and s.low[index] in _PARENTS and s.word(index + 1) in ("'s", "is", "was", "has")
    if s.low[index] not in _POSSESSIVES and not is_bare:
        return None
    found = relation_at(s, index + (not is_bare))
    if found is None:
        return None
    predicate, noun, _, after = found
    if index >= 2 and s.low[index - 2 : index] == ["me", "and"]:
        return Subject(SELF, "self", index - 2, after, None, None, True), after
    comma = after + (s.word(after) == ",")
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
    return subject, after


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
    return Subject(s.surface(index, end), "named", index, end, s.span(index, end)), end


def subject_at(s: Sentence, index: int) -> tuple[Subject, int] | None:
    """The subject that begins here and where the verb may begin; pronouns are resolved by the caller."""
    own = _own_subject(s, index) or _kin_subject(s, index) or _named_subject(s, index)
    if own is not None:
        return own
    low = s.low[index]
    if s.word(index + 1) in ("costs", "weighs") and low.isalpha() and low not in s.words["stops"] and index == 0:
        return Subject(s.surface(index, index + 1), "thing", index, index + 1, s.span(index, index + 1)), index + 1
    if low in ("he", "she", "it", "they"):
        return Subject(low, "pronoun", index, index + 1, s.span(index, index + 1)), index + 1
    if low in ("the", "my", "our"):
        return _thing_subject(s, index)
    return None


def _thing_subject(s: Sentence, index: int) -> tuple[Subject, int] | None:
    """ "the label maker", "my rent": a thing that may cost or measure something."""
    before = s.word(index - 1)
    if before and before[0].isalnum() and before not in _OPENING:
        return None
    at = index + 1
    while (
        at < len(s)
        and at < index + 5
        and s.low[at].isalnum()
        and s.low[at] not in s.words["stops"] | s.words["prepositions"]
    ):
        tags = {tag for _, tag in s.words.forms.get(s.low[at], ())}
        if at > index + 1 and tags & {"third", "past"}:
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
