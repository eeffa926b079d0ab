"""Finds names of persons, organisations and places: by spaCy pipelines, by the gazetteer that stands in for them, and
in chunks of long texts. Structured detectors and the choice between overlapping candidates do not belong here."""
