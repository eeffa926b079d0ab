"""Decides whose words a note, document, mail or calendar holds. What others wrote never becomes a claim of
the person's.

The first of these that says something decides: `author_role` in the file, its folder, its author, the kind of
file.
"""

from typing import Any

from kg_assets.sources.notes import front_matter
from kg_assets.sources.settings import SourceSettings

DOCUMENT_KINDS = frozenset({"document", "mail", "calendar"})
_OWN, _OTHER = "user", "other"
_ROLES = {"own": _OWN, "external": _OTHER}
_AUTHOR_KEYS = ("author", "authors", "from", "by")


class Authors:
    """Decides by section `sources` of the configuration whose words a file holds."""

    def __init__(self, settings: SourceSettings) -> None:
        self._names = frozenset(_plain(name) for name in settings.own_names)
        self._addresses = frozenset(_plain(address) for address in settings.own_addresses)
        self._folders = [(_parts(folder), _OWN) for folder in settings.own_folders]
        self._folders += [(_parts(folder), _OTHER) for folder in settings.external_folders]
        self._kinds = frozenset(settings.own_kinds)

    def role(self, kind: str, name: str, author: str | None, address: str | None, said: str | None) -> str:
        """`user` if the words of a file are the person's, else `other`. `said` is the file's
        `author_role`."""
        if said is not None and said.strip().lower() in _ROLES:
            return _ROLES[said.strip().lower()]
        folder = self._of_folder(name)
        if folder is not None:
            return folder
        if author is not None or address is not None:
            is_own = _plain(author) in self._names or _plain(address) in self._addresses
            if is_own or self._names or kind not in self._kinds:
                return _OWN if is_own else _OTHER
        return _OWN if kind in self._kinds else _OTHER

    def assign_document(self, head: dict[str, Any], kind: str) -> None:
        """Write the role into each chunk of a document, and its author into the chunks that are not marked as
        somebody else's. Chunks marked `is_of_others` (quotes, mail headers) get the role `other`."""
        author = head.get("author") or head.get("address")
        role = self.role(
            kind, str(head.get("name") or ""), head.get("author"), head.get("address"), head.get("author_role")
        )
        for chunk in head["chunks"]:
            is_of_others = chunk.get("is_of_others") is True
            chunk["role"] = _OTHER if is_of_others else role
            if author is not None and not is_of_others:
                chunk["author"] = author

    def assign_note(self, head: dict[str, Any]) -> None:
        """Write role and author into the chunks of a note that others wrote, by its front matter and
        folder."""
        front, _ = front_matter(head["front_matter"])
        author = next((front[key] for key in _AUTHOR_KEYS if front.get(key)), None)
        if self.role("note", head["name"], author, None, front.get("author_role")) == _OWN:
            return
        for chunk in head["chunks"]:
            chunk["role"] = _OTHER
            if author is not None:
                chunk["author"] = author

    def _of_folder(self, name: str) -> str | None:
        """The role that the settings (`own_folders`, `external_folders`) give to the folder of a file; None if they
        name none of its folders. Of several named folders the one with the most parts decides (`a/b` before `c`); of
        equally long ones, one of the person's own."""
        place = _parts(name)[:-1]
        found = [
            (len(folder), role)
            for folder, role in self._folders
            if any(place[at : at + len(folder)] == folder for at in range(len(place) - len(folder) + 1))
        ]
        return max(found)[1] if found else None


def _plain(text: str | None) -> str:
    return " ".join((text or "").lower().split())


def _parts(path: str) -> list[str]:
    return [part for part in _plain(path).split("/") if part]
