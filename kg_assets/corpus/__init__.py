"""A seeded writer of realistic exports with the truth about what it planted; for the demo, tests and benchmarks."""
