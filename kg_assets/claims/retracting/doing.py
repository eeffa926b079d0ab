"""What somebody no longer does, in the words in which it may have been told: "haven't vaped since May" ends "vape every
day", "no longer keep bees" ends "started beekeeping", "no longer sing there" the membership of the choir."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg_assets.claims.reading.lexicon import gerund_of, lexicon
from kg_assets.claims.retracting.model import SELF
from kg_assets.claims.retracting.patterns import RetractionSettings
from kg_assets.core.counting import plural

HABIT = "habit"
_JOB = "works_as"

Said = Mapping[str, Any]
Ids = Mapping[str, str]


def habits(
    settings: RetractionSettings, said: Said, tags: Sequence[str], subjects: Ids, predicates: Ids
) -> Iterator[dict[str, Any]]:  # fmt: skip
    """The claims that words such as "stopped coaching the team" can end, if a habit is over: the habit "coach the
    team", and other claims that tell of the same doing (see `of_a_habit`). `tags` says which forms the verb may have.
    Each row has ids of subject and predicate, and the words of the object."""
    doing, _, rest = (said["words"] or "").partition(" ")
    if SELF not in subjects or HABIT not in predicates:
        return
    for base in lexicon().bases(doing, *tags)[:1]:
        words, own = f"{base} {rest}".rstrip(), {"subject_id": subjects[SELF]}
        yield own | {"predicate_id": predicates[HABIT], "words": words}
        if tuple(tags) != settings.usual_verb:
            yield from (own | one for one in of_a_habit(settings, words, predicates))


def of_a_habit(settings: RetractionSettings, words: str | None, predicates: Ids) -> Iterator[dict[str, Any]]:
    """Claims with other predicates that end together with a habit: for "no longer go to the chess club" a membership of
    "chess club", for "no longer teach the cello" a job as "cello teacher". Each row has the id of a predicate and the
    words of the object."""
    doing, _, rest = (words or "").partition(" ")
    split = rest.split(" ")
    if split[0] in settings.particles:
        doing, split = f"{doing} {split[0]}", split[1:]
    while split and split[0] in settings.joining_words | {"to"}:
        del split[0]
    where = " ".join(split)
    if not doing:
        return
    if where in settings.pointing_words:
        yield from _done_there(settings, doing, predicates)
        return
    if where:
        yield from (
            {"predicate_id": predicates[label], "words": where} for label in settings.done_there if label in predicates
        )
        yield from _of(predicates, [_JOB], f"{where} {doing.removesuffix('e')}er")
    yield from _named_by_its_doing(settings, doing, rest, predicates)


def _done_there(settings: RetractionSettings, doing: str, predicates: Ids) -> Iterator[dict[str, Any]]:
    """For a verb behind which only "there" or "with them" stands: a habit, group or employer whose claim has the verb
    among its words, if there is only one such claim."""
    for words in (doing, _gerund(doing)):
        for one in _of(predicates, [HABIT, *settings.done_there], words):
            yield one | {"one_is_meant": True}


def _named_by_its_doing(
    settings: RetractionSettings, doing: str, rest: str, predicates: Ids
) -> Iterator[dict[str, Any]]:  # fmt: skip
    """Claims whose object is a noun made of the verb: "beekeeping" and "beekeeper" for "keep bees", "jogging" for
    "jog". Each row has the id of a predicate and the words of the object."""
    yield from _of(predicates, settings.told_by_nouns, f"{_gerund(doing)} {rest}".rstrip())
    for noun in _singulars(rest):
        yield from _of(predicates, [HABIT, *settings.told_by_nouns], f"{noun}{_gerund(doing)}")
        yield from _of(predicates, [_JOB], f"{noun}{doing.removesuffix('e')}er")


def _of(predicates: Ids, labels: Sequence[str], words: str) -> Iterator[dict[str, Any]]:
    return ({"predicate_id": predicates[label], "words": words} for label in labels if label in predicates)


def _gerund(base: str) -> str:
    verb, *behind = base.split(" ")
    return " ".join([gerund_of(verb, verb in lexicon()["doubling"]), *behind])


def _singulars(rest: str) -> list[str]:
    """The nouns whose plural a word is, as far as spelling tells; none for several words."""
    shorter = (rest.removesuffix("s"), rest.removesuffix("es"), rest.removesuffix("ies") + "y")
    return [] if " " in rest else [noun for noun in shorter if noun != rest and plural(noun) == rest]
