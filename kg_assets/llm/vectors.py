"""Makes vectors of texts with a sentence-transformers model on this machine (extra [semantic])."""

import importlib
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from kg_assets.core.errors import ConfigError

Matrix = npt.NDArray[np.float64]


def vectors_of(model: str, texts: Sequence[str]) -> Matrix:
    """A row for each text. One thread computes them: several threads would add numbers in another order, and the last
    bits would differ."""
    made = _loaded(model).encode(list(texts), show_progress_bar=False)
    vectors: Matrix = np.asarray(made, dtype=np.float64)
    return vectors


@cache
def _loaded(model: str) -> Any:
    try:
        library = importlib.import_module("sentence_transformers")
        importlib.import_module("torch").set_num_threads(1)
        importlib.import_module("transformers").utils.logging.disable_progress_bar()
    except ImportError:
        raise ConfigError(
            f"the embedding model is {model!r}, and sentence-transformers is not installed; install the extra "
            "[semantic], or set the model to null for vectors learned from the corpus"
        ) from None
    try:
        return library.SentenceTransformer(model, local_files_only=True)
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"the embedding model is {model!r}, which cannot be loaded without a network ({type(error).__name__}); "
            "name an installed model or its folder"
        ) from None
