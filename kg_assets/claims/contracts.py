"""The tables of stage 4, declared. What their rows mean belongs here; how they are made does not."""

from dataclasses import replace

from kg_assets.core.contract import Column, Rule, Table
from kg_assets.lexicon.contracts import ENTITY_COLUMNS
from kg_assets.mentions.contracts import GRANULARITIES, MESSAGE
from kg_assets.sources.offsets import true_offsets

MODALITIES = ("state", "fact", "preference", "intention", "question")
POLARITIES = ("positive", "negative")
QUALIFIERS = ("at", "since", "until", "during")
OBJECT_KINDS = ("entity", "string", "number", "boolean", "date", "json")
VALUE_TYPES = ("string", "number", "boolean", "date", "json")
READERS = ("rule_based", "llm", "hybrid")
PERSON = "person"
METHODS = (*READERS, PERSON)
SUPERSESSIONS = ("retraction", "correction", "temporal_end")
RETRACTIONS_OF = ("full", "correction", "temporal_bound")
REJECTIONS = (
    "EMPTY_SUBJECT", "EMPTY_PREDICATE", "BAD_MODALITY", "BAD_POLARITY", "BAD_OBJECT", "UNKNOWN_ENTITY",
    "FIRST_PERSON_OF_ASSISTANT", "NOT_SAID", "PRONOUN", "BAD_CONFIDENCE", "BAD_DATE", "TOO_LONG",
    "QUOTE_NOT_FOUND", "LOWER_PRIORITY", "DUPLICATE", "REJECTED_BY_PERSON", "NAME_NOT_KNOWN",
)  # fmt: skip

_SPAN = (
    Column("char_start", "int", "First codepoint of the words", nullable=True),
    Column("char_end", "int", "Codepoint after them", nullable=True),
    Column("surface_text", "text", "The words as they stand", nullable=True, content=True),
)

CLAIM_CANDIDATES = Table(
    name="kg.claim_candidates",
    meaning="Everything that the rules or a model read as a claim, as the words say it, before it is checked.",
    decided_by="kg_assets/claims/extraction/merge.py (merged_candidates); "
    "kg_assets/claims/retracting/linking.py (take_back)",
    columns=(
        Column("candidate_id", "text", "Id made from message, reader, claim and place"),
        MESSAGE,
        Column("extraction_method", "text", "Who read it", values=READERS),
        Column("reader", "text", "The rule's id, or the identity of the model's call"),
        Column("priority", "int", "Lower is stronger, where claims of one predicate overlap"),
        Column("subject", "text", "SELF, a relative like __SELF__/sister, or the text's words", content=True),
        Column("subject_start", "int", "First codepoint of the subject's words", nullable=True),
        Column("subject_end", "int", "Codepoint after them", nullable=True),
        Column("bare_name", "text", nullable=True, content=True, meaning=
               "The first name by which alone the subject is called, where the claim counts only if the person says "
               "elsewhere who that is; NULL for every other claim"),
        Column("predicate_label", "text", "The predicate as it was read", content=True),
        Column("object_kind", "text", "What the object is; NULL without one", nullable=True, values=OBJECT_KINDS),
        Column("object", "text", "The object's words or value", nullable=True, content=True),
        Column("object_start", "int", "First codepoint of the object's words", nullable=True),
        Column("object_end", "int", "Codepoint after them", nullable=True),
        Column("modality", "text", "The modality as it was read", content=True),
        Column("polarity", "text", "The polarity as it was read", content=True),
        Column("qualifier_type", "text", "How the time qualifies it", nullable=True),
        Column("qualifier_text", "text", "The words of the time", nullable=True, content=True),
        Column("qualifier_start", "int", "First codepoint of these words", nullable=True),
        Column("qualifier_end", "int", "Codepoint after them", nullable=True),
        Column("qualifier_value", "text", "The time as ISO text, where a model gave it", nullable=True),
        *_SPAN,
        Column("confidence", "float", "How sure the rule or the model is, 0 to 1", formula=(
            "of a frame or turn its number confidence, else confidence of defaults, of a clause that no "
            "frame takes factors.event, of a relation that is named beside something else factors.relation, "
            "where hedged times factors.hedge, all in config/claims/clause_frames.yaml; of a line or form "
            "these in config/claims/frames.yaml and config/claims/turns.yaml, there times factors.hedged for "
            "doubt or factors.thought for an opinion; of a correction that of the retraction, of one that "
            "puts another time that of its target; of a model the mean of what those runs say that make the "
            "claim"
        )),
        Column("notes_json", "json", "What else was read: hedges, plural, frequency", content=True),
    ),
    key=("candidate_id",),
    order=("message_id", "char_start"),
    rules=(true_offsets("kg.claim_candidates"),),
)  # fmt: skip

