"""Section `models` of `config/pipeline.yaml`: what is asked, where, and how much may be spent.

Fields marked `exclude` cannot change what an answer says. They are left out of the section's hash, which enters
fingerprints and run ids: moving the endpoint or raising a budget makes nothing stale, and a build that replays its
calls has the bytes of the build whose calls were live.
"""

from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_serializer, field_validator

Mode = Literal["off", "live", "replay"]


class ModelSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    mode: Mode = Field(
        description="off: rules only; live: what is not logged yet is called; replay: logged answers, no network."
    )
    model: str = Field(description="Name of the model as its endpoint knows it; part of a request's identity.")
    temperature: float | None = Field(ge=0, description="Sampling temperature; null leaves it out of the request.")
    top_p: float | None = Field(gt=0, le=1, description="Share of probability sampled from; null leaves it out.")
    seed: int | None = Field(description="Sampling seed sent with every request; null leaves it out.")
    response_format: Literal["json_schema", "json_object"] = Field(
        description="How the endpoint is told to answer in JSON; json_object for those that take no schema."
    )
    max_output_tokens: int | None = Field(
        ge=1, description="Most tokens of one answer; null leaves it to the endpoint."
    )
    output_limit_key: Literal["max_tokens", "max_completion_tokens"] = Field(
        description="Name under which the endpoint takes max_output_tokens."
    )
    multi_run_count: int = Field(ge=1, description="How often each request is asked; a majority of the runs decides.")

    base_url: str = Field(exclude=True, description="Address of any OpenAI-compatible endpoint, with its version path.")
    api_key_env: str | None = Field(
        exclude=True, description="Name of the environment variable that holds the key; null sends none."
    )
    timeout_seconds: float = Field(exclude=True, gt=0, description="Longest silence of the endpoint within a call.")
    max_retries: int = Field(exclude=True, ge=0, description="Further attempts at a request whose call failed.")
    backoff_seconds: float = Field(
        exclude=True, ge=0, description="Pause before the first retry; it doubles each time."
    )
    max_wait_seconds: float = Field(
        exclude=True, gt=0, description="Longest pause; an endpoint that asks for a longer one ends the run."
    )
    give_up_after: int = Field(
        exclude=True, ge=1, description="Requests in a row without any answer after which a run ends."
    )
    max_parallel: int = Field(exclude=True, ge=1, description="Calls that are under way at once.")
    budget_calls: int | None = Field(exclude=True, ge=0, description="Most calls of one run, retries included.")
    budget_tokens: int | None = Field(exclude=True, ge=0, description="Most tokens of one run, prompt and answer.")
    chars_per_token: float = Field(
        exclude=True, gt=0, description="ASCII characters that the estimate takes as a token."
    )
    wide_chars_per_token: float = Field(
        exclude=True, gt=0, description="Other characters that the estimate takes as a token."
    )
    tokens_per_message: int = Field(exclude=True, ge=0, description="Tokens that each message costs besides its text.")
    expected_output_tokens: int = Field(
        exclude=True, ge=0, description="Tokens of an answer that the estimate expects."
    )

    @field_validator("mode", mode="before")
    @classmethod
    def _spell_off(cls, value: Any) -> Any:
        # YAML reads a bare `off` as false.
        return "off" if value is False else value

    @field_validator("base_url")
    @classmethod
    def _is_plain_address(cls, value: str) -> str:
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("an address like http://localhost:8080/v1 was expected")
        if parts.username or parts.password or parts.query:
            raise ValueError("an address without credentials was expected; name the key's variable in api_key_env")
        return value.rstrip("/")

    @field_serializer("mode")
    def _whether_used(self, mode: Mode) -> str:
        """Live and replay give the same answers, so they hash alike."""
        return "off" if mode == "off" else "on"
