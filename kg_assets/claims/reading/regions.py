"""Finds the parts of a message that are not the writer's own words: quotations, letters, transcripts, pasted drafts."""

import re
from collections.abc import Iterator, Sequence, Set

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import SpanPair
from kg_assets.language.screening import Screen

# The names of the patterns that may match in a text.
Likely = Set[str]
# Every pattern consumes bounded stretches of one line, so a pass over the text is linear.
_QUOTES = re.compile(
    r'"[^"\n]{1,400}"|“[^”\n]{1,400}”|„[^“”\n]{1,400}[“”]|«[^»\n]{1,400}»|`[^`\n]{1,400}`|'
    # The mark comes before its look-behind, so that the engine only has to search for marks.
    r"\'(?<![\w\']\')(?=\w)[^\'\n]{1,200}(?:\'\w{1,2}\b[^\'\n]{0,200}){0,3}\'(?!\w)"
)
QUOTE_SIGNS = tuple("\"“„«`'")
# A text without any of them holds no code.
_CODE_SIGNS = ">|;{}=#$%<[:/*("
_HEADER = re.compile(r"^[ \t]*(?:from|to|subject|date|cc|bcc|sent|reply-to):[ \t]", re.I | re.M)
_CODE_LINE = re.compile(
    r"^[ \t]*(?:[>|#$%]|//|/\*|\*/|<[a-zA-Z/!]|import |from \w+ import|def |class \w+[:(]|return |if \(|"
    r"for \(|while \(|select .* from|\d{4}-\d\d-\d\d[T ]\d\d:|\[?\d\d:\d\d(?::\d\d)?\]?|at [\w.$]+\(|"
    r"[\w.]+Error:|[A-Z]+\s+\[|\{|\}|user:|human:|assistant:|q:|a:|me:|them:|ai:|bot:)",
    re.I,
)
_CODE_END = re.compile(r"(?:[;{}]|\(\)|=>|==|!=|\+=|->|::|</\w+>)\Z")
_CODE_END_SIGNS = tuple(";{})>=:")
_SPEAKER = re.compile(r"^[ \t]*(?:\[[^\]\n]{1,30}\][ \t]*)?([A-Z][\w .'-]{0,24}):[ \t]+\S", re.M)
_SALUTATION = re.compile(
    r"^[ \t]*(?:dear\b[^\n]{0,60}|to whom it may concern\b[^\n]{0,10}|(?:hi|hello|hey) [A-Z][\w. ]{0,30},?[ \t]*$)",
    re.I | re.M,
)
# Blanks are matched without backtracking (`*+`): with it, a line of a megabyte of them took twenty minutes.
_CLOSING = re.compile(
    r"^[ \t]*+(?:(?:kind|best|warm|many)?[ \t]*+regards|sincerely|yours (?:sincerely|truly|faithfully)|"
    r"best wishes|cheers|best|respectfully|love|warmly)[ \t]*+[,.!]?[ \t]*+$",
    re.I | re.M,
)
_PASTES = re.compile(
    r"(?:^|[.!?,\n][ \t]{0,3}|\b(?:please|can you|could you|would you|you to|help me|kindly|pls|to|and|then|just) )"
    r"(?:translate|rewrite|re-write|rephrase|paraphrase|proofread|proof-read|correct|summari[sz]e|polish|"
    r"reword|shorten|grammar|edit|revise|improve|analy[sz]e|review|fix|check|convert|critique|simplify|expand|"
    r"continue|complete|classify|extract|grade)\b"
    r"[^\n.!?]{0,160}?(?::(?=\s)|[.!?]?\n)",
    re.I,
)
# A text that is pointed at, or somebody to be made up: "Put this in the past tense: …", "Invent a persona: …".
_WORKED_ON = re.compile(
    r"\b(?:(?:found|saw|read|spotted|seen|copied|pasted|got) (?:this|that|it|(?:a|this) (?:post|comment|thread|story)) "
    r"(?:on|from|in) (?:\w{1,12} ){0,2}?(?:reddit|twitter|quora|facebook|tiktok|linkedin|instagram|tumblr|forum|"
    r"subreddit|internet|online|newspaper|magazine|blog|aita)\b[^\n:]{0,80}:(?=\s)|"
    r"(?:improve|fix|correct|proofread|rephrase|rewrite|polish|translate|check|edit|shorten|simplify|reword|paraphrase)"
    r" this(?: (?:text|sentence|paragraph|bio|up|for me|please)){0,2} ?[.?!](?=\s)|"
    r"(?:(?:put|turn|make|change|transform|render|recast|reword|word|phrase|"
    r"evaluate|assess|score|judge|rate|read|"
    r"parse|format|describe|clean up|tidy up|spice up|condense|localize|adapt|transcribe|annotate|label|tag|"
    r"categori[sz]e|interpret|explain|tighten|polish|critique|summari[sz]e|check) "
    r"(?:this|these|that|the following|the (?:text|cv|bio|story|sentences?|lines?|dialogue|letter) below)|"
    r"(?:evaluate|assess|score|judge|rate|read|review|screen|describe|grade|mark) (?:the |a |his |her |their |my )?"
    r"(?:cv|résumé|resume|essay|application|candidate|applicant|bio|profile|letter|draft)|"
    r"(?:invent|generate|create|make up|come up with|fill(?: in| out)?|complete|draft|write|design|use|take) (?:me )?"
    r"(?:a|an|the|some|this|two|three|four|five|ten|\d{1,2}) (?:\w{1,20} ){0,2}"
    r"(?:persona|character|profile|bio|template|form|"
    r"example|sample|customer|patient|npc|hero|avatar|placeholder|dialogue|blank|gap|flashcard|card)s?)\b"
    r"[^\n.!?:]{0,80}:(?=\s))",
    re.I,
)
# A request below a text, which shows that the text is somebody's: "… - translate to Greek", "Make this look nicer.".
_ASKED_BELOW = re.compile(
    r"(?:\n[ \t]{0,8}|[-–—>] {0,3})(?:please |pls |can you |could you |now )?(?:(?:translate|rewrite|rephrase|reword|"
    r"proofread|paraphrase|summari[sz]e|shorten|polish|correct|edit|convert|format|simplify|improve|check) "
    r"(?:this|that|the above|these|all that|to|into|for grammar|for typos)\b|"
    r"(?:make|turn|put) (?:this|the above|that|these)\b|"
    r"(?:carry on|keep going|keep it going|go on|continue)(?: writing)? (?:like (?:that|this)|"
    r"in (?:that|this|the same) (?:style|voice|vein|way|tone)|"
    r"(?:with )?(?:the|that|this) (?:story|poem|song|tale|scene))\b)"
    r"[^\n:]{0,80}\s{0,4}$",
    re.I,
)
# Word problems and riddles: the text before the question is about nobody's life.
_PUZZLES = re.compile(
    r"\bhow many (?:\w{1,20} ){0,4}(?:left|remain|remains|altogether|in total|in all)\b|"
    r"\b(?:older|younger|twice|times|together|sum)\b[^\n]{0,200}\bhow old (?:is|are|am|was|will)\b|"
    r"\b(?:who|what) am i\b[ \t]{0,2}\?|\b(?:guess who i am|two truths and (?:a|one) lie)\b[^\n]{0,300}",
    re.I,
)
_HANDS_OVER = re.compile(
    r"\b(?:here(?:'s| is| are)|below is|following|this is) (?:my |the |a |an |our |his |her |"
    r"what )?(?:\w{1,20} ){0,4}?(?:essay|text|email|e-mail|mail|letter|draft|article|story|paragraph|message|"
    r"transcript|post|bio|poem|chapter|passage|sentence|sentences|abstract|statement|review|prompt|code|log|"
    r"logs|conversation|dialogue|script|lyrics|excerpt|quote|speech|comment|tweet|description|scene|"
    r"joke|riddle|anecdote|job posting|cover letter|resume|introduction|version)\b[^\n:.]{0,80}(?:[:.]|$)",
    re.I | re.M,
)
_ROLE_PLAY = re.compile(
    r"^you are (?:a|an|the|now|my) |^chapter \d|"
    r"^you be (?:the|a|my) |"
    r"^you're (?:the|my|an?) (?!(?:best|greatest|lifesaver|genius|star|legend|angel|saint|gem|hero|treasure|"
    r"champ|goat|"
    r"man|real|great|good|absolute|total|true)\b)[a-z' -]{2,30}[.,;] |"
    r"\b(?:act as (?:a|an|my|the|if)|i want you to (?:act|play|pretend|be|respond|write)|role[- ]?play|mock interview|"
    r"as if you (?:were|are) (?:a|an|my|the)|"
    r"pretend (?:to be|you(?:'re| are)|that|i)|you are (?:now )?(?:a|an|"
    r"the) [^\n.]{0,60}?(?:assistant|expert|bot|chef|therapist|coach|engineer|developer|teacher|tutor|"
    r"interviewer|writer|character|persona|advisor|specialist|professional|ai)|let's play|simulate (?:a|an)|"
    r"in the voice of|from the perspective of|from the point of view of|write (?:me )?(?:a|an|the|"
    r"some) (?:\w+ ){0,3}(?:story|poem|song|monologue|dialogue|scene|script|letter|speech|bio|diary|essay|"
    r"email|testimonial|post|message|tweet|caption|cover letter|review|haiku|limerick|fanfic|"
    r"chapter)[^\n]{0,200}:)",
    re.I,
)
_ROLE_WORDS = (
    "act as",
    "mock interview",
    "as if you",
    "act like",
    "you to ",
    "role",
    "pretend",
    "you are ",
    "you be ",
    "you're ",
    "chapter ",
    "let's play",
    "simulate",
    "voice of",
    "perspective",
    "point of view",
    "write ",
)
_INSIDE_LINE = re.compile(
    r"\b(?:translate|translation|how (?:do|would|can) (?:you|i|we) say|correct|rephrase|rewrite|paraphrase|"
    r"proofread|the (?:sentence|phrase|line|text|message|caption|title|prompt|headline)|says?|said|told|tells|"
    r"explained|wrote|replied|texted|reads|write|dialogue|dialog|conversation|transcript|recording|minutes|joke|roleplay|"
    r"answered|asked|asks|writes|posted|emailed|should (?:say|answer|reply|respond)|sentence|example|e\.g\.|"
    r"in(?:to)? (?:spanish|german|french|english|italian|dutch|japanese|portuguese|polish|russian|ukrainian|turkish|"
    r"arabic|hindi|urdu|mandarin|chinese|korean|swedish|norwegian|danish|finnish|greek|hebrew|welsh|irish|hungarian|"
    r"czech|romanian|thai|vietnamese|tagalog|swahili|persian|farsi|tamil|bengali|punjabi|croatian|serbian|catalan))\b"
    r"[^\n:.!?]{0,60}:[ \t]+(?=\S)",
    re.I,
)


