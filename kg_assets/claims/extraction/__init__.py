"""Claims as a language model reads them (seed 000 §4.4.1, §4.4.2, §4.4.4, §4.4.5).

This room decides what a model is asked about a message, what its answer means, and how its claims are joined with those
of the rules. Making, logging and finding calls belongs to `kg_assets.llm`; resolving and weighing claims belongs to
grounding.

`windows` chooses what a request shows of a message's branch, `asking` makes the request, `reading` turns
answers into claims, `agreement` keeps what most runs say. `extract` is the stage: it reads only what is
logged, and without a model its tables are empty. `merge` joins the rules' candidates with the model's.
"""
