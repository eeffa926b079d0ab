"""Section `models` of `config/pipeline.yaml`: what is asked, where, and how much may be spent.

Fields marked `exclude` cannot change what an answer says. They are left out of the section's hash, which enters
fingerprints and run ids. So moving the endpoint or raising a budget makes no result stale, and a build that replays
logged calls has the same bytes as the build whose calls were live.
"""

from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_serializer, field_validator

from kg_assets.core.stage import Room

Mode = Literal["off", "live", "replay"]


def plain_address(value: str) -> str:
    """The address of an endpoint without a final slash. Raises an error for anything that is no address, and for an
    address with credentials."""
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("an address like http://localhost:8080/v1 was expected")
    if parts.username or parts.password or parts.query:
        raise ValueError("an address without credentials was expected; name the key's variable in api_key_env")
    return value.rstrip("/")


class ModelSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    mode: Mode = Field(
        description='Use of a language model: "off" (rules only), "live" (what is not logged yet is called before '
        'a build), or "replay" (logged answers, no network). Live and replay give the same rows from '
        "the same log."
    )
    model: str = Field(
        description="Name of the model as its endpoint knows it. It and the next seven keys make up what is "
        "asked; changing one asks anew."
    )
    temperature: float | None = Field(
        ge=0,
        description="Sampling temperature, 0 for the most repeatable answers; null leaves it out for models that "
        "take none.",
    )
    top_p: float | None = Field(
        gt=0, le=1, description="Share of the probability that answers are drawn from; null leaves it out."
    )
    seed: int | None = Field(
        description="Sampling seed, sent so that endpoints that honour it repeat themselves; null leaves it out."
    )
    response_format: Literal["json_schema", "json_object"] = Field(
        description="json_schema holds the model to the schema; json_object is for endpoints that take none. "
        "Answers are checked anyway."
    )
    max_output_tokens: int | None = Field(
        ge=1, description="Most tokens of one answer; null leaves the limit to the endpoint."
    )
    output_limit_key: Literal["max_tokens", "max_completion_tokens"] = Field(
        description="Name of that limit in a request: max_tokens, or max_completion_tokens as newer models of "
        "some vendors want it."
    )
    multi_run_count: int = Field(
        ge=1,
        description="How often each request is asked; with 3, what at least 2 of the runs say is kept. 1 is "
        "enough at temperature 0.",
    )

    base_url: str = Field(
        exclude=True,
        description="Address of any OpenAI-compatible endpoint, with its version path; the default is a server on "
        "this machine.",
    )
    api_key_env: str | None = Field(
        exclude=True,
        description="Name of the environment variable that holds the key, never the key itself; null for an "
        "endpoint that wants none.",
    )
    timeout_seconds: float = Field(
        exclude=True,
        gt=0,
        description="Longest silence of the endpoint, in seconds, before a call counts as lost; models on one's "
        "own machine are slow.",
    )
    max_retries: int = Field(
        exclude=True,
        ge=0,
        description="Further attempts at a request whose call failed or whose answer cannot be read (seed 000 §4.11).",
    )
    backoff_seconds: float = Field(
        exclude=True,
        ge=0,
        description="Seconds before the first retry; each further pause is twice as long. There is no chance in it.",
    )
    max_wait_seconds: float = Field(
        exclude=True,
        gt=0,
        description="Longest pause in seconds; an endpoint that asks for a longer one (Retry-After) ends the run "
        "instead.",
    )
    give_up_after: int = Field(
        exclude=True,
        ge=1,
        description="Requests in a row that got no answer at all, after which the run ends: the endpoint is down.",
    )
    max_parallel: int = Field(
        exclude=True,
        ge=1,
        description="Calls under way at once; answers come in the order of their requests all the same.",
    )
    budget_calls: int | None = Field(
        exclude=True,
        ge=0,
        description="Most calls of one run, retries included; null for no limit. The next run goes on where this "
        "one stopped.",
    )
    budget_tokens: int | None = Field(
        exclude=True,
        ge=0,
        description="Most tokens of one run, prompts and answers, as the endpoint counts them; null for no limit.",
    )
    chars_per_token: float = Field(
        exclude=True,
        gt=0,
        description="ASCII characters that the estimate takes as one token: English prose has about 4, code and "
        "German fewer.",
    )
    wide_chars_per_token: float = Field(
        exclude=True,
        gt=0,
        description="Characters beyond ASCII that the estimate takes as one token: accents and CJK cost about one "
        "each.",
    )
    tokens_per_message: int = Field(
        exclude=True,
        ge=0,
        description="Tokens that the estimate adds for each message of a prompt: its role and its marks.",
    )
    expected_output_tokens: int = Field(
        exclude=True,
        ge=0,
        description="Tokens of an answer that the estimate expects: some three claims with their quotes.",
    )

    @field_validator("mode", mode="before")
    @classmethod
    def _spell_off(cls, value: Any) -> Any:
        # YAML reads a bare `off` as false.
        return "off" if value is False else value

    @field_validator("base_url")
    @classmethod
    def _is_plain_address(cls, value: str) -> str:
        return plain_address(value)

    @property
    def is_here(self) -> bool:
        """Whether the endpoint is on this machine."""
        return urlsplit(self.base_url).hostname in ("localhost", "127.0.0.1", "::1")

    @field_serializer("mode")
    def _whether_used(self, mode: Mode) -> str:
        """The mode in the form that enters the hash: live and replay give the same answers, so both are "on"."""
        return "off" if mode == "off" else "on"


ROOM = Room(
    sections={"models": ModelSettings},
)
