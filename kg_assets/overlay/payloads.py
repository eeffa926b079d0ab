"""The payload of a node: the fields that only nodes of its kind have, one model per kind (seed 001 §4, §4A). A node
whose payload breaks its model is refused."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

Short = Annotated[str, Field(min_length=1, max_length=200)]
Line = Annotated[str, Field(min_length=1, max_length=500)]
Condition = Annotated[str, Field(min_length=1, max_length=300)]
Text = Annotated[str, Field(max_length=2000)]
NodeId = Annotated[str, Field(min_length=1, max_length=160)]
Share = Annotated[float, Field(ge=0, le=1)]
Priority = Literal["absolute", "strong", "default", "suggestion"]
Source = Literal["user_stated", "inferred", "imported", "system"]
BOOTSTRAP_CAPABILITIES = 15  # §8.2: what a model lists for an application at first
MOST_CAPABILITIES = 30


class Payload(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    schema_version: Literal[1] = 1


class Annotation(BaseModel):
    """A remark whose type is not from a fixed list: the writer chooses the word (§4A.1.2)."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    annotation_type: Annotated[str, Field(min_length=1, max_length=60)]
    content: Text
    context_scope: Annotated[str, Field(max_length=200)] | None = None
    source: Source | None = None
    confidence: Share | None = None
    schema_version: Literal[1] = 1


class Quality(BaseModel):
    """How well the fields of a payload were read, as scores. With an overall score below .60 only a short form of the
    payload is shown (§4A.1.3)."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    extraction_model_ref: Annotated[str, Field(max_length=160)]
    overall_quality_score: Share
    field_quality: dict[str, Share] = {}
    missing_fields: tuple[str, ...] = ()

    @property
    def is_shown_short(self) -> bool:
        return self.overall_quality_score < 0.6


class WorldEntity(Payload):
    entity_type: Literal[
        "matter", "person", "organization", "place", "thing", "calendar", "folder", "email_account", "project",
        "work_context", "task", "room", "panel", "forum", "note", "document_view", "chat_thread",
    ]  # fmt: skip
    display_name: Short | None = None
    status: Literal["active", "archived", "completed", "closed"] = "active"
    participants: tuple[Short, ...] = ()
    linked_matter_ids: tuple[NodeId, ...] = ()
    content_summary: Text = ""
    annotations: tuple[Annotation, ...] = ()


class Application(Payload):
    platform: Literal["mac", "windows", "web", "cross_platform", "unknown"] = "unknown"
    app_variant: Short | None = None
    version_hint: Short | None = None
    source: Literal["system", "trace", "manual", "llm_bootstrap"] = "trace"
    known_capabilities: Annotated[tuple[Short, ...], Field(max_length=MOST_CAPABILITIES)] = ()
    annotations: tuple[Annotation, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _bootstrap_is_short(cls, values: Any) -> Any:
        if isinstance(values, Mapping) and values.get("source") == "llm_bootstrap":
            return {
                **values,
                "known_capabilities": tuple(values.get("known_capabilities", ()))[:BOOTSTRAP_CAPABILITIES],
            }
        return values


class Parameter(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    name: Annotated[str, Field(min_length=1, max_length=80)]
    value: Annotated[str, Field(max_length=200)]
    context: Annotated[str, Field(max_length=200)] | None = None
    is_variable: bool = False
    literal_retention_class: Literal["placeholder_only", "retain_if_user_confirmed", "retain_allowed"] = (
        "placeholder_only"
    )

    @model_validator(mode="before")
    @classmethod
    def _literal_becomes_placeholder(cls, values: Any) -> Any:
        """Replace a value by its name in brackets, "[name]", if its `literal_retention_class` is `placeholder_only`: a
        value that was seen only once must not be kept."""
        if not isinstance(values, Mapping) or "[" in str(values.get("value", "[")):
            return values
        is_kept = values.get("literal_retention_class", "placeholder_only") != "placeholder_only"
        return values if is_kept else {**values, "value": f"[{values.get('name')}]"}


class Verification(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    check: Line
    method: Literal[
        "applescript_query", "ax_state_check", "visual_confirmation", "user_confirmation", "mcp_tool_result", "none"
    ]
    query: Line | None = None


class Step(BaseModel):
    """A step of a procedure: its purpose, never the clicks that carry it out."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    step_index: Annotated[int, Field(ge=1)]
    intent: Line
    detailed_instructions: Annotated[str, Field(max_length=3000)] | None = None
    parameters: tuple[Parameter, ...] = ()
    verification: Verification | None = None
    conditional: Line | None = None
    rationale: Line | None = None
    capability_area: Annotated[str, Field(max_length=80)] | None = None
    step_nature: Literal["mechanical", "cognitive", "hybrid"] = "mechanical"


