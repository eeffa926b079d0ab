"""Makes nodes, their names and their evidence, and computes how sure each node is."""
