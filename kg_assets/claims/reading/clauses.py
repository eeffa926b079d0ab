"""Divides a sentence into clauses, each with subject, verb and complement."""

from operator import itemgetter

from kg_assets.claims.reading.assertion import CONNECTORS, Clause
from kg_assets.claims.reading.frames import registry
from kg_assets.claims.reading.lexicon import lexicon, word_list
from kg_assets.claims.reading.model import Subject, VerbGroup
from kg_assets.claims.reading.sentence import Sentence
from kg_assets.claims.reading.subjects import says_there_is, subject_at
from kg_assets.claims.reading.verbs import verb_group

_IS_SHORT_VERB_WORDS = word_list("clauses", "is_short_verb_words")
_NOUN_EXCLUDED_WORDS = word_list("clauses", "noun_excluded_words")
_SURE_THIRDS = word_list("clauses", "sure_thirds")
# Words in lower case that may open a subject: pronouns, possessives, an article, forms of address.
_OPENERS = frozenset(
    {
        "i", "we", "my", "our", "who", "&", "he", "she", "it", "they", "the",
        "mr", "mrs", "ms", "dr", "prof", "mr.", "mrs.", "ms.", "dr.", "prof.",
    }
)  # fmt: skip
# After these, and at the beginning, a thing may stand without an article.
_BEFORE_THINGS = frozenset({".", ",", "and", ";", ":", "-", "*", "but", "btw"})
# A sentence may tell a price or a measure if it has one of these verbs, or a number and "is".
_SUM_VERBS = word_list("clauses", "sum_verbs")
_SUM_SIGNS = frozenset("$€£0123456789")
# The relatives with whom a sentence may begin without a possessive.
_PARENTS = word_list("clauses", "parents")
_FINITE_NOUNS = word_list("clauses", "finite_nouns")


def openings(s: Sentence) -> list[bool]:
    """For each token, whether a subject may begin there. If not, `subject_at` finds none there."""
    opens = [
        low in _OPENERS or named >= 0 or is_capital
        for low, named, is_capital in zip(s.low, s.named, s.capitals, strict=True)
    ]
    if not _may_measure(s):
        return [opens[0] or s.low[0] in _PARENTS, *opens[1:]] if opens else opens
    return [is_open or low in _BEFORE_THINGS for is_open, low in zip(opens, (",", *s.low), strict=False)]


def _may_measure(s: Sentence) -> bool:
    """Whether the sentence has words or numbers for a price or a measure. Then a thing without an article can
    be a subject."""
    if not _SUM_VERBS.isdisjoint(s.low):
        return True
    return ("is" in s.low or "was" in s.low) and not _SUM_SIGNS.isdisjoint(map(itemgetter(0), s.low))


def find_clauses(s: Sentence, first: int, last: int, most: int) -> list[Clause]:
    """The clauses of a sentence in text order, from at most `most` subjects.

    A clause ends where the next begins. A clause before "who" ends behind the name to which "who" belongs. A joined
    verb with the same subject makes a clause of its own.
    """
    # Subject, verb, where the clause begins, and where the one before it ends.
    heads: list[tuple[Subject, VerbGroup, int, int]] = []
    opens = openings(s)
    at = first
    while len(heads) < most and True in opens[at:last]:
        at = opens.index(True, at)
        found = subject_at(s, at)
        verb = None
        if found is not None:
            subject, after = found
            told_more = after if s.word(after) == "who" else None
            if (
                subject.sort in ("kin", "named", "person")
                and s.word(after) in ("who", "that", "which")
                and not (subject.sort == "named" and s.word(after) == "that")
            ):
                after += 1
            if subject.sort in ("kin", "named", "person") and (close := _apposition_end(s, after, last)) is not None:
                lead = _lead(s, at, first)
                heads.append((subject, VerbGroup("be", "present", False, False, after, after + 1), lead, lead))
                after = close + 1
            if subject.sort == "kin" and s.word(after) == "," and s.word(after + 1) == "who":
                after += 2
            verb = verb_group(s, after, subject.sort == "self" or _is_many(subject)) if after < last else None
            if verb is None and heads and heads[-1][0] is subject:
                heads.pop()
            if verb is not None and s.low[after] == "'s" and not _is_short_verb(s, after + 1):
                verb = None
        if found is None or verb is None:
            at += (
                1
                if found is None or found[0].sort in ("thing", "pronoun", "named", "person")
                else max(1, found[1] - at - 1)
            )
            continue
        lead = after - 1 if heads and heads[-1][0] is subject else _lead(s, at, first)
        heads.append((subject, verb, lead, lead if told_more is None else told_more))
        at = max(verb.last, at + 1)
    clauses: list[Clause] = []
    for index, (subject, verb, lead, _) in enumerate(heads):
        end = heads[index + 1][3] if index + 1 < len(heads) else last
        clauses.extend(_coordinated(s, Clause(subject, verb, lead, verb.last, max(end, verb.last))))
    return clauses


