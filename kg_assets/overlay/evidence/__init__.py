"""From mentions to edges: what is named where, whom it means, how much speaks for a relation, what is drawn."""
