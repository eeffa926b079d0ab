"""Links retractions to grounded claims: makes `kg.retractions`, and finds what supersedes what (seed 000 §4.7.4).

There are two steps, because the replacement in a correction is a claim and has to be grounded like any other:

1. `sql/claims/retraction_targets.sql` finds the claim that each retraction concerns, and whether the message already
states what takes its place. If it does not ("I meant Leeds, not York"), the target's subject and relation with the new
object become a claim candidate.

2. These candidates are grounded together with the others, and the same SELECT is run again. Now it finds them.

A correction that only gives another time ("I meant since 2018") restates the target's fact with that time.

A replacement can itself be corrected, so both steps are repeated until no candidate is new. After k rounds the first k
corrections of a chain are settled. The tables are written once, after the last round.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from kg_assets.claims.assertions import Fate
from kg_assets.claims.contracts import CLAIM_CANDIDATES, RETRACTIONS
from kg_assets.claims.retracting.candidates import retraction_id
from kg_assets.claims.retracting.doing import HABIT, habits, of_a_habit
from kg_assets.claims.retracting.likening import Alike, alike_objects, folded_words, parted_verbs
from kg_assets.claims.retracting.model import SELF, STRONGEST_FIRST, Grounded
from kg_assets.claims.retracting.patterns import RetractionSettings
from kg_assets.claims.retracting.retiming import (
    is_retiming,
    puts_time,
    retimed,
    retimed_targets,
    said_last,
    with_times,
)
from kg_assets.core.canonical import canonical_text
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import StageRun

TARGETS_SQL = "sql/claims/retraction_targets.sql"
SUPERSEDED_SQL = "sql/claims/superseded.sql"
READER = "correction"
_LAST_ON_PATH = 6
_HOW = {
    1: "OBJECT_EQUAL", 2: "WORDS_IN_OBJECT", 3: "OBJECT_IN_WORDS", 4: "ONLY_ONE_ALIKE", 5: "OPEN_FACT",
    _LAST_ON_PATH: "LAST_ON_PATH",
}  # fmt: skip
_SELF_KEY = "__SELF__"
_TAKEN = pa.schema(
    [
        ("retraction_id", pa.string()), ("message_id", pa.string()), ("retraction_type", pa.string()),
        ("char_start", pa.int64()), ("char_end", pa.int64()), ("kind", pa.string()), ("reach", pa.int64()),
        ("subject_id", pa.string()), ("predicate_id", pa.string()), ("words", pa.string()),
        ("replacement_start", pa.int64()), ("replacement_end", pa.int64()), ("puts_time", pa.bool_()),
        ("newest_is_meant", pa.bool_()), ("one_is_meant", pa.bool_()),
    ]
)  # fmt: skip
_NAMES = pa.schema([("object_signature", pa.string()), ("words", pa.string())])
_STRETCHES = pa.schema([("whole", pa.string()), ("words", pa.string()), ("share", pa.float64())])
_ALIKE = pa.schema([("predicate_id", pa.string()), ("words", pa.string()), ("object_words", pa.string())])
_LINKS = pa.schema(
    [
        ("retraction_id", pa.string()), ("retraction_type", pa.string()), ("target_assertion_id", pa.string()),
        ("superseded_by", pa.string()), ("said_at", pa.string()), ("message_id", pa.string()),
        ("char_start", pa.int64()), ("is_described", pa.bool_()),
    ]
)  # fmt: skip


# A function that grounds all candidates of the build, and the given ones with them.
Grounds = Callable[[pa.Table], Grounded]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What linking gives: the fate of each superseded assertion, by its id; the rows of `kg.retractions`; and
    the claim candidates that corrections added."""

    fates: Mapping[str, Fate]
    retractions: pa.Table
    added_candidates: pa.Table


