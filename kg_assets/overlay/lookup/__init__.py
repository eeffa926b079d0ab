"""The index by which a program finds nodes, names and ties in less than a millisecond."""
