"""`config/temporal_profile_config.yaml`: what is wrong with it is told by file and place (§6.6.1)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from kg_assets.core.config import load_config
from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_yaml
from kg_assets.graph.config import CONFIG_FILE, read_profile_config, words_of
from kg_assets.house import HOUSE
from tests.graph.test_profiles import profile_with
from tests.graph.world import World, profiled

Document = dict[str, Any]


def test_the_shipped_file_has_the_seeds_categories() -> None:
    config = read_profile_config(data_path(CONFIG_FILE))
    assert [category.key for category in config.categories][-1] == "unclassified"
    assert {category.key for category in config.categories} == {
        "project", "interest", "problem", "task", "desire", "plan", "unclassified",
    }  # fmt: skip
    assert config.default_granularity == "month"


def _missing_last(document: Document) -> None:
    document["categories"].pop()


def _unknown_category(document: Document) -> None:
    document["value_keywords"]["hobby"] = ["chess"]


def _heavy(document: Document) -> None:
    document["salience_weights"]["frequency"] = 0.6


def _misspelt(document: Document) -> None:
    document["recencies"] = 1


def _granularity(document: Document) -> None:
    document["granularities"] = ["month", "week"]


def _default(document: Document) -> None:
    document["granularities"] = ["year"]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_missing_last, "unclassified must be the last"),
        (_unknown_category, "rules name hobby"),
        (_heavy, "salience_weights: .*sum to 1"),
        (_misspelt, "there is no key 'recencies' here; did you mean 'recency_"),
        (_granularity, r"granularities\.1: .*'month', 'quarter' or 'year'"),
        (_default, "default_granularity must be one of"),
    ],
)
def test_mistakes_name_the_file_and_the_place(tmp_path: Path, spoil: Callable[[Document], None], words: str) -> None:
    document = read_yaml(data_path(CONFIG_FILE))
    spoil(document)
    path = tmp_path / "mine.yaml"
    path.write_text(yaml.safe_dump(document), encoding="utf-8")
    with pytest.raises(ConfigError, match=rf"mine\.yaml(?:, line \d+)?: .*{words}"):
        read_profile_config(path)


def test_a_missing_file_is_an_error() -> None:
    with pytest.raises(ConfigError, match="this file of theirs is missing"):
        read_profile_config(Path("nowhere.yaml"))


def test_a_file_of_the_persons_own_is_used_and_is_part_of_the_configuration(tmp_path: Path) -> None:
    """Another content is another fingerprint; without such a file the configuration is refused."""
    path = tmp_path / "mine.yaml"
    override = tmp_path / "override.yaml"
    override.write_text(f"profiles: {{temporal_profile_config_path: {path}}}", encoding="utf-8")
    with pytest.raises(ConfigError, match="where no file is"):
        load_config(HOUSE.sections, override)
    path.write_text(profile_with(window_min_assertions=2), encoding="utf-8")
    before = load_config(HOUSE.sections, override).section_hash("profiles")
    world = World()
    world.claim("likes", value="tea")
    assert profiled(tmp_path / "out", world, override.read_text(encoding="utf-8")).rows("profile_windows") == []
    path.write_text(profile_with(window_min_assertions=1), encoding="utf-8")
    assert load_config(HOUSE.sections, override).section_hash("profiles") != before
    assert profiled(tmp_path / "in", world, override.read_text(encoding="utf-8")).rows("profile_windows") != []


def test_keywords_are_whole_words() -> None:
    assert words_of("Works_on  it—now") == " works on it now "
