"""Makes stories: combines the claims of each matter into stretches with one beginning and one end. The steps are SQL in
`sql/stories`."""

from kg_assets.core.stage import StageRun
from kg_assets.history.story_contracts import CLAIM_MATTERS, PLANS, STORIES, STORY_MARKS
from kg_assets.history.story_words import PREDICATES_FILE, STORIES_FILE, read_story_words

FOLDERS = ("sql/stories",)
TABLES = {
    "matters": CLAIM_MATTERS.name,
    "plans": PLANS.name,
    "story_marks": STORY_MARKS.name,
    "stories": STORIES.name,
}


def run(stage: StageRun) -> None:
    """Write the matters to which claims belong, the marks and stories made from the claims, and the plans."""
    words = read_story_words(stage.file(STORIES_FILE), stage.file(PREDICATES_FILE))
    made = stage.query_steps(
        FOLDERS,
        wanted=TABLES,
        parameters={"zone": stage.settings("time").anchor_timezone},
        tables=words.tables(),
    )
    for step, table in TABLES.items():
        stage.write(table, made[step])
    for outcome in ("came_true", "given_up"):
        stage.count(f"plans:{outcome}", made["plans"]["outcome"].to_pylist().count(outcome))
    stage.count("stories", made["stories"].num_rows)
