"""Faster versions of the pipeline's last two steps, attribute ruler and lemmatizer. They run the original step once for
each kind of token and remember its answer.

The ruler derives parts of speech and irregular base forms from tag, word and dependency by more than a hundred
patterns, which takes a fifth of a parse. Nearly all patterns look at one token and name few words, so the answer for a
kind can be remembered. A few patterns look at several tokens; a sentence in which one of these might match is given to
the original ruler.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

_LOOKED_AT = frozenset({"TAG", "LOWER", "DEP", "IS_SPACE"})
_LISTS, _PATTERN = frozenset({"IN", "NOT_IN"}), "REGEX"
_MOST = 1 << 17  # kinds of tokens, and words, that are remembered; for further ones the original steps run each time
_OTHER = "\0"  # stands for every word, or dependency, that no pattern names
_RULES, _INDEX = "rule", "lemma_index"
_ENDINGS = ("ed", "ing")
_DOUBLED = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]")  # verbs that double their last letter: "hat", "stop"
_Kind = tuple[str, str, str, bool]


class _Said(NamedTuple):
    """The values that the ruler sets on a token; None for a tag or dependency that it leaves as it is."""

    pos: int
    morph: Any
    lemma: int
    tag: int | None
    dep: int | None


class RememberedRuler:
    """Does what the attribute ruler does, but asks it only once for each kind of token where it can."""

    def __init__(self, ruler: Callable[[Any], Any], patterns: Iterable[Mapping[str, Any]]) -> None:
        self._ruler = ruler
        self._said: dict[_Kind, _Said] = {}
        self._word_of: dict[str, str] = {}  # each word that was seen, as the patterns distinguish it
        self._words: set[str] = set()
        self._deps: set[str] = set()
        self._named: dict[str, set[str]] = {"LOWER": set(), "DEP": set()}
        self._forms: list[re.Pattern[str]] = []
        given = [pattern for one in patterns for pattern in one["patterns"]]
        self._is_simple = all([self._note(pattern) and self._name(pattern) for pattern in given])

    def _note(self, pattern: Sequence[Mapping[str, Any]]) -> bool:
        """Note a word or dependency that a sentence must have for a pattern of several tokens to match.

        False if the pattern has several tokens and names no word and no dependency, or if it looks at anything beyond
        `_LOOKED_AT`. Then no answer can be remembered.
        """
        if any(not set(token) <= _LOOKED_AT for token in pattern):
            return False
        if len(pattern) == 1:
            return True
        for attribute, signs in (("LOWER", self._words), ("DEP", self._deps)):
            for token in pattern:
                stated = token.get(attribute)
                if isinstance(stated, str):
                    signs.add(stated)
                    return True
        return False

    def _name(self, pattern: Sequence[Mapping[str, Any]]) -> bool:
        """Note the words and dependencies that a pattern names. False if it tests them in a way that cannot be
        noted."""
        for token in pattern:
            for attribute, named in self._named.items():
                stated = token.get(attribute)
                if stated is None:
                    continue
                if isinstance(stated, str):
                    named.add(stated)
                elif set(stated) <= _LISTS:
                    named.update(word for words in stated.values() for word in words)
                elif set(stated) == {_PATTERN} and attribute == "LOWER":
                    self._forms.append(re.compile(stated[_PATTERN]))
                else:
                    return False
        return True

    def _as_seen(self, word: str) -> str:
        """The word as the patterns distinguish it: itself, or `_OTHER` for any word that no pattern names."""
        seen = self._word_of.get(word)
        if seen is None:
            is_named = word in self._named["LOWER"] or any(form.search(word) for form in self._forms)
            seen = word if is_named else _OTHER
            if len(self._word_of) < _MOST:
                self._word_of[word] = seen
        return seen

    def __call__(self, doc: Any) -> Any:
        if not self._is_simple:
            return self._ruler(doc)
        deps, as_seen = self._named["DEP"], self._as_seen
        kinds = [
            (token.tag_, as_seen(token.lower_), dep if (dep := token.dep_) in deps else _OTHER, token.is_space)
            for token in doc
        ]
        if any(word in self._words or dep in self._deps for _, word, dep, _ in kinds):
            return self._ruler(doc)
        said = self._said
        if any(kind not in said for kind in kinds):
            self._learn(doc, kinds)
            return doc
        for kind, token in zip(kinds, doc, strict=True):
            token.pos, morph, token.lemma, tag, dep = said[kind]
            token.set_morph(morph)
            if tag is not None:
                token.tag = tag
            if dep is not None:
                token.dep = dep
        return doc

    def _learn(self, doc: Any, kinds: Sequence[_Kind]) -> None:
        before = [(token.tag, token.dep) for token in doc]
        self._ruler(doc)
        if len(self._said) >= _MOST:
            return
        for kind, (tag, dep), token in zip(kinds, before, doc, strict=True):
            self._said[kind] = _Said(
                token.pos, token.morph, token.lemma, None if token.tag == tag else token.tag,
                None if token.dep == dep else token.dep,
            )  # fmt: skip


class RememberedLemmas:
    """Does what the lemmatizer does, but remembers its answers.

    A lemmatizer that works by rules always gives a word of one kind the same base form, so the form is remembered.
    One mistake of the rules is corrected: they make "hat" of "hated" and "hop" of "hoping", but forms of "hat" and
    "hop" would be "hatted" and "hopping".
    """

    def __init__(self, lemmatizer: Any) -> None:
        self._lemmatizer = lemmatizer
        self._is_by_rules = lemmatizer.mode == _RULES and not lemmatizer.overwrite
        self._forms: dict[tuple[int, int, int], str] = {}
        lookups: Any = getattr(lemmatizer, "lookups", None)
        has_index = lookups is not None and lookups.has_table(_INDEX)
        self._verbs: frozenset[str] = frozenset(lookups.get_table(_INDEX).get("verb", ()) if has_index else ())

    def __call__(self, doc: Any) -> Any:
        if not self._is_by_rules:
            return self._lemmatizer(doc)
        forms = self._forms
        for token in doc:
            if token.lemma == 0:
                kind = (token.orth, token.pos, token.morph.key)
                form = forms.get(kind)
                if form is None:
                    form = self._with_its_e(token, self._lemmatizer.lemmatize(token)[0])
                    if len(forms) < _MOST:
                        forms[kind] = form
                token.lemma_ = form
        return doc

    def _with_its_e(self, token: Any, form: str) -> str:
        """The base form of a verb. It gets an "e" if the form given is short and would double its last letter before
        the ending: "hate" for "hated", since "hat" would give "hatted"."""
        ending = token.lower_.removeprefix(form)
        is_cut = token.pos_ == "VERB" and ending in _ENDINGS and _DOUBLED.fullmatch(form) is not None
        return f"{form}e" if is_cut and f"{form}e" in self._verbs else form
