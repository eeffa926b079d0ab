"""Declares the tables of stories: what the claims about one matter say together, and how the matter turned out."""

from kg_assets.core.contract import Column, Rule, Table
from kg_assets.mentions.contracts import GRANULARITIES

ROLES = ("begins", "holds", "ends")
MARKS = ("begin", "hold", "end")
SAYS = ("since", "until", "other_since", "other_until")
OUTCOMES = ("ended", "followed", "taken_back")
PLAN_OUTCOMES = ("came_true", "given_up")
_STORY = ("subject_entity_id", "matter", "object_key", "stretch")


def _of_matter() -> tuple[Column, ...]:
    return (
        Column("subject_entity_id", "text", "Whose matter it is", references="kg.entities.entity_id"),
        Column("matter", "text", "The relation that tells the state, or that of the claim"),
    )


CLAIM_MATTERS = Table(
    name="kg.claim_matters",
    meaning="Which matter each claim that still counts tells of. The matter of an event is the state that it "
    "begins or ends: works_on for started, if the same thing is worked on.",
    columns=(
        Column("assertion_id", "text", "The claim", references="kg.claim_spans.assertion_id"),
        *_of_matter(),
        Column("object", "text", "What it is about, in words", nullable=True, content=True),
        Column("object_key", "text", "What it is about, in small letters", nullable=True, content=True),
        Column(
            "role",
            "text",
            "Whether it says that the matter begins, holds or ends; NULL for a plan and for what is no state",
            nullable=True,
            values=ROLES,
        ),
    ),
    key=("assertion_id",),
    rules=(
        Rule(
            "what_stands_has_a_matter",
            "Every claim that is no question and was neither taken back nor corrected has its row, and no other has.",
            "SELECT 1 FROM (SELECT assertion_id FROM {kg.assertions} JOIN {kg.assertion_temporalized} t"
            " USING (assertion_id) JOIN {kg.claim_spans} w USING (assertion_id)"
            " WHERE modality <> 'question' AND t.status <> 'retracted' AND NOT w.is_corrected) c"
            " FULL JOIN {kg.claim_matters} m USING (assertion_id) WHERE c.assertion_id IS NULL OR m.matter IS NULL",
        ),
    ),
)

STORY_MARKS = Table(
    name="kg.story_marks",
    meaning="What claims say of a story, moment by moment: that it began, that it is so, that it is over.",
    decided_by="sql/stories/marks.sql; sql/stories/parts.sql; sql/stories/placed.sql; sql/stories/chosen.sql",
    columns=(
        *_of_matter(),
        Column("object_key", "text", "What it is about, in small letters", content=True),
        Column("stretch", "int", "Which stretch of the matter, from 0 for an end before any beginning"),
        Column("place", "int", "Its number among the marks of the matter, in the order of their moments"),
        Column("mark", "text", "What it says", values=MARKS),
        Column(
            "says",
            "text",
            "Whether it is the mark that says since when or until when, or disagrees with it",
            nullable=True,
            values=SAYS,
        ),
        Column("at_utc", "instant", "Its moment"),
        Column(
            "precision", "text", "How exact its words are; second where it was only said then", values=GRANULARITIES
        ),
        Column("is_dated", "bool", "Whether words date it, and not only the message's clock"),
        Column("is_last_included", "bool", "Whether the words name the last time included (until 2018)"),
        Column("is_sure", "bool", "Whether the person said it surely"),
        Column("predicate", "text", "The relation of the claim"),
        Column("assertion_id", "text", "The claim", references="kg.assertions.assertion_id"),
        Column(
            "message_id", "text", "Where the words stand, or those that ended it", references="kg.messages.message_id"
        ),
        Column("char_start", "int", "First character of the words", nullable=True),
        Column("char_end", "int", "Behind the last character of the words", nullable=True),
    ),
    key=("subject_entity_id", "matter", "object_key", "place"),
    rules=(
        Rule(
            "one_since_and_one_until",
            "A stretch has one mark at most that says since when, and one at most that says until when.",
            "SELECT 1 FROM {kg.story_marks} WHERE says IN ('since', 'until')"
            " GROUP BY subject_entity_id, matter, object_key, stretch, says HAVING count(*) > 1",
        ),
        Rule(
            "a_mark_says_what_it_is",
            "A beginning says since when, an end until when, and what merely holds says neither.",
            "SELECT 1 FROM {kg.story_marks} WHERE CASE mark WHEN 'begin' THEN says IN ('until', 'other_until')"
            " WHEN 'end' THEN says IN ('since', 'other_since') ELSE says IS NOT NULL END",
        ),
    ),
)

