-- Each text in the form in which names are compared (§42A.2.8): in lower case, the signs . _ - as blanks, several blanks as one,
-- none at the beginning or the end. `written` is given.
SELECT
    words,
    trim(regexp_replace(regexp_replace(lower(trim(words)), '[._\-]+', ' ', 'g'), '\s+', ' ', 'g')) AS normalized
FROM written
