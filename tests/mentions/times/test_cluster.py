"""Lower-casing keeps offsets, and what is excluded may be left unread."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.mentions.detect.ranges import RangeIndex
from kg_assets.mentions.times.cluster import lower
from kg_assets.mentions.times.engine import TimeEngine, TimeSettings

ENGINE = TimeEngine(TimeSettings())
PIECES = ["tomorrow", " at 5pm", "\n", "```", " on 3 May 2024", " and ", "é", "İ", "😀", " until Friday", "x", " 9:30 "]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@given(
    st.text(max_size=20) | st.lists(st.sampled_from(["A", "É", "İ", "ẞ", "Σ", "😀", "K", "—", "\ud800"])).map("".join)
)
@settings(max_examples=200)
def test_lowering_keeps_every_codepoint_at_its_place(text: str) -> None:
    lowered = lower(text).decode("utf-8", "surrogatepass")
    assert len(lowered) == len(text)
    expected = text.lower()
    if len(expected) != len(text):
        expected = "".join(c if len(c.lower()) != 1 else c.lower() for c in text)
    assert lowered == expected


def test_no_codepoint_beyond_the_supplementary_plane_of_scripts_has_a_lower_case() -> None:
    assert not [point for point in range(0x20000, 0x110000) if chr(point).lower() != chr(point)]


@given(TEXTS, st.lists(st.tuples(st.integers(0, 60), st.integers(1, 50)), max_size=3))
@settings(max_examples=300)
def test_leaving_excluded_stretches_unread_changes_nothing(text: str, pairs: list[tuple[int, int]]) -> None:
    ranges = [(start, start + length) for start, length in pairs]
    everything_read = ENGINE._readings([text], [RangeIndex(())])[0]
    winners = ENGINE._winners(text, everything_read, RangeIndex(ranges))
    expected = ENGINE._resolved(text, winners, "2024-05-17T10:30:00.000Z")
    assert ENGINE.find(text, "2024-05-17T10:30:00.000Z", True, ranges) == expected
