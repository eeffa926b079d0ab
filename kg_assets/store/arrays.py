"""Files of named arrays that many processes can map at once; opening one reads only its head.

The head is JSON and says where each array is. Arrays are little-endian and begin at multiples of 64 bytes.
The same arrays always give the same bytes.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kg_assets.core.errors import WarehouseError

Array = npt.NDArray[Any]
# Stands for the moment of something that has none.
NO_TIME = np.iinfo(np.int64).min
_MAGIC = b"ANNALS\x01\n"
_ALIGNED = 64
_HEAD = len(_MAGIC) + 8


def write_arrays(path: Path, arrays: Mapping[str, Array], facts: Mapping[str, Any]) -> None:
    """Write a file of arrays by name, and of `facts` (values that JSON can hold)."""
    told: dict[str, dict[str, Any]] = {}
    position = 0
    for name, array in sorted(arrays.items()):
        position += -position % _ALIGNED
        kind = array.dtype.newbyteorder("<")
        told[name] = {"kind": kind.str, "shape": list(array.shape), "at": position}
        position += array.nbytes
    head = json.dumps({"arrays": told, "facts": facts}, sort_keys=True, ensure_ascii=True).encode()
    head += b" " * (-(_HEAD + len(head)) % _ALIGNED)
    with path.open("wb") as stream:
        stream.write(_MAGIC + len(head).to_bytes(8, "little") + head)
        beginning = stream.tell()
        for name, array in sorted(arrays.items()):
            stream.write(b"\0" * (beginning + told[name]["at"] - stream.tell()))
            stream.write(np.ascontiguousarray(array, dtype=told[name]["kind"]).data)


def open_arrays(path: Path) -> tuple[dict[str, Array], dict[str, Any]]:
    """Two values: the arrays of a file by name, mapped rather than read; and the `facts` that were written with them.
    WarehouseError if the file is missing or has another form."""
    try:
        # A view without the class of mapped files, which takes its time with every slice.
        whole: Array = np.memmap(path, dtype=np.uint8, mode="r").view(np.ndarray)
        size = int.from_bytes(whole[len(_MAGIC) : _HEAD].tobytes(), "little")
        if whole[: len(_MAGIC)].tobytes() != _MAGIC or _HEAD + size > len(whole):
            raise ValueError
        head = json.loads(whole[_HEAD : _HEAD + size].tobytes())
        beginning = _HEAD + size
        arrays = {name: _array(whole, beginning, told) for name, told in head["arrays"].items()}
    except FileNotFoundError:
        raise WarehouseError(f"{path} is missing; build again to make it anew") from None
    except (ValueError, KeyError, TypeError):
        raise WarehouseError(
            f"{path}: a file of arrays is expected, and this is none or is of another version; build again"
        ) from None
    return arrays, head["facts"]


def _array(whole: Array, beginning: int, told: Mapping[str, Any]) -> Array:
    kind = np.dtype(told["kind"])
    start = beginning + told["at"]
    size = kind.itemsize * int(np.prod(told["shape"], dtype=np.int64))
    if start + size > len(whole):
        raise ValueError
    found: Array = whole[start : start + size].view(kind).reshape(told["shape"])
    return found


def packed_texts(texts: Sequence[str]) -> tuple[Array, Array]:
    """Texts as one array of bytes, and the boundaries between them: one more than there are texts."""
    encoded = [text.encode("utf-8", "replace") for text in texts]
    ends = np.cumsum([0, *(len(text) for text in encoded)], dtype=np.int64)
    return np.frombuffer(b"".join(encoded), dtype=np.uint8), ends


def text_at(texts: Array, ends: Array, place: int) -> bytes:
    """The text with this index, out of the arrays that `packed_texts` made."""
    return bytes(texts[ends[place] : ends[place + 1]])


def place_of(texts: Array, ends: Array, wanted: bytes) -> int:
    """The index of a text, or the index at which it would be inserted, among texts sorted by their bytes."""
    low, high = 0, len(ends) - 1
    while low < high:
        middle = (low + high) // 2
        if text_at(texts, ends, middle) < wanted:
            low = middle + 1
        else:
            high = middle
    return low
