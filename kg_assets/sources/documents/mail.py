"""Reads mails, one or a whole mailbox: who wrote to whom, the body, and what the body quotes from others."""

import email
import email.policy
import re
from collections.abc import Iterator
from datetime import UTC
from email.errors import MessageError
from email.message import EmailMessage
from email.utils import getaddresses, parsedate_to_datetime

from kg_assets.core.hashing import sha256_hex
from kg_assets.sources.documents.document import Block, Document, Limits, Unreadable, within
from kg_assets.sources.documents.html import text_of_html

_FROM_LINE = re.compile(rb"^From [^\r\n]*\r?\n", re.MULTILINE)
_STUFFED = re.compile(rb"^>(>*From )", re.MULTILINE)
# After such a line come the words of somebody else.
_QUOTES_BEHIND = re.compile(
    r"^(?:-{2,} ?(?:Original Message|Forwarded message|Ursprüngliche Nachricht|Message d'origine) ?-{2,}"
    r"|Begin forwarded message:|_{16,}[ \t]*\n+(?=From:)|(?=On [^\n]{6,200}\bwrote:[ \t]*\n))",
    re.MULTILINE | re.IGNORECASE,
)
_SHOWN = ("From", "To", "Cc", "Date", "Subject")
_MOST_PARTS, _MOST_NAMES = 2000, 20


def read_mail(data: bytes, limits: Limits) -> list[Document]:
    """One mail as a document."""
    return [_document(data, limits)]


def read_mailbox(data: bytes, limits: Limits) -> list[Document]:
    """The mails of an mbox file; of several with the same id the first. Mails that cannot be read are left
    out."""
    found: dict[str | None, Document] = {}
    chars = 0
    for piece in _mails(data):
        try:
            document = _document(piece, limits)
        except Unreadable:
            continue
        chars += sum(len(block.text) for block in document.blocks)
        if chars > limits.chars:
            raise Unreadable("too_large")
        found.setdefault(document.key, document)
    if not found:
        raise Unreadable("no_text")
    return list(found.values())


def _mails(data: bytes) -> Iterator[bytes]:
    """The bytes of each mail in an mbox file. A mail begins at a `From ` line at the start or behind a blank
    line."""
    begins = [
        line for line in _FROM_LINE.finditer(data)
        if line.start() == 0 or data[max(0, line.start() - 4) : line.start()].endswith((b"\n\n", b"\r\n\r\n"))
    ]  # fmt: skip
    for line, behind in zip(begins, [*begins[1:], None], strict=True):
        yield _STUFFED.sub(rb"\1", data[line.end() : behind.start() if behind is not None else len(data)])


def _document(data: bytes, limits: Limits) -> Document:
    try:
        mail = email.message_from_bytes(data, policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        lines = _header_lines(mail)
        body = _body(mail, limits)
    except (MessageError, RecursionError, LookupError, ValueError, TypeError, AttributeError, IndexError, KeyError):
        # The standard library raises all of these on headers that are no headers.
        raise Unreadable("damaged") from None
    if not lines:
        raise Unreadable("damaged")
    people = getaddresses([_header(mail, "From")])
    name, address = people[0] if people else ("", "")
    own, quoted = _parted(body)
    subject = _header(mail, "Subject")
    blocks = [
        Block("\n".join(lines), "Header", is_head=True), Block(own, subject or None),
        Block(quoted, subject or None, is_quoted=True),
    ]  # fmt: skip
    return Document(
        title=subject or None, author=name or address or None, address=address.lower() or None, created=_sent(mail),
        key=_header(mail, "Message-ID").strip("<> ") or sha256_hex(data), blocks=list(within(blocks, limits)),
    )  # fmt: skip


def _header(mail: EmailMessage, name: str) -> str:
    try:
        value = mail.get(name)
    except (MessageError, ValueError, IndexError, TypeError, AttributeError, KeyError, LookupError):
        return ""
    words = "" if value is None else " ".join(str(value).split())
    return words.encode("utf-8", "replace").decode("utf-8")


def _header_lines(mail: EmailMessage) -> list[str]:
    lines = []
    for name in _SHOWN:
        value = _header(mail, name)
        if value:
            people = value.split(", ") if name in ("To", "Cc") else [value]
            more = f" and {len(people) - _MOST_NAMES} more" if len(people) > _MOST_NAMES else ""
            lines.append(f"{name}: {', '.join(people[:_MOST_NAMES])}{more}")
    return lines


def _body(mail: EmailMessage, limits: Limits) -> str:
    """The words that a mail program shows: the plain text parts, or the HTML parts where there is no plain
    text. Attachments are left out, and so are mails that are attached: somebody else may have written them."""
    plain, pages = [], []
    for part in _shown(mail):
        kind = part.get_content_type()
        if kind == "text/plain":
            plain.append(_decoded(part))
        elif kind == "text/html":
            pages.append(_decoded(part))
    text = "\n\n".join(plain) if any(words.strip() for words in plain) else "\n\n".join(
        text_of_html(page, limits) for page in pages
    )  # fmt: skip
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")


def _shown(mail: EmailMessage) -> Iterator[EmailMessage]:
    """The parts of a mail that hold its own words, in order; at most `_MOST_PARTS` parts are looked at."""
    waiting = [mail]
    for _ in range(_MOST_PARTS):
        if not waiting:
            return
        part = waiting.pop()
        is_attached = part.get_content_disposition() == "attachment" or part.get_filename() is not None
        if part.get_content_maintype() == "message" or (is_attached and part is not mail):
            continue
        if part.is_multipart():
            waiting += reversed([inner for inner in part.iter_parts() if isinstance(inner, EmailMessage)])
        elif not is_attached:
            yield part


def _decoded(part: EmailMessage) -> str:
    raw = part.get_payload(decode=True)
    data = raw if isinstance(raw, bytes) else b""
    for name in (part.get_content_charset(), "utf-8"):
        try:
            return data.decode(name or "utf-8")
        except (LookupError, UnicodeDecodeError):
            continue
    return data.decode("cp1252", "replace")


def _parted(body: str) -> tuple[str, str]:
    """The body of a mail in two: the writer's own words, and everything from the first line that opens a quotation."""
    found = _QUOTES_BEHIND.search(body)
    return (body, "") if found is None else (body[: found.start()], body[found.start() :])


def _sent(mail: EmailMessage) -> str | None:
    try:
        moment = parsedate_to_datetime(_header(mail, "Date"))
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC).isoformat()
    except (ValueError, TypeError, OverflowError):
        return None
