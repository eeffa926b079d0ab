"""Declares the kinds of ledger entries, and finds the sources from which a build is made: those that a person has
named.

Exports add up: each stays a source until it is removed. A folder of notes is read again each time it is named, so
only its newest entry counts.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from kg_assets.core.names import path_of_text
from kg_assets.store.calls import CALLS
from kg_assets.store.decisions import (
    BeliefConflictResolved,
    BeliefLinkJudged,
    BeliefsMerged,
    BeliefSplit,
    ClaimConfirmed,
    ClaimCorrected,
    ClaimRejected,
    DecisionUndone,
    EntitiesMerged,
    EntitiesSplit,
    ExtractorRolledBack,
    MadePrivate,
    MentionRetargeted,
    MentionSuppressed,
    NameDecided,
    PeopleDifferent,
    PeopleParted,
    PeopleSame,
    PolicyActivated,
    RelationReviewed,
)
from kg_assets.store.home import Home
from kg_assets.store.ledger import Entry, Kind, Ledger


class Member(BaseModel):
    """One file of a source, as the vault keeps it."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    sha256: str
    name: str
    bytes: int
    modified_at_utc: str | None = None  # of a note: when its file was last written, as the intake found it
    original_sha256: str | None = None  # of a document: its own bytes; the vault keeps the words that were read in it
    read_as: str | None = None  # of a document: the reader's version and settings


class RefusedFile(BaseModel):
    """A file, a folder, or a line of a file that was not taken in, with the code of the reason."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str
    reason: str


class SourceAdded(BaseModel):
    """A source was taken in; `members` are its files, and `refused` is what was found with them and not taken
    in."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    export_sha256: str
    adapter: str
    path: str
    replaces_path: bool
    members: list[Member]
    refused: list[RefusedFile] = []


class SourceRemoved(BaseModel):
    """A person removed a source."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    export_sha256: str


# What a person may name to be forgotten; "since" is all from a day on, "assistant" what only assistants said.
Forgettable = Literal["source", "conversation", "message", "entity", "pattern", "since", "assistant"]


class Forgotten(BaseModel):
    """Something a person wanted forgotten, without its words: how later exports are cut, and what had to be
    removed."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    target: Forgettable
    marks: list[str]  # of what is cut out of every source from now on (`kg_assets.sources.redact`)
    gone: list[str]  # sources that no longer count; what is left of each was added under another hash
    erased: list[str]  # hashes of ledger payloads that hold words of it
    counts: dict[str, int]


