"""`annals beliefs` and `annals belief` over a small published life, as a person reads them."""

import json
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from kg_assets.cli.main import main
from kg_assets.core.config import load_config
from kg_assets.house import HOUSE
from kg_assets.mcp.believing import BELIEFS, OfBeliefs
from kg_assets.mcp.tool import Asking
from kg_assets.queries.beliefs import beliefs_at
from kg_assets.report.make import make_report
from kg_assets.report.selves import course_of, selves_in
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened, select
from tests.beliefs.test_resolve import talks
from tests.cli.a_life import built, engine_over

pytestmark = pytest.mark.whole

SAID = (
    *((float(day), "I'm stubborn.") for day in range(30)), (3.0, "I love mornings."), (9.0, "I hate mornings."),
    (12.0, "I rely on my sister."), (14.0, "I'm a teacher."), (20.0, "I was a teacher until October 2023."),
    (21.0, "I stopped drinking in January."), (22.0, "I used to avoid crowds."), (23.0, "I avoid crowds again."),
)  # fmt: skip


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    folder = tmp_path_factory.mktemp("believing")
    made = Home(folder / "home").prepare()
    built(engine_over(made), talks(folder / "talks.json", *SAID))
    return made


@pytest.fixture
def told(home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    monkeypatch.setenv("ANNALS_HOME", str(home.root))

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def test_the_firmest_first_by_stream(told: Any) -> None:
    code, said, _ = told("beliefs")
    lines = said.splitlines()
    assert code == 0
    assert lines[0] == "Who you say you are, as of 2023-12-13 22:13"
    assert lines[2:4] == ["identity", next(line for line in lines if "stubborn" in line)]
    assert lines[3].split()[:4] == ["core", "0.86", "×30", "i"]
    assert sum("(contradicted)" in line for line in lines) == 2
    assert [line for line in told("beliefs", "--stream", "relational")[1].splitlines() if "sister" in line]
    assert "stubborn" not in told("beliefs", "--status", "surface")[1]


def test_what_is_over_is_told_so(told: Any) -> None:
    """The last sentence decides, at the moment that is asked for; a belief that came back is none of the past."""
    said = told("beliefs")[1]
    assert {" ".join(line.split()[3:-1]) for line in said.splitlines() if "×" in line} == {
        "i am stubborn", "i am a teacher (past)", "i drink (past)", "i avoid crowds", "i rely on my sister",
        "i love mornings (contradicted)", "i hate mornings (contradicted)",
    }  # fmt: skip
    assert "i am a teacher (past)" not in told("beliefs", "--as-of", "2023-12-01")[1]
    assert "i avoid crowds (past)" in told("beliefs", "--as-of", "2023-12-07")[1]
    over = {row["text"]: row["is_past"] for row in json.loads(told("beliefs", "--json")[1])}
    assert (over["i am a teacher"], over["i drink"], over["i avoid crowds"]) == (True, True, False)
    assert told("belief", "i drink")[1].startswith("i drink (past) (")


def test_as_it_stood_then(told: Any) -> None:
    """By the fifth day nothing was said often enough, nor anything against mornings."""
    found = {row["text"]: row for row in json.loads(told("beliefs", "--as-of", "2023-11-19", "--json")[1])}
    assert set(found) == {"i am stubborn", "i love mornings"}
    assert (found["i am stubborn"]["occurrence_count"], found["i am stubborn"]["status"]) == (5, "surface")
    assert found["i love mornings"]["conflict_count"] == 0


def test_why_a_belief_stands(told: Any) -> None:
    found = {row["text"]: row["belief_id"] for row in json.loads(told("beliefs", "--json")[1])}
    _, said, _ = told("belief", found["i am stubborn"][:8])
    assert said.count("“I'm stubborn.”") == 30
    assert "core 0.864 = support 0.885 × spread 0.977 × diversity 1.000 - conflicts 0.000" in said
    assert "tension: i hate mornings" in told("belief", found["i love mornings"])[1]


def test_what_is_typed_wrongly_names_the_way_out(told: Any) -> None:
    assert told("beliefs", "--stream", "soul")[::2] == (
        1, "annals: there is no stream 'soul'; the choices are identity, state, meta, relational\n",
    )  # fmt: skip
    assert "`annals beliefs` lists them" in told("belief", "00000000")[2]
    assert "too short" in told("belief", "0")[2]


def test_the_moment_of_the_build_gives_what_its_tables_hold(home: Home) -> None:
    settings = load_config(HOUSE.sections, None).section("beliefs")
    with opened(home) as warehouse:
        found = beliefs_at(warehouse, settings, warehouse.manifest.as_of)
        stored = select(
            warehouse.connection,
            "SELECT belief_id, core_score, activation, status, conflict_count FROM beliefs.belief_nodes",
        ).fetchall()
    assert sorted(stored) == sorted(
        (b.belief_id, round(b.core.score, 12), round(b.activation, 12), b.status, len(b.conflicts)) for b in found
    )
    assert len(stored) == 7


def test_claims_and_beliefs_of_the_same_words_know_each_other(told: Any) -> None:
    """`beliefs.with_claims` joins them by place; `annals belief` and `annals why` show the other side."""
    sql = "SELECT belief_id, assertion_id FROM beliefs.with_claims WHERE belief = 'i love mornings'"
    (row,) = json.loads(told("query", sql, "--format", "json")[1])
    assert row["assertion_id"][:8] in told("belief", "i love mornings")[1].split("claims of the same words")[1]
    (claim,) = json.loads(told("belief", row["belief_id"], "--json")[1])["claims"]
    assert (claim["predicate"], claim["object"]) == ("likes", "mornings")
    assert f"annals belief {row['belief_id'][:8]}" in told("why", row["assertion_id"])[1]
    explained = json.loads(told("why", row["assertion_id"], "--json")[1])
    assert explained["beliefs"] == [{"belief_id": row["belief_id"], "belief": "i love mornings", "is_past": False}]


def test_agents_are_told_the_same(home: Home) -> None:
    with opened(home) as warehouse:
        config = load_config(HOUSE.sections, None)
        asking = Asking(home, config, warehouse, ZoneInfo("UTC"), lambda end: None)
        found = BELIEFS.answer(asking, OfBeliefs(stream="identity", by="activation"))["beliefs"]
        assert found[0]["text"] == "i am stubborn"
        (core,) = BELIEFS.answer(asking, OfBeliefs(status="core"))["beliefs"]
        (one,) = BELIEFS.answer(asking, OfBeliefs(belief="i love mornings"))["beliefs"]
        (over,) = BELIEFS.answer(asking, OfBeliefs(belief="i drink"))["beliefs"]
    assert [saying["words"] for saying in core["latest"]] == ["I'm stubborn."] * 3
    assert (over["is_past"], one["is_past"]) == (True, False)
    assert one["against"] == [
        {
            "belief_id": one["against"][0]["belief_id"], "text": "i hate mornings", "conflict_type": "tension",
            "is_open": True, "kept": None,
        }
    ]  # fmt: skip
    BELIEFS.answers.model_validate({"beliefs": [core, one]})


def test_the_report_has_a_chapter_of_it(home: Home) -> None:
    """By stream with what rises; both sides of a contradiction with their dates and words, once."""
    config = load_config(HOUSE.sections, None)
    settings = config.section("report")
    with opened(home) as warehouse:
        selves = selves_in(warehouse, config.section("beliefs"), settings)
        manifest = warehouse.manifest
        report, page = make_report(
            warehouse.connection, str(manifest.ref), manifest.as_of, settings, ZoneInfo("UTC"), selves, None
        )
    headings = {group.heading: [item.name for item in group.items] for group in report.selves}
    assert headings["With others"] == ["i rely on my sister"]
    assert "i am a teacher (past)" in headings["Who you are"]
    stubborn = report.selves[0].items[0]
    assert (stubborn.name, stubborn.kind, stubborn.note) == ("i am stubborn", "core", "said 30 times, rises")
    assert len(stubborn.places) == settings.words_per_item == 30 - stubborn.more
    (opposition,) = report.oppositions
    assert opposition.what == "Leaning to opposite sides"
    sides = {item.name: item.when for item in opposition.claims}
    assert sides == {"i love mornings": "17 November 2023", "i hate mornings": "23 November 2023"}
    assert all(report.words[place].quote for item in opposition.claims for place in item.places)
    assert '<section id="selves"' in page


@pytest.mark.parametrize(
    ("now", "before", "course"), [(0.9, 0.6, "rises"), (0.89, 0.6, ""), (0.3, 0.6, "fades"), (0.5, 0.0, "rises")]
)
def test_what_rises_and_fades(now: float, before: float, course: str) -> None:
    """By a factor of 1.5 against 60 days before."""
    assert course_of(now, before, load_config(HOUSE.sections, None).section("report")) == course
