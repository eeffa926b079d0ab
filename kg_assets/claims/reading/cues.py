"""Which sentences of a text may hold a claim: one cheap pass before any analysis."""

import re
from collections.abc import Iterator

_RELATION_VERBS = (
    r"liv(?:es|ing) (?:in|near)|works? (?:at|for|as|on)|working (?:at|for|as|on|in)|(?:depends|relies|"
    r"runs) (?:up)?on|(?:based|located|situated|headquartered) in|made by|owned by|belongs to|part of|"
    r"costs?|weighs|built (?:on|with|in|by)|powered by|written (?:in|by)|developed by|designed by|"
    r"created by|maintained by|moved to|studies|comes from|requires|needs|uses|is in|are in|is (?:roughly|"
    r"about|\d)|bought by|acquired by|run by|located at|runs on|of mine|of ours|manufactured by|"
    r"published by|(?:subsidiary|division|module|department) of"
)
_BARE_STARTS = (
    r"(?:just |recently |currently |finally |been |also |really |absolutely )*(?:moved|living|working|"
    r"learning|studying|graduated|visited|attended|gonna|planning|thinking|based|love|loving|hate|enjoy|"
    r"prefer|bought|joined|vegan|vegetarian|married|allergic|using|born|originally|name |name's |"
    r"freelance|software|been|went|started|quit|adopted|decided|used to|diagnosed|got |landed|can'?t |"
    r"don'?t |[a-z]{2,12}ing |the name's |mum'?s |mom'?s |dad'?s |gotta |need to|have to|want to|hoping|"
    r"sold|gave|broke|lost|took|turned|switched|stopped|signed|picked|dropped|ran |flew|spent|travelled|"
    r"traveled|came|became|grew|studied|worked|lived|retired|inherited|feeling|big fan|huge fan|goal:|"
    r"goals:|aiming|saving|currently|never|raised|training|name:|age:|job:|location:|\d{2} ?(?:yo|y/o|"
    r"years? old|[mf])\b)"
)
_ABOUT = r"about me\b|who i am|facts about|my (?:profile|background)"
# Behind a look-behind so that the scan does not start inside words.
_PERSON = re.compile(
    rf"(?<![\w@#./-])(?:i|my|mine|our|we|im|ive|weve|me|{_RELATION_VERBS})(?![\w@])|(?:^|(?<=[.!?\n] )|(?<=\n)|"
    rf"(?<=- )|(?<=\* ))(?:{_BARE_STARTS})|(?<=[a-z] )here(?=[.!,\n]|$)|{_ABOUT}",
    re.A,
)
_ASSISTANT = re.compile(
    r"(?<!\w)(?:you (?:mentioned|said|told|shared|explained|stated)|(?:since|as|given that|because|that|"
    r"remembered that|noted: ?|noted,? |now that|hear) you(?:'re|'ve)? |"
    r"(?:know|remember|noted|forget) you(?:'re|'ve)? |the user|user(?:'s)? (?:[a-z]+)|your (?:name|partner|"
    r"wife|husband|sister|brother|mother|father|mom|dad|mum|son|daughter|boss|manager|dog|cat|goal|job|friend|"
    r"colleague|girlfriend|boyfriend)(?:'s)? )"
)


def cue_positions(low: str, is_assistant: bool) -> Iterator[int]:
    """Where something in the lower-cased text may speak of the person or of named things."""
    pattern = _ASSISTANT if is_assistant else _PERSON
    for found in pattern.finditer(low):
        yield found.start()


_BOUNDARY = re.compile(r"[.!?…]+[\"')\]]*(?=\s|$)|[!?]+(?=[A-Z])")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|vs|e\.g|i\.e|etc|approx|inc|ltd|jr|sr|dept|est|u\.s|u\.k|[a-z])$", re.I
)


def sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences of one line."""
    begin = start
    for found in _BOUNDARY.finditer(text, start, end):
        if (
            found[0] == "."
            and _ABBREVIATION.search(text, max(start, found.start() - 8), found.start())
            and found.end() < end
            and not _is_i(text, found.start())
        ):
            continue
        if found[0] == ".." or (found[0] in ("...", "…") and text[found.end() : found.end() + 2].strip()[:1].islower()):
            continue
        yield begin, found.end()
        begin = found.end()
    if begin < end:
        yield begin, end


def _is_i(text: str, at: int) -> bool:
    return text[at - 1 : at] == "I"
