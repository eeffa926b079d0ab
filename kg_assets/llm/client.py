"""Makes single calls to an OpenAI-compatible endpoint.

No other module connects to a model. Retrying, waiting and logging are up to the caller; the client's own retries are
off, because each attempt must be logged.
"""

import math
import os
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any

import openai

from kg_assets.core.errors import ConfigError
from kg_assets.llm.reply import Reply
from kg_assets.llm.request import Form
from kg_assets.llm.settings import ModelSettings

# The client library requires some key; endpoints on one's own machine need none.
_NO_KEY = "none"
_ERASED_KEY = "[key]"


class Endpoint:
    """The endpoint of the settings. Several threads may use it at once."""

    def __init__(self, settings: ModelSettings) -> None:
        self._key = _key(settings)
        self._client = openai.OpenAI(
            base_url=settings.base_url,
            api_key=self._key or _NO_KEY,
            max_retries=0,
            timeout=settings.timeout_seconds,
            # Following a redirect would send a person's words to an address that they did not name.
            http_client=openai.DefaultHttpxClient(timeout=settings.timeout_seconds, follow_redirects=False),
        )

    def send(self, body: Mapping[str, Any], form: Form = "completion") -> Reply:
        """Send one request once. Errors of the network or the endpoint are in the reply; they are never
        raised."""
        started = time.monotonic()
        status, text, failure, wait = self._send(body, form)
        duration = round((time.monotonic() - started) * 1000)
        # Some endpoints repeat the key in their error messages.
        clean = text.replace(self._key, _ERASED_KEY) if self._key else text
        return Reply(status, clean, failure, wait, duration)

    def close(self) -> None:
        self._client.close()

    def _send(self, body: Mapping[str, Any], form: Form) -> tuple[int | None, str, str | None, float | None]:
        asked: Any = self._client.embeddings if form == "vectors" else self._client.chat.completions
        create: Any = asked.with_raw_response.create
        try:
            response = create(**body)
        except openai.APIStatusError as error:
            return error.status_code, error.response.text, None, retry_after(error.response.headers)
        except openai.APITimeoutError:
            return None, "", "timeout", None
        except openai.APIConnectionError:
            return None, "", "disconnected", None
        return response.status_code, response.text, None, None


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds that the endpoint asks to wait, or None. If it names a moment, the reply's own date is subtracted
    from it, not the time of our clock."""
    asked = headers.get("retry-after")
    if asked is None:
        return None
    try:
        seconds = float(asked)
        return max(0.0, seconds) if math.isfinite(seconds) else None
    except ValueError:
        pass
    try:
        until, now = parsedate_to_datetime(asked), parsedate_to_datetime(headers.get("date", ""))
        return max(0.0, (until - now).total_seconds())
    except (ValueError, TypeError):
        return None


def _key(settings: ModelSettings) -> str | None:
    if settings.api_key_env is None:
        return None
    key = os.environ.get(settings.api_key_env)
    if not key:
        raise ConfigError(
            f"models.api_key_env names the environment variable {settings.api_key_env}, which is not set; set it to "
            f"the key of {settings.base_url}, or set api_key_env to null for an endpoint that wants none"
        )
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise ConfigError(
            f"the environment variable {settings.api_key_env} (models.api_key_env) does not hold a key: spaces, line "
            f"breaks or characters beyond ASCII are in it; set it to the key alone"
        )
    return key
