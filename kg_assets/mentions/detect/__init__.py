"""The structured detectors of stage 2A: they find what a piece of text names by its form (addresses, identifiers,
paths, tags).

Here are one module for each family of detectors, the modules that they share (`anchors`, `hosts`, `ranges`, `rules`),
and the engine. Choosing between overlapping candidates does not belong here (`mentions.winners`), nor do names found by
a model (`mentions.ner`).
"""
