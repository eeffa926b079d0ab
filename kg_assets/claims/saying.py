"""Puts a claim or an edge into a sentence: "your mum smokes", "you are not learning to drive", "you plan to move".

`config/report/relations.yaml` has the words for predicates. All sentences that a person reads are made here; tables
keep the labels.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from kg_assets.claims.reading.lexicon import gerund_of, lexicon, past_of, third_of
from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_yaml

RELATIONS_FILE, PREDICATES_FILE = "config/report/relations.yaml", "config/predicates.yaml"
PERSONS_FILE = "config/report/persons.yaml"
# What decides how a sentence is worded: a stage that writes sentences declares these.
SAID_BY = (
    RELATIONS_FILE,
    PREDICATES_FILE,
    PERSONS_FILE,
    "config/claims/words.yaml",
    "config/claims/nouns.yaml",
    "config/language/names.yaml",
)
_SELF, _YOU = "SELF", "you"
_PERSON = "the person"  # who it is to a reader for whom "you" is somebody else
_ARE, _WERE = {False: "is", True: "are"}, {False: "was", True: "were"}
_PARTS = ("subject", "predicate", "object", "polarity", "modality")
_OWN = "__SELF__/"  # before a relative of the person
# Predicates whose object may be an activity in base form ("learning drive"); a sentence puts "to" before it.
_OF_DOING = frozenset({"learning", "wants", "decided", "started", "likes", "dislikes", "prefers"})
# Those of them whose object is just as often a thing ("started a store").
_OF_NOUNS = frozenset({"learning", "started", "likes", "dislikes", "prefers"})
_NAMES_BEFORE = re.compile(r"[A-Z]\w*[ ](?=I\b)")
_NAMES_AROUND = re.compile(r"(?<!\w)[^\W\d_a-z]\w* (?=i [^\W\d_a-z])")
_BEING = frozenset({"is", "are", "was", "were"})
_PEOPLE = frozenset({"children", "people", "folks", "grandchildren", "kids", "twins", "parents"})
_SUFFERING = frozenset({"allergic", "intolerant"})
# Verbs that are not put into the progressive form: nobody "is having" a brother.
_STANDING = frozenset({"have", "own", "know", "belong", "mean", "need", "love"})
_WITH_AN_E = ("v", "c", "u", "z", "rg", "ng", "dg", "ns", "rs", "at")  # how verbs end that lose an e before -ing
_ONE_SHORT_SYLLABLE = re.compile(r"^[^aeiou]+[aeiou][bdgklmnprtvz]$")
_IS_A_YEAR = re.compile(r"^\d{4}$")
_ENDS_A_THING = re.compile(r" (?:of|like|with|for|in|at|on|about|from|to|that|who|which|I|you|we)(?= )")
_OF_AGES = frozenset({"youngest", "oldest", "eldest", "firstborn"})
# Verbs that are hardly ever nouns.
_NO_NOUNS = frozenset(
    {"get", "have", "make", "be", "go", "do", "know", "keep", "eat", "listen", "learn", "give", "become", "hear"}
)
# Words that often follow a verb and hardly ever a noun ("play the cello", "work with wood").
_BEHIND_VERBS = frozenset(
    {
        "the",
        "a",
        "an",
        "my",
        "your",
        "our",
        "to",
        "with",
        "for",
        "in",
        "on",
        "up",
        "how",
        "about",
        "all",
        "some",
        "more",
    }
)


@cache
def relation_words() -> dict[str, str]:
    """The wording of predicates whose label does not read as a phrase. An empty wording means that the object alone is
    the phrase: "you smoke" for a habit with the object "smoke"."""
    path = data_path(RELATIONS_FILE)
    read: dict[str, str] = read_yaml(path)
    for name, words in read.items():
        if not isinstance(words, str):
            raise ConfigError(f"{path}: {name}: words are expected, found {type(words).__name__}")
    return read


@cache
def read_persons(path: Path) -> dict[str, dict[str, str]]:
    """What becomes of each first-person word, as two mappings: `to_the_person` for a sentence to the person ("my"
    becomes "your"), and `to_others` for a sentence to anybody else."""
    given = read_yaml(path)
    lists = ("to_the_person", "to_others")
    is_sound = isinstance(given, dict) and set(given) == set(lists) and all(isinstance(v, dict) for v in given.values())
    if not is_sound or not all(isinstance(w, str) for words in given.values() for pair in words.items() for w in pair):
        raise ConfigError(f"{path}: expected words and what they become, under {' and '.join(lists)}")
    told: dict[str, dict[str, str]] = given
    return told


def turned(text: str, to_others: bool = False) -> str:
    """The person's words as they are said back to them: "the friends I have" becomes "the friends you have".

    "My" with a capital is part of a name and stays. So does an "I" at the end or behind a capitalised word, which is a
    number ("World War I"), and an "i" between names ("Mo i Rana").
    """
    words = read_persons(data_path(PERSONS_FILE))["to_others" if to_others else "to_the_person"]
    ends = [match.end() for names in (_NAMES_BEFORE, _NAMES_AROUND) for match in names.finditer(text)]

    def told(match: re.Match[str]) -> str:
        is_number = match[0] in ("I", "i") and (match.start() in ends or match.end() == len(text))
        return match[0] if is_number else words[match[0]]

    return _any_of(frozenset(words)).sub(told, text)


@cache
def _any_of(words: frozenset[str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return re.compile(rf"(?<![\w'’-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w'’-])")


def relation_said(
    predicate: str, polarity: str, is_of_many: bool = False, is_over: bool = False, is_planned: bool = False
) -> str:
    """A relation as a verb phrase: "lives in", "does not eat". With `is_of_many` "live in", with `is_over`
    "lived in", with `is_planned` "plans to live in"."""
    label = predicate.replace("_", " ")
    is_worded = predicate in relation_words()
    if is_planned and predicate not in _meant("intention") and not label.endswith(" is"):
        verb, _, rest = (relation_words()[predicate] or label if is_worded else label).partition(" ")
        return _conjugated(f"plans to {_base(verb)} {rest}".strip(), polarity, is_of_many, is_over)
    if is_worded:
        return _conjugated(relation_words()[predicate] or label, polarity, is_of_many, is_over)
    if label.endswith(" is"):
        return _denied(f"{label[:-2]}was" if is_over else label, polarity)
    if is_named_by_base_form(predicate):
        return _happened(label, polarity, is_of_many)
    return _conjugated(label, polarity, is_of_many, is_over)


def is_named_by_base_form(predicate: str) -> bool:
    """Whether a predicate is the base form of a verb ("look_into"), as events are named, and not a relation
    of the vocabulary."""
    is_own_word = predicate in relation_words() or predicate.endswith("_is")
    return not is_own_word and not lexicon().bases(predicate.partition("_")[0], "third")


@cache
def _meant(*modalities: str) -> frozenset[str]:
    """The predicates that `config/predicates.yaml` marks with one of these modalities as the usual one."""
    known: dict[str, dict[str, str]] = read_yaml(data_path(PREDICATES_FILE))
    return frozenset(label for label, term in known.items() if term.get("modality") in modalities)


def claim_said(
    subject: str,
    predicate: str,
    object: str | None,
    polarity: str,
    modality: str | None = None,
    is_over: bool = False,
    to_others: bool = False,
) -> str:
    """A claim as a sentence. With `to_others` the person is called "the person", otherwise "you".

    A predicate that usually tells a state or a preference is put into the past if the claim's modality is `fact`.
    """
    object = _said_once(predicate, object)
    is_planned = modality == "intention"
    is_over = is_over or (modality == "fact" and predicate in _meant("state", "preference"))
    own = _PERSON if to_others else _YOU
    who = own if subject == _SELF else turned(subject, to_others)
    is_of_many = who == _YOU or _is_several(turned(subject))
    if modality == "state" and not is_over and is_named_by_base_form(predicate):
        return _going_on(who, subject == _SELF, predicate, turned(object or "", to_others), polarity)
    told = (
        f"{_whose(own)} {object.removeprefix(_OWN)}"
        if object and object.startswith(_OWN)
        else turned(object or "", to_others)
    )
    relative = told.removeprefix(f"{_whose(own)} ")
    if subject == _SELF and relative != told and lexicon().relations.get(relative) == predicate:
        if relative in _OF_AGES:
            relative = f"{relative} child"
        counted = relative if _is_plural(relative) else f"a {relative}"
        return f"{who} {_conjugated('has', polarity, is_of_many, is_over)} {counted}"
    if lexicon().relations.get(told.rpartition(" ")[2]) == predicate and _is_plural(told.rpartition(" ")[2]):
        return f"{who} {_conjugated('has', polarity, is_of_many, is_over)} {told}"
    if relation_words().get(predicate) == "" and told:
        verb, _, rest = told.partition(" ")
        if lexicon().bases(verb, "gerund"):
            verb = _base_of_gerund(verb)  # "you climb twice a week", of "I'm back to climbing twice a week"
        doing = f"plans to {verb}" if is_planned else _third(verb)
        return f"{who} {_conjugated(doing, polarity, is_of_many, is_over)} {rest}".strip()
    own_way = _said_its_own_way(who, predicate, told, polarity, is_of_many, is_over) if told else None
    if own_way is not None:
        return own_way
    if predicate == "plans_to" and told:
        first, _, rest = told.partition(" ")
        told = f"{_base_of_gerund(first)} {rest}".strip()
    is_thing = predicate in _OF_NOUNS - {"learning"} and " " not in told  # "you started yoga", "you like travel"
    if predicate in _OF_DOING and _is_doing(told, predicate in _OF_NOUNS) and not is_thing:
        told = f"to {told}"
    if predicate in ("likes", "dislikes") and told.partition(" ")[0] in lexicon()["no_nouns"] and not is_thing:
        told = f"to {told}"  # "you like to collect stamps"
    said = _whose(who) if predicate.endswith("_is") and predicate not in relation_words() else who
    relation = relation_said(predicate, polarity, is_of_many, is_over, is_planned)
    planned = "planned: " if is_planned and said != who else ""
    return planned + " ".join(f"{said} {relation} {told}".split())


def _said_its_own_way(
    who: str, predicate: str, told: str, polarity: str, is_of_many: bool, is_over: bool
) -> str | None:  # fmt: skip
    """The sentence of a claim whose wording depends on its object ("is allergic to nuts", "your goal is to
    run"); None for other claims."""
    first = told.partition(" ")[0]
    if predicate == "decided" and polarity == "negative":  # who decided against something did decide
        return f"{who} decided {'not to' if _is_doing(told, False) else 'against'} {told}"
    verb = {
        "works_as": "is a" if first in ("retired", "former") else None,
        "born_on": "was born in" if _IS_A_YEAR.match(told) else None,
        "has_condition": "is" if _is_adjective(told) else None,
        "plans_to": "plans" if _is_no_doing(first) else None,  # "you plan quizzes"
        "believes": None if _says_something(told) else "believes in",  # "you believe in second chances"
    }.get(predicate)
    if verb is not None:
        return f"{who} {_conjugated(verb, polarity, is_of_many, is_over)} {told}"
    if predicate == "diet_is" and told.lower() in lexicon()["diets"]:
        return f"{_whose(who)} {_denied('diet is', polarity)} {told}"
    if predicate == "has_goal":
        aim = f"to {told}" if _is_doing(told, False) else told
        return f"{_whose(who)} {_denied('goal was' if is_over else 'goal is', polarity)} {aim}"
    return None


def _is_no_doing(word: str) -> bool:
    """Whether the first word of a plan is a noun and no verb: "quizzes" (not "run")."""
    if word in lexicon()["events"] and not lexicon().bases(word, "base"):
        return True
    is_verb = bool(lexicon().bases(word, "base")) or _base_of_gerund(word) != word
    return word.endswith("s") and not is_verb


def _says_something(told: str) -> bool:
    """Whether words can follow "you believe" as they are, because they are a clause ("zoos are cruel") or begin with
    "in". Any others need "believe in" ("believe in being kind")."""
    words = told.lower().split()
    return any(
        word in _BEING
        or word[-2:] in ("'s", "’s")
        or any(kind != "gerund" for _, kind in lexicon().forms.get(word, ()))
        for word in words[1:]
    ) or told.startswith("in ")


def row_said(row: Mapping[str, Any], to_others: bool = False) -> str:
    """The sentence for a row that has the parts of a claim."""
    return claim_said(**{part: row[part] for part in _PARTS}, to_others=to_others)


def value_said(stored: str) -> str:
    """The text for a stored value: "5 km" for a measure, any other value as it is."""
    if not stored.startswith("{"):
        return stored
    try:
        value = json.loads(stored)
    except ValueError:
        return stored
    return f"{value['value']} {value['unit']}" if {"value", "unit"} <= value.keys() else stored


def edge_said(source: str, relation: str, target: str, is_over: bool = False) -> str:
    """An edge of the overlay as a sentence: "Arduino has to do with Sellemex", "you work with Ana"."""
    label = relation.removeprefix("domain_").removeprefix("learned_")
    return claim_said(source, label, _YOU if target == _SELF else target, "positive", is_over=is_over)


def _whose(who: str) -> str:
    """The form of a subject before a noun: "your", "Ana's"."""
    return "your" if who == _YOU else f"{who}'s"


def _conjugated(words: str, polarity: str, is_of_many: bool, is_over: bool) -> str:
    verb, _, rest = words.partition(" ")
    if verb in _BEING or words.endswith(" is"):
        being = _WERE if is_over else _ARE
        if verb == "was":
            being = _WERE
        return _denied(f"{being[is_of_many]} {rest}".strip(), polarity)
    base = "have" if verb in ("has", "have") else _base(verb)
    if polarity == "negative":
        did = is_over or _is_past(verb)
        return f"{'did' if did else 'do' if is_of_many else 'does'} not {base} {rest}".strip()
    if is_over:
        return f"{_forms('past').get(base, verb)} {rest}".strip()
    return f"{base if is_of_many and not _is_past(verb) else verb} {rest}".strip()


def _happened(label: str, polarity: str, is_of_many: bool) -> str:
    """The phrase for what happened, from a label in the base form: "got into" for "get into", "were promoted" for "be
    promoted" of several, "did not get into" if denied."""
    verb, _, rest = label.partition(" ")
    if verb == "be":
        return _denied(f"{'were' if is_of_many else 'was'} {rest}".strip(), polarity)
    return f"did not {label}" if polarity == "negative" else f"{_past(verb)} {rest}".strip()


def _past(verb: str) -> str:
    return _forms("past").get(verb) or lexicon().pasts.get(verb) or past_of(verb, _doubles(verb))


def _doubles(verb: str) -> bool:
    """Whether a verb doubles its last letter in the past ("stepped"): by the list `doubling`, else by the
    spelling of words of one syllable."""
    return verb in lexicon()["doubling"] or (verb not in lexicon()["verbs"] and bool(_ONE_SHORT_SYLLABLE.match(verb)))


def _base_of_gerund(doing: str) -> str:
    """The base form of a gerund ("fly" for "flying"); any other word stays."""
    known = lexicon().bases(doing.lower(), "gerund")
    if known:
        return known[0]
    if not doing.lower().endswith("ing") or len(doing) <= len("bring "):
        return doing
    stem = doing[:-3].lower()
    return f"{stem}e" if stem.endswith(_WITH_AN_E) else stem


def _denied(words: str, polarity: str) -> str:
    """A phrase with a form of "be"; a "not" is added if the polarity is negative: "is not a member of", "partner is
    not"."""
    if polarity != "negative":
        return words
    verb, _, rest = words.partition(" ")
    return f"{verb} not {rest}".strip() if verb in _BEING else f"{words} not"


def _base(verb: str) -> str:
    return "be" if verb in _BEING else next(iter(lexicon().bases(verb, "past" if _is_past(verb) else "third")), verb)


def _is_past(verb: str) -> bool:
    return bool(lexicon().bases(verb, "past")) and not lexicon().bases(verb, "base")


@cache
def _forms(wanted: str) -> dict[str, str]:
    return {base: form for form, known in lexicon().forms.items() for base, kind in known if kind == wanted}


def _third(verb: str) -> str:
    """The form of a verb for he, she or it ("smokes" for "smoke"); a word that is not in the list of verbs stays."""
    return _forms("third").get(verb, verb)


def _said_once(predicate: str, told: str | None) -> str | None:
    """The object of an event without the words that repeat its verb: with `buy`, "the jam I bought at the
    fair" becomes "the jam at the fair"."""
    if told is None or not is_named_by_base_form(predicate):
        return told
    verb, _, rest = predicate.replace("_", " ").partition(" ")
    deed = f"{_past(verb)} {rest}".strip()
    return re.sub(rf" (?:I|we|I've|we've) {re.escape(deed)}(?= |$)", "", told, count=1)


def _going_on(who: str, is_person: bool, predicate: str, told: str, polarity: str) -> str:
    """The sentence of an event that is still going on: "you are looking into flats", "swimming helps you
    relax"."""
    verb, _, rest = predicate.replace("_", " ").partition(" ")
    behind = f"{rest} {told}".strip()
    if verb == "be":
        return f"{who} {_denied(_ARE[who == _YOU or _are_many(who)], polarity)} {behind}"
    if is_person and verb not in _STANDING:
        doing = gerund_of(verb, _doubles(verb))
        return f"{who} {_denied(_ARE[who == _YOU], polarity)} {doing} {behind}".strip()
    is_of_many = who == _YOU or _are_many(who)
    if polarity == "negative":
        return f"{who} {'do' if is_of_many else 'does'} not {verb} {behind}".strip()
    return f"{who} {verb if is_of_many else _forms('third').get(verb) or third_of(verb)} {behind}".strip()


def _are_many(who: str) -> bool:
    """Whether a subject names several things: "poems like these", "fame and money", but not "watching birds"."""
    head = _ENDS_A_THING.split(who)[0]
    last = head.rpartition(" ")[2]
    is_doing = head.partition(" ")[0].lower().endswith("ing")
    is_plural = last.endswith("s") and not last.endswith(("ss", "us", "is", "ics"))
    return not is_doing and (" and " in who or is_plural or last in _PEOPLE)


def _is_several(who: str) -> bool:
    return who.startswith("your ") and _is_plural(who.rpartition(" ")[2])


def _is_plural(noun: str) -> bool:
    is_written_so = noun.endswith("s") and not noun.endswith(("ss", "is"))
    return noun in _PEOPLE or (is_written_so and not lexicon().relations.keys().isdisjoint({noun, noun[:-1]}))


def _is_adjective(condition: str) -> bool:
    """Whether a condition is phrased with "is" ("is allergic to nuts"), not with "has"."""
    head = condition.lower().partition(" to ")[0]
    return head in _SUFFERING or head in lexicon()["conditions_adjectives"]


def _is_doing(told: str, is_taught: bool) -> bool:
    """Whether an object begins with a verb, so that it says what somebody does. `is_taught` is for predicates that have
    things as objects just as often. With it the verb must stand alone, never be a noun ("get"), or be followed by a
    word that seldom follows a noun: "play the cello", not "play writing"."""
    first, _, rest = told.partition(" ")
    if first.endswith("ly") and rest and not lexicon().bases(first, "base"):
        return _is_doing(rest, is_taught)  # "slowly build trust"
    if rest.split(" ")[0] in ("yourself", "themselves") and not first.endswith("ing"):
        return True  # "market yourself"
    is_behind = not is_taught or not rest or rest.split(" ")[0] in _BEHIND_VERBS
    return bool(lexicon().bases(first, "base")) and (is_behind or first in _NO_NOUNS)
