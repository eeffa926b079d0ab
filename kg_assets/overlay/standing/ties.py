"""What somebody is to the person, in the person's own word for it: "sister", not "sibling_is"."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from kg_assets.claims.reading.lexicon import lexicon

Row = dict[str, Any]


def person_ties(claims: Iterable[Row]) -> Iterator[Row]:
    """What each node is to the person: one row per node and word, taken from the first claim with that word. `claims`
    are the claims about the person that hold at as_of, in the order in which they were said (`person_claims`). Only
    predicates of family, friends, work and pets count (those of the nouns under `relations` and `breeds` in
    `config/claims`)."""
    predicates = set(lexicon().relations.values())
    told: set[tuple[str, str]] = set()
    for claim in claims:
        tie = claim["node_id"], _word(claim["predicate"], claim["words"])
        if claim["predicate"] in predicates and tie not in told:
            told.add(tie)
            yield {"node_id": tie[0], "word": tie[1], "said_at": claim["said_at"],
                   "assertion_id": claim["assertion_id"], "visibility_class": claim["visibility_class"]}  # fmt: skip


def _word(predicate: str, words: str) -> str:
    """The longest noun for the relation ("sister", "brother") that occurs in the words, in the singular. If none does,
    the name of the relation."""
    nouns = [noun for noun, relation in lexicon().relations.items() if relation == predicate]
    said = [noun for noun in nouns if re.search(rf"(?<!\w){re.escape(noun)}(?!\w)", words)]
    if not said:
        return predicate.removesuffix("_is").replace("_", " ")
    longest = max(said, key=lambda noun: (len(noun), noun))
    return longest.removesuffix("s") if longest.removesuffix("s") in nouns else longest