class ForgettingDone(BaseModel):
    """The receipt of a forgetting: nothing of what was to be forgotten is left in the home."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    forgotten_position: int
    removed: dict[str, int]


KINDS = (
    Kind("source_added", 2, "intake", SourceAdded, is_private=True),
    Kind("source_removed", 1, "intake", SourceRemoved),
    Kind("entities_merged", 2, "decision", EntitiesMerged, is_private=True),
    Kind("entities_split", 2, "decision", EntitiesSplit, is_private=True),
    *CALLS,
    Kind("claim_confirmed", 2, "decision", ClaimConfirmed, is_private=True),
    Kind("claim_rejected", 2, "decision", ClaimRejected, is_private=True),
    Kind("claim_corrected", 2, "decision", ClaimCorrected, is_private=True),
    Kind("beliefs_merged", 1, "decision", BeliefsMerged, is_private=True),
    Kind("belief_split", 1, "decision", BeliefSplit, is_private=True),
    Kind("belief_link_judged", 1, "decision", BeliefLinkJudged, is_private=True),
    Kind("belief_conflict_resolved", 1, "decision", BeliefConflictResolved, is_private=True),
    Kind("extractor_rolled_back", 1, "decision", ExtractorRolledBack),
    Kind("relation_reviewed", 1, "decision", RelationReviewed, is_private=True),
    Kind("mention_retargeted", 1, "decision", MentionRetargeted, is_private=True),
    Kind("mention_suppressed", 1, "decision", MentionSuppressed, is_private=True),
    Kind("name_decided", 1, "decision", NameDecided, is_private=True),
    Kind("policy_activated", 1, "decision", PolicyActivated),
    Kind("people_same", 1, "decision", PeopleSame, is_private=True),
    Kind("people_different", 1, "decision", PeopleDifferent, is_private=True),
    Kind("people_parted", 1, "decision", PeopleParted, is_private=True),
    Kind("made_private", 1, "decision", MadePrivate, is_private=True),
    Kind("decision_undone", 1, "decision", DecisionUndone),
    Kind("forgotten", 1, "intake", Forgotten),
    Kind("forgetting_done", 1, "intake", ForgettingDone),
)


DECISIONS = tuple(kind.name for kind in KINDS if kind.role == "decision")


def open_ledger(home: Home) -> Ledger:
    """The ledger with every kind of entry that this version knows."""
    return Ledger(home, KINDS)


def registered(ledger: Ledger) -> list[SourceAdded]:
    """The sources that stand: added, and since then not removed, replaced or forgotten; in the order of their
    hashes."""
    standing: dict[str, SourceAdded] = {}
    for entry in ledger.entries(["source_added", "source_removed", "forgotten"]):
        if entry.kind == "source_removed":
            standing.pop(SourceRemoved.model_validate(entry.body).export_sha256, None)
            continue
        if entry.kind == "forgotten":
            for gone in entry.body["gone"]:
                standing.pop(gone, None)
            continue
        added = SourceAdded.model_validate(entry.body)
        if added.replaces_path:
            place = place_of(ledger.home, added)
            standing = {
                key: s
                for key, s in standing.items()
                if not (s.replaces_path and s.adapter == added.adapter and place_of(ledger.home, s) == place)
            }
        standing[added.export_sha256] = added
    return [standing[key] for key in sorted(standing)]


def place_of(home: Home, source: SourceAdded) -> Path | None:
    """The path from which a source was taken, None if it was forgotten.

    A path within the home is kept relative to the home.
    """
    return home.root / path_of_text(source.path) if source.path else None


def taken_back(ledger: Ledger) -> frozenset[str]:
    """The hashes of exports that a person has removed or had forgotten, and not named again. No automatic
    intake brings them back."""
    gone: set[str] = set()
    for entry in ledger.entries(["source_added", "source_removed", "forgotten"]):
        if entry.kind == "forgotten":
            gone.update(entry.body["gone"])
        else:
            change = gone.add if entry.kind == "source_removed" else gone.discard
            change(entry.body["export_sha256"])
    return frozenset(gone)


def forgotten_marks(ledger: Ledger) -> frozenset[str]:
    """The marks of everything that was forgotten: hashes by which it is recognised. It is cut out of every source
    before the source is taken in."""
    return frozenset(mark for entry in ledger.entries(["forgotten"]) for mark in entry.body["marks"])


def unfinished_forgettings(ledger: Ledger) -> list[Entry]:
    """The forgettings that a kill or an error interrupted, so that not everything has been removed."""
    entries = ledger.entries(["forgotten", "forgetting_done"])
    done = {entry.body["forgotten_position"] for entry in entries if entry.kind == "forgetting_done"}
    return [entry for entry in entries if entry.kind == "forgotten" and entry.position not in done]


def interrupted_forgetting(home: Home) -> str | None:
    """The warning to show with a build while a forgetting is interrupted; None if none is."""
    if not home.ledger.is_dir() or not unfinished_forgettings(open_ledger(home)):
        return None
    return (
        "a forgetting was interrupted, so what is shown can still hold what was to be forgotten; "
        "annals forget --resume removes it"
    )


def times_of_files(sources: Iterable[SourceAdded]) -> dict[str, str | None]:
    """For each file of these sources, by its hash, the time at which it was last written, as it was noted when the file
    was taken in; None if the time is unknown."""
    return {member.sha256: member.modified_at_utc for source in sources for member in source.members}


def member_rows(sources: Sequence[SourceAdded]) -> list[dict[str, Any]]:
    """The sources as a build gets them: one row per member file, each file once, ordered by hash, without
    paths of this machine."""
    rows: dict[str, dict[str, Any]] = {
        member.sha256: {
            "sha256": member.sha256,
            "name": member.name,
            "bytes": member.bytes,
            "adapter": source.adapter,
            "export_sha256": source.export_sha256,
            # Left out where there is no time, so that the identity of such a file is that of earlier versions.
            **({} if member.modified_at_utc is None else {"modified_at_utc": member.modified_at_utc}),
        }
        for source in reversed(sources)
        for member in source.members
    }
    for source in sources:
        # What lay beside the files and was refused is listed with the first of them.
        first = min((member.sha256 for member in source.members), default=None)
        if source.refused and first is not None:
            told = rows[first].setdefault("refused", [])
            told += sorted([one.name, one.reason] for one in source.refused)
    return [rows[key] for key in sorted(rows)]