# A label for the text that follows it: "Diary entry, 1932: …", "As Napoleon: …", "poem from my cat's view: …".
_LABELLED = re.compile(
    r"^[ \t]*(?:as (?:an? |the )?[a-z]\w{2,20}|(?!(?:long|my|our|the whole) (?:life )?story)[^\n.!:]{0,60}?\b(?:diary|"
    r"journal entry|caption|lyrics?|verse|monologue|scene|script|dialogue|story|novel|poem|haiku|limerick|fable|"
    r"character|narrator|backstory|pov|hypothetical|hypothetically|thought experiment|(?:sample|model|example) answer|"
    r"testimonial|quote of the day|joke|persona|vignette|slogan|tagline|motto|chatbot)\b[^\n.!:]{0,50})"
    r"(?::(?=\s)| [-–—] )",
    re.I,
)
# A draft behind a dash: "make this sound nicer - …".
_DRAFT = re.compile(
    r"\b(?:make|word|phrase|put) (?:this|that|it) (?:sound |look |read )?(?:\w{1,12} ){1,4}?[-–—]+[ \t]", re.I
)


def _any(*names: str) -> str:
    """A pattern for any of the words of some lists, the longest first."""
    found = {word for name in names for word in word_list("regions", name)}
    return rf"(?:{'|'.join(re.escape(word) for word in sorted(found, key=lambda word: (-len(word), word)))})"


