"""How a command ends after it has recorded a decision: it says that the decision holds from the next build on, or makes
that build."""

import argparse

from kg_assets.store.builds import Manifest


def go_on(manifest: Manifest, is_building: bool) -> int:
    """Say how the decision gets into a build, or make that build."""
    # A build at the horizon would not be shown over one that was made for a later moment.
    is_later = manifest.horizon is not None and manifest.as_of > manifest.horizon
    as_of = manifest.as_of if is_later else None
    if not is_building:
        print(f"it holds from the next build on: annals build{f' --as-of {as_of}' if as_of else ''}")
        return 0
    from kg_assets.cli.commands.building import build

    return build(argparse.Namespace(paths=[], as_of=as_of, only=False, strict=False, json=False, tables=False))
