"""Finds whom or what a clause is about: the person, a relative, somebody named, or a thing."""

from collections.abc import Sequence
from typing import NamedTuple

from kg_assets.claims.parsed.far_relatives import close_by_the_noun
from kg_assets.claims.parsed.people import HE, SHE, People, Who, gender_of, is_a_person
from kg_assets.claims.parsed.words import relation_of, shared, words
from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import SELF, relative_of_self
from kg_assets.language.clauses import Clause
from kg_assets.language.phrases import bare
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

_MINE = ("my", "our")
_NAME_POS = frozenset({"PROPN"})


class Relative(NamedTuple):
    """Somebody related to the person, or a pet, whom a phrase names: the noun of relation ("brother") and the
    name, if there is one."""

    noun: str
    predicate: str
    name: tuple[int, ...]
    head: int


def relative_at(s: Sentence, head: int) -> Relative | None:
    """The relative that a noun with "my" stands for ("my older brother", "my boyfriend Tomasz"). "Dad" without "my"
    means the person's own."""
    is_bare = not s.children(head, "det", "poss", "compound", "amod")
    is_bare_kin = is_bare and (s.low[head] in words("called_without_my") or _opens_as_ones_own(s, head))
    by_name = _opening_by_name(s, head)
    if by_name is not None:
        return by_name
    if not is_bare_kin and not is_own(s, head):
        return None
    noun, at, name = in_relation(s, head)
    predicate = None if noun is None else relation_of(noun)
    if noun in shared("only_by_name") and (not name or s.low[name[0]] in shared("weekdays")):
        return None  # "my girl", "my girl friday"
    if noun is None or at is None or predicate is None or holder_without_apostrophe(s, at) is not None:
        return None
    return Relative(_of_one(s, head, noun), predicate, name, head)


def _of_one(s: Sentence, head: int, noun: str) -> str:
    """The noun, without an "s" at its end that is short for 's: "dad" in "a vice that was my dads", "mum" in "at my
    mums"."""
    is_held = s.dep[head] == "attr" or (s.dep[head] == "pobj" and s.low[s.head[head]] == "at")
    is_last = head + 1 >= len(s) or s.pos[head + 1] in ("PUNCT", "CCONJ")
    is_one = noun.endswith("s") and noun[:-1] in words("called_without_my") and is_held and is_last
    return noun[:-1] if is_one else noun


def _opens_as_ones_own(s: Sentence, head: int) -> bool:
    """Whether a sentence begins with a relative without "my" as the subject of a verb in the present: "wife hates
    olives, what can I cook"."""
    if s.low[head] not in words("called_without_my_at_first") or s.dep[head] != "nsubj":
        return False
    is_first = head == 0 or (head == 1 and s.low[0] in ("so", "and", "but", "also"))
    return is_first and s.tag[s.head[head]] in ("VBZ", "VBP") and s.head[head] > head


def _opening_by_name(s: Sentence, head: int) -> Relative | None:
    """The relative by name with whom a sentence begins, without "my": "lil sis Maya got in", "gf Ana hates olives".
    A brother or sister has an adjective before the noun, for "Brother Elias" is a monk."""
    noun = s.low[head - 1] if head else ""
    if noun not in words("called_without_my_by_name") or s.dep[head] != "nsubj" or s.head[head] < head:
        return None
    predicate = relation_of(noun)
    is_opening = all(s.pos[at] == "ADJ" for at in range(head - 1))
    is_one = is_opening and (predicate != "sibling_is" or head > 1) and _names(s, head - 1, head)
    return Relative(noun, predicate, (head,), head) if is_one and predicate is not None else None


def holder_without_apostrophe(s: Sentence, noun: int) -> Who | None:
    """The person to whom a relative or pet belongs, if the apostrophe is missing: "my brothers wife", "Femkes kid"."""
    at = noun - 1
    if at < 0 or not s.low[at].endswith("s") or s.dep[at] != "compound" or relation_of(s.low[noun]) in (None, "other"):
        return None
    stem, own = s.low[at][:-1], s.low[at - 1] if at else ""
    if relation_of(stem) not in (None, "other") and (own in _MINE or stem in words("called_without_my")):
        return Who(relative_of_self(stem), "kin", (s.start[at], s.end[at] - 1), stem, gender_of(stem))
    whole = s.low[at] in shared("given_names")  # "James wife"
    is_somebody = whole or stem in shared("given_names") or s.entity[at] == "PERSON"
    is_other = own in ("the", *_MINE) or s.low[at] in shared("known_places") | shared("tools")
    if not is_somebody or is_other or not s.word(at)[:1].isupper() or relation_of(s.low[at]) is not None:
        return None
    return Who(s.word(at) if whole else s.word(at)[:-1], "somebody", (s.start[at], s.end[at] - (not whole)))


