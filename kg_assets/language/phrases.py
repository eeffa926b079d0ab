"""Phrases of a parsed sentence: the complement of a verb, a noun with the words that belong to it, and how
phrases are trimmed."""

from collections.abc import Iterable, Sequence

from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

_VERBS = frozenset({"VERB", "AUX"})
_STOPS = frozenset({".", "!", "?", ";", ":", "(", ")", "...", "…", "--", "—", "–", "\n", "&gt;"})
# Signs that end a phrase if they have blanks on both sides.
_APART = frozenset({"-", "/"})
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_OF_MANY = frozenset({"some", "all", "both", "another", "any", "such", "these", "those"})
_FREE = frozenset({"what", "how", "where", "why", "who"})
_ALONE = ("dobj", "dative", "nsubj", "nsubjpass", "pobj")
_OWN_SUBJECT = ("nsubj", "nsubjpass", "expl")


def complement(s: Sentence, verb: int) -> tuple[int, ...]:
    """The tokens after a verb that belong to it and to no other clause. They stand in a row, without a gap."""
    own = _below(s, verb)
    start = verb + 1
    while start < len(s) and start not in own and not _ends(s, start):
        start += 1
    end = start
    while end < len(s) and ((end in own and s.low[end] != ",") or _is_inner_comma(s, end, own)) and not _ends(s, end):
        end += 1
    return tuple(range(start, end))


def _below(s: Sentence, verb: int) -> frozenset[int]:
    """The tokens that depend on a verb, without those of other clauses."""
    elsewhere = closed_class("elsewhere")
    found: list[int] = []
    waiting = [child for child in s.children(verb) if s.dep[child] not in elsewhere or _is_complement(s, verb, child)]
    while waiting:
        token = waiting.pop()
        found.append(token)
        waiting += [child for child in s.children(token) if not _is_other_clause(s, token, child)]
    return frozenset(found)


def _is_complement(s: Sentence, verb: int, child: int) -> bool:
    """Whether an infinitive without "to" or a gerund belongs to the verb before it, though the parser calls it a clause
    of its own ("help organise the fair", "enjoy painting")."""
    if _is_small_clause(s, child) and child > verb:
        return not _has_comma(s, verb, child)
    if s.dep[child] == "ccomp":
        return child > verb and s.child(child, *_OWN_SUBJECT) is None and not _has_comma(s, verb, child)
    if s.dep[child] == "advcl":
        is_bare = s.child(child, "mark") is None and s.child(child, *_OWN_SUBJECT) is None
        return is_bare and child > verb and not _has_comma(s, verb, child) and s.tag[child] in ("VB", "VBG")
    return s.dep[child] == "dep" and child > verb and s.pos[child] not in _VERBS


def _is_small_clause(s: Sentence, child: int) -> bool:
    """Whether a clause has no finite verb of its own or opens with a question word, so that it belongs to the
    verb before: "make it work", "help me relax", "painted this to show my path"."""
    if s.dep[child] == "ccomp" and s.low[s.first_below(child)] in _FREE:
        return True
    if s.dep[child] != "ccomp" or s.tag[child] in _FINITE or s.child(child, "mark") is not None:
        return False
    return all(s.low[helper] in ("to", "be") for helper in s.children(child, "aux"))


def _has_comma(s: Sentence, one: int, other: int) -> bool:
    """Whether a comma, dash, "and" or "but" stands between two words. Those within a list of things ("bread and jam to
    sell") do not count."""
    return any(s.low[at] in (",", "-", "—", "and", "but") and not _is_within_a_list(s, at) for at in range(one, other))


def _is_within_a_list(s: Sentence, at: int) -> bool:
    thing = s.head[at]
    joined = s.child(thing, "conj")
    return s.pos[thing] in ("NOUN", "PROPN") and joined is not None and thing < at < joined


