"""Tables made of the overlay for readers: conversations with their decisions, scenes, pages, the digest, and
what needs care."""
