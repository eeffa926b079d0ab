"""Draws docs/images/thirty-nights.svg: how large the tables grow with the news of thirty nights, and what became of two
relations.

    python docs/thirty_nights.py     plays the nights (some minutes) and draws

The nights are those of `tests/soak/test_nights.py`. Nothing that depends on the machine is drawn.
"""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from kg_assets.store.home import Home
from tests.cli.a_life import engine_over
from tests.soak.nights import Night, nights
from tests.soak.test_nights import LONG

PICTURE = Path(__file__).parent / "images" / "thirty-nights.svg"
WIDTH, HEIGHT, LEFT, RIGHT, ABOVE, BELOW = 720, 330, 52, 16, 34, 124
_FONT = 'font-family="sans-serif" font-size="13" fill="#333"'
_STATES = {"active": "#2a7f62", "observed": "#7fb3d5", "suppressed": "#c0392b"}
_MEGABYTE = 1e6


def picture(found: Sequence[Night]) -> str:
    """The picture: the size of the tables against the size of the news, night by night, and below it the state of the
    two relations."""
    news = [sum(night.news for night in found[: place + 1]) / _MEGABYTE for place in range(len(found))]
    store = [night.store / _MEGABYTE for night in found]
    width, floor = WIDTH - LEFT - RIGHT, HEIGHT - BELOW
    most = 5.0 * (store[-1] // 5 + 1)

    def at(place: int) -> tuple[float, float]:
        return LEFT + news[place] / news[-1] * width, floor - store[place] / most * (floor - ABOVE)

    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(at, range(len(found))))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        "<title>Room taken by tables over the news of thirty nights, and the states of two ties</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="20" {_FONT}>megabytes of tables, by megabytes of news</text>',
    ]
    for mark in range(0, int(most) + 1, 5):
        y = floor - mark / most * (floor - ABOVE)
        parts.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" {_FONT}>{mark}</text>')
    for mark in range(int(news[-1]) + 1):
        x = LEFT + mark / news[-1] * width
        parts.append(f'<text x="{x:.1f}" y="{floor + 18}" text-anchor="middle" {_FONT}>{mark}</text>')
    parts.append(f'<polyline points="{line}" fill="none" stroke="#333" stroke-width="2"/>')
    parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="#333"/>' for x, y in map(at, range(len(found)))]
    for row, (words, states) in enumerate(
        (
            ("the tie that falls silent and is spoken of again", [night.followed for night in found]),
            ("the tie that the person approved", [night.approved for night in found]),
        )
    ):
        y = floor + 36 + 42 * row
        parts.append(f'<text x="{LEFT}" y="{y + 10}" {_FONT}>{words}</text>')
        step = width / len(found)
        parts += [
            f'<rect x="{LEFT + step * place:.1f}" y="{y + 16}" width="{step - 1:.1f}" height="10" '
            f'fill="{_STATES[state]}"><title>night {place + 1}: {state}</title></rect>'
            for place, state in enumerate(states)
            if state is not None
        ]
    x = float(LEFT)
    for state, colour in _STATES.items():
        parts.append(f'<rect x="{x:.1f}" y="{HEIGHT - 14}" width="10" height="10" fill="{colour}"/>')
        parts.append(f'<text x="{x + 15:.1f}" y="{HEIGHT - 5}" {_FONT}>{state}</text>')
        x += 110
    return "\n".join([*parts, "</svg>", ""])


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="annals-nights-") as folder:
        engine = engine_over(Home(Path(folder) / "home").prepare())
        found = []
        for night in nights(engine, Path(folder) / "news", *LONG):
            found.append(night)
            print(f"night {night.number + 1}: {night.store / _MEGABYTE:.1f} MB, {night.seconds:.1f} s", flush=True)
    PICTURE.write_text(picture(found), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
