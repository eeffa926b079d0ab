"""The sorts that a frame can demand of its object (`takes` in the file of frames). Each is a test of the object's
tokens."""

from collections.abc import Callable, Mapping, Sequence

from kg_assets.claims.parsed.who import names_called, relative_at
from kg_assets.claims.parsed.words import relation_of, shared, words
from kg_assets.claims.reading.lexicon import word_list
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Tokens = Sequence[int]


def _head(s: Sentence, tokens: Tokens) -> int:
    """The main word of a phrase: its token that depends on none of the others."""
    own = set(tokens)
    return next((token for token in tokens if s.head[token] not in own or s.head[token] == token), tokens[-1])


def _low(s: Sentence, tokens: Tokens) -> str:
    return " ".join(s.low[token] for token in tokens)


def _is_thing(s: Sentence, tokens: Tokens) -> bool:
    head = _head(s, tokens)
    if s.low[head] in ("anything", "everything") and s.child(head, "amod") in tokens:
        return True  # "anything green"
    return s.low[head] not in words("empty_objects") and not all(
        s.pos[t] in ("PRON", "DET", "ADP", "ADV") for t in tokens
    )


def _is_named(s: Sentence, tokens: Tokens) -> bool:
    return any(s.pos[t] == "PROPN" or s.word(t)[:1].isupper() for t in tokens) and s.pos[_head(s, tokens)] != "PRON"


def _is_person(s: Sentence, tokens: Tokens) -> bool:
    head = _head(s, tokens)
    article = s.child(head, "det")
    is_anybody = article is not None and s.low[article] in ("a", "an")  # "a man from Benin"
    is_named = _is_named(s, tokens) and s.entity[head] not in words("places") and not is_anybody
    return relative_at(s, head) is not None or is_named


def _is_place(s: Sentence, tokens: Tokens) -> bool:
    head = _head(s, tokens)
    if s.pos[head] not in ("NOUN", "PROPN") and not _is_known_place(s, tokens):
        return False
    if s.low[head] in shared("not_places") or s.entity[head] in ("DATE", "TIME", "CARDINAL"):
        return False
    return _is_known_place(s, tokens) or _is_named(s, tokens) or s.low[head] in shared("places") or _is_town(s, head)


