"""Finds where a writer in a hurry left out "my" or "is" beside somebody of their own, or the "I" of what they do these
days: "wife pregnant again" is given to the parser as "my wife is pregnant again", "work nights" as "I work nights".

The lists are in `config/language/spelling.yaml` under `restored`. An added word shares the place of the word beside
which it stands, as the two words of "im" share theirs, so that no other place in the text changes.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

_REACH = 120  # so far before and behind somebody a clause is looked at, which bounds the time that a long text takes


class RestoredWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of whom one leaves out "my", where such a statement may begin, what may follow, and what makes it none."""

    one: list[str]
    titles: list[str]
    called: list[str]
    they: list[str]
    now: list[str]
    openers: list[str]
    joints: list[str]
    joined: list[str]
    adverbs: list[str]
    told: list[str]
    state: list[str]
    ends_of_jobs: list[str]
    no_doing: list[str]
    finite: list[str]
    searched: list[str]
    no_statement: list[str]


class Restorer:
    """Finds what is left out, by lists of words. `given_names` are in lower case; `spelled` is how a word is written
    out ("gf")."""

    def __init__(self, words: RestoredWords, given_names: Collection[str], spelled: Mapping[str, str]) -> None:
        self._words = words
        self._given_names = given_names
        self._spelled = spelled
        self._people = {*words.one, *words.called, *words.they}
        self._somebody = _somebody(words)
        openers = rf"(?:(?:{_any_of(words.openers)})[,:!]* +)*"
        self._begins = re.compile(rf"(?:(?:^|[.,;!?(\n] *){openers}|\b(?P<joint>{_any_of(words.joints)}) )\Z", re.I)
        self._searched = re.compile(rf"[^.,;!?\n]{{0,{_REACH}}}\b(?:{_any_of(words.searched)})\b", re.I)
        self._no_statement = re.compile(rf"\b(?:{_any_of(words.no_statement)})\b|: ", re.I)

    def edits(self, text: str) -> Iterator[tuple[int, int, str]]:
        """The replacements that put in what was left out, in order: where each begins and ends, and what is written
        there. "so wife Ana pregnant" gives "my wife" for "wife" and "Ana is" for "Ana"."""
        if self._somebody.search(text) is None or self._no_statement.search(text):
            return
        for found in self._somebody.finditer(text):
            name = found["name"]
            if (name and name.lower() not in self._given_names) or not self._is_told(text, found):
                continue
            if found["by_name"] and not found["mine"] and found["one"].lower() in self._words.titles:
                continue
            if found["now"]:
                yield (*found.span("now"), f"I {found['now']}")
                continue
            mine = "one" if found["one"] and not found["mine"] else None
            last = next(group for group in ("by_name", "one", "called", "they", "name") if found[group])
            verb = None if found["verb"] else last
            for group in dict.fromkeys((mine, verb)):
                if group is not None:
                    word = self._spelled.get(found[group].lower(), found[group])
                    written = ("my " * (group == mine), word, f" {_is(word)}" * (group == verb))
                    yield (*found.span(group), "".join(written))

    def _is_told(self, text: str, found: re.Match[str]) -> bool:
        """Whether a statement may begin with somebody: the text does, or a clause, or a joining word stands before; but
        not behind somebody joined to them ("Tom and wife"), and not in a search or a task about words."""
        at = found.start()
        near = text[:at] if at <= _REACH else f"\0{text[at - _REACH : at]}"  # what is cut off begins no text
        before = self._begins.search(near)
        if before is None or self._searched.match(text, found.end()):
            return False
        if before["joint"] is None or before["joint"].lower() not in self._words.joined:
            return True
        last = near[: before.start()].rstrip().rpartition(" ")[2]
        return not (last[:1].isupper() or last.lower() in self._people or last.lower() in self._given_names)


def _is(word: str) -> str:
    return {"i": "am", "we": "are", "they": "are"}.get(word.lower(), "is")


def _somebody(words: RestoredWords) -> re.Pattern[str]:
    """Somebody, and behind them a verb or a state. Groups: who it is (`one` with perhaps `mine` before it and the name
    `by_name` behind it, `called`, `they`, or `name`), and `verb`, if no "is" is missing; or
    `now`, the verb of what the writer does these days."""
    one = rf"(?:(?P<mine>my|our) )?(?P<one>{_any_of(words.one)})(?: (?P<by_name>(?-i:[A-Z][a-z]+)))?"
    called = rf"(?P<called>{_any_of(words.called)})"
    they = rf"(?P<they>{_any_of(words.they)})"
    adverb = rf"(?:{_any_of(words.adverbs)}) "
    past = r"(?-i:[a-z]{2,}(?<!e)ed)"
    told = rf"(?P<verb>(?:{adverb})?(?:{_any_of(words.told)}|{past}))(?![\w'])"
    clause = rf"(?:(?! (?:{_any_of(words.joints)}) )[^.,;!?\n]){{0,{_REACH}}}"
    doing = rf"(?!(?:{_any_of(words.no_doing)})\b)(?-i:[a-z]{{2,}}ing)\b(?!{clause}\b(?:{_any_of(words.finite)})\b)"
    age = r"[1-9]\d?(?= ?(?:[,;!?)]|$|(?:and|n|now|so|but|yo|years|yrs|next|today|tomorrow|this)\b))"
    job = rf"an? (?:[a-z-]+ ){{0,2}}[a-z-]*(?:{_any_of(words.ends_of_jobs)})"
    state = rf"(?:{adverb})*(?:(?:{age}|{job}|{_any_of(words.state)})(?!\w)|{doing})"
    now = "|".join(rf"{verb}(?= (?:{_any_of(behind)})\b)" for verb, behind in _by_first_word(words.now))
    name = rf"(?P<name>(?-i:[A-Z][a-z]+)) (?={state})"
    return re.compile(
        rf"(?<![\w'@#./-])(?:(?:{one}|{called}|{they}) (?={told}|{state})|(?P<now>(?-i:{now}))|{name})", re.I
    )


def _by_first_word(phrases: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """The words that follow each first word of some phrases: "in" and "alone" behind "live"."""
    behind: dict[str, list[str]] = {}
    for phrase in phrases:
        first, _, rest = phrase.partition(" ")
        behind.setdefault(first, []).append(rest)
    yield from behind.items()


def _any_of(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=lambda word: (-len(word), word)))
