-- Relatives without a name ("my husband"). Who they are is not said, so a claim about one takes no part where a relation holds
-- one value at a time: "my husband works late" does not end that Karl is the husband.
SELECT entity_id FROM kg.entities WHERE starts_with(entity_key, '__SELF__/')
