"""Which sentences of a text may hold a claim: one cheap pass before any analysis."""

import re
from collections.abc import Set as AbstractSet
from functools import cache

from kg_assets.claims.reading.lexicon import lexicon, word_list
from kg_assets.claims.reading.model import SpanPair
from kg_assets.language.screening import Screen, Stretch
from kg_assets.language.worth import assistant_cue

_RELATION_VERBS = (
    r"(?:component|module|submodule|branch|unit|plugin|feature|chapter) of|"
    r"(?:is|was|are|were) (?:about |around |only |roughly |over )?[$€£¥]?\d[\w.,]{0,12}|(?:is|are) near|"
    r"sets me back|runs (?:me|us)|(?:is|'s) called|(?:went|gone|going) up to|(?:pulls|draws|holds|"
    r"measures) \d[\w.,]{0,12}|imo|imho|"
    r"liv(?:es|ing) (?:in|near)|works? (?:at|for|as|on)|working (?:at|for|as|on|in)|(?:depends|relies|"
    r"runs) (?:up)?on|(?:based|located|situated|headquartered) in|made by|owned by|belongs to|part of|"
    r"cost(?:s|ing)?|weighs|built (?:on|with|in|by)|powered by|written (?:in|by)|developed by|designed by|"
    r"created by|maintained by|moved to|studies|comes from|requires|needs|uses|is in|are in|isn't in|bought by|"
    r"acquired by|run by|located at|runs on|of mine|of ours|manufactured by|published by|(?:subsidiary|division|"
    r"module|department) of"
)
_BARE_STARTS = (
    r"(?:just |recently |currently |finally |been |also |really |absolutely |ugh,? |honestly,? |tbh,? |ngl,? |"
    r"lol,? |yeah,? |still |always |so |and |but |well,? |oh,? |god,? |man,? )*(?:"
    r"(?:have|has|did|do|was|were|could|would|will|is)n'?t |not |would (?:love|like|rather|prefer|never) |"
    r"was (?:at|in|born) |began|must |into |terrible |rubbish |hopeless |bad at |afraid |proud owner|obsessed |"
    r"hooked |keen |fluent |bilingual |(?:mother|father|mum|mom|dad|parent|member) of |single |"
    r"retired|unemployed|divorced|pregnant|engaged |bought|found|founded|left |gave|took|met |saw |went|made|"
    r"built|wrote|ate |drove|flew|rode|swam|ran |won |"
    r"[a-z]{3,10}ed |fav(?:ou?rite)? |(?:the )?(?:plan|goal|aim|dream|home) is |(?:dob|date of birth|birthday|"
    r"languages?|"
    r"e-?mail|phone|mobile|contact|hobbies|interests|job|occupation|city|location|diet|allergies|pets|kids|skills|"
    r"favou?rite[a-z ]{1,20}) ?:|(?:gluten|dairy|lactose|nut)[- ](?:free|intolerant)|pescatarian|coeliac|celiac|"
    r"diabetic|asthmatic|"
    r"homesick|exhausted|heartbroken|overwhelmed|burned out|burnt out|proud |worried |nervous |excited |scared |"
    r"tired |"
    r"lonely|stressed|terrified|grateful |thankful |depressed|anxious|happy |sad |this is \w+ |it's \w+ (?:here|"
    r"again)|"
    r"moved|living|working|"
    r"learning|studying|graduated|visited|attended|gonna|planning|thinking|based|love|loving|hate|enjoy|"
    r"prefer|bought|joined|vegan|vegetarian|married|allergic|using|born|originally|name |name's |"
    r"freelance|software|been|went|started|quit|adopted|decided|used to|diagnosed|got |landed|can'?t |"
    r"don'?t |[a-z]{2,12}ing |the name(?:'s| is) |(?:mum|mom|dad)(?:'?s| is| was| has| [a-z]{2,12}(?:s|ed)) |"
    r"gotta |need to|have to|want to|hoping|"
    r"sold|gave|broke|lost|took|turned|switched|stopped|signed|picked|dropped|ran |flew|spent|travelled|"
    r"traveled|came|became|grew|studied|worked|lived|retired|inherited|feeling|big fan|huge fan|goal:|"
    r"goals:|aiming|saving|currently|never|raised|training|name:|age:|job:|location:|\d{2} ?(?:yo|y/o|"
    r"years? old|[mf])\b)"
)
_ABOUT = r"about me\b|who i am|facts about|my (?:profile|background)"
# Behind a look-behind so that the scan does not start inside words.
_PERSON = re.compile(
    rf"(?<![\w@#./-])(?:i|my|mine|ours?|us|we|im|ive|weve|me|{_RELATION_VERBS})(?![\w@])|(?:^|(?<=[.!?\n] )|(?<=\n)|"
    rf"(?<=- )|(?<=\* ))(?:{_BARE_STARTS})|(?<=[a-z\d] )here(?=[.!,\n]|$)|(?<=[a-z] )speaking(?=[.!,\n]|$)|"
    rf"since (?:19|20)\d\d|{_ABOUT}",
    re.A,
)
_ASSISTANT = assistant_cue()


# By whether an assistant speaks.
CUES = {False: _PERSON, True: _ASSISTANT}
_SCREENS = {role: Screen(re.compile(cue.pattern, cue.flags | re.I)) for role, cue in CUES.items()}


def cue_stretches(text: str, is_assistant: bool) -> list[Stretch]:
    """Where in a text, in whatever case, cues may begin."""
    return _SCREENS[is_assistant].stretches(text)


def find_cue(low: str, is_assistant: bool, start: int, line_end: int) -> SpanPair | None:
    """The first place from here on where something in a line may speak of the person or of named things."""
    found = CUES[is_assistant].search(low, start, line_end + 1)
    return found.span() if found else None


# Of these words an assistant's sentence has others in the place of a subject (see `persons.turn_to_person`).
_TURNED = frozenset({"i", "we", "my", "our", "the"})
# A question that begins with one of these shows only in its second word.
_OPEN = frozenset({"what", "when", "where", "which", "who", "whose"})
_UNASKED = frozenset({"may", "might", "must"})


@cache
def _asking(is_assistant: bool) -> re.Pattern[str]:
    """How a sentence begins that asks from its first word on, so that nothing is stated in it (see `moods`)."""
    merged = lexicon().contractions

    def any_of(words: AbstractSet[str]) -> str:
        return f"(?:{'|'.join(sorted(word for word in words if word.isalpha() and word not in merged))})"

    openers, auxiliary = word_list("moods", "openers"), word_list("moods", "auxiliary")
    asked = word_list("moods", "asked") - {"not"} - (_TURNED if is_assistant else frozenset())
    wh = lexicon()["wh"]
    return re.compile(
        rf"[\s\x00\"(*-]*(?:{any_of(openers)},? )*(?:{any_of(wh - _OPEN)}|{any_of(wh)} {any_of(auxiliary)}|"
        rf"{any_of(auxiliary - _UNASKED)} {any_of(asked)})(?= )",
        re.A | re.I,
    )


def asks_throughout(text: str, start: int, end: int, is_assistant: bool) -> bool:
    """Whether a sentence is a question as a whole, which its first words tell."""
    return _asking(is_assistant).match(text, start, end) is not None
