"""The arguments of the commands by which a person decides what no build can know: `review`, `confirm`,
`reject`, `correct`, `tell`, `undo`; and of `why`.
"""

import argparse

from kg_assets.cli.parsers.arguments import MANY, Commands, command, within

PLACE = 60


def add(commands: Commands) -> None:
    """Register the commands `review`, `confirm`, `reject`, `correct`, `tell`, `undo` and `why`."""
    meaning = "Say what the builds cannot know: which names are one entity, which claims are right."
    review = commands.add_parser("review", help=meaning, description=meaning)
    actions = review.add_subparsers(dest="action", metavar="ACTION", title="actions", required=True)
    who = "a name, an alias, a key, an id or the beginning of one, or SELF"
    merge = command(actions, "merge", "deciding", "Say that two entities are one.")
    merge.add_argument("into", metavar="INTO", help=f"the entity that stays: {who}")
    merge.add_argument("other", metavar="OTHER", help="the entity that becomes part of it, named likewise")
    meaning = "Say that a merged entity is one of its own after all, or that one name means several."
    split = command(actions, "split", "deciding", meaning)
    split.add_argument(
        "entity", metavar="ENTITY", help=f"what was merged, or the name: {who.removesuffix(', or SELF')}"
    )
    split.add_argument("--apart", action="store_true", help="part a name into the groups that are shown without this")
    for action in (merge, split):
        action.add_argument(
            "--type", metavar="TYPE", help="which one is meant where a name fits several: PERSON, ORG ..."
        )
        action.add_argument("--build", action="store_true", help="build with it at once")
        action.add_argument("--json", action="store_true", help="print what was recorded as JSON")
    _add_people(actions)
    merges = command(actions, "merges", "deciding", "List the merges that stand.")
    merges.add_argument("--json", action="store_true", help="print an array of objects")
    verdicts = command(actions, "verdicts", "reviewing", "List the verdicts that stand, the newest first.")
    verdicts.add_argument("--json", action="store_true", help="print an array of objects")
    claims = command(actions, "claims", "reviewing", "Go through claims one by one, the least certain first.")
    claims.add_argument("--about", metavar="ENTITY", help=f"only claims about this entity: {who}")
    claims.add_argument("--limit", type=within(0, MANY), metavar="N", help="at most so many")
    _add_reviewing_beliefs(actions)
    _add_reviewing_relations(actions)
    policy = command(
        actions, "policy", "learning", "Show what your verdicts on relations teach, or let it have an effect."
    )
    policy.add_argument("--activate", action="store_true", help="let it have an effect from the next build on")
    policy.add_argument("--json", action="store_true", help="print JSON")
    _add_judging(commands)


def _add_reviewing_beliefs(actions: Commands) -> None:
    module = "kg_assets.cli.commands.reviewing_beliefs"
    meaning = "Decide which beliefs are one and which side of a contradiction counts."
    beliefs = actions.add_parser("beliefs", help=meaning, description=meaning)
    beliefs.set_defaults(function=f"{module}:review")
    beliefs.add_argument("--limit", type=within(0, MANY), metavar="N", help="go through at most so many")
    steps = beliefs.add_subparsers(dest="step", metavar="STEP", title="decide on one")
    which = "a belief's words, its id or the beginning of one"

    def step(name: str, function: str, meaning: str) -> argparse.ArgumentParser:
        parser = steps.add_parser(name, help=meaning, description=meaning)
        parser.set_defaults(function=f"{module}:{function}")
        return parser

    merge = step("merge", "merge", "Say that two beliefs are one.")
    merge.add_argument("into", metavar="INTO", help=f"the one whose words stay: {which}")
    merge.add_argument("other", metavar="OTHER", help="the one that becomes part of it")
    split = step("split", "split", "Say that words which count as another belief are one of their own.")
    split.add_argument("words", nargs="+", metavar="WORD", help="the words, as `annals belief` shows them")
    resolve = step("resolve", "resolve", "Say how a contradiction ends.")
    resolve.add_argument("one", metavar="ONE", help=which)
    resolve.add_argument("other", metavar="OTHER", help="the one against it")
    resolve.add_argument("--by", choices=("newer", "weight", "person"), default="person",
                         help="for what was said last, for what weighs more, or as you say (default)")  # fmt: skip
    resolve.add_argument("--keep", metavar="BELIEF", help="the one that counts (default: both stand)")
    rollback = step("rollback", "rollback", "Say that what a version of the extractor read counts no more.")
    rollback.add_argument(
        "version", metavar="VERSION", help="as `annals query 'FROM beliefs.extraction_runs'` lists it"
    )
    decided = step("decisions", "decided", "List the decisions that stand, the newest first.")
    decided.add_argument("--json", action="store_true", help="print an array of objects")


