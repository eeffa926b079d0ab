"""Readers for plans, wishes and duties: verb phrases about the person's life, not tasks for an assistant."""

from collections.abc import Callable

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import Object
from kg_assets.claims.reading.phrases import noun_phrase, verb_phrase
from kg_assets.claims.reading.sentence import Sentence

_PLANNED_WORDS = word_list("objects_acts", "planned_words")
_WISH_WORDS = word_list("objects_acts", "wish_words")
_WISH_WORDS_2 = word_list("objects_acts", "wish_words_2")
_WISHED_THING_WORDS = word_list("objects_acts", "wished_thing_words")
_WISHED_THING_WORDS_2 = word_list("objects_acts", "wished_thing_words_2")
Found = list[Object] | None
_POINTS = word_list("objects_acts", "points")
# Places in a text ("the third line").
# Words that number the places in a text ("the third line").
_ORDINALS = word_list("objects_acts", "ordinals")
_PARTS = word_list("objects_plans", "parts")
# Verbs of handling a text ("paste"), then words for messages with the verbs that refer to them ("see the email").
_HANDLES = word_list("objects_plans", "handles")
_TURNS_TO = word_list("objects_plans", "turns_to")
_MESSAGES = word_list("objects_plans", "messages")
_PRODUCES = word_list("objects_plans", "produces")
LOOSE = word_list("objects_acts", "loose")
_DAILY = word_list("objects_acts", "daily")
_OFFERS = word_list("objects_plans", "offers")
_TRIED = word_list("objects_plans", "tried")
_GET_GOALS = word_list("objects_plans", "get_goals")
_TECHNICAL = word_list("objects_plans", "technical")
_LIFE_NOUNS = word_list("objects_plans", "life_nouns")
_ALONE = word_list("objects_plans", "alone")


def _several(s: Sentence, bounds: tuple[int, int], end: int) -> list[Object]:
    """A verb phrase and those joined to it, each as an object of its own: "swim" and "ride" in "swim and ride"."""
    found = [Object(*bounds)]
    at = bounds[1]
    while at < end and len(found) < 6:
        joined = at
        while joined < end and s.low[joined] in (",", "and", "&", "or", "then", "also", "to"):
            joined += 1
        if (
            joined == at
            or joined >= end
            or not s.words.bases(s.low[joined], "base")
            or s.low[joined] in s.words["be"] | s.words["modals"]
        ):
            break
        following = verb_phrase(s, joined, end)
        if following is None:
            break
        found.append(Object(*following))
        at = following[1]
    return found


def vp(s: Sentence, index: int, end: int) -> Found:
    """The verb phrase that begins at `index` and those joined to it: "move to Oslo" in "I want to move to Oslo". None
    if it refers to something said before ("try it"), unless it is an errand with a time ("send it by Thursday")."""
    at = index
    while at < end and s.low[at] in s.words["adverbs"] | {"not"}:
        at += 1
    if (
        at >= end
        or not s.low[at].isalpha()
        or (
            s.low[at] in s.words["stops"] | s.words["prepositions"] | s.words["determiners"]
            and s.low[at] not in ("be", "have", "do", "let")
        )
    ):
        return None
    bounds = verb_phrase(s, at, end)
    if bounds is None or (_points_away(s, *bounds) and not (has_time(s, bounds[1]) and _is_errand(s, *bounds))):
        return None
    is_negated = s.word(index) in s.words["negators"] or s.word(index - 2) in s.words["negators"]
    return [found._replace(is_negated=is_negated) for found in _several(s, bounds, end)]


def resolved(s: Sentence, index: int, end: int) -> Found:
    """The decision that somebody made about their life: "move out" in "I decided to move out". A choice among the
    assistant's offers ("take the second option") and work on code do not count."""
    found = vp(s, index, end)
    if not found:
        return None
    first, last = found[0].first, found[0].last
    is_offer = s.low[last - 1] in _OFFERS or is_task(s, first, last, LOOSE)
    return None if is_offer and s.low[first] in s.words["task_verbs"] | {"go", "take", "start"} else found


def _is_errand(s: Sentence, first: int, last: int) -> bool:
    """Whether a phrase is an errand: a verb of daily life with one word after it ("send it"). With a time an errand is
    a duty, even if it refers to something said before."""
    return s.low[first] in s.words["life_verbs"] and last - first == 2


def _points_away(s: Sentence, first: int, last: int) -> bool:
    """Whether a phrase refers to something said before ("try it"). The words "how to" do not make it so."""
    if s.low[last - 1] == "that":
        return True
    return any(
        s.low[at] in _POINTS
        and not (s.low[at] == "how" and s.word(at + 1) == "to")
        and not (s.low[at] in ("something", "someone") and at + 1 < last and s.low[at + 1].isalpha())
        and not (s.low[at] in ("here", "there") and at - first > 1)
        for at in range(first, last)
    )


