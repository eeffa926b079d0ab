"""Reads habits, and plans for a coming day. The claim's object consists of the clause's own words."""

from kg_assets.claims.reading.assertion import Clause
from kg_assets.claims.reading.frames import Frame, registry
from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.making import Setting
from kg_assets.claims.reading.model import Object
from kg_assets.claims.reading.objects_acts import HABIT_VERBS, STATIVE, has_frequency
from kg_assets.claims.reading.objects_plans import plan
from kg_assets.claims.reading.objects_turned import rhythm_bounds
from kg_assets.claims.reading.phrases import verb_phrase
from kg_assets.claims.reading.sentence import Sentence

_ARRANGED = word_list("habits", "arranged")
# Verbs of states that make no habit even if the clause says how often.
_STILL = word_list("habits", "still")
_MEALS = word_list("habits", "meals")
_SURE = word_list("habits", "sure")
_COMING = word_list("habits", "coming")


def _frame(name: str) -> Frame:
    return next(frame for frame in registry()["*"] if frame.id == name)


def habit(s: Sentence, clause: Clause, setting: Setting) -> tuple[Setting, Frame, Object] | None:
    """The habit that a clause tells: "I run every morning", "I used to smoke", "I never skip breakfast"; None
    if it tells none."""
    verb = clause.verb
    if (
        clause.subject.sort not in ("self", "kin")
        or verb.tense not in ("present", "used_to", "progressive")
        or verb.last == verb.first
    ):
        return None
    said = s.low[verb.first : verb.last]
    is_seldom = "hardly" in said or "barely" in said
    is_never = verb.is_negative and (verb.is_ended or "never" in said or is_seldom or _is_over(s, clause))
    is_abstinent = verb.is_negative and (is_never or (verb.lemma in HABIT_VERBS and "ever" not in verb.adverbs))
    first = verb.last - 1
    adverbs = [a for a in verb.adverbs if a in s.words["habitual_adverbs"] or a in ("daily", "weekly", "nowadays")]
    is_frequent = has_frequency(s, setting.first, clause.end)
    these_days = any(s.starts_with(at, ("these", "days")) for at in range(setting.first, clause.end))
    is_meal = verb.lemma == "have" and bool(set(s.low[clause.start : clause.start + 3]) & _MEALS)
    is_meal = is_meal or (verb.lemma == "get" and s.word(clause.start) == "up")
    is_stative = verb.lemma in (_STILL if is_frequent and not adverbs else STATIVE)
    if (is_stative and (is_never or not is_abstinent) and not is_meal) or verb.lemma == "used":
        return None
    if verb.tense == "progressive" and not (is_frequent and verb.lemma == "go"):
        return None
    used = verb.tense == "used_to"
    if not (adverbs or is_frequent or these_days or is_abstinent or used):
        return None
    bounds = rhythm_bounds(s, first, clause.end)
    if bounds is None or {"there", "you", "your", "this", "that", "it", "error", "me", "them", "him"} & set(
        s.low[bounds[0] : bounds[1]]
    ):
        return None
    is_led = has_frequency(s, setting.first, clause.subject.first)
    if bounds[1] - bounds[0] < 2 and not (adverbs or is_abstinent or used or is_led):
        return None
    notes: list[tuple[str, object]] = []
    if adverbs:
        notes.append(("frequency", adverbs[0]))
    return setting, _frame("habit"), Object(bounds[0], bounds[1], "string", None, None, tuple(notes))


def _is_over(s: Sentence, clause: Clause) -> bool:
    return "anymore" in s.low[clause.start : clause.end] or any(
        s.starts_with(at, ("any", "more")) for at in range(clause.start, clause.end)
    )


def _dropped_plan(s: Sentence, clause: Clause, setting: Setting) -> tuple[Setting, Frame, Object] | None:
    """The plan that a clause denies: "I won't be renewing my lease"."""
    verb = clause.verb
    if clause.subject.sort != "self" or verb.tense != "future" or verb.lemma not in s.words["life_verbs"]:
        return None
    found = plan(s, verb.last - 1, clause.end)
    return (setting, _frame("arranged"), found[0]) if found and found[0].last - found[0].first > 1 else None


def arranged(s: Sentence, clause: Clause, setting: Setting) -> tuple[Setting, Frame, Object] | None:
    """The plan for a coming time that a clause tells: "I'm moving to Berlin in June", "I will start a new job
    on Monday"."""
    verb = clause.verb
    if clause.subject.sort not in ("self", "kin"):
        return None
    if verb.is_negative:
        return _dropped_plan(s, clause, setting)
    words = s.low[clause.start : clause.end]
    is_coming = bool(_COMING & set(words)) or any(mark >= 0 for mark in s.timed[setting.first : clause.end])
    first = verb.last - 1
    if verb.lemma == "go" and words[:1] == ["to"] and s.words.bases(s.word(clause.start + 1), "base"):
        return None  # "going to paste the text": a pattern of its own has refused it
    if verb.tense == "progressive" and verb.lemma in _ARRANGED and (is_coming or (verb.lemma in _SURE and words)):
        if (
            (verb.lemma == "get" and words[:1] not in (["married"], ["engaged"], ["a"]))
            or (verb.lemma in ("have", "get", "see", "take", "run", "start") and not is_coming)
            or {"it", "this", "error", "you"} & set(words[:1])
        ):
            return None
        bounds = verb_phrase(s, first, clause.end)
        return (setting, _frame("arranged"), Object(*bounds)) if bounds and bounds[1] - bounds[0] > 1 else None
    if verb.tense == "future" and is_coming:
        found = (
            plan(s, first, clause.end)
            if verb.lemma not in ("have", "get", "try", "see", "go") or words[:1] not in (["to"],)
            else None
        )
        if found and verb.lemma in s.words["life_verbs"] and "you" not in words:
            return setting, _frame("arranged"), found[0]
    return None
