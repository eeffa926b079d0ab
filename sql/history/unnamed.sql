-- One row per relative without a name ("my husband"). Nothing says who they are. So where a relation holds one value at a
-- time, claims with such a relative as object are not compared with others: "my husband" may be Karl, and does not end that
-- Karl is the husband.
SELECT entity_id FROM kg.entities WHERE starts_with(entity_key, '__SELF__/')