def is_task(s: Sentence, first: int, last: int, also: frozenset[str]) -> bool:
    """Whether a verb phrase is about work on text, files or code ("merge the files"). Words in `also` are not taken as
    a sign of such work."""
    words = s.low[first + 1 : last]
    is_place = any(s.low[at] in _ORDINALS and s.word(at + 1) in _PARTS for at in range(first, last))
    if is_place or s.low[first] in _HANDLES or (s.low[first] in _TURNS_TO and words and words[-1] in _MESSAGES):
        return True
    if set(words) & (s.words["task_words"] - also):
        return True
    text = " ".join(words)
    return s.low[first] in _PRODUCES and any(f" {noun}" in f" {text}" for noun in s.words["task_nouns"])


def has_time(s: Sentence, index: int) -> bool:
    is_hour = s.word(index) in ("by", "at", "before", "until") and s.word(index + 1) in s.words.numbers
    is_time = is_hour or (index < len(s) and s.begins_time(index, len(s)))
    return is_time or any(mark >= 0 for mark in s.timed[index:])


def duty(s: Sentence, index: int, end: int) -> Found:
    """What the person must do in their own life: "renew my passport" in "I have to renew my passport". A task for the
    assistant does not count."""
    found = vp(s, index, end)
    if not found:
        return None
    verb = s.low[found[0].first]
    if verb in ("remember", "admit", "say", "confess", "agree") or _leans_on(s, found[-1].last):
        return None
    is_life = verb in s.words["life_verbs"] or _is_life(s, found[0].first, found[0].last)
    loose = LOOSE if is_life or has_time(s, found[0].last) else frozenset()
    kept = [o for o in found if not is_task(s, o.first, o.last, loose)]
    if len(kept) < len(found) or (
        verb in s.words["task_verbs"]
        and not is_life
        and not (has_time(s, found[0].last) and found[0].last - found[0].first > 1)
    ):
        return None
    if (
        not is_life
        and not has_time(s, found[0].last)
        and (found[0].last - found[0].first < 2 or verb in ("be", "have", "do"))
    ):
        return None
    if (
        is_life
        and found[0].last - found[0].first == 1
        and not has_time(s, found[0].last)
        and verb not in _DAILY | {"travel", "pack", "exercise", "sleep", "relax"}
    ):
        return None
    return None if {"you", "your", "me"} & set(s.low[index : kept[-1].last + 1]) else kept


def _leans_on(s: Sentence, at: int) -> bool:
    """Whether a "this", "these" or "it" at the token `at` refers to something in the conversation ("submit this
    today"). The "this" of a time ("this year") does not."""
    return at < len(s) and s.low[at] in ("this", "these", "it") and s.timed[at] < 0


def _is_life(s: Sentence, first: int, last: int) -> bool:
    """Whether the phrase is about a matter of daily life ("find a new flat", "do my taxes")."""
    words = set(s.low[first + 1 : last])
    return (
        bool(words & (_LIFE_NOUNS | s.words["possessions"] | s.words["pet_kinds"]))
        and not words & s.words["task_words"]
    )


def plan(s: Sentence, index: int, end: int) -> Found:
    """The plan or goal of the person that begins at `index`: "visit Rome" in "I plan to visit Rome". Work on text or
    code does not count."""
    found = vp(s, index, end)
    if not found:
        return None
    first = found[0]
    verb = s.low[first.first]
    if verb.endswith("ing") and s.words.bases(verb, "gerund"):
        verb = s.words.bases(verb, "gerund")[0]
    is_sure = verb in s.words["life_verbs"] or has_time(s, first.last)
    if is_task(s, first.first, first.last, LOOSE if is_sure else frozenset()) or {
        "you",
        "your",
        "below",
        "above",
    } & set(s.low[index : found[-1].last + 1]):
        return None
    if verb in s.words["task_verbs"] and verb not in s.words["life_verbs"] and not has_time(s, first.last):
        return None
    if first.last - first.first == 1 and s.word(first.last) in ("every", "each") and first.last + 1 < end:
        return [first._replace(last=first.last + 2)]  # in "write every day" the plan is how often
    return found if first.last - first.first > 1 or verb in s.words["life_verbs"] else None


def plan_sure(s: Sentence, index: int, end: int) -> Found:
    """The plan that begins at `index`, by the rules of `plan`, if its first word is a known verb or is followed by a
    word such as "a" or "my"."""
    at = index
    while at < end and s.low[at] in s.words["adverbs"]:
        at += 1
    is_verb = at < end and (
        bool(s.words.bases(s.low[at], "base"))
        or (s.low[at].isalpha() and s.word(at + 1) in s.words["determiners"] and at + 1 < end)
    )
    return plan(s, index, end) if is_verb else None


def plan_life(s: Sentence, index: int, end: int) -> Found:
    low = s.low[index]
    verb = (s.words.bases(low, "gerund") or [""])[0]
    return plan(s, index, end) if verb in s.words["life_verbs"] else None