def _is_other_clause(s: Sentence, head: int, child: int) -> bool:
    if s.dep[child] in ("conj", "cc") and s.pos[head] in _VERBS:
        # "I love to paint and draw" goes on; "to paint and I go" does not.
        last = child if s.dep[child] == "conj" else None
        joined = last if last is not None else next((c for c in s.children(head, "conj") if c > child), None)
        is_alike = joined is not None and (s.tag[joined] == s.tag[head] or _are_doings(s, head, joined))
        is_apart = joined is None or s.child(joined, *_OWN_SUBJECT) is not None or not is_alike
        return is_apart or (joined is not None and _is_said_of_what_was_met(s, head, joined))
    if s.dep[child] in ("conj", "cc") and _opens_another(s, head, child):
        return True
    if s.dep[child] in ("conj", "cc"):
        joined = child if s.dep[child] == "conj" else next((c for c in s.children(head, "conj") if c > child), None)
        if joined is None:
            return True
        # A verb joined to something else than a verb is a mistake of the parser or another clause.
        return (
            s.pos[joined] in _VERBS
            and s.pos[head] not in _VERBS
            and not ((s.pos[head] in ("NOUN", "PROPN", "PRON") or s.dep[head] == "amod") and _is_like_a_noun(s, joined))
        )
    if s.dep[child] in ("parataxis", "discourse", "intj", "meta"):
        return True
    if _is_small_clause(s, child):
        return False
    if s.dep[child] == "ccomp" and head < child and (s.pos[head] == "ADJ" or _opens_with_that(s, child)):
        return _has_comma(s, head, child)  # "worried that the roof won't last"
    if s.dep[child] == "advcl" and _is_compared(s, child):
        return False
    if s.dep[child] in ("advcl", "ccomp"):
        return s.child(child, *_OWN_SUBJECT) is not None or s.child(child, "mark") is not None
    return s.dep[child] == "relcl" and child > 0 and s.low[min(s.subtree(child)) - 1] == ","


def _are_doings(s: Sentence, one: int, other: int) -> bool:
    """Whether two joined words are both gerunds and name things done, though the parser takes the second for a noun:
    "chatting, volunteering and listening"."""
    return s.tag[one] == "VBG" and s.low[other].endswith("ing") and not s.children(other, "det", "amod")


def _opens_another(s: Sentence, head: int, child: int) -> bool:
    """Whether "one", "some" or the like begins a clause of its own: "I wrote to some landlords and one called
    back"."""
    joined = child if s.dep[child] == "conj" else next((c for c in s.children(head, "conj") if c > child), None)
    if joined is None or s.low[joined] not in ("one", "some", "both", "all", "most", "none"):
        return False
    return joined + 1 < len(s) and s.pos[joined + 1] in _VERBS


def _opens_with_that(s: Sentence, verb: int) -> bool:
    mark = s.child(verb, "mark")
    return mark is not None and s.low[mark] == "that"


def _is_like_a_noun(s: Sentence, verb: int) -> bool:
    """Whether a verb joined to a noun is a gerund or a question, and so belongs to the phrase: "sewing and
    baking bread", "money and how I'll pay"."""
    if s.tag[verb] == "VBG":
        return not s.children(verb, "aux", *_OWN_SUBJECT)
    return s.low[s.first_below(verb)] in _FREE


def _is_compared(s: Sentence, child: int) -> bool:
    """Whether a clause is the second part of a comparison, and so belongs to the phrase: "as stubborn as I
    am"."""
    mark = s.child(child, "mark")
    return mark is not None and s.low[mark] in ("as", "than") and s.pos[s.head[child]] in ("ADJ", "ADV")


def _is_said_of_what_was_met(s: Sentence, verb: int, joined: int) -> bool:
    """Whether a verb joined to the verb of a relative clause (`joined`) begins a new statement. It does if it has an
    object of its own: in "the plumber I met and had a chat", "had a chat" does not describe the plumber."""
    if s.dep[verb] != "relcl" or s.child(verb, "dobj") is not None or s.child(joined, "dobj", "attr") is None:
        return False
    return any(s.low[subject] in closed_class("first_persons") for subject in s.children(verb, *_OWN_SUBJECT))


