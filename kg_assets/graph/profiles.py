"""Makes temporal profiles (seed 000 §6.6): runs the phases T0 to T4 in order. Each phase is SQL in
`sql/graph/profiles`."""

from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from kg_assets.core.stage import StageRun
from kg_assets.graph.embedding import NEAREST, nearest_categories
from kg_assets.graph.profile_contracts import (
    PROFILE_CLUSTERS,
    PROFILE_EVIDENCE,
    PROFILE_MEMBERS,
    PROFILE_WINDOWS,
    PROFILES,
)
from kg_assets.graph.rules import (
    WORDS_FILE,
    ProfileWords,
    category_table,
    read_profile_words,
    rule_table,
    window_table,
)
from kg_assets.graph.settings import ProfileSettings
from kg_assets.graph.voting import PROMPT_FILE, VOTED, requests, voted_categories
from kg_assets.llm.request import Request
from kg_assets.llm.settings import ModelSettings

# The steps of phases T0 to T2 and the rules of T3. The tables are the rest of T3 and T4.
_MEASURED = ("eligible", "evidence", "windows", "salience", "votes", "spoken")
FOLDERS = ("sql/graph/profiles",)
TABLES = {
    "profiles": PROFILES.name,
    "kept_windows": PROFILE_WINDOWS.name,
    "clusters": PROFILE_CLUSTERS.name,
    "members": PROFILE_MEMBERS.name,
    "kept_evidence": PROFILE_EVIDENCE.name,
}


def run(stage: StageRun) -> None:
    """Report the quality of the data, then write the tables of profiles. They stay empty if profiles are switched
    off."""
    report_quality(stage)
    settings: ProfileSettings = stage.settings("profiles")
    if not settings.enable_temporal_profiles:
        for table in (PROFILES, PROFILE_WINDOWS, PROFILE_CLUSTERS, PROFILE_MEMBERS, PROFILE_EVIDENCE):
            stage.write(table.name, table.arrow_schema().empty_table())
        return
    _Profiling(stage).write()


def most_votes(stage: StageRun) -> int:
    """The most answers of a model that tier 3 (a model votes on categories) can need in a build; 0 if tier 3 is off. It
    depends on the configuration alone."""
    settings: ProfileSettings = stage.settings("profiles")
    if not (settings.enable_temporal_profiles and settings.vote_enabled):
        return 0
    models: ModelSettings = stage.settings("models")
    return settings.vote_max_members * models.multi_run_count


def vote_requests(stage: StageRun) -> list[Request]:
    """The requests of tier 3 (a model votes on categories) for a build. A command sends them before the stage looks for
    the answers."""
    return _Profiling(stage).questions()


def report_quality(stage: StageRun) -> None:
    """Count the data that profiles depend on. If a build has too little of it, warn and name the consequence
    (§6.0.2)."""
    settings: ProfileSettings = stage.settings("profiles")
    found = {row["key"]: row["value"] for row in stage.query("sql/graph/quality.sql").to_pylist()}
    for key, value in found.items():
        stage.count(key, value)
    lacking = {
        "FEW_VALID_TIMES": (
            found.get("quality:valid_from_share", 1.0) < settings.few_valid_times_below,
            "sparse windows",
        ),
        "FEW_LITERALS": (
            found.get("quality:literal_share", 1.0) < settings.few_literals_below,
            "fewer task-like items",
        ),
        "NO_PERSON": (found["quality:persons"] == 0, "the profile is of whom most is said"),
        "NOT_ALL_TEMPORALIZED": (found.get("quality:temporalized_share", 1.0) < 1, "assertions without time edges"),
    }
    for code, (is_lacking, impact) in lacking.items():
        if is_lacking:
            stage.event("WARN", code, impact=impact)


