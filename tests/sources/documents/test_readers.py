"""What each reader gives of a sound file: words in order, with headings, pages, authors and dates."""

import pytest

from kg_assets.sources.documents.calendar import read_calendar
from kg_assets.sources.documents.docx import read_docx
from kg_assets.sources.documents.html import read_html
from kg_assets.sources.documents.mail import read_mail, read_mailbox
from kg_assets.sources.documents.pdf import read_pdf
from tests.sources.documents.made import LIMITS, docx, mail, pdf


def test_a_pdf_keeps_its_pages_author_and_date() -> None:
    made = pdf(
        ["The budget was approved.\nBy the board.", "The vendor left in May."],
        "/Title (Minutes) /Author (Dana Fox) /CreationDate (D:20240304120000+02'00')",
    )
    (read,) = read_pdf(made, LIMITS)
    assert (read.title, read.author, read.created) == ("Minutes", "Dana Fox", "2024-03-04T12:00:00+02:00")
    assert [(block.page, block.text) for block in read.blocks] == [
        (1, "The budget was approved.\nBy the board."),
        (2, "The vendor left in May."),
    ]


def test_a_word_document_keeps_headings_and_leaves_out_what_was_deleted() -> None:
    gone = "</w:t><w:delText>seen</w:delText><w:t>"
    made = docx(
        [("Heading1", "Launch"), ("", "Carol moved it."), ("Heading2", "Risks"), ("", f"None{gone} so far.")],
        properties="<dc:creator>Carol Diaz</dc:creator><dc:title>Plan</dc:title>",
    )  # fmt: skip
    (read,) = read_docx(made, LIMITS)
    assert (read.title, read.author) == ("Plan", "Carol Diaz")
    assert [(block.text, block.heading) for block in read.blocks] == [
        ("# Launch", "Launch"), ("Carol moved it.", "Launch"), ("## Risks", "Risks"), ("None so far.", "Risks"),
    ]  # fmt: skip


def test_a_page_gives_what_is_shown_and_runs_nothing() -> None:
    made = (
        b"<html><head><title>Offer</title><meta name=author content='Eve Long'><script>var evil='words'</script></head>"
        b"<body><h2>Price</h2><p>Four &euro;<br>each<ul><li>one<li>two</ul><blockquote>as they said</blockquote>"
        b"<img src=http://nowhere.test/x.png onerror=alert(1)></body>"
    )
    (read,) = read_html(made, LIMITS)
    assert (read.title, read.author) == ("Offer", "Eve Long")
    assert [(block.text, block.heading) for block in read.blocks] == [
        ("## Price", "Price"), ("Four €\neach", "Price"), ("- one\n- two", "Price"), ("> as they said", "Price"),
    ]  # fmt: skip


def test_a_mail_parts_what_its_writer_says_from_what_they_quote() -> None:
    body = "I reviewed it.\n\nOn Sun, Mar 3, 2024 Me wrote:\n> I love olives.\n"
    (read,) = read_mail(mail(body).encode(), LIMITS)
    assert (read.author, read.address, read.created) == ("Alice Chen", "alice@acme.test", "2024-03-04T09:00:00+00:00")
    assert [(block.text.split("\n")[0], block.is_head, block.is_quoted) for block in read.blocks] == [
        ("From: Alice Chen <alice@acme.test>", True, False),
        ("I reviewed it.", False, False),
        ("On Sun, Mar 3, 2024 Me wrote:", False, True),
    ]


@pytest.mark.parametrize("disposition", ["", 'Content-Disposition: attachment; filename="minutes.txt"\n'])
def test_what_is_attached_is_not_said_by_the_writer(disposition: str) -> None:
    """Neither a mail of somebody else that is sent on as a part, nor any part of a bundle that is attached."""
    inner = f"--i\nContent-Type: text/plain\n{disposition}\nI moved to Rome.\n--i--\n"
    attached = {
        "message/rfc822": f"From: Tom <tom@x.test>\nContent-Type: multipart/mixed; boundary=i\n\n{inner}",
        "multipart/mixed; boundary=i": inner,
    }
    for kind, content in attached.items():
        outer = "" if kind.startswith("message") else "Content-Disposition: attachment\n"
        body = f"--o\nContent-Type: text/plain\n\nSee below.\n--o\nContent-Type: {kind}\n{outer}\n{content}\n--o--\n"
        (read,) = read_mail(mail(body, Content_Type="multipart/mixed; boundary=o").encode(), LIMITS)
        said = " ".join(block.text for block in read.blocks)
        assert "See below." in said
        assert "Rome" not in said


def test_a_mail_without_plain_text_is_read_from_its_page() -> None:
    made = mail("<p>We <b>won</b>.<style>p{}</style>", Content_Type="text/html; charset=utf-8")
    assert read_mail(made.encode(), LIMITS)[0].blocks[1].text == "We won."


def test_a_mailbox_gives_each_mail_once_and_no_line_that_only_looks_like_a_beginning() -> None:
    one, two = mail("First.\n>From here on.\nFrom me.\n"), mail("Second.\n", Message_ID="<2@acme.test>")
    made = f"From a@b Mon\n{one}\nFrom a@b Tue\n{two}\nFrom a@b Wed\n{two}"
    read = read_mailbox(made.encode(), LIMITS)
    assert [document.key for document in read] == ["1@acme.test", "2@acme.test"]
    assert read[0].blocks[1].text.strip() == "First.\nFrom here on.\nFrom me."


def test_a_calendar_says_when_where_and_with_whom() -> None:
    made = (
        "BEGIN:VCALENDAR\nX-WR-CALNAME:Family\nBEGIN:VEVENT\nUID:2\nDTSTAMP:20240302T100000Z\nDTSTART;VALUE=DATE:20240401\n"
        "DTEND;VALUE=DATE:20240404\nSUMMARY:Rome\nEND:VEVENT\nBEGIN:VEVENT\nUID:1\nDTSTAMP:20240301T100000Z\n"
        "DTSTART:20240310T090000Z\nDTEND:20240310T100000Z\nSUMMARY:Dentist\nLOCATION:Main St 4\n"
        "ATTENDEE;CN=Anna Bell:mailto:anna@x.test\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    (read,) = read_calendar(made.encode(), LIMITS)
    assert (read.title, read.created) == ("Family", "2024-03-02T10:00:00+00:00")
    assert [block.text for block in read.blocks] == [
        "Dentist\nWhen: 2024-03-10 09:00 to 2024-03-10 10:00 UTC\nWhere: Main St 4\nWith: Anna Bell <anna@x.test>",
        "Rome\nWhen: 2024-04-01 to 2024-04-03",
    ]
