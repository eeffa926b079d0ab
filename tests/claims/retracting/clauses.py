"""A claim reader of a handful of clauses, for tests of what is done with its answers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_VERBS = {
    "live": "lives_in", "lives": "lives_in", "living": "lives_in", "lived": "lives_in", "work": "works_at",
    "works": "works_at", "worked": "works_at",
    "working": "works_at", "use": "uses", "using": "uses", "learning": "learning",
}  # fmt: skip
_WHO = r"(?P<who>I(?:'m| am|'ve| have)?|[Mm]y sister|We)"
_CLAUSE = re.compile(
    rf"\b{_WHO} (?P<no>no longer |not |don't |stopped )?(?P<verb>{'|'.join(_VERBS)})(?: in| at)? "
    r"(?P<thing>[A-Za-z]+)(?: or (?:in|at) (?P<other>[A-Z]\w+))?",
    re.I,
)
_AGE = re.compile(r"\bI'm (?P<thing>\d+)")


@dataclass(frozen=True)
class Clause:
    subject: str
    predicate: str
    object: str | None
    object_kind: str | None
    object_span: tuple[int, int] | None
    polarity: str
    modality: str
    char_start: int
    char_end: int


def reads(
    text: str,
    excluded: Sequence[tuple[int, int]],
    role: str,
    times: Sequence[tuple[int, int, str]],
    names: Sequence[tuple[int, int]],
) -> list[Clause]:
    assert role == "user"
    found = [_clause(m, "age_is", "positive", "thing") for m in _AGE.finditer(text)]
    for m in _CLAUSE.finditer(text):
        is_no = (m["no"] or "").startswith(("no", "don't"))
        for name in ("thing", "other"):
            if m[name] and not (m["no"] or "").startswith("stopped"):
                label = _VERBS[m["verb"].lower()]
                found.append(_clause(m, label, "negative" if is_no else "positive", name))
    return found


def _clause(m: "re.Match[str]", label: str, polarity: str, name: str) -> Clause:
    who = m.groupdict().get("who") or "I"
    subject = "__SELF__/sister" if who.lower() == "my sister" else "SELF"
    return Clause(subject, label, m[name], "string", m.span(name), polarity, "state", m.start(), m.end(name))