def _apposition_end(s: Sentence, after: int, last: int) -> int | None:
    """The second comma of a description or an age behind a person: ", a vet,", ", 42,". None if there is none."""
    if s.word(after) == "," and s.word(after + 1).isdigit() and s.word(after + 2) == ",":
        return after + 2
    if s.word(after) != "," or s.word(after + 1) not in ("a", "an"):
        return None
    return next((at for at in range(after + 2, min(after + 10, last - 1)) if s.low[at] == ","), None)


def _is_many(subject: Subject) -> bool:
    """Whether the subject is several relatives without a name, so that its verb has the base form ("my sisters live in
    Oslo")."""
    return (
        subject.sort == "kin"
        and subject.value.startswith("__SELF__/")
        and subject.value.endswith(("s", "children", "in-laws"))
    )


def _is_short_verb(s: Sentence, at: int) -> bool:
    """Whether the word after 's shows that 's means "is" or "has", and is not a genitive."""
    low = s.word(at)
    words = s.words
    if not low or (at < len(s) and s.is_name(at) and low not in words["traits"]):
        return False
    kinds = ("determiners", "adverbs", "negators", "diets", "traits", "feelings", "conditions_adjectives")
    return (
        any(low in words[kind] for kind in kinds)
        or low in _IS_SHORT_VERB_WORDS
        or f"{low} {s.word(at + 1)}" in words["conditions_adjectives"]  # "my wife's gluten intolerant"
        or low[0].isdigit()
        or bool(words.bases(low, "gerund"))
    )


def _lead(s: Sentence, at: int, first: int) -> int:
    """The first of the words before a subject that join its clause to the clause before ("and", "because"); `at`, where
    the subject begins, if there are none."""
    while at > first and (
        s.low[at - 1] in CONNECTORS or s.low[at - 1] in ("if", "unless", "whether", ",", "just", "still")
    ):
        at -= 1
    return at


def _coordinated(s: Sentence, clause: Clause) -> list[Clause]:
    """The clause, divided into one for each verb of its subject: two for "I live in Bonn and work at Kelda"."""
    if _JOINING.isdisjoint(s.low[clause.start : clause.end]):
        return [clause]
    pieces: list[Clause] = []
    current = clause
    at = clause.start
    is_bound = clause.verb.lemma in _BINDING and s.word(clause.start) == "to"
    catenative = (
        is_bound
        or _is_catenative(s, clause.start)
        or clause.verb.tense
        in (
            "future",
            "modal",
            "modal_would",
            "modal_can",
            "must",
        )
    )
    somebody_at = _somebody_else_at(s, clause.start, clause.end)
    while at < clause.end:
        if at > somebody_at and _is_told_of_the_other(s, somebody_at, at):
            at += 1
            continue
        if s.low[at] in _JOINING and not (
            (s.low[at] == "," and s.word(at + 1) in ("and", "but")) or s.word(at + 1) in ("raised", "bred")
        ):
            verb = _next_verb(s, current, at + 1, clause.end, catenative)
            if verb is not None:
                cut = at - (s.low[at - 1] == ",")
                pieces.append(current._replace(end=max(cut, current.start)))
                current = Clause(clause.subject, verb, at + 1, verb.last, clause.end, True)
                catenative = _is_catenative(s, verb.last)
                at = verb.last
                continue
        at += 1
    pieces.append(current)
    return pieces


def _somebody_else_at(s: Sentence, start: int, end: int) -> int:
    """The first token of words that introduce somebody or something else: "there's a …", "a dog called …". The end of
    the range if there are none."""
    for at in range(start, end):
        if says_there_is(s, at) or s.word(at) in ("called", "named"):
            return at
    return end


def _is_told_of_the_other(s: Sentence, other: int, at: int) -> bool:
    """Whether a verb behind a comma is about somebody who was introduced before, and not about the subject: "there's a
    black one, raced at Hove", "I met a dog called Moss, used to race"."""
    is_there = says_there_is(s, other)
    is_once = s.word(at + 1) == "used" and s.word(at + 2) == "to"
    is_bare = s.word(at) == "," and s.word(at + 1) not in ("and", "but")
    return (is_there and (is_bare or is_once)) or (is_bare and is_once)


_LEADING_VERBS = lexicon()["adverbs"] | lexicon()["negators"]
_AUXILIARIES = lexicon()["be"] | lexicon()["have"] | lexicon()["do"]
_JOINING = frozenset({"and", "but", "&", ",", "then", "or"})
# Verbs that take "to" and another verb, even one that the list of verbs does not know.
_BINDING = word_list("clauses", "binding")


def _is_catenative(s: Sentence, at: int) -> bool:
    """Whether "to" and a base form stand at `at`. A base form that is joined later belongs to the same "to": "bake" in
    "to cook and bake"."""
    return s.word(at) == "to" and bool(s.words.bases(s.word(at + 1), "base"))


