"""Reads the parts of a name and compares two names: by initials, pet names, order, accents, spellings, typing errors
and addresses."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rapidfuzz.distance import OSA

from kg_assets.lexicon.keys import MY
from kg_assets.memory.people.words import Words

Sort = Literal["name", "address", "relation"]
# How two names fit, from the surest to none. The settings have a weight for each of these.
Likeness = Literal[
    "same_full_name", "same_with_middle", "other_order", "turned_given_names", "pet_name", "mistyped", "misspelt",
    "double_surname", "second_given_name", "other_script", "same_titled", "initial_and_surname",
    "given_and_initial", "both_abbreviated", "initials_only", "one_given_name", "one_pet_name", "given_of_full",
    "surname_of_full", "one_surname", "other_surname", "full_address", "short_address", "part_of_address", "no_name",
    "incompatible",
]  # fmt: skip

_SPLIT = re.compile(r"[\s]+")
_INITIALS = re.compile(r"^(?:\w\.?){1,3}$")
_TRAILING = re.compile(r"[.,;:!?'’]+$")
_BRACKET = re.compile(r"\([^)]*\)")
_TWICE = re.compile(r"(.)\1+")
LONG_FOR_SLIP, _LONG_FOR_SLIP_OF_GIVEN, _LONG_FOR_TWO_SLIPS, LONG_FOR_SOUND = 5, 7, 8, 4
_LONG_FOR_LETTER_LEFT_OUT = 6
MOST_SLIPS = 2


@dataclass(frozen=True, slots=True)
class Name:
    """A name with its parts. `tokens` are its words in lower case without accents, titles, generation and inner
    particles ("Chen, Alice" gives alice, chen); an initial is a token of one letter. For an address they are the parts
    before the @."""

    text: str
    sort: Sort
    tokens: tuple[str, ...] = ()
    has_comma: bool = False
    is_initials: bool = False  # KJ, T.J.
    title_sex: str | None = None
    has_title: bool = False
    generation: str | None = None
    surname: str = ""  # with its small words, in one: legoff
    local: str = ""  # of an address
    domain: str = ""

    @property
    def is_lone(self) -> bool:
        return len(self.tokens) == 1

    @property
    def has_initial(self) -> bool:
        return bool(self.tokens) and (len(self.tokens[0]) == 1 or len(self.tokens[-1]) == 1)

    @property
    def is_full(self) -> bool:
        """Whether both given name and surname are written out."""
        return len(self.tokens) > 1 and not self.has_initial


def folded(text: str, words: Words) -> str:
    """The text in lower case and without accents. Letters that the word list maps to others (`letters`) are
    replaced."""
    mapped = "".join(words.file.letters.get(sign, sign) for sign in unicodedata.normalize("NFC", text).lower())
    return "".join(sign for sign in unicodedata.normalize("NFKD", mapped) if not unicodedata.combining(sign))


class Names:
    """Reads and compares names, with the word lists of the configuration. Results are cached."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.read = lru_cache(maxsize=None)(self._read)
        self.sound = lru_cache(maxsize=None)(self._sound)
        self.token_likeness = lru_cache(maxsize=1 << 18)(self._compared)

    def _sound(self, token: str) -> str:
        for written, heard in self.words.file.sounds:
            token = token.replace(written, heard)
        return _TWICE.sub(r"\1", token)

    def _read(self, text: str) -> Name:
        plain = " ".join(_SPLIT.split(text.strip()))
        if "@" in plain and " " not in plain and not plain.startswith("@"):
            local, _, domain = plain.lower().partition("@")
            parts = tuple(part for part in re.split(r"[._+-]+|\d+", local) if part)
            return Name(plain, "address", parts, local=local, domain=domain)
        if plain.lower().startswith(MY):
            return Name(plain, "relation")
        return self._person(_BRACKET.sub("", plain).strip() or plain)

    def _person(self, plain: str) -> Name:
        file = self.words.file
        before, comma, behind = plain.partition(",")
        has_comma = bool(
            comma and behind.strip() and folded(behind.strip().rstrip("."), self.words) not in file.generations
        )
        if has_comma:
            plain = f"{behind.strip()} {before}"
        sex: str | None = None
        has_title, generation = False, None
        tokens: list[str] = []
        for word in plain.replace(",", " ").split(" "):
            low = folded(_TRAILING.sub("", word), self.words)
            if not low:
                continue
            if low in file.titles and not tokens:
                has_title, sex = True, sex or file.titles[low]
            elif low in file.generations and tokens:
                generation = file.generations[low]
            else:
                tokens += _pieces(word, low)
        inner = [token for token in tokens[1:-1] if token not in file.particles]
        kept = [*tokens[:1], *inner, *tokens[-1:]] if len(tokens) > 1 else tokens
        is_initials = len(kept) > 1 and all(len(token) == 1 for token in kept)
        small = next((at for at, token in enumerate(tokens) if at and token in file.particles), len(tokens) - 1)
        surname = "".join(tokens[small:])
        return Name(plain, "name", tuple(kept), has_comma, is_initials, sex, has_title, generation, surname)

    # --- likeness -------------------------------------------------------------------------------------------------

    def likeness(self, a: Name, b: Name) -> Likeness:
        """How two names fit. The result does not depend on which comes first."""
        if "relation" in (a.sort, b.sort) or not a.tokens or not b.tokens:
            return "no_name"
        if a.sort == b.sort == "address":
            return "full_address" if a.text.lower() == b.text.lower() else self._of_addresses(a, b)
        if a.sort == "address":
            return self._of_address(a, b)
        if b.sort == "address":
            return self._of_address(b, a)
        if a.generation and b.generation and a.generation != b.generation:
            return "incompatible"
        if _is_latin(a) != _is_latin(b):
            return "other_script"  # how a name sounds in other letters is not known
        return self._of_people(*_shorter_first(a, b))

    def _of_people(self, short: Name, long: Name) -> Likeness:
        if short.is_initials or long.is_initials:
            few, many = (short, long) if short.is_initials else (long, short)
            if many.is_initials:
                return "both_abbreviated" if few.tokens == many.tokens else "incompatible"
            return "initials_only" if _initials(many) == "".join(few.tokens) else "incompatible"
        if short.is_lone and long.is_lone:
            return self._of_lone(short, long)
        if short.is_lone:
            return self._of_lone_in_full(short, long)
        straight = self._of_full(short.tokens, long.tokens)
        if straight != "incompatible" or short.has_initial or long.has_initial:
            return straight
        turned = self._of_full((*short.tokens[1:], short.tokens[0]), long.tokens)
        if turned in ("incompatible", "other_surname"):
            turned = self._of_full((short.tokens[-1], *short.tokens[:-1]), long.tokens)
        if turned not in ("same_full_name", "same_with_middle", "pet_name"):
            return straight
        # Thomas James and James Thomas may be two people; in Nagy Péter and Péter Nagy only one word is a given name.
        is_either = {short.tokens[0], long.tokens[0]} <= self.words.given_names
        return "turned_given_names" if is_either and not (short.has_comma or long.has_comma) else "other_order"

    def _of_lone(self, a: Name, b: Name) -> Likeness:
        as_surnames = a.has_title or b.has_title
        found = self.token_likeness(a.tokens[0], b.tokens[0], not (a.has_title and b.has_title))
        if found == "same" and a.has_title and a.text == b.text and a.title_sex is None:
            return "same_titled"
        if found == "same":
            return "one_surname" if as_surnames else "one_given_name"
        if found == "initials":
            return "initials_only"
        return "one_pet_name" if found in ("pet", "slip", "turned") else "incompatible"

    def _of_lone_in_full(self, lone: Name, full: Name) -> Likeness:
        token = lone.tokens[0]
        if len(token) <= 3 and token == _initials(full)[: len(token)] and len(token) > 1 and lone.text.isupper():
            return "initials_only"
        given = self.token_likeness(token, full.tokens[0], True)
        if given in ("same", "pet", "slip", "turned", "initial") and not (lone.has_title and given != "same"):
            return "initials_only" if given == "initial" else "given_of_full"
        surname = self.token_likeness(token, full.tokens[-1], False)
        return "surname_of_full" if surname in ("same", "slip", "turned") else "incompatible"

    def _of_full(self, a: Sequence[str], b: Sequence[str]) -> Likeness:
        given = self.token_likeness(a[0], b[0], True)
        if given == "none":
            return "second_given_name" if self._is_second_given(a, b) else "incompatible"
        surname = self._surnames(a, b)
        if surname == "none":
            return "other_surname" if given != "initial" else "incompatible"
        if self._middles_differ(a, b):
            return "incompatible"
        if "initial" in (given, surname):
            if given == surname == "initial" or (
                (len(a[-1]) == 1) != (len(b[-1]) == 1) and (len(a[0]) == 1) != (len(b[0]) == 1)
            ):
                return "both_abbreviated"
            return "initial_and_surname" if given == "initial" else "given_and_initial"
        if (given, surname) in (("turned", "same"), ("same", "turned")):
            return "mistyped"
        given, surname = ("slip" if one == "turned" else one for one in (given, surname))
        if "slip" in (given, surname):
            return "misspelt" if not given == surname == "slip" and given != "pet" else "other_surname"
        if given == "pet":
            return "pet_name"
        if surname == "part":
            return "double_surname"
        return "same_full_name" if len(a) == len(b) else "same_with_middle"

    def _is_second_given(self, a: Sequence[str], b: Sequence[str]) -> bool:
        """Whether one name uses only the second of the two given names of the other: Maria Fernanda Rey and Fernanda
        Rey."""
        short, long = (a, b) if len(a) < len(b) else (b, a)
        is_given = len(short) > 1 and len(short[0]) > 1 and short[0] in long[1:-1]
        return is_given and self.token_likeness(short[-1], long[-1], False) == "same"

    def _surnames(self, a: Sequence[str], b: Sequence[str]) -> str:
        found = self.token_likeness(a[-1], b[-1], False)
        if found != "none" or len(a) == len(b):
            return found
        # People with two surnames often leave one out, so any word behind the given name may be the surname.
        short, long = (a, b) if len(a) < len(b) else (b, a)
        behind = [self.token_likeness(short[-1], token, False) for token in long[1:-1]]
        return "part" if "same" in behind else "none"

    def _middles_differ(self, a: Sequence[str], b: Sequence[str]) -> bool:
        middles = (a[1:-1], b[1:-1])
        return all(middles) and all(self.token_likeness(x, y, True) == "none" for x in middles[0] for y in middles[1])

    def _compared(self, a: str, b: str, is_given: bool) -> str:
        """How two parts of names (two given names or two surnames) fit: `same`, `pet`, `slip`, `turned` (letters in the
        wrong order), `initial`, `initials` or `none`."""
        if a == b:
            return "initials" if len(a) == 1 else "same"
        if 1 in (len(a), len(b)):
            return "initial" if a[0] == b[0] else "none"
        sound_a, sound_b = self.sound(a), self.sound(b)
        if sound_a == sound_b and min(len(a), len(b)) >= LONG_FOR_SOUND:
            return "same"
        if is_given and self._are_forms(a, b):
            return "pet"
        listed = {a, b} & self.words.given_names if is_given else frozenset[str]()
        if len(listed) == 2:
            return "none"
        if len(listed) == 1 and _is_letter_left_out(a, b):
            return "slip"
        # Letters in the wrong order may make another sound: Stehpanie.
        is_slip = _is_slip(sound_a, sound_b, is_given) or (is_given and _is_slip(a, b, is_given))
        is_turned = is_slip and sorted(a) == sorted(b) and min(len(a), len(b)) >= _LONG_FOR_SLIP_OF_GIVEN
        return "turned" if is_turned else "slip" if is_slip else "none"

    def _are_forms(self, a: str, b: str) -> bool:
        """Whether two given names are forms of one name. If both are short forms of the same full name, they must
        also sound alike: Greta and Margit do not."""
        shared = self._lists(a) & self._lists(b)
        is_full = any(self.words.file.nicknames[int(one)][0] in (a, b) for one in shared)
        few, many = sorted((self.sound(a), self.sound(b)), key=len)
        return bool(shared) and (is_full or few[:2] == many[:2] or few in many)

    def _lists(self, token: str) -> frozenset[str]:
        return self.words.full_names.get(token, frozenset())

    def given_keys(self, token: str) -> frozenset[str]:
        """The keys under which a given name is compared: its sound, and each list of pet names that it is
        in."""
        return frozenset({self.sound(token), *(f"#{place}" for place in self._lists(token))})

    # --- addresses ------------------------------------------------------------------------------------------------

    def _of_address(self, address: Name, name: Name) -> Likeness:
        if name.sort != "name" or address.local in self.words.file.office_addresses:
            return "incompatible"
        given, surname = name.tokens[0], name.tokens[-1]
        local = [self.sound(part) for part in address.tokens]
        joined = "".join(local)
        heard_given, heard_surname = self.sound(given), self.sound("".join(name.tokens[1:])) or self.sound(surname)
        surnames = {heard_surname, self.sound(surname), self.sound(name.surname)}
        if name.is_lone:
            is_part = self.sound(given) in local or (len(given) >= LONG_FOR_SOUND and self.sound(given) in joined)
            return "part_of_address" if is_part else "incompatible"
        if any(joined in (heard_given + one, one + heard_given) for one in surnames):
            return "full_address" if len(given) > 1 else "short_address"
        # An initial and the surname's first letter may read as one sound: phorak.
        if any("".join(address.tokens) in (given[0] + one, one + given[0]) for one in (surname, name.surname)):
            return "short_address"
        if any(joined in (heard_given[0] + one, one + heard_given[0], given[0] + one) for one in surnames):
            return "short_address"
        if len(local) == 1 and local[0] in (heard_given, *surnames):
            return "part_of_address"
        if len(local) < 2:
            return "incompatible"
        if local[-1] == self.sound(name.surname) and local[0] in (heard_given, heard_given[0]):
            return "full_address" if local[0] == heard_given else "short_address"
        written = self._of_people(*_shorter_first(address, name))
        if written in ("initial_and_surname", "given_and_initial"):
            return "short_address"
        return "full_address" if written in ("same_full_name", "pet_name") else "incompatible"

    def _of_addresses(self, a: Name, b: Name) -> Likeness:
        if a.domain == b.domain or len(a.tokens) < 2 or len(b.tokens) < 2:
            return "incompatible"
        found = self._of_people(*_shorter_first(a, b))
        return "short_address" if found in ("same_full_name", "initial_and_surname") else "incompatible"


