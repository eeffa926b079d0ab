"""Taking back: words that retract, correct or end what the person said, and the claims that these words concern."""
