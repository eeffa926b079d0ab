-- One row per document that is one of several versions (§17.6). Its name has a version number ("Brief v1.docx", "Brief_v2"),
-- or another document has its name with such a number ("Brief.docx"). A row has the version number (1 if the name has none),
-- the version before it, and whether it is the newest. `stem` is the name without the number; somebody who uses it means the
-- newest version. Reads the rows of spoken.sql.
WITH titled AS (
    SELECT DISTINCT
        c.conversation_id,
        regexp_replace(trim(c.title), '\.[A-Za-z0-9]{1,5}$', '') AS base
    FROM kg.conversations AS c
    SEMI JOIN spoken AS s USING (conversation_id)
    WHERE c.source_kind = 'document'
),

parted AS (
    SELECT
        'thread:' || conversation_id AS node_id,
        regexp_replace(base, '[ _.-]*[vV](?:ersion)?[ _.-]?[0-9]{1,3}$', '') AS stem,
        try_cast(regexp_extract(base, '[ _.-]*[vV](?:ersion)?[ _.-]?([0-9]{1,3})$', 1) AS BIGINT) AS number
    FROM titled
)

SELECT
    node_id,
    stem,
    greatest(coalesce(number, 1), 1) AS version,
    lag(node_id) OVER (PARTITION BY lower(stem) ORDER BY version, node_id) AS prior_version_id,
    row_number() OVER (PARTITION BY lower(stem) ORDER BY version DESC, node_id DESC) = 1 AS is_latest
FROM parted
WHERE stem <> ''
-- If no name with this stem has a number, the documents are not versions of each other.
QUALIFY count(number) OVER (PARTITION BY lower(stem)) > 0
