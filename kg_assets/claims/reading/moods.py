"""Finds which part of a sentence states something, and which part asks, requests or supposes."""

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.sentence import Sentence

_ONSET_WORDS = word_list("moods", "onset_words")
_AFTER_REQUEST_WORDS = word_list("moods", "after_request_words")

_OPENERS = word_list("moods", "openers")
_AUXILIARY = word_list("moods", "auxiliary")
_ASKED = word_list("moods", "asked")
_TOLD_BEHIND_HAD = word_list("moods", "told_behind_had")
_SOFT_REQUESTS = word_list("moods", "soft_requests")
_HARD_REQUESTS = word_list("moods", "hard_requests")
_FICTION = word_list("moods", "fiction")


_SENDS = word_list("moods", "sends")
_STATIVE = word_list("moods", "stative_denials")
_TEXT_REQUESTS = word_list("moods", "text_requests")
_TAGS = word_list("moods", "tags")
_MOCKED = word_list("moods", "mocked")


def _question_at(s: Sentence, at: int, end: int) -> bool:
    """Whether a question opens at the token `at`."""
    low, following = s.word(at), s.word(at + 1)
    if low in s.words["wh"]:
        if low in ("when", "while", "where", "which", "who", "whose"):
            return following in _AUXILIARY
        return not (low == "what" and following in ("i", "we", "my", "he", "she", "a"))
    if low in _AUXILIARY and low not in ("may", "must", "might"):
        asked = s.word(at + 2) if following == "not" else following
        if low in ("do", "have", "is", "are") or following == "not":
            return asked in _ASKED and asked != "not"
        if low == "had" and following in _TOLD_BEHIND_HAD:
            return False
        return at + 1 < end and (following in _ASKED or s.is_name(at + 1))
    return low == "any"


def _first_word(s: Sentence) -> int:
    at = 0
    while at < len(s) and (s.low[at] in _OPENERS or not s.low[at][0].isalnum()):
        at += 1
    return at


def stated_range(s: Sentence, is_question: bool) -> tuple[int, int] | None:
    """Two values for the part of a sentence in which statements may stand: its first token; and the token behind its
    last. None if the sentence states nothing."""
    first, end = _first_word(s), len(s)
    if _is_made_up(s, first):
        return None
    onset = _onset(s, first, end, is_question)
    if onset is None and is_question:
        onset = _short_question(s, first, end)
    if onset is not None:
        end = onset
    elif is_question:
        return None
    if end <= first:
        return None
    return _after_request(s, first, end)


def spoken_range(s: Sentence) -> tuple[int, int] | None:
    """The tokens in which the person speaks for themselves, even in a question; None if there are none, as in
    fiction or in a bare request."""
    first = _first_word(s)
    return None if _is_made_up(s, first) else _after_request(s, first, len(s))


def _is_made_up(s: Sentence, first: int) -> bool:
    """Whether the sentence states nothing about real life: it is fiction, mockery or a form to fill in."""
    if not _PLACEHOLDERS.isdisjoint(s.low) or _is_user_story(s, first):
        return True
    if first >= len(s) or not _FICTION.isdisjoint(s.low) or _tells_a_story(s) or _mocks(s):
        return True
    return s.starts_with(first, ("as", "if")) or "as if" in " ".join(s.low[:4])


_STORIES = word_list("moods", "stories")
_STAGED = word_list("moods", "staged")
_PLACEHOLDERS = word_list("moods", "placeholders")
_ROLES = word_list("moods", "roles")
_LOVES = word_list("moods", "loves")
_SOUR = word_list("moods", "sour")


def _is_user_story(s: Sentence, first: int) -> bool:
    """Whether a sentence tells what software should do for somebody: "As a user, I need to …"."""
    return s.word(first) == "as" and s.word(first + 1) in ("a", "an") and s.word(first + 2) in _ROLES


def _tells_a_story(s: Sentence) -> bool:
    """Whether a sentence says what is so in a book or another made-up story: "in my novel", "in the story"."""
    return not _STORIES.isdisjoint(s.low) and any(
        low in _STORIES
        and s.word(at - 1) in ("my", "the", "this", "our", "a", "role")
        and (s.word(at - 2) in ("in", "of") or s.word(at - 1) == "role" or (s.word(at - 2) == "for" and low in _STAGED))
        for at, low in enumerate(s.low)
    )


def _mocks(s: Sentence) -> bool:
    """Whether a sentence is ironic praise: "Great, another queue, I just love airports", "I just LOVE
    mondays"."""
    is_sour = s.low[0] in _MOCKED or (s.word(0) in ("oh", "ah", "yay", "wow") and s.word(1) in _MOCKED)
    if (is_sour and "another" in s.low[:6]) or "\U0001f644" in s.low:
        return True
    is_loving = not _LOVES.isdisjoint(s.low)
    if is_loving and (is_sour or s.low[0] in ("sure", "oh", "because")) and not _SOUR.isdisjoint(s.low):
        return True
    return ("love" in s.low or "adore" in s.low) and any(
        low in ("love", "adore") and s.surface(at, at + 1).isupper() and s.word(at - 1) in ("just", "so", "really")
        for at, low in enumerate(s.low)
    )


