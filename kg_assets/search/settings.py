"""Settings of the search: sections `terms` (what counts as one word), `search` (what the index of messages
holds), `embedding`, and `finding` (how a search is answered)."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from kg_assets.llm.settings import plain_address


class TermSettings(BaseModel):
    """How words are read; the same in the indexes of messages and of claims."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    stemmer: str = Field(
        description="Snowball stemmer whose stems count as one word (running = runs): english, german, french and "
        "others."
    )
    longest_word: int = Field(
        description="Letters and digits from which on a run is no word: encoded files would fill the index.",
        ge=8,
        le=1000,
    )


class SearchSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    session_gap_hours: float = Field(
        description="Hours of silence after which a conversation begins a new session; words do not reach across.", gt=0
    )
    words_before: tuple[float, ...] = Field(
        description="How much the words of the messages before one count for it, the nearest first.", max_length=16
    )
    words_after: tuple[float, ...] = Field(
        description="How much the words of the messages after one count for it, the nearest first.", max_length=16
    )
    words_of_question: float = Field(
        description="Factor on the words of a question for the message after it: an answer means what was asked.", ge=0
    )
    words_of_statement: float = Field(
        description="Factor on the words of what is no question for the message after it.", ge=0
    )
    words_of_answer: float = Field(
        description="Factor on the words of the message after a question for the question itself, which does not "
        "tell what they say.",
        ge=0,
    )
    date_words: float = Field(description="How often the day, month and year of a message count as words of it.", ge=0)
    name_words: float = Field(description="How often the name of who speaks counts as a word of what is said.", ge=0)
    title_words: float = Field(
        description="How often a word of the conversation's title counts as one of each message in it.", ge=0
    )
    meaning_terms: int = Field(
        description="The most frequent terms that get a vector learned from the messages; 0 leaves the lane of "
        "meaning out.",
        ge=0,
        le=8192,
    )
    meaning_dimensions: int = Field(description="Dimensions of a vector.", ge=1, le=512)
    likeness_own: float = Field(
        description="How much a message's own vector by embedding.model counts beside that with its neighbours.",
        ge=0,
        le=10,
    )
    meaning_windows: int = Field(
        description="Windows of messages in which terms are counted together; of more messages so many windows, "
        "evenly apart.",
        ge=1,
    )
    meaning_reach: int = Field(description="Messages on each side that a window holds.", ge=0, le=16)
    slice_messages: int = Field(
        description="Messages that are cut into words at once; more take more memory and little less time.",
        ge=1,
        le=1_000_000,
    )


class EmbeddingSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    source: Literal["here", "endpoint"] = Field(
        description="Where vectors are made: here, by sentence-transformers (extra [semantic]), or by an endpoint that "
        "speaks OpenAI's /embeddings; it is asked by `annals extract`, and of a search's question, while models.mode "
        "is live."
    )
    model: str | None = Field(
        description="A sentence-transformers model or its folder, or the name by which the endpoint knows its model, "
        "whose vectors of messages are a lane of the search; null leaves it to the meaning learned from the messages. "
        "One core reads about a hundred messages a second, each once."
    )
    dimensions: int | None = Field(
        ge=1,
        le=8192,
        description="How many numbers a vector of the endpoint has: sent to it, and an answer of another length is not "
        "used; null leaves it to the endpoint.",
    )
    encoding_format: Literal["base64", "float"] = Field(
        exclude=True,
        description="How the endpoint is asked to write numbers: base64 is a quarter of the size, float is for "
        "endpoints that know nothing else.",
    )
    text_characters: int = Field(
        ge=1,
        le=100_000,
        description="Characters of a message that are sent; most models read no more than 512 tokens.",
    )
    texts_per_request: int = Field(
        ge=1, le=2048, exclude=True, description="Messages whose vectors are asked for in one call."
    )
    base_url: str | None = Field(
        exclude=True,
        description="Address of the endpoint with its version path; null for that of `models`, with its key.",
    )
    api_key_env: str | None = Field(
        exclude=True,
        description="Name of the environment variable that holds the key to base_url, never the key itself; null for "
        "an endpoint that wants none.",
    )
    question_seconds: float = Field(
        gt=0,
        exclude=True,
        description="Seconds that a search waits for the vector of its question before it goes on without.",
    )

    @field_validator("base_url")
    @classmethod
    def _is_plain_address(cls, value: str | None) -> str | None:
        return None if value is None else plain_address(value)

    @model_validator(mode="after")
    def _names_what_is_asked(self) -> Any:
        if self.source == "endpoint" and not self.model:
            raise ValueError("source is endpoint, but model names none; give the name that the endpoint knows")
        return self


class FindingSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    k1: float = Field(description="BM25's k1: how soon more of the same word counts little.", ge=0)
    b: float = Field(
        description="BM25's b: how much a long message is marked down, 0 not at all, 1 in full.", ge=0, le=1
    )
    question_malus: float = Field(
        description="Taken from a message that asks, of a best score of 1: answers tell more.", ge=0, le=1
    )
    assistant_malus: float = Field(
        description="Taken from what an assistant said, of a best score of 1: the memory is of what the person said.",
        ge=0,
        le=1,
    )
    length_bonus: float = Field(
        description="Given to a message of full length, of a best score of 1, and a part of it to a shorter one: "
        '"yes" tells nothing.',
        ge=0,
        le=1,
    )
    full_length: int = Field(
        description="Words, without those that are passed over, from which on a message has full length.", ge=1
    )
    meaning_weight: float = Field(
        description="How much the lane of meaning counts beside that of words, of which the best message has 1.",
        ge=0,
        le=1,
    )
    least_meaning: float = Field(
        description="Likeness, at most 1, from which on a message is found that has none of the words, nor have "
        "its neighbours.",
        ge=0,
        le=1,
    )
    likeness_weight: float = Field(
        description="How much likeness by embedding.model counts beside the lane of words.", ge=0, le=2
    )
    least_likeness: float = Field(
        description="Likeness by embedding.model, at most 1, from which on a message is found that has none of the "
        "words.",
        ge=0,
        le=1,
    )
    date_bonus: float = Field(
        description="Given to a message of the month or the year that is asked for, and of the month after it: "
        "one tells of it then too.",
        ge=0,
        le=1,
    )
    most_words: int = Field(
        description="Words and phrases that one search may have; twenty thousand took minutes.", ge=1, le=10000
    )
    longest_query: int = Field(description="Characters that one search may have.", ge=1)
    answers: int = Field(
        description="Messages that come first because a claim of theirs answers the question; 0 leaves it to the "
        "words.",
        ge=0,
        le=1000,
    )
    answering_claims: int = Field(
        description="Claims of the relations that a question names, of which those that answer it are taken.",
        ge=1,
        le=1_000_000,
    )
    answering_share: float = Field(
        description="Share of a question's words that a claim must account for to answer it.", gt=0, le=1
    )
    held_claims: int = Field(
        description="Claims that are told before the messages because they answer a question that names whom they are "
        "about; 0 tells none.",
        ge=0,
        le=100,
    )
    held_share: float = Field(
        description="Share of what a question names and asks that such a claim must account for.", gt=0, le=1
    )
    alike_letters: int = Field(
        description="Letters that two forms of a word share at least (allergic, allergy); half as many may follow.",
        ge=1,
        le=100,
    )
    limit: int = Field(description="Messages that a search shows when not told otherwise.", ge=1, le=1000)
    most_hits: int = Field(description="The most messages that a search may be asked for.", ge=1, le=100_000)
    context_hits: int = Field(
        description="Messages from which an answer for an assistant is made, as many of them as its tokens hold.",
        ge=1,
        le=1000,
    )
    tokens: int = Field(description="Tokens that an answer for an assistant has when the caller does not say.", ge=1)
    least_tokens: int = Field(
        description="The fewest tokens that an answer may be asked to have: ids and names of its parts need so many.",
        ge=1,
    )
    most_tokens: int = Field(
        description="The most tokens that an answer may be asked to have; a client that asks for more gets so many.",
        ge=1,
    )
    token_characters: float = Field(
        description="Characters that are taken for one token: English has four, other languages and code fewer, "
        "so an answer stays below.",
        ge=1,
    )
    excerpt_characters: int = Field(
        description="Characters of a message that `annals search` prints, around the words that matched.", ge=20
    )
    neighbour_characters: int = Field(
        description="Characters that are printed of the message before it, and of the one after it.", ge=20
    )
    rrf_k: int = Field(description="Reciprocal rank fusion: a hit of a lane counts 1 / (k + rank).", ge=1)
    lane_rows: int = Field(description="The best messages of each lane that are fused.", ge=1, le=1000)
    expansion_milliseconds: int = Field(
        description="How long one hop through the graph may take in milliseconds; after that primary results are "
        "given without it.",
        ge=1,
        le=60_000,
    )