# A text with a label that says what it is, and for whom: "cover letter for the bank: …", "Recipe: …".
_FOR_OTHERS = (
    r"(?:for|to|from|about|by|of|on) "
    rf"(?!(?:self|myself|me|you|your|the (?:ai|assistant))\b|my (?!{_any('for_others')}\b))"
    r"[^\n.!?:]{1,60}"
)
_TITLED = re.compile(
    rf"^[ \t]*(?!(?:the|an?) (?:\w{{1,20}} )?(?:e-?mail|letter|text|message|note) from\b)"
    rf"(?:(?!{_any('own_leads')}\b)[\w'-]+ ){{0,2}}?"
    rf"(?:{_any('texts')}(?: {_FOR_OTHERS})?:(?=\s)|"
    rf"(?:{_any('texts_of_i')}(?: {_FOR_OTHERS})?|{_any('texts_for')} {_FOR_OTHERS}):"
    r"(?=\s{1,4}(?:i|i'm|i've|i'd|im|ive|my|we|our|as an?|dear|hi|hello)\b))",
    re.I | re.M,
)
# The head of a form: "INVOICE. To: …".
_FORM = re.compile(
    rf"\A\s{{0,9}}{_any('forms')}\b[ #\w-]{{0,20}}[.:\n][ \n]{{0,3}}(?={_any('form_keys')}\b[ .]{{0,2}}[:#])",
    re.I,
)
# Somebody's words in a case: "a patient who states: I take warfarin".
_IN_A_CASE = re.compile(
    rf"\b{_any('cases', 'speakers', 'for_others')}\b[^\n:.!?]{{0,20}}? {_any('putting')}"
    rf"(?: (?:to|the|a|his|her|that|{_any('cases', 'speakers')})){{0,3}}:[ \t]+(?=\S)",
    re.I,
)
# The same without a colon, for that sentence alone: "a client tells the nurse, I am allergic to latex".
_SAID_IN_A_CASE = re.compile(
    rf"(?:\b(?:a|an|the)\b[^\n:.!?,]{{0,30}} |^[ \t]*){_any('cases')} "
    rf"(?:{_any('putting')}|(?:tells|told) (?:the|a|his|her) (?:nurse|doctor|provider|therapist|clinician|interviewer))"
    r",? (?=(?:i|i'm|i've|im|my)\b)",
    re.I | re.M,
)
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|\n")
# The title of what may be a pasted recipe; amounts behind it show that it is one.
_TITLE = re.compile(rf"\A\s{{0,9}}(?!{_any('own_openings')}\b)(?:[\w'’&-]+ ){{0,5}}[\w'’&-]+:(?=\s)", re.I)
_AMOUNT = re.compile(
    rf"\d ?{_any('measures')}\b|\bserves \d|\bpreheat\b|\b{_any('cooking')} (?:for|at|until|in)\b|"
    r"\d ?°? ?[cf]\b|\bgas mark\b|\bpinch of\b",
    re.I,
)
_RECIPE_AMOUNTS = 2


