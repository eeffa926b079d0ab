"""Numbers of the search: sections `search` (what the index holds) and `finding` (how questions are answered)."""

from pydantic import BaseModel, ConfigDict, Field


class SearchSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    stemmer: str = Field(description="Snowball stemmer whose stems count as one word.")
    longest_word: int = Field(description="Letters and digits from which on a run is no word.", ge=8, le=1000)
    session_gap_hours: float = Field(description="Silence after which a conversation begins a new session.", gt=0)
    words_before: tuple[float, ...] = Field(
        description="How much the words of the messages before one count for it, the nearest first.", max_length=16
    )
    words_after: tuple[float, ...] = Field(
        description="How much the words of the messages after one count for it, the nearest first.", max_length=16
    )
    words_of_question: float = Field(description="Factor on the words of a question for the message after it.", ge=0)
    words_of_statement: float = Field(
        description="Factor on the words of what is no question for the message after it.", ge=0
    )
    words_of_answer: float = Field(description="Factor on the words of the message after a question for it.", ge=0)
    date_words: float = Field(description="How often the date of a message counts as a word of it.", ge=0)
    name_words: float = Field(description="How often the name of who speaks counts as a word of it.", ge=0)
    title_words: float = Field(description="How often a word of the conversation's title counts as one of it.", ge=0)
    meaning_terms: int = Field(description="The most frequent terms that get a vector.", ge=0, le=8192)
    meaning_dimensions: int = Field(description="Dimensions of a vector.", ge=1, le=512)
    meaning_windows: int = Field(description="Windows of messages in which terms are counted together.", ge=1)
    meaning_reach: int = Field(description="Messages on each side that a window holds.", ge=0, le=16)
    slice_messages: int = Field(description="Messages that are cut into words at once.", ge=1, le=1_000_000)


class FindingSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    k1: float = Field(description="BM25: how soon more of the same word counts little.", ge=0)
    b: float = Field(description="BM25: how much a long message is marked down, 0 not at all, 1 in full.", ge=0, le=1)
    question_malus: float = Field(description="Taken from a message that asks: answers tell more.", ge=0, le=1)
    assistant_malus: float = Field(description="Taken from what an assistant said.", ge=0, le=1)
    length_bonus: float = Field(description="Given to a message that is not short.", ge=0, le=1)
    full_length: int = Field(description="Words from which on a message is not short.", ge=1)
    meaning_weight: float = Field(description="How much the lane of meaning counts beside that of words.", ge=0, le=1)
    least_meaning: float = Field(
        description="Likeness from which on a message is found without any of the words.", ge=0, le=1
    )
    date_bonus: float = Field(description="Given to a message of the month or the year that is asked for.", ge=0, le=1)
    most_words: int = Field(description="Words and phrases that one search may have.", ge=1, le=10000)
    longest_query: int = Field(description="Characters that one search may have.", ge=1)
    limit: int = Field(description="Messages that a search shows when not told otherwise.", ge=1, le=1000)
    most_hits: int = Field(description="The most messages that a search may be asked for.", ge=1, le=100_000)
    context_hits: int = Field(description="Messages that an answer for an assistant is made from.", ge=1, le=1000)
    tokens: int = Field(description="Tokens that an answer for an assistant has when not told otherwise.", ge=1)
    most_tokens: int = Field(description="The most tokens that an answer may be asked to have.", ge=1)
    token_characters: float = Field(description="Characters that are taken for one token.", ge=1)
    excerpt_characters: int = Field(description="Characters of a message that `annals search` prints.", ge=20)
    neighbour_characters: int = Field(description="Characters of a message's neighbours that are printed.", ge=20)
    rrf_k: int = Field(description="Reciprocal rank fusion: 1 / (k + rank).", ge=1)
    lane_rows: int = Field(description="The best messages of each lane that are fused.", ge=1, le=1000)
    expansion_milliseconds: int = Field(description="How long one hop through the graph may take.", ge=1, le=60_000)
