"""The word lists of `config/language/clauses.yaml`: closed classes of words, such as determiners, of which English
has few.
"""

from functools import partial

from kg_assets.core.wordlists import word_list

CLOSED_CLASSES_FILE = "config/language/clauses.yaml"

closed_class = partial(word_list, CLOSED_CLASSES_FILE)