STORIES = Table(
    name="kg.stories",
    meaning="What claims together say of one matter: its stretches of time, each with one beginning and one end.",
    decided_by="sql/stories/chosen.sql; sql/stories/placed.sql; sql/stories/stretches.sql",
    columns=(
        *_of_matter(),
        Column("object_key", "text", "What it is about, in small letters", content=True),
        Column("stretch", "int", "Which stretch of the matter; a second one is the same again after an end"),
        Column("object", "text", "What it is about, in words", content=True),
        Column(
            "object_entity_id", "text", "The entity of that name", nullable=True, references="kg.entities.entity_id"
        ),
        Column("is_functional", "bool", "Whether one value holds at a time"),
        Column("is_disputed", "bool", "Whether a claim of it is in conflict with another"),
        Column("is_main", "bool", "Whether it is the main matter of its thing, by the order of config/stories.yaml"),
        Column("first_utc", "instant", "The first moment at which it was so; NULL if it never was", nullable=True),
        Column("last_utc", "instant", "The last moment at which it was so", nullable=True),
        Column("said_utc", "instant", "When it was first said to be so", nullable=True),
        Column("said_last_utc", "instant", "When it was last said to be so", nullable=True),
        Column("messages", "int", "Messages that surely say so"),
        Column("since_utc", "instant", "Its beginning, where words date one", nullable=True),
        Column("since_precision", "text", "How exact those words are", nullable=True, values=GRANULARITIES),
        Column("since_predicate", "text", "The relation of the claim that says so", nullable=True),
        Column("is_since_event", "bool", "Whether an event began it (started, moved_to)"),
        Column("is_during", "bool", "Whether words only name a time in which it was so (in March)"),
        Column("is_told_as_past", "bool", "Whether the beginning is told as past"),
        Column(
            "until_utc",
            "instant",
            "Its end by the first words that date it, else by the first that say it is over",
            nullable=True,
        ),
        Column("until_precision", "text", "How exact those words are", nullable=True, values=GRANULARITIES),
        Column(
            "is_until_included", "bool", "Whether the words name the last time included (until 2018)", nullable=True
        ),
        Column("until_predicate", "text", "The relation of the claim that says so", nullable=True),
        Column("is_until_event", "bool", "Whether an event ended it (stopped, graduated_from)"),
        Column("next_object", "text", "Of one value at a time, the value that came next", nullable=True, content=True),
        Column("next_utc", "instant", "When that value came", nullable=True),
        Column("next_precision", "text", "How exact that moment is", nullable=True, values=GRANULARITIES),
        Column("taken_back_utc", "instant", "When it was taken back, if nobody said it again since", nullable=True),
        Column("outcome", "text", "How it was over; NULL while it is open", nullable=True, values=OUTCOMES),
        Column("over_utc", "instant", "The earliest of its end, the next value and the taking back", nullable=True),
        Column("goes_on", "bool", "Whether it holds to this day, and not only while it was said"),
    ),
    key=_STORY,
    rules=(
        Rule(
            "an_outcome_has_a_moment",
            "What is over was over at a moment, and what goes on is not over.",
            "SELECT 1 FROM {kg.stories} WHERE (outcome IS NULL) <> (over_utc IS NULL)"
            " OR (goes_on AND over_utc IS NOT NULL)",
        ),
        Rule(
            "dates_have_precision",
            "Every date has its precision.",
            "SELECT 1 FROM {kg.stories} WHERE (since_utc IS NULL) <> (since_precision IS NULL)"
            " OR (until_utc IS NULL) <> (until_precision IS NULL) OR (next_utc IS NULL) <> (next_precision IS NULL)",
        ),
        Rule(
            "every_stretch_has_marks",
            "Every stretch has marks, and every mark is of a stretch.",
            "SELECT 1 FROM {kg.stories} s FULL JOIN (SELECT DISTINCT subject_entity_id, matter, object_key, stretch"
            " FROM {kg.story_marks}) m USING (subject_entity_id, matter, object_key, stretch)"
            " WHERE s.object IS NULL OR m.stretch IS NULL",
        ),
    ),
)

PLANS = Table(
    name="kg.plans",
    meaning="What somebody means to do, for when, and what became of it.",
    columns=(
        Column("subject_entity_id", "text", "Who has the plan", references="kg.entities.entity_id"),
        Column("object_key", "text", "What is planned, in small letters", content=True),
        Column("object", "text", "What is planned, in words", content=True),
        Column("predicate", "text", "The relation of the claim"),
        Column("said_utc", "instant", "When it was first said"),
        Column("meant_utc", "instant", "When it was last said"),
        Column(
            "due_on_utc",
            "instant",
            "For when it is planned, if that lay ahead or was named when the plan was last said",
            nullable=True,
        ),
        Column("due_on_precision", "text", "How exact that is", nullable=True, values=GRANULARITIES),
        Column("due_by_utc", "instant", "Until when it is to be done", nullable=True),
        Column("due_by_precision", "text", "How exact that is", nullable=True, values=GRANULARITIES),
        Column("given_up_utc", "instant", "When it was given up", nullable=True),
        Column(
            "done_assertion_id",
            "text",
            "The claim that says that it was done",
            nullable=True,
            references="kg.assertions.assertion_id",
        ),
        Column("done_predicate", "text", "The relation of that claim", nullable=True),
        Column("done_object", "text", "What that claim is about", nullable=True, content=True),
        Column("done_utc", "instant", "When it was done, or when that was said", nullable=True),
        Column("done_precision", "text", "How exact that is", nullable=True, values=GRANULARITIES),
        Column("is_done_dated", "bool", "Whether words date it, and not only the message's clock", nullable=True),
        Column("outcome", "text", "What became of it; NULL while it is a plan", nullable=True, values=PLAN_OUTCOMES),
    ),
    key=("subject_entity_id", "object_key"),
    rules=(
        Rule(
            "what_came_true_names_the_claim",
            "A plan that came true names the claim that says so, and one given up says when.",
            "SELECT 1 FROM {kg.plans} WHERE coalesce(outcome = 'came_true', FALSE) <> (done_assertion_id IS NOT NULL)"
            " OR (outcome = 'given_up' AND given_up_utc IS NULL) OR meant_utc < said_utc",
        ),
    ),
)
