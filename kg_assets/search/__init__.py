"""Finding messages by words: the keyword index (an asset of the build) and the queries over it."""
