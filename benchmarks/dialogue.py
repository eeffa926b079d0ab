"""What claims hold of long dialogues that nobody here wrote, beside a dozen regular expressions in the same run.

    make bench ONLY=dialogue               over ../shared/bench/locomo_dev.json, if it is there
    python benchmarks/dialogue.py --claims [N]   with every Nth claim under its turn, for judging by eye

Annotators noted facts of each speaker with the turn that says them. A fact is held when the claims of that turn hold a
third of its words: stop words and the speakers' names are left out, and words are cut to simple stems.
"""

import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from _dialogue_readers import Read, readers

FILE = Path(__file__).resolve().parents[2] / "shared" / "bench" / "locomo_dev.json"
_LEAST_SHARE = 1 / 3
_WORD = re.compile(r"[a-z0-9]+", re.ASCII)
_SENTENCE_END = re.compile(r"[.!?]+(?:\s|$)", re.ASCII)
_ENDINGS = ("ings", "ing", "edly", "ied", "ies", "ed", "es", "ly", "s", "e", "y")
_STOP = frozenset(
    """a an the this that these those and or but so if of in on at to for from by with about as into over after before
    is are was were be been being am has have had having do does did doing will would can could should may might must
    i me my mine myself we us our ours you your yours he him his she her hers it its they them their theirs who whom
    which what when where why how not no nor than then there here also too very just more most some any such own same
    other s t d ll m re ve don since while during both up out off""".split()  # noqa: SIM905
)


class Turn(NamedTuple):
    """A turn of a dialogue, with the facts that annotators noted of it."""

    dialogue: str
    turn_id: str
    text: str
    said_at: str
    facts: Sequence[frozenset[str]]


def stems(words: str, names: frozenset[str] = frozenset()) -> frozenset[str]:
    """The words of a text that carry meaning, cut to simple stems."""
    return frozenset(_stem(word) for word in _WORD.findall(words.lower()) if word not in _STOP and word not in names)


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word.removesuffix(ending)
            break
    is_doubled = len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls"
    return word[:-1] if is_doubled else word


def turns(dialogues: Sequence[dict[str, Any]]) -> Iterator[Turn]:
    """Every turn, in order."""
    for dialogue in dialogues:
        talk = dialogue["conversation"]
        names = frozenset(_WORD.findall(f"{talk['speaker_a']} {talk['speaker_b']}".lower()))
        facts = _facts(dialogue, names)
        for key, session in talk.items():
            if isinstance(session, list):
                said_at = _instant(talk[f"{key}_date_time"])
                for turn in session:
                    own = facts.get(turn["dia_id"], [])
                    yield Turn(dialogue["sample_id"], turn["dia_id"], turn["text"], said_at, own)


def _facts(dialogue: dict[str, Any], names: frozenset[str]) -> dict[str, list[frozenset[str]]]:
    facts: dict[str, list[frozenset[str]]] = {}
    for session in dialogue["observation"].values():
        for noted in session.values():
            for words, where in noted:
                for turn in [where] if isinstance(where, str) else where:
                    facts.setdefault(turn, []).append(stems(words, names))
    return facts


def _instant(words: str) -> str:
    """ "1:56 pm on 8 May, 2023" as an instant in the form of the tables."""
    return time.strftime("%Y-%m-%dT%H:%M:00.000Z", time.strptime(words, "%I:%M %p on %d %B, %Y"))


def held_words(claims: Sequence[Read]) -> frozenset[str]:
    words = " ".join(
        " ".join([c.subject.replace("SELF", ""), c.predicate.replace("_", " "), c.object or "", c.qualifier or ""])
        for c in claims
    )
    return stems(words)


def is_held(fact: frozenset[str], held: frozenset[str]) -> bool:
    return bool(fact) and len(fact & held) >= _LEAST_SHARE * len(fact)


def report(name: str, said: Sequence[Turn], read: Callable[[Turn], Sequence[Read]]) -> list[Sequence[Read]]:
    """Print one line of figures for a reader; returns, by turn, the claims that it read."""
    began = time.process_time()
    claims = [read(turn) for turn in said]
    took = time.process_time() - began
    held = [held_words(found) for found in claims]
    facts = [(fact, words) for turn, words in zip(said, held, strict=True) for fact in turn.facts]
    found = sum(is_held(fact, words) for fact, words in facts)
    any_word = sum(not fact.isdisjoint(words) for fact, words in facts)
    sentences = sum(len(_SENTENCE_END.findall(turn.text)) or 1 for turn in said)
    print(
        f"{name:<20} facts held {found / len(facts):.3f}  some word {any_word / len(facts):.3f}  "
        f"turns with claims {sum(map(bool, claims)) / len(said):.3f}  claims a sentence "
        f"{sum(map(len, claims)) / sentences:.2f}  {took:.1f} s of processor time",
        flush=True,
    )
    return claims


def show(said: Sequence[Turn], claims: Sequence[Sequence[Read]], step: int) -> None:
    """Print every `step`-th claim under its turn."""
    n = 0
    for turn, found in zip(said, claims, strict=True):
        for claim in found:
            n += 1
            if n % step == 0:
                print(f"\n{turn.dialogue} {turn.turn_id}: {turn.text}\n   {claim}")


def main() -> int:
    if not FILE.is_file():
        print(f"{FILE.name} is not beside this checkout, under shared/bench: nothing is measured", file=sys.stderr)
        return 0
    said = list(turns(json.loads(FILE.read_text(encoding="utf-8"))))
    words = [turn.text for turn in said]
    facts = [(fact, stems(turn.text)) for turn in said for fact in turn.facts]
    print(f"{len(words)} turns, {len(facts)} facts; the turns' own words hold "
          f"{sum(is_held(*pair) for pair in facts) / len(facts):.3f} of them")  # fmt: skip
    for name, read in readers():
        claims = report(name, said, lambda turn, read=read: read(turn.text, turn.said_at))
        counts = Counter(claim.predicate for found in claims for claim in found)
        print("    " + ", ".join(f"{predicate} {count}" for predicate, count in counts.most_common(12)))
    if "--claims" in sys.argv:
        at = sys.argv.index("--claims") + 1
        show(said, claims, int(sys.argv[at]) if at < len(sys.argv) else 1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
