"""Self-beliefs as a language model reads them (seed 002 §4.3, §4.8, §4.11).

What is asked about a person's sentences, about a frame that the rules are not sure of and about two beliefs that may be
one, and what the answers mean. How calls are made, logged and found again belongs to `kg_assets.llm`; without an answer
the rules of `kg_assets.beliefs` hold.
"""
