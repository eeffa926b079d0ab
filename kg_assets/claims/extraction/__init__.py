"""Claims as a language model reads them (seed 000 §4.4.1, §4.4.2, §4.4.4, §4.4.5).

What is asked about a message, what an answer means, and how the readings of a model and of the rules become one belong
here; how calls are made, logged and found again belongs to `kg_assets.llm`, and what a claim is worth to grounding.

- `windows` says what a request shows of a message's branch, `asking` makes requests of it, `reading` makes claims of
  answers, `agreement` keeps what most runs say.
- `extract` is the stage. It reads only what is logged; without a model its tables are empty.
- `merge` joins the rules' candidates with the model's.
"""
