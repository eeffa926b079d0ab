"""Stage 2A, structured detectors: what a piece of text names by its form (addresses, identifiers, paths, tags).

One module per family of detectors, their shared ground (`anchors`, `hosts`, `ranges`, `rules`), and the engine.
Choosing between overlapping candidates does not belong here (`mentions.winners`), nor do names found by a model
(`mentions.ner`)."""
