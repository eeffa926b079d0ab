"""The twelve questions about what is known (§41.2), and what each answer tells. They stand apart from the SELECTs,
because the command line lists them too."""

QUESTIONS = {
    "node_detail": "what it is, what it is to you, what contradicts it",
    "connected_nodes": "what it is tied to",
    "provenance_chain": "the words that it rests on",
    "confidence_breakdown": "how sure it is, and why",
    "experience_record": "how often it came up, and how it went",
    "entity_knowledge_brief": "all of that in two or three hundred tokens",
    "injection_history": "where a reader meets it",
    "injection_decision": "whether who asks is told of it, and what decides that",
    "tag_explanation": "the tags that it is shown with, and why it has each",
    "search_knowledge": "the nodes that NODE may mean",
    "suppression_list": "the names that you silenced",
    "agent_profile": "the assistants: how much each has said (NODE: words of a model's name)",
}