# The patterns that are searched in whole texts, and the scan that finds which of them may match.
SCREENED = {
    "inside_line": _INSIDE_LINE,
    "in_a_case": _IN_A_CASE,
    "said_in_a_case": _SAID_IN_A_CASE,
    "header": _HEADER,
    "salutation": _SALUTATION,
    "pastes": _PASTES,
    "worked_on": _WORKED_ON,
    "hands_over": _HANDS_OVER,
    "asked_below": _ASKED_BELOW,
    "puzzles": _PUZZLES,
    "role_play": _ROLE_PLAY,
    "labelled": _LABELLED,
    "draft": _DRAFT,
    "titled": _TITLED,
    "form": _FORM,
    "title": _TITLE,
    "speaker": _SPEAKER,
}
_NAMES = tuple(SCREENED)
SCREEN = Screen(*SCREENED.values())


def closed_regions_in(text: str, lines: Sequence[SpanPair]) -> list[SpanPair]:
    """The quotations and code in some lines of an assistant's text, unsorted. `text` must have plain apostrophes."""
    has_quotes, has_code = _has_any(text, QUOTE_SIGNS), _has_any(text, _CODE_SIGNS)
    return [
        *(found for start, end in lines if has_quotes for found in _quotes(text, start, end)),
        *(found for start, end in lines if has_code for found in _lines(text, start, end)),
    ]


def likely_regions(text: str) -> Likely:
    """The names of the patterns (`SCREENED`) that may match in a text of the person, by one linear scan."""
    return frozenset(_NAMES[number] for number in SCREEN.matching(text))


def closed_regions(text: str, likely: Likely) -> list[SpanPair]:
    """The parts of a text of the person that are not their own words (quotations, code, letters and the like),
    unsorted. `text` must have plain apostrophes."""
    headers: list[int] = []
    if "header" in likely:
        headers = [found.start() for _, found in zip(range(2), _HEADER.finditer(text), strict=False)]
    if len(headers) == 2:
        return [*_inline(text, likely), (headers[0], len(text))]
    code = _lines(text, 0, len(text)) if _has_any(text, _CODE_SIGNS) else ()
    closed = [*_inline(text, likely), *code, *_letters(text, likely)]
    return [*closed, *_handed(text, text.lower(), likely), *_speakers(text, likely)]


