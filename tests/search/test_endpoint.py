"""Vectors of an endpoint over real HTTP: asked for once, logged, replayed, erased; and what a search does without."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from kg_assets.cli.extraction import Questions, needed_stages
from kg_assets.cli.main import main
from kg_assets.core.config import load_config
from kg_assets.core.errors import ConfigError
from kg_assets.core.stage import House
from kg_assets.engine.runner import Engine, StageOutcome
from kg_assets.engine.session import run_build
from kg_assets.house import HOUSE as WHOLE_HOUSE
from kg_assets.intake.asking import register, request_build
from kg_assets.search.opened import SearchIndex
from kg_assets.search.question import QuestionVectors
from kg_assets.search.ranking import Lanes, weighed
from kg_assets.search.settings import FindingSettings
from kg_assets.search.stages import SEARCH, VECTORS
from kg_assets.search.typed import understood
from kg_assets.sources.redact import message_mark
from kg_assets.store.calls import erase_calls_about
from kg_assets.store.contents import ContentStore
from kg_assets.store.decisions import MadePrivate
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger
from kg_assets.store.rows import read_table
from tests.claims.extraction.talk import TALK, write_talk
from tests.llm.server import Behaviour, Endpoint, embeds, fails, serving

HOUSE = House(
    reference="tests.search.test_endpoint:HOUSE",
    stages=(*needed_stages(WHOLE_HOUSE, SEARCH), SEARCH),
    sections=WHOLE_HOUSE.sections,
    askings=(VECTORS,),
)
TEXTS = [text for _, text in TALK]
Extract = Callable[..., tuple[int, str]]


def meant(text: str) -> list[float]:
    """The vectors of a small model: where one lives, what one drinks, thanks."""
    words = text.lower()
    axes = [("oslo", "fjord", "home"), ("tea", "drink", "beverage"), ("thanks",)]
    return [float(sum(word in words for word in axis)) for axis in axes] + [0.25]


EMBEDS = embeds(meant)


def settings_file(folder: Path, endpoint: Endpoint | None, mode: str = "live", **embedding: Any) -> Path:
    """A person's settings: vectors and nothing else of a model."""
    base_url = "http://localhost:1/v1" if endpoint is None else endpoint.base_url
    models = {"mode": mode, "base_url": base_url, "backoff_seconds": 0.01, "max_wait_seconds": 0.2, "max_retries": 1}
    quiet = {"ask_model": False}
    told = {
        "models": models, "embedding": {"source": "endpoint", "model": "vectors"} | embedding,
        "extraction": {"roles": []}, "beliefs": quiet, "memory": quiet, "people": quiet,
    }  # fmt: skip
    path = folder / f"settings-{abs(hash(json.dumps(told)))}.yaml"
    path.write_text(json.dumps(told), encoding="utf-8")
    return path


def engine(home: Home, settings: Path) -> Engine:
    return Engine(home, HOUSE, load_config(HOUSE.sections, settings), 1, settings)


@pytest.fixture(scope="module")
def talked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vectors")
    home = Home(folder / "home").prepare()
    made = engine(home, settings_file(folder, None, mode="off"))
    register(made, write_talk(folder))
    run_build(made, request_build(made).build)
    return folder


@pytest.fixture
def talk(talked: Path, tmp_path: Path) -> Home:
    shutil.copytree(talked / "home", tmp_path / "talk", symlinks=True)
    return Home(tmp_path / "talk").prepare()


