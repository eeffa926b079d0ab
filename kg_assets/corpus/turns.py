"""The ways in which an assistant answers a question: plainly, with tools, with pictures, by voice, in a document."""

import json
import random
from typing import Any

from kg_assets.corpus.prose import Prose
from kg_assets.corpus.thread import Content, Thread, text_content, uuid

_CITE_OPEN, _CITE_CLOSE, _CITE_SEPARATOR = "\ue200", "\ue201", "\ue202"
_ENTITY_OPEN, _ENTITY_CLOSE = "\ue203", "\ue204"


class Turns:
    """Adds the messages of one question and its answer below the thread's tip."""

    def __init__(self, rng: random.Random, thread: Thread, prose: Prose) -> None:
        self._rng = rng
        self._thread = thread
        self._prose = prose

    # ---- the person

    def ask(self, text: str) -> str:
        return self._thread.add("user", text_content(text))

    def ask_with_image(self, text: str) -> str:
        rng = self._rng
        file_id = f"file-{rng.getrandbits(96):024x}"
        width, height = rng.randint(300, 4000), rng.randint(300, 4000)
        size = rng.randint(20_000, 4_000_000)
        pointer = {
            "content_type": "image_asset_pointer",
            "asset_pointer": f"file-service://{file_id}" if rng.random() < 0.5 else f"sediment://{file_id}",
            "size_bytes": size,
            "width": width,
            "height": height,
            "fovea": None,
            "metadata": None,
        }
        attachment = {
            "id": file_id,
            "name": f"{self._prose.extra('word')}_{rng.randint(1, 9999)}.jpg",
            "size": size,
            "mime_type": "image/jpeg",
            "width": width,
            "height": height,
        }
        return self._thread.add(
            "user",
            {"content_type": "multimodal_text", "parts": [pointer, text]},
            metadata={"attachments": [attachment]},
        )

    def ask_with_file(self, text: str) -> str:
        rng, prose, thread = self._rng, self._prose, self._thread
        name = f"{prose.extra('word')}-{prose.extra('word')}.{rng.choice(('pdf', 'csv', 'docx', 'md'))}"
        attachment = {
            "id": f"file-{rng.getrandbits(96):024x}",
            "name": name,
            "size": rng.randint(900, 900_000),
            "mime_type": "text/plain",
            "file_token_size": rng.randint(80, 9000),
        }
        node = thread.add("user", text_content(text), metadata={"attachments": [attachment]})
        quote = {
            "content_type": "tether_quote",
            "url": attachment["id"],
            "domain": name,
            "text": prose.paragraph(rng.randint(4, 14)),
            "title": name,
            "tether_id": rng.randint(1, 900),
        }
        thread.add("tool", quote, name="myfiles_browser", hidden=rng.random() < 0.3)
        return node

    def ask_aloud(self, text: str, video: bool) -> str:
        return self._thread.add("user", self._spoken(text, "in", video), metadata={"voice_mode_message": True})

    # ---- the assistant

    def answer(self, text: str, **extra: Any) -> str:
        self._thread.wait(2, 40)
        return self._thread.add("assistant", text_content(text), end_turn=True, **extra)

    def answer_aloud(self, text: str) -> str:
        self._thread.wait(1, 6)
        return self._thread.add(
            "assistant", self._spoken(text, "out", False), end_turn=True, metadata={"voice_mode_message": True}
        )

    def think(self) -> None:
        """Add the assistant's thoughts, and a message that sums them up, before the answer."""
        thread, prose = self._thread, self._prose
        thoughts: Content = {
            "content_type": "thoughts",
            "thoughts": prose.thoughts(),
            "source_analysis_msg_id": uuid(self._rng),
        }
        thread.add("assistant", thoughts, metadata={"reasoning_status": "is_reasoning"}, end_turn=False)
        thread.wait(3, 50)
        recap = prose.some("recap")
        thread.add(
            "assistant",
            {"content_type": "reasoning_recap", "content": recap},
            metadata={"reasoning_status": "reasoning_ended"},
            end_turn=False,
        )

    def run_python(self, camel: str | None) -> None:
        rng, prose, thread = self._rng, self._prose, self._thread
        for _ in range(rng.randint(1, 3)):
            if rng.random() < 0.5:
                thread.add("assistant", text_content(prose.paragraph(1)), end_turn=False)
            code = prose.code("python", rng.randint(4, 16), camel)
            content = {"content_type": "code", "language": "unknown", "response_format_name": None, "text": code}
            thread.add("assistant", content, recipient="python", end_turn=False)
            output = "\n".join(prose.extra("result_line") for _ in range(rng.randint(1, 12)))
            run = {
                "status": "success",
                "run_id": uuid(rng),
                "start_time": thread.now,
                "update_time": round(thread.now + rng.random() * 4, 6),
                "code": code,
                "messages": [],
                "jupyter_messages": [],
                "in_kernel_exception": None,
            }
            thread.add(
                "tool",
                {"content_type": "execution_output", "text": output},
                name="python",
                metadata={"aggregate_result": run},
            )
        if rng.random() < 0.15:
            thread.add(
                "tool",
                {"content_type": "citable_code_output", "output_str": output, "metadata_list": []},
                name="python",
            )

    def search(self) -> tuple[str, list[dict[str, Any]]]:
        """Add a web search; returns a sentence with citation marks, and the references for them."""
        rng, prose, thread = self._rng, self._prose, self._thread
        query = prose.extra("query")
        sites = [(prose.extra("site"), prose.extra("url")) for _ in range(rng.randint(2, 5))]
        thread.safe_urls.extend(url for _, url in sites)
        if rng.random() < 0.5:
            self._browse_old(query, sites)
        else:
            thread.add(
                "assistant",
                {"content_type": "code", "language": "unknown", "text": f'search("{query}")'},
                recipient="web",
                end_turn=False,
            )
            for title, url in sites[:2]:
                page = {
                    "content_type": "sonic_webpage",
                    "url": url,
                    "domain": url.split("/")[2],
                    "title": title,
                    "text": prose.paragraph(rng.randint(3, 8)),
                    "snippet": prose.sentence("why"),
                    "ref_id": {"turn_index": 0, "ref_type": "search", "ref_index": 0},
                }
                thread.add("tool", page, name="web.run", hidden=True)
        return self._cited(sites)

    def draw(self) -> None:
        """Add the making of a picture: the request to the tool, and the tool's reply."""
        rng, prose, thread = self._rng, self._prose, self._thread
        prompt = prose.extra("drawing_prompt")
        request = json.dumps({"prompt": prompt, "size": rng.choice(("1024x1024", "1792x1024"))}, ensure_ascii=False)
        thread.add(
            "assistant",
            {"content_type": "code", "language": "json", "text": request},
            recipient="dalle.text2im",
            end_turn=False,
        )
        pointer = {
            "content_type": "image_asset_pointer",
            "asset_pointer": f"sediment://file_{rng.getrandbits(96):024x}",
            "size_bytes": rng.randint(90_000, 900_000),
            "width": 1024,
            "height": 1024,
            "fovea": 512,
            "metadata": {"dalle": {"gen_id": uuid(rng), "prompt": prompt, "seed": rng.getrandbits(31)}},
        }
        thread.add("tool", {"content_type": "multimodal_text", "parts": [pointer]}, name="dalle.text2im")

    def write_document(self, text: str) -> None:
        """Add a canvas document. Its JSON is sometimes cut off, as in real exports."""
        rng, prose, thread = self._rng, self._prose, self._thread
        body: dict[str, Any]
        if rng.random() < 0.6:
            call, body = "create", {"name": prose.extra("word"), "type": "document", "content": text}
        else:
            call, body = "update", {"updates": [{"pattern": ".*", "multiple": False, "replacement": text}]}
        dumped = json.dumps(body, ensure_ascii=False)
        if rng.random() < 0.4:
            dumped = dumped[: int(len(dumped) * (0.5 + 0.4 * rng.random()))]
        content = {"content_type": "code", "language": "json", "response_format_name": None, "text": dumped}
        thread.add("assistant", content, recipient=f"canmore.{call}_textdoc", end_turn=False)
        details = {
            "canvas": {
                "textdoc_id": f"{rng.getrandbits(96):024x}",
                "textdoc_type": "document",
                "version": rng.randint(1, 9),
                "title": prose.extra("word"),
            }
        }
        thread.add(
            "tool",
            text_content(f"Successfully {call}d text document."),
            name=f"canmore.{call}_textdoc",
            metadata=details,
        )

    def fail(self) -> None:
        prose = self._prose
        name = prose.extra("error_name")
        content = {"content_type": "system_error", "name": name, "text": f"{name}: {prose.extra('log_line')}"}
        self._thread.add(
            "tool", content, name=self._rng.choice(("browser", "python", "web")), status="finished_partial_completion"
        )

    def drive_computer(self) -> None:
        rng, prose, thread = self._rng, self._prose, self._thread
        request = json.dumps({"action": "click", "x": rng.randint(1, 1900), "y": rng.randint(1, 1000)})
        thread.add(
            "assistant",
            {"content_type": "code", "language": "json", "text": request},
            recipient="computer.do",
            end_turn=False,
        )
        shot = {
            "content_type": "image_asset_pointer",
            "asset_pointer": f"sediment://file_{rng.getrandbits(96):024x}",
            "size_bytes": rng.randint(9_000, 90_000),
            "width": 1024,
            "height": 768,
            "fovea": 768,
        }
        state = {
            "type": "computer_initialize_state",
            "id": rng.randint(1, 900),
            "url": prose.extra("url"),
            "title": prose.extra("site"),
            "dom": None,
            "os_type": "linux",
            "os_version": "6",
            "installed_software": [],
        }
        thread.add(
            "tool",
            {
                "content_type": "computer_output",
                "computer_id": str(rng.randint(1, 9)),
                "screenshot": shot,
                "state": state,
                "tether_id": None,
                "is_ephemeral": None,
            },
            name="computer.do",
        )

    def show_widget(self) -> None:
        """Add a ready-made card (weather, map or products) as the message of a tool."""
        rng, prose = self._rng, self._prose
        widget = {
            "content_type": "super_widget",
            "widgets": [
                {
                    "kind": rng.choice(("weather", "map", "products")),
                    "title": prose.extra("site"),
                    "items": rng.randint(1, 9),
                }
            ],
            "text": prose.sentence("say"),
        }
        self._thread.add("tool", widget, name="super_widget")

    def remember(self, memory: str) -> str:
        """Add a memory that the assistant writes; returns the node's id."""
        thread = self._thread
        node = thread.add("assistant", text_content(memory), recipient="bio", end_turn=False)
        thread.add("tool", text_content("Model set context updated."), name="bio")
        return node

    # ---- bricks

    def _spoken(self, text: str, direction: str, video: bool) -> Content:
        rng = self._rng
        audio: dict[str, Any] = {
            "content_type": "audio_asset_pointer",
            "asset_pointer": f"sediment://file_{rng.getrandbits(96):024x}",
            "size_bytes": rng.randint(5_000, 900_000),
            "format": "wav",
            "expiry_datetime": None,
            "metadata": {"start": 0.0, "end": round(rng.random() * 30, 3)},
        }
        parts: list[Any] = [
            {"content_type": "audio_transcription", "text": text, "direction": direction, "decoding_id": None}
        ]
        if direction == "in" and rng.random() < 0.6:
            pointer: dict[str, Any] = {
                "content_type": "real_time_user_audio_video_asset_pointer",
                "frames_asset_pointers": [],
                "video_container_asset_pointer": None,
                "audio_asset_pointer": audio,
                "audio_start_timestamp": round(rng.random() * 90, 3),
            }
            parts.append(pointer)
        else:
            parts.append(audio)
        if video:
            parts.append(
                {
                    "content_type": "video_container_asset_pointer",
                    "asset_pointer": f"sediment://file_{rng.getrandbits(96):024x}",
                    "size_bytes": rng.randint(90_000, 9_000_000),
                    "frames": rng.randint(10, 900),
                }
            )
        return {"content_type": "multimodal_text", "parts": parts}

    def _browse_old(self, query: str, sites: list[tuple[str, str]]) -> None:
        """Add a search with the older browser: its own commands, a page of results, quotations."""
        rng, prose, thread = self._rng, self._prose, self._thread
        if rng.random() < 0.5:
            thread.add(
                "assistant",
                {
                    "content_type": "tether_browsing_code",
                    "text": f'search("{query}", recency_days={rng.randint(1, 365)})',
                },
                recipient="browser",
                end_turn=False,
            )
        else:
            thread.add(
                "assistant",
                {"content_type": "code", "language": "unknown", "text": f'search("{query}")'},
                recipient="browser",
                end_turn=False,
            )
        result = "\n".join(f"# 【{i}†{title}†{url}】\n{prose.sentence('why')}." for i, (title, url) in enumerate(sites))
        thread.add(
            "tool",
            {
                "content_type": "tether_browsing_display",
                "result": result,
                "summary": None,
                "assets": None,
                "tether_id": None,
            },
            name="browser",
        )
        if rng.random() < 0.6:
            title, url = sites[0]
            quote = {
                "content_type": "tether_quote",
                "url": url,
                "domain": url.split("/")[2],
                "text": prose.paragraph(rng.randint(2, 6)),
                "title": title,
                "tether_id": None,
            }
            thread.add("tool", quote, name="browser")

    def _cited(self, sites: list[tuple[str, str]]) -> tuple[str, list[dict[str, Any]]]:
        sentences: list[str] = []
        references: list[dict[str, Any]] = []
        position = 0
        for index, (title, url) in enumerate(sites):
            sentence = self._prose.sentence("say")
            mark = f"{_CITE_OPEN}cite{_CITE_SEPARATOR}turn0search{index}{_CITE_CLOSE}"
            start = position + len(sentence) + 1
            references.append(
                {
                    "matched_text": mark,
                    "start_idx": start,
                    "end_idx": start + len(mark),
                    "safe_urls": [url],
                    "refs": [{"turn_index": 0, "ref_type": "search", "ref_index": index}],
                    "alt": f"([{title}]({url}))",
                    "type": "grouped_webpages",
                    "items": [
                        {
                            "title": title,
                            "url": url,
                            "attribution": url.split("/")[2],
                            "snippet": self._prose.sentence("why"),
                            "pub_date": None,
                        }
                    ],
                }
            )
            sentences.append(f"{sentence} {mark}")
            position += len(sentences[-1]) + 1
        if self._rng.random() < 0.3:
            sentences.append(f"{_ENTITY_OPEN}{sites[0][0]}{_ENTITY_CLOSE} sums it up.")
        return " ".join(sentences), references
