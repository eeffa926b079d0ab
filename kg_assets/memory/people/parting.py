"""Divides the mentions of one name into parts, one for each person, if the words beside them speak of different
people."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kg_assets.memory.people.bearers import told_of
from kg_assets.memory.people.decisions import Parting
from kg_assets.memory.people.weighing import Scale, Together, Weighed

# Evidence that divides a name. Another role or another organization alone does not, because people change their work.
_PARTING = frozenset({
    "two_relatives", "relative_and_tie", "two_ties", "other_relation", "relative_and_role", "other_sex",
    "other_generation", "other_domain", "told_apart",
})  # fmt: skip
_PARTING_NOTHING = frozenset({"description", "matter"})
# Kinds of clues that may give a part its key, the most telling first. Other kinds divide nothing.
KEY_ORDER = (
    "relation", "email", "organization", "role", "generation", "age", "name", "duty", "circle", "several"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Clue:
    """Something that the words beside one mention say of who is meant. `mention_id` is None if the clue comes from a
    claim in a message that does not name its subject."""

    mention_id: str | None
    kind: str
    value: str
    is_own: bool
    words: str


@dataclass(frozen=True, slots=True)
class Place:
    """A mention, and where it is. Lists of places are in reading order."""

    mention_id: str
    message_id: str
    conversation_id: str
    char_start: int | None


@dataclass
class Part:
    """Mentions that mean one bearer of a name, with their clues. The same part has the same `key` in every build."""

    key: tuple[str, ...]
    clues: list[Clue] = field(default_factory=list)
    mentions: set[str] = field(default_factory=set)
    is_said: bool = False  # the person made this part


def may_be_several(clues: Iterable[Clue]) -> bool:
    """Whether a name may mean several people: its clues have more than one value of a kind in which two people differ
    (role or relation, organization, address, generation)."""
    found: dict[str, set[str]] = defaultdict(set)
    for clue in clues:
        found["role" if clue.kind == "relation" else clue.kind].add(clue.value)
    return any(len(found[kind]) > 1 for kind in ("role", "organization", "email", "generation"))


def parts_of(
    name: str, clues: Sequence[Clue], places: Sequence[Place], scale: Scale, parting: Parting | None = None,
    until: float | None = None,
) -> list[Part]:  # fmt: skip
    """The parts of one name: for each person whom it seems to mean, the mentions of that person. The largest part comes
    first.

    If nothing shows that there are several people, there is one part, or none if no mention has a clue; mentions
    without a clue may then be in no part. Parts that the person made stay as they are. `until`, if given, takes the
    place of the setting `part_to`: mentions are divided only if the log-odds that they mean one person are not above
    it.
    """
    by_mention: dict[str | None, list[Clue]] = defaultdict(list)
    for clue in clues:
        if clue.kind not in _PARTING_NOTHING:
            by_mention[clue.mention_id].append(clue)
    message_of = {place.mention_id: place.message_id for place in places}
    parts = _said(parting, places, by_mention)
    signatures: dict[tuple[tuple[str, str], ...], list[str]] = defaultdict(list)
    taken = {mention for part in parts for mention in part.mentions}
    for mention, told in by_mention.items():
        if mention is not None and mention not in taken:
            signatures[tuple(sorted({(clue.kind, clue.value) for clue in told}))].append(mention)
    limit = scale.settings.part_to if until is None else until
    for _, mentions in sorted(signatures.items(), key=lambda one: (-len(one[1]), one[0])):
        told = [clue for mention in sorted(mentions) for clue in by_mention[mention]]
        fitting = _fitting(name, told, mentions, parts, message_of, scale, limit)
        if fitting is None:
            fitting = Part(_leading(told))
            parts.append(fitting)
        fitting.clues += told
        fitting.mentions.update(mentions)
    if len(parts) > 1:
        _settle(parts, places)
    return sorted(parts, key=lambda part: (-len(part.mentions), part.key))


def _said(
    parting: Parting | None, places: Sequence[Place], by_mention: Mapping[str | None, Sequence[Clue]]
) -> list[Part]:
    """The parts that the person made, with those of their mentions that still exist."""
    if parting is None:
        return []
    at = {(place.message_id, place.char_start): place.mention_id for place in places}
    parts = []
    for number, said in enumerate(parting.parts):
        mentions = {at[place] for place in said if place in at}
        if mentions:
            told = [clue for mention in sorted(mentions) for clue in by_mention.get(mention, ())]
            parts.append(Part(("said", str(number)), told, mentions, True))
    return parts


def _fitting(
    name: str, told: Sequence[Clue], mentions: Sequence[str], parts: Sequence[Part], message_of: Mapping[str, str],
    scale: Scale, limit: float,
) -> Part | None:  # fmt: skip
    """The part whose clues fit the clues `told` best; None if every part tells of somebody else."""
    own = told_of("0", "person", [name], told, scale.names)
    messages = {message_of[mention] for mention in mentions if mention in message_of}
    best: tuple[float, int] | None = None
    for number, part in enumerate(parts):
        together = Together(
            is_told_apart=not messages.isdisjoint(message_of.get(m, "") for m in part.mentions if _is_told(m, part))
        )
        weighed = scale.weigh(
            own, told_of("1", "person", [name], part.clues, scale.names), _differing(together, told, part)
        )
        if not _parts(weighed, limit) and (best is None or weighed.log_odds > best[0]):
            best = weighed.log_odds, number
    return None if best is None else parts[best[1]]


def _is_told(mention: str, part: Part) -> bool:
    return any(clue.mention_id == mention for clue in part.clues)


def _differing(together: Together, told: Sequence[Clue], part: Part) -> Together:
    """Whether it counts as evidence that one message tells something of both sides (`together`). It counts if the clues
    `told` and those of the part have a kind in common (such as role) but no value of that kind; then `together` is
    returned, else an empty `Together`."""
    if not together.is_told_apart:
        return together
    for kind in ("relation", "role", "organization", "email"):
        mine = {clue.value for clue in told if clue.kind == kind}
        other = {clue.value for clue in part.clues if clue.kind == kind}
        if mine and other and not mine & other:
            return together
    return Together()


def _parts(weighed: Weighed, limit: float) -> bool:
    kinds = {evidence.kind for evidence in weighed.evidence}
    return weighed.log_odds <= limit and bool(kinds & _PARTING or {"other_role", "other_organization"} <= kinds)


def _leading(told: Sequence[Clue]) -> tuple[str, str]:
    """The clue that gives a part its key, as (kind, value): the most frequent value of the first kind in `KEY_ORDER`
    that the part has clues of."""
    counts = Counter((clue.kind, clue.value) for clue in told)
    return min(counts, key=lambda one: (KEY_ORDER.index(one[0]), -counts[one], one))


def _settle(parts: Sequence[Part], places: Sequence[Place]) -> None:
    """Put every mention without a clue into a part: the part of the mention before it in the conversation. Mentions
    before the first one with a clue go to the part of that one. In a conversation without any clue they go to the
    largest part."""
    owner = {mention: number for number, part in enumerate(parts) for mention in part.mentions}
    largest = min(range(len(parts)), key=lambda number: (-len(parts[number].mentions), parts[number].key))
    by_conversation: dict[str, list[Place]] = defaultdict(list)
    for place in places:
        by_conversation[place.conversation_id].append(place)
    for found in by_conversation.values():
        known = [owner[place.mention_id] for place in found if place.mention_id in owner]
        last = known[0] if known else largest
        for place in found:
            last = owner.get(place.mention_id, last)
            parts[last].mentions.add(place.mention_id)