class _Profiling:
    """Runs the phases over one build. The SQL steps are run in two parts, because tiers 2 and 3 in between are
    Python."""

    def __init__(self, stage: StageRun) -> None:
        self._stage = stage
        settings: ProfileSettings = stage.settings("profiles")
        self._settings = settings
        self._words = read_profile_words(stage.file(WORDS_FILE), settings)
        self._parameters = parameters_of(settings, stage.settings("time").anchor_timezone)
        self._made: dict[str, pa.Table] = dict(given_of(settings, self._words))

    def write(self) -> None:
        self._measure()
        self._made["voted"] = self._voted()
        self._run(TABLES)
        for step, table in TABLES.items():
            self._stage.write(table, self._made[step])
        self._count()

    def questions(self) -> list[Request]:
        """The requests to a model, one for each member without a category, at most `vote_max_members`."""
        self._measure()
        models: ModelSettings = self._stage.settings("models")
        return [request for _, request in requests(self._prompt(), self._settings, models, self._unclassified())]

    def _measure(self) -> None:
        self._made["focal"] = self._focal()
        self._run(dict.fromkeys(_MEASURED))
        self._made["nearest"] = self._nearest()

    def _focal(self) -> pa.Table:
        """The focal entities (T0): those that get a profile. A configured entity that is not active has no node for a
        profile; it is left out and reported."""
        focal = self._query("focal")
        for row in focal.to_pylist():
            if not row["is_known"]:
                self._stage.event("WARN", "FOCAL_ENTITY_UNKNOWN")
            elif row["found"] > 1:
                self._stage.event("WARN", "SEVERAL_PERSONS", found=row["found"], entity_id=row["entity_id"])
        return focal.filter(focal["is_known"])

    def _nearest(self) -> pa.Table:
        """Tier 2: the categories of predicates that are near enough to a seed predicate; empty if tier 2 is off."""
        if not self._settings.embedding_enabled:
            return NEAREST.empty_table()
        said = self._query("predicate_words").to_pylist()
        found = nearest_categories(self._settings, self._words, said)
        self._stage.count("predicates_clustered", found.num_rows)
        return found

    def _voted(self) -> pa.Table:
        """Tier 3: the categories that logged votes of a model agree on; empty if tier 3 is off."""
        models: ModelSettings = self._stage.settings("models")
        if not self._settings.vote_enabled or models.mode == "off":
            return VOTED.empty_table()
        return voted_categories(self._stage, self._settings, models, self._prompt(), self._unclassified())

    def _unclassified(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self._query("unclassified").to_pylist()
        return rows

    def _prompt(self) -> str:
        return self._stage.file(PROMPT_FILE).read_text(encoding="utf-8")

    def _query(self, name: str) -> pa.Table:
        return self._stage.query(_file(name), self._parameters, self._made)

    def _run(self, wanted: Mapping[str, str | None]) -> None:
        self._made |= self._stage.query_steps(FOLDERS, wanted, self._parameters, self._made)

    def _count(self) -> None:
        """Report the numbers about profiles that §6.8 asks for."""
        members = self._made["members"]
        for column, key in (
            ("category_key", "members_of_category"),
            ("classification_tier", "members_of_tier"),
            ("basis", "members_by_basis"),
            ("member_node_type", "profile_members_by_type"),
        ):
            for found in members[column].value_counts().to_pylist():
                self._stage.count(f"{key}:{found['values']}", found["counts"])
        self._stage.count("focal_entities", self._made["focal"].num_rows)
        self._stage.count("eligible_assertions", self._made["eligible"].num_rows)


def _file(name: str) -> str:
    return f"sql/graph/profiles/{name}.sql"


def given_of(settings: ProfileSettings, words: ProfileWords) -> Mapping[str, pa.Table]:
    """The tables that settings and words give to the profiles' SQL, by the names that the SQL uses."""
    return {
        "granularities": window_table(settings),
        "known_categories": category_table(settings),
        "rules": rule_table(settings, words),
    }


def parameters_of(settings: ProfileSettings, anchor_timezone: str) -> Mapping[str, Any]:
    """The values of the parameters (`$name`) in the profiles' SQL."""
    return {
        "anchor_timezone": anchor_timezone,
        "focal_entities": list(settings.temporal_profile_focal_entities or ()),
        "allowed_assertion_statuses": list(settings.allowed_assertion_statuses),
        "include_value_members": settings.include_value_members_in_profiles,
        "profile_version": settings.profile_version,
        "default_granularity": settings.default_granularity,
        "window_min_assertions": settings.window_min_assertions,
        "recency_halflife_share": settings.recency_halflife_share,
        "weight_frequency": settings.salience_weight_frequency,
        "weight_recency": settings.salience_weight_recency,
        "weight_confidence": settings.salience_weight_confidence,
        "weight_person_message": settings.spoken_weight_person_message,
        "weight_other_message": settings.spoken_weight_other_message,
        "weight_conversation": settings.spoken_weight_conversation,
        "kept_when_denied": list(settings.kept_when_denied),
        "value_chars": settings.value_chars,
        "vote_max_members": settings.vote_max_members,
        "literals_stand_for_entities": settings.literals_stand_for_entities,
        "other_windows_factor": settings.other_windows_factor,
    }
