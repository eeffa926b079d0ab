"""Documents as tests need them, written byte by byte."""

import io
import zipfile
from collections.abc import Sequence

from kg_assets.sources.documents.document import Limits

LIMITS = Limits(chars=1_000_000, pages=2000, unpacked_bytes=4_000_000, ratio=200)
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def pdf(pages: Sequence[str], info: str = "", trailer: str = "", more: str = "") -> bytes:
    """A PDF with a page for each text; `more` is a further object, which `trailer` may name as `{more}`."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for text in pages:
        lines = " ".join(f"({line}) Tj T*" for line in text.split("\n"))
        stream = f"BT /F1 12 Tf 72 720 Td 14 TL {lines} ET"
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {len(objects)} 0 R"
            " /Resources << /Font << /F1 3 0 R >> >> >>"
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    objects += [f"<< {info} >>", more or "<< >>"]
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    trailer = trailer.replace("{more}", f"{len(objects)} 0 R")
    return out + (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R"
        f" /Info {len(objects) - 1} 0 R {trailer} >>\nstartxref\n{len(out)}\n%%EOF"
    ).encode("latin-1")


def packed_pdf(stream: bytes) -> bytes:
    """A PDF of one page whose words are packed twice over."""
    made = pdf([""])
    begin = made.index(b"4 0 obj")
    end = made.index(b"endobj", begin)
    held = (
        f"4 0 obj\n<< /Length {len(stream)} /Filter [/FlateDecode /FlateDecode] >>\nstream\n".encode()
        + stream + b"\nendstream\n"
    )  # fmt: skip
    return made[:begin] + held + made[end:]


def encrypted_pdf() -> bytes:
    """A PDF that asks for a password."""
    key = "<" + "5a" * 32 + ">"
    return pdf(
        ["Nobody reads this."], "", f"/Encrypt {{more}} /ID [{key} {key}]",
        f"<< /Filter /Standard /V 1 /R 2 /O {key} /U {key} /P -4 >>",
    )  # fmt: skip


def docx(paragraphs: Sequence[tuple[str, str]], before: str = "", properties: str = "") -> bytes:
    """A Word document of (style, text); `before` stands before its first tag."""
    body = "".join(
        f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>'
        for style, text in paragraphs
    )
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "word/document.xml", f'{before}<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>'
        )
        if properties:
            archive.writestr("docProps/core.xml", f'<p xmlns:dc="d">{properties}</p>')
    return held.getvalue()


def mail(body: str, sender: str = "Alice Chen <alice@acme.test>", **headers: str) -> str:
    """A mail; headers are given with _ for -."""
    lines = {
        "From": sender, "To": "me@home.test", "Date": "Mon, 4 Mar 2024 10:00:00 +0100", "Subject": "Roadmap",
        "Message-ID": "<1@acme.test>", **{name.replace("_", "-"): value for name, value in headers.items()},
    }  # fmt: skip
    return "".join(f"{name}: {value}\n" for name, value in lines.items()) + "\n" + body
