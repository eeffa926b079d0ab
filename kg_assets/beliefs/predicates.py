"""Whether what a clause says of its "I" tells who somebody is, and of which type that is (seed 002 §4.3, by rules)."""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from kg_assets.beliefs.clauses import SelfClause
from kg_assets.beliefs.frame import BeliefType
from kg_assets.beliefs.lexicon import Lexicon, Words
from kg_assets.language.sentence import Sentence

_ASIDE = frozenset(
    {"nsubj", "nsubjpass", "expl", "aux", "auxpass", "neg", "conj", "cc", "advcl", "mark", "punct", "intj", "parataxis",
     "preconj", "csubj", "dep", "discourse"}
)  # fmt: skip
BRACKETS = frozenset("{}[]<>")
_KINDS_OF = ("compound", "nmod", "relcl")
_LOOSE = ("parataxis", "discourse")
_CORES = ("acomp", "attr", "oprd")
SECOND = frozenset({"you", "your", "yours", "yourself", "u", "ur"})
_DEFINITE = frozenset({"the", "this", "that", "these", "those"})
_NEXT = frozenset({"next", "last", "this", "that"})
_WHEN = frozenset({"when", "since", "after", "before", "while", "until", "once"})
_DASHES = frozenset({"-", "–", "—", "--"})
_UNCERTAIN = frozenset({"doubt", "wonder", "question"})
_NEAR = _DEFINITE - {"the"}


class Predicate(NamedTuple):
    """What is said of the I: a verb and the tokens that go with it."""

    verb: str
    tokens: tuple[int, ...]
    belief_type: BeliefType
    is_listed: bool  # by a word of the lists, not by a word of habit alone


class Situation(NamedTuple):
    """A clause with all that decides on it."""

    s: Sentence
    words: Sequence[str]
    clause: SelfClause
    lexicon: Lexicon
    is_denied: bool
    is_habit: bool
    is_of_mood: bool  # it holds when one feels some way

    @property
    def verb(self) -> int:
        return self.clause.verb

    @property
    def lemma(self) -> str:
        lemma = self.s.lemma[self.clause.verb].lower()
        return "have" if lemma == "get" and self.s.child(self.verb, "dobj") is not None and self._has_got() else lemma

    def _has_got(self) -> bool:
        return any(self.words[aux] == "have" for aux in self.s.children(self.verb, "aux"))


def predicates_of(at: Situation) -> list[Predicate]:
    """What a clause says of oneself, one for each thing that is joined; none where it says nothing of who one is."""
    rest = own_tokens(at.s, at.verb)
    if any(at.words[token] in SECOND for token in rest):
        return []
    for reader in (_named, _being, _having, _finding, _listed):
        found = reader(at, rest)
        if found is not None:
            return found
    return []


def own_tokens(s: Sentence, verb: int) -> tuple[int, ...]:
    """What stands with a verb in its own clause, without subject, helpers and clauses of their own standing."""
    kept: list[int] = []
    for child in s.children(verb):
        if s.dep[child] == "npadvmod" and _is_time_or_address(s, verb, child):
            continue
        if s.dep[child] in _ASIDE and not _is_object_clause(s, verb, child) and not _is_said_no(s, verb, child):
            continue
        if s.dep[child] == "ccomp" and child < verb:
            continue
        kept += s.subtree(child, _LOOSE)
    aside = {token for clause in _clauses_of_time(s, verb, kept) for token in s.subtree(clause)}
    aside |= {token for token in kept if _is_addressed(s, token)}
    return tuple(_before_dash(s, verb, sorted(set(kept) - aside)))


def _is_addressed(s: Sentence, token: int) -> bool:
    """ "…, Jon." at the end: to whom it is said."""
    is_last = token + 1 == len(s) or s.pos[token + 1] == "PUNCT"
    return is_last and s.pos[token] == "PROPN" and s.dep[token] in ("appos", "npadvmod") and s.low[token - 1] == ","


def _is_time_or_address(s: Sentence, verb: int, child: int) -> bool:
    """ "Next week", and "John" in "Hey John, I …": when it is, or to whom it is said."""
    if child < verb:
        return True
    return any(s.low[below] in _NEXT for below in s.children(child, "det", "amod"))


def _clauses_of_time(s: Sentence, verb: int, among: Sequence[int]) -> list[int]:
    """ "I loved taking lessons when I was younger": when it was belongs to the frame, wherever the parser hangs it."""
    return [
        token
        for token in among
        if s.dep[token] == "advcl"
        and s.head[token] != verb
        and any(s.low[mark] in _WHEN for mark in s.children(token, "mark", "advmod"))
    ]


