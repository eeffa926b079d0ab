"""Aunts, cousins, relatives by marriage and flatmates without a name: of whom something is told, and what."""

from functools import cache

from kg_assets.claims.parsed.words import relation_of, words
from kg_assets.claims.reading.model import RawClaim

_EVENT_RULE = "clause.event"  # of what is done, and of where somebody is just now ("my nan is in hospital")


@cache
def close_by_the_noun() -> frozenset[str]:
    """The nouns of those of whom some things are worth telling by the noun alone: "my aunt lives in Cork"."""
    in_law = {noun.replace(" ", "-") for noun in words("known_by_the_noun") if noun.endswith("in law")}
    return words("known_by_the_noun") | words("grandchildren") | words("called_without_my") | in_law


def is_too_far(claim: RawClaim) -> bool:
    """Whether a claim tells of an aunt, a cousin or somebody else without a predicate and a name what only matters of
    those who are nearer: what they like or own. Where they live and how they are is told, and what they did."""
    noun = claim.subject.removeprefix("__SELF__/")
    is_far = noun != claim.subject and noun in close_by_the_noun() and relation_of(noun) in (None, "other")
    is_school = claim.predicate == "works_at" and noun in words("grandchildren") | words("of_school_age")
    is_told = claim.predicate in words("told_of_relatives") and not is_school  # "my nephew starts at Holy Trinity"
    return is_far and claim.modality != "fact" and claim.rule_id != _EVENT_RULE and not is_told
