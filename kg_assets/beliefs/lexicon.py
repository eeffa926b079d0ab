"""The word lists of `config/beliefs/words.yaml`, by which the rules recognize a sentence about oneself and
its belief type.
"""

from functools import cached_property
from pathlib import Path

import msgspec

from kg_assets.core.patterns import check_patterns
from kg_assets.core.yamlfile import read_model

WORDS_FILE = "config/beliefs/words.yaml"
Words = frozenset[str]


class _Confidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    listed: float
    by_habit: float
    elided: float


class Lexicon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The content of `config/beliefs/words.yaml`. Comments in that file say what each list is for."""

    preference: dict[str, int]
    only_denied: Words
    elided_likings: Words
    value: dict[str, str | None]
    value_verbs: dict[str, Words]
    value_adjectives: Words
    my_own: dict[str, str]
    long_wished: Words
    aims: Words
    beginning: Words
    loves: Words
    loves_end: Words
    prized: Words
    wanting: Words
    wishing: Words
    aspired: Words
    aspired_for: Words
    found: Words
    felt_of_things: Words
    felt_of_doings: Words
    moving: dict[str, str]
    inner_parts: Words
    mattering: Words
    teaching: Words
    learning: Words
    valued_when_brought: Words
    given: Words
    helping: dict[str, str]
    wished_of: Words
    meta: Words
    meta_with: dict[str, Words]
    feeling: Words
    capability: Words
    relational: Words
    character: Words
    done_or_not: Words
    character_with: dict[str, Words]
    never_self: Words
    habits_of_things: Words
    wanted: Words
    worked_on: Words
    learnt_of_oneself: Words
    tried: Words
    spent: Words
    unwinding: Words
    long_times: Words
    convinced: Words
    convictions: Words
    raising: Words
    ending: Words
    opening: Words
    telling_why: Words
    resolved: Words
    resolved_with: dict[str, Words]
    lasting: Words
    self_naming: Words
    own_things: Words
    unreal: Words
    not_self: Words
    not_self_unless: dict[str, str]
    ready_for: dict[str, Words]
    feelings: Words
    held: Words
    faring: Words
    without_object: Words
    needs_object: Words
    bare: Words
    participles: Words
    abilities: dict[str, Words]
    value_feelings: Words
    likings: Words
    kinds: Words
    roles: Words
    lived_as: Words
    not_lived_as: Words
    liking_nouns: Words
    not_kinds: Words
    had: Words
    had_abilities: Words
    had_only_if: dict[str, Words]
    states_of_being: dict[str, Words]
    pointing: Words
    at_hand: Words
    known_to_all: Words
    people: Words
    leading: Words
    opposites: dict[str, str]
    doubting: Words
    being: Words
    joining: Words
    reasons: Words
    courteous: Words
    courtesies: Words
    polite_doings: Words
    announcements: Words
    manners: Words
    hard: Words
    polite: Words
    generic: Words
    orders: Words
    questions: Words
    contractions: dict[str, str]
    junk: list[str]
    least_words: int
    helpers: Words
    comparing: Words
    between: Words
    raising_habits: Words
    synonyms: dict[str, str]
    plain_words: Words
    endings: list[str]
    least_stem: int
    confidence: _Confidence

    @cached_property
    def telling_of_things(self) -> Words:
        """The words that tell what a thing is to somebody: relaxing, vital, bringing joy and the like."""
        return self.felt_of_things | self.given | self.value_adjectives | self.mattering

    def is_polite(self, feeling: str, doing: str) -> bool:
        """Whether a feeling about doing something is only good manners: "happy to help", "excited to announce"."""
        return doing in self.announcements or (feeling in self.courteous and doing in self.courtesies)


def read_lexicon(path: Path) -> Lexicon:
    """The word lists of a file. A pattern that does not compile is an error that names the file."""
    found = read_model(path, Lexicon)
    check_patterns(path, {("junk",): found.junk})
    return found
