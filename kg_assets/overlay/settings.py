"""Settings of the overlay: section `overlay` of `config/pipeline.yaml` (seed 001 §5, §42A.2.3 to
§42A.2.5)."""

from typing import Any, Literal

from pydantic import Field

from kg_assets.core.stage import StageRun
from kg_assets.overlay.weights import OverlayWeights

SPAN_CLASSES = (
    "canonical_alias", "shorthand_alias", "role_titled_person", "organization_name", "formal_reference",
    "specific_document_reference", "generic_document_reference", "definite_description", "cross_context_reference",
    "product_or_model_reference",
)  # fmt: skip


class OverlaySettings(OverlayWeights):
    profiles: tuple[str, ...] = Field(description="Profiles of a profession whose relations and cues count too.")
    max_alpha_beta: float = Field(gt=4, description="Most that alpha and beta may be together; both are scaled down.")
    expired_factor: float = Field(ge=0, le=1, description="What is left of the confidence of an expired node.")
    expired_after: float = Field(ge=1, description="How many half-lives without a sign of life make a node expired.")
    alias_confidence: float = Field(ge=0, le=1, description="How sure a name is that is not the canonical one.")
    latest_provenance: int = Field(ge=1, description="Pieces of evidence that a node of tier B keeps in full.")
    max_excerpt_chars: int = Field(ge=1, le=500, description="Most characters of the words that evidence keeps.")
    personal_visibility: Literal["cloud_allowed", "cloud_warn", "local_only", "blocked"] = Field(
        description="Who may see nodes that no mark names: cloud_allowed, cloud_warn, local_only or blocked. A model "
        "elsewhere is asked nothing where it is local_only, no model at all where it is blocked.",
    )

    durable_fact_confidence: float = Field(ge=0, le=1, description="How surely a lasting fact must be read to count.")
    successes_that_bear: int = Field(ge=1, description="Uses of a tool that went well and make it firmer.")
    failures_that_oppose: int = Field(ge=1, description="Failures in a row that make a tool less firm.")
    recent_usage_events: int = Field(ge=1, description="Uses of a tool that are kept in full.")
    trend_days: int = Field(ge=1, description="Days that are compared with as many before for a trend.")
    trend_factor: float = Field(ge=1, description="How many times as often makes a trend.")

    ask_model: bool = Field(description="Whether a language model is asked whom open mentions mean.")
    tier4_most_asked: int = Field(ge=0, description="Most places that it is asked about, the newest first.")
    tier4_most_attempts: int = Field(ge=1, description="Attempts without a usable answer after which it is given up.")
    tier4_context_chars: int = Field(ge=100, le=1200, description="Characters of the message that it is shown.")

    enabled: bool = Field(description="Whether mentions are gathered and edges earned.")
    alias_matching_enabled: bool = Field(description="Whether a mention is known by an exact name.")
    fts_matching_enabled: bool = Field(description="Whether a mention is known by the words of a name.")
    fts_min_score: float = Field(ge=0, le=1, description="Least share of the best word score for that.")
    min_alias_length: int = Field(ge=1, description="Characters of the shortest name that is looked for.")
    max_alias_tokens: int = Field(ge=1, description="Words of the longest name that is looked for.")
    prefer_exact_over_fuzzy: bool = Field(description="Whether words of a name are not tried where a name fits.")
    accept_score: float = Field(ge=0, le=1, description="Least score of a mention that is not the only exact name.")
    accept_lead: float = Field(ge=0, le=1, description="Least lead over the next candidate; else nothing is chosen.")
    max_input_text_chars: int = Field(ge=1, description="Characters of a message that are searched for mentions.")
    max_mentions_per_observation: int = Field(ge=1, description="Most mentions of one message that are kept.")
    max_new_targets_per_observation: int = Field(ge=1, description="Most nodes that one message may bear on.")
    max_new_evidence_bundles_per_observation: int = Field(ge=1, description="Most relations one message may support.")

    min_support_count_for_promotion: int = Field(ge=1, description="Mentions that an edge needs.")
    min_distinct_observations_for_promotion: int = Field(ge=1, description="Messages that an edge needs.")
    min_salience_for_promotion: float = Field(ge=0, le=1, description="Evidence score that an edge needs.")
    hard_block_relation_types: tuple[str, ...] = Field(description="Relations that never become edges.")
    allow_single_observation_promotion: bool = Field(description="Whether one mention may be enough.")
    single_observation_requires_alias_exact: bool = Field(description="Whether it must then be an exact name.")
    single_observation_min_graph_context: float = Field(ge=0, le=1, description="How well it must fit the graph.")
    single_observation_blocked_relation_types: tuple[str, ...] = Field(description="Relations it is not enough for.")
    pair_most_chars: int = Field(
        description="Most letters between two names whose relation the words between say.", ge=1
    )
    never_of_conversations: tuple[str, ...] = Field(
        description="Relations that no conversation stands in: that it names an organisation is no affiliation."
    )
    named_in_one_sentence: tuple[str, ...] = Field(
        description="Relations of what a conversation names to its project that also need one sentence naming both."
    )
    max_promoted_edges_per_source_node: int = Field(ge=0, description="Most edges that one node earns.")
    max_generic_relations_per_source_node: int = Field(ge=0, description="Most of them that say little.")
    max_promoted_generic_relations_per_source: int = Field(ge=0, description="The same by policy; the lesser counts.")
    hub_penalty_threshold: int = Field(ge=1, description="Edges of a node from which it counts as a hub.")

    quality_floors: dict[str, float] = Field(
        description="Share of each kind of reading that the person must let stand."
    )
    quality_min_extractions: int = Field(ge=1, description="Readings of a week from which its share counts.")

    entity_creation_enabled: bool = Field(description="Whether unknown names are offered as new nodes.")
    entity_creation_min_unresolved_observations: int = Field(ge=1, description="Messages that must name it.")
    entity_creation_min_distinct_surfaces: int = Field(ge=1, description="Kinds of sources that must name it.")
    min_normalized_span_length: int = Field(ge=1, description="Characters of the shortest such name.")
    block_all_caps_short_aliases_under: int = Field(ge=1, description="Capitals alone must be this long.")
    candidate_queue_cap: int = Field(ge=0, description="Most new names that are offered; the best supported first.")
    review_queue_recency_days: float = Field(gt=0, description="Days after which what waits for a person counts half.")

    pattern_max_nodes: int = Field(ge=2, description="Most nodes among which groups are looked for, the named first.")
    pattern_min_pair_support: int = Field(ge=1, description="Conversations in which two nodes must come together.")
    pattern_min_lift: float = Field(gt=0, description="How much more often than by chance they must do so.")
    pattern_hub_degree: int = Field(ge=1, description="Most partners of a node that is part of groups.")
    pattern_max_size: int = Field(ge=2, description="Most members of a group.")
    pattern_max_emitted: int = Field(ge=0, description="Most groups.")
    pattern_max_steps: int = Field(ge=1, description="Steps after which the search for groups ends with what it has.")
    standing_min_regularity: float = Field(ge=0, le=1, description="Regularity from which a group may be a routine.")
    motif_min_steps: int = Field(ge=2, description="Fewest nodes of a sequence that several conversations have.")
    motif_max_steps: int = Field(ge=2, description="Most nodes of such a sequence.")
    motif_min_support: int = Field(ge=1, description="Conversations that must show it.")
    motif_min_success_ratio: float = Field(ge=0, le=1, description="Share of good traces that makes it a routine.")

    edge_half_life_days: float = Field(gt=0, description="Days that halve an edge that nothing bears.")
    edge_demotion_below: float = Field(ge=0, le=1, description="Effective confidence below which it is suppressed.")
    archive_observed_days: float = Field(gt=0, description="Days after which what was only seen is proposed to go.")
    archive_suggested_days: float = Field(gt=0, description="Days after which what nobody confirmed is proposed to go.")
    near_duplicate_likeness: float = Field(ge=0, le=1, description="Likeness of names from which two may be one.")
    near_duplicate_letters: int = Field(ge=1, description="Letters of the shortest name of which a slip is looked for.")
    community_members: int = Field(
        ge=2, description="Nodes that say nearly the same, from which on one stands for all."
    )
    fold_pairs_a_night: int = Field(ge=0, description="Most pairs of nodes that are put forward as one.")
    routable_min_confidence: float = Field(ge=0, le=1, description="How sure an unconfirmed node must be to be meant.")
    routable_min_sources: int = Field(ge=1, description="Conversations that must name it for that.")
    rhythm_min_instances: int = Field(ge=1, description="Conversations that make a habit of an hour.")
    digest_lines: int = Field(ge=1, description="Most lines of a part of the weekly digest.")

    learning_gather: bool = Field(description="Whether verdicts are gathered for learning.")
    learning_apply: bool = Field(description="Whether an activated policy has an effect.")
    learning_smoothing: bool = Field(description="Whether few verdicts are drawn to the middle.")
    learning_cross_context: bool = Field(description="Whether a rule needs verdicts from more than one context.")
    learning_smoothing_k: float = Field(gt=0, description="Verdicts that the middle counts as.")
    learning_artifact_support: int = Field(ge=1, description="Verdicts from which on the kind of thing is told.")
    learning_max_context_share: float = Field(ge=0, le=1, description="Most verdicts of a rule from one context.")
    learning_min_support: int = Field(ge=1, description="Verdicts that a rule needs.")
    learning_promote_from: float = Field(ge=0, le=1, description="Utility from which on a relation needs less.")
    learning_demote_to: float = Field(ge=0, le=1, description="Utility up to which a relation is never earned.")
    learning_bonus: float = Field(ge=0, le=1, description="How much less evidence a good relation needs.")
    learning_quarantine_after: int = Field(ge=1, description="Contrary verdicts in a row that end a rule's effect.")
    learning_most_loss: float = Field(ge=0, le=1, description="Most F1 on judged relations that a policy may cost.")


def parameters(stage: StageRun, settings: OverlaySettings) -> dict[str, Any]:
    """The values of the `$name`s in the SELECTs of `sql/overlay`."""
    return {**settings.model_dump(), "horizon": stage.horizon or stage.as_of, "as_of": stage.as_of}
