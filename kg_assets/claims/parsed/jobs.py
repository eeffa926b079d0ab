"""Finds the employer that is named before a job: "got the Kestrel job"."""

from kg_assets.claims.parsed.words import shared, words
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Tokens = tuple[int, ...]
_DETERMINERS = frozenset({"the", "a", "that", "my"})


def job_got(s: Sentence, clause: Clause) -> Tokens:
    """The tokens of the employer whose job the writer got: "Kestrel" in "got the Kestrel job". Empty if
    there is none."""
    job = s.child(clause.verb, "dobj")
    is_own = clause.subject is None or s.low[clause.subject] in closed_class("first_persons")
    is_got = clause.lemma in words("getting_a_job") and clause.tense in ("past", "perfect") and not clause.is_negative
    if job is None or not (is_own and is_got) or s.lemma[job].lower() not in words("jobs_got"):
        return ()
    name = tuple(child for child in s.children(job, "compound", "nmod") if child < job)
    is_named = bool(name) and s.low[max(0, name[0] - 1)] in _DETERMINERS and name[-1] == job - 1
    if not is_named or not all(s.word(t)[:1].isupper() or s.pos[t] == "PROPN" for t in name):
        return ()
    listed = shared("jobs") | shared("known_places") | shared("months") | shared("weekdays")
    is_other = any(s.low[t] in listed or s.entity[t] in ("DATE", "TIME") for t in name)
    is_short = len(name) == 1 and s.word(name[0]).isupper()  # "the ICU job": a kind of work
    return () if is_other or is_short else name
