"""The steps of stage 5 in their order, each one SELECT that reads earlier ones by name.

`STATE` ends with `lifecycle` and `spans`: valid time and status of every claim known at `$known_at`. `LOG` is what the
tables need besides: conflicts, the decision logs, counts and events. Because a step does not depend on how earlier ones
are kept, the stage makes tables of them, and a macro can put the same text behind WITH.
"""

from typing import NamedTuple


class Step(NamedTuple):
    """A SELECT and the name under which later ones read its rows."""

    name: str
    file: str


def _steps(*names: str) -> tuple[Step, ...]:
    return tuple(Step(name, f"sql/history/{name}.sql") for name in names)


STATE = _steps(
    "pairs", "claims", "times", "time_candidates", "time_links", "valid_times",  # §5.3 to §5.5
    "corrections",  # §5.7
    "takings", "fact_takings", "retracted", "restatements", "ended",  # §5.8
    "candidates", "negations", "denied", "states", "negation_aims", "negated",  # §5.9
    "beginnings", "closers", "functional", "asides",
    "walk", "changes", "still_open", "decisions", "superseded", "conflicted",  # §5.10
    "lasting", "lifecycle", "spans",  # §5.12
)  # fmt: skip

LOG = _steps(
    "disagreements", "decision_logs",
    "conflicts", "conflict_memberships", "conflict_groups", "conflict_members",  # §5.11
    "time_logs", "walk_logs", "negation_logs", "temporalized",  # §5.6
    "statistics", "events",
)  # fmt: skip
