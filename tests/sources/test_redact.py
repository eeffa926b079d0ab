"""What is cut is cut as if it had never been there, by words once and by marks ever after."""

import json
from typing import Any

import pytest
import rfc8785

from kg_assets.core.config import load_config
from kg_assets.house import HOUSE
from kg_assets.sources.redact import Cut, Reader, conversation_mark, message_mark, readers, redact

READERS = readers(load_config(HOUSE.sections))


def node(name: str, parent: str | None, children: list[str], words: str | None) -> dict[str, Any]:
    message = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": [words]}, "id": name}
    return {"id": name, "parent": parent, "children": children, "message": message if words else None}


def talk(cid: str, title: str, *nodes: dict[str, Any], shown: str) -> dict[str, Any]:
    return {"conversation_id": cid, "title": title, "current_node": shown, "mapping": {n["id"]: n for n in nodes}}


#     root - a - b - c        and d beside c, below b
BRANCHED = talk(
    "one", "A talk",
    node("root", None, ["a"], None), node("a", "root", ["b"], "first"), node("b", "a", ["c", "d"], "Zebedee came"),
    node("c", "b", [], "third"), node("d", "b", [], "third again"), shown="d",
)  # fmt: skip
PLAIN = talk("two", "Another", node("x", None, ["y"], "plain"), node("y", "x", [], "words"), shown="y")


def export(*conversations: dict[str, Any]) -> bytes:
    return b"[" + b",\n ".join(rfc8785.dumps(c) for c in conversations) + b"]\n"


def says(text: str) -> bool:
    return "Zebedee" in text


def cut(data: bytes, what: Cut, reader: Reader = READERS["chatgpt"], name: str = "conversations.json") -> bytes | None:
    return redact(data, name, reader, what)[0]


def test_children_of_what_goes_hang_on_its_parent_in_its_place() -> None:
    wanted = talk(
        "one", "A talk",
        node("root", None, ["a"], None), node("a", "root", ["c", "d"], "first"),
        node("c", "a", [], "third"), node("d", "a", [], "third again"), shown="d",
    )  # fmt: skip
    by_words, found = redact(export(BRANCHED, PLAIN), "x", READERS["chatgpt"], Cut(says=says))
    assert by_words == export(wanted, PLAIN)
    assert found.messages == {message_mark("one", "b")} == found.marks
    assert cut(export(BRANCHED, PLAIN), Cut(frozenset(found.marks))) == by_words


def test_the_leaf_that_was_shown_gives_way_to_what_stood_above_it() -> None:
    marks = frozenset([message_mark("one", "d"), message_mark("one", "b")])
    wanted = talk(
        "one", "A talk",
        node("root", None, ["a"], None), node("a", "root", ["c"], "first"), node("c", "a", [], "third"), shown="a",
    )  # fmt: skip
    assert cut(export(BRANCHED), Cut(marks)) == export(wanted)


@pytest.mark.parametrize(
    "order", [(BRANCHED, PLAIN), (PLAIN, BRANCHED), (PLAIN, BRANCHED, PLAIN | {"conversation_id": "3"})]
)
def test_a_whole_conversation_leaves_its_neighbours_bytes(order: tuple[dict[str, Any], ...]) -> None:
    left = [c for c in order if c is not BRANCHED]
    assert cut(export(*order), Cut(frozenset([conversation_mark("one")]))) == export(*left)


def test_nothing_is_left_of_a_file_whose_only_conversation_goes() -> None:
    assert cut(export(BRANCHED), Cut(frozenset([conversation_mark("one")]))) is None
    assert cut(rfc8785.dumps(BRANCHED), Cut(frozenset([conversation_mark("one")]))) is None
    everything = frozenset(message_mark("two", name) for name in "xy")
    assert cut(export(PLAIN), Cut(everything)) is None, "a conversation without a message was never begun"


def test_words_outside_messages_are_emptied_and_stay_so() -> None:
    titled = PLAIN | {"title": "With Zebedee"}
    by_words, found = redact(export(titled), "x", READERS["chatgpt"], Cut(says=says))
    assert by_words == export(PLAIN | {"title": None})
    assert cut(export(titled), Cut(frozenset(found.marks))) == by_words
    assert cut(export(PLAIN | {"title": "Renamed"}), Cut(frozenset(found.marks))) == export(
        PLAIN | {"title": "Renamed"}
    )


def test_words_that_cannot_be_cut_out_take_their_conversation_along() -> None:
    assert cut(export(PLAIN | {"Zebedee": 1}), Cut(says=says)) is None
    assert cut(export(PLAIN | {"conversation_id": "Zebedee"}), Cut(says=says)) is None


def test_a_damaged_element_goes_whole_and_others_stay() -> None:
    data = b'[{"mapping": {"a": "Zebedee" "b"}}, ' + rfc8785.dumps(PLAIN) + b"]"
    by_words, found = redact(data, "x", READERS["chatgpt"], Cut(says=says))
    assert by_words == b"[" + rfc8785.dumps(PLAIN) + b"]"
    assert cut(data, Cut(frozenset(found.marks))) == by_words


def test_escapes_hide_no_word() -> None:
    data = json.dumps([PLAIN]).replace("plain", "Z\\u0065bedee").encode()
    left = cut(data, Cut(says=says))
    assert left is not None
    assert list(json.loads(left)[0]["mapping"]) == ["y"]


def test_untouched_files_keep_their_bytes() -> None:
    data = json.dumps([BRANCHED, PLAIN], indent=3).encode()
    assert cut(data, Cut(frozenset([message_mark("one", "nothing")]))) == data


def test_a_plain_array_of_messages() -> None:
    def message(name: str, parent: str | None, words: str) -> dict[str, Any]:
        return {"uuid": name, "sender": "human", "text": words, "parent_message_uuid": parent}

    def chat(*messages: dict[str, Any]) -> bytes:
        return export({"uuid": "c", "name": "t", "chat_messages": list(messages)})

    data = chat(message("1", None, "one"), message("2", "1", "of Zebedee"), message("3", "2", "three"))
    wanted = chat(message("1", None, "one"), message("3", "1", "three"))
    assert cut(data, Cut(says=says), READERS["claude"]) == wanted


NOTE = "---\ntitle: Trip\nwith: Zebedee\n---\n"
NOTE += "# Day one\n\nWe walked.\n\n# Day two\n\nZebedee fell.\n\n# Day three\n\nHome.\n"


def test_a_chunk_and_a_line_of_front_matter_of_a_note() -> None:
    by_words, found = redact(NOTE.encode(), "trip.md", READERS["note"], Cut(says=says))
    assert by_words == b"---\ntitle: Trip\n---\n# Day one\n\nWe walked.\n\n# Day three\n\nHome.\n"
    assert (len(found.messages), len(found.texts), len(found.conversations)) == (1, 1, 0)
    assert cut(NOTE.encode(), Cut(frozenset(found.marks)), READERS["note"], "trip.md") == by_words


def test_a_note_whose_name_says_it_goes_whole() -> None:
    assert cut(b"# Day\n\nWe walked.\n", Cut(says=says), READERS["note"], "With Zebedee.md") is None
    assert cut(b"# Day\n\nWe walked.\n", Cut(says=says), READERS["note"], "Day.md") is not None
    assert cut(b"\xff\xfe Zebedee", Cut(says=says), READERS["note"], "Day.md") is None
