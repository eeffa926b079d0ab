"""The rules of what holds one value at a time: file, errors, rows, and which rule decides (§5.2.2, §5.10.1)."""

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from kg_assets.claims.vocabulary import Vocabulary, read_vocabulary
from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.hashing import sha256_hex
from kg_assets.engine.own_files import check_readable
from kg_assets.history.rules import PREDICATES_FILE, RULES_FILE, Lasting, read_rules, rule_rows
from kg_assets.house import HOUSE
from tests.history.lived import IDS, Lived, build, predicate_id, rule_id

CLOSES = "is_functional: true, invalidation_policy: close_previous_on_newer_state, why: so"
NONE = "is_functional: false, invalidation_policy: none, why: so"


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return read_vocabulary(data_path(PREDICATES_FILE))


def written(folder: Path, *rules: str) -> Path:
    path = folder / "rules.yaml"
    path.write_text('version: "7"\nrules:\n' + "".join(f"  - {{{rule}}}\n" for rule in rules), encoding="utf-8")
    return path


def test_the_shipped_rules_are_relations_of_the_vocabulary(vocabulary: Vocabulary) -> None:
    """Each says why, and none closes what people have several of at once."""
    rules = read_rules(data_path(RULES_FILE), vocabulary).rules
    closing = {rule.predicate_label for rule in rules if rule.is_functional}
    assert {"lives_in", "works_at", "partner_is"} <= closing
    assert not closing & {"uses", "likes", "speaks", "friend_is", "child_is", "owns", "visited"}


def test_an_unknown_relation_is_an_error_with_the_nearest_ones(tmp_path: Path, vocabulary: Vocabulary) -> None:
    path = written(tmp_path, f"predicate_label: works_at, {CLOSES}", f"predicate_label: live_in, {CLOSES}")
    with pytest.raises(
        ConfigError,
        match=r"line \d+: rule 2: config/predicates.yaml has no predicate 'live_in'; did you mean 'lives_in'",
    ):
        read_rules(path, vocabulary)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ([f"predicate_label: lives_in, {CLOSES}", f"predicate_label: Lives_In, {NONE}"], "two rules for Lives_In of"),
        ([f"subject_entity_type: PERSN, {CLOSES}"], "'PERSN' is no type of entity; did you mean 'PERSON'"),
        ([f"predicate_label: lives_in, predicate_id: x, {CLOSES}"], "names a predicate twice"),
        (
            ["predicate_label: lives_in, is_functional: true, invalidation_policy: close, why: so"],
            "invalidation_policy",
        ),
        (["predicate_label: lives_in, is_functional: true, invalidation_policy: none"], "why"),
        ([f"predicat: lives_in, {CLOSES}"], "predicat"),
        (
            [f"predicate_label: lives_in, begun_by: [move_to], {CLOSES}"],
            "has no predicate 'move_to'; did you mean 'moved_to'",
        ),
        ([f"predicate_label: lives_in, begun_by: [moved_to], {NONE}"], "only in a rule that makes one predicate"),
        ([f"subject_entity_type: PERSON, begun_by: [moved_to], {CLOSES}"], "only in a rule that makes one predicate"),
        (
            [f"predicate_label: lives_in, begun_by: [works_at], {CLOSES}", f"predicate_label: works_at, {CLOSES}"],
            "rule 1: 'works_at' is an event, and functional",
        ),
    ],
)
def test_a_wrong_file_says_what_is_wrong(tmp_path: Path, vocabulary: Vocabulary, rules: list[str], words: str) -> None:
    with pytest.raises(ConfigError) as error:
        read_rules(written(tmp_path, *rules), vocabulary)
    assert words in str(error.value)
    assert str(tmp_path / "rules.yaml") in str(error.value)


def test_a_wrong_rule_stops_the_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before a build begins, in whatever folder a person's own files are."""
    written(tmp_path, f"predicate_label: live_in, {CLOSES}").rename(tmp_path / "invalidation_rules.yaml")
    monkeypatch.setenv("ANNALS_CONFIG", str(tmp_path))
    with pytest.raises(ConfigError, match=r"invalidation_rules\.yaml, line \d+: rule 1"):
        check_readable(HOUSE.readers)


