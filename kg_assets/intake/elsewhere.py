"""The build that readers elsewhere see: the published build without the sources and messages that are only
for this machine (D72-157).

A build that never read a thing cannot reveal it. It is kept apart from the builds that the person's own
commands show, but shares files of tables and results with them.
"""

from kg_assets.engine.runner import Engine
from kg_assets.engine.session import publish_build, put_request, request_of, run_build, seal_and_publish
from kg_assets.engine.stagerun import Given
from kg_assets.intake.asking import horizon_of, identity_of
from kg_assets.sources.withholding import withheld_positions, without
from kg_assets.store.builds import Builds, build_id
from kg_assets.store.private import withheld
from kg_assets.store.publish import current, withdraw
from kg_assets.store.registry import open_ledger
from kg_assets.store.vault import Vault


def show_elsewhere(engine: Engine) -> None:
    """Make and publish the build for readers elsewhere, so that it matches the published build.

    No such build is made if nothing is marked as private, since these readers may then see the published build
    itself; and none if every source is private.
    """
    ledger, home = open_ledger(engine.home), engine.home.elsewhere()
    published, shown = current(engine.home), current(home)
    marks = withheld(ledger, "local_only")
    if published is None or not marks:
        if shown is not None:
            withdraw(home)
        return
    request, made_of = request_of(engine, published.ref.build), str(published.ref)
    last = max(mark.position for mark in marks)
    if shown is not None:
        before = Builds(home).request(shown.ref.build) or {}
        if before.get("made_of") == made_of and before.get("marks_position", 0) >= last:
            return
    given = [mark.given for mark in marks]
    other = Engine(home.prepare(), engine.house, engine.config, engine.threads, engine.override, engine.progress)
    rest = without(request["sources"], given, Vault(home), engine.config)
    if not rest.members:
        # Everything is private: readers elsewhere see nothing.
        if shown is not None:
            withdraw(home)
        return
    positions = sorted(withheld_positions(ledger, given, rest.found))
    identities = [identity_of(member) for member in rest.members]
    build = build_id(
        request["as_of"], [*identities, *(f"without {at}" for at in positions)], request["ledger_position"]
    )
    whole = Given(rest.members, horizon_of(other, rest.members), request["as_of"])
    further = {"withheld": positions, "marks_position": ledger.decision_position(), "made_of": made_of}
    put_request(other, build, whole, request["ledger_position"], **further)
    run_build(other, build)
    manifest, _ = seal_and_publish(other, build)
    now = current(home)
    if now is None or now.ref != manifest.ref:
        # The published build may be older than another, or have fewer sources; the build for readers elsewhere follows
        # it in any case.
        publish_build(other, manifest)
