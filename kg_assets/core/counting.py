"""How many there are of something, as a person says it: one place, so that nowhere "1 messages" is printed."""

_IRREGULAR = {"person": "people", "child": "children"}
_HISSING = ("s", "x", "z", "ch", "sh")


def counted(number: int, noun: str) -> str:
    """1 message, 2,000 messages, 1 entity, 2 entities."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Several of what a noun, or a phrase that ends in one, names one of."""
    before, blank, last = noun.rpartition(" ")
    if last in _IRREGULAR:
        many = _IRREGULAR[last]
    elif last.endswith("y") and last[-2:-1] not in ("", *"aeiou"):
        many = f"{last[:-1]}ies"
    else:
        many = f"{last}{'es' if last.endswith(_HISSING) else 's'}"
    return f"{before}{blank}{many}"
