"""Reads names and languages that are told without an "I": "Ray here", "an old friend, Mireille", "my French is
fluent"."""

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.sentence import Sentence
from kg_assets.claims.reading.subjects import name_run, relation_at

_CLOSINGS = word_list("introductions", "closings")
_FLUENT = word_list("introductions", "fluent")
_ECHOES = word_list("introductions", "echoes")
_AWAY = word_list("introductions", "away")
Bounds = tuple[int, int]


def speaker(s: Sentence, first: int, last: int) -> tuple[Bounds, Bounds | None] | None:
    """Two places in words like "Noor from Tunis here": that of the writer's name; and that of the place from which they
    come, or None if they do not say it. Names announced as in "this is Noor" count, too. None if there is no name."""
    for at in range(first, min(first + 5, last - 1)) if "here" in s.low else ():
        opens = at == first or s.low[at - 1] == ","
        stop = name_run(s, at, 2) if opens else at
        if stop == at:
            continue
        if s.word(stop) in _AWAY and (end := name_run(s, stop + 1)) > stop + 1 and _closes(s, end, last):
            return (at, stop), (stop + 1, end) if s.low[stop] == "from" else None
        if _closes(s, stop, last) and _is_of_somebody(s, at, stop, at > first):
            return (at, stop), None
    return _announced(s, first, last)


def _is_of_somebody(s: Sentence, at: int, stop: int, is_greeted: bool) -> bool:
    """Whether the words before "here" are a name. A capital alone does not show it, since every sentence
    begins with one ("Same here")."""
    if not _ECHOES.isdisjoint(s.low[at:stop]):
        return False
    return is_greeted or stop - at > 1 or s.low[at] in s.words["given_names"] or s.word(stop + 1) == ","


def _closes(s: Sentence, at: int, last: int) -> bool:
    return s.word(at) == "here" and (at + 1 >= last or not s.low[at + 1].isalnum())


def _announced(s: Sentence, first: int, last: int) -> tuple[Bounds, None] | None:
    """The place of the name in an announcement: "this is marcus btw", "it's Morwenna again"."""
    at = first
    while at < last and (s.low[at] in s.words["adverbs"] or s.low[at] in (",", "hello", "hi", "hey")):
        at += 1
    if not (s.word(at) in ("this", "it") and s.word(at + 1) in ("is", "'s")):
        return None
    start = at + 2
    stop = name_run(s, start, 3)
    if stop == start and start < last and s.low[start] in s.words["given_names"]:
        stop = start + 1
    is_said = s.word(stop) in _CLOSINGS and (stop + 1 >= last or not s.low[stop + 1].isalnum())
    is_word = stop > start and (s.low[start] in s.words["stops"] | s.words["determiners"] | s.words["adverbs"])
    return ((start, stop), None) if stop > start and is_said and not is_word else None


def spoken_well(s: Sentence, at: int, last: int) -> list[Bounds]:
    """The places of the languages in "my Swahili is fluent, English too"; `at` is the token of "my"."""
    if s.word(at + 1) not in s.words["languages"] or s.word(at + 2) not in ("is", "'s"):
        return []
    stop = at + 3
    while stop < last and s.low[stop] in s.words["adverbs"] | {"a", "bit", "kind", "of"}:
        stop += 1
    if s.word(stop) not in _FLUENT:
        return []
    found = [(at + 1, at + 2)]
    while stop < last and len(found) < 6:
        if s.low[stop] in s.words["languages"] and s.word(stop + 1) not in ("is", "'s"):
            found.append((stop, stop + 1))
        stop += 1
    return found


def friend_by_name(s: Sentence, at: int, last: int) -> tuple[str, Bounds] | None:
    """The predicate and the place of the name for a friend or colleague: "a colleague of mine, Femi", "an old friend,
    Mireille,", "Femi, a colleague of mine". None if there is none."""
    found = relation_at(s, at + 1)
    if found is None or found[0] == "other":
        return None
    is_mine = s.word(found[3]) == "of" and s.word(found[3] + 1) in ("mine", "ours")
    start = found[3] + 2 * is_mine
    if is_mine and s.word(at - 1) == "," and (before := _name_before(s, at - 1)) is not None:
        return found[0], before
    has_comma = s.word(start) == ","
    start += s.word(start) in (",", "named", "called")
    stop = name_run(s, start, 3) if start < last else start
    is_apposed = has_comma and s.word(stop) in (",", "who") and found[0] in ("friend_is", "colleague_is", "manager_is")
    return (found[0], (start, stop)) if stop > start and (is_mine or is_apposed) else None


def _name_before(s: Sentence, at: int) -> Bounds | None:
    first = at
    while first > 0 and s.is_name(first - 1) and name_run(s, first - 1) >= at:
        first -= 1
    return (first, at) if first < at else None
