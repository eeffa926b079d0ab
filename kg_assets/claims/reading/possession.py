"""Claims that a noun with its possessive makes: "my name is", "my friend Hugo", "my sister's name", "in my opinion"."""

from dataclasses import replace

from kg_assets.claims.reading import possessives
from kg_assets.claims.reading.assertion import Clause, is_asserted
from kg_assets.claims.reading.frames import KINDS, Frame, registry
from kg_assets.claims.reading.making import Maker, Setting
from kg_assets.claims.reading.model import SELF, Subject, VerbGroup
from kg_assets.claims.reading.sentence import Sentence
from kg_assets.claims.reading.subjects import name_run, relation_at

_UNSAID = VerbGroup("be", "present", False, False, 0, 0)


class Possessions:
    """The nouns of one sentence; claims go to its maker."""

    def __init__(self, s: Sentence, maker: Maker, is_assistant: bool) -> None:
        self.s, self.maker, self.is_assistant = s, maker, is_assistant

    def own_nouns(self, first: int, last: int) -> None:
        s = self.s
        for at in range(first, last - 1):
            if (
                s.low[at] == "me"
                and s.low[at + 1] in ("at", "on", "via", "under")
                and s.word(at - 1) in ("reach", "contact", "email", "call", "text", "message", "find", "write")
            ):
                self.own_value("contact_is", at + 2, last, at - 1, first)
            if s.low[at] == "me" and s.word(at - 1) in ("call", "calls") and s.is_name(at + 1):
                self.own_value("name_is", at + 1, last, at - 1, first)
            if s.low[at] not in ("my", "our"):
                continue
            stop = self._named_relative(at, last)
            found = None if stop else possessives.own_noun(s, at + 1, last)
            if found is None:
                continue
            predicate, _, after = found
            if s.word(after) in ("is", "are", "'s", "was", ":", "=", "were") and self._stands(at, first):
                self.own_value(predicate, after + 1, last, at, first)

    def opinions(self, first: int, last: int) -> None:
        """ "In my opinion, …"."""
        s = self.s
        for at in range(first, last - 3):
            if s.low[at : at + 2] == ["in", "my"] and s.low[at + 2] in (
                "opinion",
                "view",
                "experience",
                "eyes",
                "mind",
            ):
                start = at + 3 + (s.word(at + 3) == ",")
                frame = next(frame for frame in registry()["be"] if frame.id == "be.convinced")
                found = KINDS[frame.object](s, start, last) if start < last and not self.is_assistant else None
                setting = Setting(Subject(SELF, "self", at, at, None), _UNSAID, at, last, at)
                for item in found or []:
                    self.maker.add(setting, frame, item)
                return

    def _stands(self, at: int, first: int) -> bool:
        subject = Subject(SELF, "self", at, at + 1, None)
        clause = Clause(subject, _UNSAID, at, at, at)
        return is_asserted(self.s, clause, first, -1) or self.s.word(at - 1) in ("and", "but", ",")

    def _named_relative(self, at: int, last: int) -> bool:
        """ "My sister's name is Ana"."""
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
                    s.tokens[at].start,
                    s.low[at] == "our",
                    "relation.name",
                )
        return True

    def own_value(self, predicate: str, start: int, last: int, anchor: int, first: int) -> None:
        s = self.s
        is_negative = s.word(start) in ("not", "no")
        end = start
        while (
            end < last
            and not (s.has_pause(end) and end > start and s.low[end] != "-")
            and s.low[end] not in ("because", "which", "so")
        ):
            end += 1
        objects = possessives.value_of(s, predicate, start + is_negative, end)
        plural = s.low[anchor] == "our"
        subject = Subject(SELF, "self", anchor, anchor + 1, None, None, plural)
        verb = VerbGroup(
            "be", "past" if s.word(start - 1) in ("was", "were") else "present", is_negative, False, anchor, start
        )
        setting = Setting(subject, verb, max(first, anchor), end, anchor)
        frame = Frame(
            f"own.{predicate}",
            (),
            (),
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
                setting = replace(setting, subject=subject._replace(value=thing, span=s.span(anchor + 1, start - 1)))
                if predicate == "measures":
                    setting = replace(setting, subject=subject)
            self.maker.add(setting, frame, found)

    def relations(self, first: int, last: int) -> None:
        """ "my friend Hugo" wherever it stands, and the relatives of whom something was said."""
        s = self.s
        said = {claim.subject for claim in self.maker.claims}
        for at in range(first, last):
            if s.low[at] not in ("my", "our"):
                continue
            found = relation_at(s, at + 1)
            if found is None or found[3] > last:
                continue
            relation, noun, _, after = found
            stop = name_run(s, after + (s.word(after) == "," and s.word(name_run(s, after + 1)) in (",", "who")), 3)
            start = after + (s.word(after) == "," and stop > after + 1)
            value = f"__SELF__/{noun}"
            named_before = self._name_before(at, after)
            if named_before is not None:
                begin, finish = named_before
                self.maker.relation(
                    relation,
                    s.surface(begin, finish),
                    s.span(begin, finish),
                    s.tokens[begin].start,
                    s.low[at] == "our",
                    "relation.apposed",
                )
            elif stop > start and s.low[start] not in s.words["languages"] and self._is_free(at, first):
                self.maker.relation(
                    relation,
                    s.surface(start, stop),
                    s.span(start, stop),
                    s.tokens[at].start,
                    s.low[at] == "our",
                    "relation.named",
                )
            elif value in said:
                self.maker.relation(
                    relation, value, s.span(at + 1, after), s.tokens[at].start, s.low[at] == "our", "relation.kin"
                )

    def _name_before(self, at: int, after: int) -> tuple[int, int] | None:
        """The name to which "my colleague" stands in apposition ("Rosa, my colleague,")."""
        s = self.s
        if s.word(at - 1) not in (",", "(") or not (after >= len(s) or s.low[after] in (",", ")", ".", "!")):
            return None
        begin = at - 1
        while begin > 0 and s.is_name(begin - 1) and name_run(s, begin - 1) >= at - 1:
            begin -= 1
        return (begin, at - 1) if begin < at - 1 and name_run(s, begin) >= at - 1 else None

    def _is_free(self, at: int, first: int) -> bool:
        return not any(low in self.s.words["conditionals"] for low in self.s.low[first:at])