def in_relation(s: Sentence, head: int) -> tuple[str | None, int | None, tuple[int, ...]]:
    """Three values for a noun phrase: its noun for a relative, pet or the like; the last token of this noun; and the
    tokens of the name beside the noun. "Teuvo's dog Mortadella" gives "dog" and "Mortadella", whoever Teuvo is. (None,
    None, ()) if there is no such noun."""
    noun, at = _noun_of_relation(s, head)
    name = () if noun is None or at is None else _name_beside(s, head, at)
    # In "my nan died, mams mam, nana breda" the parser takes Breda for the mother, and "nana" tells that she is not.
    is_another = len(name) > 1 and relation_of(s.low[name[0]]) not in (None, relation_of(noun or ""))
    return noun, at, () if is_another else name


def relative_named(s: Sentence, head: int) -> Who | None:
    """The relative that a noun stands for, in the form that `People` keeps for later pronouns."""
    relative = relative_at(s, head) if s.pos[head] in ("NOUN", "PROPN") else None
    return None if relative is None else _relative(s, relative)


def is_own(s: Sentence, head: int) -> bool:
    """Whether a noun is the person's ("my car", "our old dog")."""
    return any(s.dep[child] == "poss" and s.low[child] in ("my", "our") for child in s.children(head))


def is_by_marriage(s: Sentence, noun: int) -> bool:
    """Whether "in law" stands behind a noun of relation: a mother-in-law is no mother."""
    return "".join(s.low[noun + 1 : noun + 5]).replace("-", "").startswith("inlaw")


def _noun_of_relation(s: Sentence, head: int) -> tuple[str | None, int | None]:
    """Two values for a noun phrase: its noun for a relative, pet or the like; and the last token of this noun. The noun
    is found also where the parser takes the name for the main word: "boyfriend" in "my boyfriend Tomasz". (None, None)
    if there is no such noun."""
    before = [child for child in s.children(head, "compound", "amod", "nmod") if child < head]
    if any(s.low[child] in words("former") | words("another_one") for child in before) or is_by_marriage(s, head):
        return None, None
    if head >= 2 and s.low[head - 1] == "-" and s.end[head - 1] == s.start[head]:
        written = "".join(s.low[head - 2 : head + 1])  # "room-mate" is looked up whole, not as "mate"
        return (written, head) if relation_of(written) is not None else (None, None)
    for length in (2, 1):
        if head + 1 >= length and relation_of(" ".join(s.low[head - length + 1 : head + 1])) is not None:
            return " ".join(s.low[head - length + 1 : head + 1]), head
    for child in before:
        if s.dep[child] != "amod" and relation_of(s.low[child]) is not None and _names(s, child, head):
            return s.low[child], child
    return None, None


def _names(s: Sentence, noun: int, token: int) -> bool:
    """Whether a word behind a noun for a relative is the relative's name. A common noun in lower case is one only right
    behind a noun that seldom stands before things (list `takes_a_name`)."""
    if is_name(s, token) or s.low[token] in shared("given_names") or s.pos[token] == "PROPN":
        return True
    return s.low[noun] in words("takes_a_name") and s.tag[token] == "NN" and token == noun + 1


