"""The section `models`: what enters fingerprints, and what a person may write."""

from typing import Any

import pytest
from pydantic import ValidationError

from kg_assets.core.config import Config
from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml
from kg_assets.llm.settings import ModelSettings
from tests.llm.asking import settings


def section_hash(**changed: Any) -> str:
    return Config({"models": settings(**changed)}).section_hash("models")


def test_nothing_is_called_unless_asked_for() -> None:
    """Guards the default: off, and an endpoint on this machine."""
    shipped = ModelSettings.model_validate(read_yaml(data_path("config/pipeline.yaml"))["models"])
    assert (shipped.mode, shipped.base_url, shipped.api_key_env) == ("off", "http://localhost:8080/v1", None)


def test_a_bare_off_in_yaml_is_off() -> None:
    """Guards `mode: off`, which YAML reads as false."""
    assert settings(mode=False).mode == "off"


def test_what_cannot_change_an_answer_makes_nothing_stale() -> None:
    """Guards fingerprints and run ids: a replayed build has the bytes of the live one."""
    moved = {"base_url": "https://x.example/v1", "api_key_env": "K", "timeout_seconds": 1, "max_retries": 0}
    spent = {"budget_calls": 1, "budget_tokens": None, "max_parallel": 2, "give_up_after": 1, "chars_per_token": 9}
    assert section_hash(mode="live") == section_hash(mode="replay", **moved, **spent)
    assert section_hash(mode="off") != section_hash(mode="live")
    for changed in ({"model": "other"}, {"seed": None}, {"multi_run_count": 3}, {"temperature": 1}):
        assert section_hash(**changed) != section_hash()


@pytest.mark.parametrize(
    "changed",
    [
        {"base_url": "ftp://x/v1"},
        {"base_url": "localhost:8080"},
        {"base_url": "https://user:word@x.example/v1"},
        {"base_url": "https://x.example/v1?key=word"},
        {"mode": "on"},
        {"max_retries": -1},
        {"multi_run_count": 0},
        {"unknown": 1},
    ],
)
def test_what_makes_no_sense_is_refused(changed: dict[str, Any]) -> None:
    """Guards against credentials in an address, which would reach the log, and against numbers without meaning."""
    with pytest.raises(ValidationError):
        settings(**changed)