def _add_reviewing_relations(actions: Commands) -> None:
    module = "kg_assets.cli.commands.reviewing_relations"
    meaning = "Decide which relations and names the overlay proposes are right."
    relations = actions.add_parser("relations", help=meaning, description=meaning)
    relations.set_defaults(function=f"{module}:review")
    relations.add_argument("--page", type=within(1, MANY), default=1, metavar="K", help="which page of the queue")
    relations.add_argument("--json", action="store_true", help="print JSON")
    steps = relations.add_subparsers(dest="step", metavar="STEP", title="decide on one")
    which = "the id of a relation or a name in the queue, or its beginning"

    def step(name: str, meaning: str) -> argparse.ArgumentParser:
        parser = steps.add_parser(name, help=meaning, description=meaning)
        parser.set_defaults(function=f"{module}:{name}")
        return parser

    step("approve", "Say that a relation or a name is right.").add_argument("item", metavar="ITEM", help=which)
    reject = step("reject", "Say that a relation or a name is wrong.")
    reject.add_argument("item", metavar="ITEM", help=which)
    rename = step("rename", "Say in which other relation two nodes stand.")
    rename.add_argument("item", metavar="ITEM", help=which)
    rename.add_argument("relation", metavar="RELATION", help="one of overlay.relation_types, or learned_…")
    link = step("link", "Say which node a new name belongs to.")
    link.add_argument("item", metavar="ITEM", help=which)
    link.add_argument("node", metavar="NODE", help="the node's id or name")
    silence = step("silence", "Say that words mean nobody.")
    silence.add_argument("words", nargs="+", metavar="WORD", help="the words")
    silence.add_argument("--in", dest="context", metavar="PROJECT", help="only in conversations about this project")


def _add_people(actions: Commands) -> None:
    entities = command(actions, "entities", "people", "Go through names that may be one person, the likeliest first.")
    entities.add_argument("--limit", type=within(1, MANY), metavar="N", help="at most so many pairs")
    entities.add_argument("--json", action="store_true", help="print the pairs as JSON and ask nothing")
    who = "a name, an alias, an id, or as in 'sister Anna'"
    for name, meaning in (("same", "Say that two names are one."), ("different", "Say that two names are two.")):
        ruling = command(actions, name, "people", meaning)
        ruling.add_argument("one", metavar="ONE", help=who)
        ruling.add_argument("other", metavar="OTHER", help="the other, named likewise")
        ruling.add_argument("--build", action="store_true", help="build with it at once")
        ruling.add_argument("--json", action="store_true", help="print what was recorded as JSON")


def _add_judging(commands: Commands) -> None:
    which = "an assertion's id, or a unique beginning of one; `annals why WORDS` finds it"
    confirm = command(commands, "confirm", "judging", "Say that a claim is right.")
    reject = command(commands, "reject", "judging", "Say that a claim is wrong.")
    for judging in (confirm, reject):
        judging.add_argument("claim", metavar="CLAIM", help=which)
    reject.add_argument("--everywhere", action="store_true", help="whoever says it, in whichever message")
    correct = command(commands, "correct", "judging", "Say what a claim should be.")
    correct.add_argument("claim", metavar="CLAIM", help=which)
    correct.add_argument("--subject", metavar="S", help="of whom or what it is so: a name, or SELF for yourself")
    correct.add_argument("--predicate", metavar="P", help="the right relation")
    correct.add_argument("--object", metavar="O", help="the right object")
    correct.add_argument("--polarity", choices=("positive", "negative"), help="whether it is so or is not")
    time = "2023, 2023-05, May 2023, last year"
    correct.add_argument("--from", dest="since", metavar="WHEN", help=f"since when it was so: {time}")
    correct.add_argument("--until", metavar="WHEN", help="when it ended; what is named is the last of it")
    correct.add_argument("--when", metavar="WHEN", help="in which time it was so, whatever was before and after")
    tell = command(commands, "tell", "telling", "Add a fact in your own words, as if you had said it to an assistant.")
    tell.add_argument("words", nargs="+", metavar="WORDS", help='what is so, as in: "I\'ve lived in Lyon since 2023"')
    tell.add_argument("--at", metavar="MOMENT", help="when you say it (default: now): 2024-05-01 or 2024-05-01T12:00Z")
    tell.add_argument("--build", action="store_true", help="make the next build at once")
    undo = command(commands, "undo", "judging", "Take a decision back: the last one, or the one that is named.")
    undo.add_argument(
        "decision",
        nargs="*",
        metavar="DECISION",
        help="its place in the ledger, or the id or words of a judged claim",
    )
    for deciding in (confirm, reject, correct, undo):
        # One process: to start another for the build costs as much as recording the decision.
        deciding.add_argument("--build", action="store_true", help="build with it at once")
    why = command(commands, "why", "explaining", "Say where a claim comes from and how sure it is.")
    why.add_argument("claim", nargs="+", metavar="CLAIM", help="a claim's id or its beginning, or words of the claim")
    why.add_argument("--json", action="store_true", help="print it as JSON")