def _name_beside(s: Sentence, head: int, noun: int) -> tuple[int, ...]:
    """The tokens of the name next to a noun of relation; empty if there is none."""
    if noun != head:
        return tuple(range(noun + 1, head + 1))
    # In "my mate from work, Callum" the parser attaches the name to the nearer noun.
    below = [noun for prep in s.children(head, "prep") for noun in s.children(prep, "pobj")]
    set_off = [name for noun in below for name in s.children(noun, "appos") if is_name(s, name)]
    for child in (*s.children(head, "appos"), *set_off):
        first = min((child, *s.children(child, "compound")))
        is_near = child in set_off or all(s.pos[t] == "PUNCT" for t in range(head + 1, first))
        if is_near and _may_name(s, child) and not s.child(child, "det", "poss"):
            return tuple(range(first, child + 1))
    before = _name_before(s, head)
    if before:
        return before
    at = last = head + 1
    if (
        at < len(s)
        and s.dep[head] == "pobj"
        and s.low[at] in shared("given_names")
        and s.low[head] in words("takes_a_name")
    ):
        return (at,)  # "gift for my gf sneha who likes …", where the parser hangs the name on the gift
    while last + 1 < len(s) and s.dep[last] == "compound" and s.pos[last + 1] == "PROPN":
        last += 1
    if (
        at < len(s)
        and (_may_name(s, at) or _names(s, head, at))
        and (s.head[last] in (head, s.head[head]) or (s.dep[last] == "poss" and s.low_at(last + 1) == "'s"))
        and s.low[at] not in HE | SHE
    ):
        is_apart = s.dep[last] in ("nsubj", "dobj") and s.head[last] != head and s.dep[last] != s.dep[head]
        return () if is_apart else tuple(range(at, last + 1))
    return ()


def _name_before(s: Sentence, head: int) -> tuple[int, ...]:
    """The tokens of the name before a "my boyfriend" that opens a clause or stands between commas ("Duarte, my
    boyfriend, …"). Empty if there is none."""
    own = s.first_below(head)
    last = own - 1 - (own > 1 and s.low[own - 1] == ",")
    is_apposed = s.dep[head] == "appos" and s.head[head] == last
    if last < 0 or s.low[own] not in ("my", "our") or not is_name(s, last):
        return ()
    if not is_apposed and (s.dep[head] != "nsubj" or s.low[own - 1] == ","):
        return ()
    first = last
    while first > 0 and s.pos[first - 1] == "PROPN" and s.head[first - 1] == last:
        first -= 1
    opens = first == 0 or s.low[first - 1] in closed_class("clause_openings")
    return tuple(range(first, last + 1)) if is_apposed or opens else ()


def others_named(s: Sentence, relative: Relative) -> list[tuple[int, ...]]:
    """The tokens of further names joined to the first name of several relatives: "Sam" of "my colleagues Priya and
    Sam"."""
    is_of_several = bool(relative.name) and _are_several(s, relative)
    return names_joined(s, relative.name, relative.head) if is_of_several else []


def names_joined(s: Sentence, name: tuple[int, ...], *heads: int) -> list[tuple[int, ...]]:
    """The tokens of further names joined to a name, or to the noun that has the name: "Noah" for "Ava" in "Ava and
    Noah"."""
    found, waiting = [], [name[-1], *heads]
    while waiting:
        at = waiting.pop()
        waiting += [age for age in s.children(at, "appos") if s.low[age].isdecimal()]  # "Ben, 4 and Tom, 6"
        for joined in s.children(at, "conj"):
            is_written = is_name(s, joined) or s.word(joined)[:1].isupper()  # "called Pixel and Bug"
            if joined > name[-1] and is_written and not s.children(joined, "det", "poss"):
                found.append(name_ending_at(s, joined))
                waiting.append(joined)
    return found


def _are_several(s: Sentence, relative: Relative) -> bool:
    """Whether the noun stands for more than one person: "my colleagues", not "my sister Ana and Tom"."""
    return any(s.tag[t] in ("NNS", "NNPS") and relation_of(s.low[t]) for t in (relative.head, relative.name[0] - 1))


def _may_name(s: Sentence, token: int) -> bool:
    """Whether a word beside a noun of relation ("my brother Tom") can be a name: a listed given name, or any
    capitalised noun."""
    return s.low[token] in shared("given_names") or (s.word(token)[:1].isupper() and s.pos[token] in ("PROPN", "NOUN"))


def is_name(s: Sentence, token: int) -> bool:
    """Whether a token is a name. One in lower case counts if the parser takes it for a name."""
    is_known = s.pos[token] in _NAME_POS or s.entity[token] == "PERSON" or s.low[token] in shared("given_names")
    is_written = s.word(token)[:1].isupper() or s.pos[token] in _NAME_POS
    return is_known and is_written and s.low[token] not in shared("months") | shared("weekdays") | words("exclaimed")


