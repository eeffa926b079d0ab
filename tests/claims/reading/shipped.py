"""The reader of claims as the pipeline is configured."""

from kg_assets.claims.reading.reader import ClaimReader
from kg_assets.claims.settings import ClaimSettings, reader_settings
from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml


def shipped_reader() -> ClaimReader:
    section = read_yaml(data_path("config/pipeline.yaml"))["claims"]
    return ClaimReader(reader_settings(ClaimSettings.model_validate(section)))
