"""Publication: which build readers see, and the change from one build to the next (design §3).

The contents of the file that they open belong to `database`, those of a build to `builds`.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kg_assets.core.contract import Table
from kg_assets.core.errors import WarehouseError
from kg_assets.store.builds import BuildRef, Builds, Manifest
from kg_assets.store.contents import ContentStore
from kg_assets.store.database import make_database, renew_places, swap_database
from kg_assets.store.files import explained, read_json, read_object, sync_directory, write_json
from kg_assets.store.home import Home
from kg_assets.store.locks import Locks


@dataclass(frozen=True, slots=True)
class Current:
    """The published build; a pinned one stays until a person asks for the latest."""

    ref: BuildRef
    pinned: bool = False

    def to_json(self) -> dict[str, Any]:
        return {"build": self.ref.build, "generation": self.ref.generation, "pinned": self.pinned}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a build may publish itself, and in words why or why not."""

    allowed: bool
    reason: str


def may_publish(home: Home, candidate: Manifest) -> Verdict:
    """Whether a build may publish itself over what is published now."""
    now, builds = current(home), Builds(home)
    if now is None:
        return verdict(candidate, None, pinned=False)
    knows_less = builds.asked_at(candidate.build) < builds.asked_at(now.ref.build)
    has_other_marks = builds.blocked(candidate.build) != builds.blocked(now.ref.build)
    return verdict(candidate, builds.load(now.ref), now.pinned, knows_less, has_other_marks)


def verdict(
    candidate: Manifest, published: Manifest | None, pinned: bool, knows_less: bool = False,
    has_other_marks: bool = False,
) -> Verdict:  # fmt: skip
    """Whether the build `candidate` may publish itself, with the reason. The first of these rules that applies decides.

    It may not if a blocking check failed. It may if nothing is published, or if it is a generation of the published
    build. It may not if the published build is pinned. A build of an earlier moment may not, unless it takes the place
    of the published one (see `_takes_its_place`) and was not asked for earlier (`knows_less`). A build of the same
    moment (undated notes or a decision were added) may not if it was asked for earlier. A build of a later moment may.
    """
    if candidate.failed_checks:
        failed = ", ".join(candidate.failed_checks)
        return Verdict(False, f"build {candidate.ref} is not published: blocking checks failed ({failed})")
    if published is None:
        return Verdict(True, f"build {candidate.ref} is the first")
    if candidate.build == published.build:
        return Verdict(True, f"build {candidate.ref} rebuilds the published one")
    if pinned:
        return Verdict(
            False,
            f"build {candidate.ref} is not published: {published.ref} is pinned; `annals publish --latest` unpins it",
        )
    if candidate.as_of < published.as_of and (
        knows_less or not _takes_its_place(candidate, published, has_other_marks)
    ):
        return Verdict(
            False,
            f"build {candidate.ref} is not published: its as_of {candidate.as_of} is before {published.as_of} of the "
            f"published {published.ref}; `annals publish {candidate.ref}` shows it all the same",
        )
    if candidate.as_of == published.as_of and knows_less:
        return Verdict(
            False,
            f"build {candidate.ref} is not published: {published.ref}, of the same moment, was asked for later and "
            f"knows more; `annals publish {candidate.ref}` shows it all the same",
        )
    return Verdict(True, f"build {candidate.ref} is the newest")


def _takes_its_place(candidate: Manifest, published: Manifest, has_other_marks: bool) -> bool:
    """Whether a build may replace one of a later moment. It may if it has all sources of that build, or if the privacy
    marks that keep something out of the two are not the same (`has_other_marks`). It may not if a person chose the
    moment of either.

    That a newer build has an earlier moment is possible, because the horizon can move back: the time of a file counts
    only as long as no text names a time of its own.
    """
    is_of_sources = candidate.as_of == candidate.horizon and published.as_of == published.horizon
    return is_of_sources and (has_other_marks or set(candidate.sources) >= set(published.sources))


def newest(builds: Builds) -> Manifest | None:
    """The sealed build that would be published if none had ever been pinned and all checks had passed; None
    if no build is sealed."""
    found: Manifest | None = None
    sealed = map(builds.load, builds.sealed())
    for candidate in sorted(sealed, key=lambda m: (builds.asked_at(m.build), m.as_of, m.build, m.generation)):
        has_other_marks = found is not None and builds.blocked(candidate.build) != builds.blocked(found.build)
        sound = replace(candidate, failed_checks=())
        if verdict(sound, found, pinned=False, has_other_marks=has_other_marks).allowed:
            found = candidate
    return found