def _is_home_place(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are a place where somebody who got a flat there lives, and no place for a holiday or to let."""
    return _is_place(s, tokens) and words("rented_for_a_while").isdisjoint(s.low)


def _is_town(s: Sentence, head: int) -> bool:
    """Whether a noun ends the name of a town in lower case: "daly city", but not "the city" or "a mountain village"."""
    parts = s.children(head, "compound")
    return (
        s.low[head] in words("ends_of_towns") and parts == (head - 1,) and s.child(head, "det", "poss", "amod") is None
    )


def _is_known_place(s: Sentence, tokens: Tokens) -> bool:
    return any(s.entity[t] in words("places") or s.low[t] in shared("known_places") for t in tokens)


def _is_country(s: Sentence, tokens: Tokens) -> bool:
    head = _head(s, tokens)
    return (
        s.entity[head] in ("GPE", "LOC")
        or s.low[head] in shared("known_places")
        or s.low[head] in words("countries_too")
    )


def _is_org(s: Sentence, tokens: Tokens) -> bool:
    head = _head(s, tokens)
    is_named = _is_named(s, tokens) and s.entity[head] not in ("DATE", "TIME", "PERSON", "GPE")
    return is_named or s.low[head] in word_list("objects_world", "org_words")


def _is_job(s: Sentence, tokens: Tokens) -> bool:
    head = _head(s, tokens)
    low, lemma = s.low[head], s.lemma[head].lower()
    is_none = low in words("no_jobs") or _low(s, tokens) in words("no_jobs") or s.low[tokens[0]] in words("no_more")
    is_noun = s.pos[head] in ("NOUN", "PROPN") or _is_bare_job(s, head)
    if is_none or low in shared("not_jobs") or low in words("learners") or not is_noun:
        return False
    if " ".join(s.low[max(0, head - 1) : head + 1]) in words("jobs_of_two"):
        return True
    return low in shared("jobs") or lemma in shared("jobs") or low.endswith(tuple(shared("job_endings")))


def _is_bare_job(s: Sentence, head: int) -> bool:
    """Whether the parser takes a job without an article for an adjective: "I was librarian there"."""
    return s.pos[head] == "ADJ" and s.low[head] in shared("jobs") and s.dep[head] in ("attr", "acomp")


def _is_force(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens name a force in which people serve: "the navy", "the Fire Service", but not "force"."""
    head = _head(s, tokens)
    two = " ".join(s.low[max(0, head - 1) : head + 1])
    is_named = s.low[head] not in ("force", "guard") or len(tokens) > 1
    return is_named and (s.low[head] in words("forces") or two in words("forces"))


def _is_post(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens can be a job after a verb of hiring: "hired as a picker"."""
    head = _head(s, tokens)
    return s.pos[head] == "NOUN" and s.low[head] not in words("no_jobs") and s.low[tokens[0]] not in ("part", "it")


def _is_allergy(s: Sentence, tokens: Tokens) -> bool:
    return s.low[tokens[0]] in words("suffering")


def _is_condition(s: Sentence, tokens: Tokens) -> bool:
    head, low = _head(s, tokens), s.words(tokens).lower()
    if low in shared("bodily"):
        return False
    is_listed = low in shared("conditions") | shared("conditions_in_words") or s.low[head] in shared("conditions")
    return is_listed or s.low[head].endswith(tuple(shared("condition_endings"))) or "allergy" in low


def _is_diagnosis(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are a diagnosis without "with": "coeliac" or "type 2 diabetic" in "diagnosed as type 2
    diabetic"."""
    first = 1 if s.low[tokens[0]] == "as" else 0
    said = " ".join(s.low[token] for token in tokens[first:])
    is_how = said in shared("conditions_adjectives") or said.split()[-1:] in [[one] for one in words("diagnosed_as")]
    return is_how or (s.low[tokens[0]] not in ("with", "by", "as") and _is_condition(s, tokens))


def _is_diet(s: Sentence, tokens: Tokens) -> bool:
    return _low(s, tokens) in shared("diets") or s.low[_head(s, tokens)] in shared("diets")


def _is_pet(s: Sentence, tokens: Tokens) -> bool:
    head = _head(s, tokens)
    if any(s.low[token] in words("toys") for token in tokens):
        return False
    nouns = (head, *s.children(head, "appos"))  # "Rufus, the beagle"
    return any(s.low[noun] in shared("pet_kinds") or relation_of(s.low[noun]) == "pet_is" for noun in nouns)


def _is_feeling(s: Sentence, tokens: Tokens) -> bool:
    return s.low[tokens[0]] in shared("feelings") or s.low[_head(s, tokens)] in shared("feelings")


def _is_feeling_any(s: Sentence, tokens: Tokens) -> bool:
    if s.low[tokens[0]] == "like":
        return len(tokens) > 2 and s.pos[tokens[1]] == "DET" and _is_thing(s, tokens)
    return (
        s.pos[tokens[0]] in ("ADJ", "VERB", "ADV", "NOUN")
        and s.low[tokens[0]] not in ("that", "as")
        and _is_thing(s, tokens)
    )


def _is_trait(s: Sentence, tokens: Tokens) -> bool:
    head = s.low[_head(s, tokens)]
    if is_said_before_asking(s, tokens):
        return False
    return relation_of(head) is None and (s.low[tokens[0]] in shared("traits") or head in shared("trait_nouns"))


def is_said_before_asking(s: Sentence, tokens: Tokens) -> bool:
    """Whether a trait only introduces a question and so tells nothing of the person: "I'm curious, how was it?"."""
    return s.low[tokens[0]] in words("asking_traits") and s.ends_asking


def _is_doing(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens tell what somebody does, and are no figure of speech ("starting to see the pattern")."""
    return s.lemma[_head(s, tokens)].lower() not in words("turns_of_speech")


def _is_feeling_said(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are an adjective for how somebody feels with what it is about: "ready for a change"."""
    first = tokens[0]
    is_plain = s.pos[first] == "ADJ" and s.tag[first] != "JJS" and s.low[first] not in words("plain_adjectives")
    is_plain = is_plain and not _is_bare_job(s, first)
    return (
        is_plain and len(tokens) > 2 and s.low[tokens[1]] in words("linking") | {"to", "that"} and _is_thing(s, tokens)
    )


def _is_possession(s: Sentence, tokens: Tokens) -> bool:
    head = _head(s, tokens)
    if any(s.low[child] in closed_class("others_words") for child in s.children(head, "poss")):
        return False  # "I still have his guitar"
    is_make = s.pos[head] == "PROPN" or s.low[head] in words("makes") - words("makes_or_words")
    is_make = is_make and any(s.low[child] in ("a", "an") for child in s.children(head, "det"))
    return is_make or s.low[head] in shared("possessions") or any(_is_year(s.low[token]) for token in tokens)


def _is_year(low: str) -> bool:
    """Whether a word is a year, as in "a 2012 Golf"."""
    return len(low) == 4 and low.isdigit() and low[:2] in ("19", "20")


def _is_make(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens name the make of a car or phone ("a Skoda"), and do not judge it ("a red mess")."""
    head = _head(s, tokens)
    is_plain = s.pos[head] in ("NOUN", "PROPN", "NUM") and s.child(head, "det") is not None
    is_known = any(s.low[t] in words("makes") or any(sign.isdigit() for sign in s.low[t]) for t in tokens)
    return is_plain and (_is_named(s, tokens) or is_known)


def _is_brand(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are one name with "a" before it, as people name the make of a thing: "the boiler's a Vaillant"."""
    head = _head(s, tokens)
    is_one = any(s.low[child] in ("a", "an") for child in s.children(head, "det"))
    is_other = s.entity[head] in ("GPE", "LOC", "NORP", "DATE")
    return is_one and s.pos[head] == "PROPN" and s.word(head)[:1].isupper() and not is_other


def _is_partner(s: Sentence, tokens: Tokens) -> bool:
    relative = relative_at(s, _head(s, tokens))
    return relative is not None and relative.predicate == "partner_is"


def _is_age(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are an age, in figures or in words ("sixty", "thirty-five"). "We'll be four on Saturday" counts
    those who come."""
    low = s.low[tokens[0]]
    if "we" in s.low[max(0, tokens[0] - 4) : tokens[0]] or not words("of_the_clock").isdisjoint(s.low):
        return False  # "I'll be 5 in ten minutes"
    if len(tokens) == 1 and low.isdigit():
        return 0 < int(low) < 120
    return low in words("ages_in_words") and all(s.tag[t] == "CD" or s.low[t] == "-" for t in tokens)


def _is_unborn(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are a child about to be born: "our first child", "twins"."""
    return s.low[_head(s, tokens)] in words("born_to_somebody")


def _is_school(s: Sentence, tokens: Tokens) -> bool:
    return s.low[_head(s, tokens)] not in words("not_schools") and _is_thing(s, tokens)


def _is_workplace(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are a workplace, also in lower case. Frames use this sort behind words like "a job at"."""
    return s.low[_head(s, tokens)] not in words("not_workplaces") and _is_thing(s, tokens)


def _is_opinion(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are a clause that names its own subject ("zoos are cruel"), so that they say what
    somebody thinks."""
    head = _head(s, tokens)
    subject = s.child(head, "nsubj", "nsubjpass", "csubj", "expl")
    if subject is None or len(tokens) < 4 or s.low[subject] in words("no_topics"):
        return False
    is_empty = s.low[subject] in ("it", "there") and s.child(head, "acomp", "attr") is None
    if s.tag[tokens[0]] == "WRB":
        return False  # "how crucial it is"
    return not is_empty and (
        s.low[subject] != "it" or any(s.dep[t] in ("xcomp", "ccomp", "advcl", "csubj") for t in tokens[1:])
    )


def _is_child(s: Sentence, tokens: Tokens) -> bool:
    return s.low[_head(s, tokens)] in shared("child_words")


def _is_child_told_of(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are a child, and not "the kids", who are known already ("has the kids on weekends")."""
    head = _head(s, tokens)
    return _is_child(s, tokens) and not any(s.low[child] == "the" for child in s.children(head, "det"))


def _is_baby(s: Sentence, tokens: Tokens) -> bool:
    return _is_child(s, tokens) or _is_named(s, tokens)


def _is_language(s: Sentence, tokens: Tokens) -> bool:
    return s.low[_head(s, tokens)] in shared("languages")


def _is_event(s: Sentence, tokens: Tokens) -> bool:
    head = _head(s, tokens)
    return s.lemma[head].lower() in words("event_nouns") or s.low[head] in shared("events")


def _is_contest(s: Sentence, tokens: Tokens) -> bool:
    return s.low[_head(s, tokens)] in words("contests") or _is_event(s, tokens)


def _is_club(s: Sentence, tokens: Tokens) -> bool:
    head = _head(s, tokens)
    return s.low[head] in shared("clubs") or _is_named(s, tokens)


def _is_group(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are a kind of club. A proper name is not enough, since it may be an employer's."""
    return s.low[_head(s, tokens)] in shared("clubs")


def _is_group_again(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are a kind of club to which somebody is "back": "the choir" in "back in the choir", not "the
    church" of one who was there."""
    head = _head(s, tokens)
    is_back = "back" in s.low[max(0, tokens[0] - 3) : tokens[0]]
    is_of_else = s.low_at(head + 1) in ("of", "for")  # "the league of nations", "at the club for my jacket"
    return is_back and _is_group(s, tokens) and not is_of_else and s.low[head] not in words("visited_too")


def _is_employer(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are the name of a possible employer: no club, person, country, date or event."""
    head = _head(s, tokens)
    is_other = s.entity[head] in ("PERSON", "GPE", "LOC", "DATE", "EVENT")
    return _is_named(s, tokens) and not is_other and not any(s.low[token] in shared("clubs") for token in tokens)


def _is_named_employer(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are an employer by name: "Metlink" in "I drive a tram for Metlink"."""
    return s.pos[_head(s, tokens)] == "PROPN" and _is_named(s, tokens) and _is_employer(s, tokens)


def _is_managed(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are a shop or the like that one can manage: "a small pharmacy", "the Santa Luzia pharmacy"."""
    return s.low[_head(s, tokens)] in words("shops") | words("managed_too") and s.tag[_head(s, tokens)] != "NNS"


def _is_troupe(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are the name of a band or a team: no place, date or tool, and no given name alone."""
    head = _head(s, tokens)
    is_listed = any(s.low[t] in shared("known_places") or s.low[t] in shared("months") for t in tokens)
    if is_listed or s.entity[head] in ("DATE", "TIME"):
        return False
    # If the parser says that a name of several words is a place, it only guesses.
    elsewhere = words("places") | {"PERSON"}
    is_lone = len(tokens) == 1 and (s.entity[head] in elsewhere or s.low[head] in shared("given_names"))
    is_other = _low(s, tokens) in shared("tools") | shared("languages") or s.low[head] in word_list(
        "objects_turned", "no_teams"
    )
    return s.pos[head] in ("PROPN", "NOUN") and _is_named(s, tokens) and not is_lone and not is_other


def _is_player(s: Sentence, tokens: Tokens) -> bool:
    return s.low[_head(s, tokens)] in words("players")


def _is_tool(s: Sentence, tokens: Tokens) -> bool:
    return _low(s, tokens) in shared("tools") or bool(names_called(s, tokens))


def _is_pastime(s: Sentence, tokens: Tokens) -> bool:
    """Whether a noun is something that people do regularly ("teaching", "coffee")."""
    low = s.low[_head(s, tokens)]
    return low in words("pastimes") or (len(low) > 5 and low.endswith("ing") and low not in words("no_pastimes"))


def _is_subject(s: Sentence, tokens: Tokens) -> bool:
    return _is_thing(s, tokens) and s.pos[_head(s, tokens)] in ("NOUN", "PROPN")


def speaks_of_a_task(s: Sentence, tokens: Tokens) -> bool:
    """Whether a wish or duty is about a task for the assistant, or has a noun from the list of task words. Then it
    tells nothing of the person's own life."""
    return is_task(s, tokens) or any(
        s.low[token] in shared("task_words") and s.pos[token] in ("NOUN", "PROPN") for token in tokens
    )


def is_task(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are about a task for the assistant ("two files to merge", "know how it ends") and not
    about anybody's life."""
    head = _head(s, tokens)
    own = set(tokens)
    if s.ends_asking and s.low[head] in closed_class("asked_for") and s.child(head, "poss") is None:
        return True
    if any(s.lemma[token].lower() in words("texts") and s.child(token, "poss") is None for token in tokens) and (
        s.lemma[head].lower() in words("asked_of_an_assistant") or s.lemma[head].lower() in words("texts")
    ):
        return True
    inner = [child for child in s.children(head, "dobj", "ccomp", "xcomp", "prep", "advmod") if child in own]
    if s.pos[head] in ("VERB", "AUX"):
        is_verb = s.lemma[head].lower() in shared("task_verbs") - words("doings_of_life")
        asks = any(s.dep[child] == "ccomp" for child in inner)
        if is_verb and (asks or not inner):
            return True
    return any(_is_of_a_task(s, noun) for noun in (head, *(c for c in inner if s.dep[c] == "dobj")))


def _is_of_a_task(s: Sentence, noun: int) -> bool:
    is_listed = not {s.low[noun], s.lemma[noun].lower()}.isdisjoint(shared("task_words") - words("words_of_life"))
    return is_listed and not any(s.low[child] in ("my", "our") for child in s.children(noun, "poss"))


def _is_named_shop(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are a shop with its name ("a bike shop called Spokewright")."""
    head = _head(s, tokens)
    is_called = any(s.lemma[verb].lower() in words("calling") for verb in s.children(head, "acl"))
    return s.low[head] in words("shops") and is_called


def _is_theirs(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are a thing with its owner ("his vespa" in "sold his vespa")."""
    head = _head(s, tokens)
    is_saying = s.low[head] in words("sold_in_sayings") or relation_of(s.low[head]) is not None
    owners = s.children(head, "poss")
    return not is_saying and _is_thing(s, tokens) and any(s.low[o] in ("his", "her", "their") for o in owners)


def _is_one_name(s: Sentence, tokens: Tokens) -> bool:
    """Whether tokens are the name of one person: "Sakari", not "her job" or "Coca Cola as sponsor"."""
    is_short = len(tokens) <= 3 and all(s.pos[t] == "PROPN" for t in tokens)
    return is_short and not any(s.low[t] in shared("tools") | shared("known_places") for t in tokens)


SORTS: Mapping[str, Callable[[Sentence, Tokens], bool]] = {
    "thing": _is_thing, "named": _is_named, "person": _is_person, "place": _is_place, "home_place": _is_home_place,
    "country": _is_country,
    "org": _is_org, "job": _is_job, "post": _is_post,
    "force": _is_force, "allergy": _is_allergy, "condition": _is_condition, "diagnosis": _is_diagnosis,
    "diet": _is_diet,
    "pet": _is_pet, "feeling": _is_feeling, "feeling_any": _is_feeling_any, "trait": _is_trait,
    "feeling_said": _is_feeling_said,
    "possession": _is_possession, "opinion": _is_opinion, "child": _is_child_told_of, "baby": _is_baby,
    "doing": _is_doing, "make": _is_make, "partner": _is_partner, "age": _is_age, "unborn": _is_unborn,
    "school": _is_school,
    "workplace": _is_workplace,
    "language": _is_language, "event": _is_event, "contest": _is_contest, "club": _is_club, "subject": _is_subject,
    "group": _is_group,
    "group_again": _is_group_again, "matter": _is_thing, "choice": _is_thing, "tool": _is_tool,
    "employer": _is_employer, "named_employer": _is_named_employer,
    "managed": _is_managed, "pastime": _is_pastime, "brand": _is_brand,
    "troupe": _is_troupe, "player": _is_player,
    "theirs": _is_theirs, "named_shop": _is_named_shop, "one_name": _is_one_name,
}  # fmt: skip
