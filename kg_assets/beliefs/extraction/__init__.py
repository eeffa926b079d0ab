"""Self-beliefs as a language model reads them (seed 002 §4.3, §4.8, §4.11).

A model is asked about a person's sentences, about a frame (time, modality, degree) of which the rules are not sure, and
about two beliefs that may be one. These modules write the questions and read the answers. `kg_assets.llm` makes the
calls, logs them and looks them up again. Where there is no answer, the reading of the rules in `kg_assets.beliefs` is
used.
"""
