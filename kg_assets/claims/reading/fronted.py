"""Objects that stand before their verb: "Obsidian is what I use", "public speaking is something I struggle with"."""

from kg_assets.claims.reading.assertion import CONNECTORS, Clause
from kg_assets.claims.reading.frames import KINDS, Match, registry
from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.sentence import Sentence

_HEADS = word_list("fronted", "heads")


def _topic(s: Sentence, clause: Clause, first: int) -> tuple[int, int] | None:
    """The words before "is what I", back to the clause before."""
    at = clause.subject.first - 1
    if s.word(at) == "that" and s.word(at - 1) in _HEADS:
        at -= 1
    if at <= first or s.low[at] not in _HEADS or s.low[at - 1] not in ("is", "are", "'s"):
        return None
    stop = at - 1
    start = stop
    while (
        start > first and s.low[start - 1] not in CONNECTORS and s.low[start - 1] != "," and not s.has_pause(start - 1)
    ):
        start -= 1
    return (start, stop) if start < stop else None


def fronted(s: Sentence, clause: Clause, first: int) -> Match | None:
    """The pattern whose object is the topic; what follows the verb is the pattern's own preposition or an adjunct."""
    topic = _topic(s, clause, first)
    if topic is None or clause.subject.sort != "self":
        return None
    for frame in registry().get(clause.verb.lemma, ()):
        if not frame.fits_tense(clause.verb, False):
            continue
        for phrase in frame.after.get(s.word(clause.start), ()) or frame.after.get("", ()):
            found = KINDS[frame.object](s, *topic) if s.starts_with(clause.start, phrase) else None
            if found and found[0].last == topic[1]:
                return Match(frame, found[:1], topic[0])
    return None
