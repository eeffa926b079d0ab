"""Clauses in which a person says something of themselves, found in the parse of a sentence.

The subject of such a clause is "I". The clause may share the "I" with the verb before it, or leave it out. Questions,
commands, most wishes, imagined things and the words of others do not count. `predicates` decides whether a clause says
who somebody is.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from kg_assets.beliefs.given_up import ends_something
from kg_assets.beliefs.lexicon import Lexicon
from kg_assets.language.moods import is_in_condition
from kg_assets.language.sentence import Sentence

Tense = Literal["present", "past", "perfect", "progressive"]
_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass", "expl")
_AUXILIARIES = ("aux", "auxpass")
_STOPS = frozenset({",", ";", ":", "-", "–", "—", ".", "!", "..."})
_CONDITIONS = frozenset({"if", "unless", "whether"})
_BELOW_NOTHING = frozenset({"ROOT", "conj", "parataxis", "ccomp", "advcl", "dep", "relcl"})
_WEAKENING = frozenset({"aux", "neg", "advmod", "advcl"})  # without these below its verb a clause states a fact
_NOT_STATED = frozenset({"should", "must", "shall", "ought"})
_LATER = frozenset({"will", "would", "gonna", "gon"})
_POSSIBLE = frozenset({"can", "cannot", "could", "would", "should", "might", "may"})
_BARELY = frozenset({"just", "only", "simply", "merely"})
_EVER = frozenset({"always", "never"})
_GOING = frozenset({"go", "gon"})
_TRY = "try"
_OPENING = 6  # words
_STATING = frozenset({"never", "so", "nor", "neither"})  # "never have I" asks nothing
_NEVER = frozenset({"never", "not", "n't"})


class SelfClause(NamedTuple):
    """A clause in which the writer says something of themselves. `head`, `verb` and the other tokens are indices in the
    sentence."""

    head: int  # the verb that has the subject
    verb: int  # the verb that says it: "used to be" and "keep putting" are about being and putting
    above: tuple[int, ...]  # the words above it that say how it is meant ("I think", "used to")
    tense: Tense


def self_clauses(s: Sentence, words: Sequence[str], lexicon: Lexicon) -> list[SelfClause]:
    """The clauses of a sentence in which its writer says something of themselves, in order."""
    if not s.is_parsed or not ("i" in words or _opens_for_oneself(s, words, lexicon)):
        return []
    found: list[SelfClause] = []
    for head in _verbs_of_i(s, words):
        if s.dep[head] not in _BELOW_NOTHING or not _is_said_of_oneself(s, words, head, lexicon):
            continue
        above = _above(s, words, head, lexicon)
        if above is None or _is_asked(s, words, head) or not _is_stated(s, words, head, lexicon):
            continue
        verb, raised = _lowered(s, words, head, lexicon)
        if _opens_another(s, words, verb, lexicon):
            continue
        found.append(SelfClause(head, verb, tuple(sorted({*above, *raised})), _tense(s, words, head)))
    return found


def opens_without_i(words: Sequence[str]) -> bool:
    """Whether a sentence has one of the words that may open a clause whose "I" is left out: "feeling" in "feeling
    hopeful", "always" in "always loved rain"."""
    return "always" in words or any(word.endswith("ing") for word in words[:_OPENING])


