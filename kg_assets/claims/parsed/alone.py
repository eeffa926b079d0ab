"""Tests whether a claim can be understood by itself. It cannot if its object is missing or is only an aspect of a thing
that is not named ("the color")."""

from collections.abc import Sequence
from typing import NamedTuple

from kg_assets.claims.parsed.words import relation_of, words
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence

_NOUNS = ("NOUN", "PROPN")
_MEANING = (*_NOUNS, "VERB", "NUM")
# Dependents of a noun that say which one is meant, or what it is made of.
_TELLING = ("prep", "relcl", "acl", "compound", "appos", "nummod", "nmod", "ccomp")
_WHICH = ("prep", "relcl", "acl", "appos")
# Dependents of a verb that add nothing to what is done.
_LOOSE = ("advmod", "npadvmod", "punct", "aux", "auxpass", "prt", "neg")
_PLACES = ("GPE", "LOC", "FAC", "ORG")
_QUESTIONS = ("what", "how", "where", "whatever")
Tokens = Sequence[int]


def says_little(s: Sentence, clause: Clause, predicate: str, tokens: Tokens, is_event: bool, is_dated: bool) -> bool:
    """Whether a claim says too little without the conversation, because only earlier words say which thing, place or
    time is meant."""
    if not tokens:
        return is_event and not is_dated and _is_bare_doing(s, clause, predicate)
    if is_event and _tells_half(s, clause, predicate, tokens):
        return True
    if _is_told_by_it(s, clause, predicate, tokens):
        return True
    if (is_event or predicate == "have") and not is_dated and _is_any_of_its_kind(s, tokens):
        return True
    if predicate == "wants" and clause.tense in ("past", "past_progressive") and not is_dated:
        return True  # "I wanted to show the unity": at some time that is over
    if not (is_event or predicate in words("of_doings")):
        return False
    if _is_of_all(s, clause) or is_shown_by_the(s, predicate, tokens):
        return True
    if (is_event or predicate == "wants") and _is_the_one(s, clause, predicate, tokens):
        return True
    return _is_there(s, clause, tokens) or says_little_of_what(s, tokens, clause.verb)


def _tells_half(s: Sentence, clause: Clause, predicate: str, tokens: Tokens) -> bool:
    """Whether an event is told only in part: "I told my parents I'm moving", "made something to catch the eye", "got
    great news on Friday", "stayed calm"."""
    if clause.lemma in words("telling_somebody") and _is_only_somebody(s, tokens):
        return True  # what was told is another claim's
    if {"something", "anything"} & set(predicate.split("_")):
        return True
    if s.lemma[tokens[-1]].lower() in words("told_elsewhere") and not s.children(tokens[-1], *_WHICH):
        return True
    return predicate in words("staying") and _says_how_alone(s, tokens)


def _is_told_by_it(s: Sentence, clause: Clause, predicate: str, tokens: Tokens) -> bool:
    """Whether a claim is made from a relative clause and only that clause says which thing is meant: "a game I played",
    "the photos we have", "a book series that I love", but not "the bench I built"."""
    if clause.antecedent is None or s.tag[tokens[-1]] not in ("NN", "NNS"):
        return False
    if len(tokens) == 1:
        return clause.lemma in words("done_with_any")
    return predicate in words("tastes") and all(s.dep[token] == "compound" for token in tokens[:-1])


def _is_only_somebody(s: Sentence, tokens: Tokens) -> bool:
    """Whether an object is only a person, without what they were told: "my parents" in "told my parents"."""
    head = tokens[-1] if tokens else None
    is_person = head is not None and (relation_of(s.low[head]) is not None or s.entity[head] == "PERSON")
    return is_person and all(s.head[token] == head for token in tokens[:-1])


def _says_how_alone(s: Sentence, tokens: Tokens) -> bool:
    """Whether an object says only how somebody stayed or that something went on: "stay positive", "kept
    pushing"."""
    is_going_on = len(tokens) == 1 and s.lemma[tokens[0]].lower() in words("goes_on")
    return is_going_on or all(s.low[token] in words("ways_to_stay") or s.pos[token] == "CCONJ" for token in tokens)


def _is_any_of_its_kind(s: Sentence, tokens: Tokens) -> bool:
    """Whether an object names only a kind of thing, so that it may be any of them: "played games", "ate good food"."""
    last, before = tokens[-1], tokens[:-1]
    is_plain = all(s.low[token] in words("pleasing") | words("judging_nothing") for token in before)
    return (
        is_plain
        and s.low[last] != "times"
        and s.lemma[last].lower() in words("any_of_a_kind")
        and s.pos[last] == "NOUN"
    )


def _is_of_all(s: Sentence, clause: Clause) -> bool:
    """Whether a clause is a saying about everybody: "We all have our ways"."""
    subject = clause.subject
    if subject is None or clause.tense != "present" or s.low[subject] != "we":
        return False
    near = {s.low[token] for token in range(subject, clause.verb)}
    return bool(near & {"all", "both"})


