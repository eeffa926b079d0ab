"""Stage 2B, consolidation: names, counts, merges and salience of entities, in numbers that a reader can work out."""

import json
import random
import uuid
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from kg_assets.sources.settings import SourceSettings
from tests.lexicon.said import HORIZON, Outcome, Said, build, entity_id, is_own, who

SELF = ("PERSON", "__SELF__")


def built(folder: Path, said: Said, **more: Any) -> Outcome:
    """Both stages, with every rule of their contracts kept."""
    outcome = build(folder, said, **more)
    assert outcome.broken_rules() == []
    return outcome


def test_the_id_of_an_entity_is_its_type_and_key(tmp_path: Path) -> None:
    """§2B.10, made here with the standard library alone."""
    said = Said()
    said.mention("Zoë Löwe", key="zoë löwe")
    row = built(tmp_path, said).entity("PERSON", "zoë löwe")
    name = json.dumps(["entity", "PERSON", "zoë löwe"], separators=(",", ":"), ensure_ascii=False)
    assert row["entity_id"] == str(uuid.uuid5(uuid.UUID(SourceSettings().id_namespace), name))


def test_name_1_the_most_frequent_surface(tmp_path: Path) -> None:
    """§2B.7.3 step 1: two mentions of an assistant outweigh an earlier one of the person."""
    said = Said()
    said.mention("ANNA", key="anna", role="user", at="2024-01-01T00:00:00.000Z")
    said.mention("Anna", key="anna", role="assistant")
    said.mention("Anna", key="anna", role="assistant")
    assert built(tmp_path, said).entity("PERSON", "anna")["canonical_name"] == "Anna"


def test_name_2_what_the_person_says_breaks_a_tie(tmp_path: Path) -> None:
    """§2B.7.3 step 2: of two mentions each, the surface with more of the person's; although the other came first."""
    said = Said()
    for role in ("assistant", "assistant"):
        said.mention("ANNA", key="anna", role=role, at="2024-01-01T00:00:00.000Z")
    for role in ("assistant", "user"):
        said.mention("Anna", key="anna", role=role)
    assert built(tmp_path, said).entity("PERSON", "anna")["canonical_name"] == "Anna"


@pytest.mark.parametrize(
    ("late", "early"),
    [
        ({"at": "2024-02-01T00:00:00.000Z"}, {"at": "2024-01-31T23:59:59.999Z"}),
        ({"at": None}, {"at": "2024-02-01T00:00:00.000Z"}),  # what has no time comes last
        ({"at": None, "conversation": "c2"}, {"at": None, "conversation": "c1"}),
    ],
    ids=["time", "no_time_last", "conversation"],
)
def test_name_3_the_first_occurrence(tmp_path: Path, late: dict[str, Any], early: dict[str, Any]) -> None:
    """§2B.7.3 step 3: the later one is said first here, so that no order of rows can help."""
    said = Said()
    said.mention("ANNA", key="anna", **late)
    said.mention("Anna", key="anna", **early)
    assert built(tmp_path, said).entity("PERSON", "anna")["canonical_name"] == "Anna"


def test_the_first_occurrence_within_a_conversation_and_a_message(tmp_path: Path) -> None:
    """Of one time and conversation the place in it counts, of one message the mention's id."""
    said = Said()
    said.mention("anna", key="anna")
    said.mention("Anna", key="anna")
    message = said.message()
    said.mention("bob", key="bob", message=message)
    said.mention("Bob", key="bob", message=message)
    # The message that was said first gets the last place, the mention that was found first the greatest id.
    said.messages[0]["order_index"] = 9
    said.mentions[2]["mention_id"] = "n999"
    outcome = built(tmp_path, said)
    assert outcome.entity("PERSON", "anna")["canonical_name"] == "Anna"
    assert outcome.entity("PERSON", "bob")["canonical_name"] == "Bob"


def test_aliases_are_all_surfaces_in_code_order(tmp_path: Path) -> None:
    """Each once, none NULL, capitals before small letters before umlauts, as canonical JSON."""
    said = Said()
    for surface in ("zoë", "Zoë", "ZOË", "Ärzte\u2028", '"Zoë"', "zoë", None):
        said.mention(surface, key="zoë")
    aliases = built(tmp_path, said).entity("PERSON", "zoë")["aliases_json"]
    assert aliases == '["\\"Zoë\\"","ZOË","Zoë","zoë","Ärzte\u2028"]'


