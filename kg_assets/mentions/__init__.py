"""Stage 2A: what messages name and which times they speak of, with codepoint offsets."""
