"""Reads statements about oneself in clauses whose subject is something else: "honesty matters to me", "dancing makes me
happy".

A statement gets "I" as its subject: "i value honesty", "i feel happy because of dancing". What the subject means must
be named in the same sentence: "they make me happy" alone says nothing.
"""

from collections.abc import Callable, Iterator, Sequence

from kg_assets.beliefs.extent import before_dash, own_tokens
from kg_assets.beliefs.frame import BeliefType
from kg_assets.beliefs.judged import felt_doing, found_a_way, found_doing, found_that, found_to_be, valued_doing
from kg_assets.beliefs.lexicon import Lexicon
from kg_assets.beliefs.named_as_mine import favorite, my_own, of_what, something_liked, valued, what_i_do
from kg_assets.beliefs.other_subjects import (
    LOOSE,
    ME,
    NOT_STATED,
    SUBJECTS,
    UNNAMED,
    Clause,
    Stated,
    is_infinitive,
)
from kg_assets.beliefs.situation import NEAR, is_named_before
from kg_assets.language.sentence import Sentence

_OWN = frozenset({"me", "myself", "my", "mine", "we", "it", "something", "what", "how"})
_GROUPS = frozenset({"family", "team", "crew", "fam"})
_STATED = ("conj", "parataxis", "relcl", "ccomp")  # how a verb that states a fact may depend on another
_MAKING = ("make", "leave", "get", "keep")

Reader = Callable[[Clause], Stated | None]


def stated(s: Sentence, words: Sequence[str], lexicon: Lexicon, second: frozenset[str]) -> Iterator[Stated]:
    """What the clauses of a sentence whose subject is not "I" say of its writer, in order, at most one statement per
    clause. A statement that would be read from a word in `second` ("you", "your") is left out."""
    if s.ends_asking or not may_be_stated(words, lexicon):
        return
    for verb, pos in enumerate(s.pos):
        subject = _subject(s, words, verb) if pos in ("VERB", "AUX") and _is_stated(s, words, verb) else None
        if subject is None or words[subject] == "i":
            continue
        clause = Clause(s, words, lexicon, _brought(s, verb), _meant(s, words, subject))
        if _is_wish(clause):
            continue
        readers = _READERS
        if _is_unnamed(clause, second):
            readers = _OF_UNNAMED if _is_pointing(clause, second) else (valued, *_OF_UNNAMED)
        found = next((one for one in (reader(clause) for reader in readers) if one is not None), None)
        if found is not None and not any(words[token] in second for token in found.tokens()):
            yield found


def _is_wish(clause: Clause) -> bool:
    """Whether a clause wishes for something from a higher power: "god help me", "lord give me strength"."""
    s, verb = clause.s, clause.verb
    is_plain = s.tag[verb] in ("VB", "VBP") and not s.children(verb, "aux")
    return is_plain and clause.words[clause.subject] in clause.lexicon.wished_of


