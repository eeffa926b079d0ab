"""Section `profiles` and `config/graph/words.yaml`: what is wrong is told by file and place (§6.6.1)."""

from pathlib import Path

import pytest
import yaml

from kg_assets.core.config import load_config
from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_yaml
from kg_assets.graph.rules import WORDS_FILE, read_profile_words, read_words, words_of
from kg_assets.graph.settings import ProfileSettings
from kg_assets.house import HOUSE
from tests.graph.world import World, config_with, profiled


def shipped() -> ProfileSettings:
    settings: ProfileSettings = load_config(HOUSE.sections).section("profiles")
    return settings


def test_the_shipped_settings_have_the_seeds_categories() -> None:
    assert set(shipped().category_keys()) == {
        "project", "interest", "problem", "task", "desire", "plan", "unclassified",
    }  # fmt: skip
    assert shipped().category_keys()[-1] == "unclassified"
    assert shipped().default_granularity == "month"
    read_profile_words(data_path(WORDS_FILE), shipped())


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ("categories: [{key: unclassified, label: U}, {key: plan, label: P}]", "unclassified must be the last"),
        ("categories: [{key: unclassified, label: U}]", "rules name interest, plan, project; the categories are uncl"),
        ("kept_when_denied: [hobby]", "rules name hobby"),
        ("salience_weight_frequency: 0.6", "salience_weight_.* must sum to 1"),
        ("recency_halflife: 1", "has no key 'recency_halflife'; did you mean 'recency_halflife_share'"),
        ("granularities: [month, week]", "granularities.*'month', 'quarter' or 'year'"),
        ("granularities: [year]", "default_granularity must be one of"),
    ],
)
def test_mistakes_name_the_file_and_the_place(tmp_path: Path, changed: str, words: str) -> None:
    with pytest.raises(ConfigError, match=rf"settings\.yaml(?:, line \d+)?: .*{words}"):
        config_with(tmp_path, f"profiles:\n  {changed}\n")


def test_words_of_a_category_that_is_none_are_told_with_their_file(tmp_path: Path) -> None:
    document = read_yaml(data_path(WORDS_FILE))
    document["value_keywords"]["hobby"] = ["chess"]
    path = tmp_path / "words.yaml"
    path.write_text(yaml.safe_dump(document), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"words\.yaml: rules name hobby; the categories are project, task"):
        read_profile_words(path, shipped())
    document["seeds"] = {}
    path.write_text(yaml.safe_dump(document), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"words\.yaml.*'seeds'"):
        read_words(path)


def test_a_changed_number_is_another_configuration_and_another_profile(tmp_path: Path) -> None:
    world = World()
    world.claim("likes", value="tea")
    two, one = (f"profiles: {{window_min_assertions: {least}}}" for least in (2, 1))
    hashes = {config_with(tmp_path, said).section_hash("profiles") for said in (two, one)}
    assert len(hashes) == 2
    assert profiled(tmp_path / "out", world, two).rows("profile_windows") == []
    assert profiled(tmp_path / "in", world, one).rows("profile_windows") != []


def test_keywords_are_whole_words() -> None:
    assert words_of("Works_on  it—now") == " works on it now "