class Constraint(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    rule: Line
    scope: Literal["this_procedure", "this_app", "global"]
    priority: Priority
    source: Source


class Environment(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    app_entity_id: NodeId | None = None
    app_name: Annotated[str, Field(max_length=80)] | None = None
    platform: Literal["mac", "windows", "web", "unknown"] = "unknown"
    app_variant: Annotated[str, Field(max_length=40)] | None = None
    app_bundle_id: Annotated[str, Field(max_length=120)] | None = None


class Ordering(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    procedure_id: NodeId
    order_position: int
    depends_on: tuple[NodeId, ...] = ()
    dependency_reason: Condition | None = None


class Procedure(Payload):
    canonical_name: Short
    description: Annotated[str, Field(max_length=1000)]
    use_conditions: Annotated[tuple[Condition, ...], Field(min_length=1)]
    non_use_conditions: tuple[Condition, ...] = ()
    trigger_phrases: Annotated[tuple[Annotated[str, Field(max_length=120)], ...], Field(max_length=8)] = ()
    semantic_lookup_phrases: Annotated[tuple[Annotated[str, Field(max_length=160)], ...], Field(max_length=8)] = ()
    preconditions: tuple[Line, ...] = ()
    postconditions: tuple[Line, ...] = ()
    steps: Annotated[tuple[Step, ...], Field(min_length=1)]
    is_composite: bool = False
    used_procedure_ids: tuple[NodeId, ...] = ()
    constituent_ordering: tuple[Ordering, ...] = ()
    execution_topology: Literal["linear"] = "linear"
    decision_points: Annotated[tuple[Any, ...], Field(max_length=0)] = ()
    constraints: tuple[Constraint, ...] = ()
    artifact_class: Annotated[str, Field(max_length=120)] | None = None
    document_region: Annotated[str, Field(max_length=120)] | None = None
    derivation_quality: Literal["high", "medium", "low"] = "medium"
    capability_tags: tuple[Annotated[str, Field(max_length=80)], ...] = ()
    environment: Environment = Environment()
    source: Literal[
        "manual_demonstration", "doc3_learned", "trace_captured", "imported", "system", "onboarding", "user_taught",
        "conversation_mined",
    ]  # fmt: skip
    contract_quality: Quality | None = None
    annotations: tuple[Annotation, ...] = ()

    @field_validator("trigger_phrases")
    @classmethod
    def _none_or_some(cls, phrases: tuple[str, ...]) -> tuple[str, ...]:
        if 0 < len(phrases) < 3:
            raise ValueError("give no trigger phrase, or three to eight")
        return phrases

    @model_validator(mode="before")
    @classmethod
    def _tags_come_from_steps(cls, values: Any) -> Any:
        if not isinstance(values, Mapping) or values.get("capability_tags"):
            return values
        steps = values.get("steps")
        areas = [step.get("capability_area") for step in steps if isinstance(step, Mapping)] if steps else []
        return {**values, "capability_tags": tuple(dict.fromkeys(area for area in areas if area))}


def may_be_one(left: Procedure, right: Procedure) -> bool:
    """Whether two procedures may be merged. They may not if they make different things or work in different places
    (§4A.1.3)."""
    return (left.artifact_class, left.document_region) == (right.artifact_class, right.document_region)


class ExecutionTrace(Payload):
    procedure_ref: NodeId | None = None
    outcome: Literal["success", "failure", "partial_success", "timeout", "cancelled"]
    started_at: AwareDatetime
    steps_done: Annotated[int, Field(ge=0)] = 0
    annotations: tuple[Annotation, ...] = ()


class Trigger(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    signal_type: Literal[
        "email_received", "file_added", "calendar_event", "time_based", "document_state_change", "user_request",
        "system_event",
    ]  # fmt: skip
    conditions: tuple[Condition, ...]


class Action(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    step_index: Annotated[int, Field(ge=1)]
    intent: Line
    detailed_instructions: Annotated[str, Field(max_length=3000)] | None = None
    requires_user_confirmation: bool


class StandingProcedure(Payload):
    trigger_summary: Condition
    trigger_conditions: Annotated[tuple[Trigger, ...], Field(min_length=1)]
    trigger_exclusions: tuple[Condition, ...] = ()
    action_summary: Condition
    action_steps: tuple[Action, ...] = ()
    safety_class: Literal["notify", "confirm_first", "auto_safe"]
    false_positive_handling: Condition | None = None
    failure_handling: Condition | None = None
    annotations: tuple[Annotation, ...] = ()


class GoalPriority(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    priority: Short
    rank: int
    tension_with: Short | None = None


class Pressure(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    description: Condition | None = None
    key_date: Annotated[str, Field(max_length=100)] | None = None
    urgency: Literal["low", "moderate", "high", "critical"] | None = None


class Goal(Payload):
    goal_description: Line
    goal_status: Literal["active", "achieved", "abandoned", "paused"] = "active"
    success_criteria: tuple[Condition, ...] = ()
    priorities: tuple[GoalPriority, ...] = ()
    time_pressure: Pressure | None = None
    stakeholder_considerations: tuple[Condition, ...] = ()
    annotations: tuple[Annotation, ...] = ()


class Distinction(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    this_concept: Short
    versus: Short
    distinction: Line


class Reference(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    citation: Condition
    relevance: Condition
    still_current: bool


class Variation(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    context: Annotated[str, Field(max_length=120)]
    variation: Line


class DomainConcept(Payload):
    concept_name: Short
    definition: Text = ""
    applies_in: tuple[Condition, ...] = ()
    does_not_apply_in: tuple[Condition, ...] = ()
    pitfalls: tuple[Line, ...] = ()
    key_distinctions: tuple[Distinction, ...] = ()
    reference_sources: tuple[Reference, ...] = ()
    contextual_variations: tuple[Variation, ...] = ()
    practical_guidance: tuple[Line, ...] = ()
    contract_quality: Quality | None = None
    annotations: tuple[Annotation, ...] = ()


class Deadline(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    date: AwareDatetime
    type: Literal["court_ordered", "statutory", "contractual", "internal", "courtesy"] = "internal"
    consequence_of_missing: Annotated[str, Field(max_length=300)] = ""
    extendable: bool = True
    extension_mechanism: Condition | None = None


class Dependency(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    description: Condition
    deadline_offset: Annotated[str, Field(max_length=100)] | None = None


class Preparation(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    task: Condition
    lead_time_days: int
    assignee_hint: Annotated[str, Field(max_length=100)] | None = None


_OBLIGATION_WORDS = {"active": "pending", "cancelled": "waived", "delegated": "in_progress"}


class Obligation(Payload):
    obligation_description: Line
    obligor_hint: Short | None = None
    obligee_entity_ref: NodeId | None = None
    linked_entity_refs: tuple[NodeId, ...] = ()
    deadline: Deadline | None = None
    dependencies: tuple[Dependency, ...] = ()
    preparation_requirements: tuple[Preparation, ...] = ()
    status: Literal["pending", "in_progress", "completed", "overdue", "extended", "waived"] = "pending"
    urgency: Literal["critical", "high", "normal", "low", "unknown"] = "unknown"
    source: Literal["conversation_mined", "email_extracted", "user_stated", "onboarding"] = "conversation_mined"
    source_artifact_ref: Short | None = None
    completed_at: AwareDatetime | None = None
    completed_evidence_ref: Short | None = None
    contract_quality: Quality | None = None
    annotations: tuple[Annotation, ...] = ()

    @field_validator("status", mode="before")
    @classmethod
    def _old_words(cls, status: Any) -> Any:
        return _OBLIGATION_WORDS.get(status, status)


class WorkProduct(Payload):
    document_type: Short
    archetype_ref: NodeId | None = None
    matter_entity_id: NodeId | None = None
    file_ref: Short | None = None
    version: Annotated[int, Field(ge=1)] = 1
    prior_version_id: NodeId | None = None
    status: Literal["draft", "review", "filed", "final"] = "draft"
    addressed_concepts: tuple[NodeId, ...] = ()
    cited_authorities: tuple[Short, ...] = ()
    annotations: tuple[Annotation, ...] = ()


class MemoryDirective(Payload):
    memory_type: Literal[
        "preference", "constraint", "standing_order", "vocabulary_mapping", "style_profile", "document_archetype",
        "heuristic", "correction", "lesson_learned",
    ]  # fmt: skip
    summary: Line
    assertion_class: Literal[
        "durable_fact", "preference", "constraint", "standing_order", "vocabulary_rule", "heuristic"
    ]
    applies_when: Annotated[tuple[Condition, ...], Field(min_length=1)]
    does_not_apply_when: tuple[Condition, ...] = ()
    scope: Literal["global", "app_specific", "project_specific", "document_type_specific", "context_specific"]
    scope_details: Line | None = None
    priority_class: Priority = "default"
    overridden_by: tuple[Condition, ...] = ()
    source_certainty: Literal["user_explicitly_stated", "inferred_from_actions", "inferred_from_documents", "imported"]
    injection_format: Literal["imperative", "conditional", "contextual", "cautionary"] = "imperative"
    maturity_state: Literal["observation", "active"] = "observation"
    taint: Annotated[str, Field(max_length=80)] | None = None
    recency_type: Literal["permanent", "decaying", "session"] = "decaying"
    verification_ttl_days: Annotated[int, Field(ge=1)] | None = None
    inject_count: Annotated[int, Field(ge=0)] = 0
    inject_correct_count: Annotated[int, Field(ge=0)] = 0
    annotations: tuple[Annotation, ...] = ()

    @model_validator(mode="after")
    def _no_more_right_than_told(self) -> "MemoryDirective":
        if self.inject_correct_count > self.inject_count:
            raise ValueError("it cannot have been right more often than it was told")
        return self

    def calibrated(self, alpha: float, beta: float) -> float:
        """The confidence of a preference (§5.5): (alpha + times it proved right) / (alpha + beta + times a reader was
        given it)."""
        return (alpha + self.inject_correct_count) / (alpha + beta + self.inject_count)


class ToolCapability(Payload):
    tool_id: NodeId
    tool_source: Literal["mcp", "wrapper", "applescript", "accessibility_bridge"]
    description: Annotated[str, Field(max_length=1000)] | None = None
    capabilities_summary: tuple[Short, ...] = ()
    runtime_binding_ref: NodeId | None = None
    annotations: tuple[Annotation, ...] = ()


PAYLOADS: Mapping[str, type[Payload]] = {
    "world_entity": WorldEntity,
    "application": Application,
    "procedure": Procedure,
    "execution_trace": ExecutionTrace,
    "standing_procedure": StandingProcedure,
    "goal": Goal,
    "domain_concept": DomainConcept,
    "obligation": Obligation,
    "work_product": WorkProduct,
    "memory_directive": MemoryDirective,
    "tool_capability": ToolCapability,
}
NODE_KINDS = tuple(PAYLOADS)


def read_payload(node_kind: str, payload: Mapping[str, Any]) -> tuple[Payload | None, list[tuple[str, str]]]:
    """The payload, checked by the model of its kind; or None, and (field, error) for each field that is wrong."""
    if node_kind not in PAYLOADS:
        return None, [("node_kind", f"unknown kind; expected one of {', '.join(NODE_KINDS)}")]
    try:
        return PAYLOADS[node_kind].model_validate(payload), []
    except ValidationError as error:
        # The message of a fault may quote the person's words; its type says what is wrong without them.
        return None, [(".".join(map(str, fault["loc"])) or "payload", fault["type"]) for fault in error.errors()]


def faults_of(node_kind: str, payload: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What is wrong with a payload, as pairs (field, error) of `read_payload`; empty for a good one."""
    return read_payload(node_kind, payload)[1]
