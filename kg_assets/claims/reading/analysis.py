"""Reads one sentence: its mood, its clauses, and the claims of each clause."""

from collections.abc import Mapping

from kg_assets.claims.reading import fragments, possessives
from kg_assets.claims.reading.assertion import Clause, is_asserted, tells_when
from kg_assets.claims.reading.clauses import find_clauses
from kg_assets.claims.reading.contrast import also_denied, contrasted
from kg_assets.claims.reading.experience import experienced
from kg_assets.claims.reading.frames import Match, match_at, match_clause, registry
from kg_assets.claims.reading.fronted import behind_verb, fronted
from kg_assets.claims.reading.habits import arranged, habit
from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.making import Maker, Setting
from kg_assets.claims.reading.model import (
    NOBODY,
    SELF,
    RawClaim,
    ReaderSettings,
    Referents,
    SpanPair,
    Subject,
    VerbGroup,
)
from kg_assets.claims.reading.moods import stated_range
from kg_assets.claims.reading.objects_self import is_no_further_job
from kg_assets.claims.reading.persons import turn_to_person
from kg_assets.claims.reading.possession import Possessions
from kg_assets.claims.reading.rivals import is_contrary, noun_of, rivals
from kg_assets.claims.reading.sentence import HARD, Sentence, Spans
from kg_assets.claims.reading.subjects import introduced, says_there_is
from kg_assets.claims.reading.turns import turned

_CHAIN_WORDS = word_list("analysis", "chain_words")
_IS_KEPT_WORDS = word_list("analysis", "is_kept_words")
_DENIED_BY_NO = word_list("analysis", "denied_by_no")

_PERSONAL = ("partner_is", "child_is", "parent_is", "sibling_is", "friend_is", "colleague_is", "manager_is", "pet_is")
# Predicates whose objects may be people, so that a later pronoun may mean them.
_OF_PEOPLE = frozenset({*_PERSONAL, "likes", "dislikes", "appreciate"})
_POST_JOB = frozenset({"work.in.org", "be.from", "be.based", "work.at", "work.as", "be.employed", "study.at"})
# The predicates of roles at the beginning of a sentence ("as a vegan, I …", "being 67, I …").
_ROLES = frozenset({"works_as", "diet_is", "age_is", "from_place", "lives_in", "studies"})
# How many tokens before a subject are searched for words of doubt: "I suspect I have", "maybe it is that I have".
_HEDGED_BEFORE = 3
_UNSAID = VerbGroup("be", "present", False, False, 0, 0)


