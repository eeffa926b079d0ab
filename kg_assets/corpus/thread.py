"""Builds one conversation: its nodes, their links, the clock and the current branch."""

import random
from typing import Any

Content = dict[str, Any]
Metadata = dict[str, Any]


def uuid(rng: random.Random) -> str:
    """A random id in the form of UUID version 4, drawn from the generator `rng`."""
    bits = rng.getrandbits(128) & ~(0xF << 76) & ~(0x3 << 62) | (0x4 << 76) | (0x2 << 62)
    text = f"{bits:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def text_content(text: str) -> Content:
    return {"content_type": "text", "parts": [text]}


class Thread:
    """Adds messages below the current tip. To open a branch, set `tip` back to an earlier node."""

    def __init__(self, rng: random.Random, started: float, model: str) -> None:
        self._rng = rng
        self.started = started
        self.now = started
        self.model = model
        self.nodes: dict[str, dict[str, Any]] = {}
        self.safe_urls: list[str] = []
        self.tip = self._attach(uuid(rng), None, None)

    def wait(self, low: float, high: float) -> None:
        """Advance the clock by `low` to `high` seconds, with fractions as in real exports."""
        self.now = round(self.now + low + (high - low) * self._rng.random(), 6)

    def add(
        self,
        role: str,
        content: Content,
        *,
        name: str | None = None,
        recipient: str = "all",
        metadata: Metadata | None = None,
        hidden: bool = False,
        timed: bool = True,
        weight: float = 1.0,
        end_turn: bool | None = None,
        channel: str | None = None,
        status: str = "finished_successfully",
    ) -> str:
        """Add a message below the tip and make it the tip; returns the node's id."""
        rng = self._rng
        node_id = uuid(rng)
        if timed:
            self.wait(0.4, 3.0)
        details: Metadata = {}
        if hidden:
            details["is_visually_hidden_from_conversation"] = True
        details |= self._ordinary_metadata(role)
        if metadata:
            details |= metadata
        message: dict[str, Any] = {
            "id": node_id,
            "author": {"role": role, "name": name, "metadata": {}},
            "create_time": self.now if timed else None,
            "update_time": round(self.now + rng.random() * 2, 6) if timed and rng.random() < 0.1 else None,
            "content": content,
            "status": status,
            "end_turn": end_turn,
            "weight": weight,
            "metadata": details,
            "recipient": recipient,
            "channel": channel,
        }
        self.tip = self._attach(node_id, message, self.tip)
        return node_id

    def add_bare(self) -> str:
        """Add a node without a message. Real exports have such nodes where a message was deleted, or for technical
        steps."""
        self.tip = self._attach(uuid(self._rng), None, self.tip)
        return self.tip

    def message(self, node_id: str) -> dict[str, Any]:
        message: dict[str, Any] = self.nodes[node_id]["message"]
        return message

    def _ordinary_metadata(self, role: str) -> Metadata:
        rng = self._rng
        if role == "system":
            return {}
        details: Metadata = {"request_id": uuid(rng), "timestamp_": "absolute", "message_type": None}
        if role == "user":
            details |= {
                "selected_github_repos": [],
                "serialization_metadata": {"custom_symbol_offsets": []},
                "message_source": None,
            }
        elif role == "assistant":
            details |= {
                "finish_details": {"type": "stop", "stop_tokens": [rng.choice((100260, 200002, 200012))]},
                "is_complete": True,
                "citations": [],
                "content_references": [],
                "model_slug": self.model,
                "parent_id": self.tip,
            }
        else:
            details |= {"command": None, "is_complete": True, "model_slug": self.model, "parent_id": self.tip}
        return details

    def _attach(self, node_id: str, message: dict[str, Any] | None, parent: str | None) -> str:
        self.nodes[node_id] = {"id": node_id, "message": message, "parent": parent, "children": []}
        if parent is not None:
            self.nodes[parent]["children"].append(node_id)
        return node_id


def envelope(thread: Thread, conversation_id: str, title: str | None) -> dict[str, Any]:
    """The thread as a conversation of an export, with the usual fields."""
    return {
        "title": title,
        "create_time": thread.started,
        "update_time": thread.now,
        "mapping": thread.nodes,
        "moderation_results": [],
        "current_node": thread.tip,
        "plugin_ids": None,
        "conversation_id": conversation_id,
        "conversation_template_id": None,
        "gizmo_id": None,
        "gizmo_type": None,
        "is_archived": False,
        "is_starred": None,
        "safe_urls": thread.safe_urls,
        "blocked_urls": [],
        "default_model_slug": thread.model,
        "conversation_origin": None,
        "is_read_only": None,
        "voice": None,
        "async_status": None,
        "disabled_tool_ids": [],
        "is_do_not_remember": False,
        "memory_scope": "global_enabled",
        "context_scopes": None,
        "sugar_item_id": None,
        "id": conversation_id,
    }
