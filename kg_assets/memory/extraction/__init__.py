"""Events and names as a language model reads them (seed 003 §2.1, appendix A.1).

These modules write the questions about a text and read the answers. `kg_assets.llm` makes, logs and looks up the calls.
`kg_assets.memory.settle` merges what the rules and the model read.
"""
