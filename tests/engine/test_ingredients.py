"""What a stage is made of, by name: each change is told by the one part that it is."""

from dataclasses import replace
from pathlib import Path

import pytest

from kg_assets.core.codeversion import entry_modules, import_closure
from kg_assets.core.config import Config, load_config
from kg_assets.core.data import shipped_path
from kg_assets.engine.ingredients import changes_in_words, parts_of
from kg_assets.engine.runner import Engine
from kg_assets.engine.stagerun import Given
from kg_assets.house import HOUSE
from kg_assets.store.contents import Content
from kg_assets.store.home import Home

SCAN = next(stage for stage in HOUSE.stages if stage.config and stage.inputs)
INPUTS = {name: (Content(name, "1" * 64, 1, 1),) for name in SCAN.inputs}


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """The shipped configuration, with a person's own version of one file of a folder."""
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "turns.yaml").write_text("1", encoding="utf-8")
    return replace(load_config(HOUSE.sections), shadow=tmp_path)


def test_a_file_of_a_folder_is_told_by_its_name(config: Config, tmp_path: Path) -> None:
    stage = replace(SCAN, files=("config/claims",))
    before = parts_of(stage, config, Given(), INPUTS)
    (tmp_path / "claims" / "turns.yaml").write_text("2", encoding="utf-8")
    (tmp_path / "claims" / "lists.yaml").write_text("3", encoding="utf-8")
    now = parts_of(stage, config, Given(), INPUTS)
    assert changes_in_words(before, now) == "config/claims/lists.yaml, config/claims/turns.yaml"


def test_the_files_that_a_person_has_no_version_of_count_as_they_ship(config: Config, tmp_path: Path) -> None:
    """One own file of a folder once hid the others from the fingerprint: their edits left stale results in use."""
    files = config.files("config/claims")
    assert files["config/claims/turns.yaml"] == tmp_path / "claims" / "turns.yaml"
    assert files["config/claims/lists.yaml"] == shipped_path("config/claims/lists.yaml")
    assert list(files) == list(load_config(HOUSE.sections).files("config/claims"))


def test_every_other_kind_of_part_is_told(config: Config) -> None:
    stage = replace(SCAN, ledger=("claim_confirmed",), reads_horizon=True, reads_as_of=True, reads_sources=True)
    given = Given(({"sha256": "a"},), "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z", {})
    before = parts_of(stage, config, given, INPUTS)
    first = next(iter(INPUTS))
    for stage_now, given_now, inputs, said in (
        (stage, replace(given, sources=()), INPUTS, "the sources"),
        (stage, replace(given, horizon=None), INPUTS, "the horizon"),
        (stage, replace(given, as_of=None), INPUTS, "as_of"),
        (stage, replace(given, ledger={"claim_confirmed": [{"quote": "x"}]}), INPUTS, "ledger entries claim_confirmed"),
        (stage, given, {**INPUTS, first: ()}, f"table {first}"),
        (replace(stage, distributions=("rich",)), given, INPUTS, "library rich"),
        (replace(stage, function=f"{stage.function}_2"), given, INPUTS, "how the stage is declared"),
        (stage, given, INPUTS, ""),
    ):
        assert changes_in_words(before, parts_of(stage_now, config, given_now, inputs)) == said


def test_every_module_that_counts_for_the_code_version_is_a_part(config: Config) -> None:
    """What makes a stage stale and has no name here would be told as nothing in particular."""
    for stage in HOUSE.stages:
        modules, _ = import_closure(entry_modules(stage))
        parts = parts_of(stage, config, Given(), {})
        assert {f"module {name}" for name in modules} <= parts.keys()
        assert {f"the contract of {table.name}" for table in stage.tables} <= parts.keys()


def test_no_words_are_kept(config: Config) -> None:
    """The parts lie in a pointer: what a person decided must not be read from it."""
    given = Given(ledger={"claim_confirmed": [{"quote": "a secret"}]})
    parts = parts_of(replace(SCAN, ledger=("claim_confirmed",)), config, given, INPUTS)
    assert "secret" not in str(parts)


def test_many_changes_are_counted() -> None:
    # Six of nine are named.
    before, now = ({f"module m{i}": version for i in range(9)} for version in ("1", "2"))
    said = changes_in_words(before, now)
    assert said == "module m0, module m1, module m2, module m3, module m4, module m5 and 3 more"
    assert changes_in_words({}, now) == "", "nothing is recorded of before"


def test_a_changed_file_of_a_named_model_is_told_and_changes_the_fingerprint(home: Home, tmp_path: Path) -> None:
    """Weights were exchanged under the same `meta.json`, and every build stayed fresh."""
    folder = tmp_path / "pipeline" / "ner"
    folder.mkdir(parents=True)
    (tmp_path / "pipeline" / "meta.json").write_text('{"version": "1.0"}', encoding="utf-8")
    (folder / "model").write_bytes(b"weights")
    own = tmp_path / "own.yaml"
    own.write_text(f"mentions:\n  ner_model: {tmp_path / 'pipeline'}\n", encoding="utf-8")
    config = load_config(HOUSE.sections, own)
    stage = HOUSE.stage("detect")
    engine = Engine(home, HOUSE, config, 1, own)
    before = parts_of(stage, config, Given(), {}), engine.fingerprint(stage, Given(), {})
    assert (parts_of(stage, config, Given(), {}), engine.fingerprint(stage, Given(), {})) == before
    (folder / "model").write_bytes(b"WEIGHTS")
    assert changes_in_words(before[0], parts_of(stage, config, Given(), {})) == "the files of mentions.ner_model"
    assert engine.fingerprint(stage, Given(), {}) != before[1]
    (folder / "model").rename(folder / "weights")
    renamed = parts_of(stage, config, Given(), {})
    assert changes_in_words(before[0], renamed) == "the files of mentions.ner_model"


def test_every_setting_that_names_a_model_on_disk_is_declared() -> None:
    for stage in HOUSE.stages:
        for name in stage.models:
            section, _, key = name.partition(".")
            assert section in stage.config
            assert key in HOUSE.sections[section].model_fields
