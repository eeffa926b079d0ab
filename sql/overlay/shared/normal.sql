-- One row per text of `written`, with the form in which names are compared (§42A.2.8): in lower case, with . _ and - replaced
-- by blanks, with single blanks between words and none at the ends. " J._Smith" becomes "j smith". Reads the rows of the
-- written.sql of the stage that runs this file.
SELECT
    words,
    trim(regexp_replace(regexp_replace(lower(trim(words)), '[._\-]+', ' ', 'g'), '\s+', ' ', 'g')) AS normalized
FROM written
