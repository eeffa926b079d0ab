"""Reads atoms from a parsed sentence by rules, without a model (seed 002 §4.3). An atom is a statement about oneself
that says one thing.

Its text is the simplest form: "lately I've been feeling kinda anxious" becomes "i feel anxious". What the text leaves
out (when it holds, how surely and how strongly it is said) is kept in the atom's frame.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kg_assets.beliefs.attached import with_joined
from kg_assets.beliefs.clauses import SelfClause, opens_without_i, self_clauses
from kg_assets.beliefs.clefts import with_clefts
from kg_assets.beliefs.elided import Elided, elided_predicate, may_leave_out
from kg_assets.beliefs.epistemics import Cues, Reading
from kg_assets.beliefs.extent import BRACKETS, is_in_doing, set_against
from kg_assets.beliefs.frame import BeliefType
from kg_assets.beliefs.given_up import ends_something, with_doings
from kg_assets.beliefs.lessons import lessons
from kg_assets.beliefs.lexicon import Lexicon
from kg_assets.beliefs.other_subjects import Stated
from kg_assets.beliefs.others import may_be_stated, stated
from kg_assets.beliefs.predicates import SECOND, Predicate, predicates_of
from kg_assets.beliefs.referents import with_referent
from kg_assets.beliefs.roles import roles
from kg_assets.beliefs.segmenter import Segment, segments
from kg_assets.beliefs.short_forms import with_short_forms
from kg_assets.beliefs.situation import Heard, Situation
from kg_assets.beliefs.understood import understood
from kg_assets.beliefs.wording import joined, spelled
from kg_assets.core.once import once
from kg_assets.core.spans import Span
from kg_assets.language.sentence import Sentence

_OF_ONESELF = frozenset({"i", "me", "myself", "my", "mine", "we", "us", "it", "they", "them"})
_DENIALS = frozenset({"not", "never", "nothing", "nobody", "no"})
_HAD = frozenset({"had", "'d", "’d", "d"})
_APART = ("advcl", "conj", "parataxis", "relcl", "ccomp", "intj")
_DOUBLE_QUOTES = frozenset({'"', "“", "”", "``", "''"})


class Atom(NamedTuple):
    """One statement about oneself as it was read. `segment` is the index of the piece of the sentence (see `Segment`)
    in which it was found."""

    text: str
    belief_type: BeliefType
    confidence: float
    reading: Reading
    segment: int
    span: Span


class Atomizer:
    """Reads atoms (statements about oneself that say one thing each) from sentences, with the words and cues of the
    configuration."""

    def __init__(self, lexicon: Lexicon, cues: Cues) -> None:
        self._lexicon = lexicon
        self._cues = cues

    def read(self, s: Sentence, before: Sentence | None = None) -> "Told":
        """The pieces and atoms of a sentence. `before` is the sentence before it, which may say what a pronoun
        means."""
        return Told(s, spelled(s), before, self._lexicon, self._cues)


class Told:
    """The result of reading one sentence: its pieces (segments), and the atoms read from it.

    The parse of the sentence is looked at only if its words may give an atom, or when the pieces are asked for.
    """

    def __init__(
        self, s: Sentence, words: tuple[str, ...], before: Sentence | None, lexicon: Lexicon, cues: Cues
    ) -> None:
        self._s = s
        self._words = words
        self._before = before
        self._lexicon = lexicon
        self._cues = cues
        self.atoms: list[Atom] = list(self._read.atoms()) if may_tell(s, words, lexicon) else []

    @property
    def segments(self) -> list[Segment]:
        return self._read.segments

    @once
    def _read(self) -> "_Read":
        told = with_referent(with_short_forms(self._s, self._lexicon), self._words, self._before, self._lexicon)
        parsed = with_joined(with_doings(with_clefts(told.s, self._lexicon), self._lexicon))
        return _Read(parsed, told.words, told.meant, self._lexicon, self._cues)


def may_tell(s: Sentence, words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether a sentence can say anything about its writer. It can if it has a word for the writer, leaves its "I" out,
    has a pronoun that may stand for something of the writer's, or says what something is to them."""
    if not s.is_parsed:
        return False
    is_named = not _OF_ONESELF.isdisjoint(words) or may_be_stated(words, lexicon)
    return is_named or may_leave_out(s, words, lexicon) or opens_without_i(words)


