-- One row per relative without a name ("my husband"). Nobody said who they are. So claims whose object is such a relative are
-- left out where a relation holds one value at a time: "my husband" is no other value than Karl, and does not end that Karl is
-- the husband.
SELECT entity_id FROM kg.entities WHERE starts_with(entity_key, '__SELF__/')