RETRACTION_CANDIDATES = Table(
    name="kg.retraction_candidates",
    meaning="Words with which the person takes back, corrects or ends something, before their target is found.",
    decided_by="kg_assets/claims/retracting/reader.py (RetractionReader); "
    "kg_assets/claims/extraction/reading.py (AnswerReader); "
    "kg_assets/claims/extraction/agreement.py (retractions_agreed)",
    columns=(
        Column("candidate_id", "text", "Id made from message and place"),
        MESSAGE,
        Column("pattern_id", "text", "The pattern that matched"),
        Column("retraction_type", "text", "What the words do", values=RETRACTIONS_OF),
        *_SPAN,
        Column("target_json", "json", "What is taken back, as far as the words say it", content=True),
        Column("replacement_json", "json", "What is put in its place", nullable=True, content=True),
        Column("qualifier_start", "int", "First codepoint of the time of an end", nullable=True),
        Column("qualifier_end", "int", "Codepoint after it", nullable=True),
        Column("confidence", "float", "How sure the pattern is, 0 to 1", formula=
            "`confidence` of its pattern in config/claims/retractions.yaml; of a model the mean "
            "of what those runs say that make it"),
    ),
    key=("candidate_id",),
    order=("message_id", "char_start"),
    rules=(true_offsets("kg.retraction_candidates"),),
)  # fmt: skip

# Earlier states: what the rules read, and what rules and model read together.
RULE_CANDIDATES = replace(
    CLAIM_CANDIDATES,
    name="kg.claim_candidates__rules",
    meaning="What the rules read as claims.",
    decided_by="kg_assets/claims/reading/reader.py (ClaimReader); "
    "kg_assets/claims/parsed/reader.py (read_sentences); "
    "kg_assets/claims/parsed/union.py (joined)",
    rules=(true_offsets("kg.claim_candidates__rules"),),
)

RULE_RETRACTIONS = replace(
    RETRACTION_CANDIDATES,
    name="kg.retraction_candidates__rules",
    meaning="Words that the rules read as taking a claim back, correcting it or ending it.",
    decided_by="kg_assets/claims/retracting/reader.py (RetractionReader)",
    rules=(true_offsets("kg.retraction_candidates__rules"),),
)

PREDICATES = Table(
    name="kg.predicates",
    meaning="The relations: all of the vocabulary, and those that only claims use.",
    decided_by="kg_assets/claims/ground.py (_labels); sql/claims/predicates.sql",
    columns=(
        Column("predicate_id", "text", "Id made from the label in lower case"),
        Column("canonical_label", "text", "The label"),
        Column("canonical_label_norm", "text", "The label in lower case"),
        Column("inverse_label", "text", "The relation seen from the object", nullable=True),
        Column("category", "text", "What part of life it belongs to", nullable=True),
        Column("arity", "int", "1 without object, 2 with one, 3 with a qualifier"),
        Column("value_type_constraint", "text", "What its object must be", nullable=True),
        Column(
            "usual_modality", "text", "How it is meant unless words say otherwise", nullable=True, values=MODALITIES
        ),
        Column("first_seen_at_utc", "instant", "When it was first said", nullable=True),
        Column("assertion_count", "int", "Assertions that have it"),
        Column("raw_predicate_json", "json", "What the vocabulary says of it", nullable=True),
    ),
    key=("predicate_id",),
    order=("canonical_label_norm",),
    unique=(("canonical_label_norm",),),
    rules=(
        Rule(
            "counts_recompute",
            "assertion_count is the number of assertions.",
            "SELECT 1 FROM {kg.predicates} p LEFT JOIN (SELECT predicate_id, count(*) AS n FROM {kg.assertions}"
            " GROUP BY predicate_id) a USING (predicate_id) WHERE p.assertion_count <> coalesce(a.n, 0)",
        ),
    ),
)

ENTITIES = Table(
    name="kg.entities",
    meaning="Every entity, also those that only a claim speaks of.",
    decided_by="kg_assets/claims/newcomers.py (newcomers_of); sql/naming/named.sql",
    columns=tuple(column.carried("kg.entities__named", "; 0 if only claims speak of it") for column in ENTITY_COLUMNS),
    key=("entity_id",),
    order=("entity_type", "entity_key"),
    unique=(("entity_type", "entity_key"),),
    rules=(
        Rule(
            "named_ones_stay",
            "Every entity of stage 3 stands here as it was.",
            "SELECT * FROM {kg.entities__named} EXCEPT SELECT * FROM {kg.entities}",
        ),
    ),
)

