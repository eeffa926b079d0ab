"""Writes realistic exports from a seed, with the truth about what was planted in them; for the demo, tests
and benchmarks."""
