"""Stage 3: chooses the best name of every entity, and records the reasons. The identity (`entity_id`, keys) of an
entity never changes here."""