def _short_question(s: Sentence, first: int, end: int) -> int | None:
    """The comma or other sign before a question without a verb: the comma in "I'm vegetarian, one-pot dinners?". None
    for a "right?" and the like, which asks about the whole sentence."""
    for at in range(end - 2, first, -1):
        if s.low[at] in (",", "-", "–", "—", ";", "…", "."):
            words = [low for low in s.low[at + 1 : end] if low[0].isalnum()]
            is_own = bool({"i", "we", "my", "you"} & set(words[:2]))
            return None if not 0 < len(words) <= 6 or words[0] in _TAGS or is_own else at
    return None


def _onset(s: Sentence, first: int, end: int, is_question: bool) -> int | None:
    """The token at which a question begins: the first word if the whole sentence asks, else the comma, "and"
    or the like before the question; None if there is no question."""
    if _question_at(s, first, end):
        return first
    for at in range(first + 1, end - 1):
        if s.low[at] in _ONSET_WORDS:
            start = at + 1
            while start < end and s.low[start] in _OPENERS:
                start += 1
            if (
                start < end
                and (_question_at(s, start, end) or (is_question and s.low[start] in s.words["wh"]))
                and (is_question or not _is_aside(s, at, start))
                and not (s.low[start] in ("have", "do", "am", "was", "had", "is") and s.low[at] in ("and", "but"))
            ):
                is_tag = _is_tag(s, start, end)
                return first if is_tag else at
    return None


def _is_aside(s: Sentence, at: int, start: int) -> bool:
    """Whether this comma belongs to words that describe a noun ("my dad, Gregor, is a …", "my dad, who …"), so that no
    question begins after it."""
    if s.low[at] != ",":
        return False
    is_relative = s.low[start] in ("who", "which", "whose", "where", "when")
    return is_relative or (
        s.low[start] in ("is", "was", "has") and s.word(start + 1) in ("a", "an", "the", "not", "my")
    )


def _is_tag(s: Sentence, start: int, end: int) -> bool:
    """Whether a question only asks the reader to agree ("isn't it?"), so that it turns all before it into a
    question."""
    if s.low[start] not in _AUXILIARY:
        return False
    words = [low for low in s.low[start:end] if low[0].isalnum()]
    return len(words) <= 3 and (len(words) < 3 or words[1] == "not" or words[-1] in ("right", "correct", "ok", "true"))


def _gives_contact(s: Sentence, first: int) -> bool:
    """Whether a request gives the person's contact: "Send it to me at …", "find me on …"."""
    return "me" in s.low[first : first + 5] and any(
        "@" in low or low.startswith(("http", "www.", "+")) for low in s.low[first:]
    )


def _after_request(s: Sentence, first: int, end: int) -> tuple[int, int] | None:
    """The tokens that state something in a sentence that may open with a request: all of them if it does not,
    else those after the request ("Help me plan a trip, I am vegan"). None if there are none."""
    low = s.low[first]
    is_noun = s.word(first + 1) in ("'s", ":", "is", "are", "was")
    if low in _SENDS and _gives_contact(s, first):
        return first, end
    if low in ("help", "tell", "give", "show") or (low in _SOFT_REQUESTS and not is_noun):
        for at in range(first + 1, end - 1):
            if s.low[at] in _AFTER_REQUEST_WORDS and s.word(at + 1) in ("i", "we", "my", "our", "that"):
                return at + 1, end
        return None
    if low == "do" and s.word(first + 1) == "not" and s.word(first + 2) in _STATIVE:
        return first, end  # "don't own a car": no one is told not to own one
    if low in _HARD_REQUESTS and not is_noun and not s.words.bases(low, "gerund"):
        return _after_aside(s, first, end, low in _TEXT_REQUESTS)
    if low in ("let", "what-if"):
        return None
    return first, end


def _after_aside(s: Sentence, first: int, end: int, is_text: bool) -> tuple[int, int] | None:
    """The tokens in which the person speaks of themselves behind a request: "Go easy on me, I …", "keep in mind I'm …".
    None if there are none."""
    for at in range(first + 1, end - 2):
        if s.starts_with(at, ("in", "mind")) or s.starts_with(at, ("remember", "that")):
            return at + 2, end
        is_said = s.low[at] in (",", ";", "-", "–", "—") and s.word(at + 1) in ("i", "we")
        if not is_text and is_said:
            return at + 1, end
    return None
