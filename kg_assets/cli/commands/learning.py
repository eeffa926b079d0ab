"""`annals review policy`: the rules learned from verdicts on relations, and whether they are in effect."""

import argparse

from kg_assets.cli.going_on import go_on
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless, harmless_json
from kg_assets.overlay.evidence.learning import ACTIVATED
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened, select
from kg_assets.store.registry import open_ledger

_RULES = "SELECT * FROM overlay.compiled_policy_bundle ORDER BY position, subject"
_MEASURES = "SELECT measure, value FROM overlay.extraction_regression"
_SAID = {"relation_promotion": "needs less evidence", "relation_demotion": "is never earned by evidence alone"}


def policy(options: argparse.Namespace) -> int:
    """Show the rules with their state. With --activate put the staged rules into effect, unless they would predict the
    verdicts on relations less well than the present rules."""
    home = Home.from_environment()
    with opened(home) as warehouse:
        manifest = warehouse.manifest
        rules = select(warehouse.connection, _RULES).named()
        measured = dict(select(warehouse.connection, _MEASURES).fetchall())
    if options.json:
        print(harmless_json({"rules": rules, "regression": measured}))
        return 0
    if options.activate:
        staged = [rule for rule in rules if rule["status"] == "staged"]
        if not staged:
            raise QueryError("nothing is staged: verdicts teach nothing new; `annals review relations` asks for more")
        if measured["is_held"]:
            raise QueryError(
                f"with it the relations that you have judged would be foretold worse, F1 {measured['f1_staged']:.2f} "
                f"after {measured['f1_now']:.2f}; it stays staged until further verdicts change that"
            )
        entry = open_ledger(home).append(ACTIVATED, {"generation_id": staged[0]["generation_id"]})
        print(f"decision {entry.position}: what your verdicts teach has an effect; `annals undo {entry.position}` "
              "gives what had one before")  # fmt: skip
        return go_on(manifest, False)
    for rule in rules:
        print(f"{rule['status']}  {harmless(rule['subject'])} {_SAID[rule['rule']]}  {rule['generation_id'][:8]}")
    if not rules:
        print("your verdicts teach nothing yet; `annals review relations` asks for them")
    return 0