def may_be_stated(words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether a sentence has a word such as "me", "my" or "relaxing". Without one, no clause with another subject than
    "I" says anything about the writer."""
    return not (_OWN.isdisjoint(words) and lexicon.telling_of_things.isdisjoint(words))


def _brought(s: Sentence, verb: int) -> int:
    """The verb that says what the subject does to the person: "keep" and not "helps" in "Running helps keep
    me calm"."""
    below = s.child(verb, "xcomp") if s.lemma[verb].lower() == "help" and s.tag[verb] != "VBD" else None
    return below if below is not None and s.lemma[below].lower() in _MAKING else verb


def _is_stated(s: Sentence, words: Sequence[str], verb: int) -> bool:
    """Whether a verb states a fact, and is neither part of a condition nor of what somebody else says."""
    if s.head[verb] != verb and s.dep[verb] not in _STATED:
        return False
    if any(words[helper] in NOT_STATED for helper in s.children(verb, "aux")):
        return False
    if s.dep[verb] in ("conj", "parataxis"):
        return _is_open(s, s.head[verb])
    if s.dep[verb] == "relcl":
        over = next((t for t in s.ancestors(verb) if s.pos[t] in ("VERB", "AUX")), verb)
        # "It's days like these that make me love rain"
        return s.lemma[over].lower() == "be" and any(words[t] == "it" for t in s.children(over, "nsubj"))
    if s.dep[verb] == "ccomp":
        if _clefted(s, words, verb) is not None:
            return True
        is_run_on = verb < s.head[verb] and s.child(verb, "mark") is None
        return is_run_on and s.lemma[s.head[verb]].lower() not in ("say", "tell", "ask", "write")
    return s.head[verb] == verb


def _subject(s: Sentence, words: Sequence[str], verb: int) -> int | None:
    """The subject of a clause. In "Anna, my job …" the parser may take "job" for a part of the name; then the subject
    is that noun."""
    clefted = _clefted(s, words, verb)
    subject = s.child(verb, *SUBJECTS, "amod") if clefted is None else clefted
    if subject is None and s.dep[verb] == "conj" and s.pos[s.head[verb]] in ("VERB", "AUX"):
        return _subject(s, words, s.head[verb])
    named = None if subject is None or s.pos[subject] != "PROPN" else s.child(subject, "appos")
    is_addressed = named is not None and s.children(named, "poss") and s.low[s.first_below(named) - 1] == ","
    return named if is_addressed else subject


def _clefted(s: Sentence, words: Sequence[str], verb: int) -> int | None:
    """The thing of which an "It's … that" says that it does something: "kids" in "It's my kids that keep me going".
    None for other clauses."""
    opener = s.child(verb, "nsubj") if s.dep[verb] in ("relcl", "ccomp") else None
    if opener is None or words[opener] not in ("that", "who", "which"):
        return None
    being = s.head[s.head[verb]] if s.dep[verb] == "relcl" else s.head[verb]
    is_it = s.lemma[being] == "be" and any(words[t] == "it" for t in s.children(being, "nsubj"))
    things = [t for t in s.children(being, "attr") if t < verb and s.pos[t] in ("NOUN", "PROPN")] if is_it else []
    return things[0] if things and not s.children(being, "neg") else None


def _meant(s: Sentence, words: Sequence[str], subject: int) -> int:
    """The token that a subject "it" or "they" stands for, if the sentence names it earlier: "clay" in "clay is great,
    it calms me". Otherwise the pronoun itself."""
    if words[subject] not in ("it", "they") or UNNAMED & set(words[: s.first_below(subject)]):
        return subject
    things = [token for token in range(subject) if _is_thing(s, words, token)]
    fitting = [token for token in things if _is_several(s, words, token) == (words[subject] == "they")]
    subjects = [token for token in fitting if s.dep[token] in SUBJECTS]
    # If there are several things, only the subject of the clause before is certainly meant.
    return subjects[-1] if subjects else fitting[0] if len(fitting) == 1 else subject


def _is_thing(s: Sentence, words: Sequence[str], token: int) -> bool:
    is_doing = s.tag[token] == "VBG" and s.dep[token] in ("pcomp", "csubj", "xcomp", "nsubj")
    is_noun = s.pos[token] in ("NOUN", "PROPN") and s.dep[token] in (*SUBJECTS, "dobj", "pobj", "attr")
    return is_doing or is_noun


def _is_several(s: Sentence, words: Sequence[str], token: int) -> bool:
    return s.tag[token] in ("NNS", "NNPS") or s.child(token, "conj") is not None or words[token] in _GROUPS


def _is_open(s: Sentence, verb: int) -> bool:
    """Whether a verb is a main clause or joined to one, so that a clause joined to it is a statement too."""
    return s.dep[verb] in ("ROOT", "conj", "parataxis", "ccomp") and s.child(verb, "mark") is None


def _is_pointing(clause: Clause, second: frozenset[str]) -> bool:
    """Whether a subject leaves open what it is: a word like "this", a thing at hand ("this song"), or something of the
    listener's ("your idea")."""
    s, words, subject = clause.s, clause.words, clause.subject
    if s.pos[subject] in ("PRON", "DET") or s.lemma[subject].lower() in clause.lexicon.pointing:
        return True
    articles = {words[token] for token in s.children(subject, "det")}
    if articles & NEAR or ("the" in articles and s.lemma[subject].lower() in clause.lexicon.at_hand):
        return True
    return any(_points(clause, token) or words[token] in second for token in s.subtree(subject))


def _points(clause: Clause, token: int) -> bool:
    """Whether a word of the subject stands for something that is named elsewhere: "them" in "being with them", "these"
    in "days like these"."""
    s, words, subject = clause.s, clause.words, clause.subject
    is_told = words[token] == "those" and bool(s.children(token, "prep", "relcl", "acl"))  # "those in need"
    if words[token] not in UNNAMED or is_told:
        return False
    if s.dep[token] == "poss":
        return s.head[token] == subject or s.head[s.head[token]] == subject
    if s.dep[token] in ("nsubj", "dobj") and any(s.pos[t] == "NOUN" for t in range(s.first_below(subject), token)):
        return False  # "bringing people comfort and helping them grow"
    if s.dep[token] in ("nsubj", "dobj"):
        return s.pos[token] == "PRON"
    return s.dep[token] == "pobj" and (words[token] in NEAR or s.head[s.head[token]] == subject)


def _is_unnamed(clause: Clause, second: frozenset[str]) -> bool:
    """Whether a subject leaves open which thing it is: it is a word like "this", or a single thing with an article and
    nothing more ("the noise")."""
    articles = [clause.words[token] for token in clause.s.children(clause.subject, "det")]
    is_known = (
        articles == ["the"] and clause.s.lemma[clause.subject].lower() in clause.lexicon.known_to_all
    )  # "the sea"
    is_one = bool({"the", "a", "an"} & set(articles)) and not is_known and not _is_told_more(clause)
    return is_one or _is_pointing(clause, second)


def _is_told_more(clause: Clause) -> bool:
    """Whether a "my" in the words that depend on the subject shows which thing is meant: "the support of my
    friends"."""
    s = clause.s
    below = [token for child in s.children(clause.subject, "prep", "relcl", "acl") for token in s.subtree(child)]
    return any(clause.words[token] == "my" for token in below)


def _moved(clause: Clause) -> Stated | None:
    """The statement "i am stressed out by crowds" from "crowds stress me out", or "i am filled with joy by music" from
    "music fills me with joy". None for other clauses."""
    s, lexicon, verb = clause.s, clause.lexicon, clause.verb
    participle = lexicon.moving.get(clause.lemma)
    if participle is None or s.tag[verb] == "VBD":
        return None
    moved_to = next(
        (c for c in s.children(verb, "ccomp", "xcomp") if is_infinitive(s, c) and _is_of_me(clause, c)), None
    )
    me = clause.me("dobj") or (_inner_part(clause) if moved_to is None else s.child(moved_to, "nsubj"))
    if me is None:
        return None
    behind = tuple(t for t in own_tokens(s, verb) if t > me and s.dep[t] != "npadvmod")
    parted = tuple(t for t in s.children(verb, "prt") if t in behind)
    parted += tuple(t for child in s.children(verb, "oprd") for t in s.subtree(child) if t in behind)
    rest = tuple(t for t in behind if t not in parted)
    rest += tuple(t for child in s.children(verb, "advcl") if is_infinitive(s, child) for t in s.subtree(child, LOOSE))
    told = tuple(sorted(set(rest)))
    much = tuple(t for t in told if clause.words[t] == "much" and s.dep[t] == "amod")  # "with so much joy"
    said = (
        (told, "by", clause.named())
        if clause.words[told[0] if told else verb] == "with"
        else ("by", clause.named(), told)
    )
    return clause.stated("be", (participle, parted, *said), "FEELING_STATE", *much)


def _inner_part(clause: Clause) -> int | None:
    """The object of the verb, if it is a part of the person that stands for them: "my heart" in "it warms my heart".
    None for other objects."""
    part = clause.s.child(clause.verb, "dobj")
    return part if part is not None and _is_my_own_part(clause, part) else None


def _is_my_own_part(clause: Clause, part: int) -> bool:
    is_mine = any(clause.words[owner] == "my" for owner in clause.s.children(part, "poss"))
    return is_mine and clause.s.lemma[part].lower() in clause.lexicon.inner_parts


def _made(clause: Clause) -> Stated | None:
    """The statement "i feel anxious because of parties" from "parties make me anxious", or "i feel alive because of
    dancing" from "dancing makes me feel alive". None for other clauses."""
    s, lexicon, verb = clause.s, clause.lexicon, clause.verb
    if clause.lemma not in _MAKING or s.tag[verb] == "VBD":
        return None
    core = next(
        (c for c in s.children(verb, "ccomp", "xcomp", "acomp", "oprd") if c > verb and _is_of_me(clause, c)), None
    )
    if core is None:
        return None
    if s.lemma[core].lower() == "feel":
        told = tuple(t for t in own_tokens(s, core) if t > core)
        return clause.stated("feel", (told, "because of", clause.named()), "FEELING_STATE", *told) if told else None
    is_feeling = clause.words[core] in lexicon.feelings or clause.words[core] in lexicon.participles
    if not is_feeling or s.pos[core] not in ("ADJ", "VERB"):
        return None
    told = tuple(t for t in s.subtree(core, ("nsubj", "punct", *LOOSE)) if t >= core or s.dep[t] == "advmod")
    return clause.stated("feel", (told, "because of", clause.named()), "FEELING_STATE", core)


def _made_more(clause: Clause) -> Stated | None:
    """The statement "i am determined to adopt", read from "it made me even more determined to adopt". What made the
    person so may stay open. None for other clauses."""
    s, words, lexicon = clause.s, clause.words, clause.lexicon
    for core in s.children(clause.verb, "ccomp", "xcomp", "acomp", "oprd") if clause.lemma == "make" else ():
        is_more = any(words[token] == "more" for token in s.children(core, "advmod"))
        is_lasting = words[core] not in lexicon.feelings | lexicon.needs_object | lexicon.not_self
        if not is_more or not is_lasting or s.pos[core] != "ADJ" or not _is_of_me(clause, core):
            continue
        told = tuple(t for t in s.subtree(core, ("nsubj", "punct", "advmod", *LOOSE)))
        if not any(words[t] in UNNAMED for t in told):
            return clause.stated("be", (told,), "TRAIT", core)._replace(is_past=False)
    return None


def _is_of_me(clause: Clause, core: int) -> bool:
    """Whether a clause says that the person ("me") is made to be or do something, even where the parser attaches the
    "me" to another verb."""
    s, words = clause.s, clause.words
    below = s.children(core, *SUBJECTS, "dobj")
    if below and s.dep[below[0]] != "dobj":
        return words[below[0]] in ME
    return clause.me("dobj") is not None


def _inner(clause: Clause) -> Stated | None:
    """The statement "i love rain", read from "days like these make me love rain". What brings the person to it does not
    matter. None for other clauses."""
    s, words, lexicon, verb = clause.s, clause.words, clause.lexicon, clause.verb
    if clause.lemma != "make" or s.tag[verb] == "VBD":
        return None
    for core in s.children(verb, "ccomp", "xcomp"):
        lemma = s.lemma[core].lower()
        subject = s.child(core, "nsubj")
        told = tuple(t for t in own_tokens(s, core) if t > core)
        while told and (s.pos[told[-1]] == "PUNCT" or s.dep[told[-1]] == "cc"):
            told = told[:-1]
        if subject is None or words[subject] not in ME or not told:
            continue
        liked = s.children(core, "dobj")
        if any(words[t] in lexicon.pointing or words[t] in UNNAMED for t in (*liked, *told[:1])):
            continue
        if any(is_named_before(s, words, lexicon, thing) for thing in liked):
            continue
        if lemma in lexicon.preference and lexicon.only_denied.isdisjoint({lemma}):
            return clause.stated(lemma, (told,), "PREFERENCE", core)
        if liked and lemma in lexicon.valued_when_brought:
            return clause.stated("value", (told,), "VALUE", core)
        if lemma == "feel" and words[told[0]] == "like":
            return clause.stated("feel", (told,), "FEELING_STATE", core)
    return None


def _grateful(clause: Clause) -> Stated | None:
    """The statement "i am thankful for my garden", read from "days like those make me thankful for my garden". The
    feeling must be about something with "my". None for other clauses."""
    s, words, verb = clause.s, clause.words, clause.verb
    if clause.lemma != "make" or s.tag[verb] == "VBD":
        return None
    for core in s.children(verb, "ccomp", "xcomp", "acomp", "oprd"):
        told = tuple(t for t in s.subtree(core, ("nsubj", "punct", *LOOSE)) if t >= core)
        is_mine = any(words[t] == "my" for t in told) and not any(words[t] in UNNAMED for t in told)
        if words[core] in clause.lexicon.without_object and is_mine and _is_of_me(clause, core):
            return clause.stated("be", (told,), "FEELING_STATE", core)
    return None


def _given(clause: Clause) -> Stated | None:
    """The statement "i get peace from painting" from "painting brings me peace", or "i get a sense of calm from the
    sea" from "the sea gives me a sense of calm". None for other clauses."""
    s, words, verb = clause.s, clause.words, clause.verb
    if clause.lemma not in ("give", "bring") or s.tag[verb] == "VBD":
        return None
    given = next((t for t in s.children(verb, "dobj") if words[t] not in ME), None)
    if given is None or not _is_given_to_me(clause, given):
        return None
    to_whom = {t for way in s.children(given, "prep") if words[way] == "to" for t in s.subtree(way)}
    told = tuple(t for t in s.subtree(given, ("punct", *LOOSE)) if t not in to_whom and words[t] != "such")
    if not any(s.lemma[token].lower() in clause.lexicon.given for token in told):
        return None
    much = (token for token in s.children(given, "amod") if words[token] == "much")  # "so much joy"
    return clause.stated("get", (told, "from", clause.named()), "FEELING_STATE", given, *much)


def _is_given_to_me(clause: Clause, given: int) -> bool:
    """Whether the person is the one who gets the thing: "brings me joy", "joy to my life", or "brings such joy", where
    nobody else is named."""
    s, words = clause.s, clause.words
    if clause.me("dative", "dobj") is not None:
        return True
    ways = [way for top in (given, clause.verb) for way in s.children(top, "prep", "dative") if words[way] == "to"]
    if ways:
        whom = [t for way in ways for t in s.children(way, "pobj")]
        return any(words[t] in ME or _is_my_own_part(clause, t) for t in whom)
    is_everybodys = words[clause.subject] in clause.lexicon.generic  # "love brings so much joy"
    is_felt = not is_everybodys and any(
        words[t] in ("such", "much") for t in (*s.children(given, "amod", "predet"), given - 2)
    )
    return is_felt and s.child(clause.verb, "dative") is None and len(s.children(clause.verb, "dobj")) == 1


def _helped(clause: Clause) -> Stated | None:
    """The statement "i am helped by running to clear my head" from "running helps me clear my head", or "i am kept
    organized by lists" from "lists keep me organized". None for other clauses."""
    s, words, verb = clause.s, clause.words, clause.verb
    participle = clause.lexicon.helping.get(clause.lemma)
    if participle is None or s.tag[verb] == "VBD":
        return None
    me = next((t for t in range(verb + 1, min(verb + 2, len(s))) if words[t] in ME), None)
    me = _inner_part(clause) if me is None and clause.lemma == "keep" else me
    is_other = clause.lemma == "remind" and me is not None and words[me + 1 : me + 2] != ("to",)  # "reminds me of rain"
    if me is None or is_other:
        return None
    last = max(s.subtree(verb, ("conj", "advcl", "cc", *LOOSE)))
    much = {t for child in s.children(verb, "npadvmod") for t in s.subtree(child)}  # "helps me a lot"
    doing = tuple(t for t in before_dash(s, verb, range(me + 1, last + 1)) if t not in much)
    while doing and s.pos[doing[-1]] == "PUNCT":
        doing = doing[:-1]
    if not doing and clause.lemma == "help":
        return clause.stated("be", (participle, "by", clause.named()), "BELIEF_ABOUT_SELF", *sorted(much))
    if clause.lemma == "let" and not any(words[t] == "myself" for t in doing):
        return None  # "the tool lets me merge files"
    if not doing or any(s.lemma[t].lower() in clause.lexicon.never_self or words[t] in UNNAMED for t in doing):
        return None
    if clause.lemma == "keep":
        return clause.stated("be", (participle, doing, "by", clause.named()), "BELIEF_ABOUT_SELF")
    to = () if words[doing[0]] == "to" else ("to",)
    return clause.stated("be", (participle, "by", clause.named(), *to, doing), "BELIEF_ABOUT_SELF")


def _of_adjective(clause: Clause, core: int) -> BeliefType:
    return "VALUE" if clause.words[core] in clause.lexicon.value_feelings else "PREFERENCE"


def _eased(clause: Clause) -> Stated | None:
    """The statement "i am helped by having my sisters around", read from "having my sisters around helps a lot". None
    for other clauses."""
    s, verb, subject = clause.s, clause.verb, clause.subject
    if clause.lemma != "help" or s.tag[verb] != "VBZ" or s.child(verb, "dobj", "xcomp", "ccomp", "prep"):
        return None
    if s.tag[subject] != "VBG" or all(clause.words[t] != "my" for t in s.subtree(subject)):
        return None
    much = s.children(verb, "npadvmod")
    return clause.stated("be", ("helped by", clause.named()), "BELIEF_ABOUT_SELF", *much) if much else None


def _liked_by_us(clause: Clause) -> Stated | None:
    """The statement "i love camping", read from "we love camping": what "we" like counts as liked by the person. None
    for other clauses."""
    s, words, lexicon, verb = clause.s, clause.words, clause.lexicon, clause.verb
    if words[clause.subject] != "we" or s.tag[verb] not in ("VBP", "VB"):
        return None
    if any(words[t] not in ("both", "all") for t in s.children(clause.subject)):
        return None
    core = s.child(verb, "acomp")
    if core is not None and words[core] in lexicon.value_feelings | lexicon.likings and s.children(core, "prep"):
        told = s.subtree(core, ("punct", *LOOSE))
        is_known = not any(words[t] in lexicon.pointing or words[t] in UNNAMED for t in told)
        return clause.stated("be", (told,), _of_adjective(clause, core), core) if is_known else None
    if clause.lemma not in lexicon.preference or clause.lemma in lexicon.only_denied or s.children(verb, "aux", "neg"):
        return None
    told = tuple(t for t in own_tokens(s, verb) if t > verb)
    direct = [t for child in s.children(verb, "dobj", "xcomp") for t in (child, *s.children(child, "dobj", "det"))]
    if not told or any(words[t] in lexicon.pointing or words[t] in UNNAMED for t in direct):
        return None
    return clause.stated(clause.lemma, (told,), "PREFERENCE", *s.children(verb, "xcomp"))


def _first(clause: Clause) -> Stated | None:
    """The statement "i value my family", read from "my family comes first". None for other clauses."""
    s, words, verb = clause.s, clause.words, clause.verb
    if clause.lemma != "come" or s.tag[verb] not in ("VBZ", "VBP"):
        return None
    is_first = any(words[t] == "first" for t in s.children(verb, "advmod"))
    is_mine = any(words[t] == "my" for t in s.children(clause.subject, "poss"))
    return clause.stated("value", (clause.named(),), "VALUE") if is_first and is_mine else None


_OF_UNNAMED: tuple[Reader, ...] = (_liked_by_us, found_doing, felt_doing, found_that, _inner, _grateful, _made_more)
_READERS: tuple[Reader, ...] = (
    valued, my_own, favorite, _moved, _inner, _made, _made_more, _given, _helped, _eased, found_to_be, valued_doing,
    of_what, _first, something_liked, what_i_do, found_a_way,
)  # fmt: skip
