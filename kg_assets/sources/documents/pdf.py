"""The words of a PDF, page by page, with the headings of its outline."""

import pypdfium2

from kg_assets.sources.documents.document import Block, Document, Limits, Unreadable, within

_PASSWORD = 4  # FPDF_ERR_PASSWORD
# A page with fewer characters than this has only page numbers, or stamps on a picture.
_SIGNS_OF_TEXT = 8


def read_pdf(data: bytes, limits: Limits) -> list[Document]:
    """The PDF as one document with a block for each page. Raises `Unreadable` if it holds hardly any text."""
    try:
        pdf = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise Unreadable("encrypted" if getattr(error, "err_code", None) == _PASSWORD else "damaged") from None
    if len(pdf) > limits.pages:
        raise Unreadable("too_large")
    said = pdf.get_metadata_dict()
    headings = _headings(pdf)
    blocks = list(within((Block(_text_of(pdf, n), headings.get(n), n + 1) for n in range(len(pdf))), limits))
    if sum(len(block.text) for block in blocks) < _SIGNS_OF_TEXT * max(1, len(pdf)):
        raise Unreadable("no_text")
    return [
        Document(
            title=said.get("Title") or None, author=said.get("Author") or None,
            created=_instant(said.get("CreationDate")), blocks=blocks,
        )
    ]  # fmt: skip


def _text_of(pdf: pypdfium2.PdfDocument, number: int) -> str:
    """The words of a page, with words that were hyphenated at a line end joined again; "" if the page cannot
    be read."""
    try:
        page = pdf[number]
        words: str = page.get_textpage().get_text_bounded()
        page.close()
    except pypdfium2.PdfiumError:
        return ""
    return (
        words.replace("\r\n", "\n")
        .replace("\ufffe\n", "")
        .replace("\ufffe", "")
        .replace("\x02\n", "")
        .replace("\x02", "")
    )


def _headings(pdf: pypdfium2.PdfDocument) -> dict[int, str]:
    """For each page the heading of the outline that begins on it, the first if several do; else that of the
    page before."""
    begins: dict[int, str] = {}
    for mark in pdf.get_toc(max_depth=6):
        target = mark.get_dest()
        number = None if target is None else target.get_index()
        if number is not None:
            begins.setdefault(number, mark.get_title())
    found: dict[int, str] = {}
    heading = None
    for number in range(len(pdf)):
        heading = begins.get(number, heading)
        if heading:
            found[number] = heading
    return found


def _instant(written: str | None) -> str | None:
    """A date of a PDF (`D:20240304120000+01'00'`) as an instant; only the day where no time is given; None
    without a day."""
    digits = (written or "").removeprefix("D:")
    if not digits[:8].isdecimal() or len(digits) < 8:
        return None
    day = f"{digits[:4]}-{digits[4:6]}-{digits[6:8]}"
    if not digits[8:14].isdecimal() or len(digits) < 14:
        return day
    zone = digits[14:].replace("'", ":").strip(":") or "Z"
    return f"{day}T{digits[8:10]}:{digits[10:12]}:{digits[12:14]}{zone}"
