"""Reads claims from nouns with "my" or a name before them: "my name is", "my friend Hugo", "my sister's name", "in my
opinion"."""

from collections.abc import Mapping

from kg_assets.claims.reading import introductions, possessives
from kg_assets.claims.reading.assertion import CONNECTORS, Clause, is_asserted
from kg_assets.claims.reading.frames import KINDS, Frame, registry
from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.making import Maker, Setting
from kg_assets.claims.reading.model import SELF, Subject, VerbGroup
from kg_assets.claims.reading.objects_world import AGED, names_after, names_in_a_row
from kg_assets.claims.reading.sentence import Sentence
from kg_assets.claims.reading.subjects import is_of_the_past, kin_subject, name_run, relation_at, speaks_of_relatives
from kg_assets.language.words import closed_class

_SAYS = frozenset({"is", "are", "'s", "was", ":", "=", "were", "include", "includes", "included", "falls", "remains"})
_GREETINGS = word_list("possession", "greetings")
_REACHES = word_list("possession", "reaches")
_BARE_NOUNS = word_list("possession", "bare_nouns")
_CONTRASTED = frozenset({"name_is", "age_is", "lives_in", "from_place", "works_as", "works_at", "contact_is", "speaks"})
_REVERSIBLE = word_list("possession", "reversible")
_NO_VALUES = word_list("possession", "no_values")
_OF_RELATIVES = word_list("possession", "of_relatives")
_OPINION_OPENERS = {
    "in": (
        ("in", "my", "opinion"),
        ("in", "my", "view"),
        ("in", "my", "experience"),
        ("in", "my", "eyes"),
        ("in", "my", "book"),
    ),
    "imo": (("imo",),),
    "imho": (("imho",),),
    "if": (("if", "you", "ask", "me"),),
    "to": (("to", "me", ","), ("to", "my", "mind")),
    "as": (("as", "far", "as", "i", "am", "concerned"),),
    "the": (("the", "way", "i", "see", "it"),),
    "personally": (("personally", ",", "i", "think"),),
}
# The longest word of each opener. Most sentences have none of these words and are passed over quickly.
_OPINION_WORDS = frozenset(max(reversed(words), key=len) for phrases in _OPINION_OPENERS.values() for words in phrases)
_PERSONAL = word_list("possession", "personal")
_UNSAID = VerbGroup("be", "present", False, False, 0, 0)


def _opens_opinion(s: Sentence, at: int, first: int) -> int:
    """The number of words in "in my opinion", "imo" or "if you ask me" if one of these stands at `at`, else 0."""
    for words in _OPINION_OPENERS.get(s.low[at], ()):
        is_opening = at == first or s.low[at - 1] in (",", "and", "but", ":") or words[-1] in ("opinion", "view")
        if s.starts_with(at, words) and (is_opening or len(words) == 1):
            return len(words)
    return 0


def _is_greeting(before: str) -> bool:
    """Whether nothing but a greeting stands before a sentence: "Good morning! Name is …"."""
    words = [word.strip(".,!?:").lower() for word in before.split()]
    return all(word in _GREETINGS for word in words)


