"""What must hold of any build: ends exist, nothing twice, the same bytes however it is computed."""

import random
from pathlib import Path

import pytest

from kg_assets.store.rows import read_table
from tests.graph.world import World, built

_PREDICATES = ("works_on", "likes", "needs_to", "plans_to", "mentions", "lives_in", "dislikes")
_STATUSES = ("active", "superseded", "negated", "ineligible", "retracted", "conflicted")


def invented(seed: int, claims: int = 300) -> World:
    """A life at random: claims with and without times and objects, states that point at each other, conflicts."""
    rng = random.Random(seed)
    world = World()
    things = [world.entity(f"Thing {number}") for number in range(40)]
    people = [world.entity(f"Person {number}", "PERSON") for number in range(5)]
    retractions = [world.retraction() for _ in range(5)]
    times = [world.time(f"time {number}") for number in range(5)]

    def day() -> str:
        return f"{rng.choice((2024, 2025))}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}"

    for number in range(1, claims + 1):
        other = f"a{rng.randint(1, claims)}"
        pointers = {
            "temporal_superseded_by_assertion_id": rng.choice((None, None, other)),
            "retracted_by_retraction_id": rng.choice((None, None, *retractions)),
            "negated_by_assertion_id": rng.choice((None, None, other)),
            "valid_until_hint_utc": rng.choice((None, f"{day()}T00:00:00.000Z")),
        }
        world.claim(
            rng.choice(_PREDICATES),
            rng.choice((None, rng.choice(things))),
            said=rng.choice((None, day(), day())),
            valid=rng.choice((None, day(), day())),
            assertion_id=f"a{number}",
            confidence=round(rng.random(), 12),
            status=rng.choice(_STATUSES),
            time=pointers,
            modality=rng.choice(("state", "intention", "preference", "question")),
            polarity=rng.choice(("positive", "positive", "negative")),
            temporal_qualifier_id=rng.choice((None, *times)),
            **({} if number % 4 else {"subject": rng.choice(people)}),
        )
        if number % 3 == 0:
            world.claim(rng.choice(_PREDICATES), value=f"value {rng.randint(1, 30)}", valid=day(), said=day(),
                        assertion_id=f"v{number}")  # fmt: skip
    for thing in things:
        for _ in range(rng.randint(0, 5)):
            world.mention(thing, day(), rng.choice(("user", "assistant")), f"c{rng.randint(1, 9)}")
        if rng.random() < 0.5:
            world.term(f"thing {rng.randint(0, 39)}")
    for _ in range(10):
        world.conflict(*rng.sample([row["assertion_id"] for row in world.tables["kg.assertions"]], rng.randint(2, 8)))
    return world


OPTIONS = (
    "",
    "graph: {include_inverse_lifecycle_edges: true, include_time_mention_nodes: true,"
    " include_time_qualifier_edges: true, member_evidence_edge_cap_per_window: 5, window_top_n_members: 3}",
)


@pytest.mark.parametrize("seed", [11, 12])
def test_every_rule_of_the_contracts_holds(tmp_path: Path, seed: int) -> None:
    """The rules are these: ends exist, ids and ends are unique, states and times agree both ways, counts recompute."""
    outcome = built(tmp_path, invented(seed), OPTIONS[seed % 2])
    assert outcome.broken_rules() == []
    nodes = {row["node_id"] for row in outcome.rows("graph_nodes")}
    edges = outcome.rows("graph_edges")
    assert all(edge["src_node_id"] in nodes and edge["dst_node_id"] in nodes for edge in edges)
    assert len({(edge["edge_type"], edge["src_node_id"], edge["dst_node_id"]) for edge in edges}) == len(edges)
    assert not outcome.events


def test_threads_and_order_do_not_change_a_byte(tmp_path: Path) -> None:
    world = invented(13, claims=700)
    rows = max(len(found) for found in world.tables.values())
    order = random.Random(5).sample(range(rows), rows)
    one = built(tmp_path / "one", world)
    two = built(tmp_path / "two", world, threads=2)
    shuffled = built(tmp_path / "shuffled", world, threads=2, order=order)
    assert one.hashes() == two.hashes() == shuffled.hashes()
    assert len(one.hashes()) == 7


def test_the_rules_see_what_is_wrong(tmp_path: Path) -> None:
    """A rule that cannot fail guards nothing: each is shown a graph from which one kind of row was taken."""
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    outcome = built(tmp_path, invented(14, claims=120))
    path = outcome.files["kg.graph_edges"][0]
    whole = read_table(path)
    path.chmod(0o600)
    for edge_type, rule in (
        ("VALID_IN", "valid_times_agree"), ("VALID_UNTIL_HINT", "hints_agree"), ("SUPERSEDES", "supersessions_agree"),
        ("RETRACTED_BY", "retractions_agree"), ("NEGATED_BY", "negations_agree"), ("HAS_OBJECT", "claims_are_complete"),
        ("HAS_CONFLICT_MEMBER", "conflicts_agree"),
    ):  # fmt: skip
        first = pc.index(whole["edge_type"], edge_type).as_py()
        assert first >= 0
        pq.write_table(whole.slice(0, first).cast(whole.schema), path)
        assert f"kg.graph_edges: {rule}" in outcome.broken_rules()
    pq.write_table(whole, path)
    nodes = outcome.files["kg.graph_nodes"][0]
    nodes.chmod(0o600)
    table = read_table(nodes)
    pq.write_table(table.filter(pc.not_equal(table["node_type"], "Assertion")), nodes)
    broken = outcome.broken_rules()
    assert "kg.graph_nodes: every_claim_has_its_node" in broken
    assert any("references(src_node_id" in rule for rule in broken)