ASSERTIONS = Table(
    name="kg.assertions",
    meaning="The claims: who said what about whom, how surely, and the exact words.",
    decided_by="kg_assets/claims/grounding.py (Grounder); "
    "kg_assets/claims/deciding.py (decided); "
    "kg_assets/claims/weighing.py (survivors); "
    "kg_assets/claims/assertions.py (Assertions); "
    "sql/claims/weights.sql",
    columns=(
        Column("assertion_id", "text", "Id made from key and content"),
        MESSAGE,
        Column("assertion_key", "text", "The claim in its message, for exact duplicates", content=True),
        Column("fact_key", "text", "Subject, predicate and object: the same fact wherever it is said", content=True),
        Column("subject_entity_id", "text", "The entity of whom or what it says something",
               references="kg.entities.entity_id"),
        Column("subject_detection_tier", "int", "How reliably the subject is known, 1 best to 4", nullable=True),
        Column("predicate_id", "text", "The relation", references="kg.predicates.predicate_id"),
        Column("object_entity_id", "text", "The entity that is its object; NULL for a literal or without object",
               nullable=True, references="kg.entities.entity_id"),
        Column("object_detection_tier", "int", "How reliably the object is known", nullable=True),
        Column("object_value_type", "text", "Type of a literal object", nullable=True, values=VALUE_TYPES),
        Column("object_value", "json", "The literal as canonical JSON", nullable=True, content=True),
        Column("object_signature", "text", meaning=
               "The object as one text: E: and the entity, V: and the hash of the literal, or N:__NONE__"),
        Column("temporal_qualifier_type", "text", "How a time qualifies it", nullable=True, values=QUALIFIERS),
        Column(
            "temporal_qualifier_id", "text", "The time mention that its qualifier means", nullable=True,
            references="kg.time_mentions.time_mention_id",
        ),
        Column("given_from_utc", "instant", "Since when it was so, as the person corrected it", nullable=True),
        Column("given_from_precision", "text", "How exact that is", nullable=True, values=GRANULARITIES),
        Column("given_until_utc", "instant", "When it was over, as the person corrected it", nullable=True),
        Column("given_until_precision", "text", "How exact that is", nullable=True, values=GRANULARITIES),
        Column("modality", "text", "How it is meant: as a state, a fact, a preference, a plan or a question",
               values=MODALITIES),
        Column("polarity", "text", "Whether it is said to be or not to be", values=POLARITIES),
        Column("asserted_role", "text", "Who said it", values=("user", "assistant")),
        Column("asserted_at_utc", "instant", "When it was said", nullable=True),
        Column("confidence_extraction", "float", "How sure the reader was",
               formula="confidence of its candidate in kg.claim_candidates"),
        Column(
            "confidence_grounding", "float", "How sure the entities are",
            formula=(
                "(subject * (1 + (4 - subject_detection_tier) * detector_grounding_bonus) + object * (1 + (4 - "
                "object_detection_tier) * detector_grounding_bonus)) / 2, within 0 and 1; without an object "
                "entity or its tier the second summand is 1 or object; subject and object are 1 of SELF, of a "
                "mention its confidence (if it is just the argument's words, at least link_confidence_new), else by "
                "how it was found link_confidence_name, link_confidence_name_ambiguous, link_confidence_alias, "
                "link_confidence_alias_ambiguous, link_confidence_key, likeness * link_confidence_fuzzy, or "
                "link_confidence_new"
            ),
        ),
        Column(
            "confidence_final", "float", "All weights together",
            formula=(
                "1 where the person confirmed it or put it in the place of another, else confidence_extraction "
                "* confidence_grounding * (trust_weight_user of the person; of an assistant "
                "trust_weight_assistant_corroborated where the person says it too, else "
                "trust_weight_assistant_uncorroborated) * (1 + salience_score of the subject / the greatest * "
                "salience_confidence_bonus if enable_salience_confidence_boost, else 1) * (1 - "
                "temporal_bounds_violation_penalty where its time lies before its entities were in the world, "
                "else 1), within 0 and 1"
            ),
        ),
        Column("has_user_corroboration", "bool", "Whether the person says the same near an assistant's claim"),
        Column("is_passing", "bool", "Whether it is only said of the moment (I'm stoked)"),
        Column(
            "superseded_by_assertion_id", "text", "The claim that took its place", nullable=True,
            references="kg.assertions.assertion_id",
        ),
        Column("supersession_type", "text", "How it was superseded: taken back, corrected, or said to be over",
               nullable=True, values=SUPERSESSIONS),
        *_SPAN,
        Column("extraction_method", "text", "Who read it", values=METHODS),
        Column("extraction_model", "text", "The model, where one did", nullable=True),
        Column("raw_assertion_json", "json", "Every decision on the way, as canonical JSON", content=True),
    ),
    key=("assertion_id",),
    order=("message_id", "char_start"),
    rules=(
        true_offsets("kg.assertions"),
        Rule(
            "one_kind_of_object",
            "An object is an entity, a literal, or none, and its signature says which.",
            "SELECT 1 FROM {kg.assertions} WHERE (object_value IS NULL) <> (object_value_type IS NULL)"
            " OR CASE WHEN object_entity_id IS NOT NULL THEN object_value IS NOT NULL"
            " OR object_signature <> 'E:' || object_entity_id"
            " WHEN object_value IS NOT NULL THEN NOT starts_with(object_signature, 'V:')"
            " ELSE object_signature <> 'N:__NONE__' END",
        ),
        Rule(
            "only_a_person_gives_a_time",
            "A time that was given to a claim stands in a correction, has a precision, and ends after it begins.",
            "SELECT 1 FROM {kg.assertions} WHERE (given_from_utc IS NULL) <> (given_from_precision IS NULL)"
            " OR (given_until_utc IS NULL) <> (given_until_precision IS NULL) OR given_until_utc <= given_from_utc"
            " OR (extraction_method <> 'person' AND coalesce(given_from_utc, given_until_utc) IS NOT NULL)",
        ),
        Rule(
            "superseded_says_how",
            "What is superseded says how, and nothing supersedes itself.",
            "SELECT 1 FROM {kg.assertions} WHERE (superseded_by_assertion_id IS NOT NULL AND supersession_type IS NULL)"
            " OR superseded_by_assertion_id = assertion_id",
        ),
    ),
)  # fmt: skip

