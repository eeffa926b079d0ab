"""Which steps of builds are done, as agents and the command line ask it."""

import os
from pathlib import Path

from kg_assets.queries.graph_state import JOBS, job_status
from kg_assets.store.builds import BuildRef, Builds, Manifest
from kg_assets.store.home import Home


def test_the_build_that_was_made_last_comes_first(tmp_path: Path) -> None:
    """Two builds of one moment: their names, which end in a digest, say nothing of which is newer."""
    home, as_of = Home(tmp_path / "home").prepare(), "2024-05-01T00:00:00.000Z"
    builds = Builds(home)
    for place, name in enumerate(("f0000001", "a0000002", "c0000003")):
        build = f"20240501T000000Z-{name}"
        builds.seal(Manifest(build, as_of, as_of, (), 0, {}, {}))
        os.utime(builds.manifest_path(BuildRef(build)), (1000 + place, 1000 + place))
    told = job_status(home, 2)
    assert [job["build"][-8:] for job in told] == ["c0000003"] * len(JOBS) + ["a0000002"] * len(JOBS)
    assert {job["status"] for job in told} == {"PENDING"}