def who(s: Sentence, clause: Clause, people: People) -> Who | None:
    """Whom or what a clause is about; None if that is not known, or if it is the listener or somebody outside
    the person's world."""
    token = clause.subject
    if token is None or _is_of_the_writer(s, clause, token):
        return Who(SELF, "self", None)
    low = s.low[token]
    if low in closed_class("first_persons") or _holds_first_person(s, token, clause.verb):
        return Who(SELF, "self", (s.start[token], s.end[token]))
    if low in closed_class("second_persons"):
        return None
    if low in closed_class("third_persons") or s.pos[token] == "PRON":
        return _meant(s, token, people)
    if s.low_at(token + 2) == "'s" and s.pos[token + 1] == "PROPN" and not _is_verb_next(s, token + 3):
        return None  # "my sister Juno's dog"
    relative = relative_at(s, token)
    if relative is not None and relative.predicate == "other" and not relative.name:
        one = _relative(s, relative)
        return one if relative.noun in close_by_the_noun() else one._replace(sort="relative")
    if relative is not None:
        return _relative(s, relative)
    other = _relative_of_another(s, token) or _in_law(s, token)
    if other is not None:
        return other
    if is_own(s, token):
        return _thing(s, token, "own")
    if is_name(s, token) and all(_is_somebody_too(s, joined) for joined in s.children(token, "conj")):
        return _named(s, token, people, _is_done_by_people(s, clause))
    if s.dep[token] == "csubj" and s.tag[token] == "VBG":
        return _doing(s, token)
    return _thing(s, token, "thing") if s.pos[token] in ("NOUN", "PROPN") else None


def _is_of_the_writer(s: Sentence, clause: Clause, token: int) -> bool:
    """Whether a clause that leaves out its subject is about the writer, because a thing cannot do what it tells: "the
    laptop died, bought a new one"."""
    is_left_out = token < clause.first and s.low_at(clause.first - 1) == ","
    if not is_left_out or clause.lemma not in words("done_by_owners") or clause.tense not in ("past", "perfect"):
        return False
    below = s.children(token, "poss", "amod", "compound")
    is_of_another = any(s.low[t] not in ("my", "our") for t in below if s.dep[t] == "poss")
    is_of_another = is_of_another or any(s.low[t] in words("not_ones_own") | words("of_an_employer") for t in below)
    is_thing = s.low[token] in words("makes") or s.low[token] in shared("possessions")
    return is_thing and not is_of_another


def _is_verb_next(s: Sentence, at: int) -> bool:
    """Whether a verb follows, so that the "'s" before it is "has" or "is": "my sister Juno's just had twins"."""
    at += at < len(s) and s.tag[at] == "RB"
    return at < len(s) and s.tag[at] in ("VBN", "VBD", "VBG")


def _is_somebody_too(s: Sentence, joined: int) -> bool:
    """Whether what is joined to a name is a person as well: "Ulf and Britt", "Gethin and his wife Mair"."""
    noun, _, name = in_relation(s, joined)
    return (noun is not None and bool(name)) or (is_name(s, joined) and s.entity[joined] in ("PERSON", ""))


def _holds_first_person(s: Sentence, token: int, verb: int) -> bool:
    """Whether a subject includes the person: "Tom and I", "my gf, Toby, and I"."""
    if any(s.low[at] in ("i", "me") and s.low[at - 1] in ("and", "&") for at in range(token + 2, verb)):
        return True
    return any(s.low[below] in ("i", "me", "myself") for below in s.subtree(token) if s.dep[below] in ("conj", "appos"))


def _named_before(s: Sentence, token: int, people: People) -> Who | None:
    """The person whose name stands before a "he" or "she" in the sentence, if nobody else is named there: "Olamide" in
    "Olamide got promoted, she's head nurse now"."""
    if s.low[token] not in HE | SHE or people.has_anybody():
        return None
    names = [at for at in range(token) if s.dep[at] in ("nsubj", "nsubjpass") and is_name(s, at)]
    others = [at for at in range(token) if s.pos[at] == "PROPN" and at not in names and s.dep[at] != "compound"]
    others += [at for at in range(token) if s.pos[at] == "NOUN" and is_a_person(s, at)]
    one = _named(s, names[0], people, False) if len(names) == 1 and not others else None
    return one if one is not None and one.sort == "somebody" else None


