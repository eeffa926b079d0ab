"""From mentions to edges: which mentions a message has, whom each means, the evidence for each relation, and
the edges drawn."""
