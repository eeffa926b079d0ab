"""Configuration errors name the file, the key, and the nearest name."""

from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict, Field

from kg_assets.core.config import config_from_environment, load_config, threads_from_environment
from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.house import HOUSE


def _write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_the_shipped_configuration_is_complete() -> None:
    config = load_config(HOUSE.sections)
    assert config.section("store").gc_keep_published == 2


def test_an_override_changes_only_its_keys(tmp_path: Path) -> None:
    own = _write(tmp_path / "own.yaml", "search:\n  meaning_terms: 3\n")
    config = load_config(HOUSE.sections, own)
    assert config.section("search").meaning_terms == 3
    assert config.section("search").date_words == load_config(HOUSE.sections).section("search").date_words
    assert config.section_hash("search") != load_config(HOUSE.sections).section_hash("search")
    assert config.section_hash("store") == load_config(HOUSE.sections).section_hash("store")


def test_an_unknown_key_offers_the_nearest(tmp_path: Path) -> None:
    own = _write(tmp_path / "own.yaml", "search:\n  meaning_term: 3\n")
    with pytest.raises(ConfigError, match=r"own\.yaml.*'meaning_term'.*did you mean 'meaning_terms'"):
        load_config(HOUSE.sections, own)


def test_an_unknown_section_offers_the_nearest(tmp_path: Path) -> None:
    own = _write(tmp_path / "own.yaml", "serch:\n  meaning_terms: 3\n")
    with pytest.raises(ConfigError, match=r"'serch'.*did you mean 'search'"):
        load_config(HOUSE.sections, own)


def test_a_value_of_the_wrong_kind_is_named(tmp_path: Path) -> None:
    own = _write(tmp_path / "own.yaml", "search:\n  meaning_terms: many\n")
    with pytest.raises(ConfigError, match=r"search\.meaning_terms.*'many'"):
        load_config(HOUSE.sections, own)


@pytest.mark.parametrize(
    ("section", "written", "said"),
    [
        ("store", "threads: 2024-01-01", "threads: a whole number is expected (found the date 2024-01-01)"),
        ("store", "threads: true", "threads: a whole number is expected (found true)"),
        ("store", "threads: '4'", "threads: a whole number is expected (found the text '4')"),
        ("store", "threads: [4]", "threads: a whole number is expected (found a list)"),
        ("store", "threads:", "threads: a whole number is expected (found nothing)"),
        ("sources", "own_names: Sam", "own_names: a list, as in [one, other], is expected (found the text 'Sam')"),
        ("sources", "own_names: [7]", "own_names.0: a text is expected (found 7)"),
        ("search", "words_before: [yes]", "words_before.0: a number is expected (found true)"),
        ("search", "date_words: {a: 1}", "date_words: a number is expected (found keys with values)"),
    ],
)
def test_a_value_is_taken_to_the_letter_and_told_as_it_was_found(
    tmp_path: Path, section: str, written: str, said: str
) -> None:
    """`threads: true` and `"4"` were taken for numbers without a word, and a date was refused without saying so."""
    own = tmp_path / "own.yaml"
    own.write_text(f"{section}:\n  {written}\n", encoding="utf-8")
    with pytest.raises(ConfigError) as error:
        load_config(HOUSE.sections, own)
    assert str(error.value) == f"{own}, line 2: {section}.{said}"


def test_whole_numbers_are_numbers(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("search:\n  date_words: 3\n", encoding="utf-8")
    assert load_config(HOUSE.sections, own).section("search").date_words == 3.0


def test_broken_yaml_names_its_line(tmp_path: Path) -> None:
    own = _write(tmp_path / "own.yaml", "search:\n  meaning_terms: [1\n")
    with pytest.raises(ConfigError, match=r"line \d+"):
        load_config(HOUSE.sections, own)


def test_a_missing_override_says_so(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="does not exist"):
        load_config(HOUSE.sections, tmp_path / "nowhere.yaml")


def test_a_folder_shadows_files_of_config(tmp_path: Path) -> None:
    (tmp_path / "mappings").mkdir()
    shipped = data_path("config/mappings/chatgpt.yaml").read_text(encoding="utf-8")
    own = _write(
        tmp_path / "mappings" / "chatgpt.yaml", shipped.replace('format_version: "1.0"', "format_version: '9'")
    )
    config = load_config(HOUSE.sections, tmp_path)
    assert config.file("config/mappings/chatgpt.yaml") == own
    assert config.file("config/mappings/claude.yaml") != tmp_path / "mappings" / "claude.yaml"


def test_a_pipeline_file_in_a_folder_of_ones_own_changes_only_its_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(tmp_path / "pipeline.yaml", "search:\n  meaning_terms: 3\n")
    monkeypatch.setenv("ANNALS_CONFIG", str(tmp_path))
    config = config_from_environment(HOUSE.sections)
    assert config.section("search").meaning_terms == 3
    assert config.section("store") == load_config(HOUSE.sections).section("store")


def test_a_home_carries_its_settings_and_what_is_named_comes_before_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("ANNALS_HOME", str(home))
    monkeypatch.delenv("ANNALS_CONFIG", raising=False)
    shipped = load_config(HOUSE.sections)
    assert config_from_environment(HOUSE.sections) == shipped
    _write(home / "settings.yaml", "search:\n  meaning_terms: 5\n")
    assert config_from_environment(HOUSE.sections).section("search").meaning_terms == 5
    monkeypatch.setenv("ANNALS_CONFIG", str(_write(tmp_path / "own.yaml", "search:\n  meaning_terms: 7\n")))
    assert config_from_environment(HOUSE.sections).section("search").meaning_terms == 7
    monkeypatch.setenv("ANNALS_HOME", str(tmp_path / "other"))
    monkeypatch.delenv("ANNALS_CONFIG")
    assert config_from_environment(HOUSE.sections) == shipped


def test_threads_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANNALS_THREADS", "3")
    assert threads_from_environment(1) == 3
    monkeypatch.setenv("ANNALS_THREADS", "two")
    with pytest.raises(ConfigError, match="'two'"):
        threads_from_environment(1)
    monkeypatch.delenv("ANNALS_THREADS")
    assert threads_from_environment(5) == 5
    assert threads_from_environment(0) >= 1


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")
    number: int = Field(description="a number")


def test_a_section_without_values_reports_what_is_missing() -> None:
    with pytest.raises(ConfigError, match="own: the key 'number' is missing"):
        load_config({"own": _Model} | dict(HOUSE.sections))