def _meant(s: Sentence, token: int, people: People) -> Who | None:
    """Whom a pronoun means; None if that is not certain."""
    if s.low[token] == "who" and token and is_name(s, token - 1):  # "Leo who's six"
        return _named(s, token - 1, people, False)
    one = people.meant(s.low[token])
    if one is None:
        return _named_before(s, token, people)
    is_by_name = one.sort == "person" and one.noun is None
    if one.span is not None and s.char_start <= one.span[0] < s.char_end:
        return None if is_by_name and _is_another_between(s, one, token) else one
    return None if people.is_another_meant(one, s.low[token]) else one


def _is_another_between(s: Sentence, one: Who, pronoun: int) -> bool:
    """Whether a noun for a person stands between a name and a pronoun in one sentence: "Olamide got a new boss, she's a
    nurse"."""
    return one.span is not None and any(
        s.pos[at] == "NOUN" and s.start[at] >= one.span[1] and is_a_person(s, at) for at in range(pronoun)
    )


def _relative_of_another(s: Sentence, token: int) -> Who | None:
    """The relative by name of somebody else ("my sister's husband Roald"), or the relative by marriage by name ("my
    brother in law Tomasi"). None for others."""
    noun, at, name = in_relation(s, token)
    holders = () if at is None else (*s.children(token, "poss"), *s.children(at, "poss"))
    of_others = any(s.pos[holder] in ("NOUN", "PROPN") for holder in holders)
    if at is not None and name and (of_others or holder_without_apostrophe(s, at) is not None):
        return Who(s.words(name), "person", s.span(name), None, gender_of(noun or ""))
    name = in_law_named(s, token)
    return Who(s.words(name), "person", s.span(name), None, gender_of(s.low[token])) if name else None


def in_law_named(s: Sentence, token: int) -> tuple[int, ...]:
    """The name of a relative by marriage of the person's, behind the noun: "Tomasi" of "my brother in law Tomasi"."""
    if not is_by_marriage(s, token) or not is_own(s, token):
        return ()
    law = _law_of(s, token)
    return tuple(at for at in range(law + 1, min(law + 3, len(s))) if is_name(s, at))


def _in_law(s: Sentence, token: int) -> Who | None:
    """The person's relative by marriage without a name: "my mother in law"."""
    if not is_by_marriage(s, token) or not is_own(s, token):
        return None
    noun = f"{s.low[token]}-in-law"
    return Who(relative_of_self(noun), "kin", s.span(range(token, _law_of(s, token) + 1)), noun, gender_of(noun))


def _law_of(s: Sentence, noun: int) -> int:
    """The last token of "in law" behind a noun, or of "laws" ("my mother-in-laws house")."""
    return next(at for at in range(noun + 1, len(s)) if s.low[at].endswith(("law", "laws")))


def is_denied_outright(s: Sentence, clause: Clause) -> bool:
    """Whether "not" denies all that a clause says. In "isn't just my boss" and "he isn't my boss, is he?" it does
    not."""
    said = s.low[clause.verb : clause.last + 1]
    return not words("not_all_of_it").intersection(said) and not s.text.rstrip().endswith("?")


def names_called(s: Sentence, tokens: Sequence[int]) -> list[tuple[int, ...]]:
    """The names that "called" or the like gives to a thing, if these tokens are part of the phrase: "Havsörn" in "a
    boat called Havsörn"."""
    naming = (t for t in range(max(0, tokens[0] - 2), tokens[-1] + 1) if s.dep[t] == "acl")
    heads = [o for t in naming if s.lemma[t].lower() in words("calling") for o in s.children(t, "oprd")]
    found = []
    for head in (one for first in heads for one in (first, *s.children(first, "conj"))):
        own = range(s.first_below(head), head + 1)
        end = next((t for t in own if s.pos[t] == "PUNCT"), head + 1)
        name = tuple(t for t in range(own[0], end) if s.pos[t] != "DET" or t == end - 1)
        if any(s.pos[t] == "PROPN" for t in name):
            found.append(name)
    return found


