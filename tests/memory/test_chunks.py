"""Chunks end at headings and paragraphs, and only documents and long messages have them."""

from kg_assets.memory.chunks import chunks_of

_TEXT = "# Plan\n\nWe go north.\n\nThen west.\n\n## Costs\n\nFour hundred."


def test_a_chunk_never_crosses_a_heading_and_knows_its_own() -> None:
    found = chunks_of(_TEXT, "note", "{}", 400, 2400)
    assert [(_TEXT[c.start : c.end], c.heading) for c in found] == [
        ("# Plan\n\nWe go north.\n\nThen west.", "Plan"),
        ("## Costs\n\nFour hundred.", "Costs"),
    ]


def test_a_document_says_where_its_words_stood() -> None:
    assert [(c.heading, c.page) for c in chunks_of("Two words.", "note", '{"heading":"Ends","page":7}', 400, 2400)] == [
        ("Ends", 7)
    ]


def test_a_short_message_of_a_chat_has_no_chunk_and_a_long_one_is_cut_at_its_paragraphs() -> None:
    text = "\n\n".join(f"Paragraph {n} says this." for n in range(9))
    assert chunks_of(text, "chatgpt", "{}", 100, 2400) == []
    found = chunks_of(text, "chatgpt", "{}", 100, 200)
    assert len(found) == 3
    assert [text[c.start : c.end].count("Paragraph") for c in found] == [4, 4, 1]
