-- One row per relative without a name ("my husband"). Nobody said who they are, so a claim about one does not take part where a
-- relation holds one value at a time: "my husband works late" does not end that Karl is the husband.
SELECT entity_id FROM kg.entities WHERE starts_with(entity_key, '__SELF__/')
