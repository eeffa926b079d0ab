"""How a claim reads as a sentence: "your mum smokes", "you are not learning to drive", "your parents live in Tartu".

The words of relations are `config/report/relations.yaml`. As what a claim is stored the commands say that show it.
"""

from functools import cache

from kg_assets.claims.reading.lexicon import lexicon
from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_yaml

RELATIONS_FILE = "config/report/relations.yaml"
_SELF, _YOU = "SELF", "you"
_ARE, _WERE = {False: "is", True: "are"}, {False: "was", True: "were"}
_BEING = frozenset({"is", "are", "was", "were"})
_PEOPLE = frozenset({"children", "people", "folks", "grandchildren"})
# What may stand behind a verb that is learned, and hardly behind a noun ("play the cello", "work with wood").
_BEHIND_VERBS = frozenset({"the", "a", "an", "my", "our", "to", "with", "for", "in", "on", "up", "how", "about"})


@cache
def relation_words() -> dict[str, str]:
    """How relations are worded that are not said by their names; nothing where the object says all of it."""
    path = data_path(RELATIONS_FILE)
    read: dict[str, str] = read_yaml(path)
    for name, words in read.items():
        if not isinstance(words, str):
            raise ConfigError(f"{path}: {name}: words are expected, found {type(words).__name__}")
    return read


def relation_said(predicate: str, polarity: str, is_of_many: bool = False, is_over: bool = False) -> str:
    """A relation as a verb: "lives in", "does not eat", of many "live in", of what is over "lived in"."""
    label = predicate.replace("_", " ")
    if predicate in relation_words():
        return _conjugated(relation_words()[predicate] or label, polarity, is_of_many, is_over)
    return _denied(label, polarity) if label.endswith(" is") else _happened(label, polarity, is_of_many)


@cache
def _states() -> frozenset[str]:
    """The relations that are usually told as a state: told as a fact, they are over."""
    known: dict[str, dict[str, str]] = read_yaml(data_path("config/predicates.yaml"))
    return frozenset(label for label, term in known.items() if term.get("modality") in ("state", "preference"))


def claim_said(subject: str, predicate: str, value: str | None, polarity: str, modality: str = "state") -> str:
    """A claim as a sentence."""
    is_over = modality == "fact" and predicate in _states()
    who = _YOU if subject == _SELF else subject
    is_of_many = who == _YOU or _is_several(who)
    is_noun = predicate.endswith("_is") and predicate not in relation_words()
    said = _whose(who) if is_noun else who
    told = "your " + value.removeprefix("__SELF__/") if value and value.startswith("__SELF__/") else value or ""
    if relation_words().get(predicate) == "" and told:
        verb, _, rest = told.partition(" ")
        return f"{who} {_conjugated(_third(verb), polarity, is_of_many, is_over)} {rest}".strip()
    if predicate == "learning" and _is_doing(told):
        told = f"to {told}"
    return " ".join(f"{said} {relation_said(predicate, polarity, is_of_many, is_over)} {told}".split())


def _whose(who: str) -> str:
    """ "Your sibling is your brother": whose the relation is."""
    return "your" if who == _YOU else f"{who}'s"


def _conjugated(words: str, polarity: str, is_of_many: bool, is_over: bool) -> str:
    verb, _, rest = words.partition(" ")
    if verb in _BEING or words.endswith(" is"):
        being = _WERE if is_over else _ARE
        return _denied(f"{being[is_of_many] if verb in ('is', 'are') else verb} {rest}".strip(), polarity)
    base = "have" if verb in ("has", "have") else _base(verb)
    if polarity == "negative":
        did = is_over or _is_past(verb)
        return f"{'did' if did else 'do' if is_of_many else 'does'} not {base} {rest}".strip()
    if is_over:
        return f"{_forms('past').get(base, verb)} {rest}".strip()
    return f"{base if is_of_many and not _is_past(verb) else verb} {rest}".strip()


def _happened(label: str, polarity: str, is_of_many: bool) -> str:
    """An event, which is named by its base form: "got into", "were promoted", "did not get into"."""
    verb, _, rest = label.partition(" ")
    if verb == "be":
        return _denied(f"{'were' if is_of_many else 'was'} {rest}".strip(), polarity)
    return f"did not {label}" if polarity == "negative" else f"{_forms('past').get(verb, verb)} {rest}".strip()


def _denied(words: str, polarity: str) -> str:
    """What is said of being: "is not a member of", "partner is not"."""
    if polarity != "negative":
        return words
    verb, _, rest = words.partition(" ")
    return f"{verb} not {rest}".strip() if verb in _BEING else f"{words} not"


def _base(verb: str) -> str:
    return next(iter(lexicon().bases(verb, "past" if _is_past(verb) else "third")), verb)


def _is_past(verb: str) -> bool:
    return bool(lexicon().bases(verb, "past")) and not lexicon().bases(verb, "base")


@cache
def _forms(wanted: str) -> dict[str, str]:
    return {base: form for form, known in lexicon().forms.items() for base, kind in known if kind == wanted}


def _third(verb: str) -> str:
    """ "Smokes" of "smoke"; what is no verb of the list stays."""
    return _forms("third").get(verb, verb)


def _is_several(who: str) -> bool:
    last = who.rpartition(" ")[2]
    is_plural = last.endswith("s") and last.removesuffix("s") in lexicon().relations
    return who.startswith("your ") and (last in _PEOPLE or is_plural)


def _is_doing(told: str) -> bool:
    first, _, rest = told.partition(" ")
    return bool(lexicon().bases(first, "base")) and (not rest or rest.split(" ")[0] in _BEHIND_VERBS)