def says_little_of_what(s: Sentence, tokens: Tokens, verb: int | None = None) -> bool:
    """Whether an object names nothing that can be recognised later ("the color", "great progress", "see what happens").

    A clause behind the noun that only repeats the claim's own `verb` adds nothing ("the progress I made").
    """
    if not tokens:
        return False
    own = frozenset(tokens)
    head = next((token for token in tokens if s.head[token] not in own or s.head[token] == token), tokens[-1])
    thing = _Thing(s, head, own, verb)
    if _is_cut_question(s, own):
        return True
    if s.pos[head] in ("VERB", "AUX", "ADJ"):
        return _is_half_doing(thing)
    return s.pos[head] in _NOUNS and (_is_half(thing) or _is_an_aspect(thing))


def is_shown_by_the(s: Sentence, predicate: str, tokens: Tokens) -> bool:
    """Whether only "the" says which thing is liked, so that a reader must know the conversation or see a picture: "I
    love the purple curtains"."""
    if predicate not in words("tastes") or not tokens:
        return False
    own = frozenset(tokens)
    head = next((token for token in tokens if s.head[token] not in own), tokens[-1])
    first = head
    while s.dep[first] == "conj":
        first = s.head[first]  # "the tone and colour"
    is_the = any(s.low[child] == "the" for child in s.children(first, "det"))
    is_known = s.lemma[head].lower() in words("known_to_all") or any(s.pos[token] == "PROPN" for token in tokens)
    telling = [child for child in s.children(head, *_WHICH) if not _is_of_what_was_told(s, child)]
    return is_the and s.pos[head] == "NOUN" and not is_known and not telling


def _is_of_what_was_told(s: Sentence, verb: int) -> bool:
    """Whether a relative clause has a subject that was named before: "it" in "the freedom it brings"."""
    subject = s.child(verb, "nsubj") if s.dep[verb] == "relcl" else None
    return subject is not None and s.low[subject] in words("pointing_back")


def _is_the_one(s: Sentence, clause: Clause, predicate: str, tokens: Tokens) -> bool:
    """Whether an object is an event that must have been mentioned before, because only "the" says which one it is: "got
    into the accident", "can't wait for the trip"."""
    head, is_told = tokens[-1], clause.antecedent is not None
    if s.tag[head] != "NN" or is_told or any(s.pos[token] == "PROPN" for token in tokens):
        return False
    is_met = (
        predicate != "wants" and s.dep[head] == "pobj" and s.pos[s.head[s.head[head]]] in ("VERB", "AUX")
    )  # "fixed the tap" says enough
    if not is_met and s.lemma[head].lower() not in words("event_nouns") | words("looked_forward_to"):
        return False
    is_one = all(s.head[token] == head and s.dep[token] in ("amod", "compound") for token in tokens[:-1])
    before = {s.low[child] for child in s.children(head, "det")}
    known = words("known_to_all") | words("known_around")
    is_known = s.lemma[head].lower() in known or s.low[head] in known
    return is_one and before == {"the"} and not is_known and s.child(head, *_WHICH) is None


def _is_cut_question(s: Sentence, own: frozenset[int]) -> bool:
    """Whether an object has a question word without its verb: "see which boats" of "see which boats came in"."""
    asking = [token for token in own if s.tag[token] in ("WDT", "WP", "WRB") and s.dep[token] != "mark"]
    verbs = (next((up for up in s.ancestors(token) if s.pos[up] in ("VERB", "AUX")), None) for token in asking)
    return any(verb is not None and verb not in own for verb in verbs)


def _is_bare_doing(s: Sentence, clause: Clause, predicate: str) -> bool:
    """Whether a verb without an object says too little: "I powered through", "we competed", but not "I went
    hiking" or "I fainted"."""
    last = predicate.rpartition("_")[2]
    is_verb = last in (clause.lemma, s.low[clause.verb])
    is_linking = last in words("particles_and_prepositions")
    return (is_verb or is_linking) and clause.lemma not in words("enough_alone")


def _is_there(s: Sentence, clause: Clause, tokens: Tokens) -> bool:
    """Whether "there" is a place that the sentence does not name before: "I had a blast there"."""
    holders = (clause.verb, *(token for token in tokens if s.head[token] == clause.verb))
    found = [t for holder in holders for t in s.children(holder, "advmod") if s.low[t] == "there"]
    return bool(found) and not any(s.entity[token] in _PLACES for token in range(min(found)))


class _Thing(NamedTuple):
    """A word of an object, with all tokens of the object (`own`) and the verb of the claim."""

    s: Sentence
    token: int
    own: frozenset[int]
    verb: int | None

    @property
    def low(self) -> str:
        return self.s.low[self.token]

    @property
    def lemma(self) -> str:
        return self.s.lemma[self.token].lower()

    def of(self, token: int) -> "_Thing":
        return self._replace(token=token)


