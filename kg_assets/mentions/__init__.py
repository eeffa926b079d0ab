"""Stage 2A finds what messages name and which times they speak of, with codepoint offsets."""