REJECTED_CLAIMS = Table(
    name="kg.rejected_claims",
    meaning="Every candidate that did not become a claim, and why.",
    decided_by="kg_assets/claims/validation.py (check); "
    "kg_assets/claims/grounding.py (Grounder); "
    "kg_assets/claims/assertions.py (Assertions); "
    "kg_assets/claims/deciding.py (decided)",
    columns=(
        Column("candidate_id", "text", "The candidate", references="kg.claim_candidates.candidate_id"),
        MESSAGE,
        Column("reason", "text", "Why", values=REJECTIONS),
        Column("detail_json", "json", "What was found and expected", content=True),
    ),
    key=("candidate_id",),
    order=("message_id",),
)

RETRACTIONS = Table(
    name="kg.retractions",
    meaning="What the person took back, corrected or ended, and which claim that concerns.",
    decided_by="kg_assets/claims/retracting/linking.py (take_back); "
    "sql/claims/retraction_targets.sql",
    columns=(
        Column("retraction_id", "text", "Id made from message and place"),
        Column("retraction_message_id", "text", "Where it was said", references="kg.messages.message_id"),
        Column(
            "target_assertion_id", "text", "The claim that it concerns", nullable=True,
            references="kg.assertions.assertion_id",
        ),
        Column("target_fact_key", "text", "The fact that it concerns", nullable=True, content=True),
        Column("retraction_type", "text", "What it does", values=RETRACTIONS_OF),
        Column(
            "replacement_assertion_id", "text", "The claim put in its place", nullable=True,
            references="kg.assertions.assertion_id",
        ),
        Column("confidence", "float", "How sure it is, 0 to 1",
               formula="confidence of its candidate in kg.retraction_candidates"),
        *_SPAN,
        Column("qualifier_start", "int", "First character of the words that say when, if any do", nullable=True),
        Column("qualifier_end", "int", "Behind the last character of those words", nullable=True),
        Column(
            "denied_by_assertion_id", "text", "The denial that is said with the same words", nullable=True,
            references="kg.assertions.assertion_id",
        ),
        Column(
            "is_described", "bool", "Whether its words describe the claim; \"that's not true\" only points back at it"
        ),
        Column("raw_retraction_json", "json", "Every decision on the way, as canonical JSON", content=True),
    ),
    key=("retraction_id",),
    order=("retraction_message_id", "char_start"),
    rules=(
        Rule(
            "targets_have_their_fact",
            "Whenever a claim is the target its fact is named, since an end closes every earlier claim of that fact.",
            "SELECT 1 FROM {kg.retractions} r JOIN {kg.assertions} a ON a.assertion_id = r.target_assertion_id"
            " WHERE r.target_fact_key IS DISTINCT FROM a.fact_key",
        ),
    ),
)  # fmt: skip