def _is_half_doing(one: _Thing) -> bool:
    s, verb = one.s, one.token
    if one.lemma in words("verbs_of_finding_out"):
        what = s.child(verb, "ccomp")
        asked = what is not None and any(s.low[token] in _QUESTIONS for token in s.subtree(what))
        if what is not None and asked and s.lemma[what].lower() in words("happening"):
            return True  # "see what happens"
    more = [t for t in s.children(verb) if t in one.own and not _is_loose(s, t)]
    if one.lemma in words("staying") and len(one.own) > 1 and _says_how_alone(s, sorted(one.own - {verb})):
        return True
    if [s.low[t] for t in more] == ["more"]:
        return one.lemma in words("lacks_a_thing")  # "hear more"
    if one.lemma in words("verbs_of_going"):
        return not any(s.dep[child] != "prep" or s.children(child, "pobj", "pcomp") for child in more)
    if one.lemma in words("verbs_of_handing"):
        is_back = verb + 1 in one.own and s.low[verb + 1] == "back"  # "give back to the village"
        return not is_back and s.child(verb, "dobj", "dative", "ccomp") is None  # "share with my customers"
    if not more:
        return one.lemma in words("lacks_a_thing")  # "join in", "get better"
    if s.pos[more[-1]] == "VERB" and s.child(verb, "dobj") is None:
        return _is_half_purpose(one, more[-1])
    if s.pos[verb] == "ADJ" and s.dep[more[-1]] == "prep":
        about = s.child(more[-1], "pobj")  # "happy with the decision"
        is_the = about is not None and any(s.low[det] == "the" for det in s.children(about, "det"))
        return about is not None and is_the and _is_half(one.of(about))
    thing = s.child(verb, "dobj")
    return thing is not None and more == [thing] and s.pos[thing] in _NOUNS and _is_half(one.of(thing))


def _is_loose(s: Sentence, token: int) -> bool:
    """Whether a token does not say what is done: an adverb, "to", a particle, "better", "started"."""
    return s.dep[token] in _LOOSE or (s.low[token] in words("half_states") and not s.children(token))


def _is_half_purpose(one: _Thing, verb: int) -> bool:
    """Whether a purpose leaves open which activity is meant: "excited to get started", "look around to see"."""
    s, lemma = one.s, one.s.lemma[verb].lower()
    if lemma in words("verbs_of_finding_out") and verb == max(one.own):
        return True
    return s.dep[verb] == "xcomp" and _is_half_doing(one.of(verb))


def _is_half(one: _Thing) -> bool:
    """Whether a noun leaves open in what, with whom or where something was so: "great progress", "a ton of fun", "a
    nice time"."""
    if not _is_alone(one):
        return False
    if one.low in words("quantities"):
        of = one.s.child(one.token, "prep")
        inner = None if of is None else one.s.child(of, "pobj")
        return of is None if inner is None else _is_half(one.of(inner))
    if one.lemma == "time":
        judging = words("pleasing") | words("trying")
        return any(one.s.low[child] in judging for child in one.s.children(one.token, "amod"))
    return one.low in words("half_nouns") or one.lemma in words("half_nouns")


def _is_an_aspect(one: _Thing) -> bool:
    """Whether a noun is an aspect of a thing that the object does not name: "the color", "the destination"."""
    s = one.s
    first = s.head[one.token] if s.dep[one.token] == "conj" else one.token  # "the color and texture"
    is_the = any(s.low[child] == "the" for child in s.children(first, "det"))
    return is_the and one.low in words("aspects") and _is_alone(one)


def _is_nobodys(one: _Thing) -> bool:
    """Whether no word like "her" or "Ana's" before a noun tells which thing it means. For the nouns in
    `half_though_own`, "my" and "our" do not tell it either."""
    holders = one.s.children(one.token, "poss")
    is_own = all(one.s.low[holder] in ("my", "our") for holder in holders)
    return not holders or (is_own and one.lemma in words("half_though_own"))


def _is_alone(one: _Thing) -> bool:
    """Whether nothing but adjectives and articles says more of a noun: no word like "her", phrase, clause, number or
    second noun. A quantity ("a lot of …") may have a phrase."""
    s, noun = one.s, one.token
    if s.pos[noun] == "PROPN" or not _is_nobodys(one):
        return False
    is_quantity = one.low in words("quantities")
    telling = [child for child in s.children(noun) if s.dep[child] in _TELLING and child != one.verb]
    if telling and not (is_quantity and all(s.dep[child] == "prep" for child in telling)):
        return False
    behind = [token for token in one.own if token > noun and s.pos[token] in _MEANING]
    return all(is_quantity and noun in s.ancestors(token) for token in behind)
