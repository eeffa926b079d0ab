"""The closed word lists of `config/language/clauses.yaml`."""

from functools import partial

from kg_assets.core.wordlists import word_list

closed_class = partial(word_list, "config/language/clauses.yaml")