def _has_any(text: str, signs: Sequence[str]) -> bool:
    return any(map(text.__contains__, signs))


def _quotes(text: str, start: int, end: int) -> Iterator[SpanPair]:
    for found in _QUOTES.finditer(text, start, end):
        if found[0].count(" ") >= 2 or found[0][0] == "`":
            yield found.span()


def _inline(text: str, likely: Likely) -> Iterator[SpanPair]:
    if _has_any(text, QUOTE_SIGNS):
        yield from _quotes(text, 0, len(text))
    for name in ("inside_line", "in_a_case"):
        for found in SCREENED[name].finditer(text) if name in likely else ():
            end = text.find("\n", found.end())
            yield found.end(), _quoted_end(text, found.end()) or (len(text) if end < 0 else end)
    case = _SAID_IN_A_CASE.search(text) if "said_in_a_case" in likely else None
    while case:
        stop = _SENTENCE_END.search(text, case.end())
        yield case.end(), stop.start() if stop else len(text)
        # A closed sentence is not searched again, so that each character is looked at once.
        case = _SAID_IN_A_CASE.search(text, stop.end()) if stop else None


def _quoted_end(text: str, start: int) -> int | None:
    """The end of the quotation that begins at `start`, or None. What follows the quotation is in the person's own
    words."""
    found = _QUOTES.match(text, start)
    return found.end() if found else None


def _lines(text: str, start: int, end: int) -> Iterator[SpanPair]:
    for line in text[start:end].split("\n"):
        if _is_code(line[:2000]):
            yield start, start + len(line)
        start += len(line) + 1


def _is_code(line: str) -> bool:
    body = line.rstrip(" \t")
    return bool(_CODE_LINE.match(line) or (body.endswith(_CODE_END_SIGNS) and _CODE_END.search(body)))


def _letters(text: str, likely: Likely) -> Iterator[SpanPair]:
    """The place of a letter, from its salutation to its closing. Without a closing, "Dear …" and "To whom …"
    reach to the end of the text, and other salutations are no letter."""
    may_close = True
    for found in _SALUTATION.finditer(text) if "salutation" in likely else ():
        is_dear = found[0].strip().lower().startswith(("dear", "to whom"))
        # If no closing follows the first salutation, none follows a later one: it is searched once.
        closing = _CLOSING.search(text, found.end()) if may_close else None
        may_close = closing is not None
        if closing is None and not is_dear:
            continue
        yield found.start(), closing.end() if closing else len(text)
        return


def _handed(text: str, low: str, likely: Likely) -> Iterator[SpanPair]:
    """The places of texts that the assistant is to work on, of riddles, and of everything after a role that
    the assistant is to play."""
    for name in ("pastes", "worked_on", "hands_over", "labelled", "draft", "titled", "form"):
        found = SCREENED[name].search(text) if name in likely else None
        if found and text[found.end() :].strip():
            start = found.end() + len(text[found.end() :]) - len(text[found.end() :].lstrip())
            yield found.end(), _quoted_end(text, start) or len(text)
    title = _TITLE.match(text) if "title" in likely else None
    if title and sum(1 for _ in zip(range(_RECIPE_AMOUNTS), _AMOUNT.finditer(text), strict=False)) == _RECIPE_AMOUNTS:
        yield title.end(), len(text)
    below = _ASKED_BELOW.search(text) if "asked_below" in likely else None
    if below and below.start():
        yield 0, below.end()
    if "puzzles" in likely and (summed := _PUZZLES.search(text)):
        yield text.rfind("\n", 0, summed.start()) + 1, summed.end()
    role = _ROLE_PLAY.search(text) if "role_play" in likely and any(word in low for word in _ROLE_WORDS) else None
    if role:
        start = max(text.rfind("\n", 0, role.start()), text.rfind(". ", 0, role.start())) + 1
        yield start, len(text)


def _speakers(text: str, likely: Likely) -> Iterator[SpanPair]:
    """The place of a transcript: lines that begin with the names of at least two speakers, one of them at
    least twice."""
    if "speaker" not in likely or text.count(":") < 3:
        return
    spoken = [(found[1], found.start(), found.end()) for found in _SPEAKER.finditer(text)]
    names = [name for name, _, _ in spoken]
    if len(spoken) >= 3 and len(set(names)) < len(names) and len(set(names)) >= 2:
        yield spoken[0][1], len(text)