def name_ending_at(s: Sentence, token: int) -> tuple[int, ...]:
    """The tokens of the name whose last token this is."""
    return tuple(range(min((token, *s.children(token, "compound"))), token + 1))


def _relative(s: Sentence, relative: Relative) -> Who:
    gender = gender_of(relative.noun)
    if relative.name:
        return Who(s.words(relative.name), "person", s.span(relative.name), relative.noun, gender)
    return Who(
        relative_of_self(relative.noun), "kin", (s.start[relative.head], s.end[relative.head]), relative.noun, gender
    )


def _is_done_by_people(s: Sentence, clause: Clause) -> bool:
    """Whether a clause says what only people do, such as to teach, to study or to play the bass."""
    what = s.child(clause.verb, "dobj")
    is_music = clause.lemma == "play" and what is not None and s.low[what] in word_list("objects_tastes", "instruments")
    is_promised = what is not None and s.low[what] in words("promises_of_two")
    return is_music or is_promised or clause.lemma in words("done_by_people")


def _named(s: Sentence, token: int, people: People, is_doing: bool) -> Who | None:
    """Somebody or something by name. If the clause says what only people do (`is_doing`), the name is taken for a
    person's even if the parser says otherwise."""
    tokens = name_ending_at(s, token)
    value = s.words(tokens)
    label = s.entity[token]
    known = people.named(value)
    if known is not None:
        return known._replace(span=s.span(tokens))
    is_given = s.low[token] in shared("given_names") or s.low[tokens[0]] in shared("given_names")
    is_person = label == "PERSON" or is_given or (is_doing and s.low[token] not in shared("known_places"))
    if is_person and len(tokens) > 1:
        return Who(value, "stranger", s.span(tokens))
    return Who(value, "somebody" if is_person else "thing", s.span(tokens))


def _doing(s: Sentence, token: int) -> Who | None:
    """What is done, as the subject of a clause: "having a furry pal" in "having a furry pal is great"."""
    verb = s.head[token]  # the first of joined verbs
    end = min((verb, *s.children(verb, "aux", "auxpass")))
    tokens = bare(s, tuple(range(s.first_below(token), end)), frozenset())
    if not tokens or any(s.low[below] in closed_class("second_persons") for below in tokens):
        return None
    return Who(s.words(tokens), "thing", s.span(tokens))


def _thing(s: Sentence, token: int, sort: str) -> Who | None:
    if any(s.low[child] in closed_class("others_words") for child in s.children(token, "poss")):
        return None
    tokens = bare(
        s, tuple(t for t in s.subtree(token, ("relcl", "conj", "cc", "appos", "punct", "acl", "prep"))), frozenset()
    )
    if not tokens or s.low[token] in words("empty_objects"):
        return None
    tokens = tuple(range(tokens[0], tokens[-1] + 1))
    return Who(s.words(tokens), sort, s.span(tokens))


def in_full(s: Sentence, clause: Clause, one: Who) -> tuple[Who, tuple[int, ...]]:
    """Two values: a thing with all words of the subject that say which thing is meant ("moments like these", "knitting
    and long walks"); and the tokens of these words. Anybody or anything else stays as it is, without tokens."""
    if clause.subject is None or one.sort not in ("thing", "own"):
        return one, ()
    own = [token for token in s.subtree(clause.subject, ("punct",)) if token < clause.verb]
    if clause.is_linked:
        own = [token for token in own if token < s.head[clause.verb]]
    if s.dep[clause.subject] == "csubj":
        verb = s.head[clause.verb] if clause.is_linked else clause.verb
        own = list(range(s.first_below(clause.subject), min((verb, *s.children(verb, "aux", "advmod")))))
    tokens = bare(s, tuple(range(own[0], own[-1] + 1)), frozenset()) if own else ()
    if not tokens:
        return one, ()
    value, holder = s.words(tokens), tokens[0] - 1
    if holder >= 0 and s.low[holder] in _MINE:
        return one._replace(value=f"{s.low[holder]} {value}", span=s.span((holder, *tokens))), tokens
    return one._replace(value=value, span=s.span(tokens)), tokens
