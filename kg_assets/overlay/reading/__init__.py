"""Makes tables of the overlay for readers: conversations with their decisions, scenes (what is active in a project),
pages, the digest, and what needs care."""