def take_back(
    stage: StageRun, settings: RetractionSettings, ids: IdSpace, candidates: pa.Table, grounds: Grounds
) -> TakenBack:  # fmt: skip
    """Link every retraction to the claim that it is about. `candidates` are rows of `kg.retraction_candidates`."""
    rows = _one_per_id(ids, candidates.to_pylist())
    added = _candidates_table([])
    grounded = grounds(added)
    stated = set(grounded.assertions["assertion_id"].to_pylist())
    found = _targets(stage, settings, rows, grounded)
    for _ in range(settings.most_rounds):
        wanted = _candidates_table(_replacements(ids, rows, found, grounded, stated))
        if wanted.equals(added):
            break
        added = wanted
        del grounded  # it is as large as the build, and so is the next one
        grounded = grounds(added)
        found = _targets(stage, settings, rows, grounded)
    else:
        stage.event("WARN", "CORRECTIONS_CHAINED_TOO_LONG", rounds=settings.most_rounds)
    # If something happened to a thing that no claim is about, nothing is taken back.
    rows = [row for row in rows if found[row["id"]]["step"] or not settings.is_event(row["pattern_id"])]
    _count(stage, rows, found)
    linked = [row for row in rows if found[row["id"]]["target_assertion_id"] is not None]
    links = pa.Table.from_pylist([_link(row, found[row["id"]]) for row in linked], _LINKS)
    tables = {"links": links, "assertions": grounded.assertions}
    fates = stage.query(SUPERSEDED_SQL, tables=tables).to_pylist() if linked else []
    retractions = pa.Table.from_pylist([_retraction(row, found[row["id"]]) for row in rows], RETRACTIONS.arrow_schema())
    retractions = retractions.sort_by([(name, "ascending") for name in RETRACTIONS.sort_order])
    found_fates = {row["assertion_id"]: Fate(row["superseded_by"], row["supersession"]) for row in fates}
    return TakenBack(found_fates, retractions, added)


