"""Columns of lists and structs as canonical JSON text, and back.

`core.canonical` defines the text of one value; here texts are made column by column from the texts of their
parts, and each distinct part is written once.
"""

import orjson
import pyarrow as pa
import pyarrow.compute as pc

from kg_assets.core.canonical import canonical_text

_NULL = "null"
_ESCAPED = r'["\\\x00-\x1f]'  # characters that JSON writes as escapes


def json_texts(values: pa.ChunkedArray) -> pa.ChunkedArray:
    """The canonical JSON of each value; NULL stays NULL."""
    parts = [pc.if_else(pc.is_valid(chunk), _texts(chunk), None) for chunk in values.chunks]
    return pa.chunked_array(parts, pa.string())


def values_of(texts: pa.ChunkedArray, shape: pa.DataType) -> pa.ChunkedArray | None:
    """The values of JSON texts as lists or structs; None if one of them has another shape."""
    told = pc.dictionary_encode(texts).combine_chunks()
    if isinstance(told, pa.ChunkedArray):  # of no rows
        return pa.chunked_array([], shape)
    values = [orjson.loads(text) for text in told.dictionary.to_pylist()]
    try:
        found = pa.array(values, shape)
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        return None
    if found.to_pylist() != values:
        return None
    return pa.chunked_array([found.take(told.indices)])


def _texts(values: pa.Array) -> pa.Array:
    kind = values.type
    if pa.types.is_struct(kind):
        return _of_structs(values)
    if pa.types.is_list(kind):
        return _of_lists(values)
    if pa.types.is_string(kind) and not pc.any(pc.match_substring_regex(values, _ESCAPED)).as_py():
        return pc.fill_null(pc.binary_join_element_wise('"', values, '"', ""), _NULL)
    # Texts and numbers occur again and again; only the house's own writer knows how each is written.
    told = values.dictionary_encode()
    written = pa.array([canonical_text(value) for value in told.dictionary.to_pylist()], pa.string())
    return pc.fill_null(written.take(told.indices), _NULL)


def _of_structs(values: pa.Array) -> pa.Array:
    fields = dict(zip((field.name for field in values.type), values.flatten(), strict=True))
    parts: list[pa.Array | str] = []
    for name in sorted(fields):
        parts += [f"{',' if parts else '{'}{canonical_text(name)}:", _texts(fields[name])]
    return _or_null(values, pc.binary_join_element_wise(*parts, "}" if parts else "{}", ""))


def _of_lists(values: pa.Array) -> pa.Array:
    ends = pc.cumulative_sum(pc.fill_null(pc.list_value_length(values), 0).cast(pa.int32()))
    offsets = pa.concat_arrays([pa.array([0], pa.int32()), ends])
    inner = pa.ListArray.from_arrays(offsets, _texts(values.flatten()))
    return _or_null(values, pc.binary_join_element_wise("[", pc.binary_join(inner, ","), "]", ""))


def _or_null(values: pa.Array, texts: pa.Array) -> pa.Array:
    return pc.if_else(pc.is_valid(values), texts, _NULL)
