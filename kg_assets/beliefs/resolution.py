"""Decides whether an atom says a belief that is known already (seed 002 §4.10), by three bands of likeness."""

from typing import Literal

from kg_assets.beliefs.settings import BeliefSettings

Outcome = Literal["match", "no_match", "uncertain"]
OUTCOMES: tuple[Outcome, ...] = ("match", "no_match", "uncertain")


def outcome_of(likeness: float, settings: BeliefSettings) -> Outcome:
    """§4.10: `match` if the likeness is at least `match_threshold`, `no_match` if it is below `no_match_threshold`,
    otherwise `uncertain`. An uncertain atom becomes a belief of its own, linked to the one that it is like."""
    if likeness >= settings.match_threshold:
        return "match"
    return "no_match" if likeness < settings.no_match_threshold else "uncertain"