def plan_life_vp(s: Sentence, index: int, end: int) -> Found:
    """The plan that begins at `index`, by the rules of `plan`, if its verb is one of daily life (list `life_verbs`):
    "travel to Peru"."""
    found = plan(s, index, end)
    return found if found and s.low[found[0].first] in s.words["life_verbs"] else None


def goal_tried(s: Sentence, index: int, end: int) -> Found:
    """A goal that somebody tries to reach over weeks ("trying to lose weight"). An attempt of the moment ("trying to
    open the file") does not count."""
    found = vp(s, index, end)
    if not found or is_task(s, found[0].first, found[0].last, frozenset()):
        return None
    first, last = found[0].first, found[0].last
    is_getting = s.low[first] == "get" and s.word(first + 1) in _GET_GOALS
    return found if (s.low[first] in _TRIED and last - first > 1) or is_getting else None


def plan_gerund(s: Sentence, index: int, end: int) -> Found:
    found = plan_life(s, index, end)
    return (
        None if found and {"them", "it", "that", "this", "those", "what"} & set(s.low[index : found[0].last]) else found
    )


def planned(s: Sentence, index: int, end: int) -> Found:
    """What is planned, as a noun phrase with a word of the list `planned_words`: "a trip to Japan" in "planning a trip
    to Japan"."""
    found = noun_phrase(s, index, end)
    if found is None or s.low[found[1] - 1] == "there" or not set(s.low[found[0] : found[1]]) & _PLANNED_WORDS:
        return None
    return [Object(*found)]


def wish(s: Sentence, index: int, end: int) -> Found:
    """A wish about the person's life that a verb tells: "visit Japan" in "I'd love to visit Japan"."""
    found = vp(s, index, end)
    if not found:
        return None
    first = found[0]
    verb = s.low[first.first]
    if s.word(index - 3) in s.words["negators"] and first.last - first.first > 1:
        is_getting = verb == "get" and s.word(first.first + 1) in _GET_GOALS
        is_code = (
            verb in s.words["task_verbs"] | _TECHNICAL and verb not in ("have", "go") and not is_getting
        ) or is_task(s, first.first, first.last, frozenset())
        return None if is_code else found
    if verb in ("be", "become"):
        tail = s.low[first.first + 1 : first.last]
        return (
            found
            if (len(tail) > 1 or tail[:1] in (["debt-free"], ["happy"], ["healthier"], ["rich"]))
            and tail[0] in _WISH_WORDS_2
            and not is_task(s, first.first, first.last, frozenset())
            and tail[:2] != ["able", "to"]
            else None
        )
    if (
        verb not in s.words["life_verbs"]
        or is_task(s, first.first, first.last, LOOSE)
        or {"you", "your", "this", "that", "it"} & set(s.low[index : found[-1].last + 1])
    ):
        return None
    if first.last - first.first == 1 and verb not in _ALONE:
        return None
    is_getting = verb == "get" and s.word(first.first + 1) in _GET_GOALS
    if verb == "drop" and s.word(first.first + 1) not in ("off", "out", "by"):
        return None
    is_far = verb in ("see", "visit") and s.is_name(first.last - 1) and s.low[first.last - 1] not in s.words["tools"]
    is_short = first.last - first.first < 3 and not is_getting and not is_far
    if verb in _WISH_WORDS and is_short and not has_time(s, first.last):
        return None
    return found


def wish_gerund(s: Sentence, index: int, end: int) -> Found:
    found = plan_life(s, index, end)
    if found:
        return found
    bounds = noun_phrase(s, index, end) if s.low[index] in ("a", "an", "my") else None
    return [Object(*bounds)] if bounds and not set(s.low[bounds[0] : bounds[1]]) & s.words["task_words"] else None


def wished_thing(s: Sentence, index: int, end: int) -> Found:
    """The thing, pet or part of life (a child, a job, a holiday, peace) that somebody wishes for: "a dog" in "I'd love
    a dog". A phrase with a word of tasks for an assistant does not count."""
    if s.low[index] not in _WISHED_THING_WORDS_2:
        return None
    found = noun_phrase(s, index, end, frozenset({"of", "in", "with"}))
    if found and s.low[found[0] - 1] == "more" and s.low[index] in ("any", "more"):
        found = (found[0] - 1, found[1])
    if (
        found is None
        or set(s.low[found[0] : found[1]]) & s.words["task_words"]
        or s.word(found[1]) in ("that", "which", "to", "who")
    ):
        return None
    words = set(s.low[found[0] : found[1]])
    life = _WISHED_THING_WORDS
    return [Object(*found)] if words & (life | s.words["possessions"] | s.words["pet_kinds"]) else None


KINDS: dict[str, Callable[[Sentence, int, int], Found]] = {
    "vp": vp,
    "duty": duty,
    "plan": plan,
    "plan_sure": plan_sure,
    "plan_gerund": plan_gerund,
    "planned": planned,
    "resolved": resolved,
    "plan_life_vp": plan_life_vp,
    "goal_tried": goal_tried,
    "wish": wish,
    "wish_gerund": wish_gerund,
    "wished_thing": wished_thing,
}
