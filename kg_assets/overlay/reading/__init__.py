"""What is read of the overlay: conversations with their decisions, scenes, pages, the digest, and what needs care."""
