"""The word lists of `config/language/clauses.yaml`: classes of words of which English has few, such as articles and
pronouns."""

from functools import partial

from kg_assets.core.wordlists import word_list

CLOSED_CLASSES_FILE = "config/language/clauses.yaml"

closed_class = partial(word_list, CLOSED_CLASSES_FILE)
