"""What events hold of long dialogues that nobody here wrote, and what reading them costs.

    make bench ONLY=memory                 over ../shared/bench/locomo_dev.json, if it is there
    python benchmarks/memory.py --events N   with every Nth event under its turn, for judging by eye

Annotators noted for each session what happened in each speaker's life. A note is held when an event of that session and
speaker holds a third of its words, cut to stems as in `dialogue`.
"""

import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from dialogue import FILE, _instant, is_held, stems

from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml
from kg_assets.language.parser import read
from kg_assets.memory.event import Event, Speaker, Time
from kg_assets.memory.events import read_events
from kg_assets.memory.names import Mention, read_names
from kg_assets.memory.read import names_of
from kg_assets.mentions.times.engine import TimeEngine
from kg_assets.mentions.times.model import TimeSettings


class Turn(NamedTuple):
    """One turn of a dialogue: the dialogue, session and speaker that it belongs to, its time and its words."""

    dialogue: str
    session: str
    speaker: str
    said_at: str
    text: str


def turns(dialogues: Sequence[dict[str, Any]]) -> Iterator[Turn]:
    for dialogue in dialogues:
        talk = dialogue["conversation"]
        for key, session in talk.items():
            if isinstance(session, list):
                for turn in session:
                    yield Turn(
                        dialogue["sample_id"], key, turn["speaker"], _instant(talk[f"{key}_date_time"]), turn["text"]
                    )


def noted(dialogues: Sequence[dict[str, Any]]) -> Iterator[tuple[tuple[str, str, str], str]]:
    """The annotators' notes, each with its dialogue, session and speaker."""
    for dialogue in dialogues:
        for key, session in dialogue["event_summary"].items():
            for speaker, notes in session.items():
                for note in notes if isinstance(notes, list) else []:
                    if note.strip():
                        yield (dialogue["sample_id"], key.removeprefix("events_"), speaker), note


def events_of(engine: TimeEngine, model: str, turn: Turn) -> list[Event]:
    times = [
        Time(t.char_start, t.char_end, t.valid_from_utc or t.valid_to_utc, t.valid_to_utc, t.granularity)
        for t in engine.find(turn.text, turn.said_at, True)
    ]
    sentences = read(turn.text, model)
    mentions: Sequence[Mention] = ()
    return read_events(
        sentences, times, names_of(read_names(turn.text, mentions, sentences)), Speaker(True, None, turn.said_at)
    )


def main() -> int:
    if not FILE.is_file():
        print(f"{FILE.name} is not beside this checkout, under shared/bench: nothing is measured", file=sys.stderr)
        return 0
    dialogues = json.loads(FILE.read_text(encoding="utf-8"))
    said = list(turns(dialogues))
    engine, model = TimeEngine(TimeSettings()), read_yaml(data_path("config/pipeline.yaml"))["language"]["model"]
    began = time.process_time()
    found = [events_of(engine, model, turn) for turn in said]
    took = time.process_time() - began
    held: dict[tuple[str, str, str], list[frozenset[str]]] = defaultdict(list)
    words: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for turn, events in zip(said, found, strict=True):
        place = (turn.dialogue, turn.session, turn.speaker)
        words[place].append(turn.text)
        held[place] += [stems(event.narrative) for event in events]
    names = {turn.dialogue: frozenset(t.speaker.lower() for t in said if t.dialogue == turn.dialogue) for turn in said}
    notes = [(place, stems(note, names[place[0]]), note) for place, note in noted(dialogues)]
    of_speaker = [any(is_held(note, event) for event in held[place]) for place, note, _ in notes]
    of_session = [
        any(is_held(note, event) for key, events in held.items() if key[:2] == place[:2] for event in events)
        for place, note, _ in notes
    ]
    by_words = sum(is_held(note, stems(turn)) for place, note, _ in notes for turn in ["\n".join(words[place])])
    print(
        f"{len(said)} turns, {sum(map(len, found))} events, {len(notes)} notes; held by an event of the session "
        f"{sum(of_session) / len(notes):.3f}, of the speaker in it {sum(of_speaker) / len(notes):.3f} (all words of "
        f"the speaker in it: {by_words / len(notes):.3f}); {took:.1f} s of processor time"
    )
    print(
        "    " + ", ".join(f"{kind} {n}" for kind, n in Counter(e.category for es in found for e in es).most_common())
    )
    if "--missed" in sys.argv:
        for (place, _, note), is_there in zip(notes, of_session, strict=True):
            if not is_there:
                print(place, note)
    if "--events" in sys.argv:
        show(said, found, int(sys.argv[sys.argv.index("--events") + 1]))
    return 0


def show(said: Sequence[Turn], found: Sequence[Sequence[Event]], step: int) -> None:
    """Print every `step`-th event under its turn."""
    n = 0
    for turn, events in zip(said, found, strict=True):
        for event in events:
            n += 1
            if n % step == 0:
                when = None if event.time is None else (event.time.from_utc, event.time.granularity)
                who = [(actor.reference, actor.role) for actor in event.actors]
                print(f"\n[{turn.said_at[:10]}] {turn.speaker}: {turn.text}")
                print(f"  {event.category} | {event.narrative} | {when} | {who}")


if __name__ == "__main__":
    sys.exit(main())
