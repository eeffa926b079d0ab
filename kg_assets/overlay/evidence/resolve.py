"""Decides which node each mention means: runs the steps `found` to `creation_candidates` of
`sql/overlay/resolution`."""

import pyarrow as pa

from kg_assets.core.stage import StageRun
from kg_assets.overlay.declared import RELATIONS_FILE, read_relations
from kg_assets.overlay.evidence.commands import command_tables, standing
from kg_assets.overlay.evidence.contracts import (
    ALIAS_LEXICON,
    CREATION_CANDIDATES,
    MENTION_OBSERVATIONS,
    NAME_WORDS,
    RESOLUTIONS_FOUND,
    TIER4_OPEN,
)
from kg_assets.overlay.evidence.cues import CUES_FILE, read_cues
from kg_assets.overlay.evidence.spans import SPANS_FILE, read_words
from kg_assets.overlay.settings import OverlaySettings, parameters

FOLDERS = ("sql/overlay/resolution", "sql/overlay/shared")
WANTED = {
    "lexicon": ALIAS_LEXICON.name,
    "name_words": NAME_WORDS.name,
    "observations": MENTION_OBSERVATIONS.name,
    "resolutions": RESOLUTIONS_FOUND.name,
    "queued": TIER4_OPEN.name,
    "creation_candidates": CREATION_CANDIDATES.name,
}


def run(stage: StageRun) -> None:
    """Write the mentions, which node each means, and the names that no node has."""
    settings: OverlaySettings = stage.settings("overlay")
    made = stage.query_steps(FOLDERS, WANTED, parameters(stage, settings), given(stage, settings))
    for step, table in WANTED.items():
        stage.write(table, made[step])
    methods = made["resolutions"]["resolution_method"].to_pylist()
    stage.count("mentions", len(methods))
    stage.count("mentions_resolved", sum(method != "unresolved" for method in methods))


def given(stage: StageRun, settings: OverlaySettings) -> dict[str, pa.Table]:
    """The tables that Python hands to the SQL steps: relation types of predicates, cues, word lists, the person's
    decisions."""
    relations = read_relations(stage.file(RELATIONS_FILE))
    cues = read_cues(stage.file(CUES_FILE))
    undirected = frozenset(relations.core.undirected)
    return {
        "predicate_relations": relations.predicate_rows(),
        "cues": cues.rows(settings.profiles),
        "pair_cues": cues.pair_rows(),
        "filler": pa.table({"pattern": [cues.filler_pattern()]}),
        "negative_cues": cues.negative_rows(),
        "own_words": cues.own_rows(),
        "ending_words": cues.ending_rows(),
        "lasting_relations": cues.lasting_rows(),
        "stop_phrases": pa.table({"phrase": pa.array(read_words(stage.file(SPANS_FILE)).stop_phrases, pa.string())}),
        **command_tables(standing(stage), undirected),
    }
