"""Names of persons, organisations and places: spaCy pipelines, the gazetteer that stands in for them, chunking.

Structured detectors and the choice between overlapping candidates do not belong here."""
