-- Relatives without a name ("my husband"). Who they are is not said, so they displace nobody of whom there is one at a time: "my
-- husband works late" does not end that Karl is the husband.
SELECT entity_id FROM kg.entities WHERE starts_with(entity_key, '__SELF__/')
