"""Decides who is who in a build. It makes bearers (a bearer is a name with what is known of whom it means), decides for
pairs of bearers whether they are one, and unites those that are."""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby
from operator import itemgetter

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import StageRun
from kg_assets.lexicon.keys import RELATIVE, SELF_TYPE
from kg_assets.llm.request import Request
from kg_assets.memory.people.bearers import told_of
from kg_assets.memory.people.blocking import Codes, pairs_of
from kg_assets.memory.people.clues import BEFORE, BEHIND
from kg_assets.memory.people.confirming import confirmed, questions
from kg_assets.memory.people.decisions import RULINGS, Ruling, standing_partings, standing_rulings
from kg_assets.memory.people.matters import MATTER, Matters, commonplace
from kg_assets.memory.people.parting import Clue, Part, Place, may_be_several, parts_of
from kg_assets.memory.people.rows import Held, Row, is_self, normal, write_people
from kg_assets.memory.people.screening import Screen
from kg_assets.memory.people.settings import PeopleSettings
from kg_assets.memory.people.uniting import Decided, Pair, Unlike, decided_by_rules, united
from kg_assets.memory.people.weighing import Bearer, Scale, Sort, Together, Weighed
from kg_assets.memory.people.words import read_words
from kg_assets.store.decisions import PersonSide

_UNSURE_TYPES = ("CUSTOM_TERM", "OTHER", "ORG")


@dataclass(frozen=True)
class _Known:
    """What is known before bearers are united: the bearers, the weighed pairs, what the rules decided on these, and
    what the person decided."""

    ids: IdSpace
    scale: Scale
    held: Sequence[Held]
    places: Mapping[str, Sequence[Place]]
    given: Mapping[str, pa.Table]
    weighed: Mapping[Pair, Weighed]
    unlike: Unlike
    decided: Mapping[Pair, Decided]  # by rules
    rulings: Mapping[Pair, bool]


def run(stage: StageRun) -> None:
    """Write the people, organizations and things, their names and mentions, and every decision on a pair."""
    known = _known(stage)
    decided = dict(known.decided)
    settings: PeopleSettings = stage.settings("people")
    if stage.settings("models").mode != "off" and settings.ask_model:
        decided |= confirmed(stage, questions(stage, known.held, decided, known.rulings, known.given), decided)
    decided |= {pair: _ruled(known.weighed[pair], is_same) for pair, is_same in known.rulings.items()}
    groups, final = united(decided, known.unlike, [one.bearer for one in known.held])
    write_people(stage, known.ids, known.scale, known.held, groups, final, known.given, known.places)
    for verdict, times in sorted(Counter(f"{one.verdict}:{one.decided_by}" for one in final.values()).items()):
        stage.count(f"pairs:{verdict}", times)
    stage.count("pairs:unlike", len(known.unlike.codes))


def requests(stage: StageRun) -> Iterator[Request]:
    """The requests that ask a model about uncertain pairs of names."""
    known = _known(stage)
    for question in questions(stage, known.held, known.decided, known.rulings, known.given):
        yield question.request


def most_asked(stage: StageRun) -> int:
    """The most answers that may be needed: `most_confirmed` pairs times the runs for each; 0 if `people.ask_model` is
    off."""
    settings: PeopleSettings = stage.settings("people")
    runs: int = stage.settings("models").multi_run_count
    return settings.most_confirmed * runs if settings.ask_model else 0


