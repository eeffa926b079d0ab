"""Self-beliefs as a language model reads them (seed 002 §4.3, §4.8, §4.11).

What a model is asked about a person's sentences, about a frame of which the rules are not sure, and about two
beliefs that may be one; and how its answers are read. `kg_assets.llm` makes, logs and finds the calls.
Without an answer the rules of `kg_assets.beliefs` hold.
"""
