"""Events and names as a language model reads them (seed 003 §2.1, appendix A.1).

Here are the questions about a text and the reading of answers. `kg_assets.llm` makes, logs and finds calls;
`kg_assets.memory.settle` merges what rules and the model read.
"""