class Possessions:
    """Reads the claims from nouns with "my" or the like in one sentence, and gives them to `maker`."""

    def __init__(self, s: Sentence, maker: Maker, is_assistant: bool) -> None:
        self.s, self.maker, self.is_assistant = s, maker, is_assistant

    def own_nouns(self, first: int, last: int) -> None:
        s = self.s
        if s.low[first] in ("mum", "mom", "dad"):
            self._named_relative(first - 1, last)
        for at in range(first, last - 1) if not _PERSONAL.isdisjoint(s.low) else ():
            if s.low[at] == "me" and s.word(at - 1) in _REACHES:
                self._reached(at, last, first)
            if (
                s.low[at] == "me"
                and s.word(at - 1) in ("call", "calls")
                and s.is_name(at + 1)
                and not self._is_title(at + 1)
            ):
                self.own_value("name_is", at + 1, last, at - 1, first)
            if s.low[at] not in ("my", "our"):
                continue
            for start, end in introductions.spoken_well(s, at, last):
                self.own_value("speaks", start, end, at, first)
            is_relative = self._named_relative(at, last)
            self._relatives_noun(at, last, first)
            found = None if is_relative else possessives.own_noun(s, at + 1, last)
            if found is None:
                continue
            predicate, _, after = found
            if s.word(after) in _SAYS and self._stands(at, first):
                is_on = predicate in ("born_on", "contact_is") and s.word(after + 1) == "on"
                self.own_value(predicate, after + (2 if is_on else 1), last, at, first)
            else:
                self._reversed(predicate, first, at, after, last)
        self._without_possessive(first, last)
        found_speaker = introductions.speaker(s, first, last)
        if found_speaker is not None:
            (start, stop), place = found_speaker
            self.own_value("name_is", start, stop, start, first)
            if place is not None:
                self.own_value("from_place", place[0], place[1], start, first)

    def _is_title(self, at: int) -> bool:
        """Whether a verb follows the name, so that the name is part of a title: "Call me Ishmael is how the book
        begins"."""
        return self.s.word(name_run(self.s, at)) in ("is", "was", "'s")

    def _reached(self, at: int, last: int, first: int) -> None:
        """Add the address from "email me at …" or "find me on Twitter as @…"."""
        s = self.s
        for step in range(at + 1, min(at + 6, last - 1)):
            if s.low[step] in ("at", "on", "via", "under", "as", ":") and possessives.value_of(
                s, "contact_is", step + 1, last
            ):
                self.own_value("contact_is", step + 1, last, at - 1, first)
                return

    def _without_possessive(self, first: int, last: int) -> None:
        """Add the value of a noun that opens the sentence without "my": "Oswald" in "The name's Oswald", a plan in
        "plan is to …", a game in "favourite game ever: …". Further down in a message "name is …" may be what a shop
        or a dog is called, unless a first name follows."""
        s = self.s
        start = first + (s.low[first] == "the")
        found = possessives.own_noun(s, start, last) if s.word(start) in _BARE_NOUNS else None
        if found is None or s.word(found[2]) not in ("is", "'s", ":"):
            return
        predicate, noun, after = found
        is_infinitive = s.word(after + 1) == "to"
        is_opening = _is_greeting(s.text[: s.start]) or s.word(after + 1) in s.words["given_names"]
        if (
            (noun in ("name", "home") and s.low[after] != ":" and (noun == "home" or is_opening))
            or predicate == "likes"
            or (predicate in ("plans_to", "has_goal") and is_infinitive)
        ):
            self.own_value(predicate, after + 1, last, first, first)

    def _reversed(self, predicate: str, first: int, at: int, after: int, last: int) -> None:
        """Add a value that stands before its verb: "Hungarian" in "Hungarian is my mother tongue", a denied number in
        "… isn't my number anymore"."""
        s = self.s
        verb = at - (2 if s.word(at - 1) == "not" else 1)
        if verb <= first or s.low[verb] not in ("is", "are", "'s"):
            return
        is_negative = s.low[verb + 1] == "not"
        is_closed = after >= last or s.has_pause(after) or (is_negative and s.low[after] in ("anymore", "any"))
        start = first
        while start < verb and s.low[start] in CONNECTORS:
            start += 1
        is_plain = all(
            not s.has_pause(i) and s.low[i] != "," and s.low[i] not in _NO_VALUES for i in range(start, verb)
        )
        if predicate in _REVERSIBLE and is_closed and is_plain and start < verb:
            self.own_value(predicate, start, verb, start, first, is_negative)

    def opinions(self, first: int, last: int) -> None:
        """Add what follows the first "In my opinion, …" or the like as an opinion of the person."""
        s = self.s
        if self.is_assistant or _OPINION_WORDS.isdisjoint(s.low):
            return
        for at in range(first, last - 3):
            length = _opens_opinion(s, at, first)
            if length:
                start = at + length + (s.word(at + length) == ",")
                frame = next(frame for frame in registry()["be"] if frame.id == "be.convinced")
                found = KINDS[frame.object](s, start, last) if start < last else None
                setting = Setting(Subject(SELF, "self", at, at, None), _UNSAID, at, last, at)
                for item in found or []:
                    self.maker.add(setting, frame, item)
                return

    def _stands(self, at: int, first: int) -> bool:
        subject = Subject(SELF, "self", at, at + 1, None)
        clause = Clause(subject, _UNSAID, at, at, at)
        is_one = self.s.low[max(first, at - 2) : at] == ["one", "of"]
        return is_one or is_asserted(self.s, clause, first, -1) or self.s.word(at - 1) in ("and", "but", ",")

    def _named_relative(self, at: int, last: int) -> bool:
        """Add the relative's name from "My sister's name is Ana"; `at` is the "my". Returns whether a relative with 's
        follows the "my"."""
        s = self.s
        found = relation_at(s, at + 1)
        if found is None or s.word(found[3]) != "'s" or s.word(found[3] + 1) not in ("name", "names"):
            return found is not None and s.word(found[3]) == "'s"
        if s.word(found[3] + 2) in ("is", "are", "'s"):
            start = found[3] + 3
            stop = name_run(s, start)
            if stop > start:
                self.maker.relation(
                    found[0],
                    s.surface(start, stop),
                    s.span(start, stop),
                    s.starts[max(at, 0)],
                    s.low[max(at, 0)] == "our",
                    "relation.name",
                )
        return True

    def _relatives_noun(self, at: int, last: int, first: int) -> None:
        """Add the value of a noun that belongs to a relative: "Twi" in "my wife's first language is Twi". `at` is the
        "my"."""
        s = self.s
        found = kin_subject(s, at)
        noun = None if found is None or s.word(found[1]) != "'s" else possessives.own_noun(s, found[1] + 1, last)
        if found is None or noun is None or noun[0] not in _OF_RELATIVES:
            return
        predicate, _, after = noun
        if s.word(after) in _SAYS and self._stands(at, first):
            start = after + 1 + (predicate == "born_on" and s.word(after + 1) == "on")
            self.own_value(predicate, start, last, at, first, of=found[0])

    def own_value(
        self, predicate: str, start: int, last: int, anchor: int, first: int, is_negative: bool = False,
        of: Subject | None = None,
    ) -> None:  # fmt: skip
        """Add what is said of a noun that belongs to the person, or to the relative `of`: "Graz" in "my home town is
        Graz". The words begin at the token `start`."""
        s = self.s
        is_denied = s.word(start) in ("not", "no")
        end = start
        while (
            end < last
            and not (s.has_pause(end) and end > start and s.low[end] != "-")
            and s.low[end] not in ("because", "which", "so")
        ):
            end += 1
        objects = possessives.value_of(s, predicate, start + is_denied, end)
        if predicate in ("owns", "lives_in") and (reached := possessives.value_of(s, "contact_is", start, end)):
            predicate, objects = "contact_is", reached
        plural = s.low[anchor] == "our"
        subject = of or Subject(SELF, "self", anchor, anchor + 1, None, None, plural)
        verb = VerbGroup(
            "be",
            "past" if s.word(start - 1) in ("was", "were") else "present",
            is_negative or is_denied,
            False,
            anchor,
            start,
        )
        setting = Setting(subject, verb, max(first, anchor), end, anchor)
        frame = Frame(
            f"own.{predicate}",
            (),
            {},
            "",
            predicate,
            possessives.modality_of(predicate),
            9,
            0.9,
            False,
            False,
            False,
            "self",
            frozenset(),
        )
        for found in objects:
            if predicate in ("costs", "measures"):
                thing = s.surface(anchor + 1, start - 1)
                setting = setting._replace(subject=subject._replace(value=thing, span=s.span(anchor + 1, start - 1)))
                if predicate == "measures":
                    setting = setting._replace(subject=subject)
            self.maker.add(setting, frame, found)
            self._against(predicate, setting, frame, found.last, last)

    def _against(self, predicate: str, setting: Setting, frame: Frame, at: int, last: int) -> None:
        """Add the claim of the second value in a contrast. "My name's Bastian, not Sebastian" denies "Sebastian"; "my
        name isn't Steven, it's Stefan" states "Stefan"."""
        s = self.s
        if predicate not in _CONTRASTED or s.word(at) != ",":
            return
        is_negative = setting.verb.is_negative
        is_other = s.word(at + 1) == "it" and s.word(at + 2) in ("is", "'s") if is_negative else s.word(at + 1) == "not"
        start = at + (3 if is_negative else 2)
        if is_other and start < last:
            turned = setting._replace(verb=setting.verb._replace(is_negative=not is_negative))
            for found in possessives.value_of(s, predicate, start, last):
                self.maker.add(turned, frame, found)

    def relations(self, first: int, last: int) -> None:
        """Add that the person has the relatives and friends whom nouns with "my" name ("my friend Hugo"), anywhere in
        the sentence. One without a name counts only if a claim of the sentence is about them."""
        s = self.s
        if not speaks_of_relatives(s):
            return
        said = {claim.subject for claim in self.maker.claims}
        for at in range(first, last):
            if s.low[at] in ("a", "an") and self._friend_of_mine(at, last):
                continue
            if s.low[at] not in ("my", "our"):
                continue
            found = relation_at(s, at + 1)
            if found is None or found[3] > last:
                continue
            relation, noun, noun_at, after = found
            if is_of_the_past(s, at, noun_at) or self._several(at, last):
                continue
            beyond = name_run(s, after + 1)
            is_apposed = s.word(after) == "," and beyond > after + 1 and s.word(beyond) in (",", "who")
            stop = name_run(s, after + is_apposed, 3)
            start = after + is_apposed
            value = f"__SELF__/{noun}"
            named_before = self._name_before(at, after) or self._name_right_before(at, after, first)
            if named_before is not None:
                begin, finish = named_before
                self.maker.relation(
                    relation,
                    s.surface(begin, finish),
                    s.span(begin, finish),
                    s.starts[begin],
                    s.low[at] == "our",
                    "relation.apposed",
                )
            elif stop > start and not self._is_no_name(start) and self._is_free(at, first):
                self.maker.relation(
                    relation,
                    s.surface(start, stop),
                    s.span(start, stop),
                    s.starts[at],
                    s.low[at] == "our",
                    "relation.named",
                )
            elif s.word(at - 1) == "with" and self._low_name(after, last) and self._is_free(at, first):
                self.maker.relation(
                    relation,
                    s.surface(after, after + 1),
                    s.span(after, after + 1),
                    s.starts[at],
                    s.low[at] == "our",
                    "relation.low",
                )
            elif value in said:
                self.maker.relation(
                    relation, value, s.span(at + 1, after), s.starts[at], s.low[at] == "our", "relation.kin"
                )

    def unsaid_relations(self, spoken: Mapping[str, Subject]) -> None:
        """Add for each relative who is the subject of a claim a further claim: that the person has this relative.
        Nothing is added if the sentence already gave this claim."""
        if not spoken:
            return
        said = {claim.subject for claim in self.maker.claims}
        known = {claim.object for claim in self.maker.claims}
        for value, subject in spoken.items():
            if value in said - known and subject.relation and subject.span and value.startswith("__SELF__/"):
                start = self.s.starts[subject.first]  # "Mum is a midwife": no possessive has told it
                self.maker.relation(subject.relation, value, subject.span, start, False, "relation.bare")
            if value in said - known and subject.relation and subject.span and not value.startswith("__SELF__/"):
                start = self.s.starts[subject.first]
                self.maker.relation(subject.relation, value, subject.span, start, subject.is_plural, "relation.spoken")

    def _friend_of_mine(self, at: int, last: int) -> bool:
        """Add the relation in "A colleague of mine, Femi, …": Femi is a colleague. Returns whether there was one."""
        s = self.s
        found = introductions.friend_by_name(s, at, last)
        if found is None:
            return False
        relation, (start, stop) = found
        self.maker.relation(relation, s.surface(start, stop), s.span(start, stop), s.starts[at], False, "relation.mine")
        return True

    def _several(self, at: int, last: int) -> bool:
        """Add that the person has several relatives, by their names ("my kids, Ada and Finn,") or else by their number
        ("our three kids"). Returns whether there were any."""
        s = self.s
        found = relation_at(s, at + 1)
        if found is None or not found[1].endswith(("s", "children")) or found[1].endswith("ss"):
            return False
        relation, _, first, after = found
        is_set_off = s.word(after) in (",", "(", ":")
        names = names_after(s, after, last) if is_set_off else names_in_a_row(s, after, last)
        if not is_set_off and len(names) > 1 and s.low[names[-1].first - 1] not in ("and", "&"):
            names = names[:1]
        plural = s.low[at] == "our"
        if len(names) > 1:
            for start, stop, age, _ in names:
                name, place = s.surface(start, stop), s.span(start, stop)
                self.maker.relation(relation, name, place, s.starts[at], plural, "relation.names")
                if age is not None and relation in AGED:
                    self.maker.age_beside(name, place, s.span(age, age + 1))
            return True
        count = s.low[first - 1]
        is_count = first - 1 > at and (count in s.words.numbers or count.isdigit())
        if is_count and relation in ("child_is", "pet_is", "sibling_is") and self._is_free(at, 0):
            span = s.span(first - 1, after)
            self.maker.relation(relation, s.surface(first - 1, after), span, s.starts[at], plural, "relation.count")
            return True
        return False

    def _low_name(self, at: int, last: int) -> bool:
        """Whether a name in lower case ends the phrase ("with my cat miso")."""
        s = self.s
        if not s.is_low or at >= last or not s.low[at].isalpha() or s.timed[at] >= 0:
            return False
        closes = at + 1 >= last or s.has_pause(at + 1) or s.low[at + 1] in (",", "and", "is", "who")
        low = s.low[at]
        kinds = (
            "stops",
            "prepositions",
            "adverbs",
            "traits",
            "feelings",
            "conditions_adjectives",
            "pointing",
            "be",
            "have",
            "modals",
            "do",
        )
        is_word = any(low in s.words[kind] for kind in kinds) or low in s.words.forms or low in s.words.relations
        return closes and not is_word and low not in CONNECTORS and not low.endswith(("s", "ed", "ing", "ly"))

    def _name_before(self, at: int, after: int) -> tuple[int, int] | None:
        """The place of a name before "my colleague" between commas ("Rosa, my colleague,"), or None."""
        s = self.s
        ends = after >= len(s) or s.low[after] in (",", ")", ".", "!", "at", "from")
        if s.word(at - 1) not in (",", "(") or not ends:
            return None
        begin = at - 1
        while begin > 0 and s.is_name(begin - 1) and name_run(s, begin - 1) >= at - 1:
            begin -= 1
        return (begin, at - 1) if begin < at - 1 and name_run(s, begin) >= at - 1 else None

    def _name_right_before(self, at: int, after: int, first: int) -> tuple[int, int] | None:
        """The place of a name that opens a clause right before "my boyfriend" ("Duarte my boyfriend wants …"), or
        None."""
        s = self.s
        if after >= len(s) or not s.words.bases(s.low[after], "third", "past") or not s.is_name(at - 1):
            return None
        begin = at - 1
        while begin > first and s.is_name(begin - 1) and name_run(s, begin - 1) >= at:
            begin -= 1
        opens = begin == first or s.low[begin - 1] in closed_class("clause_openings")
        return (begin, at) if opens and name_run(s, begin) >= at else None

    def _is_no_name(self, at: int) -> bool:
        """Whether a language or a product stands where a name could ("my friend Google")."""
        low, words = self.s.low[at], self.s.words
        return low in words["languages"] or (low in words["tools"] and low not in words["given_names"])

    def _is_free(self, at: int, first: int) -> bool:
        return not any(low in self.s.words["conditionals"] for low in self.s.low[first:at])
