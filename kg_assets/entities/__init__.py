"""Stage 3: chooses the best name of every entity, and records why. Only the shown name changes here, never `entity_id`
or the keys of an entity."""