def test_counts_and_times(tmp_path: Path) -> None:
    """Four mentions in three messages of two conversations; what has no time is counted, but neither first nor last."""
    said = Said()
    message = said.message(at="2024-03-01T00:00:00.000Z", conversation="c1")
    said.mention("Anna", message=message)
    said.mention("Anna", message=message)
    said.mention("Anna", at="2024-02-01T00:00:00.000Z", conversation="c2")
    said.mention("Anna", at=None, conversation="c2")
    row = built(tmp_path, said).entity("PERSON", "anna")
    assert (row["mention_count"], row["conversation_count"]) == (4, 2)
    assert row["first_seen_at_utc"] == "2024-02-01T00:00:00.000Z"
    assert row["last_seen_at_utc"] == "2024-03-01T00:00:00.000Z"
    assert (row["status"], row["merged_into"]) == ("active", None)


def test_what_has_no_surface_is_called_by_its_key(tmp_path: Path) -> None:
    """The recogniser may be told to keep names without a place in the text."""
    said = Said()
    said.mention(None, key="anna")
    row = built(tmp_path, said).entity("PERSON", "anna")
    assert (row["canonical_name"], row["aliases_json"], row["mention_count"]) == ("anna", "[]", 1)


def test_self_is_there_when_nothing_is_said(tmp_path: Path) -> None:
    """The person is an entity of an empty build; nothing speaks for it, so nothing makes it matter."""
    outcome = built(tmp_path, Said(), horizon=None)
    (row,) = outcome.rows("entities__consolidated")
    assert (row["entity_type"], row["entity_key"], row["canonical_name"]) == (*SELF, "SELF")
    assert (row["mention_count"], row["salience_score"], row["status"]) == (0, 0.0, "active")
    assert outcome.name(*SELF) == "SELF"


def test_salience_adds_up(tmp_path: Path) -> None:
    """§2B.8.1 with the shipped weights and a last mention 90 days before the horizon."""
    said = Said()
    said.mention("Anna", role="user", conversation="c1", at="2024-01-01T00:00:00.000Z")
    said.mention("Anna", role="user", conversation="c2", at="2024-04-01T00:00:00.000Z")
    said.mention("Anna", role="assistant", conversation="c2", at="2024-03-01T00:00:00.000Z")
    row = built(tmp_path, said).entity("PERSON", "anna")
    # 3 mentions * 0.3 + 2 conversations * 0.4 + (2/3) * 0.2 + 0.5 * 0.1 = 0.9 + 0.8 + 0.1333... + 0.05
    assert row["salience_score"] == 1.883333333333
    assert row["raw_stats_json"] == (
        '{"age_days":90,"recency_factor":0.5,"user_mention_count":2,"user_mention_ratio":0.666666666667}'
    )


def test_recency_halves_every_90_days(tmp_path: Path) -> None:
    """§2B.8.1 by the days between the last mention and the horizon; one entity for each case."""
    cases: dict[str, tuple[str | None, float | None, float]] = {
        "of the horizon": (HORIZON, 0, 1.0),
        "90 days": ("2024-04-01T00:00:00.000Z", 90, 0.5),  # 29 days of June, 31 of May, 30 of April
        "180 days": ("2024-01-02T00:00:00.000Z", 180, 0.25),  # 90 more: 31 of March, 29 of February, 30 of January
        # exp(-x), x = ln 2 * 0.5 / 90: 1 - 0.003850817670 + 0.000007414398 - 0.000000009517 + 0.000000000009
        "half a day": ("2024-06-29T12:00:00.000Z", 0.5, 0.996156587221),
        "a clock that was wrong": ("2025-01-01T00:00:00.000Z", 0, 1.0),
        "no time": (None, None, 0.0),
    }
    said = Said()
    for key, (at, _, _) in cases.items():
        said.mention(key, at=at)
    outcome = built(tmp_path, said)
    for key, (_, age, recency) in cases.items():
        row = outcome.entity("PERSON", key)
        stats = json.loads(row["raw_stats_json"])
        assert (stats["age_days"], stats["recency_factor"]) == (age, recency), key
        assert row["salience_score"] == round(0.3 + 0.4 + 0.2 + 0.1 * recency, 12), key


def test_without_a_horizon_nothing_is_recent(tmp_path: Path) -> None:
    """Sources without any time have no horizon, and their mentions have no time."""
    said = Said()
    said.mention("Anna", at=None)
    assert built(tmp_path, said, horizon=None).entity("PERSON", "anna")["salience_score"] == 0.9  # 0.3 + 0.4 + 0.2


def test_the_weights_come_from_the_configuration(tmp_path: Path) -> None:
    said = Said()
    said.mention("Anna", at="2024-06-20T00:00:00.000Z", role="assistant")
    own = (
        "entities: {salience_weight_mentions: 2.0, salience_weight_conversations: 3.0, salience_weight_user_ratio: 5.0,"
        " salience_weight_recency: 8.0, salience_recency_halflife_days: 10}"
    )
    # 1 * 2 + 1 * 3 + 0 * 5 + 0.5 ** (10 / 10) * 8
    assert built(tmp_path, said, override=own).entity("PERSON", "anna")["salience_score"] == 9.0


