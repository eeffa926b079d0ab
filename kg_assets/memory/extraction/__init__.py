"""Events and names as a language model reads them (seed 003 §2.1, appendix A.1).

What is asked about a text and what an answer means. How calls are made, logged and found again belongs to
`kg_assets.llm`; what rules and model read becomes one in `kg_assets.memory.settle`.
"""
