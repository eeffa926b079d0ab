"""The common words of a pipeline's language: the words that its lemmatizer knows, and its stop words."""

from collections.abc import Iterator, Mapping
from typing import Any

_LEMMATIZER, _INDEX, _EXCEPTIONS, _RULES = "lemmatizer", "lemma_index", "lemma_exc", "lemma_rules"


class Vocabulary:
    """The common words of a pipeline. If the pipeline has no lists of words, every word counts as common."""

    def __init__(self, pipeline: Any) -> None:
        self._functions: frozenset[str] = frozenset(pipeline.Defaults.stop_words)
        tables = self._tables(pipeline)
        self._words = frozenset(word for words in tables.get(_INDEX, {}).values() for word in words)
        self._exceptions = frozenset(form for forms in tables.get(_EXCEPTIONS, {}).values() for form in forms)
        rules = {(old, new) for made in tables.get(_RULES, {}).values() for old, new in made}
        self._endings = sorted(rules | {("est", ""), ("er", ""), ("ly", ""), ("ish", ""), ("'s", "")})
        self._known: dict[str, bool] = {}

    def _tables(self, pipeline: Any) -> Mapping[str, Mapping[Any, Any]]:
        if not pipeline.has_pipe(_LEMMATIZER):
            return {}
        lookups = getattr(pipeline.get_pipe(_LEMMATIZER), "lookups", None)
        names = (_INDEX, _EXCEPTIONS, _RULES)
        return {} if lookups is None else {n: lookups.get_table(n) for n in names if lookups.has_table(n)}

    def has(self, low: str) -> bool:
        """Whether a word, given in lower case, is a common word or a form of one."""
        if not self._words:
            return True
        known = self._known.get(low)
        if known is None:
            known = self._known[low] = any(
                form in self._words or form in self._functions or form in self._exceptions for form in self._forms(low)
            )
        return known

    def _forms(self, low: str) -> Iterator[str]:
        yield low
        if "-" in low:
            yield low.partition("-")[2]
        for old, new in self._endings:
            if low.endswith(old) and len(low) > len(old) + 1:
                yield low[: -len(old)] + new