class _Read:
    """Reads the pieces and the atoms of one sentence."""

    def __init__(self, s: Sentence, words: Sequence[str], meant: frozenset[int], lexicon: Lexicon, cues: Cues) -> None:
        self._s = s
        self._words = words
        self._meant = meant
        self._lexicon = lexicon
        self._cues = cues

    @once
    def segments(self) -> list[Segment]:
        return segments(self._s, self._words, self._lexicon.joining)

    def atoms(self) -> Iterator[Atom]:
        clauses = self_clauses(self._s, self._words, self._lexicon)
        for clause in clauses:
            yield from self._of_clause(clause)
        yield from self._of_others(clauses)

    def _of_clause(self, clause: SelfClause) -> Iterator[Atom]:
        if self._goes_on(clause):
            return
        at = Situation(self._s, self._words, clause, self._lexicon, self)
        predicates = predicates_of(at)
        if not predicates:
            return
        heard, condition, reading = at.heard
        said = {token for predicate in predicates for token in predicate.tokens}
        for predicate in predicates:
            if len(predicates) > 1:
                own = set(predicate.tokens)
                heard = sorted(token for token in {*heard, *own} if token in own or token not in said)
                reading = self._framed(clause, heard, condition)
            kept = self._kept(clause, predicate, heard, reading)
            known = understood(self._s, clause.verb, kept, self._meant)
            if known is None or not self._says_something(predicate, known) or self._lacks_object(kept, known):
                continue
            kept = known
            text = self._text(clause, predicate, kept, heard, reading)
            sure = self._lexicon.confidence
            yield Atom(
                text, predicate.belief_type, sure.listed if predicate.is_listed else sure.by_habit, reading,
                *self._place(clause.verb, {clause.head, *predicate.tokens}),
            )  # fmt: skip

    @once
    def may_tell_habit(self) -> bool:
        return self._cues.may_have_habit(self._words)

    def heard(self, at: Situation) -> Heard:
        heard = self._heard(at.clause)
        return Heard(heard, at.condition, self._framed(at.clause, heard, at.condition))

    def _framed(self, clause: SelfClause, heard: Sequence[int], condition: str | None) -> Reading:
        """The frame and polarity of a clause, read from the words `heard`. The frame says when something holds, how
        surely and how strongly. "I've been working hard" is `ongoing` unless a word says otherwise."""
        reading = self._cues.read([self._words[token] for token in heard], condition, clause.tense == "past")
        s, head = self._s, clause.head
        if clause.tense != "perfect" or s.tag[head] != "VBG" or reading.frame.temporal_scope != "unknown":
            return reading
        if any(s.low[token] in _HAD for token in s.children(head, "aux")):
            return reading  # "I'd been working hard" is over
        return reading._replace(frame=reading.frame._replace(temporal_scope="ongoing"))

    def _heard(self, clause: SelfClause) -> list[int]:
        """The tokens that decide the frame of a clause (when, how surely and how strongly it holds): its own tokens and
        those of the clauses on which it depends ("I think"). Tokens of other clauses and punctuation are left out."""
        s = self._s
        own = {clause.head, clause.verb}
        for child in {child for top in (clause.head, clause.verb) for child in s.children(top)}:
            if s.dep[child] not in _APART or (s.tag[child] == "VBG" and is_in_doing(s, child)):
                own.update(s.subtree(child, _APART))
            # Words that only occur under a denial (any, at all) belong to it, wherever the parser attaches them.
            own.update(self._cues.that_need_negation(self._words, s.subtree(child)))
        # "Still water" is a kind of water.
        of_nouns = {t for t in own if s.dep[t] in ("amod", "advmod") and s.pos[s.head[t]] == "NOUN"}
        own = self._without_complements(own, clause)
        # "I love to help, so ask": joins what follows, and says nothing of how much.
        own -= {
            t
            for t in own
            if self._words[t] == "so" and (s.dep[t] in ("cc", "mark") or "i" in self._words[t + 1 : t + 2])
        }
        end = set_against(s, clause.verb)
        own = {t for t in own if t < end}
        aside = {t for t in of_nouns if self._cues.is_time(self._words[t])} | {t for t in own if s.pos[t] == "PUNCT"}
        return sorted((own | set(clause.above)) - aside)

    def _without_complements(self, own: set[int], clause: SelfClause) -> set[int]:
        """The tokens in `own` that say how the clause is meant. Verbs and denials inside a complement of its verb are
        left out: in "I hate not being told" the "not" does not deny the hate."""
        s = self._s
        if "xcomp" not in s.dep and "pcomp" not in s.dep:
            return own
        # "I love getting lost": a verb within what is liked says nothing of when.
        own = {t for t in own if s.pos[t] not in ("VERB", "AUX") or not self._is_below(t, clause)}
        # "I hate not being told": what is hated is denied, not the hate.
        return {
            t
            for t in own
            if self._words[t] not in _DENIALS or s.head[t] == clause.head or not self._is_below(s.head[t], clause)
        }

    def _is_below(self, token: int, clause: SelfClause) -> bool:
        """Whether a token is part of a complement of the clause's verb (`xcomp` or `pcomp`): "told" in "I hate not
        being told"."""
        way = [token, *self._s.ancestors(token)]
        if clause.verb not in way or token == clause.verb:
            return False
        return any(self._s.dep[one] in ("xcomp", "pcomp") for one in way[: way.index(clause.verb)])

    def condition(self, at: Situation) -> str | None:
        """The words of the clause that gives the condition ("if …", "when …", "unless …"); None if there is none.

        In "I doubt if I matter" the "if" clause says what is doubted, so it is no condition. With a verb in the past a
        condition counts only if it can be understood without the sentences before.
        """
        s, clause = self._s, at.clause
        for top in dict.fromkeys((clause.verb, clause.head)):
            for child in s.children(top, "advcl"):
                if child in at.rest:
                    continue
                words = [self._words[token] for token in s.subtree(child) if s.pos[token] != "PUNCT"]
                known = understood(s, clause.verb, s.subtree(child), self._meant)
                is_known = clause.tense != "past" or known is not None
                if is_known and any(start == 0 for start, _ in self._cues.condition.find(words)):
                    return " ".join(words)
        return None

    def _goes_on(self, clause: SelfClause) -> bool:
        """Whether a clause says that something does not end, as in "I can't stop thinking", where a verb of ending is
        denied. No atom is read from such a clause."""
        over = [token for token in clause.above if ends_something(self._s, token, self._lexicon)]
        return any(self._s.child(token, "neg") is not None for token in over)

    def _lacks_object(self, kept: Sequence[int], known: Sequence[int]) -> bool:
        """Whether the atom says nothing without the words that had to be left out of it: "I'm lucky" is all that is
        left of "I'm lucky to be on this team". The lexicon's `needs_object` lists such words."""
        told = {self._words[token] for token in known}
        return len(known) < len(kept) and not self._lexicon.needs_object.isdisjoint(told)

    def _says_something(self, predicate: Predicate, kept: Sequence[int]) -> bool:
        """Whether the kept words say what is liked or done.

        A verb with a particle is enough ("I speak up"). A verb of the word lists is enough even alone ("I
        procrastinate").
        """
        told = [token for token in kept if self._s.pos[token] not in ("ADP", "PART", "SCONJ", "CCONJ", "PUNCT", "DET")]
        is_parted = any(self._s.dep[token] == "prt" for token in kept)  # "I speak up", "I rarely go out"
        return bool(told) or is_parted or (predicate.is_listed and not kept)

    def _kept(self, clause: SelfClause, predicate: Predicate, heard: Sequence[int], reading: Reading) -> list[int]:
        """The tokens of a predicate that stay in the atom's text. Tokens that were used for its frame ("often") and
        punctuation at the ends are left out."""
        told = {heard[place] for place in reading.spent}
        spent = {token for token in told if self._s.dep[token] != "poss" or self._s.head[token] in told}
        object_clause = {token for token in predicate.tokens if token not in heard}
        kept = [t for t in predicate.tokens if t not in spent or t in object_clause]
        # Brackets stay: they may be those of a template that was not filled in.
        return [t for t in kept if self._s.pos[t] != "PUNCT" or kept[0] < t < kept[-1] or self._words[t] in BRACKETS]

    def _text(
        self, clause: SelfClause, predicate: Predicate, kept: Sequence[int], heard: Sequence[int], reading: Reading
    ) -> str:
        """The atom's text: "i", the verb with its denial, and the kept words."""
        fronted = [t for t in kept if t < clause.verb and self._s.dep[t] not in ("advmod", "mark")]
        behind = [t for t in kept if t >= clause.verb] + fronted
        denied = self._is_denied(reading, heard, kept)
        helpers = {self._words[token] for token in self._s.children(clause.head, "aux")}
        is_able = denied and bool(helpers & {"can", "could"}) and predicate.verb != "be"
        said = said_of_i(predicate.verb, denied, is_able)
        return f"{said} {joined(self._s, self._words, behind)}".strip()

    def _is_denied(self, reading: Reading, heard: Sequence[int], kept: Sequence[int]) -> bool:
        """Whether the text denies the verb ("i do not …"). It does not if the denial is one of the kept words, as in "i
        am no leader"."""
        if reading.polarity == "affirm":
            return False
        places = [heard[hit.start] for hit in reading.signals if hit.says == "deny"]
        return not places or any(place not in kept for place in places)

    def _place(self, verb: int, tokens: set[int]) -> tuple[int, Span]:
        """Two values: the index of the piece of the sentence in which the verb stands; and the span of the atom's
        tokens."""
        number = next((n for n, one in enumerate(self.segments) if one.first <= verb < one.end), 0)
        return number, self._s.span(sorted(tokens))

    def _of_others(self, clauses: Sequence[SelfClause]) -> Iterator[Atom]:
        """Atoms from clauses whose subject is not "I": "honesty matters to me", "it taught me that patience is key". If
        the sentence has no "I" at all, also an atom whose "I" is left out ("hate mondays")."""
        s, words = self._s, self._words
        readers = (stated, lessons, roles)
        for found in (one for reader in readers for one in reader(s, words, self._lexicon, SECOND)):
            if not self._is_quoted(found.at):
                yield from self._of_stated(found)
        if clauses or "i" in words:
            return
        left_out = elided_predicate(s, words, self._lexicon) if may_leave_out(s, words, self._lexicon) else None
        if left_out is not None:
            yield from self._of_elided(left_out)

    def _is_quoted(self, token: int) -> bool:
        """Whether a word stands between double quotation marks: somebody else may have said it."""
        marks = [at for at, word in enumerate(self._s.low) if word in _DOUBLE_QUOTES]
        return sum(at < token for at in marks) % 2 == 1 and any(at > token for at in marks)

    def _of_stated(self, found: Stated) -> Iterator[Atom]:
        """The atom of a clause about the person whose subject is not "I". `found` is what was put together from the
        clause, with "I" as its subject."""
        s, words = self._s, self._words
        reading = self._cues.read([words[token] for token in found.heard], None, found.is_past)
        spent = {found.heard[place] for place in reading.spent}
        parts = (
            part if isinstance(part, str) else joined(s, words, [token for token in part if token not in spent])
            for part in found.parts
        )
        said = said_of_i(found.verb, reading.polarity == "deny", False)
        text = " ".join((said, *filter(None, parts)))
        place = self._place(found.at, found.tokens())
        yield Atom(text, found.belief_type, self._lexicon.confidence.listed, reading, *place)

    def _of_elided(self, found: Elided) -> Iterator[Atom]:
        s, words = self._s, self._words
        reading = self._cues.read([words[token] for token in found.heard], None, found.is_past)
        spent = {found.heard[place] for place in reading.spent}
        kept = [token for token in found.tokens if token not in spent and s.pos[token] not in ("PUNCT", "SYM")]
        if not kept:
            return
        is_able = found.verb != "be" and any(words[token] in ("can", "cannot") for token in found.heard)
        text = f"{said_of_i(found.verb, reading.polarity == 'deny', is_able)} {joined(s, words, kept)}"
        place = self._place(found.heard[0], set(found.heard))
        yield Atom(text, found.belief_type, self._lexicon.confidence.elided, reading, *place)


def said_of_i(verb: str, is_denied: bool, is_able: bool) -> str:
    """The beginning of an atom's text, "i" and the verb: "i am not", "i do not like", "i cannot stand"."""
    if verb == "be":
        return "i am not" if is_denied else "i am"
    if is_able:
        return f"i cannot {verb}"
    return f"i do not {verb}" if is_denied else f"i {verb}"
