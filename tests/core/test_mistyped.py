"""A mistyped file: the line, what stands there, and what was perhaps meant, whichever kind of model reads it."""

from pathlib import Path
from typing import Literal

import msgspec
import pytest
from pydantic import BaseModel, ConfigDict, Field, RootModel, field_validator

from kg_assets.core.errors import ConfigError
from kg_assets.core.mistyped import shortened
from kg_assets.core.yamlfile import as_model, read_model


class Walk(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str
    miles: int = Field(ge=1)
    pace: Literal["slow", "brisk"] = "slow"
    through: str | None = None

    @field_validator("through")
    @classmethod
    def _is_near(cls, value: str | None) -> str | None:
        if value == "Atlantis":
            raise ValueError("is no place near here; name a village")
        return value


class Walks(BaseModel):
    model_config = ConfigDict(extra="forbid")

    walks: list[Walk]
    by_month: dict[str, Walk | None] = {}


class Named(RootModel[dict[str, Walk]]):
    pass


class Boat(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    oars: int = 2


class Boats(msgspec.Struct, forbid_unknown_fields=True):
    boats: tuple[Boat, ...]
    by_lake: dict[str, Boat] = {}


HEAD = "# A comment first.\nwalks:\n  - {name: Ridge, miles: 7}\n"


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        (Walks, HEAD + "  - {nmae: Coast, miles: 3}\n", ", line 4: walks.1: there is no key 'nmae' here; did you mean"),
        (Walks, HEAD + "  -\n    name: Coast\n    mile: 3\n", "line 6: walks.1: there is no key 'mile' here"),
        (Walks, HEAD + "  - name: Coast\n", ", line 4: walks.1: the key 'miles' is missing;"),
        (Walks, HEAD + "  - {name: Coast, miles: far}\n", "walks.1.miles: a whole number is expected (found the text"),
        (Walks, HEAD + "  - {name: Coast, miles: 0}\n", "miles: greater than or equal to 1 is expected (found 0)"),
        (Walks, HEAD + "  - {name: C, miles: 2, pace: fast}\n", "or 'brisk' is expected (found the text 'fast')"),
        (Walks, HEAD + "  - {name: C, miles: 2, through: Atlantis}\n", "'Atlantis' is no place near here; name"),
        (Walks, HEAD + "by_month:\n  May: {name: Lake, milse: 9}\n",
         "line 5: by_month.May: there is no key 'milse' here"),
        (Walks, "walks: []\nwander: []\n", ", line 2: there is no key 'wander' here; it can be walks, by_month"),
        (Walks, "walks: 4\n", ", line 1: walks: a list, as in [one, other], is expected (found 4)"),
        (Named, "Ridge:\n  name: R\n  miles: 1\n  pave: slow\n",
         ", line 4: Ridge: there is no key 'pave' here; did you mean"),
        (Boats, "boats:\n  - {name: Gull}\n  - {name: Tern, oar: 4}\n",
         ", line 3: boats.1: there is no key 'oar' here; did you mean 'oars'"),
        (Boats, "boats:\n  - {oars: 4}\n", ", line 2: boats.0: the key 'name' is missing"),
        (Boats, "boats:\n  - {name: Gull, oars: some}\n", ", line 2: boats.0.oars: Expected `int`, got `str`"),
        (Boats, "boats: []\nby_lake:\n  Como: {name: Gull, sails: 1}\n",
         ", line 2: by_lake....: there is no key 'sails' here"),
        (Boats, "", ": keys with values are expected here, nothing was found"),
    ],
)  # fmt: skip
def test_the_line_and_what_was_perhaps_meant_are_told(tmp_path: Path, kind: type, text: str, said: str) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as error:
        read_model(path, kind)
    assert said in str(error.value)
    assert str(error.value).startswith(str(path))


def test_a_misspelt_key_is_told_once_and_of_many_faults_the_first_three(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text("walks:\n" + "  - {nane: X, miles: 2}\n" * 5, encoding="utf-8")
    with pytest.raises(ConfigError) as error:
        read_model(path, Walks)
    said = str(error.value)
    assert said.count("there is no key 'nane'") == 3
    assert "missing" not in said
    assert "line 4: walks.2" in said
    assert "; and 2 more; compare" in said


def test_a_part_of_a_file_is_told_by_its_place_in_the_whole(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        "defaults: {pace: slow}\nwalks:\n  - {name: A, miles: 1}\n  - {name: B, miles: -3}\n", encoding="utf-8"
    )
    with pytest.raises(ConfigError, match=r"own\.yaml, line 4: walks\.1\.miles: greater than or equal to 1"):
        as_model(path, {"name": "B", "miles": -3}, Walk, at=("walks", 1))


def test_what_is_found_is_quoted_in_short() -> None:
    assert len(shortened("x" * 5000)) < 210
