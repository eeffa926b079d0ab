"""Draws docs/images/belief-activation.svg: the activation of one belief of the demo on each day, and since when the
belief is core.

    python docs/belief_life.py            builds the demo anew and draws
    python docs/belief_life.py HOME       looks at a demo that is there

A test compares the picture with that of a fresh demo.
"""

import sys
import tempfile
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

from kg_assets.beliefs.resolve import days_of, instant_of
from kg_assets.beliefs.scoring import Evidence, activation, core_score
from kg_assets.beliefs.streams import half_life
from kg_assets.core.config import load_config
from kg_assets.house import HOUSE
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened, select

PICTURE = Path(__file__).parent / "images" / "belief-activation.svg"
BELIEF = "i am a night owl"
WIDTH, HEIGHT, LEFT, BELOW, ABOVE = 720, 240, 12, 50, 40
_STEPS = 240
_FONT = 'font-family="sans-serif" font-size="13" fill="#333"'
_SAID = """
SELECT o.raw_text, o.source_weight, o.atom_confidence, o.context_id, o.created_at_utc, s.primary_stream
FROM beliefs.belief_occurrences AS o
JOIN beliefs.belief_nodes AS n USING (belief_id)
JOIN beliefs.stream_assignments AS s USING (belief_id)
WHERE n.canonical_text = $belief
ORDER BY o.created_at_utc, o.occurrence_id
"""


class Life(NamedTuple):
    """What the picture shows of a belief: its evidence, the number of days in which half of it fades, the day of the
    picture, and the day since which the belief is core (None if it never was)."""

    evidence: list[Evidence]
    half_life_days: float
    now: float
    core_since: float | None


def life_of(home: Home) -> Life:
    """What the picture shows of the demo's belief, read from the newest build."""
    settings = load_config(HOUSE.sections, home.settings).section("beliefs")
    with opened(home) as warehouse:
        rows = select(warehouse.connection, _SAID, {"belief": BELIEF}).fetchall()
        now = days_of(warehouse.manifest.as_of)
    evidence = [Evidence(days_of(at), weight, sure, context) for _, weight, sure, context, at, _ in rows]
    said = [evidence[: place + 1] for place in range(len(evidence))]
    core = (one[-1].day for one in said if core_score(one, 0, settings).score >= settings.core_from)
    return Life(evidence, half_life(rows[0][-1], settings), now, next(core, None))


def drawn(life: Life) -> str:
    """The picture: the belief's activation as a curve over the days, a dot for each time it was said, and its value at
    the end."""
    first = life.evidence[0].day
    days = [first + (life.now - first) * step / _STEPS for step in range(_STEPS + 1)]
    days = sorted({*days, *(one.day for one in life.evidence)})
    alive = [activation([one for one in life.evidence if one.day <= day], day, life.half_life_days) for day in days]
    top = max(alive) * 1.1

    def place(day: float, value: float) -> str:
        x = LEFT + (WIDTH - LEFT - 12) * (day - first) / (life.now - first)
        return f"{x:.1f},{HEIGHT - BELOW - (HEIGHT - BELOW - ABOVE) * value / top:.1f}"

    curve = " ".join(place(day, value) for day, value in zip(days, alive, strict=True))
    dots = [(one.day, alive[days.index(one.day)]) for one in life.evidence]
    shapes = [
        f'<polyline points="{place(first, 0)} {place(life.now, 0)}" fill="none" stroke="#999"/>',
        f'<polyline points="{curve}" fill="none" stroke="#2b6cb0" stroke-width="2"/>',
        *(_dot(place(day, value)) for day, value in dots),
        *(_text(float(place(day, 0).split(",")[0]), HEIGHT - BELOW + 16, words) for day, words in _dates(life)),
        _text(LEFT, 16, f"Activation of \u201c{BELIEF}\u201d; half of it is gone in {life.half_life_days:g} days"),
        _text(WIDTH - 12, HEIGHT - 12, f"{instant_of(life.now)[:10]}: {alive[-1]:.3f}", "end"),
    ]
    inside = "\n".join(shapes)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {_FONT}>\n{inside}\n</svg>\n'


def _dates(life: Life) -> list[tuple[float, str]]:
    """The texts below the picture: when the belief was said first, and since when it is core."""
    first = life.evidence[0].day
    dates = [(first, f"first said {instant_of(first)[:10]}")]
    return dates if life.core_since is None else [*dates, (life.core_since, f"core {instant_of(life.core_since)[:10]}")]


def _dot(place: str) -> str:
    x, y = place.split(",")
    return f'<circle cx="{x}" cy="{y}" r="4" fill="#c05621"/>'


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        if len(sys.argv) > 1:
            home = Home(Path(sys.argv[1]))
        else:
            from answers import built_demo

            home = built_demo(Path(scratch))
        PICTURE.write_text(drawn(life_of(home)), encoding="utf-8")