def _before_dash(s: Sentence, verb: int, tokens: Sequence[int]) -> Sequence[int]:
    """Without what follows a dash that stands between spaces: another thought."""
    for dash in range(verb + 1, len(s) - 1):
        if s.low[dash] in _DASHES and s.end[dash - 1] < s.start[dash] and s.end[dash] < s.start[dash + 1]:
            return [token for token in tokens if token < dash]
    return tokens


def _is_said_no(s: Sentence, verb: int, child: int) -> bool:
    """ "Say no": the no is what is said. Brackets stay too: they may be those of a template."""
    if s.low[child] in BRACKETS:
        return True
    return s.low[child] in ("no", "yes") and child > verb and s.dep[child] == "intj"


def _is_object_clause(s: Sentence, verb: int, child: int) -> bool:
    """ "I love it when it rains": the clause says what the "it" is."""
    objects = s.children(verb, "dobj")
    if s.dep[child] != "advcl" or child < verb:
        return False
    if s.lemma[verb].lower() in _UNCERTAIN and is_in_question(s, child):
        return True
    return (bool(objects) and s.low[objects[0]] == "it") or is_in_doing(s, child)


def is_in_question(s: Sentence, child: int) -> bool:
    """ "I doubt if I matter": the clause says what is doubted, and is no condition."""
    return any(s.low[mark] in ("if", "whether") for mark in s.children(child, "mark"))


def is_in_doing(s: Sentence, child: int) -> bool:
    """ "Fine being alone", "feel like nobody listens": what one does, or what it is like, is said too."""
    if any(words == "like" for words in (s.low[below] for below in s.children(child, "mark"))):
        return True
    return s.tag[child] == "VBG" and not any(
        s.tag[below] in ("IN", "WRB") for below in s.children(child, "mark", "advmod")
    )


def _named(at: Situation, rest: Sequence[int]) -> list[Predicate] | None:
    """ "I see myself as X", "I identify as X": X is what one is."""
    if at.lemma not in at.lexicon.self_naming:
        return None
    words = [at.words[token] for token in rest]
    has_self = "myself" in words
    if "as" not in words and not has_self:
        return None
    start = words.index("as") if "as" in words else words.index("myself")
    named = [token for token in rest[start + 1 :] if at.words[token] not in ("to", "be", "being")]
    if not named or (at.lemma != "identify" and not has_self):
        return [] if has_self else None
    tops = [token for token in named if at.s.head[token] not in named]
    parts = _parts(at.s, _joined_cores(at.s, tops[:1], named), named)
    return [Predicate("be", part, _of_named(at, part), True) for part in parts]


def _of_named(at: Situation, part: Sequence[int]) -> BeliefType:
    is_noun = any(at.words[token] in ("a", "an", "the") for token in part)
    return "TRAIT" if not is_noun and at.lemma != "identify" else "BELIEF_ABOUT_SELF"


def _parts(s: Sentence, cores: Sequence[int], among: Sequence[int]) -> list[tuple[int, ...]]:
    """The tokens of each of several things that are joined, each without the others and without what joins them."""
    parts = []
    for core in cores:
        others = {token for other in cores if other > core for token in s.subtree(other)}
        own = [token for token in s.subtree(core) if token in among and token not in others]
        while own and s.pos[own[-1]] in ("CCONJ", "PUNCT"):
            own.pop()
        parts.append(tuple(own))
    return [part for part in parts if part]


def _joined_cores(s: Sentence, first: Sequence[int], among: Sequence[int]) -> list[int]:
    """What is joined to the first ones; an adjective behind "and" is, whatever noun the parser hangs it on."""
    cores = list(first)
    for token in among:
        over = s.head[token]
        is_adjective = s.pos[token] == "ADJ" and s.pos[over] != "ADJ" and any(over in s.subtree(core) for core in first)
        if token not in cores and s.dep[token] == "conj" and (over in cores or is_adjective):
            cores.append(token)
    return sorted(cores)