class Analysis:
    """Reads the claims of one sentence and holds what was found so far."""

    def __init__(
        self,
        original: str,
        text: str,
        bounds: SpanPair,
        times: Spans,
        names: Spans,
        people: frozenset[str],
        settings: ReaderSettings,
        is_assistant: bool,
        is_about: bool,
    ) -> None:
        self.settings, self.is_assistant, self.is_about = settings, is_assistant, is_about
        self.s = Sentence(text, *bounds, times, names, people)
        if is_assistant:
            turn_to_person(self.s)
        self.maker = Maker(self.s, original)
        self.nouns = Possessions(self.s, self.maker, is_assistant)
        self.is_question = text[bounds[0] : bounds[1]].rstrip(" \"')*_").endswith("?")
        self.before = NOBODY
        self.spoken: dict[str, Subject] = {}

    def run(self, before: Referents) -> tuple[list[RawClaim], Referents]:
        self.before = before
        s = self.s
        stated = stated_range(s, self.is_question) if len(s) else None
        if stated is None:
            return [], NOBODY
        first, last = stated
        for predicate, value in fragments.key_values(s, first, last, self.is_about):
            self.nouns.own_value(predicate, value, last, value - 2, first)
        clauses = find_clauses(s, first, last, self.settings.max_clauses)
        self._clauses(clauses, first, last)
        self._experience(first, last)
        for setting, match in () if self.is_assistant else turned(s, first, last):
            self.maker.from_match(setting, match)
        self.nouns.opinions(first, last)
        self.nouns.own_nouns(first, last)
        self.nouns.relations(first, last)
        self.nouns.unsaid_relations(self.spoken)
        if not clauses and not self.is_assistant:
            self._without_subject(first, last)
        elif clauses and clauses[0].lead > first and not self.is_assistant:
            self._before_clauses(first, clauses[0].lead)
        return self.maker.claims, self._referents()

    # -- clauses

    def _clauses(self, clauses: list[Clause], first: int, last: int) -> None:
        before = -1
        for clause in clauses:
            resolved = self._resolved(clause)
            if resolved is None:
                before = clause.end
                continue
            if not clause.is_continued:
                opening, behind = clause, before
            if self._is_idle(resolved):
                before = clause.end
                continue
            matched = fronted(self.s, resolved, first)
            if matched is not None:
                setting = self._setting(resolved, first)
                self.maker.from_match(setting, matched)
                self._contrast(setting, matched._replace(objects=[behind_verb(resolved, matched)]), last)
                before = clause.end
                continue
            if resolved.subject.sort == "kin":
                self.spoken[resolved.subject.value] = resolved.subject
            is_lore = resolved.subject.sort == "named" and self.s.word(resolved.subject.first - 1) == "that"
            is_live = not is_lore and is_asserted(self.s, opening, first, behind)
            if is_live and not self._is_conditional(resolved):
                self._clause(resolved, first if before < 0 else before)
            before = clause.end

    def _is_idle(self, clause: Clause) -> bool:
        """Whether a clause of an assistant can give no claim: no pattern has the clause's verb, and the clause is
        about no relative."""
        return self.is_assistant and clause.subject.sort != "kin" and clause.verb.lemma not in registry()

    def _is_conditional(self, clause: Clause) -> bool:
        words = self.s.low[clause.start : clause.end + 1]
        return ("if" in words or "unless" in words) and "even" not in words and clause.verb.lemma not in ("be",)

    def _resolved(self, clause: Clause) -> Clause | None:
        """The clause. If its subject is a pronoun, the person or thing that the pronoun means takes its place. None if
        it is not certain what the pronoun means."""
        subject = clause.subject
        if subject.sort != "pronoun":
            return clause
        referent = self.before.thing if subject.value == "it" else self.before.person
        if subject.value in ("he", "she"):
            spoken = self._spoken_of(subject.first)
            if spoken is None and self._is_another_meant(subject.value):
                return None
            referent = spoken or referent
        if referent is None or not _agrees(subject.value, referent):
            return None
        return clause._replace(subject=referent._replace(first=subject.first, last=subject.last, span=subject.span))

    def _is_another_meant(self, pronoun: str) -> bool:
        """Whether "he" or "she" does not fit the person whom the sentence before mentions, or may mean somebody else in
        that sentence."""
        noun = self.before.noun
        return pronoun in self.before.rivals or (noun is not None and is_contrary(noun, pronoun))

    def _spoken_of(self, before: int) -> Subject | None:
        """The relative whom the words before a token mention, by name if the sentence gives the name. None if they
        mention none."""
        found, spoken = introduced(self.s, before), _only(self.spoken)
        is_better = found is None or (spoken is not None and found.value.startswith("__SELF__/"))
        return spoken if is_better else found

    def _setting(self, clause: Clause, low: int) -> Setting:
        hedges = tuple(a for a in clause.verb.adverbs if a in self.s.words["hedges"])
        around = self.s.low[max(0, clause.subject.first - _HEDGED_BEFORE) : clause.subject.first]
        pauses = [at for at, word in enumerate(around) if word in HARD]
        around = around[pauses[-1] + 1 :] if pauses else around
        said_last = [word for word in self.s.low[-4:] if word[:1].isalnum() or word == ","]
        if said_last[-2:-1] == [","] and clause.end >= len(self.s) - 3:
            around += said_last[-1:]  # "I'm allergic to nuts, maybe."
        hedges += tuple(w for w in around if w in self.s.words["hedges"] or w in self.s.words["opinions"])
        anchor = clause.verb.first if clause.is_continued else clause.subject.first
        return Setting(clause.subject, clause.verb, max(0, min(low, clause.lead)), clause.end, anchor, hedges)

    def _clause(self, clause: Clause, low: int) -> None:
        s = self.s
        setting = self._setting(clause, low)
        verb = clause.verb
        if _has_none(s, clause):
            setting = setting._replace(verb=verb._replace(is_negative=not verb.is_negative))
        is_neither = clause.start < clause.end and s.low[clause.start] == "neither"
        if is_neither:
            verb = verb._replace(is_negative=True)
            setting = setting._replace(verb=verb)
        if verb.lemma == "be" and self._relation_clause(clause, setting):
            return
        is_dated = bool(s.times) and any(mark >= 0 for mark in s.timed[setting.first : setting.last])
        matches = match_clause(s, clause.subject, verb, clause.start + is_neither, clause.end, is_dated)
        if self.is_assistant:
            unsaid = ("believes", "habit") if is_dated else ("believes", "habit", "needs_to")
            matches = [match for match in matches if match.frame.predicate not in unsaid]
        for match in matches:
            if match.frame.predicate == "age_is" and tells_when(s, clause):
                continue
            if _is_kept(match, setting, s.words.own_nouns):
                self.maker.from_match(setting, match)
                self._contrast(setting, match, clause.end)
        if verb.lemma == "be" and matches:
            self._chain(setting, matches, clause.end)
        if matches or self.is_assistant:
            return
        self._unmatched(clause, setting)

    def _unmatched(self, clause: Clause, setting: Setting) -> bool:
        """Add the habit or plan of a clause that no pattern matches. Returns whether the clause tells one."""
        for found in (arranged(self.s, clause, setting), habit(self.s, clause, setting)):
            if found is not None:
                self.maker.add(*found)
                return True
        return False

    def _contrast(self, setting: Setting, match: Match, end: int) -> None:
        is_negative = setting.verb.is_negative
        further = also_denied(self.s, match, end) if is_negative else None
        if further is not None:
            self.maker.from_match(setting, further)
        other = contrasted(self.s, match, is_negative, end)
        if other is not None:
            self.maker.from_match(setting._replace(verb=setting.verb._replace(is_negative=not is_negative)), other)

    def _experience(self, first: int, last: int) -> None:
        found = None if self.is_assistant or "me" not in self.s.low else experienced(self.s, first, last)
        if found is not None:
            match, is_negative = found
            subject = Subject(SELF, "self", match.first, match.first, None)
            verb = _UNSAID._replace(is_negative=is_negative)
            self.maker.from_match(Setting(subject, verb, match.first, last, match.first), match)

    def _chain(self, setting: Setting, matches: list[Match], end: int) -> None:
        """Add the claims of what follows the first complement of "be": the job and the town in "He is Tom, a
        29-year-old carpenter from Leeds"."""
        at = max(found.last for found in matches[0].objects)
        is_job = any(match.frame.predicate in ("works_as", "works_at") for match in matches)
        for _ in range(8):
            joined = at
            while joined < end and self.s.low[joined] in _CHAIN_WORDS:
                joined += 1
            if joined >= end:
                return
            if joined == at and not is_job:
                return
            match = self._next_complement(setting, joined, end, joined == at)
            if match is None:
                return
            is_job = match.frame.predicate in ("works_as", "works_at")
            self.maker.from_match(setting, match)
            at = max(found.last for found in match.objects)

    def _next_complement(self, setting: Setting, at: int, end: int, is_direct: bool) -> Match | None:
        is_student = is_direct and bool(set(self.s.low[max(0, at - 4) : at]) & self.s.words["student_words"])
        verbs = ("be", "study" if is_student else "work") if is_direct else ("be",)
        for verb in verbs:
            for frame in registry()[verb]:
                if is_direct and frame.id not in _POST_JOB:
                    continue
                if (
                    not frame.fits_tense(setting.verb, False)
                    or not frame.fits_subject(setting.subject)
                    or (frame.id in ("be.name", "be.contact") and not is_direct)
                ):
                    continue
                match = match_at(self.s, frame, at, end)
                if match is not None and match.first <= at + 1:
                    is_another = frame.object == "job" and is_no_further_job(self.s, at, match.objects[0], end)
                    return None if is_another and not is_direct else match
        return None

    def _relation_clause(self, clause: Clause, setting: Setting) -> bool:
        """Add the relation that a clause with "be" tells: "My sister is called Ana", "Hugo is an old friend of mine".
        Returns whether the clause tells one."""
        s, subject = self.s, clause.subject
        is_negative = clause.verb.is_negative
        if clause.verb.tense not in ("present", "past", "perfect"):
            return False
        if subject.sort in ("kin", "named", "person") and subject.value and not subject.value.startswith("__SELF__"):
            found = possessives.relation_reversed(s, clause.start, clause.end)
            if found is not None and subject.value.lower() not in s.words["tools"]:
                span = subject.span or s.span(subject.first, subject.last)
                for value, place in [(subject.value, span), *possessives.named_before(s, subject)]:
                    self.maker.relation(
                        found[0], value, place, s.starts[subject.first], False, "relation.reversed", is_negative,
                        is_past=clause.verb.tense == "past",
                    )  # fmt: skip
                self.spoken[subject.value] = subject._replace(sort="kin", relation=found[0])
                return True
        if is_negative:
            return False
        if subject.sort == "kin" and subject.value.startswith("__SELF__") and subject.relation:
            names = possessives.relation_value(s, clause.start, clause.end)
            for name in names:
                self.maker.relation(
                    subject.relation,
                    s.surface(name.first, name.last),
                    s.span(name.first, name.last),
                    s.starts[subject.first],
                    subject.is_plural,
                    "relation.is",
                )
            return bool(names)
        return False

    # -- sentences without a subject

    def _without_subject(self, first: int, last: int) -> None:
        s = self.s
        if first < last and self._dropped(first, last):
            return
        strong = fragments.strong_matches(s, first, last)
        is_whole = any(match.objects[-1].last >= last for match in strong)
        parts = [(first, last)] if is_whole else fragments.items(s, first, last)
        is_sure = self.is_about or any(s.low[end - 1] == "here" for _, end in parts)
        if len(parts) == 1 and not is_sure:
            is_strong = strong if parts[0] == (first, last) else fragments.strong_matches(s, *parts[0])
            if not is_strong:
                return
        found = [(start, end, fragments.item_matches(s, start, end)) for start, end in parts]
        hits = sum(
            bool(matches) or fragments.dropped_group(s, start, end, self.is_about) is not None
            for start, end, matches in found
        )
        is_sure = is_sure or any(
            fragments.is_strong(s, match, start, end) for start, end, matches in found for match in matches
        )
        is_sure = is_sure or any(fragments.tells_of_oneself(s, start, end) for start, end, _ in found)
        if hits < (1 if is_sure else 2) or (not is_sure and 2 * hits < len(parts)):
            return
        is_of_another = fragments.tells_of_another(s, found[0][0])
        for start, end, matches in found:
            is_of_another = is_of_another or says_there_is(s, start)
            if fragments.is_of_somebody_named(s, start) or (is_of_another and not fragments.are_had(matches)):
                continue
            for match in matches:
                setting = Setting(Subject(SELF, "self", start, start, None), _UNSAID, start, end, start)
                self.maker.from_match(setting, match)
                self._chain(setting, [match], end)
            if not matches:
                self._dropped(start, end)

    def _before_clauses(self, first: int, last: int) -> None:
        """Add the claims of the words before the first clause: "Originally from Lagos, I …", "Moved here in
        May and I …"."""
        s = self.s
        if s.low[first] in ("originally", "born", "raised", "based", "from") and s.low[last - 1] != "and":
            for match in fragments.item_matches(s, first, last):
                self.maker.from_match(
                    Setting(Subject(SELF, "self", first, first, None), _UNSAID, first, last, first), match
                )
        elif s.starts_with(first, ("as", "a")) or s.starts_with(first, ("as", "an")) or s.low[first] == "being":
            self._in_a_role(first, last)
        else:
            self._dropped(first, last)

    def _in_a_role(self, first: int, last: int) -> None:
        """Add the claim that a role before the first clause makes ("As a teacher I …", "being from Kent, I …"). Nothing
        is added if the role opens a request ("as a user I want to …")."""
        s = self.s
        if set(s.low[last:]) & {"want", "need", "would", "should", "can"}:
            return
        for match in fragments.item_matches(s, first + 1, last):
            if match.frame.predicate in _ROLES:
                self.maker.from_match(
                    Setting(Subject(SELF, "self", first, first, None), _UNSAID, first, last, first), match
                )

    def _dropped(self, first: int, last: int) -> bool:
        s = self.s
        verb = fragments.dropped_group(s, first, last, self.is_about)
        if verb is None or (verb.tense == "progressive" and fragments.has_finite(s, verb.last, last)):
            return False
        subject = Subject(SELF, "self", verb.first, verb.first, None)
        clause = Clause(subject, verb, verb.first, verb.last, last)
        is_dated = any(mark >= 0 for mark in s.timed[first:last])
        matches = [
            m
            for m in match_clause(s, subject, verb, verb.last, last, is_dated)
            if fragments.is_dropped_frame(m.frame.id)
            and (is_dated or m.frame.id not in ("start", "stop") or s.low[m.objects[0].first].endswith("ing"))
        ]
        for match in matches:
            self.maker.from_match(self._setting(clause, first), match)
        is_told = verb.tense in ("used_to", "future") or (verb.is_negative and verb.tense == "present")
        return bool(matches) or (is_told and self._unmatched(clause, self._setting(clause, first)))

    # -- who is spoken of

    def _referents(self) -> Referents:
        if not self.maker.claims:
            return NOBODY
        persons: dict[str, Subject] = {}
        things: dict[str, Subject] = {}
        named = {c.object for c in self.maker.claims if c.predicate in _PERSONAL}
        for claim in self.maker.claims:
            if claim.predicate in _PERSONAL and claim.object:
                persons[claim.object] = Subject(claim.object, "kin", 0, 0, None, claim.predicate)
            elif claim.subject != SELF and claim.subject not in named:
                sort = (
                    things
                    if claim.predicate
                    in ("depends_on", "costs", "located_in", "part_of", "made_by", "owned_by", "measures")
                    else persons
                )
                sort[claim.subject] = Subject(claim.subject, "named" if sort is things else "kin", 0, 0, None)
            elif claim.predicate in ("works_on", "uses", "owns") and claim.object_kind == "entity" and claim.object:
                things[claim.object] = Subject(claim.object, "named", 0, 0, None)
        person = _only(persons)
        if person is None:
            return Referents(None, _only(things))
        spared = [
            c.object_span for c in self.maker.claims if c.object_span is not None and c.predicate not in _OF_PEOPLE
        ]
        noun = noun_of(self.s, person.value)
        return Referents(person, _only(things), noun, rivals(self.s, person, noun, spared))


