-- Words in the form in which names are compared (§42A.2.8): trimmed, in lower case, marks as blanks, several blanks as one;
-- trimmed again at the end, where "Acme Inc." would keep a blank. `written` is given.
SELECT
    words,
    trim(regexp_replace(regexp_replace(lower(trim(words)), '[._\-]+', ' ', 'g'), '\s+', ' ', 'g')) AS normalized
FROM written