def _being(at: Situation, rest: Sequence[int]) -> list[Predicate] | None:
    """ "I am X", "I feel X"."""
    helpers = at.s.children(at.verb, "aux", "auxpass")
    if at.s.tag[at.verb] in ("VBN", "VBD", "JJ") and any(at.s.lemma[token] in ("be", "get") for token in helpers):
        return _participle(at, rest, helpers)
    if at.lemma not in at.lexicon.being:
        return None
    first = [token for token in at.s.children(at.verb, *_CORES) if token > at.verb and token in rest]
    if not first:
        return _without_core(at, rest)
    beside = [token for token in at.s.children(at.verb, "conj") if at.s.pos[token] == "ADJ"]
    among = sorted({*rest, *(token for core in beside for token in at.s.subtree(core))})
    cores = sorted({*_joined_cores(at.s, first, among), *(core for core in beside if core in among)})
    within = {token for core in cores for token in at.s.subtree(core)}
    extra = [token for token in rest if token not in within]
    made: list[Predicate] = []
    for core, part in zip(cores, _parts(at.s, cores, among), strict=True):
        kind = _of_core(at, core, (*part, *extra))
        if kind is not None:
            made.append(Predicate(at.lemma, tuple(sorted({*part, *extra})), kind, True))
    return made


def _participle(at: Situation, rest: Sequence[int], helpers: Sequence[int]) -> list[Predicate]:
    if at.words[at.verb] not in at.lexicon.participles or _is_definite(at, rest):
        return []
    if at.clause.tense == "past" and any(at.s.lemma[token] == "get" for token in helpers):
        return []  # "I got hurt" is what happened
    tokens = tuple(sorted({at.verb, *rest}))
    kind: BeliefType = "TRAIT"
    if at.words[at.verb] in at.lexicon.likings:
        kind = "PREFERENCE"
    elif at.words[at.verb] in at.lexicon.feelings:
        kind = "FEELING_STATE"
    elif any(at.words[token] == "to" for token in rest):
        kind = "BELIEF_ABOUT_SELF"
    verb = "get" if any(at.s.lemma[token] == "get" for token in helpers) else "be"
    return [Predicate(verb, tokens, kind, True)]


def _is_definite(at: Situation, tokens: Sequence[int]) -> bool:
    """Whether it is about one thing that is at hand: "by this error", "in to my account"."""
    return any(at.words[t] in _NEAR and at.s.dep[t] == "det" for t in tokens) or _points(at, tokens)


def _without_core(at: Situation, rest: Sequence[int]) -> list[Predicate] | None:
    """ "I'm into X", "I feel like X", "I am in a bad mood"."""
    if at.lemma == "feel":
        is_told = _has_content(at, rest) and not _points(at, at.s.children(at.verb, "dobj"))
        return [Predicate("feel", tuple(rest), "FEELING_STATE", True)] if is_told else []
    if at.lemma in ("get", "go", "turn", "keep", "stay", "grow", "remain"):
        return None
    for token in at.s.children(at.verb, "prep"):
        needed = at.lexicon.states_of_being.get(at.words[token])
        below = at.s.subtree(token)
        if needed is not None and (not needed or needed & {at.words[t] for t in below}):
            if not needed and _points(at, below):
                return []
            kind: BeliefType = "PREFERENCE" if not needed else "FEELING_STATE"
            return [Predicate("be", tuple(rest), kind, True)]
    enough = [token for token in rest if at.words[token] == "enough"]
    return [Predicate("be", tuple(rest), "BELIEF_ABOUT_SELF", True)] if enough else []


def _has_content(at: Situation, rest: Sequence[int]) -> bool:
    return any(at.s.pos[token] in ("ADJ", "NOUN", "VERB", "PRON", "ADV", "AUX") for token in rest)


def _of_core(at: Situation, core: int, tokens: Sequence[int]) -> BeliefType | None:
    if at.s.pos[core] in ("NOUN", "PROPN", "PRON", "NUM") or (at.s.dep[core] == "attr" and at.s.pos[core] != "ADJ"):
        return _of_noun(at, core, tokens)
    return _of_adjective(at, core, tokens)


