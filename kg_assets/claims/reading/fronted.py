"""Reads objects that stand before their verb: "Obsidian is what I use", "public speaking is something I struggle
with"."""

from kg_assets.claims.reading.assertion import CONNECTORS, Clause
from kg_assets.claims.reading.frames import KINDS, Match, read_objects, registry
from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import Object
from kg_assets.claims.reading.sentence import Sentence

_HEADS = word_list("fronted", "heads")


def _topic(s: Sentence, clause: Clause, first: int) -> tuple[int, int] | None:
    """The bounds of the words before "is what I" ("Obsidian" in "Obsidian is what I use"), from the last pause or
    joining word on. None if there are none."""
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


def _it_topic(s: Sentence, clause: Clause, first: int) -> tuple[int, int] | None:
    """The bounds of the words between "it's" and the subject: "pharmacy" in "it's pharmacy I'm studying". None if there
    are none."""
    stop = clause.subject.first - (s.word(clause.subject.first - 1) == "that")
    for at in range(max(first, stop - 6), stop - 2):
        if s.low[at] == "it" and s.low[at + 1] in ("is", "'s"):
            return at + 2, stop
    return None


def _clefted(s: Sentence, clause: Clause) -> Match | None:
    """The frame that fits a clause whose object follows "is", with that object: "a dog" in "What I want is a dog". None
    if no frame fits."""
    last = len(s)
    verb = next((at for at in range(clause.start, min(clause.start + 6, last - 1)) if s.low[at] in ("is", "'s")), None)
    if verb is None:
        return None
    for frame in registry().get(clause.verb.lemma, ()):
        if not frame.fits_tense(clause.verb, False) or (
            "" not in frame.after and s.word(clause.start) not in frame.after
        ):
            continue
        objects = read_objects(s, frame, verb + 1 + (s.word(verb + 1) == "to"), last)
        if objects:
            return Match(frame, objects, verb + 1)
    return None


def fronted(s: Sentence, clause: Clause, first: int) -> Match | None:
    """The frame that fits a clause whose object does not follow its verb, with that object: "Obsidian is what I use",
    "What I want is a dog". None if no frame fits."""
    if clause.subject.sort != "self":
        return None
    if s.word(clause.subject.first - 1) == "what" and (cleft := _clefted(s, clause)) is not None:
        return cleft
    at_it = _it_topic(s, clause, first)
    topic = _topic(s, clause, first) or at_it
    if topic is None:
        return None
    for frame in registry().get(clause.verb.lemma, ()):
        if not frame.fits_tense(clause.verb, False):
            continue
        if topic == at_it and read_objects(s, frame, clause.start, len(s)):
            continue  # "It's a pity that I don't love opera"
        for phrase in frame.after.get(s.word(clause.start), ()) or frame.after.get("", ()):
            found = KINDS[frame.object](s, *topic) if s.starts_with(clause.start, phrase) else None
            if found and found[0].last == topic[1]:
                return Match(frame, found[:1], topic[0])
    return None


def behind_verb(clause: Clause, match: Match) -> Object:
    """The last object of a match. If it stands before the verb, its end is moved behind the verb, because a contrast
    ("not …") is searched from that end on."""
    return match.objects[-1]._replace(last=max(clause.verb.last, match.objects[-1].last))
