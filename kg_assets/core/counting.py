"""Numbers with their nouns in the right form, in one place, so that "1 messages" is never printed."""

_IRREGULAR = {"person": "people", "child": "children"}
_HISSING = ("s", "x", "z", "ch", "sh")


def counted(number: int, noun: str) -> str:
    """The number and the noun in the form that fits: 1 message, 2,000 messages, 1 entity, 2 entities."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """The plural of a noun, or of a phrase that ends in one."""
    before, blank, last = noun.rpartition(" ")
    if last in _IRREGULAR:
        many = _IRREGULAR[last]
    elif last.endswith("y") and last[-2:-1] not in ("", *"aeiou"):
        many = f"{last[:-1]}ies"
    else:
        many = f"{last}{'es' if last.endswith(_HISSING) else 's'}"
    return f"{before}{blank}{many}"