def _known(stage: StageRun) -> _Known:
    settings: PeopleSettings = stage.settings("people")
    scale = Scale(read_words(stage.file), settings)
    ids = IdSpace(stage.settings("sources").id_namespace)
    given = _given(stage, ids)
    entities = stage.query("sql/people/named.sql", tables=given).to_pylist()
    own = {row["entity_id"] for row in entities if is_self(row)}
    clues = _clues(stage, scale, given)
    places = _places(stage, entities, clues, given)
    held = bearers_of(stage, ids, scale, entities, clues, places)
    bearers = [one.bearer for one in held]
    asked = [place for place, one in enumerate(held) if one.source["entity_id"] not in own]
    codes, left_out = pairs_of([bearers[place] for place in asked], scale)
    stage.count("keys_too_common", left_out)
    siblings = _siblings(held)
    rulings = _rulings(stage, held, places)
    given = given | {"parted": _parted(held)}
    # From positions in `asked` to positions among all bearers.
    all_places = np.array(asked, dtype=np.int64)
    codes = all_places[codes // max(1, len(asked))] * len(held) + all_places[codes % max(1, len(asked))]
    weighed, unlike = _weighed(stage, scale, bearers, codes, siblings | set(rulings), siblings, given)
    decided = decided_by_rules(weighed, bearers, scale)
    decided |= {pair: _parted_before(decided[pair], pair, held) for pair in siblings}
    return _Known(ids, scale, held, places, given, weighed, unlike, decided, rulings)


# --- bearers --------------------------------------------------------------------------------------------------------


def _given(stage: StageRun, ids: IdSpace) -> dict[str, pa.Table]:
    """Tables from Python that the SQL needs: `base` with every place of a name, and `names` with an id for each name
    that has no entity."""
    base = stage.query("sql/people/base.sql")
    loose = base.filter(pc.is_null(base["entity_id"]))
    names = sorted(set(zip(loose["kind"].to_pylist(), loose["normal"].to_pylist(), strict=True)))
    made = {
        "kind": pa.array([kind for kind, _ in names], pa.string()),
        "normal": pa.array([normal for _, normal in names], pa.string()),
        "source_id": pa.array(ids.make_each(("named", *name) for name in names), pa.string()),
    }
    return {"base": base, "names": pa.table(made)}


def _clues(stage: StageRun, scale: Scale, given: Mapping[str, pa.Table]) -> dict[str, list[Clue]]:
    rows = stage.query("sql/people/told.sql", tables=given)
    columns = [rows[name].to_pylist() for name in ("entity_id", "mention_id", "kind", "value", "is_own", "words")]
    found: dict[str, list[Clue]] = defaultdict(list)
    for entity, mention, kind, value, is_own, words in zip(*columns, strict=True):
        if kind == "noun":
            kind, value = "relation", scale.words.relation_of.get(value)
        if value is not None:
            found[entity].append(Clue(mention, kind, value, is_own, words))
    _add_matters(stage, scale, given, found)
    return found


def _add_matters(
    stage: StageRun, scale: Scale, given: Mapping[str, pa.Table], found: dict[str, list[Clue]]
) -> None:  # fmt: skip
    """Add for each name, at its first `matter_mentions` places, a clue with the telling words around the place."""
    matters = Matters(scale.words)
    asked = {"matter_mentions": scale.settings.matter_mentions, "before": BEFORE, "behind": BEHIND}
    rows = stage.query("sql/people/first_places.sql", asked, given)
    columns = [rows[name].to_pylist() for name in ("entity_id", "mention_id", "before", "name", "behind")]
    for entity, mention, before, name, behind in zip(*columns, strict=True):
        text, start, end = before + name + behind, len(before), len(before) + len(name)
        words = " ".join(dict.fromkeys(matters.around(text, start, end)))
        if words:
            found[entity].append(Clue(mention, MATTER, words, False, words))


def _places(
    stage: StageRun, entities: Sequence[Row], clues: Mapping[str, Sequence[Clue]], given: Mapping[str, pa.Table]
) -> dict[str, list[Place]]:  # fmt: skip
    """For each name that may mean several people, or about which the person decided by place, by entity id: all places
    of the name."""
    several = {row["entity_id"] for row in entities if may_be_several(clues.get(row["entity_id"], ()))}
    for kind in ("people_same", "people_different"):
        for entry in stage.ledger_entries(kind):
            several |= {entry[side]["entity"]["entity_id"] for side in ("a", "b") if entry[side].get("place")}
    several |= {entry["entity"]["entity_id"] for entry in stage.ledger_entries("people_parted")}
    wanted = pa.table({"entity_id": pa.array(sorted(several), pa.string())})
    rows = stage.query("sql/people/places.sql", tables={**given, "several": wanted}).to_pylist()
    return {
        entity: [Place(r["mention_id"], r["message_id"], r["conversation_id"], r["char_start"]) for r in found]
        for entity, found in groupby(rows, key=itemgetter("entity_id"))
    }


def bearers_of(
    stage: StageRun, ids: IdSpace, scale: Scale, entities: Sequence[Row], clues: Mapping[str, Sequence[Clue]],
    places: Mapping[str, Sequence[Place]],
) -> list[Held]:  # fmt: skip
    """The bearers of a build in the order of their ids: one for each entity, or several if its mentions are divided
    into parts."""
    partings = standing_partings(stage.ledger_entries("people_parted"), stage.ledger_entries("decision_undone"))
    people = _names_of_people(entities)
    common = _commonplace(clues, len(entities), scale.settings)
    held: list[Held] = []
    for row in entities:
        told = clues.get(row["entity_id"], ())
        sort = sort_of(row, told, people)
        names = _names(row, scale)
        parts: Sequence[Part] = ()
        if sort == "person" and row["entity_id"] in places and not is_self(row):
            parts = parts_of(names[0], told, places[row["entity_id"]], scale, partings.get(row["entity_id"]))
        if len(parts) > 1:
            for part in parts:
                own = ids.make("bearer", row["entity_id"], *part.key)
                bearer = told_of(own, sort, names, part.clues, scale.names, common)
                held.append(Held(bearer, row, tuple(part.clues), frozenset(part.mentions), part.is_said))
        else:
            told = [*told, *_relative(row, scale)]
            held.append(Held(told_of(row["entity_id"], sort, names, told, scale.names, common), row, tuple(told)))
    return sorted(held, key=lambda one: one.bearer.bearer_id)


def _commonplace(clues: Mapping[str, Sequence[Clue]], names: int, settings: PeopleSettings) -> frozenset[str]:
    beside = ({word for c in told if c.kind == MATTER for word in c.value.split()} for told in clues.values())
    return commonplace(beside, names, settings)


def sort_of(row: Row, told: Sequence[Clue], people: Mapping[str, int]) -> Sort:
    """The sort of bearer that a row names: a person, a thing or a place. Recognisers often take rare names of people
    for things. So an organization, a term or something unclear counts as a person in two cases: if its name occurs
    more often as the name of a person, or if a relation is known for at least every second of its mentions."""
    kind = row["entity_type"]
    if kind in ("PERSON", "EMAIL", "HANDLE"):
        return "person"
    if kind in _UNSURE_TYPES:
        if people.get(normal(row["canonical_name"]), 0) > row["mention_count"]:
            return "person"
        relations = sum(clue.kind == "relation" for clue in told)
        if relations and 2 * relations >= row["mention_count"]:
            return "person"
    return "place" if kind == "LOCATION" else "thing"


def _names_of_people(entities: Sequence[Row]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for row in entities:
        if row["entity_type"] == SELF_TYPE:
            found[normal(row["canonical_name"])] += row["mention_count"]
    return found


def _names(row: Row, scale: Scale) -> list[str]:
    """The canonical name and the aliases of an entity, each once whatever its case, and handles without their @."""
    names = [row["canonical_name"], *json.loads(row["aliases_json"])]
    names = [name.removeprefix("@") if row["entity_type"] == "HANDLE" else name for name in names]
    kept: dict[str, str] = {}
    for name in names:
        if name.strip():
            kept.setdefault(normal(name), name)
    return list(kept.values()) or [row["entity_key"]]


def _relative(row: Row, scale: Scale) -> list[Clue]:
    """The clue about a relative who is known only by the relation ("my sister"), read from the key of the entity. No
    clue for other entities."""
    if not row["entity_key"].startswith(RELATIVE):
        return []
    noun = row["entity_key"].removeprefix(RELATIVE)
    relation = scale.words.relation_of.get(noun)
    if relation is None:
        return [Clue(None, "role", noun, True, noun)]
    return [Clue(None, "relation", relation, True, noun)]


# --- pairs ----------------------------------------------------------------------------------------------------------


def _siblings(held: Sequence[Held]) -> set[Pair]:
    """Every pair of bearers that are parts of the same name: those between whom the mentions of one name were divided.
    A bearer is its index in `held`."""
    parts: dict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(held):
        if one.mentions is not None:
            parts[one.source["entity_id"]].append(place)
    return {pair for places in parts.values() for pair in combinations(places, 2)}


def _parted(held: Sequence[Held]) -> pa.Table:
    rows = sorted(
        (mention, one.source["entity_id"], one.bearer.bearer_id)
        for one in held
        if one.mentions is not None
        for mention in one.mentions
    )
    names = ("mention_id", "entity_id", "bearer_id")
    return pa.table({name: pa.array([row[at] for row in rows], pa.string()) for at, name in enumerate(names)})


def _weighed(
    stage: StageRun, scale: Scale, bearers: Sequence[Bearer], codes: Codes, kept: Collection[Pair],
    siblings: Collection[Pair], given: Mapping[str, pa.Table],
) -> tuple[dict[Pair, Weighed], Unlike]:  # fmt: skip
    """Weigh each pair of bearers. The first result has the weighed pairs: those whose names may fit, and all of `kept`.
    The second has the other pairs, whose names do not fit."""
    count = len(bearers)
    weighed: dict[Pair, Weighed] = {}
    unlike: list[int] = []
    kept_codes = np.array([a * count + b for a, b in kept], dtype=np.int64)
    wanted = np.unique(np.concatenate([codes, kept_codes]))
    is_unlike = Screen(bearers, scale).unlike(wanted) & ~np.isin(wanted, kept_codes)
    for code in map(int, wanted[~is_unlike]):
        pair = divmod(code, count)
        one = scale.weigh(bearers[pair[0]], bearers[pair[1]])
        if one.is_unlike and pair not in kept:
            unlike.append(code)
        else:
            weighed[pair] = one
    place_of = {bearer.bearer_id: place for place, bearer in enumerate(bearers)}
    # If the names do not fit, the people named beside them tell nothing.
    open_pairs = [pair for pair, one in weighed.items() if one.evidence[0].kind not in ("incompatible", "same_thing")]
    asked = pa.table({
        side: pa.array([bearers[pair[at]].bearer_id for pair in open_pairs], pa.string())
        for at, side in enumerate(("a", "b"))
    })  # fmt: skip
    beside = stage.query(
        "sql/people/beside.sql", {"most_named_together": scale.settings.most_named_together}, {**given, "pairs": asked}
    )
    for a, b, shared, is_together in zip(*(beside[name].to_pylist() for name in beside.column_names), strict=True):
        if shared or is_together:
            pair = (place_of[a], place_of[b])
            told_apart = is_together and pair in siblings
            weighed[pair] = scale.weigh(bearers[pair[0]], bearers[pair[1]], Together(shared, is_together, told_apart))
    return weighed, Unlike(count, np.union1d(wanted[is_unlike], np.array(unlike, dtype=np.int64)))


def _rulings(stage: StageRun, held: Sequence[Held], places: Mapping[str, Sequence[Place]]) -> dict[Pair, bool]:
    """The person's last verdict on each pair of this build: whether the two are one. A verdict is counted and has no
    effect if one of its sides is not found."""
    standing = standing_rulings(*(stage.ledger_entries(kind) for kind in RULINGS))
    found: dict[Pair, bool] = {}
    for ruling in standing:
        pair = _pair_meant(ruling, held, places)
        if pair is None:
            stage.count("verdicts_without_pair", 1)
        else:
            found[pair] = ruling.is_same
    return found


def _pair_meant(ruling: Ruling, held: Sequence[Held], places: Mapping[str, Sequence[Place]]) -> Pair | None:
    a, b = (_side_meant(side, held, places) for side in (ruling.a, ruling.b))
    return None if a is None or b is None or a == b else (min(a, b), max(a, b))


def _side_meant(side: PersonSide, held: Sequence[Held], places: Mapping[str, Sequence[Place]]) -> int | None:
    own = [place for place, one in enumerate(held) if one.source["entity_id"] == side.entity.entity_id]
    if len(own) < 2 or side.place is None:
        return own[0] if len(own) == 1 else None
    at = {(p.message_id, p.char_start): p.mention_id for p in places.get(side.entity.entity_id, ())}
    mention = at.get((side.place.message_id, side.place.char_start))
    return next((place for place in own if mention in (held[place].mentions or ())), None)


def _parted_before(decided: Decided, pair: Pair, held: Sequence[Held]) -> Decided:
    """The decision on two parts of one name. If the person made both parts, they are different people. Else a "same"
    becomes "uncertain", because the parts share nothing but the name."""
    if all(held[side].is_said for side in pair):
        return replace(decided, verdict="different", decided_by="person", reason="You parted them.")
    return replace(decided, verdict="uncertain") if decided.verdict == "same" else decided


def _ruled(weighed: Weighed, is_same: bool) -> Decided:
    reason = "You said that they are one." if is_same else "You said that they are two."
    return Decided(weighed, "same" if is_same else "different", "person", reason)
