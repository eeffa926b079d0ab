"""Repairs what the parser gets wrong in short forms of speech. In "music's so calming" it takes the "is" for a
possessive, in "I do love watching birds" the "love" for a noun, and in "I hate being stared at" the "hate" for a
helper."""

from dataclasses import replace

from kg_assets.beliefs.lexicon import Lexicon
from kg_assets.language.sentence import Sentence

_IS = frozenset({"'s", "’s"})
_CORES = ("JJ", "JJR", "VBG")


def with_short_forms(s: Sentence, lexicon: Lexicon) -> Sentence:
    """The sentence with its parse repaired, at most once for each of the three forms."""
    if not s.is_parsed:
        return s
    return _with_passive(_with_love(_with_being(s), lexicon), lexicon)


def _with_being(s: Sentence) -> Sentence:
    """The sentence with "music's so calming" repaired: an "'s" between a noun and an adverb with an adjective becomes
    the verb of both."""
    if _IS.isdisjoint(s.low):
        return s
    for being in range(1, len(s) - 2):
        if s.low[being] not in _IS or s.dep[being] != "case":
            continue
        core = being + 1
        while core < len(s) - 1 and s.dep[core] == "advmod":
            core += 1
        noun = s.head[being]
        is_behind = s.pos[core + 1 : core + 2] in (
            ("NOUN",),
            ("PROPN",),
            ("ADJ",),
            ("NUM",),
        )  # "my aunt's very old car"
        if core > being + 1 and s.tag[core] in _CORES and not is_behind and _are_joined(s, noun, being, core):
            return _joined(s, noun, being, core)
    return s


def _are_joined(s: Sentence, noun: int, being: int, core: int) -> bool:
    return noun < being and (s.head[core] in (noun, being) or s.head[noun] == core)


def _joined(s: Sentence, noun: int, being: int, core: int) -> Sentence:
    """The sentence with the "'s" (`being`) as the verb of its subject `noun` ("music") and of the adjective `core`
    ("calming")."""
    head, dep, tag, pos, lemma = list(s.head), list(s.dep), list(s.tag), list(s.pos), list(s.lemma)
    top = core if s.head[noun] == core else noun
    head[being], dep[being] = (being if s.head[top] == top else s.head[top]), s.dep[top]
    for token in {*s.children(noun), *s.children(core), *s.children(being)} - {noun, being, core}:
        if token > core:
            head[token] = core if dep[token] in ("prep", "conj", "cc") else being
        elif token < noun and s.head[token] == core:
            head[token] = being
    head[noun], dep[noun] = being, "nsubj"
    head[core], dep[core], tag[core], pos[core] = being, "acomp", "JJ", "ADJ"
    tag[being], pos[being], lemma[being] = "VBZ", "AUX", "be"
    return replace(
        s, head=tuple(head), dep=tuple(dep), tag=tuple(tag), pos=tuple(pos), lemma=tuple(lemma)
    )  # fmt: skip


def _with_love(s: Sentence, lexicon: Lexicon) -> Sentence:
    """The sentence with "I do love watching birds" repaired: the word behind the "do" becomes the verb."""
    if "do" not in s.lemma:
        return s
    for do in range(1, len(s) - 2):
        verb = do + 1
        is_do = s.lemma[do] == "do" and s.pos[do] == "VERB" and s.low[do - 1] == "i"
        if not is_do or s.low[verb] not in lexicon.preference or s.tag[verb] != "NN":
            continue
        head, dep, tag, pos = list(s.head), list(s.dep), list(s.tag), list(s.pos)
        doing = next((t for t in (*s.children(verb, "acl"), *s.children(do, "ccomp")) if s.tag[t] == "VBG"), None)
        for token in s.children(do):
            head[token] = verb
        head[verb], dep[verb] = (verb if s.head[do] == do else s.head[do]), s.dep[do]
        tag[verb], pos[verb] = "VB", "VERB"
        head[do], dep[do], pos[do] = verb, "aux", "AUX"
        if doing is not None:
            head[doing], dep[doing] = verb, "xcomp"
        return replace(s, head=tuple(head), dep=tuple(dep), tag=tuple(tag), pos=tuple(pos))
    return s


def _with_passive(s: Sentence, lexicon: Lexicon) -> Sentence:
    """The sentence with "I hate being stared at" repaired: "hate" becomes the verb, and "being stared at" depends on
    it."""
    if "being" not in s.low:
        return s
    for liked in range(1, len(s) - 2):
        doing = s.head[liked]
        is_helper = s.dep[liked] == "aux" and s.low[liked] in lexicon.preference and s.low[liked + 1] == "being"
        if not is_helper or s.head[liked + 1] != doing or doing < liked:
            continue
        head, dep, pos = list(s.head), list(s.dep), list(s.pos)
        head[liked], dep[liked], pos[liked] = (liked if s.head[doing] == doing else s.head[doing]), s.dep[doing], "VERB"
        for token in s.children(doing):
            if token < liked or s.dep[token] in ("punct", "conj", "cc"):
                head[token] = liked
        head[doing], dep[doing] = liked, "xcomp"
        return replace(s, head=tuple(head), dep=tuple(dep), pos=tuple(pos))
    return s