def test_a_rule_says_where_it_comes_from(tmp_path: Path, vocabulary: Vocabulary) -> None:
    """§5.2.2.3, and the default rule exactly as the seed has it."""
    path = written(tmp_path, f"predicate_label: lives_in, subject_entity_type: PERSON, {CLOSES}")
    rows = rule_rows(
        read_rules(path, vocabulary), IDS, {"lives_in": predicate_id("lives_in")}, {"margin": 0.2}
    ).to_pylist()
    found = {row["rule_id"]: row for row in rows}
    assert set(found) == {rule_id(None), rule_id("lives_in", "PERSON")}
    assert json.loads(found[rule_id(None)]["notes"]) == {"settings": {"margin": 0.2}}
    default = found[IDS.make("invalidation_rule", "__NULL__", "*")]
    assert {name: value for name, value in default.items() if name not in ("rule_id", "notes")} == {
        "predicate_id": None, "subject_entity_type": "*", "is_functional": False, "invalidation_policy": "none",
        "begun_by": None,
    }  # fmt: skip
    assert json.loads(found[rule_id("lives_in", "PERSON")]["notes"]) == {
        "file_hash": sha256_hex(path.read_bytes()), "load_order": 1, "version": "7", "why": "so",
    }  # fmt: skip


def test_one_relation_named_by_label_and_by_id_is_an_error(tmp_path: Path, vocabulary: Vocabulary) -> None:
    """And so is an id that no predicate of the build has."""
    own = predicate_id("lives_in")
    twice = written(tmp_path, f"predicate_label: lives_in, {CLOSES}", f"predicate_id: {own}, {NONE}")
    with pytest.raises(ConfigError, match="rule 2: an earlier rule names this predicate"):
        rule_rows(read_rules(twice, vocabulary), IDS, {"lives_in": own}, {})
    unknown = written(tmp_path, f"predicate_id: p-1, {CLOSES}")
    with pytest.raises(ConfigError, match="rule 1: no predicate of the build has the id 'p-1'"):
        rule_rows(read_rules(unknown, vocabulary), IDS, {"lives_in": own}, {})


@pytest.mark.parametrize(
    ("rules", "applied"),
    [
        # Exact, then the relation of every subject, then every relation of the type, then the default.
        ([("uses", "PERSON", CLOSES), ("uses", "*", NONE), (None, "PERSON", NONE)], ("uses", "PERSON")),
        ([("uses", "ORG", CLOSES), ("uses", "*", CLOSES), (None, "PERSON", NONE)], ("uses", "*")),
        ([("likes", "*", NONE), (None, "PERSON", CLOSES), (None, "*", NONE)], (None, "PERSON")),
        ([("likes", "*", NONE), (None, "ORG", NONE), (None, "*", CLOSES)], (None, "*")),
        ([("uses", "PERSON", NONE), ("uses", "*", CLOSES), (None, "*", CLOSES)], None),
        ([("uses", "*", "is_functional: true, invalidation_policy: none, why: so")], None),
        ([("uses", "*", "is_functional: false, invalidation_policy: close_previous_on_newer_state, why: so")], None),
    ],
)
def test_the_most_exact_rule_decides(
    tmp_path: Path, rules: list[tuple[str | None, str, str]], applied: tuple[str | None, str] | None
) -> None:
    """§5.10.1; a rule that is not functional, or does not close, leaves both."""
    texts = [
        (f"predicate_label: {label}, " if label else "") + f'subject_entity_type: "{kind}", {rest}'
        for label, kind, rest in rules
    ]
    world = Lived()
    old = world.claim("OTHER:vim", "uses", since="2018")
    world.claim("OTHER:emacs", "uses", since="2020")
    file = written(tmp_path, *texts).read_text(encoding="utf-8")
    row = build(tmp_path / "build", world, rules=file).claim(old)
    assert row["rule_id_applied"] == (rule_id(*applied) if applied else None)
    assert row["status"] == ("superseded" if applied else "active")


def test_a_hundred_years_are_the_most() -> None:
    """Beyond them the calendar ends: what lasts longer lasts for good, and needs no entry."""
    assert Lasting(days=36_525, why="a life").days == 36_525
    for days in (0, 36_526, 999_999_999, 10**23):
        with pytest.raises(ValidationError, match="days"):
            Lasting(days=days, why="too long")
