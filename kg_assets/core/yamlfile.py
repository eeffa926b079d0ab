"""Reading YAML files: with the C parser where it is there, which is ten times faster on our word lists."""

from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from kg_assets.core.errors import ConfigError

_Model = TypeVar("_Model", bound=BaseModel)
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(path: Path) -> Any:
    """The document of a UTF-8 file, of plain types only; an error names the file and the place in it."""
    if path.exists() and not path.is_file():
        raise ConfigError(f"{path}: a file is expected, this is a folder, a pipe or a device; name a YAML file")
    try:
        return yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f", line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise ConfigError(f"{path}{place}: this is not YAML: {getattr(error, 'problem', error)}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: the file cannot be read: {error}") from None
    except RecursionError:
        raise ConfigError(f"{path}: it is nested too deeply; write it in fewer levels") from None
    except ValueError as error:
        # A date or a number that looks like one and is none.
        raise ConfigError(f"{path}: a value cannot be read: {error}; put it between quotation marks") from None


def read_model(path: Path, model: type[_Model]) -> _Model:
    """A file as its model takes it; an error names the file, the place in it and what was expected."""
    try:
        return model.model_validate(read_yaml(path))
    except ValidationError as error:
        fault = error.errors()[0]
        place = ".".join(map(str, fault["loc"])) or "the file"
        raise ConfigError(f"{path}: {place}: {fault['msg']}; see the remarks in the shipped file") from None
