"""Which frames a clause fills, each with its objects."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from kg_assets.claims.parsed.frame_objects import CALLED_BY_NAME, cut_short, objects_of
from kg_assets.claims.parsed.frames import Frame, frames_by_verb
from kg_assets.claims.parsed.sorts import SORTS, is_task, speaks_of_a_task
from kg_assets.claims.parsed.who import names_called
from kg_assets.claims.parsed.words import shared, words
from kg_assets.language.clauses import Clause
from kg_assets.language.phrases import bare
from kg_assets.language.sentence import Sentence

# The only tenses that count for somebody called by full name: what is told of the past is as often history.
_OF_STRANGERS = ("present", "perfect", "progressive")
Tokens = tuple[int, ...]


class Filled(NamedTuple):
    """A frame that a clause fills, with the tokens of each of its objects."""

    frame: Frame
    objects: Sequence[Tokens]


def fillings(s: Sentence, clause: Clause, sort: str, timed: frozenset[int]) -> list[Filled]:
    """The frames that a clause fills: the first that fits, others that may be filled together with it, and one for each
    further part of what follows "be" ("allergic to nuts" in "vegan and allergic to nuts")."""
    first = fill(s, clause, sort, timed)
    if first is None:
        return []
    found = [first, *_beside(s, clause, sort, timed, first)]
    if clause.lemma != "be" or first.frame.object != "subject_of":
        return found
    for item in _further(s, clause):
        taken = [frame for frame in frames_by_verb()["be"] if frame.object == "subject_of" and sort in frame.subject]
        tokens = bare(s, item, timed)
        fits = next((frame for frame in taken if tokens and frame.takes and SORTS[frame.takes](s, tokens)), None)
        if fits is not None and fits.takes != "feeling_said":
            found.append(Filled(fits, [tokens]))
    return found


def _beside(s: Sentence, clause: Clause, sort: str, timed: frozenset[int], first: Filled) -> Iterator[Filled]:
    """Further frames of the same verb with another predicate, whose objects are other words than those of the first: a
    job and an employer for "works as a planner for the council". One of the two frames must be marked `beside`."""
    taken = {token for tokens in first.objects for token in tokens}
    for frame in frames_by_verb().get(clause.lemma, ()):
        if (frame.beside or first.frame.beside) and frame.predicate != first.frame.predicate:
            filled = _filled(s, clause, sort, timed, frame)
            if filled is not None and not any(taken.intersection(tokens) for tokens in filled.objects):
                yield filled


def _further(s: Sentence, clause: Clause) -> Iterator[Tokens]:
    """The tokens of each adjective, diet or noun that is joined to what follows "be", also where the parser joins it to
    a noun within those words: "allergic to nuts" in "vegan and allergic to nuts"."""
    said = s.child(clause.verb, "attr", "acomp")
    if said is None:
        return
    for holder in (*s.subtree(said), clause.verb):
        for joined in s.children(holder, "conj"):
            if (
                s.pos[joined] == "ADJ"
                or s.low[joined] in shared("diets")
                or (holder == said and s.child(joined, "det") is not None)
            ):
                own = s.subtree(joined, ("conj", "cc", "punct"))
                yield tuple(token for token in own if token >= min((joined, *s.children(joined))))


def fill(s: Sentence, clause: Clause, sort: str, timed: frozenset[int]) -> Filled | None:
    """The first frame in the file that a clause fills. A feeling told in the passive fills the frame of
    feelings."""
    if clause.is_passive and s.low[clause.verb] in shared("feelings") and sort in ("self", "kin", "person"):
        return Filled(_feeling(), [bare(s, (clause.verb, *clause.complement), timed)])
    fitting = (_filled(s, clause, sort, timed, frame) for frame in frames_by_verb().get(clause.lemma, ()))
    return next((filled for filled in fitting if filled is not None), None)


def _filled(s: Sentence, clause: Clause, sort: str, timed: frozenset[int], frame: Frame) -> Filled | None:
    """The frame with its objects if the clause fills it, else None. Objects that speak of a task for the
    assistant are dropped, so the frame may come without objects."""
    particle = "" if clause.particle is None else s.low[clause.particle]
    fits = clause.tense in frame.tense and sort in frame.subject and particle in frame.particle
    if not fits or not _is_of(s, clause, frame) or not _is_dated(s, clause, frame, timed):
        return None
    if frame.alone and s.child(clause.verb, "dobj") is not None:
        return None
    if frame.thwarted and not _came_to_nothing(s, clause):
        return None
    if sort == "stranger" and clause.tense not in _OF_STRANGERS:
        return None
    objects = [cut for tokens in objects_of(s, clause, frame, timed) if (cut := cut_short(s, tokens, frame, timed))]
    takes = SORTS[frame.takes] if frame.takes and frame.object != "whole" else None
    if not objects or not (takes is None or takes(s, objects[0])):
        return None
    is_of_task = speaks_of_a_task if frame.modality == "intention" else is_task
    kept = [o for o in objects if (takes is None or takes(s, o)) and not is_of_task(s, o)]
    return Filled(
        frame, [name for o in kept for name in (names_called(s, o) if frame.takes in CALLED_BY_NAME else ()) or (o,)]
    )


def _is_of(s: Sentence, clause: Clause, frame: Frame) -> bool:
    """Whether the subject is one of the nouns that the frame's `of` lists, and is something that somebody really has
    (not "my dream car"). True for a frame without such a list."""
    if frame.of is None:
        return True
    if clause.subject is None or s.lemma[clause.subject].lower() not in words(frame.of):
        return False
    return not any(s.low[child] in words("not_ones_own") for child in s.children(clause.subject, "amod", "compound"))


def _is_dated(s: Sentence, clause: Clause, frame: Frame, timed: frozenset[int]) -> bool:
    """Whether one of the frame's `dated_by` words stands before a time in the clause or is that time ("tomorrow"); an
    empty one among them stands for a time without a preposition ("I start Monday"). True for a frame that lists none.
    """
    behind = range(clause.verb, len(s))
    is_bare = "" in frame.dated_by and any(
        token + 1 in timed and token not in timed and s.pos[token] != "ADP" for token in behind
    )
    is_led = any(s.low[token] in frame.dated_by and (token in timed or token + 1 in timed) for token in behind)
    return not frame.dated_by or is_bare or is_led


def _came_to_nothing(s: Sentence, clause: Clause) -> bool:
    """Whether the words behind a past plan say why nothing came of it ("but the sale fell through")."""
    behind = [s.low[token] for token in range(clause.verb + 1, len(s))]
    is_of_talk = not words("talking").isdisjoint(behind[:2])
    return not clause.is_negative and not is_of_talk and not words("thwarting").isdisjoint(behind)


@cache
def _feeling() -> Frame:
    """The frame of feelings. Clauses with a participle may fill it, too: "I'm thrilled to be here"."""
    return next(frame for frame in frames_by_verb()["be"] if frame.takes == "feeling")
