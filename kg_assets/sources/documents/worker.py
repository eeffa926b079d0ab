"""The process that reads documents, one file after the other: limited in memory and time, unable to write
files.

Each line of input is JSON with a file's path, its format and the limits; each line of output holds what was
read or why nothing was. If a file kills the process, only that file is lost: the caller starts another
process.
"""

import json
import resource
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kg_assets.core.confined import forbid_writing, limit_memory
from kg_assets.sources.documents.calendar import read_calendar
from kg_assets.sources.documents.document import Document, Limits, Unreadable
from kg_assets.sources.documents.docx import read_docx
from kg_assets.sources.documents.html import read_html
from kg_assets.sources.documents.mail import read_mail, read_mailbox
from kg_assets.sources.documents.pdf import read_pdf

READERS: Mapping[str, Callable[[bytes, Limits], list[Document]]] = {
    "html": read_html, "pdf": read_pdf, "docx": read_docx, "eml": read_mail, "mbox": read_mailbox, "ics": read_calendar,
}  # fmt: skip


def answer(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The documents in a file, or the code for why nothing was read."""
    try:
        data = Path(asked["path"]).read_bytes()
        documents = READERS[asked["format"]](data, Limits(*asked["limits"]))
    except Unreadable as error:
        return {"refused": error.code}
    except MemoryError:
        return {"refused": "too_large"}
    except OSError:
        return {"refused": "unreadable"}
    except Exception:
        # Whatever a library raises on a file that it was not made for; its message may hold the file's words.
        return {"refused": "damaged"}
    if not any(document.blocks for document in documents):
        return {"refused": "no_text"}
    return {"documents": [_as_json(document) for document in documents]}


def _as_json(document: Document) -> dict[str, Any]:
    names = ("title", "author", "address", "author_role", "created", "key")
    return {name: getattr(document, name) for name in names} | {"blocks": [list(block) for block in document.blocks]}


def _allow_seconds(seconds: int) -> None:
    """Limit the processor time to so many seconds from now on; beyond it the process is killed."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime) + seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def main() -> None:
    memory, seconds = (int(argument) for argument in sys.argv[1:3])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_memory(memory)
    forbid_writing()
    for line in sys.stdin:
        _allow_seconds(seconds)
        sys.stdout.write(json.dumps(answer(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
