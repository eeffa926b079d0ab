"""Finds where a writer in a hurry left out "my" or "is" beside somebody of their own: "wife pregnant again" is given to
the parser as "my wife is pregnant again".

The lists are in `config/language/spelling.yaml` under `restored`. An added word shares the place of the word beside
which it stands, as the two words of "im" share theirs, so that no other place in the text changes.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

_SIGNS = ".,;:!?()"
_LONG_AGO = r"\b1(?:[0-8]\d|9[0-3])\d\b"  # a year of a register or an inscription
_REACH = 120  # so far before and behind somebody a clause is looked at, which bounds the time that a long text takes


class RestoredWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of whom one leaves out "my", where such a statement may begin, what may follow, and what makes it none."""

    one: list[str]
    titles: list[str]
    called: list[str]
    they: list[str]
    openers: list[str]
    joints: list[str]
    others: list[str]
    ourselves: list[str]
    adverbs: list[str]
    told: list[str]
    state: list[str]
    behind_state: list[str]
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
        self._others = {*words.one, *words.called, *words.they, *words.others}.difference(words.ourselves)
        self._somebody = _somebody(words)
        openers = rf"(?:(?:{any_of(words.openers)})[,!]* +)*"
        self._begins = re.compile(rf"(?:(?:^|[.,;!?(\n] *){openers}|\b(?P<joint>{any_of(words.joints)}) )\Z", re.I)
        self._searched = re.compile(rf"[^.,;!?\n]{{0,{_REACH}}}\b(?:{any_of(words.searched)})\b", re.I)
        self._no_statement = re.compile(rf"\b(?:{any_of(words.no_statement)})\b|: |{_LONG_AGO}", re.I)

    def edits(self, text: str) -> Iterator[tuple[int, int, str]]:
        """The replacements that put in what was left out, in order: where each begins and ends, and what is written
        there. "so wife Ana pregnant" gives "my wife" for "wife" and "Ana is" for "Ana"."""
        said = list(self._somebody.finditer(text))
        if not said or self._no_statement.search(text):
            return
        for found in said:
            name = found["name"]
            if (name and name.lower() not in self._given_names) or not self._is_told(text, found):
                continue
            if found["by_name"] and not found["mine"] and found["one"].lower() in self._words.titles:
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
        not behind words about somebody else ("Tom and wife", "my friend is late because wife is ill"), and not in a
        search or a task about words."""
        at = found.start()
        near = text[:at] if at <= _REACH else f"\0{text[at - _REACH : at]}"  # what is cut off begins no text
        before = self._begins.search(near)
        if before is None or self._searched.match(text, found.end()):
            return False
        told = near[: before.start()]
        if not told.strip():
            return not found["name"]  # "Kate pregnant" alone is a search
        if told.endswith(("!", "?")):
            return True
        low = {word.strip(_SIGNS).lower() for word in told.split()}
        is_of_others = not self._others.isdisjoint(low) or not low.isdisjoint(self._given_names)
        is_named = any(
            word[:1].isupper() for word in told.split()[1:] if word.strip(_SIGNS) not in ("I", "I'm", "I've")
        )
        return not low.isdisjoint(self._words.ourselves) or not (is_of_others or is_named)


def _is(word: str) -> str:
    return {"i": "am", "we": "are", "they": "are"}.get(word.lower(), "is")


def _somebody(words: RestoredWords) -> re.Pattern[str]:
    """Somebody, and behind them a verb or a state. Groups: who it is (`one` with perhaps `mine` before it and the name
    `by_name` behind it, `called`, `they`, or `name`), and `verb`, if no "is" is missing."""
    one = rf"(?:(?P<mine>my|our) )?(?P<one>{any_of(words.one)})(?: (?P<by_name>(?-i:[A-Z][a-z]+)))?"
    called = rf"(?P<called>{any_of(words.called)})"
    they = rf"(?P<they>{any_of(words.they)})"
    adverb = rf"(?:{any_of(words.adverbs)}) "
    is_state = rf"(?:{any_of(words.state)})\b"
    past = rf"(?!{is_state})(?-i:[a-z]{{2,}}(?<!e)ed)"
    told = rf"(?P<verb>(?:{adverb})?(?:{any_of(words.told)}|{past}))(?![\w'])"
    clause = rf"(?:(?! (?:{any_of(words.joints)}) )[^.,;!?\n]){{0,{_REACH}}}"
    said_again = rf"{clause}\b(?:{any_of(words.finite)})\b"
    doing = rf"(?!(?:{any_of(words.no_doing)})\b|{is_state})(?-i:[a-z]{{2,}}ing)\b(?!{said_again})"
    age = r"[1-9]\d?(?= ?(?:[,;!?)]|$|(?:and|n|now|so|but|yo|years|yrs|next|today|tomorrow|this)\b))"
    job = rf"an? (?:[a-z-]+ ){{0,2}}[a-z-]*(?:{any_of(words.ends_of_jobs)})"
    ends = rf"(?= *(?:[^\w\s]|\d|$)| (?:{any_of(words.behind_state)})\b)"
    state = rf"(?:{adverb})*(?:(?:{age}|{job}|{any_of(words.state)})(?!\w){ends}|{doing})"
    name = rf"(?P<name>(?-i:[A-Z][a-z]+)) (?={state})"
    return re.compile(rf"(?<![\w'@#./-])(?:(?:{one}|{called}|{they}) (?={told}|{state})|{name})", re.I)


def any_of(words: Iterable[str]) -> str:
    """A pattern for one of these words, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=lambda word: (-len(word), word)))
