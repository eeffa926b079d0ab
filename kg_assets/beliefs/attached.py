"""Repairs a gerund that the parser attaches to the wrong word: in "I believe in candour and helping each
other" the person believes in both.
"""

from dataclasses import replace

from kg_assets.language.sentence import Sentence

_OWN = ("aux", "auxpass", "nsubj", "nsubjpass", "mark", "neg")
# Behind an adjective a gerund may go on for its verb ("I'm happy with the job and loving it"), but not behind these.
_OF_MATTERS = frozenset({"about"})


def with_joined(s: Sentence) -> Sentence:
    """The sentence with its parse repaired: in "I believe in candour and helping each other" the gerund "helping" now
    depends on "candour"."""
    if "VBG" not in s.tag:
        return s
    head, dep = list(s.head), s.dep
    for doing in range(2, len(s)):
        if s.tag[doing] != "VBG" or dep[doing] != "conj" or s.children(doing, *_OWN):
            continue
        thing = _thing_before(s, doing)
        if thing is not None:
            head[doing] = thing
            head[doing - 1] = thing
    return s if tuple(head) == s.head else replace(s, head=tuple(head))


def _thing_before(s: Sentence, doing: int) -> int | None:
    """The noun to which the gerund `doing` can be joined: "candour" in "I believe in candour and helping each
    other"; None where there is none."""
    joined, joiner = s.head[doing], doing - 1
    if s.dep[joiner] != "cc" or s.head[joiner] != joined or s.tag[joined] == "VBG":
        return None
    thing = joiner - 1
    while s.dep[thing] != "pobj" and s.head[thing] < thing:
        thing = s.head[thing]
    preposition = s.head[thing]
    if s.dep[thing] != "pobj" or s.head[preposition] != joined:
        return None
    is_told = s.tag[joined] in ("VBP", "VBZ", "VB") and s.lemma[joined].lower() != "be"
    return thing if is_told or s.low[preposition] in _OF_MATTERS else None
