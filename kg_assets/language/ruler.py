"""The pipeline's attribute ruler, asked once for each kind of token instead of for each token.

It derives parts of speech and irregular base forms from tag, word and dependency by a hundred and more patterns, which
takes a fifth of a parse. Nearly all look at one token, so what they say of it is remembered; a sentence in which one of
the others might match is given to the ruler itself.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

_LOOKED_AT = frozenset({"TAG", "LOWER", "DEP", "IS_SPACE"})
_MOST = 1 << 17  # kinds of tokens; beyond these the ruler is asked
_Kind = tuple[str, str, str]


class _Said(NamedTuple):
    """What the ruler makes of a token."""

    pos: int
    morph: Any
    lemma: int
    dep: int


class RememberedRuler:
    """Does to documents what the ruler does."""

    def __init__(self, ruler: Callable[[Any], Any], patterns: Iterable[Mapping[str, Any]]) -> None:
        self._ruler = ruler
        self._said: dict[_Kind, _Said] = {}
        self._words: set[str] = set()
        self._deps: set[str] = set()
        self._is_simple = all(self._note(pattern) for one in patterns for pattern in one["patterns"])

    def _note(self, pattern: Sequence[Mapping[str, Any]]) -> bool:
        """Learn by what sign a pattern of several tokens can match; false if no sign tells."""
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

    def __call__(self, doc: Any) -> Any:
        kinds = [(token.tag_, token.lower_, token.dep_) for token in doc]
        if not self._is_simple or any(word in self._words or dep in self._deps for _, word, dep in kinds):
            return self._ruler(doc)
        said = self._said
        if any(kind not in said for kind in kinds):
            self._ruler(doc)
            if len(said) < _MOST:
                for kind, token in zip(kinds, doc, strict=True):
                    said[kind] = _Said(token.pos, token.morph, token.lemma, token.dep)
            return doc
        for kind, token in zip(kinds, doc, strict=True):
            token.pos, morph, token.lemma, token.dep = said[kind]
            token.set_morph(morph)
        return doc