def _of_adjective(at: Situation, core: int, tokens: Sequence[int]) -> BeliefType | None:
    lexicon, word = at.lexicon, at.words[core]
    # The parser hangs "at" of "hopeless at names" on either.
    below = [at.words[child] for child in (*at.s.children(core), *at.s.children(at.verb, "prep"))]
    if at.lemma != "feel" and _points(
        at, tokens if word in lexicon.feelings else _without_infinitives(at, core, tokens)
    ):
        return None
    if not _is_of_oneself(at, core, word, below):
        return None
    if lexicon.abilities.get(word, frozenset()) & set(below):
        return "CAPABILITY_LIMIT"
    if at.lemma == "feel":
        return "FEELING_STATE"
    if word in lexicon.value_feelings:
        return "VALUE"
    if any(not needed and preposition in below for preposition, needed in lexicon.states_of_being.items()):
        return "PREFERENCE"  # "more into reading"
    if word in lexicon.likings:
        return "PREFERENCE"
    if _people(at, _without_infinitives(at, core, tokens)):
        return "RELATIONAL"
    if word in lexicon.feelings:
        return "FEELING_STATE"
    if at.s.tag[core] in ("VBN", "VBG", "VBD") and word not in lexicon.participles:
        return None
    return "BELIEF_ABOUT_SELF" if "enough" in below or at.lemma == "go" else "TRAIT"


def _without_infinitives(at: Situation, core: int, tokens: Sequence[int]) -> list[int]:
    """ "Determined to make it work" is about oneself, whatever the "it" is."""
    below = {token for child in at.s.children(core, "xcomp") for token in at.s.subtree(child)}
    return [token for token in tokens if token not in below]


def _is_of_oneself(at: Situation, core: int, word: str, below: Sequence[str]) -> bool:
    """Whether an adjective says how somebody is, and not how they stand to a matter."""
    lexicon = at.lexicon
    if word in lexicon.not_self and not at.is_habit and lexicon.not_self_unless.get(word) not in below:
        return False
    if at.s.pos[core] not in ("ADJ", "VERB", "ADV", "NOUN") or not word[:1].isalpha():
        return False
    if any(at.s.lemma[child] in lexicon.courtesies for child in at.s.children(core, "xcomp")):
        return False
    for child in at.s.children(core, "ccomp"):
        subject = at.s.child(child, "nsubj", "nsubjpass")
        if subject is not None and at.words[subject] != "i":
            return False
        if word in lexicon.polite and at.s.child(child, "mark") is None:
            return False
    return not (word in lexicon.abilities and at.lemma == "be" and not below)


def _of_noun(at: Situation, core: int, tokens: Sequence[int]) -> BeliefType | None:
    lexicon, lemma = at.lexicon, at.s.lemma[core].lower()
    if at.words[core] in ("someone", "somebody") and at.s.child(core, "relcl") is not None:
        return "TRAIT"
    if at.s.entity[core] or at.s.tag[core] in ("PRP", "CD", "NNP", "DT", "WP", "NNPS", "PRP$"):
        return None
    if lemma in lexicon.not_kinds or (lemma in lexicon.pointing and lemma != "one"):
        return None
    if lemma in lexicon.liking_nouns:
        is_said_of_what = any(at.s.dep[token] == "pobj" or (at.s.head[token] == core and at.s.dep[token] in _KINDS_OF)
                              for token in tokens)  # fmt: skip
        return "PREFERENCE" if is_said_of_what and not _points(at, tokens) else None
    if lemma in lexicon.roles:
        return "RELATIONAL"
    if lemma in lexicon.kinds:
        is_of_people = _people(at, [token for token in tokens if token != core and at.s.head[token] != core])
        return "RELATIONAL" if is_of_people else "TRAIT"
    articles = {at.words[child] for child in at.s.children(core, "det", "poss")}
    # "I'm living my dreams" is read as being them; "my own worst critic" is what somebody is.
    has_article = bool(articles & {"a", "an", "the", "no"}) or (
        "my" in articles and at.s.child(core, "amod") is not None
    )
    return "BELIEF_ABOUT_SELF" if has_article else None


def _having(at: Situation, rest: Sequence[int]) -> list[Predicate] | None:
    """ "I have a short temper", but not "I have two meetings"."""
    if at.lemma != "have":
        return None
    had = at.s.child(at.verb, "dobj")
    if had is None or at.s.lemma[had].lower() not in at.lexicon.had:
        return []
    noun = at.s.lemma[had].lower()
    needed = at.lexicon.had_only_if.get(noun)
    if needed is not None and not needed & {at.words[token] for token in rest}:
        return []
    if noun in at.lexicon.had_abilities:
        return [] if _is_of_machines(at, rest) else [Predicate("have", tuple(rest), "CAPABILITY_LIMIT", True)]
    kind: BeliefType = "TRAIT" if at.s.children(had, "amod") else "BELIEF_ABOUT_SELF"
    if noun in at.lexicon.my_own:
        kind = "VALUE"
    return [Predicate("have", tuple(rest), kind, True)]


