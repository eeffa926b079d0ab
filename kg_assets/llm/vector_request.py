"""Requests for the vectors of texts, and the reading of replies. It uses no network: `client` sends the requests."""

import base64
import binascii
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from kg_assets.llm.request import Request

Vectors = npt.NDArray[np.float64]
_ONE = np.dtype("<f4")  # numbers that come as base64 are these


def vector_request(
    model: str, texts: Sequence[str], about: Sequence[str], encoding: str, dimensions: int | None
) -> Request:
    """The request for the vectors of these texts. If `dimensions` is None, the endpoint decides the length of
    a vector."""
    length = {} if dimensions is None else {"dimensions": dimensions}
    body = {"model": model, "input": list(texts), "encoding_format": encoding, **length}
    return Request(body, {}, tuple(sorted(set(about))), form="vectors")


def read_vectors(request: Mapping[str, Any], body: Any) -> tuple[str, Vectors | None]:
    """The outcome of a reply and, if it is `answered`, a row for each text of the request, in order.

    It is `answered` only if the reply has exactly one vector for each text, all of the wanted length.
    """
    data = body.get("data") if isinstance(body, Mapping) else None
    if not isinstance(data, list):
        return "malformed_response", None
    rows = [_numbers(item.get("embedding")) if isinstance(item, Mapping) else None for item in data]
    places = [item.get("index") if isinstance(item, Mapping) else None for item in data]
    found = [row for row in rows if row is not None]
    wanted = {request.get("dimensions", len(found[0]) if found else 0)}
    is_whole = len(found) == len(rows) and sorted(map(str, places)) == sorted(map(str, range(len(request["input"]))))
    if not is_whole or {len(row) for row in found} != wanted:
        return "wrong_schema", None
    order = np.argsort(np.array(places, np.int64))
    vectors: Vectors = np.array(found)[order]
    return "answered", vectors


def _numbers(given: Any) -> list[float] | None:
    """The numbers of one vector, given as a list or packed in base64; None for anything else."""
    if isinstance(given, str):
        try:
            given = np.frombuffer(base64.b64decode(given, validate=True), _ONE).astype(np.float64).tolist()
        except (binascii.Error, ValueError):
            return None
    if not isinstance(given, list) or not given:
        return None
    is_sound = all(isinstance(one, int | float) and not isinstance(one, bool) and math.isfinite(one) for one in given)
    return list(map(float, given)) if is_sound else None