def _one_per_id(ids: IdSpace, candidates: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each retraction once, in the order of ids. If several have one place, the one with the strongest type stays."""
    kept: dict[str, dict[str, Any]] = {}
    ranked = sorted(candidates, key=lambda c: (STRONGEST_FIRST.index(c["retraction_type"]), c["candidate_id"]))
    for candidate in ranked:
        made = retraction_id(ids, candidate)
        target, new = json.loads(candidate["target_json"]), candidate["replacement_json"]
        kept.setdefault(
            made, candidate | {"id": made, "target": target, "replacement": json.loads(new) if new else None}
        )
    return [kept[made] for made in sorted(kept)]


def _targets(
    stage: StageRun, settings: RetractionSettings, rows: Sequence[Mapping[str, Any]], grounded: Grounded
) -> dict[str, dict[str, Any]]:  # fmt: skip
    """The target of each retraction, as `retraction_targets.sql` finds it. For a correction of a time, the link also
    names the claim that states the new time."""
    if not rows:
        return {}
    taken = _taken(settings, rows, grounded)
    sought = {row["words"] for row in taken if row["words"]}
    texts = _object_texts(grounded) if sought else set()
    alike = _alike(settings, taken, texts, grounded)
    names, stretches = _object_words(settings, sought, {one.object_words for one in alike}, texts)
    parameters = {
        "longest_climb": settings.longest_climb, "least_share_of_words": settings.least_share_of_words
    }  # fmt: skip
    tables = {
        "assertions": grounded.assertions,
        "taken": pa.Table.from_pylist(taken, _TAKEN),
        "object_names": pa.Table.from_pylist(names, _NAMES),
        "stretches": pa.Table.from_pylist(stretches, _STRETCHES),
        "alike": pa.Table.from_pylist([one._asdict() for one in sorted(alike)], _ALIKE),
    }
    found = {row["retraction_id"]: row for row in stage.query(TARGETS_SQL, parameters, tables).to_pylist()}
    return with_times(rows, found, grounded)


def _taken(
    settings: RetractionSettings, rows: Sequence[Mapping[str, Any]], grounded: Grounded
) -> list[dict[str, Any]]:  # fmt: skip
    """The rows of the table `taken` for the SQL: for each retraction what its words say of the claim that is taken
    back, with ids for the subject and predicate that they name."""
    predicates = dict(_pairs(grounded.predicates, "canonical_label_norm", "predicate_id"))
    subjects = _subjects(grounded.entities)
    names = dict(_pairs(grounded.entities, "entity_id", "canonical_name"))
    made = []
    for row in rows:
        target, new = row["target"], row["replacement"] or {}
        span = new.get("span") or (None, None)
        # A reader that was offered the entities names one by its id.
        words = target["object"] and folded_words(names.get(target["object"], target["object"]), settings.ignored_words)
        said = {
            "retraction_id": row["id"], "message_id": row["message_id"], "retraction_type": row["retraction_type"],
            "char_start": row["char_start"], "char_end": row["char_end"], "kind": target["kind"],
            "reach": target.get("reach"), "subject_id": _known(subjects, target["subject"]),
            "predicate_id": _known(predicates, target["predicate"]), "words": words or None,
            "replacement_start": span[0], "replacement_end": span[1], "puts_time": is_retiming(row),
            "newest_is_meant": target["predicate"] in settings.newest_is_meant,
            "one_is_meant": settings.is_event(row["pattern_id"]),
        }  # fmt: skip
        made.append(said)
        if words:
            alike = (*settings.alike.get(target["predicate"], ()), *settings.or_of(row["pattern_id"]))
            made += [said | {"predicate_id": predicates[label]} for label in alike if label in predicates]
        may_be_habit = target["predicate"] is None or settings.is_of_any_state(row["pattern_id"])
        if may_be_habit and row["retraction_type"] == "temporal_bound":
            tags = settings.verb_of(row["pattern_id"])
            made += [said | one for one in habits(settings, said, tags, subjects, predicates)]
        if target["predicate"] == HABIT and row["retraction_type"] == "temporal_bound":
            made += [said | one for one in of_a_habit(settings, said["words"], predicates)]
        if is_retiming(row) and target["kind"] == "described":
            made.append(said_last(said, settings.reach))
    return made


def _known(ids: Mapping[str, str], name: str | None) -> str | None:
    """The id of a name. None if no name is given; for an unknown name an id that no claim has, because None would fit
    any claim."""
    return None if name is None else ids.get(name, f"unknown: {name}")


def _subjects(entities: pa.Table) -> dict[str, str]:
    """Entity ids by the names that a retraction can use for a subject: SELF, a relative's key, a canonical
    name, or the id."""
    found: dict[str, str] = {}
    keys, types = entities["entity_key"].to_pylist(), entities["entity_type"].to_pylist()
    names, own = entities["canonical_name"].to_pylist(), entities["entity_id"].to_pylist()
    for key, kind, name, entity in sorted(zip(keys, types, names, own, strict=True), key=lambda row: row[3]):
        if kind == "PERSON" and key.startswith(_SELF_KEY):
            found[SELF if key == _SELF_KEY else key] = entity
        else:
            found.setdefault(name, entity)
        found[entity] = entity
    return found


def _alike(
    settings: RetractionSettings, taken: Sequence[Mapping[str, Any]], texts: Set[tuple[str, str]], grounded: Grounded
) -> set[Alike]:  # fmt: skip
    """The words of objects that the words of a retraction can mean although they are not the same (see `likening`)."""
    sought: dict[str, set[str]] = {}
    for row in taken:
        if row["words"] and row["predicate_id"] and row["retraction_type"] == "temporal_bound":
            sought.setdefault(row["predicate_id"], set()).add(row["words"])
    return alike_objects(sought, grounded, texts, settings) if sought else set()


def _object_words(
    settings: RetractionSettings, sought: set[str], alike: set[str], texts: Set[tuple[str, str]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Rows for two tables of the SQL. The first has the words of the objects that the `sought` words may mean. The
    second says which words lie within longer ones, and which share of their words that is: "chess club" is 2/3 of "city
    chess club"."""
    if not sought:
        return [], []
    parts = {part for words in sought for part in _parts(words, settings.max_target_words)}
    names: list[dict[str, Any]] = []
    stretches = {words: _parts(words, settings.max_target_words) for words in sought}
    for signature, text in sorted(texts):
        words = folded_words(text, settings.ignored_words)
        parted = parted_verbs(words, settings.particles)
        inside = [
            part for part in _parts(words, 2 * settings.max_target_words) if part in sought and part not in parted
        ]
        if words in parts or words in alike or inside:
            names.append({"object_signature": signature, "words": words})
            stretches.setdefault(words, []).extend(inside)
    rows = [
        {"whole": whole, "words": part, "share": (part.count(" ") + 1) / (whole.count(" ") + 1)}
        for whole, found in sorted(stretches.items())
        for part in sorted(set(found))
    ]
    return _unique(names), rows


def _unique(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    kept = {(row["object_signature"], row["words"]): row for row in rows}
    return [kept[key] for key in sorted(kept)]


def _parts(words: str, most: int) -> list[str]:
    """Every row of neighbouring words among the first `most` words: "a", "a b" and "b" for "a b"."""
    split = words.split(" ")[:most]
    return [" ".join(split[i:j]) for i in range(len(split)) for j in range(i + 1, len(split) + 1)]


def _object_texts(grounded: Grounded) -> set[tuple[str, str]]:
    """Pairs of an object's signature and a text that names the object: each name of an entity, or the words of a
    literal.
    """
    names: dict[str, list[str]] = {}
    entities = grounded.entities
    for entity, name, aliases in zip(
        entities["entity_id"].to_pylist(), entities["canonical_name"].to_pylist(),
        entities["aliases_json"].to_pylist(), strict=True,
    ):  # fmt: skip
        names[entity] = [name, *json.loads(aliases)]
    found: set[tuple[str, str]] = set()
    claims = grounded.assertions.select(["object_signature", "object_entity_id", "object_value"])
    for signature, entity, value in zip(*(column.to_pylist() for column in claims.columns), strict=True):
        if entity is not None:
            found.update((signature, name) for name in names.get(entity, ()))
        elif value is not None:
            found.add((signature, str(json.loads(value))))
    return found


def _replacements(
    ids: IdSpace, rows: Sequence[Mapping[str, Any]], found: Mapping[str, Mapping[str, Any]], grounded: Grounded,
    stated: set[str],
) -> list[dict[str, Any]]:  # fmt: skip
    """Claim candidates for the corrections whose message does not itself state the replacement."""
    labels = dict(_pairs(grounded.predicates, "predicate_id", "canonical_label"))
    selves = {entity: name for name, entity in _subjects(grounded.entities).items() if name == SELF}
    targets = retimed_targets(rows, found, grounded)
    made: list[dict[str, Any]] = []
    for row in rows:
        link, new = found[row["id"]], row["replacement"]
        # Without a place nothing can be traced to its words (design, first paragraph).
        if new is None or new["object"] is None or new["span"] is None or link["target_assertion_id"] is None:
            continue
        if link["replacement_assertion_id"] not in stated:
            subject = selves.get(link["target_subject_id"], link["target_subject_id"])
            candidate = _candidate(ids, row, link, subject, labels[link["target_predicate_id"]])
            if puts_time(row, link):
                made += retimed(candidate, new["retimed"], targets[link["target_assertion_id"]])
            else:
                made.append(candidate)
    return made


def _candidate(
    ids: IdSpace, row: Mapping[str, Any], link: Mapping[str, Any], subject: str, predicate: str
) -> dict[str, Any]:  # fmt: skip
    """The target's subject and relation with the new object, as a row of `kg.claim_candidates`."""
    new = row["replacement"]
    (start, end), (first, last) = new["span"], new["object_span"] or (None, None)
    return {
        "candidate_id": ids.make("claim_candidate", row["message_id"], READER, row["id"]),
        "message_id": row["message_id"], "extraction_method": "rule_based",
        "reader": f"{READER}:{row['pattern_id']}", "priority": 0, "subject": subject, "subject_start": None,
        "subject_end": None, "bare_name": None, "predicate_label": predicate,
        "object_kind": new["object_kind"] or link["target_object_kind"] or "string", "object": new["object"],
        "object_start": first, "object_end": last, "modality": link["target_modality"], "polarity": "positive",
        "qualifier_type": None, "qualifier_text": None, "qualifier_start": None, "qualifier_end": None,
        "qualifier_value": None, "char_start": start, "char_end": end, "surface_text": new["text"],
        "confidence": row["confidence"], "notes_json": canonical_text({"retraction_id": row["id"]}),
    }  # fmt: skip


def _candidates_table(rows: Sequence[dict[str, Any]]) -> pa.Table:
    table = pa.Table.from_pylist(list(rows), CLAIM_CANDIDATES.arrow_schema())
    return table.sort_by([(name, "ascending") for name in CLAIM_CANDIDATES.sort_order])


def _superseder(row: Mapping[str, Any], link: Mapping[str, Any]) -> str | None:
    """The id of the assertion that takes the target's place: the replacement in a correction, or the denial in "I no
    longer …". None if there is none."""
    by: str | None = link[
        "replacement_assertion_id" if row["retraction_type"] == "correction" else "denying_assertion_id"
    ]
    return by


def _link(row: Mapping[str, Any], link: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "retraction_id": row["id"], "retraction_type": row["retraction_type"],
        "target_assertion_id": link["target_assertion_id"], "superseded_by": _superseder(row, link),
        "said_at": link["said_at"], "message_id": row["message_id"], "char_start": row["char_start"],
        "is_described": link["step"] != _LAST_ON_PATH,
    }  # fmt: skip


def _retraction(row: Mapping[str, Any], link: Mapping[str, Any]) -> dict[str, Any]:
    decision = {
        "candidate_id": row["candidate_id"], "pattern_id": row["pattern_id"], "target": row["target"],
        "replacement": row["replacement"], "found": _HOW.get(link["step"]), "hindrance": link["hindrance"],
        "qualifier": _span(row["qualifier_start"], row["qualifier_end"]),
        "denied_by": link["denying_assertion_id"],
    }  # fmt: skip
    return {
        "retraction_id": row["id"], "retraction_message_id": row["message_id"],
        "target_assertion_id": link["target_assertion_id"], "target_fact_key": link["target_fact_key"],
        "retraction_type": row["retraction_type"], "replacement_assertion_id": link["replacement_assertion_id"],
        "confidence": row["confidence"], "char_start": row["char_start"], "char_end": row["char_end"],
        "surface_text": row["surface_text"], "qualifier_start": row["qualifier_start"],
        "qualifier_end": row["qualifier_end"], "denied_by_assertion_id": link["denying_assertion_id"],
        "is_described": link["step"] != _LAST_ON_PATH, "raw_retraction_json": canonical_text(decision),
    }  # fmt: skip


def _span(start: int | None, end: int | None) -> list[int] | None:
    return None if start is None or end is None else [start, end]


def _count(stage: StageRun, rows: Sequence[Mapping[str, Any]], found: Mapping[str, Mapping[str, Any]]) -> None:
    stage.count("retractions_detected", len(rows))
    stage.count("retractions_linked", sum(found[row["id"]]["target_assertion_id"] is not None for row in rows))


def _pairs(table: pa.Table, key: str, value: str) -> list[tuple[str, str]]:
    return list(zip(table[key].to_pylist(), table[value].to_pylist(), strict=True))