def _finding(at: Situation, rest: Sequence[int]) -> list[Predicate] | None:
    """ "I find small talk exhausting", "I find it hard to relax"."""
    if at.lemma != "find" or at.clause.tense != "present":
        return None
    cores = [
        t for t in at.s.children(at.verb, "ccomp", "xcomp", "oprd", "acomp") if at.s.pos[t] in ("ADJ", "VERB", "AUX")
    ]
    adjectives = [
        t for t in rest if at.s.tag[t] in ("JJ", "VBG") and at.s.dep[t] in ("ccomp", "xcomp", "oprd", "acomp")
    ]
    if not cores or not adjectives or _is_definite(at, [t for t in rest if at.words[t] != "it"]):
        return None
    is_hard = any(at.words[token] in at.lexicon.hard for token in rest)
    return [Predicate("find", tuple(rest), "CAPABILITY_LIMIT" if is_hard else "FEELING_STATE", True)]


def _is_of_machines(at: Situation, rest: Sequence[int]) -> bool:
    """ "I have trouble installing numpy": what is hard is a matter, not a part of who one is."""
    doing = [token for token in rest if at.s.tag[token] == "VBG"]
    return any(at.s.lemma[token].lower() in at.lexicon.never_self for token in doing) or _is_definite(at, rest)


def _listed(at: Situation, rest: Sequence[int]) -> list[Predicate] | None:
    """Every other verb: by the lists, or by a word of habit."""
    kind = _kind_of_verb(at, rest)
    if kind is not None and _tense_allows(at, kind):
        return [Predicate(at.lemma, tuple(rest), kind, True)]
    if kind is None and _is_habit(at, rest):
        return [Predicate(at.lemma, tuple(rest), "RELATIONAL" if _people(at, rest) else "BELIEF_ABOUT_SELF", False)]
    return None


def _tense_allows(at: Situation, kind: BeliefType) -> bool:
    tense = at.clause.tense
    if tense == "present" or (at.clause.above and at.clause.verb != at.clause.head):
        return True
    if tense == "perfect":
        is_going_on = at.s.tag[at.clause.head] == "VBG"
        return at.is_habit or is_going_on or kind not in ("BELIEF_ABOUT_SELF", "RELATIONAL")
    lasting = kind in ("PREFERENCE", "VALUE", "META_BELIEF", "FEELING_STATE")
    if tense == "past":
        return lasting
    if kind == "PREFERENCE":
        return not at.clause.above  # "I'm loving my new job"
    return kind in ("FEELING_STATE", "CAPABILITY_LIMIT") or at.lemma in ("learn", "doubt", "question")


def _is_habit(at: Situation, rest: Sequence[int]) -> bool:
    if at.lemma in at.lexicon.never_self or (at.clause.tense == "past" and at.clause.verb == at.clause.head):
        return False
    if at.clause.tense == "progressive" and not at.is_habit:
        return False
    needed = at.lexicon.character_with.get(at.lemma)
    if needed and not needed & {at.words[token] for token in rest}:
        return False
    if at.clause.tense == "past" and not any(at.s.lemma[token].lower() == "use" for token in at.clause.above):
        return False  # "I kept playing" tells of a time; "I used to play" of a habit
    if any(at.words[token] == "could" for token in at.s.children(at.clause.head, "aux")):
        return False
    is_lowered = any(at.s.lemma[token].lower() in at.lexicon.raising_habits for token in at.clause.above)
    return (at.is_habit or is_lowered or _is_manner(at, rest)) and not _is_definite(at, rest)


def _is_manner(at: Situation, rest: Sequence[int]) -> bool:
    """ "I cry easily", "I spend too much", "I eat when I'm bored": it says what somebody is like, not what they did."""
    if at.clause.tense != "present":
        return False
    words = [at.words[token] for token in rest]
    if any(one == "too" and other in ("much", "many") for one, other in itertools.pairwise(words)):
        return True
    adverbs = {at.words[token] for token in at.s.children(at.verb, "advmod")}
    return bool(adverbs & at.lexicon.manners) or at.is_of_mood


def _kind_of_verb(at: Situation, rest: Sequence[int]) -> BeliefType | None:
    for reader in (_liking, _valuing, _minding, _feeling, _ability, _character):
        kind = reader(at, rest)
        if kind is not None:
            return kind
    return None


