"""Unites bearers by the verdicts on pairs, the surest first. Two bearers that were found different are never united,
unless the person says so."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from kg_assets.lexicon.keys import YOURS
from kg_assets.memory.people.weighing import Bearer, Evidence, Scale, Verdict, Weighed

Pair = tuple[int, int]
_GIVEN = "given_of_full"
# Evidence that speaks neither for nor against a bare given name meaning the one full name that it fits: people often
# call somebody by both names in one message.
_SILENT = frozenset({_GIVEN, "named_together", "met_together"})
# Kinds of likeness in which a name may fit several people: the best of them must lead.
_WEAK = frozenset({
    "initial_and_surname", "given_and_initial", "both_abbreviated", "initials_only", "one_pet_name", "given_of_full",
    "surname_of_full", "one_surname", "part_of_address", "no_name", "short_address",
})  # fmt: skip


@dataclass(frozen=True)
class Unlike:
    """Pairs of bearers that were compared and whose names do not fit. No decision is written for them, but two bearers
    of such a pair are never united."""

    count: int
    codes: npt.NDArray[np.int64]  # in order; a pair is its first place times `count` plus its second

    def between(self, some: Collection[int], others: Collection[int]) -> Pair | None:
        """The first of these pairs that has one side in `some` and the other in `others`, with the side in `some`
        first; None if there is none."""
        if not len(self.codes):
            return None
        pairs = [(a, b) for a in sorted(some) for b in sorted(others)]
        codes = np.array([min(pair) * self.count + max(pair) for pair in pairs], dtype=np.int64)
        at = np.minimum(np.searchsorted(self.codes, codes), len(self.codes) - 1)
        return next((pair for pair, is_there in zip(pairs, self.codes[at] == codes, strict=True) if is_there), None)


@dataclass(frozen=True)
class Decided:
    """The verdict on a pair, who gave it (`rules`, `model` or `person`), and the reason."""

    weighed: Weighed
    verdict: Verdict
    decided_by: str
    reason: str
    model: Mapping[str, object] | None = None


def decided_by_rules(weighed: Mapping[Pair, Weighed], bearers: Sequence[Bearer], scale: Scale) -> dict[Pair, Decided]:
    """The verdicts of the weighing, changed in two cases. A given name that fits only one full name means the same
    person. A short name that fits several names about equally well becomes uncertain."""
    found = {pair: Decided(one, one.verdict, "rules", one.reason) for pair, one in weighed.items()}
    for pair in _only_fitting(weighed, bearers, scale):
        reason = "One is called by a given name, and no other full name fits."
        found[pair] = replace(found[pair], verdict="same", reason=reason)
    rivals: dict[int, list[tuple[float, Pair]]] = defaultdict(list)
    for pair, one in weighed.items():
        if one.verdict == "same" and one.evidence[0].kind in _WEAK:
            short = _shorter(pair, bearers, scale)
            rivals[short].append((-one.log_odds, pair))
    for short, candidates in rivals.items():
        candidates.sort()
        for place, (odds, pair) in enumerate(candidates):
            rival = candidates[0][1] if place else candidates[1][1] if len(candidates) > 1 else None
            if rival is None or _is_same(_other(pair, short), _other(rival, short), weighed):
                continue
            lead = abs(candidates[0][0]) - abs(odds) if place else abs(odds) - abs(candidates[1][0])
            if place or lead < scale.settings.margin:
                name = bearers[_other(rival, short)].names[0]
                reason = f"{found[pair].reason.rstrip('.')}, but {name} fits as well; that is not enough to decide."
                found[pair] = replace(found[pair], verdict="uncertain", reason=reason)
    return found


def _only_fitting(weighed: Mapping[Pair, Weighed], bearers: Sequence[Bearer], scale: Scale) -> list[Pair]:
    """Pairs of a given name and a full name that fit only each other: neither fits anybody else, and no evidence speaks
    against the pair."""
    fitting: dict[int, list[Pair]] = defaultdict(list)
    for pair, one in weighed.items():
        if one.evidence[0].kind == _GIVEN and (one.verdict != "different" or _is_silent(one)):
            short = _shorter(pair, bearers, scale)
            fitting[short].append(pair)
            fitting[_other(pair, short)].append(pair)
    return [
        pair
        for pair, one in weighed.items()
        if one.verdict != "same"
        and (_is_silent(one) or all(evidence.weight > 0 for evidence in one.evidence))
        and all(fitting.get(side) == [pair] for side in pair)
    ]


def _is_silent(one: Weighed) -> bool:
    return all(evidence.kind in _SILENT for evidence in one.evidence)


def _shorter(pair: Pair, bearers: Sequence[Bearer], scale: Scale) -> int:
    """Which bearer of a pair has the shorter name, as its index. An address or a relation counts as shorter than a
    name."""

    def length(place: int) -> tuple[int, int, int]:
        name = scale.names.read(bearers[place].names[0])
        return (name.sort == "name", sum(map(len, name.tokens)), place)

    return min(pair, key=length)


def _other(pair: Pair, one: int) -> int:
    return pair[1] if pair[0] == one else pair[0]


def _is_same(a: int, b: int, weighed: Mapping[Pair, Weighed]) -> bool:
    between = weighed.get((min(a, b), max(a, b)))
    return between is not None and between.verdict == "same"


def united(
    decided: Mapping[Pair, Decided], unlike: Unlike, bearers: Sequence[Bearer]
) -> tuple[list[int], dict[Pair, Decided]]:  # fmt: skip
    """Two values: the number of each bearer's group, and the decisions after uniting.

    Two kinds of decisions "same" become "uncertain", unless the person made them. One kind would join bearers known to
    be different. The other kind is about a relative ("my sister") of whom the person has already said who that is.
    """
    count = len(bearers)
    apart: dict[int, set[int]] = defaultdict(set)
    for (a, b), one in decided.items():
        if one.verdict == "different":
            apart[a].add(b)
            apart[b].add(a)
    group = list(range(count))
    members: dict[int, set[int]] = {place: {place} for place in range(count)}
    final = dict(decided)
    same = [pair for pair, one in decided.items() if one.verdict == "same"]
    said = {"person": 0, "model": 1, "rules": 2}
    # If the person has said who "my sister" is, she is nobody else.
    settled = {
        side
        for pair in same
        if decided[pair].decided_by == "person"
        for side in pair
        if bearers[side].names[0].startswith(YOURS)
    }
    for pair in sorted(same, key=lambda p: (said[decided[p].decided_by], -decided[p].weighed.log_odds, p)):
        mine, other = (group[side] for side in pair)
        if mine == other:
            continue
        told_apart = ((a, b) for a in sorted(members[mine]) for b in sorted(apart[a] & members[other]))
        is_said = decided[pair].decided_by == "person"
        if not is_said and not settled.isdisjoint(pair):
            reason = f"{decided[pair].reason.rstrip('.')}, but you said who that is."
            final[pair] = replace(decided[pair], verdict="uncertain", reason=reason)
            continue
        unfit = unlike.between(members[mine], members[other])
        between = None if is_said else min(filter(None, (next(told_apart, None), unfit)), default=None)
        if between is not None:
            names = " and ".join(bearers[side].names[0] for side in between)
            reason = f"{decided[pair].reason.rstrip('.')}, but {names} are two; that is not enough to decide."
            final[pair] = replace(decided[pair], verdict="uncertain", reason=reason)
            continue
        stays, goes = min(mine, other), max(mine, other)
        members[stays] |= members.pop(goes)
        for member in members[stays]:
            group[member] = stays
    return group, _consistent(final, group)


def _consistent(decided: Mapping[Pair, Decided], group: Sequence[int]) -> dict[Pair, Decided]:
    """The decisions, made consistent with the groups: a decision on two bearers of the same group becomes "same",
    because other decisions have joined them."""
    return {
        (a, b): replace(one, verdict="same", reason=f"{one.reason.rstrip('.')}; both are one with a third.")
        if group[a] == group[b] and one.verdict != "same"
        else one
        for (a, b), one in decided.items()
    }


def evidence_json(decided: Decided) -> dict[str, object]:
    """The evidence for a decision as JSON text, as tables store it."""
    told = [_told(evidence) for evidence in decided.weighed.evidence]
    return {"evidence": told} | ({} if decided.model is None else {"model": dict(decided.model)})


def _told(evidence: Evidence) -> dict[str, object]:
    return {"kind": evidence.kind, "weight": evidence.weight, "words": list(evidence.words)}