def _is_inner_comma(s: Sentence, at: int, own: frozenset[int]) -> bool:
    if s.low[at] in closed_class("quotes"):
        return at + 1 in own or (
            at - 1 in own and any(s.low[t] in closed_class("quotes") for t in range(max(0, at - 8), at))
        )
    if at + 1 < len(s) and s.pos[at + 1] == "PROPN" and s.dep[at + 1] in ("npadvmod", "appos", "dep", "intj") and (
        at + 2 == len(s) or _ends(s, at + 2)
    ):  # fmt: skip
        return False  # who is spoken to ("tough times, Jon")
    is_within = s.low[at] == "," and at + 1 in own and s.tag[at + 1] not in ("VBD", "VBZ", "VBP")
    return is_within and not _is_next_deed(s, at + 1)


def _is_next_deed(s: Sentence, token: int) -> bool:
    """Whether a token is the next of several things that somebody did, although the parser takes it for a description:
    "sat under the trees, played cards, and ate"."""
    if s.tag[token] not in ("VBN", "VBD") or s.dep[token] not in ("amod", "acl"):
        return False
    verb = next((above for above in s.ancestors(token) if s.pos[above] in _VERBS), None)
    is_past = verb is not None and s.tag[verb] == "VBD"
    return is_past and any(joined > token and s.tag[joined] == "VBD" for joined in s.children(verb or 0, "conj"))


def _ends(s: Sentence, at: int) -> bool:
    if s.low[at] in _APART:  # neither in "well-read" nor in "a drop-in/advice group"
        return 0 < at < len(s) - 1 and s.end[at - 1] < s.start[at] and s.end[at] < s.start[at + 1]
    return s.low[at] in _STOPS


_SAID_TOGETHER = frozenset({("a", "few"), ("all", "sorts"), ("all", "kinds")})


def bare(s: Sentence, tokens: Sequence[int], timed: frozenset[int]) -> tuple[int, ...]:
    """The tokens of a phrase, without words like "the", words of degree and times at the beginning, and without times
    and adverbs like "too" at the end."""
    first, last = 0, _before_remark(s, tokens)
    openers = closed_class("determiners") | closed_class("degrees")
    quotes = closed_class("quotes")
    while first < last and (
        (s.low[tokens[first]] in openers and not (tokens[first] and s.low[tokens[first] - 1] in quotes))
        or _softens(s, tokens[first])
        or (tokens[first] in timed and s.dep[tokens[first]] not in ("compound", "nmod", "poss"))
        or not _is_word(s, tokens[first])
    ):
        if s.low[tokens[first]] in ("all", "such", "still", "right") and first + 1 == last:
            break
        if s.low[tokens[first]] in _OF_MANY and first + 1 < last and s.low[tokens[first + 1]] == "of":
            break
        if first + 1 < last and (s.low[tokens[first]], s.low[tokens[first + 1]]) in _SAID_TOGETHER:
            break  # "a few" means some, "few" means not enough
        if s.dep[tokens[first]] in _ALONE and first + 1 < last and s.low[tokens[first]] in closed_class("determiners"):
            break  # "this for my birthday", "her move": the word stands for a thing or somebody, and is no article
        first += 1 + (s.low[tokens[first]] == "bit" and first + 1 < last and s.low[tokens[first + 1]] == "of")
    edges = closed_class("edge_words")
    while first < last:
        token = tokens[last - 1]
        if _is_stranded(s, token, tokens[first], timed) or (s.low[token] == "ever" and s.tag[token - 1] == "JJS"):
            break
        if (
            (token in timed and not is_what_was_had(s, token))
            or not _is_word(s, token)
            or (s.low[token] in edges and not (s.low[token] == "right" and s.pos[token] == "ADJ"))
            or s.pos[token] in ("INTJ", "CCONJ", "SCONJ")
            or _is_loose_more(s, token)
        ):
            last -= 1
            continue
        tail = _tail(s, tokens[first:last])
        if not tail:
            break
        last -= tail
    return _with_its_quotes(s, tokens[first:last])


