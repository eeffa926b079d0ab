"""Makes text fit for XML 1.0: escapes characters that must be escaped and replaces those that XML does not allow."""

import re

# XML 1.0 §2.2 allows tab, newline, carriage return and everything from a space on but surrogates, U+FFFE and U+FFFF.
_FORBIDDEN = "\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff"
_SPECIAL = re.compile(f'[&<>"\\t\\n\\r{_FORBIDDEN}]')
_ESCAPES = {
    "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;",
    # Parsers turn these into spaces or newlines unless they are written as references.
    "\t": "&#9;", "\n": "&#10;", "\r": "&#13;",
}  # fmt: skip


def xml_text(text: str) -> str:
    """A text as the content of an element or of an attribute in double quotes. Characters that XML forbids become
    U+FFFD."""
    return _SPECIAL.sub(lambda found: _ESCAPES.get(found[0], "\N{REPLACEMENT CHARACTER}"), text)


def xml_value(value: object) -> str:
    """A value of a typed attribute as XML text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return xml_text(value) if isinstance(value, str) else str(value)
