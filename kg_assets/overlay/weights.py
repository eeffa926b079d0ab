"""The numbers in the overlay's formulas: the first part of section `overlay` of `config/pipeline.yaml`.

The formulas are in `sql/overlay`. Each names the numbers that it uses from here.
"""

from pydantic import BaseModel, ConfigDict, Field


def _share(description: str) -> float:
    value: float = Field(ge=0, le=1, description=description)
    return value


class OverlayWeights(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    # Which node a mention means (seed 001 §42A.2.8, §42A.2.9).
    score_of_exact: float = _share("Weight of the name in the score where it fits exactly; the graph has the rest.")
    score_of_words: float = _share("Weight of the name in the score where only words of it fit.")
    canonical_alias_score: float = _share("How well the canonical name of a node fits.")
    other_alias_score: float = _share("How well another name of a node fits.")
    most_candidates: int = Field(ge=1, description="Most nodes that a mention may mean, by each way of finding them.")
    bm25_k1: float = Field(ge=0, description="How slowly a word of a name counts less in longer names (BM25).")
    bm25_b: float = _share("How much the length of a name counts (BM25).")
    context_of_conversation: float = _share("What it adds that the node is tied to the mention's project.")
    context_per_tie: float = _share("What each unit of confidence of ties to the source adds.")
    context_of_ties: float = _share("Most that all such ties add.")
    context_min_tie: float = _share("Confidence above which a tie counts.")
    context_of_readers: float = _share("What it adds that two kinds of reading found such ties.")
    context_of_participant: float = _share("What it adds that the node takes part in the conversation.")
    context_of_recency: float = _share("What it adds that the node was spoken of just now.")
    context_recency_days: float = Field(gt=0, description="Days after which that adds nothing.")
    context_against_rejected: float = _share("What a rejection of the node here takes away.")
    participant_share: float = _share("Least share of common words from which an author is the node of that name.")

    # Which relation a mention suggests (§42A.2.12, §42A.2.13).
    cue_chars: int = Field(ge=1, description="Characters before and after a mention in which cues are looked for.")
    modifier_without_cue: float = Field(ge=-1, le=0, description="What a mention without a cue takes away.")
    pair_behind_chars: int = Field(ge=1, description="Characters behind a second name that may belong to a cue.")
    echo_chars: int = Field(ge=1, description="Characters before and behind a mention that are read for an echo.")
    new_name_confidence: float = _share("How sure a name is that no node has.")

    # How strong the evidence for a relation is (§42A.2.3, §42A.2.4).
    evidence_of_mentions: float = _share("Weight of the mentions in the evidence score.")
    evidence_per_mention: float = _share("Share of that weight that one mention gives.")
    evidence_of_messages: float = _share("Weight of the messages.")
    evidence_per_message: float = _share("Share of that weight that one message gives.")
    evidence_of_sources: float = _share("Weight of the kinds of sources.")
    evidence_per_source: float = _share("Share of that weight that one kind of source gives.")
    evidence_of_salience: float = _share("Weight of the salience.")
    evidence_against: float = _share("Weight of what speaks against it.")
    evidence_per_contradiction: float = _share("Share of that weight that one mention against it takes.")
    evidence_against_hubs: float = _share("Weight of the hub penalty.")
    salience_from: float = _share("Salience of any relation.")
    salience_of_sources: float = _share("What two kinds of sources add to it.")
    salience_of_projects: float = _share("What two projects add.")
    salience_of_relation: float = _share("What it adds that the relation says more than that both are related.")
    salience_undisputed: float = _share("What it adds that nothing speaks against it.")
    hub_penalty_most: float = _share("Most that a node of many edges is held back.")
    hub_penalty_reach: float = Field(gt=0, description="Thresholds above the hub threshold that would hold back all.")
    contradiction_confidence: float = _share("Confidence of an edge between two nodes that contradict each other.")

    # The confidence of nodes and their conflicts (§5.3, §5.6).
    principle_most_confidence: float = _share("Most confidence of a principle: chats and notes are no authority.")
    conflict_full_evidence: float = Field(gt=0, description="Alpha and beta together from which a conflict is full.")
    disputed_above: float = _share("Conflict score above which a node is disputed.")
    distinguished_above: float = _share("Conflict score above which its sides are told apart.")

    # Tables for readers (§41.8, §42.2, §42A.4.5, §42A.4.6, §42A.6).
    weak_edge_below: float = _share("Effective confidence below which an edge is weak.")
    unsure_below: float = _share("Confidence below which a node is unsure.")
    debt_of_waiting: float = _share("Weight in the debt of what waits for the person.")
    debt_full_waiting: float = Field(gt=0, description="Waiting suggestions that make that part full.")
    debt_of_unsure: float = _share("Weight of unsure nodes.")
    debt_full_unsure: float = Field(gt=0, description="Unsure nodes that make that part full.")
    debt_of_contradictions: float = _share("Weight of disputed nodes.")
    debt_full_contradictions: float = Field(gt=0, description="Disputed nodes that make that part full.")
    debt_of_rejections: float = _share("Weight of the share of proposals that the person rejected.")
    old_trace_days: float = Field(gt=0, description="Days after which the trace of a run is summed up.")
    old_usage_days: float = Field(gt=0, description="Days after which uses of a tool are only counted.")
    scene_entities: int = Field(ge=1, description="Most nodes of a project's scene.")
    scene_changes: int = Field(ge=1, description="Most changes of it.")
    scene_days: int = Field(ge=1, description="Days back from which changes belong to it.")
    scene_of_entities: float = _share("What a scene full of nodes adds to its confidence.")
    scene_of_goals: float = _share("What a goal adds.")
    scene_of_obligations: float = _share("What a duty adds.")
    scene_of_changes: float = _share("What a change adds.")
    scene_of_procedures: float = _share("What an order of steps adds.")
    digest_deadline_days: int = Field(ge=0, description="Days ahead from which the digest names duties.")
    thread_nodes: int = Field(ge=1, description="Most nodes that a conversation is linked to.")
    thread_names: int = Field(ge=1, description="Names of these in its summary.")
    top_hubs: int = Field(ge=1, description="Nodes with the most edges that are listed.")
    known_names: int = Field(ge=0, description="Names of a conversation that a model is shown.")
    tier4_most_candidates: int = Field(ge=1, description="Most nodes among which a model chooses.")
