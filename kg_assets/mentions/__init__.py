"""Stage 2A: what a text names and when it speaks of, with codepoint offsets."""