def current(home: Home) -> Current | None:
    """The published build, None if nothing was published yet."""
    if not home.current.exists():
        return None
    value = read_object(home.current)
    try:
        return Current(BuildRef(value["build"], value["generation"]), value["pinned"])
    except KeyError as error:
        raise WarehouseError(
            f"{home.current} is damaged: {error} is missing; publish again (`annals publish --latest`)"
        ) from error


def unpublished(home: Home) -> WarehouseError:
    """The error for a home without a published build; it names the command that publishes one."""
    if Builds(home).sealed():
        more = "`annals publish --latest` shows the newest of the builds that there are"
        return WarehouseError(f"nothing is published: `annals build PATH` makes and publishes a build, {more}")
    return WarehouseError("nothing is published yet; `annals build PATH` makes and publishes a build")


def publications(home: Home) -> list[BuildRef]:
    """The published builds in order, newest last. A build published several times in a row is listed once."""
    if not home.published.exists():
        return []
    value = read_json(home.published)
    try:
        return [BuildRef(entry["build"], entry["generation"]) for entry in value]
    except (KeyError, TypeError) as error:
        raise WarehouseError(
            f"{home.published} is damaged: a list of builds was expected; remove it and publish again"
        ) from error


def write_publications(home: Home, refs: Sequence[BuildRef]) -> None:
    """Replace the list of published builds by these."""
    write_json(home.published, [{"build": ref.build, "generation": ref.generation} for ref in refs])


def publish(
    home: Home, manifest: Manifest, contracts: Mapping[str, Table], view_sql: Sequence[Path], pin: bool = False,
    made_sql: str = "",
) -> Current:  # fmt: skip
    """Make a sealed build the one that readers see; without `pin` an earlier pin is gone. Whether it may be
    published is not asked here (`may_publish`).

    After a kill readers see either the old or the new build, whole; `current.json` may then still name the old one.
    `made_sql` are statements that depend on the build; they come before those of `view_sql`.
    """
    locks, now = Locks(home), Current(manifest.ref, pin)
    with locks.warehouse_shared(f"publishing {manifest.ref}"), locks.publication(f"publishing {manifest.ref}"):
        _require_files(home, manifest)
        with make_database(home, manifest, contracts, view_sql, made_sql) as made:
            before = publications(home)
            if before[-1:] != [manifest.ref]:
                # First, so that at no moment a visible build is missing in the list that gc goes by.
                write_publications(home, [*before, manifest.ref])
            swap_database(home, made)
        write_json(home.current, now.to_json())
    return now


def settle_here(home: Home) -> None:
    """Make the published file of a copied or moved home read this home's files instead of those at the old
    place."""
    purpose = "making the published file read this folder"
    with Locks(home).warehouse_shared(purpose), Locks(home).publication(purpose):
        renew_places(home)


def withdraw(home: Home) -> BuildRef | None:
    """Withdraw the published build from all readers, also those elsewhere; returns the build that was shown.

    It stays sealed until `gc`, for which it no longer counts as published.
    """
    if not home.is_elsewhere and home.elsewhere().current.exists():
        withdraw(home.elsewhere())
    purpose = "withdrawing what is published"
    with Locks(home).warehouse_shared(purpose), Locks(home).publication(purpose):
        now = current(home)
        with explained(home.database):
            # In this order: from the first line on nobody sees it, and a rerun ends what a kill interrupts.
            home.database.unlink(missing_ok=True)
            home.published.unlink(missing_ok=True)
            home.current.unlink(missing_ok=True)
            sync_directory(home.database.parent)
    return now.ref if now else None


def unpin(home: Home) -> None:
    """Remove the pin from the published build, so that the next build publishes itself again."""
    with Locks(home).publication("unpinning"):
        now = current(home)
        if now is not None and now.pinned:
            write_json(home.current, Current(now.ref, False).to_json())


def _require_files(home: Home, manifest: Manifest) -> None:
    if not Builds(home).manifest_path(manifest.ref).exists():
        raise WarehouseError(f"build {manifest.ref} cannot be published before it is sealed")
    store = ContentStore(home)
    missing = [os.fspath(store.path(content)) for content in manifest.contents() if not store.exists(content)]
    if missing:
        raise WarehouseError(
            f"build {manifest.ref} cannot be published: {len(missing)} of its files are missing or cut short, "
            f"{missing[0]} first; build it again"
        )
