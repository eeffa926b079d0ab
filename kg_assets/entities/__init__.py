"""Stage 3: the best name of every entity, with the reasons kept. Identity (`entity_id`, keys) never changes here."""