def _opens_for_oneself(s: Sentence, words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether a sentence without an "I" opens with a verb whose "I" is left out. Only then can its other verbs share
    that left-out "I"."""
    return opens_without_i(words) and any(_leaves_out_i(s, words, root, lexicon) for root in _roots(s))


def _roots(s: Sentence) -> set[int]:
    return {token for token, head in enumerate(s.head) if head == token}


def _verbs_of_i(s: Sentence, words: Sequence[str]) -> Iterable[int]:
    """The tokens that may be the verb of an "I", in order. These are the head of each "I" in the parse, the head of
    that head (the "I" may depend on a helper), and the root, whose "I" may be left out. If a word is joined to another
    ("conj"), every token may be such a verb, because it may share the "I" before it."""
    above = {s.head[token] for token, word in enumerate(words) if word == "i"}
    return range(len(s)) if "conj" in s.dep else sorted({*above, *_roots(s), *(s.head[token] for token in above)})


def _is_said_of_oneself(s: Sentence, words: Sequence[str], head: int, lexicon: Lexicon) -> bool:
    if s.pos[head] not in ("VERB", "AUX") and not s.children(head, "aux", "auxpass", "cop"):
        return False
    subject = s.child(head, *_SUBJECTS)
    if subject is None and s.pos[head] == "INTJ":  # "I do like rain", with its subject at the helper
        subject = next((found for aux in s.children(head, "aux") for found in s.children(aux, "nsubj")), None)
    if subject is not None:
        return words[subject] == "i"
    return (s.dep[head] == "conj" and _shares_subject(s, words, head, lexicon)) or _leaves_out_i(
        s, words, head, lexicon
    )


def _leaves_out_i(s: Sentence, words: Sequence[str], head: int, lexicon: Lexicon) -> bool:
    """Whether the first verb of a sentence has an "I" that is left out: "Feeling hopeful today", "always been
    interested in maps, so I …"."""
    is_of_verb = s.tag[head] in ("VBD", "VBN", "VBG") or words[head] == "been"
    if not is_of_verb or s.head[head] != head or s.ends_asking or s.children(head, "cop"):
        return False
    before = [token for token in range(head) if s.dep[token] != "advmod" and s.pos[token] not in ("INTJ", "PUNCT")]
    if any(words[token] != "been" for token in before):
        return False
    if words[head] == "been":
        return "i" in words and any(words[token] in _EVER for token in range(head))
    if s.tag[head] in ("VBD", "VBN") and s.lemma[head].lower() in lexicon.preference:
        return any(words[token] == "always" for token in s.children(head, "advmod"))
    felt = (lexicon.being, lexicon.preference, lexicon.feeling, lexicon.capability, (_TRY,))
    lemma = s.lemma[head].lower()
    return s.tag[head] == "VBG" and words[head] != "being" and any(lemma in verbs for verbs in felt)


def _shares_subject(s: Sentence, words: Sequence[str], head: int, lexicon: Lexicon) -> bool:
    """Whether a verb joined to the verb before it has the same "I" as subject. A command behind a statement does not:
    "I was late, so call them"."""
    before = s.head[head]
    if s.pos[before] not in ("VERB", "AUX") or not _is_said_of_oneself(s, words, before, lexicon):
        return False
    if any(s.dep[between] == "relcl" for between in range(before + 1, head)):
        return False  # "I met a woman who had lost much, yet stayed hopeful": she did
    helpers = {words[child] for child in s.children(before, "aux")}
    if helpers & _POSSIBLE and not s.children(head, "aux", "cop"):
        return False  # "I couldn't play or help": what is only possible or denied for both
    return s.tag[head] != "VB" or s.tag[before] in ("VB", "VBP") or bool(s.children(before, "aux"))


def _above(s: Sentence, words: Sequence[str], head: int, lexicon: Lexicon) -> tuple[int, ...] | None:
    """The tokens of the clause above that say how this clause is meant ("I think" for "I'm shy" in "I think I'm shy").
    None if the words above keep it from being a fact, as in most relative clauses and in conditions."""
    marks = {words[child] for child in s.children(head, "mark", "advmod") if child < head}
    dep = s.dep[head]
    if dep == "relcl":
        return () if s.lemma[s.head[head]].lower() == "reason" else None
    if dep == "advcl" and _is_likened(s, words, head):
        return _own(s, s.head[head])
    if dep == "advcl" and "so" in marks and {words[aux] for aux in s.children(head, "aux")} & _POSSIBLE:
        return None  # "so I could help": what for
    if dep == "advcl" and marks & lexicon.reasons:
        return () if _is_told_reason(s, words, head) else None
    if dep == "advcl":
        return () if marks & lexicon.joining and not marks & _CONDITIONS else None
    if dep == "ccomp":
        return _above_complement(s, words, head, marks, lexicon)
    if marks & _CONDITIONS:
        return None
    if dep in ("conj", "parataxis", "dep"):
        over = s.head[head]
        if is_in_condition(s, head):
            return None
        is_unreal = s.lemma[over].lower() in lexicon.unreal and s.child(over, *_SUBJECTS) is None
        return None if is_unreal else ()
    return ()


def _is_told_reason(s: Sentence, words: Sequence[str], head: int) -> bool:
    """Whether a reason is told as a fact of its own: "I called because I'm a nurse".

    It is not if it is denied ("it's not because …", "just because …"), part of a condition, or only explains a habit
    ("I never call because I hate phones").
    """
    over, first = s.head[head], s.first_below(head)
    if s.dep[over] not in ("ROOT", "conj", "parataxis") or is_in_condition(s, over):
        return False
    is_habit = s.tag[over] in ("VBP", "VB") and any(words[t] == "i" for t in s.children(over, "nsubj"))
    is_of_then = bool({words[aux] for aux in s.children(head, "aux")} & (_POSSIBLE - {"can", "cannot"}))
    is_denied = s.lemma[over].lower() == "be" and s.child(over, "neg") is not None
    is_barely = not _BARELY.isdisjoint(words[max(0, first - 1) : first + 1])
    return not (is_habit or is_of_then or is_denied or is_barely)


def _above_complement(
    s: Sentence, words: Sequence[str], head: int, marks: set[str], lexicon: Lexicon
) -> tuple[int, ...] | None:
    over = s.head[head]
    lemma = s.lemma[over].lower()
    subject = s.child(over, *_SUBJECTS)
    is_run_on = head < over or (not marks and any(words[at] in _STOPS for at in range(over + 1, head)))
    if is_run_on:
        return () if not _is_quoted(s, over, head) else None
    if "why" in marks and not s.children(over, "neg") and (lemma == "be" or lemma in lexicon.telling_why):
        return ()  # "that's why I love rain": what has a reason is so
    if lemma in lexicon.doubting:
        return (*_own(s, over), *_own(s, s.head[over]))
    if marks & _CONDITIONS and lemma not in ("know", "doubt"):
        return None
    if lemma == "be" and subject is not None and s.lemma[subject].lower() in lexicon.own_things:
        return ()
    if subject is not None and words[subject] == "i" and lemma in lexicon.opening and lemma not in lexicon.unreal:
        if lemma == "know" and marks & _CONDITIONS and not s.child(over, "neg"):
            return None
        further = _above(s, words, over, lexicon) if s.dep[over] == "ccomp" else ()
        return None if further is None else (*further, *_own(s, over))
    if subject is not None and words[subject] == "it" and lemma in ("seem", "feel", "look"):
        return _own(s, over)
    if subject is not None or lemma not in lexicon.opening:
        return None
    lent = _own(s, s.head[over]) if s.dep[over] == "xcomp" else ()
    return (*lent, *_own(s, over)) if not lent or any(words[token] == "i" for token in lent) else None


def _is_likened(s: Sentence, words: Sequence[str], head: int) -> bool:
    """Whether a clause follows "feel like" or "seem like": "I'm behind" in "I feel like I'm behind"."""
    over = s.head[head]
    subject = s.child(over, *_SUBJECTS)
    is_felt = s.lemma[over].lower() in ("feel", "seem") and subject is not None and words[subject] in ("i", "it")
    return is_felt and over < head and any(words[mark] == "like" for mark in s.children(head, "mark"))


def _is_quoted(s: Sentence, over: int, head: int) -> bool:
    """Whether a clause is quoted: it depends on a verb of saying, or a quotation mark opens between the two verbs."""
    lemma = s.lemma[over].lower()
    return lemma in ("say", "tell", "write", "ask", "reply", "shout", "whisper") or any(
        s.tag[at] == "``" for at in range(min(over, head), max(over, head))
    )


def _own(s: Sentence, token: int) -> tuple[int, ...]:
    """A verb with the tokens that belong to it: subject, helpers, denial, adverbs, an adjective ("sure" in "I'm sure"),
    and the words that open the clause and its complement ("that")."""
    own = (token, *s.children(token, *_SUBJECTS, *_AUXILIARIES, "neg", "advmod", "acomp", "mark"))
    marks = [mark for child in s.children(token, "ccomp") for mark in s.children(child, "mark")]
    return tuple(sorted({*own, *marks}))


def _is_asked(s: Sentence, words: Sequence[str], head: int) -> bool:
    """Whether a clause is a question: its verb or helper stands before its subject, or it is the last clause before a
    question mark. "Never have I", "nor do I" and "so do I" are no questions."""
    subject = s.child(head, "nsubj", "nsubjpass")
    first = min((head, *s.children(head, *_AUXILIARIES)))
    if subject is not None and first < subject:
        fronted = (words[child] for child in s.children(head, "neg", "advmod", "cc") if child < first)
        if _STATING.isdisjoint(fronted):
            return True
    return s.ends_asking and not any(
        s.dep[later] in ("ROOT", "conj", "parataxis") and s.pos[later] in ("VERB", "AUX")
        for later in range(head + 1, len(s))
    )


def _is_stated(s: Sentence, words: Sequence[str], head: int, lexicon: Lexicon) -> bool:
    """Whether a clause states a fact, not a duty, wish, plan or condition. "I would never", "I won't give up" and "I'd
    love to become a nurse" count, because they say who somebody is."""
    if _WEAKENING.isdisjoint(s.dep[child] for child in s.children(head)):
        return True
    helpers = {words[child] for child in s.children(head, "aux")}
    if helpers & _NOT_STATED or any(words[child] == "otherwise" for child in s.children(head, "advmod")):
        return False
    if any(
        words[mark] in ("if", "unless") for child in s.children(head, "advcl") for mark in s.children(child, "mark")
    ):
        return not helpers & {"would", "will", "could"}
    denied = {words[child] for child in s.children(head, "neg", "advmod")}
    if "before" in denied and not denied.isdisjoint(_NEVER):
        return False  # "I'd never felt so calm before" tells of a moment, "I haven't been lucky before" of what is over
    if s.lemma[head].lower() in lexicon.self_naming and any(words[t] == "myself" for t in s.children(head, "dobj")):
        return True
    if "would" in helpers and s.lemma[head].lower() in lexicon.wishing:
        return s.child(head, "xcomp") is not None  # "I'd love to become a nurse"
    if helpers & _LATER:
        denials = {words[child] for child in s.children(head, "neg", "advmod")}
        is_firm = "ever" in denials or s.lemma[head].lower() in lexicon.resolved  # "I won't give up"
        return "never" in denials or ("will" in helpers and bool(denials & _NEVER) and is_firm)
    return True


def _lowered(s: Sentence, words: Sequence[str], head: int, lexicon: Lexicon) -> tuple[int, tuple[int, ...]]:
    """Two values: the verb that carries the meaning ("like" in "I used to like it"); and the tokens before it that were
    passed to reach it ("used" and "to")."""
    passed: list[int] = []
    verb = head
    while s.lemma[verb].lower() in lexicon.raising or ends_something(s, verb, lexicon) or _is_to_last(s, verb, lexicon):
        below = next((child for child in s.children(verb, "xcomp", "ccomp") if child > verb), None)
        if below is None or s.child(below, *_SUBJECTS) is not None or s.child(verb, "dobj") is not None:
            break  # "I used my savings to travel" is about using them
        passed += [verb, *s.children(verb, *_AUXILIARIES, "neg", "advmod", "prt"), *s.children(below, "aux")]
        verb = below
    return verb, tuple(passed)


def _is_to_last(s: Sentence, verb: int, lexicon: Lexicon) -> bool:
    """Whether "going to" says that something that is so already goes on: a verb of lasting follows ("I'm going to stay
    positive"), or a denied verb of giving up ("I'm not gonna give up")."""
    below = s.child(verb, "xcomp")
    if below is None or s.tag[verb] != "VBG" or s.lemma[verb].lower() not in _GOING:
        return False
    lasting = lexicon.lasting | (lexicon.resolved if s.child(verb, "neg") is not None else frozenset())
    return s.lemma[below].lower() in lasting


def _opens_another(s: Sentence, words: Sequence[str], verb: int, lexicon: Lexicon) -> bool:
    """Whether a verb like "know" only opens another clause and so says nothing of the person itself. The other clause
    is read by itself if it is about the person: "I'm late" in "I know I'm late"."""
    if s.lemma[verb].lower() not in lexicon.opening:
        return False
    below = s.children(verb, "ccomp")
    below += tuple(child for child in s.children(verb, "advcl") if _is_likened(s, words, child))
    if any(words[subject] == "i" for child in below for subject in s.children(child, *_SUBJECTS)):
        return not any(words[mark] in ("whether", "why", "who") for child in below for mark in _openers(s, child))
    return bool(below) and s.lemma[verb].lower() != "feel"


def _openers(s: Sentence, verb: int) -> Iterator[int]:
    yield from (
        child for child in s.children(verb) if child < verb and s.dep[child] in ("mark", "advmod", "attr", "dobj")
    )


def _tense(s: Sentence, words: Sequence[str], head: int) -> Tense:
    helpers = {words[child] for child in s.children(head, *_AUXILIARIES)}
    if helpers & {"have", "has", "had"} and s.tag[head] in ("VBN", "VBG", "VBD"):
        return "perfect"
    if s.tag[head] == "VBG":
        return "progressive"
    if helpers & {"did", "was", "were"} or (s.tag[head] == "VBD" and not helpers):
        return "past"
    return "present"
