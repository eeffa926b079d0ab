"""Self-beliefs: reads sentences in which a person says who they are, and makes beliefs of them, with their evidence and
how firm they are.

Each phase of seed 002 is a module of pure functions and a table. What others say of the person does not belong here.
"""