def _before_remark(s: Sentence, tokens: Sequence[int]) -> int:
    """The number of tokens before a remark like "…, such an inspiration", which is no part of the phrase."""
    for place in range(1, len(tokens) - 2):
        if [s.low[token] for token in tokens[place : place + 2]] == [",", "such"]:
            return place
    return len(tokens)


def is_what_was_had(s: Sentence, token: int) -> bool:
    """Whether a noun is a direct object with an adjective. If it names a time, it is then what somebody had ("had a
    quiet weekend") and not when something was done ("slept all weekend")."""
    return s.dep[token] == "dobj" and s.child(token, "amod") is not None


def _with_its_quotes(s: Sentence, tokens: Sequence[int]) -> tuple[int, ...]:
    """The tokens, together with the quotation mark that opens or closes a title in them ("a play called "The Salt
    Path."")."""
    quotes = closed_class("quotes")
    if not tokens or sum(s.low[token] in quotes for token in tokens) % 2 == 0:
        return tuple(tokens)
    if tokens[0] and s.low[tokens[0] - 1] in quotes and s.low[tokens[0] - 1] != "'":
        return (tokens[0] - 1, *tokens)  # ""Small Rain" by Greenwell"
    behind = range(tokens[-1] + 1, min(tokens[-1] + 3, len(s)))
    end = next((token for token in behind if s.low[token] in quotes), None)
    is_next = end is not None and all(s.low[token] in (".", ",", "!", "?") for token in range(tokens[-1] + 1, end))
    return (*tokens, *range(tokens[-1] + 1, end + 1)) if is_next and end is not None else tuple(tokens)


def with_what_tells(s: Sentence, tokens: Sequence[int]) -> tuple[int, ...]:
    """The tokens of a noun phrase with a clause right after it that says which one is meant ("a play I saw",
    "a piece called …")."""
    last = tokens[-1]
    joined = [last]
    while s.dep[joined[-1]] == "conj":
        joined.append(s.head[joined[-1]])
    for holder in (*joined, *(up for up in s.ancestors(last) if up in tokens)):
        for child in s.children(holder, "relcl", "acl"):
            if s.first_below(child) != last + 1 or _is_of_the_listener(s, child):
                continue
            own = frozenset(_kept(s, child))
            while last + 1 in own and not _ends(s, last + 1):
                last += 1
            return bare(s, (*tokens, *range(tokens[-1] + 1, last + 1)), frozenset())
    return tuple(tokens)


def _is_loose_more(s: Sentence, token: int) -> bool:
    """Whether a "more" at the end belongs to the verb and not to the phrase: "prepping for the show more",
    but not "learn more"."""
    return s.low[token] == "more" and s.dep[token] == "advmod" and s.pos[token - 1] in ("NOUN", "PROPN")


def _tail(s: Sentence, tokens: Sequence[int]) -> int:
    """How many tokens at the end are a fixed expression of the list `tails`, such as "after all" in "move to Malta
    after all". They are no part of the phrase."""
    tails = closed_class("tails")
    found = (n for n in (3, 2) if len(tokens) > n and " ".join(s.low[token] for token in tokens[-n:]) in tails)
    return next(found, 0)


def _is_stranded(s: Sentence, token: int, first: int, timed: frozenset[int]) -> bool:
    """Whether the last word is a preposition or particle that belongs to a verb in the phrase: "what I
    believe in", "see it come together"."""
    head = s.head[token]
    is_cut = token + 1 < len(s) and _ends(s, token + 1)  # "a plan I'm working on - so excited!"
    is_alone = s.dep[token] in ("prep", "prt") and (is_cut or not s.children(token))
    # "The choir I'm a member of". In "the shelter I helped at yesterday" the time does not belong to the preposition.
    is_open = is_alone or (s.dep[token] == "prep" and all(below in timed for below in s.children(token)))
    if is_open and s.pos[token] == "ADP" and any(first < up and _leaves_a_gap(s, up) for up in s.ancestors(token)):
        return True
    if not first <= head < token or s.pos[head] not in _VERBS:
        return False
    is_behind = head == token - 1 or (head == token - 2 and s.dep[token - 1] == "dobj")
    return is_alone or (s.low[token] in closed_class("particles") and is_behind)


