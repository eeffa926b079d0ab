"""Where the files that ship with the package lie: `config/`, `sql/`, `prompts/`.

In a wheel they are under `kg_assets/_data/`; in a checkout they are folders of the repository.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def data_path(relative: str) -> Path:
    """The path of a shipped file or folder, named relative to the repository's top level."""
    for root in (_PACKAGE / "_data", _PACKAGE.parent):
        candidate = root / relative
        if candidate.exists():
            return candidate
    raise FileNotFoundError(f"the installation lacks {relative}; reinstall the package")