def test_a_merge_joins_mentions_and_keeps_a_row(tmp_path: Path) -> None:
    """The survivor has every surface and count; what was merged keeps its own surfaces and nothing else."""
    said = Said()
    said.mention("Anna Berg", key="anna berg", at="2024-05-01T00:00:00.000Z")
    for at in ("2024-01-01T00:00:00.000Z", "2024-02-01T00:00:00.000Z"):
        said.mention("Annie", key="annie", conversation="c2", at=at)
    said.mention("annie", key="annie", conversation="c2")
    said.merge(who("PERSON", "anna berg"), who("PERSON", "annie"))
    outcome = built(tmp_path, said)
    survivor, merged = outcome.entity("PERSON", "anna berg"), outcome.entity("PERSON", "annie")
    assert json.loads(survivor["aliases_json"]) == ["Anna Berg", "Annie", "annie"]
    assert (survivor["mention_count"], survivor["conversation_count"]) == (4, 2)
    assert survivor["first_seen_at_utc"] == "2024-01-01T00:00:00.000Z"
    assert survivor["canonical_name"] == "Anna Berg"  # what stays keeps its own name, however often others are said
    assert (merged["status"], merged["merged_into"]) == ("merged", survivor["entity_id"])
    assert (merged["canonical_name"], json.loads(merged["aliases_json"])) == ("Annie", ["Annie", "annie"])
    assert (merged["mention_count"], merged["conversation_count"]) == (0, 0)
    nothing = ("first_seen_at_utc", "last_seen_at_utc", "salience_score", "raw_stats_json")
    assert [merged[column] for column in nothing] == [None] * 4
    assert outcome.counts["entities:active"] == 2  # the survivor and SELF
    assert outcome.counts["entities:merged"] == 1


def test_a_chain_of_merges_ends_at_its_last_survivor(tmp_path: Path) -> None:
    """Annie into Anna, then Anna into the organisation Berg: all that is merged names Berg, which takes its type."""
    said = Said()
    for surface, kind in (("Annie", "PERSON"), ("Anna", "PERSON"), ("Berg", "ORG")):
        said.mention(surface, kind)
    said.merge(who("PERSON", "anna"), who("PERSON", "annie"))
    said.merge(who("ORG", "berg"), who("PERSON", "anna"))
    outcome = built(tmp_path, said)
    berg = outcome.entity("ORG", "berg")
    assert [outcome.entity("PERSON", key)["merged_into"] for key in ("annie", "anna")] == [berg["entity_id"]] * 2
    assert (berg["mention_count"], json.loads(berg["aliases_json"])) == (3, ["Anna", "Annie", "Berg"])


def test_a_survivor_need_not_be_mentioned(tmp_path: Path) -> None:
    """Its own mentions may be gone with a source; type and key come from the decision."""
    said = Said()
    said.mention("Annie")
    said.merge(who("PERSON", "anna berg"), who("PERSON", "annie"))
    row = built(tmp_path, said).entity("PERSON", "anna berg")
    assert (row["canonical_name"], row["mention_count"], row["status"]) == ("Annie", 1, "active")


def test_a_merge_of_what_nobody_mentions_leaves_no_trace(tmp_path: Path) -> None:
    """An erased message takes its entities along, merged or not."""
    said = Said()
    said.mention("Bob")
    said.merge(who("PERSON", "anna berg"), who("PERSON", "annie"))
    keys = [row["entity_key"] for row in built(tmp_path, said).rows("entities__consolidated")]
    assert keys == ["__SELF__", "bob"]


def test_a_split_undoes_a_merge(tmp_path: Path) -> None:
    """The same tables as if nobody had decided anything."""
    said = Said()
    said.mention("Anna")
    said.mention("Annie")
    undecided = built(tmp_path / "undecided", said).hashes()
    said.merge(who("PERSON", "anna"), who("PERSON", "annie"))
    assert built(tmp_path / "merged", said).hashes() != undecided
    said.split(who("PERSON", "annie"))
    assert built(tmp_path / "split", said).hashes() == undecided


def test_self_keeps_its_reserved_name_here(tmp_path: Path) -> None:
    """A person may say who they are; what they are called then is for stage 3 to weigh."""
    said = Said()
    said.mention("Max Berg", key="max berg")
    said.merge(who(*SELF), who("PERSON", "max berg"))
    outcome = built(tmp_path, said)
    row = outcome.entity(*SELF)
    assert (row["canonical_name"], row["mention_count"]) == ("SELF", 1)
    assert json.loads(row["aliases_json"]) == ["Max Berg"]
    assert outcome.name(*SELF) == "SELF"


