"""Answers a question from claims. It finds messages with a claim that is about the person or thing in question and has
the relation that the question names.

"What am I allergic to" shares no word with "I've had a shellfish allergy since childhood"; the claim read from it has
person and relation, so it is found.
"""

from collections.abc import Iterator

from kg_assets.claims.saying import row_said
from kg_assets.search.asking import is_about_oneself, is_question
from kg_assets.search.settings import FindingSettings
from kg_assets.search.told import ClaimIndex
from kg_assets.search.typed import Typed


def answers(claims: ClaimIndex, typed: Typed, settings: FindingSettings) -> Iterator[tuple[str, str]]:
    """The messages whose claims answer a question, the best first, each with that claim. Empty if the search is no
    question, or has phrases, begin* or -without."""
    marked = (
        typed.named, typed.phrases, typed.beginnings, typed.without_terms, typed.without_beginnings,
        typed.without_phrases,
    )  # fmt: skip
    if not typed.terms or any(marked) or not is_question(typed.text):
        return
    found = claims.answering(
        typed.terms, claims.named(typed.terms), is_about_oneself(typed.text), settings.answering_claims,
        settings.alike_letters, settings.answering_share,
    )  # fmt: skip
    told: set[str] = set()
    for claim in found:
        message = claims.message_of(claim)
        if message not in told:
            told.add(message)
            yield message, row_said(claims.told(claim))
