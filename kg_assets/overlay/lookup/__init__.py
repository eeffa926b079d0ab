"""The index in which programs look up nodes, their names and their edges, in less than a millisecond."""
