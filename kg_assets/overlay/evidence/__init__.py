"""From mentions to edges: which mentions a message has, which node each means, the evidence for each
relation, and the edges that come of it."""