def _has_none(s: Sentence, clause: Clause) -> bool:
    """Whether a "no" before the object makes the claim a denial: "has no car", "likes no sports"."""
    at = clause.start
    is_denied = at < clause.end and s.low[at] == "no" and not s.capitals[at] and s.word(at + 1) != "longer"
    return is_denied and clause.verb.lemma in _DENIED_BY_NO


def _only(found: dict[str, Subject]) -> Subject | None:
    return next(iter(found.values())) if len(found) == 1 else None


def _agrees(pronoun: str, referent: Subject) -> bool:
    """Whether a pronoun can mean this person or thing: the noun must not contradict "he" or "she". "They" is never
    resolved."""
    return pronoun != "they" and not is_contrary(referent.value.removeprefix("__SELF__/"), pronoun)


def _is_kept(match: Match, setting: Setting, own_nouns: Mapping[str, str]) -> bool:
    """Whether a match is kept as a claim. "I didn't buy a bike" and "I haven't decided to move" are not kept, since
    nothing happened."""
    is_change = setting.verb.lemma in ("buy", "get", "purchase", "inherit", "pick") and match.frame.predicate == "owns"
    is_unable = setting.verb.tense == "negated_can" and match.frame.predicate == "struggles_with"
    is_undone = match.frame.predicate in _IS_KEPT_WORDS and not is_unable
    negative = setting.verb.is_negative and (is_undone or is_change)
    if match.frame.predicate == "costs" and own_nouns.get(setting.subject.value.lower()) == "earns":
        return False
    if match.frame.id == "run.without" and not setting.verb.is_negative:
        return False
    return not negative and not (match.frame.flips and setting.verb.is_negative)