def test_what_it_came_to_is_counted(tmp_path: Path) -> None:
    """§2B.9: mentions, entities by type, and how salience lies (SELF has 0, one mention 1.0, two of them 1.3)."""
    said = Said()
    said.mention("Anna")
    for _ in range(2):
        said.mention("Berg", "ORG")
    counts = built(tmp_path, said).counts
    assert counts["mentions_linked"] == 3
    assert (counts["entities:active:PERSON"], counts["entities:active:ORG"]) == (2, 1)
    assert (counts["salience:min"], counts["salience:median"], counts["salience:max"]) == (0.0, 1.0, 1.3)


def invented(seed: int, mentions: int = 6000, entities: int = 400) -> Said:
    """Mentions with many ties: few surfaces, times, roles and confidences."""
    chance, said = random.Random(seed), Said()
    times = [None, *(f"2024-0{month}-15T08:00:00.000Z" for month in range(1, 7))]
    found = (("PERSON", "NER:gazetteer"), ("CUSTOM_TERM", "LEXICON:b"), ("HANDLE", "HANDLE"), ("URL", "URL"))
    for _ in range(mentions // 3):
        conversation = f"c{chance.randrange(40)}"
        said.message(chance.choice(("user", "assistant", "tool")), chance.choice(times), conversation)
    for _ in range(mentions):
        number = chance.randrange(entities)
        kind, detector = found[number % 4]
        said.mention(
            chance.choice((f"Name {number}", f"name {number}", f"NAME {number}", None)), kind, f"name {number}",
            detector=chance.choice((detector, "NER:gazetteer")), confidence=chance.choice((0.0, 0.5, 1.0)),
            message=f"m{chance.randrange(mentions // 3):03d}",
        )  # fmt: skip
    for number in range(1, entities, 8):
        said.term(f"name {number}", chance.choice((f"Name {number}", f"NAME {number}")))
    for number in range(0, 40, 8):
        said.merge(who("PERSON", f"name {number + 4}"), who("PERSON", f"name {number}"))
    return said


def first_place(said: Said) -> dict[str, tuple[Any, ...]]:
    """Of every mention the key of §2B.7.3 step 3, from its own words."""
    messages = {row["message_id"]: row for row in said.messages}
    places = {}
    for row in said.mentions:
        m = messages[row["message_id"]]
        at = (m["created_at_utc"] is None, m["created_at_utc"] or "")
        places[row["mention_id"]] = (*at, m["conversation_id"], m["order_index"], m["message_id"], row["mention_id"])
    return places


def test_names_are_what_a_plain_reading_of_the_seed_gives(tmp_path: Path) -> None:
    """The SQL against loops and sorted() over 400 entities with many ties."""
    said = invented(7)
    roles = {row["message_id"]: row["role"] for row in said.messages}
    places = first_place(said)
    by_entity: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in said.mentions:
        if row["surface_text"] is not None:
            by_entity[row["entity_id"]].append(row)
    expected = {}
    for entity, rows in by_entity.items():
        count = Counter(row["surface_text"] for row in rows)
        by_user = Counter(row["surface_text"] for row in rows if roles[row["message_id"]] == "user")
        first = {s: min(places[row["mention_id"]] for row in rows if row["surface_text"] == s) for s in count}
        own = {row["surface_text"] for row in rows if is_own(row)}
        expected[entity] = min(count, key=lambda s: (s not in own, -count[s], -by_user[s], first[s]))
    found = {r["entity_id"]: r for r in built(tmp_path, said).rows("entities__consolidated") if r["status"] == "active"}
    assert len(expected) > 390
    assert {entity: found[entity]["canonical_name"] for entity in expected} == expected


@pytest.mark.parametrize("threads", [1, 2])
def test_neither_the_order_of_rows_nor_threads_change_a_byte(tmp_path: Path, threads: int) -> None:
    """Both stages, three orders of rows."""
    said = invented(11)
    numbers = list(range(len(said.mentions)))
    expected = build(tmp_path / "in order", said).hashes()
    assert len(expected) == 4
    for seed in range(3):
        random.Random(seed).shuffle(numbers)
        assert build(tmp_path / f"{seed}", said, threads=threads, order=numbers).hashes() == expected


def test_entity_ids_of_the_tests_are_those_of_the_stage(tmp_path: Path) -> None:
    """Else the tables given above would hang together by chance."""
    said = Said()
    said.mention("Anna")
    assert built(tmp_path, said).entity("PERSON", "anna")["entity_id"] == entity_id("PERSON", "anna")
