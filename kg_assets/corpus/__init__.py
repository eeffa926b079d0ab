"""Writes realistic exports of an invented person, and the list of the names and facts that were put into them (the
truth); for the demo, tests and benchmarks. The same seed gives the same export."""
