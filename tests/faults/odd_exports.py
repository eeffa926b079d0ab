"""Exports that no sound program writes: any JSON value at any place of one, and whole files with bytes changed.

Only bytes are made here; what must come of them is the tests' business.
"""

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

from tests.sources.harness import conversation, node

# As JSON texts, since Python has no values for some of them.
ODD_VALUES: tuple[str, ...] = (
    "null", "true", "false", "0", "-0.0", "5", "-17", "7.0", "2.5", "1e400", "-1e400", "1e-400", "NaN", "Infinity",
    "-Infinity", "12345678901234567890123", "9" * 5000, "-" + "8" * 5000, "1." + "3" * 5000, "1700000000",
    "99999999999999", '""', '" "', '"text"', '"all"', '"code"', '"2024-02-30T25:61:00Z"', '"1e400"',
    '"' + "7" * 5000 + '"', r'"\ud83d"', r'"\u0000"', r'"\u2028\ufeff"', '"' + "long " * 4000 + '"', "[]", "{}",
    "[null]", "[[]]", "[5]", "[NaN]", "[" + "9" * 5000 + "]", '["text"]',
    '[["text"],[{"text":[5]}]]', '{"":""}', '{"a":1,"a":2}', '{"text":5}',
    '{"text":{"text":1e400}}', '{"parts":[1,true,null]}', '{"content_type":[],"text":"t"}', '{"content_type":NaN}',
    "[" * 300 + "]" * 300, '{"a":' * 300 + "1" + "}" * 300, r'{"\ud83d":"\udc00"}', "{\"\U0001f600\":1,\"\ufb00\":2}",
)  # fmt: skip

_PLACE = "a place that no export holds"


def _chatgpt() -> dict[str, Any]:
    """A conversation with every content type of its own kind of fields, and files."""
    image = {"content_type": "image_asset_pointer", "asset_pointer": "file://i", "mime_type": "image/png", "width": 4}
    sound = {"content_type": "audio_asset_pointer", "format": "wav", "metadata": {"start": 0.5}}
    contents: tuple[dict[str, Any], ...] = (
        {"content_type": "text", "parts": ["I like tea."]},
        {"content_type": "multimodal_text", "parts": ["See", image, sound]},
        {"content_type": "code", "language": "python", "text": "print(1)"},
        {"content_type": "thoughts", "thoughts": [{"summary": "S", "content": "C", "finished": True}]},
        {"content_type": "user_editable_context", "user_profile": "P", "user_instructions": "I"},
        {"content_type": "computer_output", "state": {"title": "t", "url": "u"}},
        {"content_type": "of another day", "text": "new"},
    )
    nodes = [node("m0")]
    for number, content in enumerate(contents, start=1):
        nodes.append(node(f"m{number}", f"m{number - 1}", content=content, time=1700000000.5 + number))
    nodes[1]["message"] |= {"recipient": "all", "channel": None, "update_time": 1700000009.25}
    nodes[2]["message"]["metadata"] = {
        "attachments": [{"id": "f1", "name": "a.pdf", "mime_type": "application/pdf", "size": 3}],
        "model_slug": "gpt-5",
        "is_visually_hidden_from_conversation": True,
    }
    nodes[3]["message"]["recipient"] = "canmore.create"
    return conversation(*nodes, default_model_slug="gpt-5")


def _claude() -> dict[str, Any]:
    content = [
        {"type": "text", "text": "Hello", "citations": [], "start_timestamp": "2024-03-05T08:00:00Z"},
        {"type": "thinking", "thinking": "Hm"},
        {"type": "tool_use", "name": "search", "id": "t1", "input": {"q": "x"}},
        {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "found"}], "is_error": False},
        {"type": "image", "source": {"media_type": "image/png", "url": "https://example.org/i"}},
    ]
    message = {
        "uuid": "m1",
        "sender": "human",
        "created_at": "2024-03-05T08:00:00Z",
        "text": "Hello",
        "content": content,
    }
    file = {"file_name": "a.txt", "extracted_content": "words", "file_size": 5}
    answer = {"uuid": "m2", "sender": "assistant", "text": "Hi", "content": [], "attachments": [file], "files": []}
    return {
        "uuid": "c1",
        "name": "T",
        "created_at": "2024-03-05T08:00:00Z",
        "updated_at": "2024-03-05T09:00:00Z",
        "chat_messages": [message, answer],
    }


SAMPLES = {"chatgpt": _chatgpt, "claude": _claude}
_IDS = {"chatgpt": "conversation_id", "claude": "uuid"}


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place below a value, and one beside each object's keys."""
    members: Sequence[tuple[str | int, Any]] = ()
    if isinstance(value, dict):
        members = [*value.items(), ("a key that nobody knows", None)]
    elif isinstance(value, list):
        members = list(enumerate(value))
    for key, below in members:
        yield (*path, key)
        yield from places(below, (*path, key))


def odd_elements(kind: str) -> list[bytes]:
    """A conversation per place and odd value, with that value at that place; ids differ where they are left alone."""
    found = []
    for path in places(SAMPLES[kind]()):
        for value in ODD_VALUES:
            sample = SAMPLES[kind]()
            sample[_IDS[kind]] = f"c{len(found)}"
            below: Any = sample
            for key in path[:-1]:
                below = below[key]
            below[path[-1]] = _PLACE
            found.append(json.dumps(sample).replace(f'"{_PLACE}"', value).encode("utf-8"))
    return found


def drawn(elements: Sequence[bytes], count: int, seed: int) -> list[bytes]:
    """Some of the elements, the same ones for the same seed."""
    return random.Random(seed).sample(list(elements), min(count, len(elements)))


_PIECES: tuple[bytes, ...] = (
    b"", b"0", b"-", b"1e400", b"NaN", b"null", b"true", b'"', b"{", b"}", b"[", b"]", b",", b":", b"\\", b"\x00",
    b"\xff", b"\xed\xa0\xbd", b"\\ud83d", b'"parts":', b'"mapping":', b'"message":', b'"parent":',
    b'"content_type":5,', b"9" * 5000, b'{"a":', b"[[[[", b"\xef\xbb\xbf", b"\n", b'"id":null,',
)  # fmt: skip


def mutated(data: bytes, draw: random.Random) -> bytes:
    """The file with one to eight changes: pieces put in, stretches cut out, doubled, moved, single bytes changed."""
    for _ in range(draw.choice((1, 1, 1, 2, 3, 8))):
        at = draw.randrange(len(data) + 1)
        length = draw.choice((1, 1, 2, 7, 40, 400))
        change = draw.randrange(6)
        if change == 0:
            data = data[:at] + draw.choice(_PIECES) + data[at:]
        elif change == 1:
            data = data[:at] + draw.choice(_PIECES) + data[at + length :]
        elif change == 2:
            data = data[:at] + data[at + length :]
        elif change == 3:
            data = data[:at] + data[at : at + length] * 2 + data[at + length :]
        elif change == 4:
            other = draw.randrange(len(data) + 1)
            data = data[:at] + data[other : other + length] + data[at:]
        elif data:
            place = min(at, len(data) - 1)
            data = data[:place] + bytes([data[place] ^ (1 << draw.randrange(8))]) + data[place + 1 :]
    return data