@pytest.fixture
def extract(talk: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Extract:
    """`annals extract`, against an endpoint; the exit code and what it said."""

    def run(endpoint: Endpoint, *arguments: str, **changed: Any) -> tuple[int, str]:
        monkeypatch.setenv("ANNALS_HOME", str(talk.root))
        monkeypatch.setenv("ANNALS_THREADS", "1")
        monkeypatch.setenv("ANNALS_CONFIG", str(settings_file(tmp_path, endpoint, **changed)))
        capsys.readouterr()
        code = main(["extract", *(arguments or ("--yes",))])
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


def built(home: Home, settings: Path) -> dict[str, StageOutcome]:
    made = engine(home, settings)
    return run_build(made, request_build(made).build)


def vectors(home: Home, outcomes: dict[str, StageOutcome]) -> dict[str, list[int]]:
    """The vectors of a build, by message."""
    contents = outcomes["embed_messages"].tables["kg.message_vectors"]
    rows = pl.concat([pl.read_parquet(ContentStore(home).path(content)) for content in contents])
    return {own: list(pl.Series(vector).to_list()) for own, vector in rows.iter_rows()}


def write_more(folder: Path) -> Path:
    """A second talk, of whose four texts two are those of the first."""
    path = write_talk(folder, "c2", "n")
    path.write_text(path.read_text(encoding="utf-8").replace("Oslo", "Turku").replace("tea", "cocoa"), encoding="utf-8")
    return path


def events(home: Home, outcomes: dict[str, StageOutcome]) -> list[str]:
    """What a reader is told of the vectors of a build."""
    contents = [one for one in outcomes["embed_messages"].observations if one.table == "kg.stage_events"]
    return [row["code"] for one in contents for row in read_table(ContentStore(home).path(one)).to_pylist()]


def searched(home: Home, outcomes: dict[str, StageOutcome], settings: Path, text: str) -> tuple[SearchIndex, Lanes]:
    config = load_config(HOUSE.sections, settings)
    path = ContentStore(home).path(outcomes["search"].tables["kg.search_index"][0])
    index = SearchIndex(path, QuestionVectors(config.section("embedding"), config.section("models")))
    finding: FindingSettings = config.section("finding")
    return index, weighed(index, understood(text, index.words, 99, 999), finding)


def bodies(endpoint: Endpoint) -> list[dict[str, Any]]:
    assert {received.path for received in endpoint.received} <= {"/v1/embeddings"}
    return [json.loads(received.body) for received in endpoint.received]


def test_vectors_are_asked_once_and_the_build_needs_no_network(talk: Home, extract: Extract, tmp_path: Path) -> None:
    """Guards design §1.1 and §7: the log is all that a build reads; a new home with this log comes out the same."""
    with serving(EMBEDS) as endpoint:
        code, said = extract(endpoint, "--estimate")
        assert (code, f"1 call of vectors at {endpoint.base_url} (this machine)" in said) == (0, True)
        assert endpoint.received == []
        code, said = extract(endpoint)
        assert (code, "1 answer, by 1 call and 12 tokens" in said) == (0, True)
        assert "nothing is left to ask" in extract(endpoint)[1]
        assert bodies(endpoint) == [{"model": "vectors", "input": TEXTS, "encoding_format": "base64"}]
        live = built(talk, settings_file(tmp_path, endpoint))
    replayed = built(talk, settings_file(tmp_path, None, mode="replay", encoding_format="float", texts_per_request=1))
    assert live["search"].fingerprint == replayed["search"].fingerprint
    found = vectors(talk, replayed)
    assert set(found) == {"m0", "m1", "m2", "m3"}
    # (1, 0, 0, .25) has the length 1.0308: 127 / 1.0308 and a quarter of it.
    assert found["m0"] == [123, 0, 0, 31]


def test_a_search_asks_for_the_vector_of_its_question(talk: Home, extract: Extract, tmp_path: Path) -> None:
    """What is like the question is found without its words; only the question is sent, and the same one once."""
    with serving(EMBEDS) as endpoint:
        extract(endpoint)
        settings = settings_file(tmp_path, endpoint)
        outcomes = built(talk, settings)
        endpoint.received.clear()
        index, lanes = searched(talk, outcomes, settings, "favourite beverage")
        searched(talk, outcomes, settings, "favourite beverage")
        assert [body["input"] for body in bodies(endpoint)] == [["favourite beverage"]]
    assert lanes.silence is None
    assert lanes.likeness is not None
    assert index.text(int(lanes.total.argmax())) == TALK[2][1]
    assert not (lanes.words > 0).any()


@pytest.mark.parametrize(
    ("behaviour", "changed", "why"),
    [
        (fails(500), {}, "gave no vector of the question .server error, status 500."),
        (fails(401), {}, "gave no vector of the question .endpoint refused, status 401."),
        (None, {}, "gave no vector of the question .disconnected.; see section embedding"),
        (embeds(lambda _: [1.0, 0.0]), {}, "of the question has 2 numbers, those of messages have 4"),
        (EMBEDS, {"mode": "replay"}, "models.mode is replay"),
        (EMBEDS, {"api_key_env": "NO_SUCH_KEY", "base_url": "http://localhost:1/v1"}, "NO_SUCH_KEY, which is not set"),
        (EMBEDS, {"source": "here"}, "embedding.source names none now"),
    ],
)
def test_without_the_vector_a_search_goes_on_and_says_why(
    talk: Home, extract: Extract, tmp_path: Path, behaviour: Behaviour | None, changed: dict[str, Any], why: str
) -> None:
    with serving(EMBEDS) as endpoint:
        extract(endpoint)
    outcomes = built(talk, settings_file(tmp_path, None))
    with serving(behaviour or EMBEDS) as endpoint:
        settings = settings_file(tmp_path, endpoint if behaviour else None, **changed)
        index, lanes = searched(talk, outcomes, settings, f"where do I live, asked of {id(behaviour)}")
    assert lanes.likeness is None
    assert lanes.silence is not None
    assert re.search(why, lanes.silence)
    assert index.text(int(lanes.total.argmax())) == TALK[0][1]


@pytest.mark.parametrize(
    ("behaviour", "changed", "code", "said"),
    [
        (fails(401), {}, 1, "answered with status 401; see its base_url, the name 'vectors' and the key"),
        (fails(503), {}, 1, "1 without a usable answer: server error"),
        (EMBEDS, {"dimensions": 8}, 1, "1 without a usable answer: wrong schema"),
    ],
)
def test_an_endpoint_that_fails_is_told(
    extract: Extract, behaviour: Behaviour, changed: dict[str, Any], code: int, said: str
) -> None:
    with serving(behaviour) as endpoint:
        got, told = extract(endpoint, **changed)
    assert (got, said in told) == (code, True)


def test_nothing_listens(extract: Extract) -> None:
    with serving(EMBEDS) as endpoint:
        pass
    code, told = extract(endpoint)
    assert (code, "1 without a usable answer: disconnected" in told) == (1, True)


def test_more_messages_ask_for_the_vectors_of_new_texts_alone(talk: Home, extract: Extract, tmp_path: Path) -> None:
    with serving(EMBEDS) as endpoint:
        extract(endpoint)
        endpoint.received.clear()
        register(engine(talk, settings_file(tmp_path, endpoint)), write_more(tmp_path))
        extract(endpoint, texts_per_request=1)
        asked = sorted(text for body in bodies(endpoint) for text in body["input"])
        assert asked == sorted([TALK[0][1].replace("Oslo", "Turku"), TALK[2][1].replace("tea", "cocoa")])
    outcomes = built(talk, settings_file(tmp_path, None, mode="replay"))
    assert len(vectors(talk, outcomes)) == 8


def test_another_model_or_length_is_asked_anew(talk: Home, extract: Extract, tmp_path: Path) -> None:
    with serving(EMBEDS) as endpoint:
        extract(endpoint)
        assert "1 call of others" in extract(endpoint, "--estimate", model="others")[1]
        assert "1 call of vectors" in extract(endpoint, "--estimate", dimensions=4)[1]
    outcomes = built(talk, settings_file(tmp_path, None, model="others"))
    assert vectors(talk, outcomes) == {}
    assert events(talk, outcomes) == ["VECTORS_NOT_ASKED"]


def test_what_is_erased_has_no_vector(talk: Home, extract: Extract, tmp_path: Path) -> None:
    """And may be asked about again by whom it is left to: a call is erased whole."""
    with serving(EMBEDS) as endpoint:
        extract(endpoint, texts_per_request=2)
        assert erase_calls_about(open_ledger(talk), frozenset({"m3"})) > 0
        settings = settings_file(tmp_path, endpoint)
        assert set(vectors(talk, built(talk, settings))) == {"m0", "m1"}
        assert "1 call of vectors" in extract(endpoint, "--estimate")[1]


def test_vectors_of_two_lengths_do_not_meet(talk: Home, extract: Extract, tmp_path: Path) -> None:
    """An endpoint that was given another model under the same name: the earlier length counts, and it is told."""
    with serving(EMBEDS) as endpoint:
        extract(endpoint)
    register(engine(talk, settings_file(tmp_path, None)), write_more(tmp_path))
    with serving(embeds(lambda text: meant(text)[:2])) as endpoint:
        extract(endpoint)
    outcomes = built(talk, settings_file(tmp_path, None))
    assert set(vectors(talk, outcomes)) == {"m0", "m1", "m2", "m3", "n1", "n3"}
    assert events(talk, outcomes) == ["VECTORS_OF_ANOTHER_LENGTH"]


def test_what_is_private_is_not_sent_elsewhere(talk: Home, tmp_path: Path) -> None:
    """The endpoint of vectors decides, not that of claims: it may be another one."""
    marks = [message_mark("c1", "m2")]
    mark = MadePrivate(target="message", key="m2", called="a message", visibility="local_only", marks=marks)
    open_ledger(talk).append("made_private", mark.model_dump(mode="json"))
    shown = {}
    for base_url in ("http://localhost:1/v1", "https://vectors.example/v1"):
        questions = Questions(engine(talk, settings_file(tmp_path, None, base_url=base_url)), None)
        shown[base_url] = [text for request in questions.requests(VECTORS) for text in request.body["input"]]
    assert list(shown.values()) == [TEXTS, [text for text in TEXTS if text != TALK[2][1]]]


def test_a_source_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="source is endpoint, but model names none"):
        load_config(HOUSE.sections, settings_file(tmp_path, None, model=None))
    with pytest.raises(ConfigError, match="an address without credentials was expected"):
        load_config(HOUSE.sections, settings_file(tmp_path, None, base_url="http://me:secret@localhost/v1"))