def _leaves_a_gap(s: Sentence, verb: int) -> bool:
    """Whether a clause lacks one of its parts because that part stands before the clause: "the choir I sing in",
    "what I'm good at"."""
    is_what = s.dep[verb] in ("pcomp", "ccomp") and s.low[s.first_below(verb)] in _FREE
    return s.dep[verb] == "relcl" or is_what


def _softens(s: Sentence, token: int) -> bool:
    """Whether a token is a word of degree: "a little nervous", "kind of tired", but not "a little house"."""
    following = s.low[token + 1] if token + 1 < len(s) else ""
    if s.low[token] == "of":
        return token > 0 and s.low[token - 1] in ("kind", "sort") and s.pos[token - 1] == "ADV"
    if s.low[token] in ("kind", "sort"):
        return following == "of" and s.pos[token] == "ADV"
    return s.low[token] == "little" and s.pos[min(token + 1, len(s) - 1)] == "ADJ" and s.dep[token] == "advmod"


def _is_word(s: Sentence, token: int) -> bool:
    return any(character.isalnum() for character in s.low[token]) or s.low[token] in (
        "%",
        "€",
        "$",
        "£",
        "+",
        "#",
        "++",
    )


def items(s: Sentence, head: int) -> list[tuple[int, ...]]:
    """The items of a list: each is a noun with the words that belong to this noun alone."""
    heads, at = [head], head
    while True:
        joined = [
            child
            for child in s.children(at, "conj")
            if s.pos[child] not in _VERBS and s.low[child - 1] != "but" and not does_the_next(s, child)
        ]
        if not joined:
            break
        heads += joined
        at = joined[-1]
    return [_alone(s, item) for item in heads]


def does_the_next(s: Sentence, noun: int) -> bool:
    """Whether a noun that the parser joins to a thing is really the subject of the next clause: "and" stands before the
    noun and a finite verb right after it ("I own a van and spare parts are dear")."""
    at = noun + 1
    if s.dep[noun] != "conj" or s.pos[noun] not in ("NOUN", "PROPN") or at >= len(s) or s.tag[at] not in _FINITE:
        return False
    return (
        s.low[s.first_below(noun) - 1] == "and"
        and s.dep[at] in ("conj", "ROOT", "ccomp")
        and s.child(at, "nsubj") is None
    )


def _alone(s: Sentence, head: int) -> tuple[int, ...]:
    """The tokens of a noun phrase without nouns joined to it ("and jam") and without clauses after commas."""
    own = frozenset(_kept(s, head))
    first = head
    while first - 1 in own:
        first -= 1
    last = head
    while last + 1 in own and not _ends(s, last + 1):
        last += 1
    return tuple(range(first, last + 1))


def _is_of_the_listener(s: Sentence, child: int) -> bool:
    """Whether "you" is the subject of a relative clause ("the dog you gave me"). Only the listener knows
    which one is meant then."""
    subject = s.child(child, *_OWN_SUBJECT) if s.dep[child] == "relcl" else None
    return subject is not None and s.low[subject] in closed_class("second_persons")


def _kept(s: Sentence, head: int) -> Iterable[int]:
    waiting = [head]
    while waiting:
        token = waiting.pop()
        yield token
        for child in s.children(token):
            if s.dep[child] in ("cc", "conj") and token == head:
                continue
            if s.dep[child] in ("appos", "punct", "parataxis", "advcl") and s.low[child] != "-":
                continue
            if _is_other_clause(s, token, child) or _is_of_the_listener(s, child):
                continue
            waiting.append(child)