def _pieces(word: str, low: str) -> list[str]:
    """The tokens of one word of a name: initials are split letter by letter, double names at the hyphen."""
    if _INITIALS.match(word.rstrip(",")) and (("." in word and len(low.replace(".", "")) <= 3) or len(low) == 1):
        return [sign for sign in low if sign.isalnum()]
    if word.isupper() and len(low) == 2:
        return list(low)
    return [piece for piece in re.split(r"[-‐–.]", low.replace("'", "").replace("’", "")) if piece]


def _is_latin(name: Name) -> bool:
    """Whether the letters of a name are Latin ones."""
    return all(sign.isascii() or not sign.isalpha() for token in name.tokens for sign in token)


def _shorter_first(a: Name, b: Name) -> tuple[Name, Name]:
    return (a, b) if (len(a.tokens), a.tokens) <= (len(b.tokens), b.tokens) else (b, a)


def _initials(name: Name) -> str:
    return "".join(token[0] for token in name.tokens)


def _is_slip(a: str, b: str, is_given: bool) -> bool:
    """Whether one token may be the other with a typing error.

    Given names that differ by one letter are often two names, and names of women and men differ at their ends. So in a
    given name only two swapped letters count, or one letter in a long name, and the last letter must be the same.
    """
    shorter, longer = sorted((len(a), len(b)))
    if shorter < LONG_FOR_SLIP or a[0] != b[0]:
        return False
    if not is_given:
        return bool(OSA.distance(a, b) <= (MOST_SLIPS if longer >= _LONG_FOR_TWO_SLIPS else 1))
    is_turned = sorted(a) == sorted(b)
    return a[-1] == b[-1] and (is_turned or shorter >= _LONG_FOR_SLIP_OF_GIVEN) and bool(OSA.distance(a, b) <= 1)


def _is_letter_left_out(a: str, b: str) -> bool:
    """Whether one of two given names is the other with one letter missing: Dougls, Jacquelin. The caller has checked
    that one of them is a known name."""
    short, long = sorted((a, b), key=len)
    is_long = len(short) >= _LONG_FOR_LETTER_LEFT_OUT and short[:2] == long[:2]
    return is_long and len(long) == len(short) + 1 and OSA.distance(short, long) == 1