def _next_verb(s: Sentence, clause: Clause, at: int, end: int, catenative: bool) -> VerbGroup | None:
    """A verb group with the same subject after "and", "but" or the like; None if no verb follows."""
    while at < end and s.low[at] in ("and", "but", "then", "also", "i"):
        at += 1
    skipped = at
    while skipped < end and s.low[skipped] in _LEADING_VERBS:
        skipped += 1
    if skipped >= end or (s.low[skipped] == "like" and s.low[skipped - 1] == ","):
        return None
    is_self = clause.subject.sort == "self"
    if _is_auxiliary(s, skipped):
        # "A card for my friend Bea, who is seventy and has bought a boat": it is not I who has.
        is_other = is_self and s.low[skipped] in _OF_OTHERS
        is_chained = catenative and s.low[skipped] in ("have", "do")
        return None if is_other or is_chained else verb_group(s, at, is_self)
    if clause.verb.tense.endswith("progressive") and (gerunds := s.words.bases(s.low[skipped], "gerund")):
        is_frame = gerunds[0] in registry() and _has_object(s, skipped, end)
        return VerbGroup(gerunds[0], clause.verb.tense, False, False, at, skipped + 1) if is_frame else None
    if s.low[at - 1] == "," and clause.verb.tense == "present" and s.words.bases(s.low[skipped], "gerund")[:1]:
        lemma = s.words.bases(s.low[skipped], "gerund")[0]
        is_life = lemma in ("study", "work", "live", "learn", "major")
        return VerbGroup(lemma, "progressive", False, False, at, skipped + 1) if is_life else None
    if catenative and is_self and s.low[skipped] in _TASTES:
        return verb_group(s, at, is_self)
    return _next_past(s, clause, at, skipped, end) or _next_present(s, clause, at, skipped, end, catenative)


def _is_auxiliary(s: Sentence, at: int) -> bool:
    low = s.low[at]
    is_finite = low in _AUXILIARIES and low not in ("being", "be", "been", "having")
    return is_finite or low in s.words["modals"] or (low == "used" and s.word(at + 1) == "to")


def _next_past(s: Sentence, clause: Clause, at: int, verb_at: int, end: int) -> VerbGroup | None:
    """The verb group at `at` with a past form at `verb_at`, which has the same subject as the clause before it: "moved"
    in "I left Bonn and moved to Graz". None if there is none. A form that is also a base form ("put") does not
    count."""
    past, tense = s.words.bases(s.low[verb_at], "past"), clause.verb.tense
    if not past or s.words.bases(s.low[verb_at], "base") or s.low[at - 1] == "the":
        return None
    if tense == "perfect":
        return VerbGroup(past[0], "perfect", False, False, at, verb_at + 1)
    is_clear = tense in ("past", "used_to") or clause.verb.lemma != "be" or _has_object(s, verb_at, end)
    return verb_group(s, at, clause.subject.sort == "self") if is_clear and tense in _FINITE_TENSES else None


# Verbs that seldom continue an infinitive before them ("love to cook and hate doing dishes").
_TASTES = word_list("clauses", "tastes")
# Auxiliaries that never follow "I" or "we".
_OF_OTHERS = word_list("clauses", "of_others")
_FINITE_TENSES = frozenset({"past", "present", "used_to"})


def _next_present(s: Sentence, clause: Clause, at: int, verb_at: int, end: int, catenative: bool) -> VerbGroup | None:
    """The verb group of a present form that agrees with the subject. If the word may also be a noun, the
    words after it must show that it is a verb."""
    is_now = not {"now", "currently", "still"}.isdisjoint(s.low[at:verb_at])
    if clause.subject.sort in ("thing", "named") and s.low[verb_at] in ("costs", "weighs", "measures"):
        return verb_group(s, at, False)
    if catenative or (clause.verb.tense not in ("present", "perfect_progressive", "progressive") and not is_now):
        return None
    low, is_self = s.low[verb_at], clause.subject.sort == "self"
    if not s.words.bases(low, "base" if is_self else "third") or not _has_object(s, verb_at, end):
        return None
    is_verb = (is_self and low not in _FINITE_NOUNS) or low in _SURE_THIRDS or _noun_excluded(s, verb_at, end)
    return verb_group(s, at, is_self) if is_verb else None


def _has_object(s: Sentence, at: int, end: int) -> bool:
    return at + 1 < end and s.low[at + 1] not in (",", "and", "or", "of") and not s.has_pause(at + 1)


def _noun_excluded(s: Sentence, at: int, end: int) -> bool:
    """Whether a word that may be a noun or a verb is shown to be a verb by the words behind it: "plans" by "a" in
    "plans a trip"."""
    following = s.low[at + 1]
    return (
        following in s.words["determiners"] | _NOUN_EXCLUDED_WORDS
        or s.is_name(at + 1)
        or following[0].isdigit()
        or following.endswith("ing")
        or following in s.words["languages"] | s.words["tools"] | s.words["diets"]
    )
