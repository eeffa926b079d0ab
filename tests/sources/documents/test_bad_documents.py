"""Files that are broken or made to harm: one reason each, in bounded memory and time, and the next file is read."""

import resource
import time
import zlib
from pathlib import Path

import pytest

from kg_assets.core.config import load_config
from kg_assets.house import HOUSE
from kg_assets.sources.documents.calendar import read_calendar
from kg_assets.sources.documents.document import Unreadable
from kg_assets.sources.documents.docx import read_docx
from kg_assets.sources.documents.html import read_html
from kg_assets.sources.documents.mail import read_mail
from kg_assets.sources.documents.pdf import read_pdf
from kg_assets.sources.documents.reading import DocumentReader
from kg_assets.sources.refusals import RefusedError
from tests.sources.documents.made import LIMITS, docx, encrypted_pdf, mail, packed_pdf, pdf

_HARMFUL = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize(
    ("read", "data", "code"),
    [
        (read_pdf, pdf(["", ""]), "no_text"),
        (read_pdf, encrypted_pdf(), "encrypted"),
        (read_pdf, b"%PDF-1.4 and nothing else", "damaged"),
        (read_pdf, pdf(["Many."] * (LIMITS.pages + 1)), "too_large"),
        (read_docx, docx([("", "&x;")], before=_HARMFUL), "harmful"),
        (read_docx, docx([("", "a" * (LIMITS.unpacked_bytes + 1))]), "too_large"),
        (read_docx, docx([("", "a" * 3_000_000)]), "too_large"),
        (read_docx, b"PK\x03\x04 and nothing else", "damaged"),
        (read_html, b"<p>" + b"word " * (LIMITS.chars // 4), "too_large"),
        (read_mail, b"\xff\xfe\x00nothing like a mail", "damaged"),
        (read_calendar, b"BEGIN:VCALENDAR\nEND:VCALENDAR", "no_text"),
    ],
    ids=lambda value: value if isinstance(value, str) else getattr(value, "__name__", ""),
)
def test_a_bad_file_has_one_reason(read, data, code) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(Unreadable) as error:
        read(data, LIMITS)
    assert error.value.code == code


@pytest.mark.parametrize("tags", [20_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_nested_tags_are_read_one_after_the_other(tags: int) -> None:
    before = time.process_time()
    (read,) = read_html(b"<div><b>" * (tags // 2) + b"deep", LIMITS)
    assert [block.text for block in read.blocks] == ["deep"]
    assert time.process_time() - before < 1 + tags / 50_000


@pytest.mark.parametrize("attachments", [300, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_mail_of_many_attachments_and_broken_encodings_gives_its_words(attachments: int) -> None:
    part = "--x\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=a.pdf\n\nJVBERi0=\n"
    body = (
        "--x\nContent-Type: text/plain; charset=no-such\n\nJ\udcfcrgen l\udce4uft.\n" + part * attachments + "--x--\n"
    )
    made = mail(body, sender="=?utf-8?q?J=FCrgen?= <j@x.test>", Content_Type='multipart/mixed; boundary="x"')
    (read,) = read_mail(made.encode("utf-8", "surrogateescape"), LIMITS)
    assert read.blocks[1].text.strip() == "Jürgen läuft."
    assert read.address == "j@x.test"


def test_a_file_that_reads_too_long_is_left_and_the_next_is_read(tmp_path: Path) -> None:
    slow, sound = tmp_path / "slow.html", tmp_path / "sound.pdf"
    slow.write_bytes(b"<div><b>" * 1_000_000 + b"deep")
    sound.write_bytes(pdf(["The board approved the budget."]))
    settings = load_config(HOUSE.sections).section("sources").model_copy(update={"document_seconds": 1})
    with DocumentReader(settings) as reader:
        with pytest.raises(RefusedError) as error:
            reader.read(slow, "slow.html", "0" * 64)
        assert error.value.code == "too_slow"
        assert b"The board approved the budget." in reader.read(sound, "sound.pdf", "1" * 64)


def test_a_file_is_read_although_the_process_ended_after_the_one_before(tmp_path: Path) -> None:
    first, second = tmp_path / "first.html", tmp_path / "second.html"
    first.write_text("<p>The harbour is cold.</p>")
    second.write_text("<p>The boat is warm.</p>")
    with DocumentReader(load_config(HOUSE.sections).section("sources")) as reader:
        assert b"harbour" in reader.read(first, "first.html", "1")
        process = reader._started()
        process.kill()
        process.wait()
        assert b"boat" in reader.read(second, "second.html", "2")


@pytest.mark.slow
def test_a_page_that_unpacks_to_a_gigabyte_is_left_and_the_next_is_read(tmp_path: Path) -> None:
    """A PDF of a few kilobytes whose page is packed twice, so that it unpacks to a thousand times a thousandfold."""
    packer = zlib.compressobj(9)
    inner = b"".join(packer.compress(b"BT (word) Tj ET " * 1_000_000) for _ in range(70)) + packer.flush()
    packed = zlib.compress(inner, 9)
    bomb, sound = tmp_path / "bomb.pdf", tmp_path / "sound.pdf"
    bomb.write_bytes(packed_pdf(packed))
    assert bomb.stat().st_size < 100_000
    sound.write_bytes(pdf(["The board approved the budget."]))
    settings = load_config(HOUSE.sections).section("sources").model_copy(update={"document_seconds": 5})
    with DocumentReader(settings) as reader:
        with pytest.raises(RefusedError) as error:
            reader.read(bomb, "bomb.pdf", "0" * 64)
        assert error.value.code in ("too_large", "too_slow", "damaged", "no_text")
        assert b"The board approved the budget." in reader.read(sound, "sound.pdf", "1" * 64)
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 1_500_000


@pytest.mark.slow
def test_a_thousand_pages_take_less_than_a_minute_and_a_gigabyte(tmp_path: Path) -> None:
    made = tmp_path / "long.pdf"
    made.write_bytes(
        pdf(["\n".join(f"Line {line} of page {page} says so much." for line in range(45)) for page in range(1000)])
    )
    began = time.monotonic()
    with DocumentReader(load_config(HOUSE.sections).section("sources")) as reader:
        assert b"of page 999 says" in reader.read(made, "long.pdf", "0" * 64)
    assert time.monotonic() - began < 60
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 1_000_000