def _liking(at: Situation, rest: Sequence[int]) -> BeliefType | None:
    if at.lemma not in at.lexicon.preference or (at.lemma in at.lexicon.only_denied and not at.is_denied):
        return None
    doing = at.s.children(at.verb, "xcomp")
    direct = (
        *at.s.children(at.verb, "dobj", "dative"),
        *(one for verb in doing for one in at.s.children(verb, "dobj")),
    )
    if not rest or (_points(at, direct) and not _has_object_clause(at)):
        return None
    if any(at.words[below] in _NEAR for token in direct for below in at.s.children(token, "det")):
        return None  # "I love that first movie": one thing at hand
    return "RELATIONAL" if any(at.s.lemma[token].lower() in at.lexicon.people for token in direct) else "PREFERENCE"


def _has_object_clause(at: Situation) -> bool:
    return any(_is_object_clause(at.s, at.verb, child) for child in at.s.children(at.verb, "advcl"))


def _valuing(at: Situation, rest: Sequence[int]) -> BeliefType | None:
    if at.lemma not in at.lexicon.value:
        return None
    needed = at.lexicon.value[at.lemma]
    with_it = {at.words[token] for token in at.s.children(at.verb, "prep", "prt")}
    has_object = (
        bool(at.s.children(at.verb, "dobj"))
        if needed is None
        else needed in with_it and not at.s.children(at.verb, "prt")
    )
    if not has_object or _points(at, rest):
        return None
    return "VALUE"


def _minding(at: Situation, rest: Sequence[int]) -> BeliefType | None:
    if at.lemma in at.lexicon.meta:
        return None if at.lemma == "question" and _points(at, rest) else "META_BELIEF"
    needed = at.lexicon.meta_with.get(at.lemma)
    return "META_BELIEF" if needed and needed & {at.words[token] for token in rest} else None


def _feeling(at: Situation, rest: Sequence[int]) -> BeliefType | None:
    return "FEELING_STATE" if at.lemma in at.lexicon.feeling and not _points(at, rest) else None


def _ability(at: Situation, rest: Sequence[int]) -> BeliefType | None:
    helpers = {at.words[token] for token in at.s.children(at.clause.head, "aux")}
    is_unable = bool(helpers & {"can", "cannot", "could"}) and at.is_denied
    if at.lemma in at.lexicon.capability:
        return None if _is_of_machines(at, rest) else "CAPABILITY_LIMIT"
    if not is_unable or (at.lemma in at.lexicon.never_self and at.lemma != "say") or _is_definite(at, rest):
        return None
    if any(at.words[token] in _DEFINITE for child in at.s.children(at.verb, "dobj") for token in at.s.subtree(child)):
        return None
    return "RELATIONAL" if _people(at, rest) else "CAPABILITY_LIMIT"


def _character(at: Situation, rest: Sequence[int]) -> BeliefType | None:
    lexicon = at.lexicon
    if _points(at, rest):
        return None
    if at.lemma in ("want", "need"):
        is_wanted = any(at.s.lemma[t].lower() in lexicon.wanted for t in at.s.children(at.verb, "dobj"))
        return "BELIEF_ABOUT_SELF" if is_wanted else None
    if at.lemma in lexicon.relational and _people(at, rest):
        return "RELATIONAL"
    if at.lemma not in lexicon.character:
        return None
    needed = lexicon.character_with.get(at.lemma)
    if needed and not needed & {at.words[token] for token in rest}:
        return None
    return "RELATIONAL" if _people(at, rest) else "BELIEF_ABOUT_SELF"


def _people(at: Situation, tokens: Sequence[int]) -> bool:
    """Whether people are named outside of a clause of its own."""
    return any(
        at.words[token] in at.lexicon.people - {"no"} for token in tokens if not _is_in_clause(at.s, token, tokens)
    )


def _is_in_clause(s: Sentence, token: int, among: Sequence[int]) -> bool:
    return any(s.dep[above] in ("relcl", "advcl", "acl") for above in (token, *s.ancestors(token)) if above in among)


def _points(at: Situation, tokens: Sequence[int]) -> bool:
    """Whether it is about what is being talked of: "I like it", "I like the second version"."""
    return any(
        _is_pointing(at, token, at.lexicon.pointing) for token in tokens if not _is_in_clause(at.s, token, tokens)
    )


def _is_pointing(at: Situation, token: int, pointing: Words) -> bool:
    if at.words[token] not in pointing and at.s.lemma[token].lower() not in pointing:
        return False
    return at.s.dep[token] in ("dobj", "pobj", "nsubj", "attr", "dative") and at.s.tag[token] not in ("WDT", "WP")
