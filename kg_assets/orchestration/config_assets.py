"""Configuration files and sections as observable source assets, and a check whether each can be used."""

import warnings

import dagster as dg

from kg_assets.core.config import PIPELINE_FILE, Config, section_file
from kg_assets.core.stage import House
from kg_assets.engine.ingredients import read_files, version_of
from kg_assets.orchestration.failures import only_our_words
from kg_assets.orchestration.keys import REPORT_FILES, config_key
from kg_assets.orchestration.provenance import DATA_VERSION_TAG
from kg_assets.orchestration.stage_checks import result_of

READABLE_CHECK = "readable"


def config_names(house: House) -> list[str]:
    """The files and folders that stages or the report read, and every section of the settings."""
    names = {name for stage in house.stages for name in read_files(stage)}
    return sorted(names | {section_file(section) for section in house.sections} | {REPORT_FILES})


def config_versions(house: House, config: Config) -> dict[str, str]:
    """The version of each of the `config_names`."""
    return {name: version_of(name, config) for name in config_names(house)}


def config_assets(house: House, config: Config) -> list[dg.AssetsDefinition | dg.SourceAsset]:
    """Observable source assets for the `config_names`. The data version of each is its hash."""
    return [_config_asset(name, config) for name in config_names(house)]


def _config_asset(name: str, config: Config) -> dg.AssetsDefinition | dg.SourceAsset:
    with warnings.catch_warnings():
        # Beta in name only for years; the warning would stand before every command's output.
        warnings.simplefilter("ignore", dg.BetaWarning)
        return _observable(name, config)


def _observable(name: str, config: Config) -> dg.AssetsDefinition | dg.SourceAsset:
    section = name.removeprefix(f"{PIPELINE_FILE}/")
    what = f"The file {name}" if section == name else f"The section {section!r} of {PIPELINE_FILE}"

    @dg.observable_source_asset(
        key=config_key(name),
        description=f"{what}, or the version of it that ANNALS_CONFIG gives.",
        group_name="config",
    )
    def observe() -> dg.DataVersion:
        return dg.DataVersion(version_of(name, config))

    return observe


def config_observation(name: str, version: str) -> dg.AssetObservation:
    """An observation event with the version of a file or section, for a sensor to report."""
    return dg.AssetObservation(config_key(name), tags={DATA_VERSION_TAG: version})


def readable_checks(house: House) -> dg.AssetChecksDefinition:
    """One check for each file and section: whether it can be used. Of a file that ANNALS_CONFIG gives a version of,
    that version is checked."""
    said = "The file, or the version of it that ANNALS_CONFIG gives, can be used. If not, what reads it does not run."
    specs = [
        dg.AssetCheckSpec(READABLE_CHECK, asset=config_key(name), description=said) for name in config_names(house)
    ]

    @dg.multi_asset_check(name=READABLE_CHECK, specs=specs, can_subset=True, required_resource_keys={"warehouse"})
    def readable(context: dg.AssetCheckExecutionContext):  # type: ignore[no-untyped-def]
        with only_our_words():
            config: Config = context.resources.warehouse.engine().config
        for name in config_names(house):
            if dg.AssetCheckKey(config_key(name), READABLE_CHECK) in context.selected_asset_check_keys:
                yield result_of(readable_evaluation(name, config.why_unusable([name])))

    return readable


def readable_evaluation(name: str, why: str | None) -> dg.AssetCheckEvaluation:
    """The result of the check `readable` as an event for a sensor to report. `why` says what is wrong and
    where.
    """
    return dg.AssetCheckEvaluation(
        asset_key=config_key(name), check_name=READABLE_CHECK, passed=why is None, description=why or "it can be used"
    )
