"""Reads what the words beside a name say about its bearer: relation, role, organization, address, another name. Each
such statement is a clue.

One name in one text is read at a time, and each clue comes with the place of its words. `weighing` decides which clues
agree.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from kg_assets.memory.people.words import Words

ClueKind = Literal[
    "relation",
    "several",
    "role",
    "duty",
    "organization",
    "circle",
    "description",
    "email",
    "name",
    "generation",
    "age",
    "spelled",
]
KINDS: tuple[ClueKind, ...] = get_args(ClueKind)

BEFORE, BEHIND = 90, 140  # characters around a name that are read
_BEFORE_OWN = 12  # characters that hold "one of my", "both our"
_MAIL = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
_EMAIL = re.compile(_MAIL)
_END = re.compile(r"[!?;\n•]|\.(?=\s|$)|\s[-–—|/]\s")
_WORD = re.compile(r"[^\s,()<>:\"“”]+")
_CAPITAL = r"[A-ZÀ-ÖØ-ÞĀ-Ž0-9][\w'’&.-]*"
_NAME = re.compile(rf"{_CAPITAL}(?:\s+(?:&\s+|of\s+)?{_CAPITAL}){{0,3}}")
_OWNERS = ("my", "our")
_OWN_OF_OTHERS = ("her", "his", "their")
_LEADING = re.compile(r"^(?:(?:also|now|still|both|both,)\s+)?(?:(my|our|the|a|an)\s+)?", re.I)
_IS = re.compile(r"^\s+(?:is|was|'s)\s+", re.I)
_BREAK = re.compile(r"\s*,\s*|\s+[-–—|/]\s+")
_SIGNED = re.compile(r"\s+[-–—|/]\s+(?=[A-Z])([^\n;.!?]*)")
_WHO_IS = re.compile(r"who\s+(?:is|was)\s+")
_GENITIVE = re.compile(r"['’]s\b")
_IS_SOMEBODY = re.compile(r"['’]s\s+(?:my|our|the|a)\s")
_GENERATION = re.compile(r"\s*,?\s*(Jr|Sr|Junior|Senior|II|III)\b\.?")
_BRACKET = re.compile(r"\s*[(<]([^)>\n]*)[)>]")
_OWNED = re.compile(r"\s+(?:who is\s+)?(?=(?:my|our|the)\s)")
_OWN = re.compile(r"(?:my|our)\s+", re.I)
# What may follow "my sister" where it says who a name is; else it begins a clause of its own ("Tom, my boss left").
_CLOSED = re.compile(r"\s*(?:$|[,.;:!)\n–—/|-]|(?:at|from|in|of|who|with|for|and)\b)")
_PHRASE_END = re.compile(r",|\s(?:and|who|but|so|because|then|again|is|was|has|quit|today|asked?|said)(?:\s|$)")
_LONGEST_ROLE = 5
_NEAR = 60
_CHILD_UNTIL, _GROWN_UNTIL = 16, 65  # years
_AGE = re.compile(r"\s*[,(]\s*(?:(?:is|aged|age)\s+)?(\d{1,2})(?=\s*(?:[,.;)\n]|$|yrs?\b|years?\b|yo\b))")
_BARE_ROLE = re.compile(r"\s+((?:[a-z][\w'’-]*[ ]?){1,3}?)(?=\s*[,.;!?)\n]|\s*$|\s+(?:at|for|in|of)\s)")
_OF_A_POST = ("boss",)  # a project manager is nobody's boss

# Clues that say how somebody stands to the person or what they do. If there is one, no `description` is looked for.
_STANDING = frozenset({"relation", "role", "duty", "organization", "circle", "name"})
_ARTICLE = r"(?:(?:my|our|the|a|an)\s+)"
_APPOSED = re.compile(rf",\s+(?:{_ARTICLE}|(?=[a-z]))((?:[\w'’-]+[ ]?){{1,5}})(?=[,.;!?)\n]|$)")
_PLACED = re.compile(rf"\s+(?:from|of|at)\s+{_ARTICLE}((?:[\w'’-]+[ ]?){{1,3}})")
_HABITUAL = re.compile(r"\s+([a-z]+[^s\W]s\s+(?:[\w'’-]+[ ]?){1,4})")

_INITIALS_BEFORE = re.compile(r"(?:(?<=^)|(?<=[\s(\[]))(?:[A-ZÀ-Þ]\.[ \u00a0]?){1,3}$")
_INITIAL_BEHIND = re.compile(r"[ \u00a0][A-ZÀ-Þ]\.(?=\s|[,;:)]|$)")


@dataclass(frozen=True, slots=True)
class Clue:
    """One clue to who somebody is, and where its words are in the text. `is_own`: the words say what somebody is to the
    person. They have "my" or "our", or are a bare relation before the name ("Boss Patty")."""

    kind: ClueKind
    value: str
    start: int
    end: int
    is_own: bool = False


class ClueReader:
    """Reads the clues beside names, with the word lists of the configuration."""

    def __init__(self, words: Words) -> None:
        file = words.file
        self._words = words
        self._at = re.compile(rf"(?:^|\s)(?:{'|'.join(map(re.escape, file.at_words))})\s+(?:the\s+)?(?={_CAPITAL})")
        others = "|".join(re.escape(one) for one in sorted(file.other_names, key=len, reverse=True))
        self._other = re.compile(rf"(?:^|[\s(,])(?i:{others})\s+({_CAPITAL}(?:\s+{_CAPITAL}){{0,2}})")
        circles = "|".join(sorted(map(re.escape, file.circles | file.work_circles), key=len, reverse=True))
        self._circle = re.compile(
            rf"(?:from|of|at|in)\s+(?:(?:the|my|our)\s+)?((?:[a-zà-ÿ'’-]+\s+){{0,2}}?(?:{circles})(?:\s+(?:{circles}))*)\b"
        )
        self._works = re.compile(
            rf"\s(?:works?|worked|working)\s+(?:at|for)\s+(?:the\s+)?(?={_CAPITAL})|\sjoined\s+(?={_CAPITAL})"
            rf"|[,;.]\s+s?he(?:['’]s|\s+is|\s+was)\s+(?:at|from|with)\s+(?:the\s+)?(?={_CAPITAL})"
        )
        verbs = "|".join(map(re.escape, file.role_verbs))
        self._verb = re.compile(rf",?\s+(?:who\s+)?({verbs})\s+((?:[\w'’-]+\s*){{1,4}})")
        self._several = re.compile(rf"\b(?:{'|'.join(map(re.escape, file.several_words))})\b", re.I)
        self._several_behind = re.compile(rf"\b(?:{'|'.join(map(re.escape, file.several_behind))})\b", re.I)
        goes_on = "|".join(map(re.escape, file.going_on))
        self._and = re.compile(rf"\band\s+(?={goes_on})\b")
        self._former_behind = re.compile(rf"\s+(?:{'|'.join(map(re.escape, file.former_behind))})\b", re.I)
        self._pronoun = re.compile(
            rf"[,;.]\s+s?he(?:\s*(?:is|was|'s|’s)\s+(?=(?:my|our)\s)|(?=\s+(?:{verbs})\s))", re.I
        )
        self._run_by = re.compile(r"\s(?:is|was)(?:\s+(?:led|run|headed|taught)\s+by)?\s*:?$", re.I)

    def read(self, text: str, start: int, end: int, before: bool = True, behind: bool = True) -> list[Clue]:
        """The clues beside the name at this place, on its two sides as `before` and `behind` say. If an initial beside
        the name was not part of it, the first clue is the name with the initial (`spelled`)."""
        spelled = _spelled(text, start, end)
        if spelled is not None:
            start, end = spelled.start, spelled.end
            return [spelled, *self.read(text, start, end)]
        found = list(self._before(text, start, end)) if before else []
        found += self._behind(text, start, end) if behind else ()
        if behind and not any(clue.kind in _STANDING for clue in found):
            found += self._description(text, start, end)
        if not found:
            return []
        kept: dict[tuple[str, str], Clue] = {}
        for clue in found:
            kept.setdefault((clue.kind, clue.value), clue)
        return list(kept.values())

    # --- before the name --------------------------------------------------------------------------------------------

    def _before(self, text: str, start: int, end: int) -> Iterator[Clue]:
        low = text[start:end].lower()
        if low.startswith(("my ", "our ")):
            yield from self._told(text, start, end, True)
        window = text[max(0, start - BEFORE) : start]
        offset = start - len(window)
        cut = [m.end() for m in _END.finditer(window)]
        begin = cut[-1] if cut else 0
        told = self._run_by.search(window[begin:])
        until = begin + told.start() if told else len(window)
        tail = list(_WORD.finditer(window, begin, until))[-_LONGEST_ROLE - 3 :]
        for place in range(len(tail) - 1, -1, -1):
            word = tail[place].group().lower()
            if word in _OWN_OF_OTHERS:
                return  # "my sister Leila and her daughter Sara"
            if word in (*_OWNERS, "the"):
                phrase_start, phrase_end = tail[place].end(), tail[-1].end()
                if not told and self._is_broken(tail[-1].group().lower()):
                    return
                if not told and word in _OWNERS and self._says_more(window[phrase_start:phrase_end]):
                    return
                if phrase_end > phrase_start and (word in _OWNERS or self._is_role(window[phrase_start:phrase_end])):
                    yield from self._phrase(
                        text, offset + phrase_start, offset + phrase_end, word in _OWNERS, bool(told)
                    )
                return
            between = window[tail[place].end() : tail[place + 1].start() if place + 1 < len(tail) else until]
            if between.strip(" ,") or ("," in between and place + 1 < len(tail)):
                return
        if told and tail and not window[begin : tail[0].start()].strip() and self._is_role(window[begin:until]):
            yield from self._phrase(text, offset + tail[0].start(), offset + until, False, True)
        elif len(tail) == 1 and not told and self._is_bare(window, begin, tail[0]):
            relation = self._words.relation_of[tail[0].group().lower()]
            yield Clue("relation", relation, offset + tail[0].start(), offset + tail[0].end(), True)
        elif tail and self._is_role(tail[-1].group()) and not told and tail[-1].end() >= len(window.rstrip(" ,")):
            yield Clue("role", tail[-1].group().lower(), offset + tail[-1].start(), offset + tail[-1].end())

    def _is_bare(self, window: str, begin: int, word: re.Match[str]) -> bool:
        """Whether a sentence begins with a relation without "my", directly before the name: "Boss Patty"."""
        low = word.group().lower()
        is_alone = not window[begin : word.start()].strip() and window[word.end() :] == " "
        return is_alone and low in self._words.relation_of and low not in self._words.file.titles

    def _is_broken(self, last: str) -> bool:
        """Whether the word before the name cannot belong to a noun phrase with it, like "called" in "my accountant
        called Anna"."""
        return last in self._words.empty or last.endswith(("ed", "ing")) or last in self._words.file.at_words

    # --- behind it ---------------------------------------------------------------------------------------------------

    def _behind(self, text: str, start: int, end: int) -> Iterator[Clue]:
        window = text[end : end + BEHIND]
        if _GENITIVE.match(window) and not _IS_SOMEBODY.match(window):
            return
        yield from self._other_names(text, start, end, window)
        at = 0
        generation = _GENERATION.match(window)
        if generation:
            value = self._words.file.generations[generation[1].lower()]
            yield Clue("generation", value, end + generation.start(1), end + generation.end(1))
            at = generation.end()
        yield from self._age(text, end + at, end + len(window))
        bare = _BARE_ROLE.match(window, at)
        if bare and self._is_role(bare[1].split()[-1]) and bare[1].split()[0] not in self._words.file.no_descriptions:
            yield from self._phrase(text, end + bare.start(1), end + bare.end(1), False, False)
        bracket = _BRACKET.match(window[at:])
        if bracket:
            yield from self._bracket(text, end + at + bracket.start(1), end + at + bracket.end(1))
            at += bracket.end()
        signed = _SIGNED.match(window, at)
        if signed and self._is_role(_BREAK.split(signed[1])[0]):
            yield from self._appositions(text, end + signed.start(), end + signed.end())
        stop = _END.search(window, at)
        rest_end = stop.start() if stop else len(window)
        mail = _EMAIL.search(window[at : at + 60])
        if (
            mail
            and "," in window[at : at + mail.start()] + ","
            and not re.search(r"[\w]", window[at : at + mail.start()])
        ):
            yield Clue("email", mail.group().lower().rstrip("."), end + at + mail.start(), end + at + mail.end())
            at += mail.end()
            rest_end = max(rest_end, at)
        before = _words_before(text, start)
        if not self._is_spoken_to(before):
            yield from self._running(text, end + at, end + rest_end, not before)

    def _age(self, text: str, start: int, end: int) -> Iterator[Clue]:
        """The clue `age` (child, grown or old), from a number behind the name: "Sunil Rao, 9, won"."""
        age = _AGE.search(text, start, end)
        if age and "\n" not in text[start : age.start()] and not re.search(r"[.;!?]", text[start : age.start()]):
            years = int(age[1])
            value = "child" if years < _CHILD_UNTIL else "grown" if years < _GROWN_UNTIL else "old"
            yield Clue("age", value, age.start(1), age.end(1))

    def _description(self, text: str, start: int, end: int) -> Iterator[Clue]:
        """The clue `description`: any words directly behind a name by which somebody is known, such as "the pizzaiolo"
        or "from my AA group"."""
        found = _APPOSED.match(text, end) or _PLACED.match(text, end) or _HABITUAL.match(text, end)
        behind = end + 1 + (text[end : end + 2] == ", ")
        if found is None or self._is_spoken_to(_words_before(text, start)) or self._is_of_another(text, behind):
            return
        words = [word.lower() for word in _WORD.findall(found[1])]
        if words and words[0] not in self._words.empty and words[0] not in self._words.file.no_descriptions:
            yield Clue("description", " ".join(words), found.start(1), found.end(1))

    def _bracket(self, text: str, start: int, end: int) -> Iterator[Clue]:
        inner = text[start:end]
        mail = _EMAIL.search(inner)
        if mail:
            yield Clue("email", mail.group().lower(), start + mail.start(), start + mail.end())
        elif not self._other.search(f" {inner}"):
            yield from self._told(text, start, end, False)

    def _other_names(self, text: str, start: int, end: int, window: str) -> Iterator[Clue]:
        inside = self._other.search(text, start, end)
        stop = _END.search(window)
        behind = self._other.search(window, 0, stop.start() if stop else len(window))
        if behind is not None:
            going_on = self._and.sub(lambda found: " " * len(found.group()), window)
            between = _WORD.findall(going_on[: behind.start()])
            if not self._words.file.other_names_open.isdisjoint(word.lower() for word in between):
                behind = None
        for found, offset in ((inside, 0), (behind, end)):
            if found is not None:
                yield Clue("name", found[1].rstrip(".,"), offset + found.start(1), offset + found.end(1))
        if inside is None and behind is None:
            yield from self._renamed(text, start, end)

    def _renamed(self, text: str, start: int, end: int) -> Iterator[Clue]:
        """The clue `name` in "Ines Rey got married, it's Ines Costa now": another name of the same person.

        The same given name with another surname counts if the sentence tells of such a change and no word between the
        two says that somebody else is meant.
        """
        given, _, surname = text[start:end].rpartition(" ")
        given = given.split(" ")[-1]
        if not given or not surname:
            return
        stop = _END.search(text, end, end + BEHIND)
        rest = text[end : stop.start() if stop else end + BEHIND]
        if given not in rest:
            return
        other = re.search(rf"\b{re.escape(given)}\s+({_CAPITAL})", rest)
        if other is None or other[1].rstrip(".,'’") == surname:
            return
        between = {word.lower() for word in re.findall(r"[\w'’]+", rest[: other.start()])}
        said = between | {word.lower() for word in re.findall(r"[\w'’]+", rest[other.end() :])}
        file = self._words.file
        is_former = self._former_behind.match(rest, other.end()) is not None
        if (file.renaming.isdisjoint(said) and not is_former) or not file.other_names_open.isdisjoint(between):
            return
        yield Clue("name", other.group().rstrip(".,"), end + other.start(), end + other.end())

    def _running(self, text: str, start: int, end: int, opens: bool) -> Iterator[Clue]:
        """The clues in the rest of the sentence: an apposition, a place of work, a phrase behind "is", or a verb that
        says what somebody does. `opens` says that the name opens the sentence."""
        rest = text[start:end]
        said = self._pronoun.search(text, start, start + _NEAR)
        if said:
            verb = self._verb.match(text, said.end(), start + BEHIND)
            yield from (
                self._duty(text, start + BEHIND, verb) if verb
                else self._told(text, said.end(), start + BEHIND, False)
            )  # fmt: skip
        copula = _IS.match(rest)
        if copula:
            yield from self._told(text, start + copula.end(), end, False)
        elif rest.lstrip().startswith(","):
            yield from self._appositions(text, start, end)
        else:
            owner = _OWNED.match(rest)
            place = self._at.match(rest)
            if owner:
                # In "I told Anna my sister lives in Rome" the words do not say who Anna is.
                if opens or not self._is_of_another(text, start + owner.end()):
                    yield from self._told(text, start + owner.end(), end, False)
            elif place:
                belongs = list(self._organization(text, start + place.end(), end))
                yield from belongs
                if belongs and text[belongs[-1].end : end].startswith(","):
                    yield from self._appositions(text, belongs[-1].end, end)
            elif circle := self._circle.match(rest.lstrip()):
                is_of_work = circle[1].rpartition(" ")[2] in self._words.file.work_circles
                if circle.group().startswith(("from", "of")) or (is_of_work and circle.group().startswith("in")):
                    yield self._of_circle(text, start, circle)
        works = self._works.search(rest)
        if works:
            yield from self._organization(text, start + works.end(), end)
        verb = None if copula else self._verb.match(text, start, end)
        if verb:
            yield from self._duty(text, end, verb)

    def _duty(self, text: str, end: int, verb: re.Match[str]) -> Iterator[Clue]:
        """The clue `duty`, what somebody does ("teaches piano at Norlund"), and the organization where they do it."""
        place = self._at.search(text, verb.end(1), verb.end(2))
        until = place.start() if place else verb.end(2)
        if place:
            yield from self._organization(text, place.end(), end)
        role, what = self._words.file.role_verbs[verb[1]], text[verb.start(2) : until].strip()
        if not place and role in self._words.file.roles_over_organizations:
            yield from self._organization(text, verb.start(2), end)
        value = f"{role} {what.lower()}".strip()
        yield Clue("duty", value, verb.start(1), until)

    def _appositions(self, text: str, start: int, end: int) -> Iterator[Clue]:
        breaks = [(found.start(), found.end()) for found in _BREAK.finditer(text, start, end)][:4]
        for number, (_, begin) in enumerate(breaks[:3]):
            until = breaks[number + 1][0] if number + 1 < len(breaks) else end
            if self._is_of_another(text, begin):
                return
            who = _WHO_IS.match(text, begin, until)
            found = list(self._told(text, who.end() if who else begin, until, False))
            yield from found
            if not found:
                return

    def _is_spoken_to(self, before: Sequence[str]) -> bool:
        """Whether the word before a name is a greeting, so that the name's bearer is spoken to: what follows "Hey
        Claude" says nothing about Claude."""
        return bool(before) and before[-1].lower() in self._words.file.greetings

    def _is_of_another(self, text: str, start: int) -> bool:
        """Whether "my sister" or the like behind a name begins a clause of its own ("I told Anna my sister left"). If
        not, the words say who the bearer of the name is."""
        own = _OWN.match(text, start)
        words = list(_WORD.finditer(text, own.end(), own.end() + _NEAR))[:_LONGEST_ROLE] if own else []
        for word in words:
            low = word.group().lower().strip(".!?;")
            if low in self._words.relation_of or self._words.is_role(low):
                return _CLOSED.match(text, word.start() + len(low)) is None
        return False

    # --- phrases ----------------------------------------------------------------------------------------------------

    def _told(self, text: str, start: int, end: int, is_own: bool) -> Iterator[Clue]:
        """The clues in a phrase that says who somebody is: "my sister", "Engineering Manager at Acme", "Zenbank"."""
        phrase = text[start:end]
        circle = self._circle.match(phrase)
        if circle:
            yield self._of_circle(text, start, circle)
            return
        stop = _PHRASE_END.search(phrase)
        if stop:
            end = start + stop.start()
            phrase = text[start:end]
        lead = _LEADING.match(phrase)
        owner = (lead[1] or "").lower() if lead else ""
        begin = start + (lead.end() if lead else 0)
        own = is_own or owner in _OWNERS
        body = text[begin:end]
        if own or self._is_role(body):
            yield from self._phrase(text, begin, end, own, False)
        elif owner == "" and (name := _NAME.match(body)) and name.end() == len(body.rstrip(" .")) and body[0].isupper():
            yield from self._organization(text, begin, end)

    def _phrase(self, text: str, start: int, end: int, is_own: bool, is_behind: bool) -> Iterator[Clue]:
        """The clues in a noun phrase without its article: the relation or role, and the organization or circle in
        it."""
        phrase = text[start:end]
        place = None
        for found in self._at.finditer(phrase):
            organizations = list(self._organization(text, start + found.end(), end))
            yield from organizations
            place = found if organizations else place  # the head of sales is of no organization "Sales"
        head = phrase[: place.start()] if place else phrase
        circle = None if place else self._circle.search(phrase)
        if circle:
            yield self._of_circle(text, start, circle)
            head = phrase[: circle.start()]
        words = head.split()[:_LONGEST_ROLE]
        while words and not is_behind and not is_own and not self._is_role(words[-1]) and len(words) > 1 and not place:
            words.pop()
        relation, used = self._relation(words, is_own)
        if relation:
            at = text.index(words[used[0]], start)
            until = text.index(words[used[1] - 1], at) + len(words[used[1] - 1])
            yield Clue("relation", relation, at, until, is_own)
            if not self._words.file.relations[relation].single and self._is_one_of_several(text, start, until):
                yield Clue("several", relation, at, until, is_own)
            words = words[: used[1]] if used[0] else []
        elif is_own:
            last = max((i + 1 for i, word in enumerate(words) if self._is_role(word)), default=len(words))
            words = words[:last]
        value = " ".join(words).lower().strip(".,")
        if value:
            begin = start + len(phrase) - len(phrase.lstrip())
            yield Clue("role", value, begin, min(end, begin + len(value)), is_own)

    def _says_more(self, phrase: str) -> bool:
        """Whether other words than titles, relations and roles stand between somebody and the name behind them, so that
        the name is not theirs: "loves" in "my mother loves Limon"."""
        if self._at.search(phrase) or self._circle.search(phrase):
            return False
        words = phrase.split()
        _, (_, last) = self._relation(words, True)
        last = last or max((at + 1 for at, word in enumerate(words) if self._is_role(word)), default=len(words))
        known = self._words.relation_of.keys() | self._words.file.titles | {"in", "law", "and", "&"}
        return any(word.lower().strip(".,") not in known and not self._is_role(word) for word in words[last:])

    def _is_one_of_several(self, text: str, start: int, end: int) -> bool:
        """Whether the words around a relation say that the person has more than one such relative: "my other sister",
        "one of my brothers", "my brother Leo and another". A number farther away counts something else: "my sister
        packed two bags"."""
        said = _END.split(text[max(0, start - _BEFORE_OWN) : start])[-1] + text[start:end]
        behind = _END.split(text[end : end + BEFORE], maxsplit=1)[0]
        return bool(self._several.search(said) or self._several_behind.search(behind))

    def _relation(self, words: list[str], is_own: bool) -> tuple[str | None, tuple[int, int]]:
        """Two values: the relation in a phrase with "my" or "our" ("sister", "oldest friend", "late grandfather"), and
        the range of its words in `words`. For other phrases they are None and an empty range."""
        if not is_own:
            return None, (0, 0)
        low = [word.lower().strip(".,") for word in words]
        for length in (2, 1):
            relation = self._words.relation_of.get(" ".join(low[:length]))
            if relation and length <= len(low):
                return relation, (0, length)
        for place in range(1, min(len(low), 3)):
            relation = self._words.relation_of.get(low[place])
            if relation and not any(word.endswith(("'s", "’s")) for word in low[:place]):
                known = self._words.file.relations[relation]
                # A dance partner is no spouse.
                if not known.single or (known.side == "tie" and relation not in _OF_A_POST):
                    return relation, (place, place + 1)
                return None, (0, 0)
        return None, (0, 0)

    def _organization(self, text: str, start: int, end: int) -> Iterator[Clue]:
        name = _NAME.match(text[start:end].lstrip())
        if name is None:
            return
        value = re.sub(r"['’]s$", "", name.group().rstrip(".'’"))
        begin = text.index(name.group(), start)
        is_person = value.partition(" ")[0].lower() in self._words.file.titles  # "now Mrs Greta Lund"
        if not is_person and value.lower() not in self._words.file.no_organizations:
            yield Clue("organization", value, begin, begin + len(value))

    def _of_circle(self, text: str, start: int, found: re.Match[str]) -> Clue:
        begin = text.index(found.group(), start) + found.start(1) - found.start()
        return Clue("circle", found[1].lower(), begin, begin + len(found[1]))

    def _is_role(self, phrase: str) -> bool:
        words = [word.strip(".,").lower() for word in phrase.split()[:_LONGEST_ROLE]]
        return any(self._words.is_role(word) or self._words.is_role(word.rpartition("-")[2]) for word in words)


def _words_before(text: str, start: int) -> list[str]:
    """The words before a name in its sentence."""
    words: list[str] = _WORD.findall(_END.split(text[max(0, start - BEFORE) : start])[-1])
    return words


def _spelled(text: str, start: int, end: int) -> Clue | None:
    """The clue `spelled`: a name of one word together with initials before or behind it ("A. Chen" if "Chen" was found,
    "Alice C." if "Alice" was). Else None."""
    if " " in text[start:end] or not text[start : start + 1].isupper() or text[start:end].isupper():
        return None
    before = _INITIALS_BEFORE.search(text[max(0, start - 10) : start])
    behind = None if before else _INITIAL_BEHIND.match(text, end)
    begin = start - len(before.group()) if before else start
    until = behind.end() if behind else end
    return None if (begin, until) == (start, end) else Clue("spelled", text[begin:until], begin, until)
